package builder_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/builder"
)

// sassSite is a project with a style sheet in Sass. The theme has a part of it, the project another.
func sassSite(t *testing.T, config string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hugo.toml":          "baseURL = 'https://example.org/'\ntheme = 'own'\n" + config,
		"content/a.md":       "---\ntitle: A\n---\n",
		"layouts/_base.html": "<html></html>",
		"layouts/all.html": `{{ $o := dict "outputStyle" "compressed" "includePaths" (slice "static/vendor") "vars" (dict "q" (css.Quoted "x") "u" (css.Unquoted "y")) }}
			{{ with resources.Get "scss/main.scss" | toCSS $o }}{{ .RelPermalink }} {{ .MediaType }} {{ .Content | safeHTML }}{{ end }}
			{{ (slice (resources.Get "scss/main.css") | resources.Concat "joined.css" | toCSS $o).Content | safeHTML }}`,
		"assets/scss/main.css":               "// Sass in all but its name\n.css { .in { a: b } }",
		"themes/own/static/vendor/_far.scss": `.far { a: b }`,
		"assets/scss/main.scss":              `@import "hugo:vars"; @import "theme"; @import "parts/own"; @import "far"; a { b { content: $q $u } }`,
		"assets/scss/parts/_own.scss":        `.own { color: $color }`,
		"themes/own/assets/scss/_theme.scss": `$color: red;`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSass: a theme with Sass builds with nothing installed.
func TestSass(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := sassSite(t, "security.exec.allow = 'none'\n")
	b, err := builder.New(builder.Options{Source: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	page := func(want ...string) {
		t.Helper()
		if _, err := b.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "public", "a", "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(got), w) {
				t.Errorf("no %s in %s", w, got)
			}
		}
	}
	page("/scss/main.css text/css", ".own{color:red}", `a b{content:"x" y}`, ".far{a:b}", ".css .in{a:b}")

	// A part that changes, in the theme too, and one that is new and comes before another.
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("themes/own/assets/scss/_theme.scss", `$color: blue;`)
	page(".own{color:blue}")
	write("themes/own/static/vendor/_far.scss", `.far { a: c }`)
	page(".far{a:c}")
	if err := os.MkdirAll(filepath.Join(dir, "static", "vendor"), 0o755); err != nil {
		t.Fatal(err)
	}
	write("static/vendor/_far.scss", `.near { a: b }`)
	page(".near{a:b}")
	write("assets/scss/parts/_own.scss", `.own { width: 1px }`)
	page(".own{width:1px}")
	write("assets/scss/_theme.scss", `.before { a: b }`)
	page(".before{a:b}")

	write("assets/scss/parts/_own.scss", ".own {\n  width: $nothing }")
	if _, err := b.Build(context.Background()); err == nil || !strings.Contains(err.Error(), "assets/scss/parts/_own.scss:2:10: Undefined variable") {
		t.Error(err)
	}
	write("assets/scss/parts/_own.scss", ".own { width: 2px }")
	page(".own{width:2px}")
}

// TestSassModules: style sheets of Sass's module system need Dart Sass, wherever among the imports they are.
func TestSassModules(t *testing.T) {
	if _, err := exec.LookPath("sass"); err != nil {
		t.Skip("Dart Sass is not on the PATH (test.sh installs it)")
	}
	dir := sassSite(t, "")
	part := filepath.Join(dir, "assets", "scss", "parts", "_own.scss")
	b, err := builder.New(builder.Options{Source: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for text, want := range map[string]string{
		"@use \"sass:math\";\n.own { width: math.div(6px, 2) }": ".own{width:3px}",
		".own { width: (6px/3) }":                               ".own{width:2px}",
	} {
		if err := os.WriteFile(part, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Build(context.Background()); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "public", "a", "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(got), want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

func TestSassWithoutProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for config, want := range map[string]string{
		"":                                "the Sass compiler (Dart Sass) was not found",
		"security.exec.allow = ['^git$']": "security.exec.allow permits neither dart-sass nor sass",
		"security.exec.allow = 'none'":    "security.exec.allow permits neither",
		"security.exec.allow = ['! ^(dart-)?sass$']": "security.exec.allow permits neither",
	} {
		dir := sassSite(t, config)
		if err := os.WriteFile(filepath.Join(dir, "assets", "scss", "parts", "_own.scss"), []byte(`@use "sass:math";`), 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := builder.New(builder.Options{Source: dir})
		if err != nil {
			t.Fatal(err)
		}
		want = "scss/main.scss: @use and @forward require Dart Sass: " + want
		if _, err := b.Build(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", config, err, want)
		}
		b.Close()
	}
}
