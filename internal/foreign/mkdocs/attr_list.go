package mkdocs

import (
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://python-markdown.github.io/extensions/attr_list/
var (
	oneAttribute  = `(?:[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%./-]+))`
	attributeList = `\{:?[ \t]*` + oneAttribute + `(?:[ \t]+` + oneAttribute + `)*[ \t]*\}`
	classList     = `\{:?[ \t]*[.#][\w:-]+(?:[ \t]+` + oneAttribute + `)*[ \t]*\}` // \sum_{k=0} is none
	ownAttributes = regexp.MustCompile(`^[ \t]*` + attributeList + `[ \t]*$`)
	attributesOf  = regexp.MustCompile(`([)\]])` + attributeList + `|([*_])` + classList)
	codeAttribute = regexp.MustCompile(`^` + attributeList)
)

// attributes removes the attribute lists of Python-Markdown from links, images, code, emphasis, and paragraphs: they
// are for styles of the old theme. Those of headings stay.
func attributes(lines []string) []string {
	places := block.PlacesOf(lines)
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l
		if places[i] != block.NoCode || !strings.Contains(l, "{") || strings.HasPrefix(l, "#") {
			continue
		}
		if ownAttributes.MatchString(l) {
			out[i] = ""
			continue
		}
		parts := strings.Split(l, "`") // every second one is code
		for n := range parts {
			if n%2 == 1 {
				continue
			}
			if parts[n] = attributesOf.ReplaceAllString(parts[n], "$1$2"); n > 0 {
				parts[n] = codeAttribute.ReplaceAllString(parts[n], "")
			}
		}
		out[i] = strings.Join(parts, "`")
	}
	return out
}
