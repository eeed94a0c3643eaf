package tmpl

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

var parseError = regexp.MustCompile(`(?s)^template: (.*):(\d+): (.*)$`)

// parseDiagnostic turns an error of text/template/parse, which has a line, into a Diagnostic.
func parseDiagnostic(f *File, err error) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: "template-syntax", File: f.Shown, Message: err.Error()}
	if m := parseError.FindStringSubmatch(err.Error()); m != nil {
		d.Line, _ = strconv.Atoi(m[2])
		d.Message = m[3]
		d.Excerpt = diag.Line([]byte(f.Text), d.Line)
		d.Col = columnOf(d.Message, d.Excerpt)
	}
	switch {
	case strings.Contains(d.Message, "unexpected EOF"):
		if at, keyword := unended(f.Text); at >= 0 {
			open := diag.InSource(f.Shown, []byte(f.Text), at, "")
			d.Line, d.Col, d.Excerpt = open.Line, open.Col, open.Excerpt
			d.Message, d.Hint = "unexpected end of the file", fmt.Sprintf("the {{ %s }} that begins here has no {{ end }}",
				keyword)
		}
	case strings.Contains(d.Message, "unexpected {{end}}"):
		d.Hint = "there are more {{ end }} than if, range, with, block and define"
	case strings.Contains(d.Message, `unexpected "}"`), strings.Contains(d.Message, "unclosed action"):
		d.Hint = "an action begins with {{ and ends with }}"
	}
	return d
}

// naming matches a message of text/template/parse about a word in the line.
var naming = regexp.MustCompile(`^(?:undefined variable "(\$\w*)"|unexpected \{\{(\w+)\}\}|missing value for (\w+))`)

// columnOf returns the column of the first word in a line that a message names; 0 for none.
func columnOf(message, line string) int {
	m := naming.FindStringSubmatch(message)
	if m == nil {
		return 0
	}
	at := regexp.MustCompile(regexp.QuoteMeta(m[1]+m[2]+m[3]) + `(?:\W|$)`).FindStringIndex(line)
	if at == nil {
		return 0
	}
	return len([]rune(line[:at[0]])) + 1
}

// action matches an action, with its keyword if it opens or ends a block, or a comment.
var action = regexp.MustCompile(`(?s)\{\{-?\s*(?:/\*.*?\*/|(if|range|with|block|define|end)\b)?`)

// unended returns the offset of the last action without an {{ end }}, and its keyword; -1 for none.
func unended(text string) (at int, keyword string) {
	var open [][]int
	for _, m := range action.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case m[2] < 0:
		case text[m[2]:m[3]] != "end":
			open = append(open, m)
		case len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return -1, ""
	}
	last := open[len(open)-1]
	return last[2], text[last[2]:last[3]]
}
