package pipeline_test

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Only after all layouts is it known that a template closes a page, and so are the heads of its translations. Other
// pages do not wait for that.
func TestEarlyPageBesideClosedOnes(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hugo.toml": "baseURL = \"https://example.org/\"\n[languages.en]\n[languages.de]\n",
		"layouts/all.html": `<html><head>{{ if .Params.closed }}<meta name="robots" content="noindex">{{ end }}` +
			`{{ range .Discovery.Alternates }}<link rel="alternate" hreflang="{{ .Lang }}" href="{{ .Href }}">{{ end }}</head><body>{{ .Content }}</body></html>`,
		"content/open.md":      "---\ntitle: Open\n---\nBefore.\n",
		"content/open.de.md":   "---\ntitle: Offen\n---\nText.\n",
		"content/closed.md":    "---\ntitle: Half\n---\nText.\n",
		"content/closed.de.md": "---\ntitle: Closed\nclosed: true\n---\nText.\n",
	} {
		write(t, dir, name, text)
	}
	const page = "open/index.html"
	ask := func(*output.Files) {}
	b, err := pipeline.New(project.Options{Source: dir, Memory: true, Early: func(o *output.Files, _ bool) { ask(o) }})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	res, err := b.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := held(t, res.Outputs)
	if strings.Contains(before["closed/index.html"], "alternate") || !strings.Contains(before[page], "alternate") {
		t.Fatalf("heads: %q and %q", before["closed/index.html"], before[page])
	}
	edit(t, filepath.Join(dir, "content", "open.md"), "Before", "After")
	got := make(chan string, 1)
	var early string
	ask = func(o *output.Files) {
		go func() {
			f, _ := o.Lookup(page)
			r, err := f.Open(t.Context())
			if err != nil {
				got <- err.Error()
				return
			}
			defer r.Close()
			text, _ := io.ReadAll(r)
			got <- string(text)
		}()
		select { // the build goes on only after this
		case early = <-got:
		case <-time.After(time.Minute):
			t.Error("the page waits for the end of the build")
		}
	}
	if res, err = b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := held(t, res.Outputs)[page]; early != want || early == before[page] {
		t.Errorf("early:\n%s\nwant:\n%s", early, want)
	}
}
