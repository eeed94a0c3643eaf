package markdown

import (
	"regexp"
	"strings"
)

// Part is a piece of a body: text as written, or a shortcode call.
type Part struct {
	Text string     // Markdown; "" when Call is set
	Call *Shortcode // nil for text

	Line, Col int // where Text begins in the file; 0 when no line of the file holds it
}

// Shortcode is one call of a shortcode: https://gohugo.io/content-management/shortcodes/
type Shortcode struct {
	Name       string
	Percent    bool           // {{% %}}: the output goes through Markdown
	Inline     bool           // name.inline: its template stands in the page
	Template   *Part          // of an inline one: between its tags, or those of an earlier one of its name; nil: nowhere
	Named      map[string]any // named arguments, keys as written; nil when positional
	Positional []any          // string, int, float64 or bool (bare words that look so), nil when named
	Inner      []Part         // between the tags
	Closed     bool           // has a closing tag or is self-closed
	Ordinal    int            // position among its siblings, from 0
	Offset     int            // byte offset of "{{" in the source
	Line, Col  int            // in the file
	Indent     string         // white space before the call on its line, when nothing else is
}

// IndentOutput indents the lines of a call's output after the first like the call itself, so that
// Markdown sees them where the author put the call. With inner content Hugo leaves them alone.
func (s *Shortcode) IndentOutput(out string) string {
	if s.Indent == "" || len(s.Inner) > 0 || strings.IndexByte(out, '\n') < 0 {
		return out
	}
	var b strings.Builder
	first := true
	for line := range strings.Lines(out) {
		if !first {
			b.WriteString(s.Indent)
		}
		first = false
		b.WriteString(line)
	}
	return b.String()
}

// Deindent removes the call's indentation from the lines of its inner content: .InnerDeindent.
func (s *Shortcode) Deindent(inner string) string {
	if s.Indent == "" {
		return inner
	}
	var b strings.Builder
	for line := range strings.Lines(inner) {
		b.WriteString(strings.TrimPrefix(line, s.Indent))
	}
	return b.String()
}

// singleParagraph is what Markdown makes of one line.
var singleParagraph = regexp.MustCompile(`\A<p>(.*)</p>\n\z`)

// ShortInner returns the converted inner content of a nested {{% %}} call as its template sees it:
// when the source is one line, without the paragraph that Markdown put around it.
func ShortInner(source string, html []byte) string {
	if strings.IndexByte(source, '\n') < 0 {
		if m := singleParagraph.FindSubmatch(html); m != nil {
			return string(m[1])
		}
	}
	return string(html)
}

// HasShortcode says whether a text may hold a shortcode call.
func HasShortcode(s string) bool {
	return strings.Contains(s, "{{<") || strings.Contains(s, "{{%")
}
