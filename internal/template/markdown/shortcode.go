package markdown

import (
	"regexp"
	"strings"
)

// Part is a piece of a body: text as written, or a shortcode call.
type Part struct {
	Text string     // Markdown; "" when Call is set
	Call *Shortcode // nil for text

	Line, Col int // position of Text in the file; 0 if it is not in the file
}

// Shortcode is one call of a shortcode: https://gohugo.io/content-management/shortcodes/
type Shortcode struct {
	Name       string
	Percent    bool           // {{% %}}: the output is parsed as Markdown
	Inline     bool           // name.inline: its template is in the page
	Template   *Part          // of an inline one: between its tags, or of an earlier one; nil: none
	Named      map[string]any // named arguments, keys as written; nil when positional
	Positional []any          // string, int, float64, or bool (bare words that look like one), nil if named
	Inner      []Part         // between the tags
	Closed     bool           // has a closing tag or is self-closed
	Ordinal    int            // position among its siblings, from 0
	Offset     int            // byte offset of "{{" in the source
	Line, Col  int            // in the file
	Indent     string         // white space before the call, if it is first on its line
}

// IndentOutput indents the lines of a call's output after the first like the call itself, so they belong to the same
// block in Markdown. Hugo does not indent calls with inner content.
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

// singleParagraph matches the HTML of one line of Markdown.
var singleParagraph = regexp.MustCompile(`\A<p>(.*)</p>\n\z`)

// ShortInner returns the converted inner content of a nested {{% %}} call as its template sees it: if the source is one
// line, without the paragraph around it.
func ShortInner(source string, html []byte) string {
	if strings.IndexByte(source, '\n') < 0 {
		if m := singleParagraph.FindSubmatch(html); m != nil {
			return string(m[1])
		}
	}
	return string(html)
}

var shortcodeStart = regexp.MustCompile(`{{[%<][^/]`)

// HasShortcode reports whether a text contains the start of a shortcode call. As in Hugo, one that is commented out does
// not count, so in a text with no other shortcodes it stays as it is.
func HasShortcode(s string) bool {
	return strings.Contains(s, "{{") && shortcodeStart.MatchString(s)
}
