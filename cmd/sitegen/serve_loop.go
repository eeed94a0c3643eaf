package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/preview/serve"
	"github.com/sitegen/sitegen/internal/preview/watch"
)

// preview contains the options for watching a project.
type preview struct {
	poll            time.Duration
	navigate, watch bool
	rest            func() // when nobody waits
}

// preview builds and serves until the context ends.
func (a previewing) preview(ctx context.Context, p *serve.Project, s *serve.Server, l net.Listener, o preview) error {
	loop := serve.Loop{Build: p.Build, Server: s, Navigate: o.navigate, Rest: o.rest, Now: time.Now}
	w, err := a.follow(p, &loop, o)
	if err != nil {
		return err
	}
	if w != nil {
		defer w.Close()
	}
	return s.Start(ctx, l, &loop)()
}

// follow connects a loop with the files of a project and with the terminal. Without watching, the watcher is
// nil.
func (a previewing) follow(p *serve.Project, loop *serve.Loop, o preview) (*watch.Watcher, error) {
	said := newNews()
	say := func(r serve.Report) {
		if !said.again(r, p.Read) {
			a.report(r, p.Source(), said)
		}
	}
	loop.Report = say
	loop.Reads = func(path string) bool { return p.Reads(path) && !a.writes(path) }
	if !o.watch {
		loop.Changes = make(chan watch.Change)
		return nil, nil
	}
	w, err := watch.New(watch.Options{
		Roots: p.Roots(), Project: p.Source(), Ignore: p.Ignore, Poll: o.poll, Probe: filepath.Join(p.StateDir(),
			"watch-probe"),
	})
	if err != nil {
		return nil, err
	}
	loop.Changes = w.Events()
	polling := ""
	loop.Report = func(r serve.Report) {
		if err := w.SetRoots(p.Roots()); err != nil {
			a.errorf("%v", err)
		}
		if why := w.Polling(); why != polling {
			polling = why
			a.polling(why)
		}
		say(r)
	}
	return w, nil
}

func (a previewing) polling(why string) {
	if why != "" && !a.flags.quiet {
		a.printf(a.out, "checking for changes periodically: %s\n", why)
	}
}

// writes reports whether the output of this program goes to a file, as with `sitegen serve > serve.log`. Its
// growth does not change the site.
func (a *app) writes(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	for _, w := range []io.Writer{a.out, a.err} {
		if f, ok := w.(*os.File); ok {
			if own, err := f.Stat(); err == nil && os.SameFile(own, info) {
				return true
			}
		}
	}
	return false
}

// news remembers the printed warnings, so unchanged ones are not printed after every build.
type news struct {
	known  map[string]bool
	failed string // the errors of the build before
}

func newNews() *news { return &news{known: map[string]bool{}} }

// again reports whether a build failed like the one before, and no file that a build is known to read changed
// in between. Such a failure is not printed again, because the changed file may be a log of the output.
func (n *news) again(r serve.Report, read func(path string) bool) bool {
	before := n.failed
	n.failed = ""
	if r.Err != nil {
		n.failed = r.Err.Error()
	}
	return r.Err != nil && n.failed == before && !r.Since.All && !slices.ContainsFunc(r.Since.Paths, read)
}

// of returns the warnings that the previous build did not have.
func (n *news) of(list diag.List) diag.List {
	var out diag.List
	now := map[string]bool{}
	for _, d := range list {
		text := d.Error()
		if !n.known[text] {
			out = append(out, d)
		}
		now[text] = true
	}
	n.known = now
	return out
}

// report prints the result of a build: problems, then one line.
func (a previewing) report(r serve.Report, source string, said *news) {
	if r.Err != nil {
		a.problems(diag.From(r.Err))
		if !a.flags.quiet {
			a.printf(a.out, "%s%s\n", a.timeOfDay(r), failure(r))
		}
		return
	}
	a.problems(said.of(r.Outcome.Warnings))
	if a.flags.quiet {
		return
	}
	res := r.Outcome.Result
	if r.First {
		a.printf(a.out, "%s in %s\n", words.Count(res.Pages, "page"), round(r.Took))
		a.guessed(res.Guessed)
		return
	}
	a.printf(a.out, "%s%s: %s, %s\n", a.timeOfDay(r), cause(r, source), effect(res), round(r.Took))
}

func failure(r serve.Report) string {
	if r.First {
		return "not built"
	}
	return "not built; the last good site stays"
}

// timeOfDay returns the time of day before a line, or "" for the first line.
func (a previewing) timeOfDay(r serve.Report) string {
	if r.First {
		return ""
	}
	return time.Now().Format("15:04:05 ")
}

// cause returns why a build was made.
func cause(r serve.Report, source string) string {
	if r.Timed {
		return "a date has passed"
	}
	if len(r.Task.Paths) == 0 {
		return "many files"
	}
	name := r.Task.Paths[0]
	if rel, err := filepath.Rel(source, name); err == nil && filepath.IsLocal(rel) {
		name = filepath.ToSlash(rel)
	}
	if more := len(r.Task.Paths) - 1; more > 0 {
		return fmt.Sprintf("%s and %d more", name, more)
	}
	return name
}

// effect returns what a build changed.
func effect(res *pipeline.Result) string {
	changed := len(res.Changed)
	if res.Outputs == nil {
		changed = res.Written + res.Removed
	}
	parts := []string{words.Count(res.Rendered, "page") + " rendered", words.Count(changed, "file") + " changed"}
	return strings.Join(parts, ", ")
}

// buildWatch builds into the output folder, now and whenever a file changes.
func (a previewing) buildWatch(ctx context.Context, poll string) error {
	if a.flags.json {
		return errors.New("--watch prints only text, so it can't be combined with --json")
	}
	every, err := (&serveFlags{poll: poll}).check()
	if err != nil {
		return err
	}
	o, err := a.options()
	if err != nil {
		return err
	}
	if err := a.mayPublish(o); err != nil {
		return err
	}
	p, err := serve.NewProject(serve.ProjectOptions{Builder: o, Fixed: a.fixedClock()})
	if err != nil {
		return err
	}
	defer p.Close()
	loop := serve.Loop{Build: p.Build, Now: time.Now}
	w, err := a.follow(p, &loop, preview{poll: every, watch: true})
	if err != nil {
		return err
	}
	defer w.Close()
	loop.Run(ctx)
	return nil
}
