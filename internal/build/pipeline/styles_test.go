package pipeline_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sitegen/sitegen/internal/build/project"
)

// TestStylesOfAllProjects: a style sheet that one project compiled is kept for others, but not with NoCache, which makes
// everything again.
func TestStylesOfAllProjects(t *testing.T) {
	user := t.TempDir()
	build := func(noCache bool) (css string) {
		t.Helper()
		dir := t.TempDir()
		for name, text := range map[string]string{
			"hugo.toml":            `baseURL = "https://example.org/"`,
			"assets/main.scss":     `@import "part"; a { color: $c }`,
			"assets/_part.scss":    `$c: red;`,
			"layouts/home.html":    `{{ (resources.Get "main.scss" | css.Sass).Publish }}`,
			"layouts/section.html": ``,
		} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		buildPictures(t, project.Options{Source: dir, NoCache: noCache, Environ: []string{"XDG_CACHE_HOME=" + user}})
		text, err := os.ReadFile(filepath.Join(dir, "public", "main.css"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	kept := func() []string {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(user, "sitegen", "sass", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	want := "a {\n  color: red; }\n"
	if css := build(true); css != want || len(kept()) != 0 {
		t.Errorf("%q, kept %q", css, kept())
	}
	if css := build(false); css != want || len(kept()) != 1 {
		t.Fatalf("%q, kept %q", css, kept())
	}
	before, err := os.Stat(kept()[0])
	if err != nil {
		t.Fatal(err)
	}
	if css := build(false); css != want || len(kept()) != 1 {
		t.Errorf("%q, kept %q", css, kept())
	}
	if after, err := os.Stat(kept()[0]); err != nil || !os.SameFile(before, after) {
		t.Errorf("the second project compiled again: %v", err)
	}
}
