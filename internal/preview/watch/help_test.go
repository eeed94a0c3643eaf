package watch

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const patience = 2 * time.Minute

// real is the system as it is, but editors may take as long as they like.
func realSystem() system {
	return system{open: openSource, remote: func(string) string { return "" }, leftover: time.Hour}
}

// site is a folder that a test changes while it is watched.
type site struct {
	*testing.T
	dir string
	w   *Watcher
	all bool
	got map[string]bool

	// Polling reports a file that was just written once more: the clock of the file system is coarse.
	twice, ever map[string]bool
}

// both runs a test with events and by polling.
func both(t *testing.T, test func(t *testing.T, poll time.Duration)) {
	t.Run("events", func(t *testing.T) { t.Parallel(); test(t, 0) })
	t.Run("polling", func(t *testing.T) { t.Parallel(); test(t, 5*time.Millisecond) })
}

func newSite(t *testing.T) *site {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &site{T: t, dir: dir, got: map[string]bool{}, ever: map[string]bool{}}
}

// watch begins to watch; relative roots lie in the site.
func (s *site) watch(o Options) { s.watchOn(o, realSystem()) }

func (s *site) watchOn(o Options, sys system) {
	s.Helper()
	o.Roots = s.paths(o.Roots)
	if o.Ignore == nil {
		o.Ignore = func(p string) bool { return filepath.Base(p) == "ignored" }
	}
	w, err := start(o, sys)
	if err != nil {
		s.Fatal(err)
	}
	s.w = w
	if o.Poll > 0 {
		s.twice = s.ever
	}
	s.Cleanup(func() { w.Close() })
}

func (s *site) path(rel string) string { return filepath.Join(s.dir, filepath.FromSlash(rel)) }

func (s *site) paths(rels []string) []string {
	var out []string
	for _, r := range rels {
		out = append(out, s.path(r))
	}
	return out
}

func (s *site) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// write writes files, each followed by its text, and the folders around them.
func (s *site) write(pairs ...string) {
	s.Helper()
	for i := 0; i < len(pairs); i += 2 {
		s.mkdir(filepath.Dir(pairs[i]))
		s.must(os.WriteFile(s.path(pairs[i]), []byte(pairs[i+1]), 0o644))
	}
}

func (s *site) mkdir(rel string)       { s.Helper(); s.must(os.MkdirAll(s.path(rel), 0o755)) }
func (s *site) remove(rel string)      { s.Helper(); s.must(os.RemoveAll(s.path(rel))) }
func (s *site) rename(from, to string) { s.Helper(); s.must(os.Rename(s.path(from), s.path(to))) }
func (s *site) chmod(rel string, mode os.FileMode) {
	s.Helper()
	s.must(os.Chmod(s.path(rel), mode))
}

func (s *site) symlink(target, rel string) {
	s.Helper()
	s.must(os.Symlink(target, s.path(rel)))
}

// old sets the time of a file to long ago, so polling can trust it.
func (s *site) old(rels ...string) {
	s.Helper()
	past := time.Date(2020, 1, 2, 3, 4, 5, 678, time.UTC)
	for _, rel := range rels {
		s.must(os.Chtimes(s.path(rel), past, past))
	}
}

// receive waits for one change.
func (s *site) receive() Change {
	s.Helper()
	select {
	case c := <-s.w.Events():
		if !slices.IsSorted(c.Paths) || len(slices.Compact(slices.Clone(c.Paths))) != len(c.Paths) {
			s.Fatalf("paths not sorted, or not each once: %q", c.Paths)
		}
		for _, p := range c.Paths {
			s.got[s.rel(p)] = true
		}
		s.all = s.all || c.All
		return c
	case <-time.After(patience):
		s.Fatalf("no batch; until now: %q", s.reported())
		return Change{}
	}
}

func (s *site) rel(p string) string {
	rel, err := filepath.Rel(s.dir, p)
	if err != nil || !filepath.IsAbs(p) || filepath.Clean(p) != p {
		s.Fatalf("not an absolute, clean path in the site: %q", p)
	}
	return filepath.ToSlash(rel)
}

// expect waits until all of these have been reported.
func (s *site) expect(rels ...string) {
	s.Helper()
	for {
		missing := slices.DeleteFunc(slices.Clone(rels), func(r string) bool { return s.got[r] })
		if len(missing) == 0 {
			return
		}
		deadline := time.AfterFunc(patience, func() { s.Errorf("still missing: %q", missing) })
		s.receive()
		deadline.Stop()
	}
}

// only waits until all of these have been reported, and then until a file that it writes now is; nothing else
// may be reported. That file is in the site, or in the folder sentinel.
func (s *site) only(sentinel string, rels ...string) {
	s.Helper()
	s.expect(rels...)
	last := filepath.ToSlash(filepath.Join(sentinel, "last-"+time.Now().Format("150405.000000000")))
	s.write(last, "")
	s.expect(last)
	delete(s.got, last)
	for _, r := range rels {
		delete(s.got, r)
		s.ever[r] = true
	}
	for p := range s.got {
		if strings.Contains(p, "last-") || s.twice[p] {
			delete(s.got, p)
		}
	}
	if len(s.got) > 0 {
		s.Errorf("reported, but did not change: %q", s.reported())
	}
	clear(s.got)
}

// forget takes what has been reported as seen.
func (s *site) forget() { clear(s.got) }

func (s *site) reported() []string { return slices.Sorted(maps.Keys(s.got)) }
