package jekyll

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	// section matches a heading below the title of the page.
	section = pattern.New(`^ {0,3}(##{1,5})[ \t]+\S`)
	// frameStart and frameEnd match the lines of an element that readers open, or of navigation, and frameTitle the line
	// that ends its name.
	frameStart = pattern.New(`^[ \t]*<(?:details|nav)\b[^<>]*>`)
	frameEnd   = pattern.New(`^[ \t]*</(?:details|nav)>[ \t]*\r?$`)
	frameTitle = pattern.New(`(?:</summary>|</header>|<nav\b[^<>]*>)\s*$`)
)

// withoutContents removes what would be left without the table of contents that ended in a line: a heading with nothing
// below it, or an element with nothing but its name. The theme has a table of contents.
func withoutContents(lines []string, at int) {
	above, below := at-2, at+1
	for above >= 0 && (block.Blank(lines[above]) || blockList.MatchString(lines[above])) {
		above--
	}
	for below < len(lines) && block.Blank(lines[below]) {
		below++
	}
	if above < 0 {
		return
	}
	if below < len(lines) && frameEnd.MatchString(lines[below]) && frameTitle.MatchString(lines[above]) {
		for top := above; top > above-mostSummary && top >= 0; top-- {
			if frameStart.MatchString(lines[top]) {
				clear(lines[top : below+1])
				return
			}
		}
	}
	if m := section.FindStringSubmatch(lines[above]); m != nil && endsSection(lines[below:], len(m[1])) {
		lines[above] = ""
	}
}

// mostSummary is the maximum number of lines between the start of an element and its name.
const mostSummary = 8

// endsSection reports whether a section whose heading has a level is empty, given the lines below it.
func endsSection(lines []string, level int) bool {
	if len(lines) == 0 || ruled.MatchString(lines[0]) {
		return true
	}
	n := len(lines[0]) - len(strings.TrimLeft(lines[0], "#"))
	return n > 0 && n <= level || len(lines) > 1 && setext(lines[0]) && underline.MatchString(lines[1])
}
