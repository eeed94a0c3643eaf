package disk

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// target is an Elsewhere. The bytes of a path in hurt can't be read.
type target struct {
	files map[string]string
	hurt  string
}

func (t target) Has(path string, size int64, hash uint64) bool {
	text, ok := t.files[path]
	return ok && int64(len(text)) == size && xxhash.Sum64String(text) == hash
}

func (t target) Read(path string, _ int64) []byte {
	if path == t.hurt {
		return []byte("?")
	}
	return []byte(t.files[path])
}

// keeps stages outputs of which only the hash is known, or adds them, and returns the paths that were kept.
func (p *place) keeps(files map[string]string) (s *Stage, kept string) {
	p.t.Helper()
	s, err := p.stage(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, name := range []string{"a.html", "b.html", "c/d.html"} {
		text, ok := files[name]
		if !ok {
			continue
		}
		is, err := s.Keep(name, int64(len(text)), xxhash.Sum64String(text), "test")
		switch {
		case err != nil:
			p.t.Fatal(err)
		case is:
			kept += name + " "
		default:
			if err := s.Add(name, []byte(text), "test"); err != nil {
				p.t.Fatal(err)
			}
		}
	}
	return s, kept
}

// outputs returns the entries of the manifest: those that are away have a minus.
func (p *place) outputs() (list string) {
	p.t.Helper()
	m, release, err := Outputs(Options{Dir: p.out, State: p.state, Project: p.project})
	if err != nil {
		p.t.Fatal(err)
	}
	release()
	for _, e := range m.Entries() {
		if e.Away {
			list += "-"
		}
		list += e.Path + " "
	}
	return list
}

func (p *place) intact() bool {
	return Intact(context.Background(), Options{Dir: p.out, State: p.state, Project: p.project}, 1)
}

// TestElsewhere: outputs that are elsewhere get no file, but readers get their bytes, and the next build without that
// place writes them.
func TestElsewhere(t *testing.T) {
	p := newPlace(t)
	site := map[string]string{"a.html": "A", "b.html": "B", "c/d.html": "D"}
	p.elsewhere = target{map[string]string{"a.html": "A", "b.html": "another B", "c/d.html": "D"}, ""}
	s, kept := p.keeps(site)
	if kept != "a.html c/d.html " {
		t.Errorf("kept %s", kept)
	}
	r, size, end, ok := s.Open("c/d.html")
	if !ok || size != 1 {
		t.Fatalf("%v, %d bytes", ok, size)
	}
	if data, err := io.ReadAll(io.NewSectionReader(r, 0, size)); err != nil || string(data) != "D" {
		t.Errorf("%q, %v", data, err)
	}
	end.Close()
	if got := s.Before("a.html", 1, xxhash.Sum64String("A")); string(got) != "A" {
		t.Errorf("before: %q", got)
	}
	c, err := s.Commit(t.Context(), 2)
	if err != nil || c.Written != 1 || c.Away != 2 || c.Unchanged != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if got := p.outputs(); got != "-a.html b.html -c/d.html " {
		t.Errorf("outputs: %s", got)
	}
	if _, err := os.Stat(filepath.Join(p.out, "c")); !os.IsNotExist(err) {
		t.Errorf("a folder without files: %v", err)
	}
	if p.intact() {
		t.Error("an output folder without all files is intact")
	}

	// the same again changes nothing
	s, _ = p.keeps(site)
	if c, err := s.Commit(t.Context(), 2); err != nil || c.Written != 0 || c.Away != 2 || c.Unchanged != 1 {
		t.Errorf("again: %+v, %v", c, err)
	}

	p.elsewhere = nil
	s, kept = p.keeps(site)
	if kept != "b.html " {
		t.Errorf("kept %s", kept)
	}
	if c, err := s.Commit(t.Context(), 2); err != nil || c.Written != 2 || c.Away != 0 {
		t.Errorf("without: %+v, %v", c, err)
	}
	if got := p.outputs(); got != "a.html b.html c/d.html " || !p.intact() {
		t.Errorf("outputs: %s, intact: %v", got, p.intact())
	}
}

// TestElsewhereOwnsNothing: a file of others at the path of an output without a file is neither replaced nor removed.
func TestElsewhereOwnsNothing(t *testing.T) {
	p := newPlace(t)
	p.elsewhere = target{map[string]string{"a.html": "A"}, ""}
	s, _ := p.keeps(map[string]string{"a.html": "A", "b.html": "B"})
	if _, err := s.Commit(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(p.out, "a.html")
	if err := os.WriteFile(foreign, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	s, kept := p.keeps(map[string]string{"a.html": "A", "b.html": "B"})
	if kept != "b.html " {
		t.Errorf("kept %s", kept)
	}
	var refused *Refusal
	if _, err := s.Commit(t.Context(), 2); !errors.As(err, &refused) || refused.Rule != "output-foreign" {
		t.Errorf("%v", err)
	}
	s, _ = p.keeps(map[string]string{"b.html": "B"})
	if _, err := s.Commit(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(foreign); err != nil || string(data) != "mine" {
		t.Errorf("%q, %v", data, err)
	}
}

// TestElsewhereIsNotBelieved: bytes with another hash fail the commit of a build that read them.
func TestElsewhereIsNotBelieved(t *testing.T) {
	p := newPlace(t)
	p.elsewhere = target{map[string]string{"a.html": "A"}, "a.html"}
	s, kept := p.keeps(map[string]string{"a.html": "A"})
	if kept != "a.html " {
		t.Fatalf("kept %s", kept)
	}
	if got := s.Before("a.html", 1, xxhash.Sum64String("A")); got != nil {
		t.Errorf("before: %q", got)
	}
	if _, _, _, ok := s.Open("a.html"); ok {
		t.Error("opened")
	}
	if _, err := s.Commit(t.Context(), 2); err == nil || !strings.Contains(err.Error(), "read a.html: it has no file") {
		t.Errorf("%v", err)
	}
}
