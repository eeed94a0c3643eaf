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
	return append(slices.DeleteFunc(found, func(d *diag.Diagnostic) bool {
		return d.Rule == clashRule && slices.ContainsFunc(clashes, func(c *diag.Diagnostic) bool {
			return strings.HasPrefix(d.Message, c.Message[:strings.Index(c.Message, ":")+1])
		})
	}), clashes...)
}

// clashes finds the paths under which the tasks of this build put different bytes.
func (b *build) clashes() diag.List {
	type claims struct {
		first  *written
		by     string
		clash  *diag.Diagnostic
		others int
	}
	byPath := map[string]*claims{}
	var found diag.List
	for i := range b.tasks {
		t := &b.tasks[i]
		for n := range t.result.outputs {
			o := &t.result.outputs[n]
			c := byPath[o.file]
			switch {
			case c == nil:
				byPath[o.file] = &claims{first: o, by: t.by()}
			case o.hash == c.first.hash && o.size == c.first.size && o.from == c.first.from:
			case c.clash == nil:
				c.clash = problem(disk.Clash(o.file, c.by, t.by()))[0]
				found = append(found, c.clash)
			default:
				c.others++
			}
		}
	}
	for _, c := range byPath {
		if c.others > 0 {
			c.clash.Message += fmt.Sprintf(" (and %d more)", c.others)
		}
	}
	return found
}
