package mkdocs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	listItem = pattern.New(`^(\d{1,9})[.)] +(.*)$`)
	mention  = pattern.New(`\((\d{1,9})\)`)
)

// annotate converts annotations to footnotes: the numbers in a paragraph with the class annotate, and the list below
// it. https://squidfunk.github.io/mkdocs-material/reference/annotations/
func (w *text) annotate(n *block.Node) {
	done := 0 // lines
	for i := range n.Lines {
		l := &n.Lines[i]
		if l.Code || !strings.Contains(l.Text, ".annotate") || !ownAttributes.MatchString(l.Text) {
			continue
		}
		found, end := w.annotations(n.Lines, i+1)
		if found == 0 {
			continue
		}
		l.Text = ""
		from := done
		if done = max(done, end); i < from { // it is in an annotation
			from = 0
		}
		for j := i - 1; j >= from && n.Lines[j].Text != ""; j-- {
			w.mentions(n.Lines[j:j+1], found)
		}
	}
}

// annotateIn does the same for a construct with this class, such as !!! note annotate, and the list below it.
func (w *text) annotateIn(n, below *block.Node) {
	ofTag := n.Tag != nil && slices.Contains(strings.Fields(n.Tag.Value("class")), "annotate")
	if !ofTag && !slices.Contains(strings.Fields(n.Words), "annotate") {
		return
	}
	found, _ := w.annotations(below.Lines, 0)
	var walk func(*block.Node)
	walk = func(n *block.Node) {
		n.Title = w.mention(n.Title, found)
		w.mentions(n.Lines, found)
		for _, in := range n.Inside {
			walk(in)
		}
	}
	if found > 0 {
		walk(n)
	}
}

// annotations makes footnotes of the list that begins at a line, and returns how many there are, and the line after it.
func (w *text) annotations(lines []block.Line, first int) (found, end int) {
	for first < len(lines) && lines[first].Text == "" {
		first++
	}
	w.notes++
	outer := 0 // indentation of the list, in another annotation
	if first < len(lines) {
		outer = block.IndentOf(lines[first].Text)
	}
	for end = first; end < len(lines); end++ {
		item := &lines[end]
		m := listItem.FindStringSubmatch(item.Text[min(outer, len(item.Text)):])
		switch indent := block.IndentOf(item.Text) - outer; {
		case m != nil && indent >= 0 && !item.Code:
			found++
			item.Text = fmt.Sprintf("%s[^annotation-%d-%d]: %s", item.Text[:outer], w.notes, found, m[2])
			continue
		case found > 0 && (item.Text == "" || indent >= 4):
			continue
		case found > 0 && indent > 1:
			item.Text = strings.Repeat(" ", 4-indent) + item.Text
			continue
		}
		break
	}
	return found, end
}

// mentions refers to the last annotations, of which this many were found, in lines.
func (w *text) mentions(lines []block.Line, found int) {
	for i := range lines {
		if !lines[i].Code {
			lines[i].Text = block.Outside(lines[i].Text, func(s string) string { return w.mention(s, found) })
		}
	}
}

func (w *text) mention(s string, found int) string {
	return mention.ReplaceAllStringFunc(s, func(number string) string {
		k, err := strconv.Atoi(number[1 : len(number)-1])
		if err != nil || k < 1 || k > found {
			return number
		}
		return fmt.Sprintf("[^annotation-%d-%d]", w.notes, k)
	})
}
