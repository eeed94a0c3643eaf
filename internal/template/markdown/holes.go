package markdown

import (
	"strconv"
	"strings"
)

// A token stands in Markdown for HTML that comes in later. It is made of letters and digits only,
// so that Markdown leaves it alone in text, in a destination, in an attribute and in code, and
// its letters are those of Hugo's kind of token, which highlighters take for a plain name.
const (
	tokenStart = "HAHASITEGENHOLE"
	tokenEnd   = "sHBHB"
)

// Holes are the places in a body that are filled after Markdown: the output of {{< >}} shortcodes.
// The zero value is empty and ready. One Holes may serve several texts that are put together.
type Holes struct {
	html   []string
	filled int  // tokens that Fill replaced
	Full   bool // Fill made too much: its result is of no use
}

// Add returns a token for a piece of HTML.
func (h *Holes) Add(html string) string {
	h.html = append(h.html, html)
	return tokenStart + strconv.Itoa(len(h.html)-1) + tokenEnd
}

// Set replaces the HTML of a token that Add returned.
func (h *Holes) Set(token, html string) {
	if i, ok := tokenIndex(token); ok && i < len(h.html) {
		h.html[i] = html
	}
}

// Len returns the number of tokens.
func (h *Holes) Len() int {
	if h == nil {
		return 0
	}
	return len(h.html)
}

// maxFilled bounds the HTML that Fill makes, in bytes, with so many bytes for each token: what stands in one token may
// stand for others twice, and these for others again.
const (
	maxFilled  = 16 << 20
	tokenBytes = 64
)

// full reports whether Fill has made too much.
func (h *Holes) full(b *strings.Builder) bool {
	h.Full = h.Full || b.Len()+tokenBytes*h.filled > maxFilled
	return h.Full
}

// Fill puts the HTML in place of the tokens. A paragraph that holds nothing but a token goes with
// it, as in Hugo. Tokens that the HTML itself holds are filled too.
func (h *Holes) Fill(s string) string {
	if h.Len() == 0 || !strings.Contains(s, tokenStart) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/4)
	h.fill(&b, s, len(h.html), false)
	if h.full(&b) {
		return s
	}
	return b.String()
}

// FillQuoted is Fill for HTML whose tags are all Markdown's: in an attribute, where a destination or a title has a
// token, quotes of what is filled in are escaped, so that it stays in the attribute.
func (h *Holes) FillQuoted(s string) string {
	if h.Len() == 0 || !strings.Contains(s, tokenStart) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/4)
	h.fill(&b, s, len(h.html), true)
	if h.full(&b) {
		return s
	}
	return b.String()
}

// fill writes s with its tokens replaced; depth ends a hole that holds itself.
func (h *Holes) fill(b *strings.Builder, s string, depth int, quoted bool) {
	inTag := false
	for !h.full(b) {
		i := strings.Index(s, tokenStart)
		if i < 0 {
			b.WriteString(s)
			return
		}
		end := strings.Index(s[i:], tokenEnd)
		if end < 0 {
			b.WriteString(s)
			return
		}
		end += i + len(tokenEnd)
		n, ok := tokenIndex(s[i:end])
		if !ok || n >= len(h.html) {
			b.WriteString(s[:i+len(tokenStart)])
			s = s[i+len(tokenStart):]
			continue
		}
		h.filled++
		before, after := s[:i], s[end:]
		if strings.HasSuffix(before, "<p>") && strings.HasPrefix(after, "</p>") {
			before, after = before[:len(before)-len("<p>")], after[len("</p>"):]
		}
		b.WriteString(before)
		if i := strings.LastIndexAny(before, "<>"); i >= 0 {
			inTag = before[i] == '<'
		}
		if html := h.html[n]; quoted && inTag {
			var filled strings.Builder
			h.fill(&filled, html, depth-1, false)
			b.WriteString(strings.ReplaceAll(filled.String(), `"`, "&#34;"))
		} else if depth > 0 && strings.Contains(html, tokenStart) {
			h.fill(b, html, depth-1, false)
		} else {
			b.WriteString(html)
		}
		s = after
	}
}

func tokenIndex(token string) (int, bool) {
	s, ok := strings.CutPrefix(token, tokenStart)
	if !ok {
		return 0, false
	}
	s, ok = strings.CutSuffix(s, tokenEnd)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0
}

// stripTokens removes tokens from text that becomes an id: what is filled in is not known yet.
func stripTokens(s string) string {
	if !strings.Contains(s, tokenStart) {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, tokenStart)
		if i < 0 {
			break
		}
		end := strings.Index(s[i:], tokenEnd)
		if end < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[i+end+len(tokenEnd):]
	}
	b.WriteString(s)
	return b.String()
}
