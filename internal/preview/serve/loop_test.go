package serve

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/preview/watch"
)

// bench runs a Loop whose builds the test answers by hand.
type bench struct {
	t       *testing.T
	loop    Loop
	changes chan watch.Change
	begun   chan begun
	reports chan Report
	timer   chan time.Time
	waits   chan time.Duration
	stop    context.CancelFunc
	over    sync.WaitGroup
}

type begun struct {
	ctx   context.Context
	task  Task
	reply chan reply
}

type reply struct {
	outcome *Outcome
	err     error
}

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func newBench(t *testing.T, change func(*Loop)) *bench {
	b := &bench{
		t: t, changes: make(chan watch.Change), begun: make(chan begun), reports: make(chan Report, 9),
		timer: make(chan time.Time), waits: make(chan time.Duration, 9),
	}
	b.loop = Loop{
		Changes: b.changes, Now: func() time.Time { return noon },
		After:  func(d time.Duration) <-chan time.Time { b.waits <- d; return b.timer },
		Report: func(r Report) { b.reports <- r },
		Build: func(ctx context.Context, t Task) (*Outcome, error) {
			r := make(chan reply)
			b.begun <- begun{ctx, t, r}
			select {
			case a := <-r:
				return a.outcome, a.err
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		},
	}
	if change != nil {
		change(&b.loop)
	}
	ctx, cancel := context.WithCancel(t.Context())
	b.stop = cancel
	b.over.Go(func() { b.loop.Run(ctx) })
	t.Cleanup(func() { cancel(); b.over.Wait() })
	return b
}

// expect waits for a build and checks its paths; nil accepts all.
func (b *bench) expect(paths ...string) begun {
	b.t.Helper()
	build := <-b.begun
	if build.task.All != (paths == nil) || paths != nil && !slices.Equal(build.task.Paths, paths) {
		b.t.Fatalf("a build was told %v (all: %v), want %v", build.task.Paths, build.task.All, paths)
	}
	return build
}

func (b *bench) report() Report { return <-b.reports }

func good() reply { return reply{outcome: &Outcome{Result: &pipeline.Result{}}} }

func TestLoopBuildsWhatChanged(t *testing.T) {
	b := newBench(t, nil)
	b.expect().reply <- good()
	if r := b.report(); !r.First || r.Err != nil {
		t.Errorf("the first report: %+v", r)
	}
	b.changes <- watch.Change{Paths: []string{"/a", "/b"}}
	b.expect("/a", "/b").reply <- good()
	b.report()
	b.changes <- watch.Change{Paths: []string{"/c"}}
	b.expect("/c").reply <- good()
	if r := b.report(); r.First || !slices.Equal(r.Task.Paths, []string{"/c"}) {
		t.Errorf("the report: %+v", r)
	}
	b.changes <- watch.Change{All: true}
	b.expect().reply <- good()
}

// TestPathsThatNoBuildReads: they begin no build and end none; one that the running build may have begun to read is
// looked at again after it.
func TestPathsThatNoBuildReads(t *testing.T) {
	var reads atomic.Pointer[string]
	answered := make(chan string, 9) // the paths that the loop has asked about
	known := func(path string) bool {
		read := path == "/page" || reads.Load() != nil && path == *reads.Load()
		answered <- path
		return read
	}
	b := newBench(t, func(l *Loop) { l.Reads = known })
	b.expect().reply <- good()
	b.report()
	b.changes <- watch.Change{Paths: []string{"/serve.log"}}
	b.changes <- watch.Change{Paths: []string{"/page", "/serve.log"}}
	running := b.expect("/page")
	b.changes <- watch.Change{Paths: []string{"/serve.log", "/table.csv"}}
	now := "/table.csv"
	for path := ""; path != now; path = <-answered {
	}
	if running.ctx.Err() != nil {
		t.Error("a path that nobody reads has ended a build")
	}
	reads.Store(&now)
	running.reply <- good()
	b.expect("/table.csv").reply <- good()
	if r := b.report(); !slices.Equal(r.Task.Paths, []string{"/page"}) {
		t.Errorf("the report: %+v", r)
	}
}

func TestNewerChangeEndsABuild(t *testing.T) {
	b := newBench(t, nil)
	b.expect().reply <- good()
	b.report()
	b.changes <- watch.Change{Paths: []string{"/b"}}
	running := b.expect("/b")
	b.changes <- watch.Change{Paths: []string{"/a", "/b"}}
	<-running.ctx.Done()
	b.expect("/a", "/b").reply <- good()
	if r := b.report(); !slices.Equal(r.Task.Paths, []string{"/a", "/b"}) {
		t.Errorf("only the last build is reported: %+v", r)
	}
	if len(b.reports) > 0 {
		t.Error("the build that was ended is reported, too")
	}
}

func TestFailedBuildIsToldAgain(t *testing.T) {
	b := newBench(t, nil)
	b.expect().reply <- good()
	b.report()
	b.changes <- watch.Change{Paths: []string{"/b"}}
	b.expect("/b").reply <- reply{err: errors.New("broken")}
	if r := b.report(); r.Err == nil || r.Outcome != nil {
		t.Errorf("the report: %+v", r)
	}
	b.changes <- watch.Change{Paths: []string{"/a"}}
	b.expect("/a", "/b").reply <- good()
	b.report()
	b.changes <- watch.Change{Paths: []string{"/a"}}
	b.expect("/a").reply <- good()
}

// TestRestlessFiles changes a file during every build: after some builds that were ended one is let
// through.
func TestRestlessFiles(t *testing.T) {
	b := newBench(t, nil)
	for range patience {
		running := b.expect()
		b.changes <- watch.Change{Paths: []string{"/log"}}
		<-running.ctx.Done()
	}
	running := b.expect()
	b.changes <- watch.Change{Paths: []string{"/log"}}
	running.reply <- good()
	b.report()
	b.expect("/log").reply <- good()
	b.report()
}

func TestTimeCausesABuild(t *testing.T) {
	b := newBench(t, nil)
	first := good()
	first.outcome.Next = noon.Add(90 * time.Minute)
	b.expect().reply <- first
	b.report()
	if d := <-b.waits; d != 90*time.Minute {
		t.Errorf("the loop waits %v", d)
	}
	b.timer <- noon
	b.expect().reply <- good()
	if r := b.report(); !r.Timed || r.First {
		t.Errorf("the report: %+v", r)
	}
}

func TestLoopEnds(t *testing.T) {
	b := newBench(t, nil)
	b.expect()
	b.stop()
	b.over.Wait()
	if len(b.reports) > 0 {
		t.Error("a build that was ended with all is reported")
	}
	b = newBench(t, nil)
	b.expect().reply <- good()
	b.report()
	close(b.changes)
	b.over.Wait()
}

func TestLoopShows(t *testing.T) {
	s := New(Options{ID: "t"})
	b := newBench(t, func(l *Loop) { l.Server, l.Navigate = s, true })
	first := good()
	first.outcome.Site = site(t, "/", memory{"index.html": "ONE"})
	b.expect().reply <- first
	b.report()
	if got := brief(get(s, "/")); got != "200 text/html; charset=utf-8 ONE" {
		t.Error(got)
	}
	b.changes <- watch.Change{Paths: []string{"/a"}}
	running := b.expect("/a")
	running.task.Early(site(t, "/", memory{"index.html": "EARLY"}))
	if got := brief(get(s, "/")); got != "200 text/html; charset=utf-8 EARLY" {
		t.Error(got)
	}
	running.reply <- reply{err: errors.New("broken")}
	b.report()
	if got := brief(get(s, "/")); got != "200 text/html; charset=utf-8 ONE" {
		t.Errorf("after a failed build: %s", got)
	}
	stream := follow(t, listen(t, s))
	if e := stream.next(); len(e.Problems) != 1 || e.Problems[0].Message != "broken" {
		t.Errorf("the problem is not shown: %+v", e)
	}
	b.changes <- watch.Change{Paths: []string{"/a"}}
	second := good()
	second.outcome.Site, second.outcome.Edited = site(t, "/", memory{"a/index.html": "TWO"}), "a/index.html"
	second.outcome.Result.Changed = []string{"a/index.html", "index.html"}
	b.expect("/a").reply <- second
	b.report()
	want := event{ID: "t-4", After: "t-3", Changed: []string{"/a/index.html", "/index.html"}, Go: "/a/"}
	if diff := cmp.Diff(want, stream.next()); diff != "" {
		t.Error(diff)
	}
	// What a build that was ended shows late is too late.
	b.changes <- watch.Change{Paths: []string{"/a"}}
	running = b.expect("/a")
	b.changes <- watch.Change{Paths: []string{"/b"}}
	b.expect("/a", "/b")
	running.task.Early(site(t, "/", memory{"a/index.html": "LATE"}))
	if got := brief(get(s, "/a/")); got != "200 text/html; charset=utf-8 TWO" {
		t.Error(got)
	}
}

func TestLoopWrites(t *testing.T) {
	b := newBench(t, nil)
	first := good()
	wrote := make(chan error)
	first.outcome.Write = func(ctx context.Context) error {
		<-ctx.Done()
		wrote <- ctx.Err()
		return ctx.Err()
	}
	b.expect().reply <- first
	b.report()
	b.changes <- watch.Change{Paths: []string{"/a"}}
	if err := <-wrote; !errors.Is(err, context.Canceled) {
		t.Errorf("a newer change does not end the writing: %v", err)
	}
	second := good()
	second.outcome.Write = func(context.Context) error { return errors.New("disk full") }
	b.expect("/a").reply <- second
	b.report()
	if r := b.report(); r.Err == nil || r.Err.Error() != "disk full" {
		t.Errorf("the report: %+v", r)
	}
}

// When nothing changes for a moment after a build the program rests, once; a change comes first.
func TestLoopRests(t *testing.T) {
	rests := make(chan bool, 9)
	b := newBench(t, func(l *Loop) { l.Rest = func() { rests <- true } })
	b.expect().reply <- good()
	b.report()
	if d := <-b.waits; d != restAfter {
		t.Errorf("it waits %v", d)
	}
	b.timer <- noon
	<-rests
	b.changes <- watch.Change{Paths: []string{"/a"}}
	b.expect("/a").reply <- good()
	b.report()
	<-b.waits
	b.changes <- watch.Change{Paths: []string{"/b"}}
	b.expect("/b").reply <- good()
	b.report()
	if len(rests) > 0 {
		t.Error("it rested though something changed")
	}
}
