package markup

import (
	"html"
	"strings"
)

// RunsCode reports whether a URL runs code or shows a document of its own making: javascript:,
// vbscript:, and data: but for pictures. White space and control characters in a scheme do not count,
// as browsers skip them.
func RunsCode(address string) bool {
	var scheme []byte
	for i := 0; i < len(address) && len(scheme) < 32; i++ {
		switch c := address[i]; {
		case c <= ' ' || c == 0x7F:
		case c == ':':
			switch strings.ToLower(string(scheme)) {
			case "javascript", "vbscript", "livescript", "mocha":
				return true
			case "data":
				rest := strings.ToLower(strings.TrimSpace(address[i+1 : min(len(address), i+32)]))
				return !strings.HasPrefix(rest, "image/") || strings.HasPrefix(rest, "image/svg")
			}
			return false
		case c == '/' || c == '?' || c == '#':
			return false
		default:
			scheme = append(scheme, c)
		}
	}
	return false
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
