package disk

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// interrupted runs a commit up to a point and leaves everything as a killed process would.
func (p *place) interrupted(outputs files, until string) {
	p.t.Helper()
	s, err := p.stage(outputs)
	if err != nil {
		p.t.Fatal(err)
	}
	defer s.Discard() // the system closes what a killed process had open
	c := &commit{Stage: s, jobs: 1, items: s.sorted(), temp: map[*item]string{}}
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"plan", c.plan},
		{"begin", c.begin},
		{"write", func() error { return c.write(context.Background()) }},
		{"prepare", c.prepareManifest},
		{"swap", c.swap},
	} {
		if err := step.do(); err != nil {
			p.t.Fatal(step.name, err)
		}
		if step.name == until {
			return
		}
	}
}

// roomIn returns Options.Spool for a test.
func roomIn(name string) int64 {
	if strings.Contains(name, "no room") {
		return -1
	}
	return 0
}

func TestInterruptedBuildIsRepaired(t *testing.T) {
	old := files{"same": "1", "changed": "1", "gone": "1", "d/gone": "1"}
	next := files{"same": "1", "changed": "2", "new": "3", "e/new": "4"}
	last := files{"same": "1", "changed": "5", "other": "6"}
	for _, until := range []string{"plan", "begin", "write", "prepare", "swap"} {
		for name, start := range map[string]files{"first build": nil, "later build": old, "first build, no room in memory": nil} {
			t.Run(until+", "+name, func(t *testing.T) {
				p := newPlace(t)
				p.spool = roomIn(name)
				if start != nil {
					p.mustBuild(start)
				}
				p.interrupted(next, until)
				p.mustBuild(last)
				p.want(last)

				p.interrupted(next, until)
				p.interrupted(last, until) // and the repair is interrupted as well
				p.mustBuild(next)
				p.want(next)
				if ch := p.mustBuild(next); !cmp.Equal(ch, Changes{Unchanged: 4}) {
					t.Errorf("a build after the repair: %+v", ch)
				}
			})
		}
	}
}

// What another program wrote on a path of the intent after the build was killed stays.
func TestInterruptedBuildOwnsOnlyItsOwn(t *testing.T) {
	p := newPlace(t)
	p.interrupted(files{"a": "1", "b": "2", "c": "333"}, "write")
	p.write("public/b", "longer than it was")
	if err := os.Truncate(filepath.Join(p.out, "c"), 1); err != nil { // a write that was cut off
		t.Fatal(err)
	}
	p.mustBuild(files{"z": "1"})
	p.want(files{"z": "1", "b": "longer than it was"})
}

func TestFailedWriteLeavesTheOldTree(t *testing.T) {
	for name, start := range map[string]files{
		"first build": nil, "first build, no room in memory": nil,
		"later build": {"same": "1", "changed": "1", "d/gone": "1"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			p.spool = roomIn(name)
			if start != nil {
				p.mustBuild(start)
			}
			before := p.tree()
			state, _ := filepath.Glob(filepath.Join(p.state, "[^.]*[^k]"))
			s, err := p.stage(files{"same": "1", "changed": "2", "e/f/new": "3", "z": "4"})
			if err != nil {
				t.Fatal(err)
			}
			// A source that disappears before it is copied represents any failing write.
			p.write("photo.jpg", "x")
			source := filepath.Join(p.project, "photo.jpg")
			info, err := os.Stat(source)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Copy("zz/photo.jpg", source, info.Size(), info.ModTime().UnixNano()); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(source); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Commit(context.Background(), 1); err == nil {
				t.Fatal("no error")
			}
			p.want(before)
			if now, _ := filepath.Glob(filepath.Join(p.state, "[^.]*[^k]")); len(now) != len(state) {
				t.Errorf("the state folder went from %q to %q", state, now)
			}
			p.mustBuild(files{"same": "1", "changed": "2"})
			p.want(files{"same": "1", "changed": "2"})
		})
	}
}

// The manifest has its room before the first change: no build can fail for want of it afterwards.
func TestFailedManifestLeavesTheOldTree(t *testing.T) {
	for name, start := range map[string]files{
		"first build": nil, "first build, no room in memory": nil,
		"later build": {"same": "1", "changed": "1", "d/gone": "1"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			p.spool = roomIn(name)
			if start != nil {
				p.mustBuild(start)
			}
			before := p.tree()
			next := files{"same": "1", "changed": "2", "e/f/new": "3"}
			s, err := p.stage(next)
			if err != nil {
				t.Fatal(err)
			}
			inTheWay := filepath.Join(p.state, "."+s.tree.name+manifestExt+".new")
			if err := os.Mkdir(inTheWay, 0o777); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Commit(context.Background(), 1); err == nil {
				t.Fatal("no error")
			}
			p.want(before)
			if err := os.Remove(inTheWay); err != nil {
				t.Fatal(err)
			}
			p.mustBuild(next)
			p.want(next)
			if !p.whole() {
				t.Error("the manifest does not vouch for the tree")
			}
		})
	}
}

func TestCancelledCommitLeavesTheOldTree(t *testing.T) {
	p := newPlace(t)
	p.mustBuild(files{"a": "1", "b": "1"})
	s, err := p.stage(files{"a": "2", "c": "3"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Commit(ctx, 2); err == nil {
		t.Error("no error")
	}
	p.want(files{"a": "1", "b": "1"})
}
