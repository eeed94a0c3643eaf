package markdown

import "unicode/utf8"

// positions converts byte offsets of a text to lines and columns. It continues from the last result, so many positions
// in order cost one pass over the text.
type positions[T string | []byte] struct {
	src       T
	at        int // offset of the last result
	line, col int // of at, from 0, col in characters
}

// position returns line and column, from 1, of an offset.
func (p *positions[T]) position(offset int) (line, col int) {
	offset = max(0, min(offset, len(p.src)))
	for ; p.at < offset; p.at++ {
		switch c := p.src[p.at]; {
		case c == '\n':
			p.line++
			p.col = 0
		case utf8.RuneStart(c):
			p.col++
		}
	}
	if p.at > offset {
		p.back(offset)
	}
	return p.line + 1, p.col + 1
}

func (p *positions[T]) back(offset int) {
	crossed := false
	for ; p.at > offset; p.at-- {
		switch c := p.src[p.at-1]; {
		case c == '\n':
			p.line--
			crossed = true
		case utf8.RuneStart(c):
			p.col--
		}
	}
	if !crossed {
		return
	}
	p.col = 0
	for i := offset - 1; i >= 0 && p.src[i] != '\n'; i-- {
		if utf8.RuneStart(p.src[i]) {
			p.col++
		}
	}
}
