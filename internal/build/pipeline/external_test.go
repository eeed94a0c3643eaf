package pipeline_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// External programs convert content to HTML if the configuration allows them. It is converted again if a file changes
// that it may include.
func TestExternalContent(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	bin := t.TempDir()
	script := "#!/bin/sh\n/bin/cat\n/bin/cat data/part.txt\necho '<div id=\"toc\"><ul><li><a href=\"#h\">H</a></li></ul></div>'\n"
	if err := os.WriteFile(filepath.Join(bin, "asciidoctor"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	dir := t.TempDir()
	const config = "baseURL = 'https://example.org/'\ndisableKinds = ['taxonomy', 'term', 'rss', 'sitemap', '404']\n"
	write(t, dir, "hugo.toml", config)
	write(t, dir, "content/a.adoc", "---\ntitle: A\n---\n<h2 id=h>H</h2>\ninclude::data/part.txt[] {{< note >}}\n")
	write(t, dir, "data/part.txt", "one")
	write(t, dir, "layouts/_shortcodes/note.html", "<b>note</b>")
	write(t, dir, "layouts/home.html", `{{ range .Site.RegularPages }}{{ .Content }}|{{ .TableOfContents }}|{{ .Fragments.Identifiers }}{{ end }}`)

	b, err := pipeline.New(project.Options{Source: dir, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "content in asciidoc requires a program that is not allowed to run: asciidoctor") {
		t.Fatal(err)
	}
	write(t, dir, "hugo.toml", config+"[security.exec]\nallow = ['^asciidoctor$']\n")
	const want = `<h2 id="h">H</h2> include::data/part.txt[] <b>note</b> PART |<nav id="TableOfContents"> <ul> <li><a href="#h">H</a></li> </ul> </nav>|[h]`
	for _, part := range []string{"one", "two"} {
		write(t, dir, "data/part.txt", part)
		if got := home(t, dir, project.Options{}); got != strings.Replace(want, "PART", part, 1) {
			t.Errorf("%s: got %s", part, got)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := b.Build(t.Context()); err == nil || !strings.Contains(err.Error(), "no asciidoctor was found on the PATH: install it from https://asciidoctor.org/") {
		t.Error(err)
	}
}
