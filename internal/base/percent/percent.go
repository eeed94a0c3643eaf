// Package percent encodes and decodes paths with percent-encoding.
package percent

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// A path in front matter or a file name may contain percent-encoded characters. A host decodes the requested
// path and looks for a file of that name, so the output path is the decoded link (rule L11), and each URL has
// one spelling (rule L7): upper-case digits, and nothing is encoded unnecessarily.

// Unescape decodes a path, or returns it as it is if its encoding is invalid.
func Unescape(p string) string {
	if text, err := url.PathUnescape(p); err == nil {
		return text
	}
	return p
}

// Decoded returns an output path without percent-encoding.
func Decoded(p string) string {
	if strings.IndexByte(p, '%') < 0 {
		return p
	}
	var b strings.Builder
	eachRun(p, func(plain string) { b.WriteString(plain) }, func(_, decoded string) { b.WriteString(decoded) })
	return b.String()
}

// Linkable returns a link path in which "?" and each "%" that encodes nothing are encoded.
func Linkable(p string) string {
	if !strings.ContainsAny(p, "%?") {
		return p
	}
	var b strings.Builder
	escape := strings.NewReplacer("%", "%25", "?", "%3F")
	eachRun(p, func(plain string) { _, _ = escape.WriteString(&b, plain) }, func(encoded, decoded string) {
		for i := range len(decoded) {
			if unreserved(decoded[i]) {
				b.WriteByte(decoded[i])
			} else {
				b.WriteString(strings.ToUpper(encoded[3*i : 3*i+3]))
			}
		}
	})
	return b.String()
}

// eachRun calls run with the parts of p that are encoded, and plain with the parts between. Invalid UTF-8,
// control characters, a slash, and dots that would be a complete name stay encoded: no file can have such a
// name.
func eachRun(p string, plain func(string), run func(encoded, decoded string)) {
	from := 0
	for i := 0; i < len(p); {
		end := i
		for end+2 < len(p) && p[end] == '%' && IsHex(p[end+1]) && IsHex(p[end+2]) {
			end += 3
		}
		if end == i {
			i++
			continue
		}
		if text, err := url.PathUnescape(p[i:end]); err == nil && fitsName(text) && !isDots(within(p, i, text, end)) {
			plain(p[from:i])
			run(p[i:end], text)
			from = end
		}
		i = end
	}
	plain(p[from:])
}

// PlainDots returns a path of front matter with the dot segments that browsers see: "%2e%2e" is ".." (URL
// Standard, section 4.4, double-dot URL path segment).
func PlainDots(p string) string {
	if strings.IndexByte(p, '%') < 0 {
		return p
	}
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if text, err := url.PathUnescape(part); err == nil && isDots(text) {
			parts[i] = text
		}
	}
	return strings.Join(parts, "/")
}

func isDots(name string) bool { return name == "." || name == ".." }

// within returns the name in p that contains text in place of p[from:to].
func within(p string, from int, text string, to int) string {
	rest, _, _ := strings.Cut(p[to:], "/")
	return p[strings.LastIndexByte(p[:from], '/')+1:from] + text + rest
}

func fitsName(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r < 0x20 || r == 0x7f ||
			r == '/' || r == '\\'
	})
}

// unreserved reports whether a character means the same with and without encoding: RFC 3986 section 2.3.
func unreserved(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '-' || c == '.' || c == '_' || c == '~'
}

// IsHex reports whether c is a hexadecimal digit.
func IsHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
