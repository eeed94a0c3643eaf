package mkdocs

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://python-markdown.github.io/extensions/attr_list/
var (
	oneAttribute  = `(?:[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%./-]+))`
	attributeList = `\{:?[ \t]*` + oneAttribute + `(?:[ \t]+` + oneAttribute + `)*[ \t]*\}`
	// does not match \sum_{k=0}
	classList     = `\{:?[ \t]*(?:[.#][\w:-]+|[\w-]+="[^"]*")(?:[ \t]+` + oneAttribute + `)*[ \t]*\}`
	ownAttributes = pattern.New(`^[ \t]*` + attributeList + `[ \t]*$`)
	attributesOf  = pattern.New(`([)\]])(` + attributeList + `)|([*_])(` + classList + `)`)
	codeAttribute = pattern.New(`^` + attributeList)
	atEnd         = pattern.New(`[ \t]+\{:?[ \t]*[.#][\w:-]+(?:[ \t]+` + oneAttribute + `)*[ \t]*\}[ \t]*($|\|)`)
	headLine      = pattern.New(leading + `#`)
	listAtEnd     = pattern.New(`[ \t]+` + attributeList + `[ \t]*#*[ \t]*$`)
	oneValue      = pattern.New(`([\w-]+)=(?:"([^"]*)"|'([^']*)'|([\w%./-]+))`)
	idOf          = pattern.New(`#([\w:-]+)`)
)

// scheme matches a picture for light or dark mode:
// https://squidfunk.github.io/mkdocs-material/reference/images/#light-and-dark-mode
var scheme = pattern.New(`(!\[[^\]]*\]\([^)\s#]*)#` + modes + `([^)]*\))|(<img src="[^"#]*)#` + modes + `("[^>]*>)`)

const modes = `(?:only-(light|dark)|gh-(light|dark)-mode-only)`

// schemes marks the pictures that readers see only in light or only in dark mode, by the classes of the themes.
func schemes(line string) string {
	if !strings.Contains(line, "only") {
		return line
	}
	return scheme.ReplaceAllString(line, `<span class="on-$2$3$6$7">$1$4$5$8</span>`)
}

// sized keeps the sizes, sides, and styles of images in a line.
func (w *text) sized(line string) string {
	if !strings.Contains(line, "![") || !strings.Contains(line, "{") {
		return line
	}
	return block.Sized(line, "{", w.page.Base, w.relative)
}

// attributes removes the attribute lists of links, images, code, emphasis and paragraphs, which are for styles of the
// old theme. IDs stay, because links lead to them. Those of headings are kept, with their values in double quotes.
func attributes(line string) string {
	if !strings.Contains(line, "{") {
		return line
	}
	if headLine.MatchString(line) {
		list := listAtEnd.FindString(line)
		line, list = strings.TrimSuffix(line, list), strings.TrimRight(list, "# \t")
		list = oneValue.ReplaceAllStringFunc(list, func(found string) string {
			m := oneValue.FindStringSubmatch(found)
			return m[1] + `="` + strings.ReplaceAll(m[2]+m[3]+m[4], `"`, `\"`) + `"`
		})
		return withoutLists(line) + strings.Replace(list, "{:", "{", 1)
	}
	if ownAttributes.MatchString(line) {
		return anchor(line)
	}
	return withoutLists(line)
}

// withoutLists removes the attribute lists in a line.
func withoutLists(line string) string {
	parts := strings.Split(line, "`") // every second one is code
	for n := range parts {
		if n%2 == 1 {
			continue
		}
		parts[n] = attributesOf.ReplaceAllStringFunc(parts[n], func(s string) string {
			at := strings.IndexByte(s, '{')
			return s[:at] + anchor(s[at:])
		})
		if n == len(parts)-1 || strings.Contains(parts[n], "|") {
			parts[n] = atEnd.ReplaceAllStringFunc(parts[n], func(s string) string {
				return anchor(s) + strings.TrimLeft(s[strings.LastIndexByte(s, '}')+1:], " \t")
			})
		}
		if n > 0 {
			parts[n] = codeAttribute.ReplaceAllStringFunc(parts[n], anchor)
		}
	}
	return strings.Join(parts, "`")
}

// anchor returns an anchor with the ID in an attribute list, or "".
func anchor(list string) string {
	if m := idOf.FindStringSubmatch(list); m != nil {
		return `<a id="` + m[1] + `"></a>`
	}
	return ""
}
