package serve

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/preview/watch"
)

// Loop builds, and builds again when files change or the time has come. A newer change ends a running
// build; the next one gets the changes of an unfinished or failed build again.
type Loop struct {
	// Build makes one build. // required
	Build func(context.Context, Task) (*Outcome, error)
	// Changes rings when files changed. // required
	Changes <-chan watch.Change
	// Reads reports whether a path can make a difference to the next build; nil: each can.
	Reads func(path string) bool
	// Server shows what was built; nil when nobody looks, as with `build --watch`.
	Server *Server
	// Report is called with each finished build, good or bad; nil for none.
	Report func(Report)
	// Navigate lets browsers go to the page that was edited.
	Navigate bool
	// Rest is called after a build, in a goroutine of its own, when no file changed for a moment; nil for nothing.
	Rest func()
	// Now is the clock. // required
	Now func() time.Time
	// After is time.After, replaced in tests.
	After func(time.Duration) <-chan time.Time
}

// Task is what a build is to look at.
type Task struct {
	Now   time.Time
	Paths []string    // absolute files and folders that changed, sorted, each once
	All   bool        // anything may have changed
	Early func(*Site) // takes the site while it is still rendered; nil when nobody looks
}

// add merges a later task into t.
func (t *Task) add(later Task) {
	t.All = t.All || later.All
	t.Paths = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(t.Paths), later.Paths...))))
}

// counting returns the part of a change that can make a difference to the next build, and the rest.
func (l *Loop) counting(c watch.Change) (task Task, rest []string) {
	task.All = c.All
	for _, path := range c.Paths {
		if l.Reads == nil || l.Reads(path) {
			task.Paths = append(task.Paths, path)
		} else {
			rest = append(rest, path)
		}
	}
	return task, rest
}

func (t *Task) empty() bool { return !t.All && len(t.Paths) == 0 }

// Outcome is what a good build gave.
type Outcome struct {
	Site     *Site // nil when it was written to the disk only
	Result   *pipeline.Result
	Warnings diag.List // of the build, and of the files that configure the host
	// Edited is the output of a content file among the paths of the task; "" for none.
	Edited string
	// Next is when a build is needed though no file changes; zero for never.
	Next time.Time
	// Write writes the site to the disk, too; nil when that is not asked for.
	Write func(context.Context) error
}

// Report is one finished build.
type Report struct {
	Task    Task
	Since   Task // what of it came after the report before
	First   bool
	Timed   bool // it was begun because of the time of day
	Took    time.Duration
	Outcome *Outcome // of a good build
	Err     error    // of a bad one
}

// patience is how many builds in a row a newer change may end. After that a build is let through, so
// that something is shown to those whose files never come to rest.
const patience = 5

// restAfter is how long nothing must have changed before Rest is called.
const restAfter = 100 * time.Millisecond

// Run builds until the context ends or the channel of changes is closed.
func (l *Loop) Run(ctx context.Context) {
	if l.After == nil {
		l.After = time.After
	}
	todo, since := Task{All: true}, Task{All: true}
	first, timed, ended := true, false, 0
	began := l.Now()
	for ctx.Err() == nil {
		outcome, newer, err := l.build(ctx, todo, ended < patience)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, context.Canceled):
			ended++
			todo.add(newer)
			since.add(newer)
			continue
		case err != nil && !newer.empty():
			todo.add(newer) // perhaps it is mended already
			since.add(newer)
			continue
		}
		ended = 0
		l.show(outcome, err)
		if l.Report != nil {
			l.Report(Report{
				Task: todo, Since: since, First: first, Timed: timed, Took: l.Now().Sub(began), Outcome: outcome,
				Err: err,
			})
		}
		if newer.empty() {
			newer = l.write(ctx, outcome)
		}
		first, timed = false, false
		if newer.empty() {
			newer, timed = l.wait(ctx, outcome)
		}
		if newer.empty() {
			return
		}
		began, since = l.Now(), newer
		if err == nil {
			todo = newer
		} else {
			todo.add(newer)
		}
	}
}

// build makes one build, and gathers what changes meanwhile.
func (l *Loop) build(ctx context.Context, todo Task, mayEnd bool) (outcome *Outcome, newer Task, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	todo.Now = l.Now()
	if l.Server != nil {
		todo.Early = func(s *Site) {
			if ctx.Err() == nil {
				l.Server.ShowEarly(s)
			}
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		outcome, err = l.Build(ctx, todo)
	}()
	changes := l.Changes
	var rest []string // that made no difference so far, but this build may have begun to read it
	for {
		select {
		case <-done:
			again, _ := l.counting(watch.Change{Paths: rest})
			newer.add(again)
			return outcome, newer, err
		case c, open := <-changes:
			if !open {
				changes = nil
				continue
			}
			counts, others := l.counting(c)
			newer.add(counts)
			rest = append(rest, others...)
			if mayEnd && !counts.empty() {
				cancel()
			}
		}
	}
}

// show puts a build before the browsers.
func (l *Loop) show(o *Outcome, err error) {
	switch {
	case l.Server == nil:
	case err != nil:
		l.Server.Fail(diag.From(err))
	default:
		goTo := ""
		if l.Navigate {
			goTo = o.Edited
		}
		l.Server.Show(o.Site, o.Result.Changed, goTo)
	}
}

// write writes a build to the disk, until something changes.
func (l *Loop) write(ctx context.Context, o *Outcome) (newer Task) {
	if o == nil || o.Write == nil {
		return newer
	}
	job := Loop{
		Changes: l.Changes, Reads: l.Reads, Now: l.Now,
		Build: func(ctx context.Context, _ Task) (*Outcome, error) { return nil, o.Write(ctx) },
	}
	_, newer, err := job.build(ctx, Task{}, true)
	if err != nil && !errors.Is(err, context.Canceled) && l.Report != nil {
		l.Report(Report{Err: err})
	}
	return newer
}

// wait returns what changes next; nothing when the loop is to end.
func (l *Loop) wait(ctx context.Context, o *Outcome) (newer Task, timed bool) {
	var due <-chan time.Time
	if o != nil && !o.Next.IsZero() {
		due = l.After(max(0, o.Next.Sub(l.Now())))
	}
	var quiet <-chan time.Time
	if l.Rest != nil {
		quiet = l.After(restAfter)
	}
	for newer.empty() {
		select {
		case <-ctx.Done():
			return Task{}, false
		case c, open := <-l.Changes:
			if !open {
				return Task{}, false
			}
			counts, _ := l.counting(c)
			newer.add(counts)
		case <-quiet:
			quiet = nil
			go l.Rest()
		case <-due:
			return Task{All: true}, true
		}
	}
	return newer, false
}
