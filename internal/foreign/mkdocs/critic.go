package mkdocs

import (
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// critic converts edits that span several paragraphs, items, or rows. Marks in lines of their own become tags; others
// are left out, together with what an edit removes. Edits in a paragraph are converted with the other inline syntax.
func (m *manner) critic(lines []string) {
	mode := foreign.TextOf(m.extensions["critic"]["mode"])
	// text is the page with code as blanks, so positions are the same in both.
	var text strings.Builder
	for i, place := range unfenced.PlacesOf(lines) {
		if place != block.NoCode {
			text.WriteString(strings.Repeat(" ", len(lines[i])) + "\n")
			continue
		}
		marked := block.Outside(lines[i], func(s string) string { return strings.Repeat("\x00", len(s)) })
		for k := range len(marked) {
			if marked[k] == 0 {
				text.WriteByte(lines[i][k])
			} else {
				text.WriteByte(' ')
			}
		}
		text.WriteByte('\n')
	}
	page, outside := strings.Join(lines, "\n")+"\n", text.String()
	var out strings.Builder
	at := 0
	write := func(from, to int, s string) {
		out.WriteString(page[at:from] + s)
		at = to
	}
	leave := func(from, to int) { write(from, to, strings.Repeat("\n", strings.Count(page[from:to], "\n"))) }
	for _, e := range edits.FindAllStringIndex(outside, -1) {
		from, to := e[0], e[1]
		found := outside[from:to]
		if !crosses(found) {
			continue
		}
		m.use("critic")
		middle := to - 3 // the end of what is left out
		if found[1] == '~' {
			middle = from + strings.Index(found, "~>") + 2
		}
		tag := map[byte]string{'+': "ins", '-': "del", '=': "mark"}[found[1]]
		alone := strings.HasPrefix(found[3:], "\n\n") && startsLine(page, from) && startsLine(page, to-3) && page[to] == '\n'
		switch {
		case found[1] == '>', tag == "del" && mode == "accept", tag == "ins" && mode == "reject":
			leave(from, to)
		case tag != "" && alone && mode != "accept" && mode != "reject":
			write(from, from+3, "<"+tag+">")
			write(to-3, to, "</"+tag+">")
		case found[1] == '~' && mode == "reject":
			leave(from, from+3)
			leave(middle-2, to)
		case found[1] == '~':
			leave(from, middle)
			leave(to-3, to)
		case tag == "del" && mode != "reject":
			leave(from, to)
		default:
			leave(from, from+3)
			leave(to-3, to)
		}
	}
	out.WriteString(page[at:])
	copy(lines, strings.Split(out.String(), "\n"))
}

// crosses reports whether a text is more than a part of one paragraph.
func crosses(s string) bool {
	_, s, _ = strings.Cut(s, "\n")
	for line := range strings.SplitSeq(s, "\n") {
		if s != "" && (block.Blank(line) || startsText.MatchString(line)) {
			return true
		}
	}
	return false
}
