package markdown

import (
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/config"
)

// Plain returns the text of HTML like Hugo's plainify and .Plain: without tags, comments, scripts, and styles, with
// newlines turned into spaces, a newline for each </p> and <br>, a space between blocks, and only the first character
// of each run of white space. Entities are kept. A formula of KaTeX appears once: see formulas. Text without "<" is
// returned unchanged.
func Plain(html string, as config.Release) string {
	if as.Before(169) {
		return oldPlain(html)
	}
	if strings.IndexByte(html, '<') < 0 {
		return html
	}
	var p plainWriter
	p.b.Grow(len(html) * 3 / 4)
	math := formulas{html: html, plain: func(s string) string { return Plain(s, as) }}
	for r := (tagReader{html: html, limit: len(html)}); ; {
		from := r.at
		t, ok := r.next()
		if !ok {
			p.write(html[from:])
			return p.b.String()
		}
		p.write(html[from:t.start])
		switch {
		case t.name == "br" && !t.closing, t.name == "p" && t.closing:
			p.newline()
		case (t.name == "script" || t.name == "style") && !t.closing:
			if !t.empty {
				r.skipRaw(t.name)
			}
		case t.name == "math" && !t.closing:
			if text, after := math.text(t.start); after > 0 {
				p.write(text)
				r.at = after
			}
		case isBlock(t.name):
			p.apart = true
		}
	}
}

// isBlock reports whether the contents of an element are apart from the text around it.
func isBlock(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "caption", "dd", "details", "dialog", "div", "dl", "dt", "fieldset",
		"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "li", "main",
		"nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul":
		return true
	}
	return false
}

// plainWriter writes text with at most one character of white space between words.
type plainWriter struct {
	b     strings.Builder
	space bool // the last character written is white space
	apart bool // white space separates the next text from the one before
}

// The kinds of bytes that write distinguishes.
const (
	otherByte = iota
	spaceByte
	wideByte // part of a non-ASCII character
)

var byteKinds = func() (kinds [256]uint8) {
	for _, c := range "\t\n\v\f\r " {
		kinds[c] = spaceByte
	}
	for c := utf8.RuneSelf; c < len(kinds); c++ {
		kinds[c] = wideByte
	}
	return kinds
}()

// write writes text, with one character for a run of white space.
func (p *plainWriter) write(s string) {
	if p.apart && s != "" {
		if r, _ := utf8.DecodeRuneInString(s); !isSpace(r) && !p.space && p.b.Len() > 0 {
			p.b.WriteByte(' ')
		}
		p.apart = false
	}
	from := 0 // s[from:i] is written unchanged
	for i := 0; i < len(s); {
		switch byteKinds[s[i]] {
		case otherByte:
			p.space = false
			for i++; i < len(s) && byteKinds[s[i]] == otherByte; i++ {
			}
		case spaceByte:
			if s[i] == ' ' && !p.space { // the common case: a single space
				p.space = true
				i++
				continue
			}
			p.b.WriteString(s[from:i])
			p.writeSpace(rune(s[i]))
			i++
			from = i
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !isSpace(r) && (r != utf8.RuneError || size > 1) {
				p.space = false
				i += size
				continue
			}
			p.b.WriteString(s[from:i])
			if isSpace(r) {
				p.writeSpace(r)
			} else {
				p.space = false
				p.b.WriteRune(utf8.RuneError)
			}
			i += size
			from = i
		}
	}
	p.b.WriteString(s[from:])
}

func (p *plainWriter) writeSpace(r rune) {
	if p.space {
		return
	}
	if r == '\n' {
		r = ' '
	}
	p.b.WriteRune(r)
	p.space = true
}

func (p *plainWriter) newline() {
	if !p.space {
		p.b.WriteByte('\n')
		p.space = true
	}
}
