package watch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// deaf is a source that watches and never hears.
func deaf() (*source, error) {
	return &source{
		add: func(string) error { return nil }, remove: func(string) {}, stop: func() {},
		wake: make(chan struct{}, 1), events: map[string]op{},
	}, nil
}

func TestProbe(t *testing.T) {
	t.Run("events arrive", func(t *testing.T) {
		s := newSite(t)
		s.write("content/a.md", "one")
		s.watchOn(Options{Roots: []string{"."}, Probe: s.path("state/probe")}, realSystem())
		if why := s.w.Polling(); why != "" && why != noEvents { // noEvents: a very slow machine
			t.Errorf("Polling() = %q", why)
		}
		if _, err := os.Stat(s.path("state")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the probe left something: %v", err)
		}
		s.only(".")
	})
	t.Run("a folder of the caller", func(t *testing.T) {
		s := newSite(t)
		s.write("state/mine", "one")
		s.watchOn(Options{Roots: []string{"content"}, Probe: s.path("state/probe")}, realSystem())
		left, err := os.ReadDir(s.path("state"))
		if err != nil || len(left) != 1 {
			t.Errorf("left: %v, %v", left, err)
		}
	})
	t.Run("no events", func(t *testing.T) {
		s := newSite(t)
		s.write("a.md", "one")
		sys := realSystem()
		var src *source
		sys.open = func() (*source, error) { var err error; src, err = deaf(); return src, err }
		s.watchOn(Options{Roots: []string{"."}, Probe: s.path("state/probe")}, sys)
		if why := s.w.Polling(); why != noEvents {
			t.Fatalf("Polling() = %q", why)
		}
		s.write("a.md", "two!")
		s.expect("a.md")
		src.put(s.path("state/probe"), opMoved, false) // late, but it came
		for s.w.Polling() != "" {
			time.Sleep(time.Millisecond)
		}
	})
	t.Run("cannot be written", func(t *testing.T) {
		s := newSite(t)
		s.watchOn(Options{Roots: []string{"."}, Probe: s.path("a/b/c/probe")}, realSystem())
		if why := s.w.Polling(); why != "" {
			t.Errorf("Polling() = %q", why)
		}
	})
}

// limited is a source that watches so many folders and no more.
func limited(n int) func() (*source, error) {
	return func() (*source, error) {
		s, err := openSource()
		if err != nil {
			return nil, err
		}
		add := s.add
		s.add = func(real string) error {
			if n--; n < 0 {
				return &os.SyscallError{Syscall: "inotify_add_watch", Err: syscall.ENOSPC}
			}
			return add(real)
		}
		return s, nil
	}
}

func TestLimitOfWatches(t *testing.T) {
	sysctl := ""
	if runtime.GOOS == "linux" {
		sysctl = "fs.inotify.max_user_watches"
	}
	t.Run("at the start", func(t *testing.T) {
		s := newSite(t)
		s.write("a/b/c/x.md", "one")
		sys := realSystem()
		sys.open = limited(2)
		s.watchOn(Options{Roots: []string{"."}}, sys)
		if why := s.w.Polling(); why == "" || !strings.Contains(why, sysctl) {
			t.Errorf("Polling() = %q", why)
		}
		s.write("a/b/c/x.md", "two!")
		s.expect("a/b/c/x.md")
		if s.got["a"] {
			t.Errorf("reported: %q", s.reported())
		}
	})
	t.Run("5,000 folders", func(t *testing.T) {
		s := newSite(t)
		for i := range 5000 {
			s.mkdir(fmt.Sprintf("content/%d/%d", i/100, i))
		}
		sys := realSystem()
		sys.open = limited(1000)
		s.watchOn(Options{Roots: []string{"."}}, sys)
		if why := s.w.Polling(); !strings.Contains(why, sysctl) {
			t.Errorf("Polling() = %q", why)
		}
		s.write("content/49/4999/x.md", "new")
		s.expect("content/49/4999/x.md")
	})
	t.Run("later", func(t *testing.T) {
		s := newSite(t)
		s.mkdir("a")
		sys := realSystem()
		sys.open = limited(4)
		s.watchOn(Options{Roots: []string{"."}}, sys)
		if why := s.w.Polling(); why != "" {
			t.Fatalf("Polling() = %q", why)
		}
		s.write("b/c/d/e/f/x.md", "one")
		s.expect("b/c/d/e/f/x.md")
		for !s.all {
			s.receive()
		}
		if why := s.w.Polling(); why == "" || !strings.Contains(why, sysctl) {
			t.Errorf("Polling() = %q", why)
		}
		s.forget()
		s.write("b/c/d/e/f/x.md", "two!")
		s.expect("b/c/d/e/f/x.md")
	})
	t.Run("of watchers", func(t *testing.T) {
		s := newSite(t)
		sys := realSystem()
		sys.open = func() (*source, error) { return nil, fmt.Errorf("inotify: %w", syscall.EMFILE) }
		s.watchOn(Options{Roots: []string{"."}}, sys)
		if why := s.w.Polling(); !strings.Contains(why, "raise the limit with") {
			t.Errorf("Polling() = %q", why)
		}
		s.write("x.md", "one")
		s.expect("x.md")
	})
}

func TestLostEvents(t *testing.T) {
	s := newSite(t)
	s.write("a/x.md", "one", "b/y.md", "one")
	sys := realSystem()
	var mu sync.Mutex
	var src *source
	sys.open = func() (*source, error) {
		new, err := openSource()
		mu.Lock()
		defer mu.Unlock()
		src = new
		return new, err
	}
	s.watchOn(Options{Roots: []string{"."}}, sys)
	for i := range 3 {
		mu.Lock()
		src.put("", 0, true)
		mu.Unlock()
		for s.all = false; !s.all; {
			s.receive()
		}
		s.forget()
		s.rename("a", "c")
		s.rename("c", "a")
		s.write("a/x.md", fmt.Sprint(i), "b/y.md", fmt.Sprint(i))
		s.expect("a/x.md", "b/y.md")
	}
}

func TestRemoteFileSystem(t *testing.T) {
	s := newSite(t)
	s.write("a.md", "one", "far/b.md", "one")
	sys := realSystem()
	sys.open = deaf // what others change there is not heard
	sys.remote = func(p string) string {
		if filepath.Base(p) == "far" {
			return "9p"
		}
		return ""
	}
	s.watchOn(Options{Roots: []string{"."}}, sys)
	if why := s.w.Polling(); why != "" {
		t.Errorf("Polling() = %q", why)
	}
	s.must(s.w.SetRoots(s.paths([]string{".", "far"})))
	if why, want := s.w.Polling(), s.path("far")+" is on a file system (9p) that other machines can change without an event"; why != want {
		t.Errorf("Polling() = %q, want %q", why, want)
	}
	s.write("far/b.md", "two!")
	s.expect("far/b.md")
}

func TestCloseEndsAll(t *testing.T) {
	both := []time.Duration{0, time.Millisecond}
	before := runtime.NumGoroutine()
	for i := range 20 {
		s := newSite(t)
		s.write("a/x.md", "one")
		w, err := New(Options{Roots: []string{s.dir}, Poll: both[i%2]})
		s.must(err)
		s.write("a/x.md", "two!", "b/c/d.md", "one") // nobody receives
		if i%3 == 0 {
			<-w.Events()
		}
		s.must(w.Close())
		s.must(w.Close())
		if _, open := <-w.Events(); open {
			t.Error("the channel is open after Close")
		}
		s.must(w.SetRoots([]string{s.path("a")}))
	}
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines before, %d after\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
		}
	}
}
