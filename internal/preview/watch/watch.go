// Package watch reports, in batches, which files of a tree changed.
//
// It has three parts. The tree is a list of the known state of every path: kind, size, time, inode. A source of
// events says which paths to examine again; if events are unavailable or unreliable, the complete tree is
// examined periodically. Differences from the list are collected until nothing has happened for a few
// milliseconds, and reported as one Change. So an event only says where to look, never what changed, and
// polling and events share all other code.
//
// The watcher may report paths that did not change; it never misses one that did.
package watch

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options tells what to watch. Only Roots is required.
type Options struct {
	// required: absolute files and folders, including everything below; some may appear later
	Roots []string
	// absolute: links that lead into it are followed, others only as roots; "" means those that lead into a
	// root
	Project string
	// reports whether to ignore an absolute path below a root, including everything below it; nil ignores none
	Ignore func(path string) bool
	Quiet  time.Duration // report after this time without events; 0 means 3 ms; longer while many files change
	// report after this time even if events continue; 0 means 100 ms; up to 8 times as long while hundreds of
	// files change
	Most time.Duration
	// poll at this interval instead of using events; 0 means events, or 300 ms if they do not arrive
	Poll time.Duration
	// absolute path of a file in a private folder of the caller, which New writes and removes to see whether
	// events arrive; "" skips this test
	Probe string
}

const (
	quietDefault = 3 * time.Millisecond
	mostDefault  = 100 * time.Millisecond
	pollDefault  = 300 * time.Millisecond
	probeWait    = 200 * time.Millisecond
	idleShare    = 20 // a scan may take one part in this many of the time: 5% of a core
)

// Change lists the paths that changed since the previous Change.
type Change struct {
	// Paths are absolute, sorted, without repetitions: files and folders that are new, different, or removed. A
	// folder includes everything in it.
	Paths []string
	// All is set if events were lost: anything may have changed, not only Paths.
	All bool
}

// Watcher watches a set of roots until it is closed.
type Watcher struct {
	opt Options
	system
	events  chan Change
	orders  chan order
	done    chan struct{}
	closing sync.Once
	running sync.WaitGroup
	polling atomic.Pointer[string]

	// The remaining fields belong to the loop.
	tree     *tree
	source   *source // nil when only polling
	batcher  batcher
	interval time.Duration // of polling, 0 when events are used alone
	probed   bool          // polling only because the event of the probe has not arrived yet
	pollAt   *time.Timer
}

type order struct {
	roots []string
	done  chan struct{}
}

// New starts watching. Every change after it returns is reported. A relative path in the options is an error; a
// system without events is not, see Polling.
func New(o Options) (*Watcher, error) {
	return start(o, system{open: openSource, remote: remoteType, leftover: time.Second})
}

// system contains the functions of the operating system that a watcher uses.
type system struct {
	open     func() (*source, error)
	remote   func(path string) string // type of the remote file system of a path, "" if local
	leftover time.Duration            // delay before a file that looks like that of an editor counts as changed
}

func start(o Options, sys system) (*Watcher, error) {
	roots, err := clean(o.Roots)
	if err != nil {
		return nil, err
	}
	for _, p := range []string{o.Project, o.Probe} {
		if p != "" && !filepath.IsAbs(p) {
			return nil, fmt.Errorf("watch %q: the path must be absolute", p)
		}
	}
	o.Quiet, o.Most = or(o.Quiet, quietDefault), or(o.Most, mostDefault)
	w := &Watcher{
		opt: o, system: sys,
		events: make(chan Change), orders: make(chan order), done: make(chan struct{}),
		batcher: newBatcher(o.Quiet, o.Most, sys.leftover),
		pollAt:  stopped(),
	}
	w.tree = newTree(o, roots)
	w.usingEvents()
	w.begin()
	w.running.Go(w.loop)
	return w, nil
}

// begin chooses between events and polling, and examines the tree for the first time.
func (w *Watcher) begin() {
	if w.opt.Poll > 0 {
		w.poll("asked for", w.opt.Poll)
	} else if s, err := w.open(); err != nil {
		w.poll(limitReason(err), pollDefault)
	} else {
		w.source, w.tree.source = s, s
		w.distrustRemote()
		w.probe()
	}
	w.tree.silent = true
	w.scan()
	w.tree.silent = false
	w.batcher.forget(w.tree)
	if w.interval > 0 {
		w.pollAt.Reset(w.interval)
	}
}

// Events returns the channel of changes, which Close closes. While nobody receives, changes accumulate.
func (w *Watcher) Events() <-chan Change { return w.events }

// Polling returns the reason for polling, or "" if only events are used. It may change: a Change with All set
// follows when events became unusable.
func (w *Watcher) Polling() string { return *w.polling.Load() }

// SetRoots replaces the roots. New ones are reported as changed, because earlier changes to them are unknown.
// Setting the same roots costs nothing. A relative path is an error and changes nothing.
func (w *Watcher) SetRoots(roots []string) error {
	roots, err := clean(roots)
	if err != nil {
		return err
	}
	o := order{roots, make(chan struct{})}
	select {
	case w.orders <- o:
		<-o.done
	case <-w.done:
	}
	return nil
}

// Close stops watching and frees all resources. It may be called more than once.
func (w *Watcher) Close() error {
	w.closing.Do(func() { close(w.done) })
	w.running.Wait()
	return nil
}

// loop is the only place that touches the tree after New.
func (w *Watcher) loop() {
	defer close(w.events)
	defer w.closeSource()
	for {
		var out chan<- Change
		change, ready := w.batcher.change()
		if ready {
			out = w.events
		}
		select {
		case <-w.done:
			return
		case out <- change:
			w.batcher.reported()
		case <-w.wake():
			w.hear()
		case <-w.batcher.timer.C:
			w.examine()
		case <-w.pollAt.C:
			w.scan()
			w.batcher.settled(w.tree, 0, time.Now())
			w.nextPoll()
		case o := <-w.orders:
			w.setRoots(o.roots)
			close(o.done)
		}
	}
}

func (w *Watcher) wake() <-chan struct{} {
	if w.source == nil {
		return nil
	}
	return w.source.wake
}

// hear takes the events that the source has collected.
func (w *Watcher) hear() {
	events, lost := w.source.take()
	if lost {
		w.restart()
		return
	}
	for real, op := range events {
		if w.probed && real == w.source.probe {
			w.trust()
		}
		w.tree.intake(real, op, w.batcher.hear)
	}
	w.batcher.arm(time.Now())
}

// examine examines the paths that events named.
func (w *Watcher) examine() {
	batch := w.batcher.due(time.Now())
	w.tree.examine(batch)
	w.afterLook()
	w.batcher.settled(w.tree, len(batch), time.Now())
}

// scan examines the complete tree.
func (w *Watcher) scan() {
	began := time.Now()
	w.tree.scan(began)
	w.afterLook()
	if w.interval > 0 {
		w.interval = max(or(w.opt.Poll, pollDefault), idleShare*time.Since(began))
	}
}

// afterLook switches to polling if the system refused to watch another folder.
func (w *Watcher) afterLook() {
	err := w.tree.failed
	if err == nil {
		return
	}
	w.tree.failed = nil
	w.closeSource()
	w.tree.unwatchAll()
	w.probed = false
	w.poll(limitReason(err), pollDefault)
	// Folders seen since the refusal were read without a watch.
	w.tree.scan(time.Now())
	w.batcher.all = true
	w.nextPoll()
}

// restart starts over after lost events: folders may have moved without the source knowing.
func (w *Watcher) restart() {
	w.closeSource()
	w.tree.unwatchAll()
	w.batcher.all = true
	if s, err := w.open(); err != nil {
		w.probed = false
		w.poll(limitReason(err), pollDefault)
		w.nextPoll()
	} else {
		w.source, w.tree.source = s, s
	}
	w.scan()
	w.batcher.settled(w.tree, 0, time.Now())
}

func (w *Watcher) setRoots(roots []string) {
	if slices.Equal(roots, w.tree.roots) {
		return
	}
	added := w.tree.setRoots(roots)
	if w.source != nil && w.interval == 0 {
		w.distrustRemote()
	}
	w.scan()
	w.nextPoll()
	for _, r := range added {
		w.tree.report(r)
	}
	w.batcher.settled(w.tree, 0, time.Now())
}

func (w *Watcher) closeSource() {
	if w.source != nil {
		w.source.close()
	}
	w.source, w.tree.source = nil, nil
}

func (w *Watcher) usingEvents() { w.polling.Store(new(string)) }

// distrustRemote adds polling to events on file systems where events are incomplete.
func (w *Watcher) distrustRemote() {
	for _, r := range w.tree.roots {
		if kind := w.remote(r); kind != "" {
			w.poll(fmt.Sprintf(remote, r, kind), pollDefault)
			return
		}
	}
}

// poll starts polling; why is the reason for people.
func (w *Watcher) poll(why string, every time.Duration) {
	w.interval = max(w.interval, every)
	w.polling.Store(&why)
}

func (w *Watcher) nextPoll() {
	if w.interval > 0 {
		w.pollAt.Reset(w.interval)
	}
}

// clean returns the paths in their shortest form, sorted, without repetitions.
func clean(paths []string) ([]string, error) {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		if !filepath.IsAbs(p) {
			return nil, fmt.Errorf("watch %q: the path must be absolute", p)
		}
		out = append(out, filepath.Clean(p))
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func or(d, otherwise time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return otherwise
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}
