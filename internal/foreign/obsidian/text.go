package obsidian

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// uncomment removes comments (%%…%%), which may span several lines.
func uncomment(t *block.Text) {
	comment := false
	var f block.Fence // a comment may contain the start of a code block
	for i, line := range t.Lines {
		if !comment && f.Next(line) != block.NoCode {
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
		t.Lines[i] = b.String()
	}
	t.Places = block.PlacesOf(t.Lines)
}

// commentStart returns the offset of a comment outside of code, or -1.
func commentStart(line string) int {
	at, found := 0, -1
	block.Outside(line, func(s string) string {
		if i := strings.Index(s, "%%"); i >= 0 && found < 0 {
			found = strings.Index(line[at:], s) + at + i
		}
		return s
	})
	return found
}

// base matches an embedded base, a table of notes that only Obsidian shows: https://obsidian.md/help/bases
var base = regexp.MustCompile(`!\[\[([^\[\]|#\n]+\.base)(?:[|#][^\[\]\n]*)?\]\]`)

// bases removes the bases and returns them.
func bases(t *block.Text) []foreign.Problem {
	var out []foreign.Problem
	for i, line := range t.Lines {
		if t.Places[i] != block.NoCode || !strings.Contains(line, ".base") {
			continue
		}
		t.Lines[i] = block.Outside(line, func(s string) string {
			return base.ReplaceAllStringFunc(s, func(embed string) string {
				name := base.FindStringSubmatch(embed)[1]
				out = append(out, foreign.Problem{
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

// tags returns the #tags in a text, in order: https://obsidian.md/help/tags
func tags(t *block.Text) []string {
	var out []string
	t.Each(func(line string) string {
		block.Outside(line, func(s string) string {
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
