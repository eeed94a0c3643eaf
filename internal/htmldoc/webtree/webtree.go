// Package webtree maps the files of a site folder to URLs and back: the URL of a file, and the file, if any,
// that a web server would send for a URL on a page. It works for the output of any generator and never uses the
// network.
//
// Open lists the files, New adds the URL of the site and the rules of its host, and a Resolver, one per worker,
// resolves URLs.
package webtree

import (
	"bytes"
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"golang.org/x/net/idna"
)

// File is a file of a tree.
type File struct {
	Path string // slash path in the tree
	Size int64  // bytes

	State filestat.State // of a file on disk, as found by Open; else zero
}

// HTML reports whether a file is a page by its name.
func (f File) HTML() bool {
	return strings.HasSuffix(f.Path, ".html") || strings.HasSuffix(f.Path, ".htm")
}

// Source supplies the bytes of a tree.
type Source interface {
	// Read appends up to most bytes of a file to buf; more reports that the file is longer.
	Read(path string, buf []byte, most int64) (data []byte, more bool, err error)
}

// Options describes how a tree is served.
type Options struct {
	Base string       // URL of its root, such as https://example.org/docs/; "" if unknown
	Host hosting.Host // how paths find their files
}

// Tree is an immutable set of files with URLs.
type Tree struct {
	src       Source
	files     []File
	index     map[string]int32
	exists    func(path string) bool // for a tree without a list of files; nil if index decides
	base      url.URL                // of the root; its path ends with a slash
	known     bool                   // base is that of the site, not unknownBase
	host      hosting.Host
	versioned func() bool // see Versioned
	redirects hosting.Redirects
	headers   hosting.Headers
	rulesText string
	force     bool // a redirect wins over files
	found     diag.List
}

// Files that hosts read but do not send.
const (
	redirectsFile = "_redirects"
	headersFile   = "_headers"
)

// unknownBase is the base of a site whose URL is unknown: a host name that never exists, RFC 2606.
const unknownBase = "https://site.invalid/"

// mostRules is the maximum number of bytes read of _redirects and _headers.
const mostRules = 8 << 20

// New returns a tree of files, which it sorts. It fails if the base is not a valid URL.
func New(src Source, files []File, o Options) (*Tree, error) {
	t := &Tree{src: src, files: slices.Clone(files), host: o.Host, known: o.Base != ""}
	slices.SortFunc(t.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	t.index = make(map[string]int32, len(t.files))
	for i, f := range t.files {
		t.index[f.Path] = int32(i)
	}
	t.versioned = sync.OnceValue(func() bool {
		home, _, err := t.src.Read("index.html", nil, mostRules)
		return err == nil && bytes.Contains(home, []byte(" data-versions="))
	})
	o.Base = cmp.Or(o.Base, unknownBase)
	var err error
	if t.base, err = ParseBase(o.Base); err != nil {
		return nil, err
	}
	return t, t.rules()
}

// Unlisted returns a tree without a list of its files: exists is called for each path in question. Its Targets
// have no File.
func Unlisted(src Source, exists func(path string) bool, o Options) (*Tree, error) {
	t, err := New(src, nil, o)
	if err != nil {
		return nil, err
	}
	t.exists = exists
	return t, t.rules()
}

// Versioned reports whether the site is one of several versions in folders next to each other: its home page has a menu
// of versions from a file. Links to the other versions lead out of the tree.
func (t *Tree) Versioned() bool { return t.isThere("index.html") && t.src != nil && t.versioned() }

// isThere reports whether the tree has a file.
func (t *Tree) isThere(path string) bool {
	if t.exists != nil {
		return t.exists(path)
	}
	_, ok := t.index[path]
	return ok
}

// ParseBase parses the URL of a site: http or https, a host, and a path with a final slash.
func ParseBase(s string) (url.URL, error) {
	base, err := url.Parse(s)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return url.URL{}, fmt.Errorf("%q is not a valid site URL: it is one like https://example.org/docs/", s)
	}
	return url.URL{Scheme: base.Scheme, Host: hostOf(base), Path: strings.TrimSuffix(base.Path, "/") + "/"}, nil
}

// rules reads _redirects and _headers, if the host does.
func (t *Tree) rules() error {
	if !t.host.Rules() {
		return nil
	}
	for _, name := range []string{redirectsFile, headersFile} {
		if !t.isThere(name) {
			continue
		}
		data, _, err := t.src.Read(name, nil, mostRules)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		t.rulesText += fmt.Sprintf("%s %d\n%s", name, len(data), data)
		var found diag.List
		if name == redirectsFile {
			t.redirects, found = hosting.ParseRedirects(name, string(data))
		} else {
			t.headers, found = hosting.ParseHeaders(name, string(data))
		}
		t.found = append(t.found, found...)
	}
	t.force = t.host.RulesWin()
	for _, r := range t.redirects.List() {
		t.force = t.force || r.Force
	}
	return nil
}

// hostOf returns the host of a URL in the form for comparisons: ASCII, lower case, without the default port of
// its scheme.
func hostOf(u *url.URL) string {
	host := strings.ToLower(u.Hostname())
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && (u.Scheme != "http" || port != "80") && (u.Scheme != "https" || port != "443") {
		host += ":" + port
	}
	return host
}

// Len returns the number of files.
func (t *Tree) Len() int { return len(t.files) }

// File returns file i, in the order of paths.
func (t *Tree) File(i int32) File { return t.files[i] }

// Lookup returns the number of a file by its path.
func (t *Tree) Lookup(path string) (int32, bool) {
	i, ok := t.index[path]
	return i, ok
}

// Read reads a file; see Source.
func (t *Tree) Read(i int32, buf []byte, most int64) ([]byte, bool, error) {
	return t.src.Read(t.files[i].Path, buf, most)
}

// Found returns the problems in the rules of the host.
func (t *Tree) Found() diag.List { return t.found }

// Base returns the URL of the root, or "" if it is unknown.
func (t *Tree) Base() string {
	if !t.known {
		return ""
	}
	return t.base.String()
}

// Secure reports whether the site is served by https.
func (t *Tree) Secure() bool { return t.known && t.base.Scheme == "https" }

// Prefix returns the path of the root, with a slash at both ends.
func (t *Tree) Prefix() string { return t.base.Path }

// Host returns the rules of the host.
func (t *Tree) Host() hosting.Host { return t.host }

// Rules returns a text that identifies how the host finds files: its behavior, and its files of rules.
func (t *Tree) Rules() string { return fmt.Sprintf("%+v\n%s", t.host, t.rulesText) }

// Redirects returns the rules of `_redirects`.
func (t *Tree) Redirects() hosting.Redirects { return t.redirects }

// Headers returns the headers that `_headers` sets for a file.
func (t *Tree) Headers(i int32) []hosting.Field { return t.headers.For(t.requested(i)) }

// Closed returns the X-Robots-Tag that excludes a file from search engines, or "".
func (t *Tree) Closed(i int32) string { return t.headers.Closed(t.requested(i)) }

// requested returns the path by which people request a file, decoded.
func (t *Tree) requested(i int32) string { return t.base.Path + t.host.Path(t.files[i].Path) }

// Path returns the path that people use for a file, from the root of the host, percent-encoded.
func (t *Tree) Path(i int32) string {
	u := url.URL{Path: t.requested(i)}
	return u.EscapedPath()
}

// URL is the address of a file by the rules of the host; a path when the base is not known.
func (t *Tree) URL(i int32) string { return t.Address(t.host.Path(t.files[i].Path)) }

// Address is the address of a path below the root, decoded; a path when the base is not known.
func (t *Tree) Address(path string) string {
	if !t.known {
		return (&url.URL{Path: t.base.Path + path}).EscapedPath()
	}
	u := t.base
	u.Path += path
	return u.String()
}
