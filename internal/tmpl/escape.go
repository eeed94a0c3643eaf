package tmpl

import (
	"html"
	"strings"

	"github.com/sitegen/sitegen/internal/tmpl/exec"
)

// EscapeAttribute escapes as html/template does inside quotes.
func EscapeAttribute(s string) string {
	return attributeEscapes.Replace(html.UnescapeString(s))
}

var attributeEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;")

// EscapeURL makes a destination safe in an href: characters that no URL may hold are percent-encoded,
// as html/template does.
func EscapeURL(s string) string {
	return attributeEscapes.Replace(exec.NormalizeURL(s))
}
