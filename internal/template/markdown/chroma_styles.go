package markdown

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/styles"
)

// StyleSheet are the options of a style sheet for highlighted code: https://gohugo.io/functions/css/chromastyles/
type StyleSheet struct {
	Style                 string // required
	Mode                  string // light or dark; "": that of the style
	ModeSelector          bool   // selectors start with the class of the mode
	ClassDark, ClassLight string // names of the classes; "": "dark", "light"

	HighlightStyle, LineNumbersInlineStyle, LineNumbersTableStyle string // "": those of the style

	OmitClassComments bool
}

// CSS returns the style sheet.
func (s *StyleSheet) CSS() (string, error) {
	name := strings.ToLower(s.Style)
	if !slices.Contains(styles.Names(), name) {
		return "", fmt.Errorf("unknown style %q", s.Style)
	}
	base, err := s.inMode(name)
	if err != nil {
		return "", err
	}
	b := base.Builder()
	for token, own := range map[chroma.TokenType]string{
		chroma.LineHighlight: s.HighlightStyle, chroma.LineNumbers: s.LineNumbersInlineStyle,
		chroma.LineNumbersTable: s.LineNumbersTableStyle,
	} {
		if own != "" {
			b.Add(token, own)
		}
	}
	style, err := b.Build()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	formatter := html.New(html.WithCSSComments(!s.OmitClassComments), html.WithCustomCSS(inheritedColors(style)))
	if err := formatter.WriteCSS(&out, style); err != nil || !s.ModeSelector {
		return out.String(), err
	}
	var class string
	switch mode := style.Mode(); mode {
	case chroma.Light:
		class = orElse(s.ClassLight, "light")
	case chroma.Dark:
		class = orElse(s.ClassDark, "dark")
	default:
		return "", fmt.Errorf("the style %q is neither light nor dark", s.Style)
	}
	return strings.NewReplacer(".bg {", "."+class+" .bg {", ".chroma ", "."+class+" .chroma ").Replace(out.String()), nil
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// inMode returns the style with that name in the mode.
func (s *StyleSheet) inMode(name string) (*chroma.Style, error) {
	modes := map[string]chroma.Mode{"light": chroma.Light, "dark": chroma.Dark}
	mode, ok := modes[s.Mode]
	switch {
	case s.Mode == "":
		return styles.Get(name), nil
	case !ok:
		return nil, fmt.Errorf("mode is light or dark, not %q", s.Mode)
	}
	style := styles.GetForMode(name, mode)
	if style.Mode() != mode {
		return nil, fmt.Errorf("the style %q has no %s mode", s.Style, s.Mode)
	}
	return style, nil
}

// inheritedColors returns the rules that chroma leaves out because they repeat the colors of the block. They are needed
// together with the style sheet of the other mode, whose rules for the same elements would otherwise apply.
func inheritedColors(style *chroma.Style) map[chroma.TokenType]string {
	out := make(map[chroma.TokenType]string)
	block := style.Get(chroma.Background)
	for token := range chroma.StandardTypes {
		if token == chroma.Background || !style.Has(token) || isCategory(token) {
			continue
		}
		entry := style.Get(token)
		if entry.Sub(block).IsZero() && entry.Colour.IsSet() {
			out[token] = html.StyleEntryToCSS(chroma.StyleEntry{Colour: entry.Colour})
		}
	}
	return out
}

// isCategory reports whether a token type has subtypes.
func isCategory(token chroma.TokenType) bool {
	for other := range chroma.StandardTypes {
		if other != token && (other.Category() == token || other.SubCategory() == token) {
			return true
		}
	}
	return false
}
