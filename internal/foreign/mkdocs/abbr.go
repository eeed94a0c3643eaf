package mkdocs

import (
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// abbreviation matches the definition of an abbreviation: https://python-markdown.github.io/extensions/abbreviations/
var abbreviation = regexp.MustCompile(`^ {0,3}\*\[([^\]\\]+)\] ?:[ \t]*(.*?)[ \t]*$`)

// notText matches the parts of a line in which abbreviations are not text: images, targets of links, tags, URLs,
// attribute lists and references.
var notText = regexp.MustCompile(
	`!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?|\]\([^)]*\)|\]\[[^\]]*\]|\[\^[^\]]*\]|^ {0,3}\[[^\]]+\]:.*|<[^>]*>|` +
		`\w+://[^\s)>]+|\{[^}]*\}|\$[^$]+\$`)

// abbreviations collects the definitions in a text and removes them. It returns a function that marks the abbreviations
// in a line; nil if there are none.
func abbreviations(list []*block.Node) func(line string) string {
	titles := map[string]string{}
	var find func(list []*block.Node)
	find = func(list []*block.Node) {
		for _, n := range list {
			for i := range n.Lines {
				l := &n.Lines[i]
				if l.Code || !strings.Contains(l.Text, "*[") {
					continue
				}
				if m := abbreviation.FindStringSubmatch(l.Text); m != nil {
					titles[m[1]] = m[2]
					l.Text = ""
				}
			}
			find(n.Inside)
		}
	}
	find(list)
	var names []string
	for name, title := range titles {
		if strings.Trim(title, `"'`) != "" { // a definition as '' takes an abbreviation back
			names = append(names, name)
		}
	}
	if names == nil {
		return nil
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(b, a) }) // the longer of two comes first
	for i, name := range names {
		names[i] = regexp.QuoteMeta(name)
	}
	word := regexp.MustCompile(`(?:^|[^\pL\pN_])(` + strings.Join(names, "|") + `)`)
	mark := func(s string) string {
		var b strings.Builder
		for at := 0; ; {
			m := word.FindStringSubmatchIndex(s[at:])
			if m == nil {
				b.WriteString(s[at:])
				return b.String()
			}
			from, to := at+m[2], at+m[3]
			b.WriteString(s[at:from])
			if more := inWord.FindString(s[to:]); more != "" {
				to += len(more)
				b.WriteString(s[from:to])
			} else {
				title := strings.ReplaceAll(html.EscapeString(titles[s[from:to]]), "|", "&#124;") // for tables
				b.WriteString(`<abbr title="` + title + `">` + s[from:to] + `</abbr>`)
			}
			at = to
		}
	}
	return func(line string) string {
		if strings.HasPrefix(line, "#") { // the text of a heading is also its ID
			return line
		}
		return block.Outside(line, func(s string) string {
			var b strings.Builder
			at := 0
			for _, m := range notText.FindAllStringIndex(s, -1) {
				b.WriteString(mark(s[at:m[0]]) + s[m[0]:m[1]])
				at = m[1]
			}
			return b.String() + mark(s[at:])
		})
	}
}

var inWord = regexp.MustCompile(`^[\pL\pN_]+`)
