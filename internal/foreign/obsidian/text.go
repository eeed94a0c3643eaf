package obsidian

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// parse reads a note without its comments (%%…%%): https://obsidian.md/help/syntax#Comments
func parse(body string) []*block.Node {
	return block.Read(body, &block.Syntax{Percents: true}).Nodes
}

// base matches an embedded base, a table of notes that only Obsidian shows: https://obsidian.md/help/bases
var base = regexp.MustCompile(`!\[\[([^\[\]|#\n]+\.base)(?:[|#][^\[\]\n]*)?\]\]`)

// blockID matches the name of the block above: https://obsidian.md/help/links#Link+to+a+block+in+a+note
var blockID = regexp.MustCompile(`^\^[\w-]+\s*$`)

// read removes the comments and the bases of a note, and returns the bases.
func read(t *block.Text) []foreign.Problem {
	w, lost := block.NewWriter(), foreign.Losses{}
	for _, n := range parse(t.String()) {
		for i := range n.Lines {
			l := &n.Lines[i]
			if i > 0 && blockID.MatchString(l.Text) && strings.HasPrefix(n.Lines[i-1].Text, ">") {
				l.Text = "\n" + l.Text // the name of the callout above, not a part of it
			}
			if l.Code || !strings.Contains(l.Text, ".base") {
				continue
			}
			l.Text = block.Outside(l.Text, func(s string) string {
				return base.ReplaceAllStringFunc(s, func(embed string) string {
					lost.Add(l.No, base.FindStringSubmatch(embed)[1], "a base is left out",
						"only Obsidian shows bases: write a list of links, or a table")
					return ""
				})
			})
		}
		w.Lines(n)
	}
	t.Lines = w.Out
	return lost.Problems()
}

var tag = regexp.MustCompile(`(?:^|[\s(,;])#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)`)

// tags returns the #tags in a note, in order: https://obsidian.md/help/tags
func tags(body string) []string {
	var out []string
	if !strings.Contains(body, "#") {
		return nil
	}
	for _, n := range parse(body) {
		for _, l := range n.Lines {
			if l.Code {
				continue
			}
			block.Outside(l.Text, func(s string) string {
				for _, m := range tag.FindAllStringSubmatch(s, -1) {
					if name := strings.Trim(m[1], "/-"); name != "" && !slices.Contains(out, name) {
						out = append(out, name)
					}
				}
				return s
			})
		}
	}
	return out
}
