package markdown

import (
	"strconv"
	"strings"
)

// A token is a placeholder in Markdown for HTML that is inserted later. It consists of letters and digits, so Markdown
// does not change it in text, destinations, attributes, or code. Its letters are those of Hugo's tokens, which
// highlighters read as a plain name.
const (
	tokenStart = "HAHASITEGENHOLE"
	tokenEnd   = "sHBHB"
)

// Holes are the places in a body that are filled after Markdown: the output of {{< >}} shortcodes. The zero value is
// empty and ready to use. One Holes may serve several texts that are joined.
type Holes struct {
	html   []string
	filled int  // number of tokens that Fill replaced
	Full   bool // Fill exceeded a limit, so its result is not valid
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

// maxFilled limits the HTML that Fill makes, in bytes, plus some bytes for each token: the content of one token may
// contain others twice, and these others again.
const (
	maxFilled  = 16 << 20
	tokenBytes = 64
)

// full reports whether Fill exceeds the limit.
func (h *Holes) full(b *strings.Builder) bool {
	h.Full = h.Full || b.Len()+tokenBytes*h.filled > maxFilled
	return h.Full
}

// Fill replaces the tokens by their HTML. A paragraph with nothing but a token is removed with it, as in Hugo. Tokens
// in the HTML are filled, too.
func (h *Holes) Fill(s string) string { return h.filledIn(s, false) }

// FillQuoted is Fill for HTML whose tags all come from Markdown: inside an attribute, where a destination or a title
// has a token, quotes in the content are escaped, so that it stays in the attribute.
func (h *Holes) FillQuoted(s string) string { return h.filledIn(s, true) }

func (h *Holes) filledIn(s string, quoted bool) string {
	if h.Len() == 0 || !strings.Contains(s, tokenStart) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + len(s)/4)
	h.fill(&b, s, len(h.html), quoted)
	if h.full(&b) {
		return s
	}
	return b.String()
}

// fill writes s with its tokens replaced. depth stops a hole that contains itself.
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

// stripTokens removes tokens from text that becomes an ID, since their content is not known yet.
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
