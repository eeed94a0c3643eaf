package liquid

import (
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// Aligned adds and removes blank lines between the blocks of an executed text, so that they are in the lines of the
// page in which they were written, where possible. lines are those of Execute, and those of the result.
func Aligned(text string, lines []int) (out string, from []int) {
	all := strings.Split(text, "\n")
	places := block.PlacesOf(all)
	kept := make([]string, 0, len(all))
	pre := 0 // elements around the line in which blank lines show
	for i, line := range all {
		lower := strings.ToLower(line)
		pre = max(0, pre+strings.Count(lower, "<pre")-strings.Count(lower, "</pre>"))
		last := len(kept) - 1
		between := pre == 0 && places[i] == block.NoCode && block.Blank(line) && i+1 < len(all) &&
			!strings.HasPrefix(all[i+1], "    ") && !strings.HasPrefix(all[i+1], "\t")
		switch {
		case !between:
		case last >= 0 && block.Blank(kept[last]) && len(kept) >= lines[i]:
			continue
		case !block.Blank(all[i+1]):
			for len(kept)+2 < lines[i+1] {
				kept, from = append(kept, ""), append(from, lines[i])
			}
		}
		kept, from = append(kept, line), append(from, lines[i])
	}
	return strings.Join(kept, "\n"), from
}
