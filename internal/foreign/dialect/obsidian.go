package dialect

import (
	"regexp"
	"slices"
	"strings"
)

// obsidian takes out comments (%%…%%, also over several lines).
// https://obsidian.md/help/syntax#Comments
func (t *text) obsidian() {
	comment := false
	var f fence // a comment may hold the beginning of code
	for i, line := range t.lines {
		if !comment && f.next(line) != noCode {
			continue
		}
		var b strings.Builder
		for line != "" {
			if comment {
				_, rest, ended := strings.Cut(line, "%%")
				comment, line = !ended, rest
				continue
			}
			at := commentStart(line)
			if at < 0 {
				b.WriteString(line)
				break
			}
			b.WriteString(line[:at])
			comment, line = true, line[at+2:]
		}
		t.lines[i] = b.String()
	}
	t.places = placesOf(t.lines)
}

// commentStart returns where a comment begins outside of code, -1 for nowhere.
func commentStart(line string) int {
	at, found := 0, -1
	outside(line, func(s string) string {
		if i := strings.Index(s, "%%"); i >= 0 && found < 0 {
			found = strings.Index(line[at:], s) + at + i
		}
		return s
	})
	return found
}

// base is an embed of a base, a table of notes that only Obsidian shows: https://obsidian.md/help/bases
var base = regexp.MustCompile(`!\[\[([^\[\]|#\n]+\.base)(?:[|#][^\[\]\n]*)?\]\]`)

// bases takes out the bases and returns them.
func (t *text) bases() []Problem {
	var out []Problem
	for i, line := range t.lines {
		if t.places[i] != noCode || !strings.Contains(line, ".base") {
			continue
		}
		t.lines[i] = outside(line, func(s string) string {
			return base.ReplaceAllStringFunc(s, func(embed string) string {
				name := base.FindStringSubmatch(embed)[1]
				out = append(out, Problem{
					Line: i + 1, Name: name, Message: "a base is left out",
					Hint: "only Obsidian shows bases: write a list of links, or a table",
				})
				return ""
			})
		})
	}
	return out
}

var tag = regexp.MustCompile(`(?:^|[\s(,;])#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)`)

// tags returns the #tags in a text, in their order: https://obsidian.md/help/tags
func (t *text) tags() []string {
	var out []string
	t.each(func(line string) string {
		outside(line, func(s string) string {
			for _, m := range tag.FindAllStringSubmatch(s, -1) {
				if name := strings.Trim(m[1], "/-"); name != "" && !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
			return s
		})
		return line
	})
	return out
}
