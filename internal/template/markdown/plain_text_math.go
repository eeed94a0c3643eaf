package markdown

import "strings"

// The source of a formula in MathML, as KaTeX writes it: https://katex.org/docs/options.html (output).
const (
	texStart = `<annotation encoding="application/x-tex">`
	texEnd   = "</annotation>"
)

// formula writes a formula at the start of the rest of the text, if its source is included. Hugo's plainify writes the
// letters of the formula followed by its source.
func (p *plainWriter) formula() bool {
	s := p.html[p.at:]
	if p.mathEnd <= p.at { // else it is known
		p.mathEnd = len(p.html)
		if i := strings.Index(s, "</math>"); i >= 0 {
			p.mathEnd = p.at + i
		}
	}
	end := p.mathEnd - p.at
	if p.mathEnd == len(p.html) || strings.Contains(s[1:end], "<math") {
		return false
	}
	math, after, found := strings.Cut(s[:end], texStart)
	tex, _, ended := strings.Cut(after, texEnd)
	if !found || !ended {
		return false
	}
	p.tags = true
	switch {
	case !placed(math):
		p.write(strings.TrimSpace(Plain(math)))
	case !strings.Contains(tex, `\`):
		p.write(strings.TrimSpace(tex))
	default:
		p.write("…")
	}
	p.at += end + len("</math>")
	return true
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
