package site

import (
	"net/url"
	"path"
	"strings"
)

// URL is an address on the site: the only way to make a link or an output path.
// The zero value means "no address".
type URL struct {
	base *Base
	path string // unescaped, rooted at the base: "/notes/one/"; may hold a "?query" never a fragment
}

// Base is where a site is served: scheme, host and sub-path of a base URL.
type Base struct {
	origin string // "https://example.org"; "//example.org" without a scheme; "" when no base URL is known
	prefix string // "/sub", without a final slash; "" at the root
	folder string // of a base that is a relative path: what addresses with the base begin with ("./"), in place of both
}

// NewBase reads a base URL: "https://example.org/sub/", a path alone ("/sub/"), or "" for the root
// of an unknown host. What does not parse counts as a path. Addresses on a relative path ("example.org", "./") begin
// with it, as in Hugo.
func NewBase(baseURL string) *Base {
	u, err := url.Parse(baseURL)
	if err != nil {
		return &Base{prefix: strings.TrimSuffix(baseURL, "/")}
	}
	b := &Base{prefix: strings.TrimSuffix(u.EscapedPath(), "/")}
	if b.prefix != "" && b.prefix[0] != '/' {
		b.folder, b.prefix = b.prefix+"/", ""
	}
	if u.Host != "" {
		b.origin = "//" + u.Host // as it is written: a host that is not ASCII keeps its letters
		if u.User != nil {
			b.origin = "//" + u.User.String() + "@" + u.Host
		}
		if u.Scheme != "" {
			b.origin = u.Scheme + ":" + b.origin
		}
	}
	return b
}

// At returns the address of an unescaped path below the base; a missing first slash is added.
func (b *Base) At(below string) URL {
	if !strings.HasPrefix(below, "/") {
		below = "/" + below
	}
	return URL{base: b, path: below}
}

// Origin returns scheme and host, "https://example.org"; "" when no base URL is known.
func (b *Base) Origin() string { return b.origin }

// Prefix returns the sub-path without a final slash, "/sub"; "" at the root.
func (b *Base) Prefix() string { return b.prefix }

// IsFolder reports whether the base URL is a relative path, such as "./" or "example.org".
func (b *Base) IsFolder() bool { return b != nil && b.folder != "" }

// withProtocol is b with another scheme ("webcal" or "webcal://"), as output formats may ask for.
func (b *Base) withProtocol(protocol string) *Base {
	_, host, ok := strings.Cut(b.origin, "://")
	if protocol == "" || !ok {
		return b
	}
	c := *b
	c.origin = strings.TrimSuffix(protocol, "://") + "://" + host
	return &c
}

// IsZero reports whether u is not an address.
func (u URL) IsZero() bool { return u.base == nil }

// Rel returns the address without scheme and host, percent-encoded: "/sub/notes/one/"; "" for zero.
func (u URL) Rel() string {
	switch {
	case u.base == nil:
		return ""
	case u.base.folder != "":
		rel := path.Join(u.base.folder, encode(u.path))
		if strings.HasSuffix(u.path, "/") {
			rel += "/"
		}
		return rel
	}
	return u.base.prefix + u.Below()
}

// Abs returns the whole address, percent-encoded; like Rel when no base URL is known.
func (u URL) Abs() string {
	if u.base == nil {
		return ""
	}
	if u.base.folder != "" {
		return u.base.folder + u.Below()[1:]
	}
	return u.base.origin + u.base.prefix + u.Below()
}

// Below returns the percent-encoded address below the base: "/notes/one/".
func (u URL) Below() string { return encode(u.path) }

// Path returns the unescaped path below the base: "/notes/one/".
func (u URL) Path() string { return u.path }

// Base returns the base that the address stands on; nil for zero.
func (u URL) Base() *Base { return u.base }

// Same reports whether two addresses are the same, of one Site or of several.
func (u URL) Same(v URL) bool {
	return u.path == v.path && (u.base == v.base || u.base != nil && v.base != nil && *u.base == *v.base)
}

// encode percent-encodes a path the way net/url does, which is what Hugo prints: "#" and white space
// are encoded, what is encoded already stays, and punctuation is only touched when something else is.
func encode(p string) string {
	plain := true
	for i := range len(p) {
		if !plainInPath[p[i]] {
			plain = false
			break
		}
	}
	if plain {
		return p
	}
	p = strings.ReplaceAll(p, "#", "%23")
	u, err := url.Parse(p)
	if err != nil {
		file, query, found := strings.Cut(p, "?")
		p = (&url.URL{Path: file}).EscapedPath()
		if found {
			p += "?" + query
		}
		return p
	}
	if u.RawQuery != "" {
		return u.EscapedPath() + "?" + u.RawQuery
	}
	return u.EscapedPath()
}

// plainInPath are the bytes that need no encoding in a path.
var plainInPath = func() (t [256]bool) {
	for c := '0'; c <= '9'; c++ {
		t[c] = true
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = true, true
	}
	for _, c := range "-_.~$&+,/:;=@" {
		t[c] = true
	}
	return t
}()
