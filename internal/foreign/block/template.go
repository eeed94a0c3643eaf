package block

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Template is an expression of a template language in a text, as in Jinja, Tera, and Vue: a tag {% name args %} or a
// value {{ value }}. {# comments #} and {% raw %} are read here.
type Template struct {
	Name, Args string // of a tag; Args may be in parentheses, as in Tera
	Value      string // with its filters; "" for a tag
	Text       string // with its delimiters, as written
	Line       int    // from 1
}

var (
	tagName = pattern.New(`^[A-Za-z_][\w:-]*`)
	rawTag  = pattern.New(`\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}`)
	endRaw  = pattern.New(`\{%-?\s*endraw\s*-?%\}`)
)

// template reads the expression that starts with "{" and reports whether there is one.
func (x *lexer) template(s string) bool {
	end := "}}"
	if x.Sharps && strings.HasPrefix(s, "{#") && x.at >= x.verbatim {
		n := strings.Index(s[2:min(len(s), longestTag)], "#}")
		if n >= 0 {
			x.hide(n + 4)
		}
		return n >= 0
	}
	if strings.HasPrefix(s, "{%") && !x.Values {
		end = "%}"
	} else if !strings.HasPrefix(s, "{{") || strings.HasPrefix(s, "{{<") || strings.HasPrefix(s, "{{%") { // a shortcode
		return false
	}
	n := strings.Index(s[2:min(len(s), longestTag)], end) + 2 // {%} has no end
	if n < 2 {
		return false
	}
	inner := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s[2:n], "-"), "-"))
	n += len(end)
	t := Template{Line: x.no, Value: inner, Text: s[:n]}
	if end == "%}" {
		inner = strings.Join(strings.Fields(inner), " ")
		t.Name, t.Value = tagName.FindString(inner), ""
		if rest := inner[len(t.Name):]; t.Name == "" || rest != "" && rest[0] != ' ' && rest[0] != '(' {
			return false
		}
		t.Args = strings.TrimSpace(inner[len(t.Name):])
	}
	if x.at < x.verbatim && t.Name != "endraw" {
		return false
	}
	switch t.Name {
	case "raw":
		x.verbatim = x.at + endOf(s, n)
		x.over(n)
	case "endraw":
		x.over(n)
	default:
		x.over(n)
		x.line.WriteString(x.Template(t))
	}
	return true
}

// endOf returns the end of the raw text that starts at n; of the text if it has no end.
func endOf(s string, n int) int {
	if m := endRaw.FindStringIndex(s[n:]); m != nil {
		return n + m[1]
	}
	return len(s)
}

// hide skips n bytes. Its lines stay, blank.
func (x *lexer) hide(n int) {
	if x.at+n == len(x.s) && strings.HasSuffix(x.s, "\n") {
		n--
	}
	for range strings.Count(x.s[x.at:x.at+n], "\n") {
		x.flush()
		x.no++
		x.start = x.no
	}
	x.at += n
	x.empty = true
}
