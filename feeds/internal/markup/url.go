package markup

import (
	"html"
	"strings"
)

// RunsCode reports whether a URL runs code, reads files of the reader, or shows an embedded document:
// javascript:, vbscript:, file:, and data: other than PNG, GIF, JPEG, and WebP, as browsers parse URLs. They
// skip leading white space and control characters, and tabs and line breaks everywhere:
// https://url.spec.whatwg.org/#concept-basic-url-parser
func RunsCode(address string) bool {
	const enough = len("data:image/jpeg;")
	b := make([]byte, 0, enough)
	for i := 0; i < len(address) && len(b) < enough; i++ {
		switch c := address[i]; {
		case c == '\t', c == '\n', c == '\r', len(b) == 0 && c <= ' ':
		case 'A' <= c && c <= 'Z':
			b = append(b, c|0x20)
		default:
			b = append(b, c)
		}
	}
	scheme, rest, ok := strings.Cut(string(b), ":")
	switch {
	case !ok:
		return false
	case scheme == "data":
		kind, _, ok := strings.Cut(rest, ";")
		return !ok || kind != "image/png" && kind != "image/gif" && kind != "image/jpeg" && kind != "image/webp"
	}
	return scheme == "javascript" || scheme == "vbscript" || scheme == "file" || scheme == "livescript" ||
		scheme == "mocha"
}

// Relative reports whether a URL has no scheme.
func Relative(s string) bool {
	s = strings.TrimSpace(html.UnescapeString(s))
	for i := range len(s) {
		c := s[i]
		switch {
		case c == ':':
			return i == 0
		case !Letter(c) && !('0' <= c && c <= '9') && c != '+' && c != '-' && c != '.':
			return true
		}
	}
	return true
}
