package watch

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// op is what an event says about a path; only a look decides what changed.
type op uint8

const (
	opAttr  op = 1 << iota // permissions or times
	opWrite                // its bytes
	opMoved                // it came, went or was exchanged
)

func (o op) moved() bool { return o&opMoved != 0 }

// source collects the events of watched folders, each path once, until they are taken. It reads from the system
// without pause, because the system's queue is short. The library holds a lock while it waits to report an
// error, so adding a watch in the same goroutine could deadlock.
type source struct {
	add    func(real string) error // watches a folder, not its subfolders
	remove func(real string)
	wake   chan struct{} // contains a token if there is something to take
	probe  string        // real path of the file that tests whether events arrive
	stop   func()
	done   sync.WaitGroup

	mu     sync.Mutex
	events map[string]op
	lost   bool
}

func openSource() (*source, error) {
	fw, err := fsnotify.NewBufferedWatcher(1024)
	if err != nil {
		return nil, err
	}
	s := &source{
		add:    fw.Add,
		remove: func(real string) { forgetPath(fw, real) },
		wake:   make(chan struct{}, 1),
		stop:   func() { fw.Close() },
		events: map[string]op{},
	}
	s.done.Go(func() { s.pump(fw) })
	return s, nil
}

// forgetPath removes the watch of a folder; a missing watch is fine. The library panics for a path whose watch
// became that of another path, because a folder was replaced while it was added; by then it has forgotten the
// path.
func forgetPath(fw *fsnotify.Watcher, real string) {
	defer func() { _ = recover() }()
	_ = fw.Remove(real)
}

func (s *source) pump(fw *fsnotify.Watcher) {
	for {
		select {
		case e, ok := <-fw.Events:
			if !ok {
				return
			}
			s.put(e.Name, opOf(e.Op), false)
		case err, ok := <-fw.Errors:
			if !ok {
				return
			}
			// EINVAL means that the watch ended before the library removed it.
			if !errors.Is(err, syscall.EINVAL) {
				s.put("", 0, true)
			}
		}
	}
}

func opOf(f fsnotify.Op) op {
	var o op
	if f.Has(fsnotify.Chmod) {
		o |= opAttr
	}
	if f.Has(fsnotify.Write) {
		o |= opWrite
	}
	if f.Has(fsnotify.Create) || f.Has(fsnotify.Remove) || f.Has(fsnotify.Rename) {
		o |= opMoved
	}
	return o
}

func (s *source) put(real string, o op, lost bool) {
	s.mu.Lock()
	if o != 0 {
		s.events[real] |= o
	}
	s.lost = s.lost || lost
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take returns the events since the last call, and whether any were lost.
func (s *source) take() (map[string]op, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	events, lost := s.events, s.lost
	s.events, s.lost = map[string]op{}, false
	return events, lost
}

// close ends the source and its goroutines.
func (s *source) close() {
	s.stop()
	s.done.Wait()
}

// isNotFolder reports whether a folder could not be watched because it is no longer a folder.
func isNotFolder(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

// limitReason explains why events are unavailable, and what helps (inotify(7), /proc interfaces).
func limitReason(err error) string {
	linux := runtime.GOOS == "linux"
	switch {
	case linux && errors.Is(err, syscall.ENOSPC):
		return "the system watches no more folders for this user; raise the limit with: sudo sysctl fs.inotify.max_user_watches=524288"
	case linux && errors.Is(err, syscall.EMFILE):
		return "too many programs of this user watch files; raise the limit with: sudo sysctl fs.inotify.max_user_instances=1024"
	case errors.Is(err, syscall.EMFILE):
		return "too many files are open to watch them all; raise the limit with: ulimit -n 65536"
	}
	return fmt.Sprintf("the system gives no file events: %v", err)
}
