package rendering

import (
	"context"
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// rival is an output of a task whose path another task writes, too.
type rival struct {
	task *task.Task
	at   int // among its outputs
}

func (r rival) output() *task.Written { return &r.task.Result.Outputs[r.at] }

// settle decides, in a Hugo project, which task gets a path to which several tasks write different bytes: the first one
// in the plan, with a warning. In Hugo, the last write stays, except that for one target path Hugo executes only one
// template and joins only one list of files, in the first language. The order of tasks in this build is random, so the
// winner may have to be rendered again.
func (x *Renderer) settle(ctx context.Context) (diag.List, error) {
	paths, rivals := x.rivals()
	var again []*task.Task
	for _, path := range paths {
		if list := rivals[path]; !staged(list) {
			x.Out.Forget(path, "")
			again = append(again, list[0].task)
		}
	}
	if len(again) > 0 {
		slices.SortFunc(again, func(s, t *task.Task) int { return s.At - t.At })
		if err := x.again(ctx, otherWinner, slices.Compact(again)); err != nil {
			return nil, err
		}
		paths, rivals = x.rivals()
	}
	var found diag.List
	for _, path := range paths {
		if d := decide(path, rivals[path]); d != nil {
			found = append(found, d)
		}
	}
	return found, nil
}

// rivals returns the outputs that share a path with others, in the order of the plan, and these paths in the order in
// which they appear.
func (x *Renderer) rivals() (paths []string, rivals map[string][]rival) {
	for i := range x.Tasks {
		for _, o := range x.Tasks[i].Result.Outputs {
			if o.Lost && rivals[o.File] == nil {
				if rivals == nil {
					rivals = map[string][]rival{}
				}
				paths, rivals[o.File] = append(paths, o.File), []rival{}
			}
		}
	}
	if rivals == nil {
		return nil, nil
	}
	for i := range x.Tasks {
		t := &x.Tasks[i]
		for at, o := range t.Result.Outputs {
			if list, ok := rivals[o.File]; ok {
				rivals[o.File] = append(list, rival{t, at})
			}
		}
	}
	return paths, rivals
}

// staged reports whether the staged bytes are those of the first rival.
func staged(list []rival) bool {
	first := list[0].output()
	return slices.ContainsFunc(list, func(r rival) bool { return !r.output().Lost && r.output().Same(first) })
}

// decide marks the outputs that lost their path, and returns the warning; nil if all have the same bytes.
func decide(path string, list []rival) *diag.Diagnostic {
	first := list[0]
	var d *diag.Diagnostic
	more := 0
	for _, r := range list {
		lost := !r.output().Same(first.output())
		if lost != r.output().Lost {
			r.task.Note(func(of *task.Record) *task.Record { return of.WithLost(r.at, lost) })
		}
		switch {
		case !lost:
		case d == nil:
			d = disk.Problem(disk.Clash(path, first.task.By(), r.task.By()))[0]
			d.Severity = diag.Warning
			d.Hint = fmt.Sprintf("that of %s is written; give each its own path", first.task.By())
		default:
			more++
		}
	}
	if more > 0 {
		d.Message += fmt.Sprintf(" (and %d more)", more)
	}
	return d
}
