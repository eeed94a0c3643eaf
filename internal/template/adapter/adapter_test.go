package adapter_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/builder"
)

// build builds a project of some files ("path|text"), and returns its messages and pages.
func build(t *testing.T, files ...string) (messages, pages []string) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range append(files, "hugo.toml|baseURL = 'https://example.org/'\ndisableKinds = ['taxonomy', 'term', 'rss', 'sitemap', '404', 'robotstxt']", "layouts/all.html|{{ .Title }}") {
		name, text, _ := strings.Cut(f, "|")
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b, err := builder.New(builder.Options{Source: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	res, err := b.Build(context.Background())
	var list builder.Diagnostics
	if errors.As(err, &list) {
		for _, d := range list {
			messages = append(messages, d.Error())
		}
	}
	for _, d := range res.Warnings {
		messages = append(messages, d.Error())
	}
	_ = filepath.WalkDir(filepath.Join(dir, "public"), func(name string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".html") {
			text, _ := os.ReadFile(name)
			rel, _ := filepath.Rel(filepath.Join(dir, "public"), name)
			pages = append(pages, filepath.ToSlash(rel)+": "+string(text))
		}
		return nil
	})
	return messages, pages
}

// Mistakes in adapters have a position in the template, and nothing is written.
func TestMistakes(t *testing.T) {
	const end = " (while rendering the home /)"
	for _, c := range []struct{ text, want string }{
		{`{{ .AddPage 1 }}`, `AddPage: it takes a map, not a value of type int`},
		{`{{ .AddPage (dict "title" "x") }}`, `AddPage: path is missing; only the home page has an empty path`},
		{`{{ .AddPage (dict "path" "x" "kind" "book") }}`, `AddPage: unknown kind "book"; use page, section, taxonomy, term, or home`},
		{`{{ .AddPage (dict "path" "x" "content" "y") }}`, `AddPage: content must be a map with mediaType and value`},
		{`{{ .AddResource (dict "content" (dict "value" "y")) }}`, `AddResource: path is missing`},
		{`{{ .AddResource (dict "path" "x") }}`, `AddResource: content.value is missing`},
	} {
		messages, pages := build(t, "content/made/_content.gotmpl|"+c.text)
		if want := []string{"content/made/_content.gotmpl:1: " + c.want + end}; len(pages) > 0 || !cmp.Equal(messages, want) {
			t.Errorf("%s: %q\n%s", c.text, pages, cmp.Diff(want, messages))
		}
	}
}

// Of two pages with the same path the last one counts, and a content file before both.
func TestSamePath(t *testing.T) {
	messages, pages := build(t,
		`content/_content.gotmpl|{{ .AddPage (dict "path" "a" "title" "first") }}{{ .AddPage (dict "path" "a" "title" "second") }}{{ .AddPage (dict "path" "b" "title" "made") }}`,
		"content/b.md|---\ntitle: written\n---\n",
	)
	want := []string{"a/index.html: second", "b/index.html: written"}
	if diff := cmp.Diff(want, pages); diff != "" {
		t.Error(diff, messages)
	}
}
