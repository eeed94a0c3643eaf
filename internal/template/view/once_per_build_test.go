package view

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// TestHashFile: the hash of a file is the answer for a template that reads it; the file is read once per build.
func TestHashFile(t *testing.T) {
	files := blog()
	files["scripts/a.js"] = "let a = 1"
	p := newProject(t, files)
	page := p.page("/posts/one")
	for _, name := range []string{"scripts/a.js", "posts/one.md", "none", "../outside", "public/index.html"} {
		hashed, read := p.call(page), p.call(page)
		answer := hashed.HashFile(name)
		_, _ = read.ReadFile(name)
		if got, ok := read.Recorder.Answer(trace.Question{Kind: trace.File, Key: "read\x00" + name}); got != answer || !ok {
			t.Errorf("%s: the answer is %d, recorded %d", name, answer, got)
		}
		if got, want := fmt.Sprint(hashed.Recorder.Record()), fmt.Sprint(p.call(page).Recorder.Record()); got != want {
			t.Errorf("%s: the hash alone must not be recorded, but %s was recorded", name, got)
		}
	}
	before := p.call(page).HashFile("scripts/a.js")
	if err := os.WriteFile(filepath.Join(p.views.site.Config.Project, "scripts/a.js"), []byte("let a = 2"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := p.call(page).HashFile("scripts/a.js"); again != before {
		t.Error("the file was read again in the same build")
	}
}

// TestMatchingAssetsOnce: files of assets/ are searched once per pattern, though every page asks; a page that sorts or
// extends the list does not change it for others.
func TestMatchingAssetsOnce(t *testing.T) {
	files := blog()
	files["assets/own/b.css"], files["assets/own/a.css"] = "b{}", "a{}"
	p := newProject(t, files)
	const src = `{{ $all := resources.Match "own/*.css" }}{{ range append (index $all 0) $all }}{{ .Name }} {{ end }}{{ len $all }}`
	first, asked := p.asked(p.page("/posts/one"), src)
	second, again := p.asked(p.page("/posts/two"), src)
	if want := "/own/a.css /own/b.css /own/a.css 2"; first != want || second != want {
		t.Errorf("got %q, then %q, want %q", first, second, want)
	}
	if !slices.Contains(asked, "Glob assets\x00own/*.css") || !slices.Equal(asked, again) {
		t.Errorf("asks %q, then %q", asked, again)
	}
}
