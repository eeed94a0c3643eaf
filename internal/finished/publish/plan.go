package publish

import (
	"cmp"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/store/disk"
)

// change is what is done with one object.
type change struct {
	step step
	file *disk.Entry // to send; nil: it is deleted
	next entry       // once it is done
}

// sending returns the change that sends an output.
func (p *publishing) sending(o *disk.Entry) change {
	s := p.kinds.stepOf(o.Path)
	return change{s, o, entry{o.Path, o.Hash, o.Size, xxhash.Sum64String(p.Control.of(s)), o.Origin, sure}}
}

// deleting returns the change that deletes an object.
func (p *publishing) deleting(path string) change {
	c := change{step: removedFiles, next: entry{path: path, state: gone}}
	if p.kinds.stepOf(path) == pages {
		c.step = removedPages
	}
	return c
}

// plan compares the outputs with what the target has, both sorted by path. It returns all objects that are or will be
// in the target, as they are now, what has to change, and whether anything is different at all.
//
// A file whose name changes with its bytes is deleted one publication later than the site stops having it: pages that
// readers opened before may still load it.
func (p *publishing) plan(old []entry) (now []entry, todo []change, differs bool) {
	i := 0
	missing := func(e entry) {
		if e.state == sure && p.kinds.stepOf(e.path) == stamped {
			e.state, differs = leaving, true
			p.late++
		} else {
			differs = differs || e.state != leaving
			todo = append(todo, p.deleting(e.path))
		}
		now = append(now, e)
	}
	for j := range p.Outputs {
		c := p.sending(&p.Outputs[j])
		for ; i < len(old) && old[i].path < c.next.path; i++ {
			missing(old[i])
		}
		has := entry{path: c.next.path, state: gone}
		if i < len(old) && old[i].path == has.path {
			has = old[i]
			i++
		}
		if has.state.known() && has.same(c.next) {
			differs = differs || has.state == leaving
			now = append(now, c.next)
			continue
		}
		differs = true
		now, todo = append(now, has), append(todo, c)
	}
	for ; i < len(old); i++ {
		missing(old[i])
	}
	return now, todo, differs
}

// report returns what a plan does.
func (p *publishing) report(todo []change, old []entry) *Result {
	r := &Result{Unchanged: len(p.Outputs), Late: p.late}
	by := make([]Step, removedPages)
	for _, c := range todo {
		if c.file == nil {
			r.Deleted = append(r.Deleted, c.next.path)
			continue
		}
		s := &by[c.step]
		s.What, s.Files, s.Bytes = c.step.String(), append(s.Files, c.next.path), s.Bytes+c.file.Size
		r.Unchanged--
	}
	for _, s := range by {
		if len(s.Files) > 0 {
			r.Steps = append(r.Steps, s)
		}
	}
	for _, e := range old {
		if e.state == unsure {
			r.Continued = true
		}
	}
	return r
}

// inOrder sorts changes by their steps. Small files come first in each, which are sent several at a time.
func inOrder(todo []change) {
	slices.SortStableFunc(todo, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.size()/large, b.size()/large))
	})
}

// large is the size from which files are sent one at a time, because each is in memory.
const large = 32 << 20

func (c *change) size() int64 {
	if c.file == nil {
		return 0
	}
	return c.file.Size
}
