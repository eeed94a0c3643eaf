package mdx

import (
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

var (
	headingLine = pattern.New(`^ {0,3}#{2,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t\r]*$`)
	headingID   = pattern.New(`\{(?:#|/\*[ \t]*#)[^{}]*\}$`)
	anyLink     = pattern.New(`!?\[([^\[\]]*)\]\([^()]*\)`)
)

// Identified gives headings with expressions the IDs of Docusaurus and Astro, which come from the source: {1 + 1} counts
// as it is written. https://docusaurus.io/docs/markdown-features/toc#heading-ids
func Identified(lines []string) {
	used := map[string]int{}
	places := block.PlacesOf(lines)
	for i, line := range lines {
		if places[i] != block.NoCode || !strings.Contains(line, "{") {
			continue
		}
		m := headingLine.FindStringSubmatch(line)
		if m == nil || headingID.MatchString(m[1]) {
			continue
		}
		id := nav.Slug(strings.TrimSpace(anyLink.ReplaceAllString(AnyTag.ReplaceAllString(m[1], ""), "$1")))
		if id == "" {
			continue
		}
		n := used[id]
		if used[id]++; n > 0 {
			id += "-" + strconv.Itoa(n)
		}
		lines[i] = strings.TrimRight(line, " \t\r#") + " {#" + id + "}"
	}
}
