package tmpl

import (
	"html"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// EscapeAttribute escapes as html/template does inside quotes.
func EscapeAttribute(s string) string {
	return attributeEscapes.Replace(html.UnescapeString(s))
}

var attributeEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+",
	"&#43;")

// EscapeURL makes a destination safe in an href: characters that no URL may hold are percent-encoded,
// as html/template does.
func EscapeURL(s string) string {
	return attributeEscapes.Replace(exec.NormalizeURL(s))
}

// Dangerous reports whether an address can run a script, or shows a document that it contains itself. Templates can't
// print one unless they call it safe.
func Dangerous(address string) bool { return exec.Dangerous(address) }
