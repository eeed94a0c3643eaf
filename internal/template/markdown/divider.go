package markdown

import (
	"slices"
	"strings"
	"unicode"
)

// Divider replaces <!--more--> while a body is converted, since Markdown would drop a comment.
const Divider = "SITEGENMORE42"

// DividerParagraph is the text that MarkDivider inserts.
const DividerParagraph = "\n\n" + Divider + "\n\n"

// more separates the summary from the rest: https://gohugo.io/content-management/summaries/#manual-summary
const more = "<!--more-->"

// MarkDivider replaces the first <!--more--> and the white space after it by the Divider in a separate paragraph, and
// reports whether there is one. The text after it becomes a separate part. Later ones are unchanged. One inside a
// shortcode counts as the first but is only removed, as in Hugo. parts is not changed.
func MarkDivider(parts []Part) ([]Part, bool) {
	for i, p := range parts {
		if p.Call == nil {
			before, after, ok := strings.Cut(p.Text, more)
			if !ok {
				continue
			}
			rest := strings.TrimLeftFunc(after, unicode.IsSpace)
			out := append(make([]Part, 0, len(parts)+1), parts[:i]...)
			out = append(out, Part{Text: before + DividerParagraph, Line: p.Line, Col: p.Col})
			second := Part{Text: rest}
			if p.Line > 0 {
				second.Line, second.Col = advance(p.Line, p.Col, p.Text[:len(p.Text)-len(rest)])
			}
			return append(append(out, second), parts[i+1:]...), true
		}
		if inner, ok := dropDivider(p.Call.Inner); ok {
			call := *p.Call
			call.Inner = inner
			out := append([]Part(nil), parts...)
			out[i].Call = &call
			return out, false
		}
	}
	return parts, false
}

// dropDivider removes the first <!--more--> inside shortcodes.
func dropDivider(parts []Part) ([]Part, bool) {
	for i, p := range parts {
		if p.Call == nil {
			before, after, ok := strings.Cut(p.Text, more)
			if !ok {
				continue
			}
			out := slices.Clone(parts)
			out[i].Text = before + strings.TrimLeftFunc(after, unicode.IsSpace)
			return out, true
		}
		if inner, ok := dropDivider(p.Call.Inner); ok {
			call := *p.Call
			call.Inner = inner
			out := slices.Clone(parts)
			out[i].Call = &call
			return out, true
		}
	}
	return parts, false
}
