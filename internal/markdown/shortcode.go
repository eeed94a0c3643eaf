package markdown

import "errors"

// Part is a piece of a body: text as written, or a shortcode call.
type Part struct {
	Text string     // Markdown; "" when Call is set
	Call *Shortcode // nil for text
}

// Shortcode is one call of a shortcode: https://gohugo.io/content-management/shortcodes/
type Shortcode struct {
	Name       string
	Percent    bool           // {{% %}}: the output goes through Markdown
	Named      map[string]any // named arguments, keys as written; nil when positional
	Positional []any          // string, int, float64 or bool (bare words that look so), nil when named
	Inner      []Part         // between the tags
	Closed     bool           // has a closing tag or is self-closed
	Offset     int            // byte offset of "{{" in the source
	Line, Col  int            // in the file
	Indent     string         // white space before the call on its line, when nothing else is
}

// ParseShortcodes splits a body into text and calls; line is the line in file on which src begins.
// usesInner says whether a shortcode's template reads .Inner (then a closing tag is needed) and
// returns an error for a name that has no template. Comments {{</* x */>}} become text.
// An error is a diag.Diagnostic at the call.
func ParseShortcodes(file string, line int, src string, usesInner func(name string) (bool, error)) ([]Part, error) {
	return nil, errors.New("not there yet")
}
