package block

import (
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// abbreviation matches the definition of an abbreviation: https://python-markdown.github.io/extensions/abbreviations/,
// https://kramdown.gettalong.org/syntax.html#abbreviations
var abbreviation = pattern.New(`^([ \t]*(?:>[ \t]?)*)\*\[([^\]\\]+)\] ?:[ \t]*(.*?)[ \t]*$`)

// notText matches the parts of a line in which abbreviations are not text: images, targets of links, tags, URLs,
// attribute lists, references, and formulas.
var notText = pattern.New(
	`!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?|\]\([^)]*\)|\]\[[^\]]*\]|\[\^[^\]]*\]|^ {0,3}\[[^\]]+\]:.*|<[^>]*>|` +
		`\w+://[^\s)>]+|\{[^}]*\}|\$[^$]+\$|\\\(.*?\\\)|\\\[.*?\\\]`)

// Abbreviations collects the definitions in a text and removes them. It returns a function that marks the abbreviations
// in a line; nil if there are none. untitled means that one without a text is marked, as in kramdown.
func Abbreviations(list []*Node, untitled bool) func(line string) string {
	titles := map[string]string{}
	var find func(list []*Node)
	find = func(list []*Node) {
		for _, n := range list {
			for i := range n.Lines {
				l := &n.Lines[i]
				if l.Code || !strings.Contains(l.Text, "*[") {
					continue
				}
				if m := abbreviation.FindStringSubmatch(l.Text); m != nil {
					titles[m[2]] = m[3]
					l.Text = strings.TrimRight(m[1], " \t")
				}
			}
			find(n.Inside)
		}
	}
	find(list)
	byStart := map[string][]string{} // the names by their first word, or first character
	for name, title := range titles {
		if untitled || strings.Trim(title, `"'`) != "" { // a definition as '' takes an abbreviation back
			byStart[startOf(name)] = append(byStart[startOf(name)], name)
		}
	}
	if len(byStart) == 0 {
		return nil
	}
	for _, names := range byStart {
		slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) }) // the longer of two comes first
	}
	mark := func(s string) string {
		var b strings.Builder
		for s != "" {
			start := startOf(s)
			for _, name := range byStart[start] {
				if strings.HasPrefix(s, name) && inWord.FindString(s[len(name):]) == "" {
					tag := "<abbr>"
					if title := titles[name]; title != "" {
						tag = `<abbr title="` + strings.ReplaceAll(html.EscapeString(title), "|", "&#124;") + `">` // for tables
					}
					b.WriteString(tag + html.EscapeString(name) + `</abbr>`)
					s, start = s[len(name):], ""
					break
				}
			}
			b.WriteString(start)
			s = s[len(start):]
		}
		return b.String()
	}
	return func(line string) string {
		return Outside(line, func(s string) string { return Around(notText, s, mark) })
	}
}

// startOf returns the first word of a text, or its first character.
func startOf(s string) string {
	if word := inWord.FindString(s); word != "" {
		return word
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}

var inWord = pattern.New(`^[\pL\pN_]+`)
