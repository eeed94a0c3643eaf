package builder

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/disk"
)

// clashRule is the rule of disk.Clash.
const clashRule = "output-clash"

// settleClashes names those who clash anew, in the order of the plan: who came first in the rendering is
// chance. Of each path one message stays.
func (b *build) settleClashes(found diag.List) diag.List {
	if !slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Rule == clashRule }) {
		return found
	}
	clashes := b.clashes()
	var out diag.List
	for _, d := range found {
		if d.Rule != clashRule || !slices.ContainsFunc(clashes, func(c *clash) bool { return c.of(d) }) {
			out = append(out, d)
		}
	}
	for _, c := range clashes {
		d := problem(disk.Clash(c.file, c.by, c.other))[0]
		if c.more > 0 {
			d.Message += fmt.Sprintf(" (and %d more)", c.more)
		}
		out = append(out, d)
	}
	return out
}

// clash is a path under which tasks put different bytes.
type clash struct {
	file      string
	first     *written
	by, other string // who put the first there, and who other bytes first
	more      int    // others besides
}

// of reports whether d is a message about this path, whoever it names.
func (c *clash) of(d *diag.Diagnostic) bool {
	like := disk.Clash(c.file, "", "").Text
	return strings.HasPrefix(d.Message, like[:len(like)-len(" and ")])
}

// clashes finds them, in the order of the plan.
func (b *build) clashes() []*clash {
	byPath := map[string]*clash{}
	var out []*clash
	for i := range b.tasks {
		t := &b.tasks[i]
		for n := range t.result.outputs {
			o := &t.result.outputs[n]
			c := byPath[o.file]
			switch {
			case c == nil:
				byPath[o.file] = &clash{file: o.file, first: o, by: t.by()}
			case o.hash == c.first.hash && o.size == c.first.size && o.from == c.first.from:
			case c.other == "":
				c.other = t.by()
				out = append(out, c)
			default:
				c.more++
			}
		}
	}
	return out
}
