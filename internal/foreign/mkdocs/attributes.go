package mkdocs

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// https://python-markdown.github.io/extensions/attr_list/
var (
	oneAttribute  = `(?:\.[\w:-]+|#[\w:.-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[\w%./-]+))`
	moreAttribute = `(?:[ \t]+(?:` + oneAttribute + `|[\w-]+))*[ \t]*\}`
	attributeList = `\{[ \t]*(?::?[ \t]*` + oneAttribute + `|:[ \t]*[\w-]+)` + moreAttribute
	// does not match \sum_{k=0}
	classList     = `\{:?[ \t]*(?:[.#][\w:-]+|[\w-]+=(?:"[^"]*"|'[^']*'))` + moreAttribute
	ownAttributes = pattern.New(`^[ \t>]*` + attributeList + `[ \t]*$`)
	wordList      = `\{[ \t]*[A-Za-z][\w-]*` + moreAttribute // only behind a link or code, and in headings: {x} is often text
	attributesOf  = pattern.New(`([)\]])(` + attributeList + `)|([*_])(` + classList + `)|` +
		`(?:\]\([^()]*\)|\]\[[^\[\]]*\])(` + wordList + `)`)
	codeAttribute = pattern.New(`^(?:` + attributeList + `|` + wordList + `)`)
	atEnd         = pattern.New(`[ \t]+\{[ \t]*(?::?[ \t]*[.#][\w:-]+|:[ \t]*[\w-]+)` + moreAttribute + `[ \t]*($|\|)`)
	headLine      = pattern.New(leading + `#`)
	listAtEnd     = pattern.New(`[ \t]+(?:` + attributeList + `|` + wordList + `)[ \t]*#*[ \t]*$`)
	anAttribute   = pattern.New(`([.#])([\w:-]+(?:\.[\w:-]+)*)|([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|([\w%./-]+)))?`)
	idIn          = pattern.New(`#([\w:.-]+)`)
	anchors       = pattern.New(`\[\]\((?:#[^()\s]*)?\)(` + attributeList + `)`)
)

// scheme matches a picture for light or dark mode:
// https://squidfunk.github.io/mkdocs-material/reference/images/#light-and-dark-mode
var scheme = pattern.New(`(!\[[^\]]*\]\([^)\s#]*)#` + modes + `([^)]*\))|(<img src="[^"#]*)#` + modes + `("[^>]*>)`)

// mostList is the maximum length of an attribute list, as in texts of sitegen.
const mostList = 500

const modes = `(?:only-(light|dark)|gh-(light|dark)-mode-only)`

// schemes marks the pictures that readers see only in light or only in dark mode, by the classes of the themes.
func schemes(line string) string {
	if !strings.Contains(line, "only") {
		return line
	}
	return scheme.ReplaceAllString(line, `<span class="on-$2$3$6$7">$1$4$5$8</span>`)
}

// sized keeps the sizes, sides, and styles of images in a line. inside means that it is one of several of a paragraph.
func (w *text) sized(line string, inside bool) string {
	if !strings.Contains(line, "![") || !strings.Contains(line, "{") {
		return line
	}
	sized := block.Sized(line, "{", w.page.Base, inside || w.Figure, w.relative)
	if sized != line {
		w.use("attr_list")
	}
	return sized
}

// attributes writes the attribute lists of links, images, code, emphasis, headings, and paragraphs in a line as sitegen
// reads them: see foreign.Settings.Attributes. Other lists are left out, except for their IDs, because links lead to
// them. last means that the line is the last one of its paragraph, cells that it is a row of a table or a term.
func (w *text) attributes(line string, last, cells bool) string {
	if !strings.Contains(line, "{") {
		return line
	}
	if headLine.MatchString(line) {
		return w.inHeading(line)
	}
	if ownAttributes.MatchString(line) && !cells {
		if !last {
			return line[:strings.IndexByte(line, '{')] + w.anchor(line)
		}
		return line[:strings.IndexByte(line, '{')] + strings.TrimLeft(w.inBraces(line), " ")
	}
	return w.withLists(line, cells)
}

// inHeading writes the attribute lists in a heading.
func (w *text) inHeading(line string) string {
	list := listAtEnd.FindString(line)
	return w.withLists(strings.TrimSuffix(line, list), false) + w.inBraces(strings.TrimRight(list, "# \t"))
}

// withLists writes the attribute lists in a line. cells means that those at the end of cells are theirs.
func (w *text) withLists(line string, cells bool) string {
	behind := false // code
	return block.Outside(line, func(s string) string {
		last := strings.HasSuffix(line, s)
		s = anchors.ReplaceAllStringFunc(s, w.anchor) // links without a text or a target
		s = attributesOf.ReplaceAllStringFunc(s, func(s string) string {
			at := strings.IndexByte(s, '{')
			return s[:at] + strings.TrimLeft(w.inBraces(s[at:]), " ")
		})
		if last || strings.Contains(s, "|") {
			s = atEnd.ReplaceAllStringFunc(s, func(s string) string {
				list := w.anchor(s)
				if cells {
					list = w.inBraces(s)
				}
				return list + s[strings.LastIndexByte(s, '}')+1:]
			})
		}
		if behind {
			s = codeAttribute.ReplaceAllStringFunc(s, func(s string) string { return strings.TrimLeft(w.inBraces(s), " ") })
		}
		behind = true
		return s
	})
}

// inBraces returns an attribute list as sitegen reads it, behind a space; "" if it has no attributes.
func (w *text) inBraces(list string) string {
	if attributes := w.inTag(list); attributes != "" {
		return " {" + strings.ReplaceAll(attributes[1:], "&#34;", `\"`) + "}"
	}
	return ""
}

// inTag returns the attributes in a list as those of a tag of HTML, each behind a space.
func (w *text) inTag(list string) string {
	var out, classes []string
	id, style := "", ""
	for _, m := range anAttribute.FindAllStringSubmatch(list, -1) {
		value := strings.ReplaceAll(m[4]+m[5]+m[6], `"`, "&#34;")
		if m[0] == m[3] { // a word alone
			value = m[3]
		}
		switch {
		case m[1] == ".":
			classes = append(classes, m[2])
		case m[1] == "#":
			id = m[2]
		case strings.ContainsAny(value, "{}"), strings.HasPrefix(m[3], "on"):
		case m[3] == "class":
			classes = append(classes, value)
		case m[3] == "id":
			id = value
		case m[3] == "style":
			style = value
		default:
			out = append(out, m[3]+`="`+value+`"`)
		}
	}
	all := strings.Join(classes, " ")
	if slices.Contains(classes, "md-button") && style == "" {
		if style = button; slices.Contains(classes, "md-button--primary") {
			style += primary
		}
	}
	for _, a := range [][2]string{{"style", style}, {"class", all}, {"id", id}} {
		if a[1] != "" {
			out = slices.Insert(out, 0, a[0]+`="`+a[1]+`"`)
		}
	}
	if out == nil {
		return ""
	}
	w.use("attr_list")
	return " " + strings.Join(out, " ")
}

// The styles of links with the classes of buttons:
// https://squidfunk.github.io/mkdocs-material/reference/buttons/
const (
	button = "display: inline-block; padding: .5em 1.5em; border: 2px solid var(--sg-accent); " +
		"border-radius: var(--sg-radius); font-weight: 700; text-decoration: none"
	primary = "; background: var(--sg-accent); color: var(--sg-accent-fg)"
)

// anchor returns an anchor with the ID in an attribute list, or "".
func (w *text) anchor(list string) string {
	w.use("attr_list")
	if m := idIn.FindStringSubmatch(list); m != nil {
		return `<a id="` + m[1] + `"></a>`
	}
	return ""
}
