package lookup

import (
	"regexp"
	"strings"
)

// ReadText notes what the text of the template says about how it is used.
func (t *Template) ReadText() {
	t.NeedsBase = t.Category == Layout && t.Own && startsWithDefine(t.Text)
	t.InnerHTML = t.Category == Shortcode && asksForInnerHTML(t.Text)
}

// hugoConfig is how a shortcode says which version of Hugo's shortcodes it was written for.
var hugoConfig = regexp.MustCompile("\\{\\{-?\\s*\\$_hugo_config\\s*:=\\s*[`\"']\\s*\\{[^}]*version\\\\?\"\\s*:\\s*1\\b")

// asksForInnerHTML reports whether the template of a shortcode is of version 1: called as {{% %}} it finds .Inner
// rendered, and what it prints does not go through Markdown
// (https://gohugo.io/templates/shortcode/ and the notes of Hugo 0.55).
func asksForInnerHTML(src string) bool {
	return strings.Contains(src, "$_hugo_config") && hugoConfig.MatchString(src)
}

// startsWithDefine reports whether the first thing in a template, white space and comments apart,
// is a define: then it is a page's part that wants a base template.
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
