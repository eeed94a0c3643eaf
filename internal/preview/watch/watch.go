// Package watch reports, in batches, which files of a tree changed.
//
// Think of three parts. The tree is a list of what is known of every path: kind, size, time, inode.
// A source of events says where to look again; without one, or where events cannot be relied on, the
// tree is looked at in whole from time to time. What then differs from the list is gathered until
// nothing has happened for a few milliseconds, and handed out as one Change. So an event never says
// what changed, only where to look, and polling and events share all the rest.
//
// The watcher may name paths that did not change; it never leaves out one that did.
package watch

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options says what to watch. Only Roots is required.
type Options struct {
	// required: absolute files and folders, folders with all below; some may appear only later
	Roots []string
	// absolute: links that lead into it are followed, others only as roots; "": those that lead into a root
	Project string
	// absolute path below a root that is not to be looked at, a folder with all below it; nil: none
	Ignore func(path string) bool
	Quiet  time.Duration // ring when nothing happened for so long; 0: 3 ms; longer while many files change
	// but ring after so long however many events come; 0: 100 ms; up to 8 times as long while hundreds of files change
	Most time.Duration
	// look for changes at this interval and use no events; 0: events, and 300 ms where they do not arrive
	Poll time.Duration
	// absolute path of a file in a folder of the caller's own, written and removed by New to see whether events arrive;
	// "": not asked
	Probe string
}

const (
	quietDefault = 3 * time.Millisecond
	mostDefault  = 100 * time.Millisecond
	pollDefault  = 300 * time.Millisecond
	probeWait    = 200 * time.Millisecond
	idleShare    = 20 // a scan may take one part in so many of the time: 5% of a core
)

// Change says where files changed since the Change before it.
type Change struct {
	// Paths are absolute, sorted, each once: files and folders that are new, different or gone. A folder
	// stands for itself and for everything in it.
	Paths []string
	// All is set when events were lost: anything may have changed, not only Paths.
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

	// The rest belongs to the loop.
	tree     *tree
	source   *source // nil when only polling
	batcher  batcher
	interval time.Duration // of polling, 0 when events are used alone
	probed   bool          // polling only because the probe's event is missing so far
	pollAt   *time.Timer
}

type order struct {
	roots []string
	done  chan struct{}
}

// New begins to watch. Whatever changes after it has returned is reported. A relative path in the
// options is an error; a system that gives no events is none, see Polling.
func New(o Options) (*Watcher, error) {
	return start(o, system{open: openSource, remote: remoteType, leftover: time.Second})
}

// system is what the watcher gets from the machine.
type system struct {
	open     func() (*source, error)
	remote   func(path string) string // type of the remote file system that path lies on, "" if local
	leftover time.Duration            // before a file that looks like an editor's own is taken for a change
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

// begin chooses between events and polling, and looks at the tree for the first time.
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

// Events returns the channel of changes, closed by Close. While nobody receives, changes add up.
func (w *Watcher) Events() <-chan Change { return w.events }

// Polling returns why the tree is looked at from time to time; "" when events alone are used. It may
// change: a Change with All set follows when events had to be given up.
func (w *Watcher) Polling() string { return *w.polling.Load() }

// SetRoots replaces the roots. New ones are reported as changed: nobody saw what happened to them
// before. The same set again costs nothing. A relative path is an error, and changes nothing.
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

// Close ends the watch and everything that belongs to it. It may be called more than once.
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
			w.settle()
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

// hear takes what the source has gathered.
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

// settle looks at what events have named.
func (w *Watcher) settle() {
	batch := w.batcher.due(time.Now())
	w.tree.settle(batch)
	w.afterLook()
	w.batcher.settled(w.tree, len(batch), time.Now())
}

// scan looks at the whole tree.
func (w *Watcher) scan() {
	began := time.Now()
	w.tree.scan(began)
	w.afterLook()
	if w.interval > 0 {
		w.interval = max(or(w.opt.Poll, pollDefault), idleShare*time.Since(began))
	}
}

// afterLook gives up events when the system refused to watch one more folder.
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

// restart begins anew after lost events: folders may have been moved under the feet of the source.
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

// distrustRemote turns polling on beside events where these tell only half.
func (w *Watcher) distrustRemote() {
	for _, r := range w.tree.roots {
		if kind := w.remote(r); kind != "" {
			w.poll(fmt.Sprintf(remote, r, kind), pollDefault)
			return
		}
	}
}

// poll turns polling on, for a reason that people can read.
func (w *Watcher) poll(why string, every time.Duration) {
	w.interval = max(w.interval, every)
	w.polling.Store(&why)
}

func (w *Watcher) nextPoll() {
	if w.interval > 0 {
		w.pollAt.Reset(w.interval)
	}
}

// clean returns the paths in their shortest form, sorted, each once.
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
