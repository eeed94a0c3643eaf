package site

import (
	"net/url"
	"path"
	"strings"
)

// URL is a URL on the site. All links and output paths are made from it. The zero value means "none".
type URL struct {
	base *Base
	path string // unescaped, rooted at the base: "/notes/one/"; may contain a "?query" but no fragment
}

// Base is where a site is served: scheme, host, and path prefix of a base URL.
type Base struct {
	origin string // "https://example.org"; "//example.org" without a scheme; "" if the base URL is unknown
	prefix string // "/sub", without a final slash; "" at the root
	folder string // for a base that is a relative path: the prefix of URLs ("./"), in place of both
}

// NewBase parses a base URL: "https://example.org/sub/", a bare path ("/sub/"), or "" for the root of an
// unknown host. An unparsable text counts as a path. With a relative path ("example.org", "./"), URLs begin
// with that path, as in Hugo.
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
		b.origin = "//" + u.Host // as written: a non-ASCII host keeps its letters
		if u.User != nil {
			b.origin = "//" + u.User.String() + "@" + u.Host
		}
		if u.Scheme != "" {
			b.origin = u.Scheme + ":" + b.origin
		}
	}
	return b
}

// At returns the URL of an unescaped path below the base; a missing leading slash is added.
func (b *Base) At(below string) URL {
	if !strings.HasPrefix(below, "/") {
		below = "/" + below
	}
	return URL{base: b, path: below}
}

// elsewhere returns a URL of another site, as written.
func elsewhere(url string) URL { return URL{base: &Base{origin: url}} }

// Origin returns scheme and host, "https://example.org"; "" if the base URL is unknown.
func (b *Base) Origin() string { return b.origin }

// Prefix returns the path prefix without a final slash, "/sub"; "" at the root.
func (b *Base) Prefix() string { return b.prefix }

// IsFolder reports whether the base URL is a relative path, such as "./" or "example.org".
func (b *Base) IsFolder() bool { return b != nil && b.folder != "" }

// withProtocol returns b with another scheme ("webcal" or "webcal://"), as output formats may require.
func (b *Base) withProtocol(protocol string) *Base {
	_, host, ok := strings.Cut(b.origin, "://")
	if protocol == "" || !ok {
		return b
	}
	c := *b
	c.origin = strings.TrimSuffix(protocol, "://") + "://" + host
	return &c
}

// IsZero reports whether u is the zero URL.
func (u URL) IsZero() bool { return u.base == nil }

// Rel returns the URL without scheme and host, percent-encoded: "/sub/notes/one/"; "" for zero.
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

// Abs returns the complete URL, percent-encoded; like Rel if the base URL is unknown.
func (u URL) Abs() string {
	if u.base == nil {
		return ""
	}
	if u.base.folder != "" {
		return u.base.folder + u.Below()[1:]
	}
	return u.base.origin + u.base.prefix + u.Below()
}

// Below returns the percent-encoded path below the base: "/notes/one/".
func (u URL) Below() string { return encode(u.path) }

// Path returns the unescaped path below the base: "/notes/one/".
func (u URL) Path() string { return u.path }

// Base returns the base of the URL; nil for zero.
func (u URL) Base() *Base { return u.base }

// Same reports whether two URLs, possibly of different Sites, are equal.
func (u URL) Same(v URL) bool {
	return u.path == v.path && (u.base == v.base || u.base != nil && v.base != nil && *u.base == *v.base)
}

// encode percent-encodes a path like net/url, and so like Hugo: "#" and white space are encoded, existing
// escapes stay, and punctuation is encoded only if something else is.
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
