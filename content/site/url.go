package site

// URL is an address on the site: the only way to make a link or an output path.
// The zero value means "no address".
type URL struct {
	base *Base
	path string // unescaped, rooted at the base: "/notes/one/"; may hold a "?query" never a fragment
}

// Base is where a site is served: scheme, host and sub-path of a base URL.
type Base struct {
	origin string // "https://example.org"; "" when no base URL is known
	prefix string // "/sub", without a final slash; "" at the root
}

// IsZero reports whether u is no address.
func (u URL) IsZero() bool { return u.base == nil }

// Rel returns the address without scheme and host, percent-encoded: "/sub/notes/one/"; "" for zero.
func (u URL) Rel() string { return "" }

// Abs returns the whole address, percent-encoded; like Rel when no base URL is known.
func (u URL) Abs() string { return "" }

// Path returns the unescaped path below the base: "/notes/one/".
func (u URL) Path() string { return u.path }
