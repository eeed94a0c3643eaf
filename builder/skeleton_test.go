package builder_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/builder"
)

// skeleton is a new site with a new theme as Hugo 0.111 made them: nearly all templates are empty.
const skeleton = `
-- config.toml --
baseURL = 'http://example.org/'
languageCode = 'en-us'
title = 'My New Hugo Site'
theme = 'mine'
-- content/posts/a.md --
---
title: A
date: 2023-03-01
---
-- themes/mine/theme.toml --
name = "Mine"
min_version = "0.41.0"
[author]
  name = ""
-- themes/mine/archetypes/default.md --
+++
+++
-- themes/mine/layouts/404.html --
-- themes/mine/layouts/_default/baseof.html --
<!DOCTYPE html>
<html>
	{{- partial "head.html" . -}}
	<body>{{- block "main" . }}{{- end }}</body>
</html>
-- themes/mine/layouts/_default/list.html --
-- themes/mine/layouts/_default/single.html --
-- themes/mine/layouts/index.html --
-- themes/mine/layouts/partials/head.html --
`

// TestEmptyTemplates: a page whose template prints nothing is not written, as in Hugo; it is once the template says
// something, and not any more when that is taken out again.
func TestEmptyTemplates(t *testing.T) {
	dir := t.TempDir()
	if err := txtar.Write(txtar.Parse([]byte(skeleton)), dir); err != nil {
		t.Fatal(err)
	}
	single := filepath.Join(dir, "themes", "mine", "layouts", "_default", "single.html")
	for _, step := range []struct {
		template string
		want     []string
	}{
		{"", nil},
		{`{{ define "main" }}{{ .Title }}{{ end }}`, []string{"posts/a/index.html"}},
		{"", nil},
	} {
		if err := os.WriteFile(single, []byte(step.template), 0o666); err != nil {
			t.Fatal(err)
		}
		b, err := builder.New(builder.Options{Source: dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if got := htmlFiles(t, filepath.Join(dir, "public")); !slices.Equal(got, step.want) {
			t.Errorf("%q: %q, want %q", step.template, got, step.want)
		}
		sitemap, err := os.ReadFile(filepath.Join(dir, "public", "sitemap.txt"))
		if listed := err == nil && len(sitemap) > 0; listed != (step.want != nil) {
			t.Errorf("%q: sitemap.txt: %q", step.template, sitemap)
		}
	}
}

// htmlFiles lists the HTML files of a folder.
func htmlFiles(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".html" {
			rel, _ := filepath.Rel(dir, name)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
