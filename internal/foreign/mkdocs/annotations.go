package mkdocs

import (
	"fmt"
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
		first := i + 1
		for first < len(n.Lines) && n.Lines[first].Text == "" {
			first++
		}
		w.notes++
		found := 0
		j := first
		for ; j < len(n.Lines); j++ {
			item := &n.Lines[j]
			m := listItem.FindStringSubmatch(item.Text)
			switch indent := block.IndentOf(item.Text); {
			case m != nil && !item.Code:
				found++
				item.Text = fmt.Sprintf("[^annotation-%d-%d]: %s", w.notes, found, m[2])
				continue
			case found > 0 && (item.Text == "" || indent >= 4):
				continue
			case found > 0 && indent > 1:
				item.Text = strings.Repeat(" ", 4-indent) + item.Text
				continue
			}
			break
		}
		if found == 0 {
			continue
		}
		l.Text = ""
		from := done
		for done, j = j, i-1; j >= from && n.Lines[j].Text != ""; j-- {
			if above := &n.Lines[j]; !above.Code {
				above.Text = block.Outside(above.Text, func(s string) string {
					return mention.ReplaceAllStringFunc(s, func(number string) string {
						var k int
						if _, err := fmt.Sscanf(number, "(%d)", &k); err != nil || k < 1 || k > found {
							return number
						}
						return fmt.Sprintf("[^annotation-%d-%d]", w.notes, k)
					})
				})
			}
		}
	}
}
