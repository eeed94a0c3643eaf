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

// Loop builds at the start, when files change, and at a time that the last build requested. A newer change
// cancels a running build; the next build also gets the changes of an unfinished or failed one.
type Loop struct {
	// Build makes one build. // required
	Build func(context.Context, Task) (*Outcome, error)
	// Changes receives a value when files changed. // required
	Changes <-chan watch.Change
	// Reads reports whether a path can affect the next build; nil means every path can.
	Reads func(path string) bool
	// Server shows the result; nil without a browser, as for `build --watch`.
	Server *Server
	// Report, if not nil, is called after each build, successful or not.
	Report func(Report)
	// Navigate makes browsers open the page that was edited.
	Navigate bool
	// Rest, if not nil, is called in a goroutine after a build, when no file has changed for a moment.
	Rest func()
	// Now is the clock. // required
	Now func() time.Time
	// After is time.After, replaced in tests.
	After func(time.Duration) <-chan time.Time
}

// Task is the input of a build.
type Task struct {
	Now   time.Time
	Paths []string    // sorted absolute paths of changed files and folders, without repetitions
	All   bool        // anything may have changed
	Early func(*Site) // receives the site while it is being rendered; nil without a browser
}

// add merges a later task into t.
func (t *Task) add(later Task) {
	t.All = t.All || later.All
	t.Paths = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(t.Paths), later.Paths...))))
}

// counting splits a change into the part that can affect the next build, and the rest.
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

// Outcome is the result of a successful build.
type Outcome struct {
	Site     *Site // nil when it was written to the disk only
	Result   *pipeline.Result
	Warnings diag.List // from the build, and from the files that configure the host
	// Edited is the output of a changed content file; "" if none.
	Edited string
	// Next is the time when a build is needed even if no file changes; zero means never.
	Next time.Time
	// Write also writes the site to the disk; nil if not requested.
	Write func(context.Context) error
}

// Report describes a finished build.
type Report struct {
	Task    Task
	Since   Task // what of it came after the report before
	First   bool
	Timed   bool // it was begun because of the time of day
	Took    time.Duration
	Outcome *Outcome // of a good build
	Err     error    // of a bad one
}

// patience is the number of consecutive builds that newer changes may cancel. The next build then runs to its
// end, so something is shown even if files change all the time.
const patience = 5

// restAfter is the time without changes after which Rest is called.
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
			todo.add(newer) // the change may have fixed it
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

// build runs one build and collects the changes during it.
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
	var rest []string // changes without effect so far, but this build may have begun to read the files
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

// show passes the result of a build to the browsers.
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

// write writes a build to the disk, unless something changes first.
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

// wait returns the next change, or nothing if the loop should end.
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
