package builder_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/builder"
)

const statsSite = `
-- hugo.toml --
baseURL = "https://example.org/"
disableKinds = ["taxonomy", "term", "rss", "sitemap"]
[build.buildStats]
enable = true
disableIDs = true
[security.exec]
allow = ["^node$", "^postcss$"]
[markup.goldmark.renderer]
unsafe = true
-- content/a.md --
---
title: A
---
<p class="first second" id="x">text</p>
-- layouts/all.html --
<html class="{{ .Kind }}"><body>{{ .Content }}
{{ if fileExists "hugo_stats.json" }}{{ delimit (readFile "hugo_stats.json" | transform.Unmarshal).htmlElements.classes "," }}{{ end }}
{{ .Scratch.Get "none" }}CSS</body></html>
-- assets/main.css --
a {}
-- node_modules/.bin/postcss --
#!/usr/bin/env node
const fs = require("fs");
process.stdin.resume();
process.stdin.on("end", () => process.stdout.write(fs.existsSync("hugo_stats.json") ? fs.readFileSync("hugo_stats.json", "utf8") : "none"));
`

func statsProject(t *testing.T, css string) string {
	t.Helper()
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(strings.Replace(statsSite, "CSS", css, 1))), dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "node_modules/.bin/postcss"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestBuildStats: what reads hugo_stats.json sees the pages of the same build, in one process and in others.
func TestBuildStats(t *testing.T) {
	css := ""
	if _, err := exec.LookPath("node"); err == nil {
		css = `{{ with resources.Get "main.css" | postCSS }}{{ .Content | safeHTML }}{{ end }}`
	}
	dir := statsProject(t, css)
	build := func(b *builder.Builder, want string) {
		t.Helper()
		if _, err := b.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(dir, "public/a/index.html"))
		if err != nil || !strings.Contains(string(page), want) {
			t.Errorf("no %q, %v, in %s", want, err, page)
		}
		if last := strings.Split(want, ",")[0]; css != "" && !strings.Contains(string(page), `"`+last+`"`) {
			t.Errorf("the style sheet does not know %s: %s", last, page)
		}
	}
	open := func() *builder.Builder {
		b, err := builder.New(builder.Options{Source: dir})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		return b
	}
	first := open()
	build(first, "first,home,page,second")
	stats, err := os.ReadFile(filepath.Join(dir, "hugo_stats.json"))
	want := `{
  "htmlElements": {
    "tags": [
      "body",
      "html",
      "p"
    ],
    "classes": [
      "first",
      "home",
      "page",
      "second"
    ],
    "ids": null
  }
}
`
	if string(stats) != want {
		t.Errorf("got %s, %v, want %s", stats, err, want)
	}
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "content/a.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("---\ntitle: A\n---\n<p class=\"another\">text</p>\n")
	build(first, "another,home,page")
	write("---\ntitle: A\n---\n<p class=\"again\">text</p>\n")
	build(open(), "again,home,page")
	build(open(), "again,home,page")
}
