package pipeline_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

var headLinks = regexp.MustCompile(`<link rel="?alternate"? [^>]*>`)

// headsOf returns the versions and feeds that pages name, by their files.
func headsOf(t *testing.T, dir string, files ...string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(dir, "public", file))
		if err != nil {
			t.Fatal(err)
		}
		out[file] = headLinks.FindAllString(string(text), -1)
	}
	return out
}

// Heads name the versions and feeds that the site has once everything is rendered, whatever closes a page, and also
// when it opens again (rules H1, H5, A1).
func TestHeadsNameWhatIsListed(t *testing.T) {
	const (
		home     = `<link rel="alternate" type="application/rss&#43;xml" href="https://example.org/index.xml" title="T">`
		homeAtom = `<link rel="alternate" type="application/atom&#43;xml" href="https://example.org/atom.xml" title="T (Atom)">`
		en       = `<link rel="alternate" hreflang="en" href="https://example.org/a/">`
		de       = `<link rel="alternate" hreflang="de" href="https://example.org/de/a/">`
		fallback = `<link rel="alternate" hreflang="x-default" href="https://example.org/a/">`
	)
	dir := t.TempDir()
	site := func(dir string) {
		write(t, dir, "sitegen.toml", `title = "T"
baseURL = "https://example.org/"
defaultContentLanguage = "en"
disableKinds = ["taxonomy", "term", "section"]
[feeds]
formats = ["atom"]
[languages.en]
weight = 1
[languages.de]
weight = 2
`)
		write(t, dir, "layouts/all.html", `<html><head>{{ with .Params.to }}<meta http-equiv="refresh" content="0; url={{ . }}">{{ end }}
{{ range .Discovery.Alternates }}<link rel="alternate" hreflang="{{ .Lang }}" href="{{ .Href }}">
{{ end }}{{ range .Discovery.Feeds }}<link rel="alternate" type="{{ .MediaType }}" href="{{ .Href }}" title="{{ .Title }}">
{{ end }}</head><body><main>{{ .Content }}</main></body></html>`)
		write(t, dir, "content/a.md", "---\ntitle: A\ndate: 2026-01-01\n---\nText.\n")
		write(t, dir, "content/a.de.md", "---\ntitle: A\n---\nText.\n")
	}
	site(dir)
	open := []string{en, de, fallback, home, homeAtom}
	for n, step := range []struct {
		why, file, text string
		want            []string
	}{
		{"nothing is closed", "content/b.md", "---\ntitle: B\n---\n", open},
		{"a header of the host", "static/_headers", "/a/\n  X-Robots-Tag: noindex\n", []string{home}},
		{"a change elsewhere", "content/b.md", "---\ntitle: B\n---\nMore.\n", []string{home}},
		{"no header", "static/_headers", "", open},
		{"robots.txt", "static/robots.txt", "User-agent: *\nDisallow: /de/a/\n", []string{home, homeAtom}},
		{"an open robots.txt", "static/robots.txt", "User-agent: *\nDisallow: /none/\n", open},
		{"a redirect", "static/_redirects", "/de/a/ / 301!\n", []string{home, homeAtom}},
		{"no redirect", "static/_redirects", "", open},
		{"a template", "content/a.de.md", "---\ntitle: A\nto: /\n---\nText.\n", []string{home, homeAtom}},
	} {
		write(t, dir, step.file, step.text)
		for _, noCache := range []bool{false, true} {
			buildIn(t, dir, noCache)
			if diff := cmp.Diff(map[string][]string{"a/index.html": step.want}, headsOf(t, dir, "a/index.html")); diff != "" {
				t.Errorf("step %d, %s, no cache %v (-want +got):\n%s", n, step.why, noCache, diff)
			}
		}
	}
}

// Pages that are rendered once more keep their pictures: the next build reuses them, and makes deleted ones again.
func TestPicturesOfPagesRenderedAgain(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", `title = "T"
baseURL = "https://example.org/"
theme = "blog"
defaultContentLanguage = "en"
[languages.en]
weight = 1
[languages.de]
weight = 2
`)
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "static/photo.jpg", photo.String())
	write(t, dir, "static/_headers", "/de/a/\n  X-Robots-Tag: noindex\n")
	write(t, dir, "content/a.md", "---\ntitle: A\ndate: 2026-01-01\n---\n![One](/photo.jpg)\n")
	write(t, dir, "content/a.de.md", "---\ntitle: A\ndate: 2026-01-01\n---\n![One](/photo.jpg)\n")
	made := 0
	for n, change := range []func(){
		func() {},
		func() { write(t, dir, "content/b.md", "---\ntitle: B\ndate: 2026-01-01\n---\n") },
		func() {
			list, err := filepath.Glob(filepath.Join(dir, "public", "photo_hu_*"))
			if err != nil || len(list) == 0 {
				t.Fatal("no derived picture", err)
			}
			if err := os.Remove(list[0]); err != nil {
				t.Fatal(err)
			}
		},
	} {
		change()
		b, err := pipeline.New(project.Options{Source: dir, Clock: summer})
		if err != nil {
			t.Fatal(err)
		}
		res, err := b.Build(t.Context())
		b.Close()
		if err != nil {
			t.Fatalf("step %d: %v", n, err)
		}
		if n == 0 {
			made = res.Images
		} else if res.Images != 0 {
			t.Errorf("step %d: %d pictures made, %d before", n, res.Images, made)
		}
		if list, _ := filepath.Glob(filepath.Join(dir, "public", "photo_hu_*")); len(list) == 0 {
			t.Errorf("step %d: the picture is gone", n)
		}
	}
}
