package tmpl

import (
	"fmt"
	"html"
	"strings"
)

// EscapeAttribute escapes as html/template does inside quotes.
func EscapeAttribute(s string) string {
	return attributeEscapes.Replace(html.UnescapeString(s))
}

var attributeEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;")

// EscapeURL makes a destination safe in an href: characters that no URL may hold are percent-encoded,
// as html/template does.
func EscapeURL(s string) string {
	return attributeEscapes.Replace(normalizeURL(s))
}

func normalizeURL(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && i+2 < len(s) && isHexDigit(s[i+1]) && isHexDigit(s[i+2]):
			b.WriteByte(c)
		case isURLByte(c):
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	return b.String()
}

func isURLByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~!#$&*+,/:;=?@[]", c) >= 0
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
