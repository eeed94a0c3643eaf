package markdown

import "strings"

// The source of a formula in MathML, as KaTeX writes it: https://katex.org/docs/options.html (output).
const (
	texStart = `<annotation encoding="application/x-tex">`
	texEnd   = "</annotation>"
)

// formulas finds the formulas of KaTeX in a text, which are MathML that includes their source.
type formulas struct {
	html  string
	plain func(string) string
	end   int // the next </math> after the last position searched; the end of the text for none
}

// text returns the text of the formula that starts at a position, and its end; 0 if its source is not included. Hugo's
// plainify writes the letters of the formula followed by its source.
func (f *formulas) text(at int) (text string, after int) {
	s := f.html[at:]
	if f.end <= at { // else it is known
		f.end = len(f.html)
		if i := strings.Index(s, "</math>"); i >= 0 {
			f.end = at + i
		}
	}
	if f.end == len(f.html) || strings.Contains(s[1:f.end-at], "<math") {
		return "", 0
	}
	math, source, found := strings.Cut(s[:f.end-at], texStart)
	tex, _, ended := strings.Cut(source, texEnd)
	if !found || !ended {
		return "", 0
	}
	after = f.end + len("</math>")
	switch {
	case !placed(math):
		return strings.TrimSpace(f.plain(math)), after
	case !strings.Contains(tex, `\`):
		return strings.TrimSpace(tex), after
	}
	return "…", after
}

// placed reports whether a formula loses its meaning without layout: 1/2 would become 12.
func placed(math string) bool {
	for _, name := range []string{"mfrac", "msqrt", "mroot", "msu", "munder", "mover", "mmultiscripts", "mtable"} {
		if strings.Contains(math, "<"+name) {
			return true
		}
	}
	return false
}
