package lookup

import (
	"regexp"
	"strings"
)

// ReadText reads facts from the text of the template that affect how it is used.
func (t *Template) ReadText() {
	t.NeedsBase = t.Category == Layout && t.Own && startsWithDefine(t.Text)
	t.InnerHTML = t.Category == Shortcode && asksForInnerHTML(t.Text)
}

// hugoConfig matches the statement that sets the version of Hugo's shortcodes for which a shortcode was written.
var hugoConfig = regexp.MustCompile("\\{\\{-?\\s*\\$_hugo_config\\s*:=\\s*[`\"']\\s*\\{[^}]*version\\\\?\"\\s*:\\s*1\\b")

// asksForInnerHTML reports whether the template of a shortcode is of version 1: when called as {{% %}}, .Inner is HTML,
// and the output is not parsed as Markdown (https://gohugo.io/templates/shortcode/ and the notes of Hugo 0.55).
func asksForInnerHTML(src string) bool {
	return strings.Contains(src, "$_hugo_config") && hugoConfig.MatchString(src)
}

// startsWithDefine reports whether a template starts with a define, ignoring white space and comments. It is then a
// part of a page that needs a base template.
func startsWithDefine(src string) bool {
	for {
		src = strings.TrimSpace(src)
		rest, ok := strings.CutPrefix(src, "{{")
		if !ok {
			return false
		}
		rest = strings.TrimPrefix(rest, "-")
		trimmed := strings.TrimSpace(rest)
		if !strings.HasPrefix(trimmed, "/*") {
			return strings.HasPrefix(trimmed, "define")
		}
		_, after, closed := strings.Cut(trimmed, "*/")
		if !closed {
			return false
		}
		after = strings.TrimPrefix(strings.TrimSpace(after), "-")
		if src, ok = strings.CutPrefix(after, "}}"); !ok {
			return false
		}
	}
}
