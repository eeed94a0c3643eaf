package watch

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func report(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "ms-p95")
}

// state is every path of a tree with what it holds.
func state(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil || rel == "." {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir():
			out[rel] = "folder"
		case d.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(p)
			out[rel] = "link to " + to
			return err
		default:
			text, err := os.ReadFile(p)
			out[rel] = "file: " + string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func differences(before, after map[string]string) []string {
	var out []string
	for p, s := range before {
		if after[p] != s {
			out = append(out, p)
		}
	}
	for p := range after {
		if _, had := before[p]; !had {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

func TestStress(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			both(t, func(t *testing.T, poll time.Duration) { stress(t, seed, poll, 0, realSystem()) })
		})
	}
}

// stress changes a tree at random; every difference must then have been reported, and every folder must still
// be watched under its own name. pause is the maximum additional time between two changes.
func stress(t *testing.T, seed uint64, poll, pause time.Duration, sys system) {
	s := newSite(t)
	for i := range 60 {
		s.write(fmt.Sprintf("in/d%d/e%d/f%d", i%3, i%5, i), fmt.Sprint("first ", i))
	}
	s.mkdir("out")
	before := state(t, s.path("in"))
	s.watchOn(Options{Roots: []string{"in"}, Project: s.dir, Poll: poll}, sys)
	rng := rand.New(rand.NewPCG(seed, 5))
	gather := make(chan struct{})
	finished := make(chan struct{})
	go func() { // as the caller would: at times busy
		defer close(gather)
		for {
			select {
			case c, ok := <-s.w.Events():
				if !ok {
					return
				}
				for _, p := range c.Paths {
					s.got[s.rel(p)] = true
				}
				s.all = s.all || c.All
			case <-finished:
				return
			}
		}
	}()
	for i := range 2000 {
		s.randomStep(rng, i)
		if pause > 0 && rng.IntN(4) == 0 {
			time.Sleep(rand.N(pause))
		}
		if rng.IntN(50) == 0 {
			time.Sleep(time.Duration(rng.IntN(8)) * time.Millisecond)
		}
	}
	close(finished)
	<-gather
	if s.all {
		t.Log("events were lost: All")
	}
	var want []string
	for _, p := range differences(before, state(t, s.path("in"))) {
		want = append(want, "in/"+p)
	}
	t.Logf("%d differences, %d reported before the end", len(want), len(s.got))
	if !s.all {
		s.expect(want...)
	}
	if t.Failed() {
		return
	}
	s.forget()
	var marks []string
	for p, what := range state(t, s.path("in")) {
		if what == "folder" {
			s.write("in/"+p+"/mark", "alive")
			marks = append(marks, "in/"+p+"/mark")
		}
	}
	slices.Sort(marks)
	s.expect(marks...)
}

// randomStep makes one change to the tree, or none if it is impossible.
func (s *site) randomStep(rng *rand.Rand, i int) {
	path := func() string {
		parts := []string{s.dir, "in"}
		if rng.IntN(12) == 0 {
			parts[1] = "out"
		}
		for range rng.IntN(4) {
			parts = append(parts, fmt.Sprintf("%c%d", "de"[rng.IntN(2)], rng.IntN(4)))
		}
		return filepath.Join(parts...)
	}
	leaf := func() string { return filepath.Join(path(), fmt.Sprintf("f%d", rng.IntN(20))) }
	a, b := path(), path()
	switch rng.IntN(12) {
	case 0, 1, 2:
		_ = os.WriteFile(leaf(), []byte(fmt.Sprint("step ", i)), 0o644)
	case 3:
		dir := filepath.Join(a, fmt.Sprintf("d%d", rng.IntN(4)), fmt.Sprintf("e%d", rng.IntN(4)))
		_ = os.MkdirAll(dir, 0o755)
		_ = os.WriteFile(filepath.Join(dir, "f1"), []byte(fmt.Sprint("step ", i)), 0o644)
	case 4:
		_ = os.Remove(leaf())
	case 5:
		if strings.Count(a, string(filepath.Separator)) > strings.Count(s.dir, string(filepath.Separator))+2 {
			_ = os.RemoveAll(a)
		}
	case 6, 7:
		if a != s.path("in") && a != s.path("out") {
			_ = os.Rename(a, b)
			_ = os.Rename(a, filepath.Join(b, fmt.Sprintf("d%d", rng.IntN(4))))
		}
	case 8:
		_ = os.Rename(leaf(), leaf())
	case 9:
		tmp := filepath.Join(a, "tmp")
		_ = os.WriteFile(tmp, []byte(fmt.Sprint("step ", i)), 0o644)
		_ = os.Rename(tmp, leaf())
	case 10:
		_ = os.Chmod(a, 0o700)
		_ = os.Symlink(b, leaf())
	case 11:
		_ = os.MkdirAll(a, 0o755)
		_ = os.Link(leaf(), leaf())
	}
}
