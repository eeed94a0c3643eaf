package builder_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/builder"
)

var clock = time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)

// project writes files into a new folder.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func newBuilder(t *testing.T, o builder.Options) *builder.Builder {
	t.Helper()
	b, err := builder.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func TestBuildAgainRendersWhatChanged(t *testing.T) {
	dir := project(t, map[string]string{
		"layouts/_default/single.html": "<title>{{ .Title }}</title>{{ .Content }}", "layouts/_default/list.html": "{{ len .Pages }}",
		"content/a.md": "---\ntitle: A\ndate: 2026-01-01\n---\none\n", "content/b.md": "---\ntitle: B\ndate: 2026-01-02\n---\none\n",
		"content/later.md": "---\ntitle: Later\ndate: 2027-01-01\n---\n",
	})
	b := newBuilder(t, builder.Options{Source: dir, BaseURL: "https://example.org/", Clock: clock})
	first, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(first.Left) != 1 || first.Left[0].File != "content/later.md" || first.Left[0].Reason != "future" || !first.NextBuild.Equal(first.Left[0].Date) {
		t.Errorf("left out: %+v, next build %s", first.Left, first.NextBuild)
	}
	write(t, filepath.Join(dir, "content", "a.md"), "---\ntitle: A\ndate: 2026-01-01\n---\ntwo\n")
	second, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if second.Rendered >= first.Rendered || second.Rendered == 0 || !slices.Equal(second.URLs.Changed, []string{"https://example.org/a/"}) {
		t.Errorf("rendered %d of %d, changed %v", second.Rendered, first.Rendered, second.URLs.Changed)
	}
	page, err := os.ReadFile(filepath.Join(second.Destination, "a", "index.html"))
	if err != nil || !strings.Contains(string(page), "two") {
		t.Errorf("%s, %v", page, err)
	}
}

func TestErrorsHavePositions(t *testing.T) {
	dir := project(t, map[string]string{"content/a.md": "---\ntitle: A\ndate: yesterday\n---\n"})
	b := newBuilder(t, builder.Options{Source: dir, Clock: clock})
	_, err := b.Build(t.Context())
	var list builder.Diagnostics
	var one *builder.Diagnostic
	if !errors.As(err, &list) || !errors.As(err, &one) {
		t.Fatalf("%T: %v", err, err)
	}
	if one.File != "content/a.md" || one.Line != 3 || one.Warning || one.Message == "" || one.Excerpt != "date: yesterday" ||
		one.Error() != list[0].Error() || !strings.HasPrefix(err.Error(), "content/a.md:3") {
		t.Errorf("%+v", one)
	}
	if _, err := os.Stat(filepath.Join(dir, "public")); !errors.Is(err, os.ErrNotExist) {
		t.Error("the failed build wrote an output folder")
	}
}

func TestMemory(t *testing.T) {
	dir := project(t, map[string]string{
		"layouts/_default/single.html": "{{ .Site.Params.color }}", "content/a.md": "text", "static/copied.txt": "as it is",
	})
	b := newBuilder(t, builder.Options{Source: dir, Memory: true, Values: map[string]any{"params.color": "green"}})
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a/index.html": "green", "copied.txt": "as it is"} {
		data, ok, err := res.Outputs.ReadFile(t.Context(), path)
		if err != nil || !ok || string(data) != want || !slices.Contains(res.Outputs.Paths(), path) {
			t.Errorf("%s is %q, %v, %v", path, data, ok, err)
		}
	}
	if _, ok, err := res.Outputs.ReadFile(t.Context(), "none"); ok || err != nil {
		t.Errorf("a file that does not exist: %v, %v", ok, err)
	}
}

func TestNewChecksOptions(t *testing.T) {
	if _, err := builder.New(builder.Options{Jobs: -1}); err == nil {
		t.Error("a negative number of jobs is no error")
	}
}
