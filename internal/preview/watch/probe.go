package watch

import (
	"os"
	"path/filepath"
	"time"
)

const (
	noEvents = "no file events arrive here"
	remote   = "%s is on a file system (%s) that other machines can change without an event"
)

// probe writes a file and waits for its event: in some containers and sandboxes watching succeeds but no event
// ever arrives. If the file cannot be written, events are used.
func (w *Watcher) probe() {
	if w.opt.Probe == "" || w.interval > 0 {
		return
	}
	dir := filepath.Dir(w.opt.Probe)
	if os.Mkdir(dir, 0o755) == nil {
		defer os.Remove(dir) // only when nobody else has put something in
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return // a link leads where nothing is to be written
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || w.source.add(real) != nil {
		return
	}
	w.source.probe = filepath.Join(real, filepath.Base(w.opt.Probe))
	os.Remove(w.source.probe) // of a preview that was killed, or a link
	f, err := os.OpenFile(w.source.probe, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		w.source.remove(real)
		return
	}
	f.Close()
	defer os.Remove(w.source.probe)
	if w.heard(time.After(probeWait)) {
		w.source.remove(real)
		return
	}
	w.probed = true // the watch stays: the event may only be late
	w.poll(noEvents, pollDefault)
}

// heard waits for the event of the probe.
func (w *Watcher) heard(late <-chan time.Time) bool {
	for {
		select {
		case <-late:
			return false
		case <-w.source.wake:
			events, _ := w.source.take()
			if _, ok := events[w.source.probe]; ok {
				return true
			}
		}
	}
}

// trust ends polling if the event of the probe arrives late.
func (w *Watcher) trust() {
	w.probed, w.interval = false, 0
	w.pollAt.Stop()
	w.usingEvents()
	w.distrustRemote()
	w.nextPoll()
}
