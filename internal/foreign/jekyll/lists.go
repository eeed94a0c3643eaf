package jekyll

import (
	"cmp"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	// item matches a line that starts an item of a list: https://kramdown.gettalong.org/syntax.html#lists
	item = pattern.New(`^([ \t]*)(?:([-*+])|(\d{1,9})\.)([ \t]+)(\S.*)$`)
	// ruled matches a horizontal line.
	ruled = pattern.New(`^[ \t]*(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?$`)
	// alone matches the start of a block that no text of an item continues at a smaller indentation.
	alone = pattern.New(`^ {0,3}(?:#{1,6}[ \t]|>|<[A-Za-z/]|\|)`)
	// beginning matches the attribute of a list whose first number is not 1.
	beginning = pattern.New(`\bstart=["']?(\d{1,9})\b`)
	// opaque matches the tags of elements between which no line is an item, besides those of structure.
	opaque = pattern.New(`<(/?)(pre|script|style|textarea)\b[^<>]*>`)
	// defines matches a line of a definition list.
	defines = pattern.New(`^[ \t]*:[ \t]`)
)

// listing is an open list.
type listing struct {
	mark  string // "." for numbers
	first int    // index of its first line
	text  int    // column of the text of its last item
	at    int    // column of its marks in the converted text
	to    int    // column of that text there
}

// lists writes lists so that CommonMark reads them as kramdown does, whose items take what is below them without a
// blank line: a list of another type, or one that is indented less than their text, is part of the item. All bullets
// are alike, and an ordered list starts at 1, or at the number of its attribute start.
func lists(t *block.Text) {
	var open []listing
	blank, shift, start, depth := true, 0, "", 0
	colon := -1 // indentation of a definition above without a blank line below
	for i, line := range t.Lines {
		switch place := t.Places[i]; {
		case place == block.Inside || place == block.Closing:
			t.Lines[i] = shifted(line, shift)
			continue
		case block.Blank(line):
			blank, colon = true, -1
			continue
		}
		if len(open) == 0 && (depth > 0 || strings.Contains(line, "<")) {
			if depth += balance(line); depth > 0 || strings.HasPrefix(strings.TrimSpace(line), "<") {
				depth, blank, start = max(depth, 0), false, ""
				continue
			}
			depth = 0
		}
		if m := blockList.FindStringSubmatch(line); m != nil {
			start = ""
			if s := beginning.FindStringSubmatch(m[1]); s != nil {
				start = s[1]
			}
			if !blank && len(open) > 0 && start != "" && open[0].mark == "." { // the attribute of the list above
				t.Lines[open[0].first] = numbered(t.Lines[open[0].first], start)
				start = ""
			}
			in, indent := len(open), block.Width(line, 0)
			for in > 0 && indent < open[in-1].text {
				in--
			}
			if ends := in < len(open); !blank && start == "" && (ends || in == 0 && indent < 4) {
				if next := below(t, i); deep.MatchString(next) || ends && item.MatchString(next) {
					if open, shift = open[:in], 0; in > 0 {
						line = strings.Repeat(" ", open[in-1].to) + strings.TrimLeft(line, " \t")
					}
					t.Lines[i] = line + parted
				}
			}
			continue
		}
		if strings.TrimSpace(line) == "^" {
			open, shift, blank = nil, 0, true
			continue
		}
		m := item.FindStringSubmatch(line)
		if m != nil && ruled.MatchString(line) {
			m = nil
		}
		indent := block.Width(line, 0)
		if m != nil {
			mark := cmp.Or(m[2], ".")
			if in := listOf(open, mark, indent, blank); in != nil {
				open = in
				l := &open[len(open)-1]
				if l.first < 0 {
					l.first = i
				} else {
					start = m[3] // only the first number counts
				}
				t.Lines[i] = l.item(m, indent, start)
				blank, start, shift = false, "", l.to-l.text
				continue
			}
		}
		ended := -1 // column of the text of the outer list that ends
		for n := len(open); n > 0 && indent < open[n-1].text && (blank || alone.MatchString(line)); n-- {
			ended = open[n-1].to
			open = open[:n-1]
		}
		shift = 0
		if n := len(open); n > 0 {
			shift = open[n-1].to - open[n-1].text
			if indent < open[n-1].text && t.Places[i] == block.Opening { // code, whose lines are those of the item
				shift = open[n-1].to - indent
			}
			if indent >= open[n-1].text || t.Places[i] == block.Opening {
				t.Lines[i] = shifted(line, shift)
			}
		} else if ended >= 0 && indent >= ended {
			t.Lines[i] = strings.TrimLeft(line, " \t")
		}
		if defines.MatchString(line) && (colon < 0 || indent <= colon) {
			t.Lines[i], colon = defined(open, line, indent), indent
		}
		blank, start = false, ""
	}
}

// below returns the next line that is not blank; "" if there is none.
func below(t *block.Text, i int) string {
	for _, line := range t.Lines[i+1:] {
		if !block.Blank(line) {
			return line
		}
	}
	return ""
}

// defined returns a line of a definition list as CommonMark needs it: without spaces in the item that it is in.
func defined(open []listing, line string, indent int) string {
	column, text := 0, 0
	if n := len(open); n > 0 {
		column, text = open[n-1].to, open[n-1].text
	}
	if indent >= text+4 {
		return line
	}
	return strings.Repeat(" ", column) + strings.TrimLeft(line, " \t")
}

// listOf returns the open lists when an item with a mark starts: it belongs to the last. nil means that the line is
// text of an item. blank means that a blank line is above.
func listOf(open []listing, mark string, indent int, blank bool) []listing {
	isOf := func(l listing) bool { return (l.mark == ".") == (mark == ".") }
	base, at := 0, 0 // the columns of the text around the list
	for i, l := range open {
		switch {
		case isOf(l) && indent-base <= min(3, l.text-base-1):
			return open[:i+1]
		case indent >= l.text:
			base, at = l.text, l.to
		case blank: // another list
			return append(open[:i], listing{at: at + min(3, indent-base), mark: mark, first: -1})
		case i+1 < len(open) && isOf(open[i+1]):
			return open[:i+2]
		default:
			return append(open[:i+1], listing{at: l.to, mark: mark, first: -1})
		}
	}
	if indent-base > 3 {
		return nil
	}
	return append(open, listing{at: at + indent - base, mark: mark, first: -1})
}

// item returns the line of an item, and notes where its text is. m is its match, and indent its indentation. An item
// that is the first of its list has the number start; "" is 1.
func (l *listing) item(m []string, indent int, start string) string {
	mark := l.mark
	if mark == "." {
		start = cmp.Or(start, "1")
		mark = start + "."
	}
	l.text = indent + len(m[2])
	if m[2] == "" {
		l.text += len(m[3]) + 1
	}
	l.text += block.Width(m[4], l.text)
	gap := l.text - indent - len(mark)
	if gap < 1 || gap > 4 { // more would be code
		gap = 1
	}
	l.to = l.at + len(mark) + gap
	return strings.Repeat(" ", l.at) + mark + strings.Repeat(" ", gap) + m[5]
}

// numbered returns an item of an ordered list with another number.
func numbered(line, number string) string {
	m := item.FindStringSubmatch(line)
	return m[1] + number + "." + strings.Repeat(" ", max(1, len(m[3])+len(m[4])-len(number))) + m[5]
}

// shifted moves a line to the right, or to the left as far as it is indented.
func shifted(line string, by int) string {
	if by == 0 || block.Blank(line) {
		return line
	}
	return strings.Repeat(" ", max(0, block.Width(line, 0)+by)) + strings.TrimLeft(line, " \t")
}

// balance returns how many more elements start in a line of HTML than end.
func balance(line string) (n int) {
	line = withoutCode(line)
	for _, tags := range []*pattern.Pattern{structure, opaque} {
		for _, m := range tags.FindAllStringSubmatch(line, -1) {
			switch {
			case m[1] != "":
				n--
			case !strings.Contains(m[0], "markdown="):
				n++
			}
		}
	}
	return n
}
