package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folding opens the output folder as on a file system that takes upper and lower case for the same.
func (p *place) folding(files map[string]string) (Plan, error) {
	p.folds = true
	s, err := p.stage(files)
	if err != nil {
		return Plan{}, err
	}
	defer s.Discard()
	return s.Plan()
}

// Outputs that would be one file are refused before anything is written, with the text of the warning that they get elsewhere.
func TestTwinsRefused(t *testing.T) {
	p := newPlace(t)
	twins := map[string]string{"tags/Go/index.html": "1", "tags/go/index.html": "2"}
	_, err := p.folding(twins)
	want := "the outputs tags/Go and tags/go are one file on Windows and macOS: they differ only in case or in how accents are encoded"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	p.folds = false
	ch, err := p.build(twins)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]*Refusal{{Rule: "output-portable", Text: want, Hint: "rename one of them, or set its url"}}, ch.Unportable); diff != "" {
		t.Error(diff)
	}
}

// A page whose name changes only in case is written after the old file is removed, which would be the new one otherwise.
func TestRespelled(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, then map[string]string
		late        string
	}{
		{"file", map[string]string{"A.html": "1", "b.html": "2"}, map[string]string{"a.html": "1", "b.html": "2"}, "a.html"},
		{"folder", map[string]string{"A/index.html": "1"}, map[string]string{"a/index.html": "1", "a/new.html": "2"}, "a/index.html a/new.html"},
		{"accent", map[string]string{"e\u0301": "1"}, map[string]string{"\u00e9": "1"}, "\u00e9"},
		{"nothing", map[string]string{"a/index.html": "1"}, map[string]string{"a/index.html": "2", "a/new.html": "2"}, ""},
	} {
		p := newPlace(t)
		if _, err := p.build(c.first); err != nil {
			t.Fatal(err)
		}
		p.folds = true
		s, err := p.stage(c.then)
		if err != nil {
			t.Fatal(err)
		}
		plan := &commit{Stage: s, items: s.sorted()}
		if err := plan.plan(); err != nil {
			t.Fatal(err)
		}
		var late []string
		for _, it := range plan.late {
			late = append(late, it.Path)
		}
		if diff := cmp.Diff(c.late, strings.Join(late, " ")); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if _, err := s.Commit(t.Context(), 2); err != nil {
			t.Error(c.name, err)
		}
		for name, text := range c.then {
			if got, err := os.ReadFile(filepath.Join(p.out, name)); err != nil || string(got) != text {
				t.Errorf("%s: %s: %q, %v", c.name, name, got, err)
			}
		}
	}
}

func TestUnportable(t *testing.T) {
	paths := []string{"a:b", "nul.txt"}
	for i := range 11 {
		paths = append(paths, "z"+strings.Repeat("z", i)+"?")
	}
	got := Unportable(paths)
	if len(got) != 11 || got[0].Text != `the output a:b can't be copied to every system: in Windows, the name "a:b" can't have the character ':'` ||
		got[10].Text != "more of the same is not listed" {
		t.Errorf("%d: %v", len(got), got)
	}
}

// The file system of this test may ignore case or not; a link imitates the other kind.
func TestFoldsCase(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "Site")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	before := foldsCase(dir)
	err := os.Symlink(dir, filepath.Join(filepath.Dir(dir), "sITE"))
	if err == nil && before || err != nil && !before {
		t.Errorf("folds: %v, but a link of the other case: %v", before, err)
	}
	if !foldsCase(filepath.Join(dir, "1", "not-there", "2")) {
		t.Error("names that lead to the same folder are not seen")
	}
}
