package pipeline

import (
	"context"
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/template/render"
)

// rival is an output of a task under a path that another task wants, too.
type rival struct {
	task *task
	at   int // among its outputs
}

func (r rival) output() *written { return &r.task.result.outputs[r.at] }

// settle decides, in a Hugo project, who gets a path under which tasks put different bytes: the first one in the plan,
// with a warning. Hugo writes all of them, and the result of the last one stays, except that of one target path it
// executes one template and joins one list of files only, in the first language. Which task came first in this build is
// chance, so the winner may have to be rendered again.
func (b *build) settle(ctx context.Context) (diag.List, error) {
	paths, rivals := b.rivals()
	again := map[*task]bool{}
	for _, path := range paths {
		if list := rivals[path]; !staged(list) {
			b.out.Forget(path, "")
			again[list[0].task] = true
		}
	}
	w := b.borrow()
	for i := range b.tasks {
		if t := &b.tasks[i]; again[t] {
			if err := b.repeat(ctx, w(), t); err != nil {
				return nil, err
			}
		}
	}
	if len(again) > 0 {
		paths, rivals = b.rivals()
	}
	var found diag.List
	for _, path := range paths {
		if d := decide(path, rivals[path]); d != nil {
			found = append(found, d)
		}
	}
	return found, nil
}

// rivals returns the outputs whose paths are not free, in the order of the plan, and these paths in the order in which
// they come up.
func (x *rendering) rivals() (paths []string, rivals map[string][]rival) {
	for i := range x.tasks {
		for _, o := range x.tasks[i].result.outputs {
			if o.lost && rivals[o.file] == nil {
				if rivals == nil {
					rivals = map[string][]rival{}
				}
				paths, rivals[o.file] = append(paths, o.file), []rival{}
			}
		}
	}
	if rivals == nil {
		return nil, nil
	}
	for i := range x.tasks {
		t := &x.tasks[i]
		for at, o := range t.result.outputs {
			if list, ok := rivals[o.file]; ok {
				rivals[o.file] = append(list, rival{t, at})
			}
		}
	}
	return paths, rivals
}

// staged reports whether the bytes of the first of some rivals are what is staged.
func staged(list []rival) bool {
	first := list[0].output()
	return slices.ContainsFunc(list, func(r rival) bool { return !r.output().lost && r.output().same(first) })
}

// repeat does a task again, since its output was not kept.
func (x *rendering) repeat(ctx context.Context, w *render.Worker, t *task) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, err := x.render(ctx, w, *t.job, t.result.asked)
	if err != nil {
		return err
	}
	t.result, err = x.withBody(ctx, w, *t.job, r)
	return err
}

// decide notes who lost, and returns the warning; nil when all have the same bytes.
func decide(path string, list []rival) *diag.Diagnostic {
	first := list[0]
	var d *diag.Diagnostic
	more := 0
	for _, r := range list {
		lost := !r.output().same(first.output())
		if lost != r.output().lost {
			r.note(lost)
		}
		switch {
		case !lost:
		case d == nil:
			d = problem(disk.Clash(path, first.task.by(), r.task.by()))[0]
			d.Severity = diag.Warning
			d.Hint = fmt.Sprintf("that of %s is written; give each its own path", first.task.by())
		default:
			more++
		}
	}
	if more > 0 {
		d.Message += fmt.Sprintf(" (and %d more)", more)
	}
	return d
}

// note writes down whether an output lost. The record may be that of the build before, which stays as it is.
func (r rival) note(lost bool) {
	own := *r.task.result.record
	own.outputs = slices.Clone(own.outputs)
	own.outputs[r.at].lost = lost
	r.task.result.record = &own
}
