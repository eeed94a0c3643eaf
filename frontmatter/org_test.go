package frontmatter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Keywords at the start of a file are front matter: https://gohugo.io/content-management/formats/#emacs-org-mode
func TestOrg(t *testing.T) {
	src := "\n#+TITLE: The one\n#+date: <2024-05-06 Mon>\n#+lastmod: 2024-06-07\n#+tags[]: a b\n#+categories: x y\n#+note: 1\n#+note: 2\n#+begin\n#+empty:\nText\n#+not: this\n"
	b, err := Parse("a.org", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := &Block{
		Format: Org, Body: len(src) - len("Text\n#+not: this\n"), BodyLine: 11,
		Values: map[string]any{
			"title": "The one", "date": "2024-05-06", "lastmod": "2024-06-07", "tags": []any{"a", "b"}, "categories": "x y",
			"note": "1\n2", "empty": "",
		},
		Lines: map[string]int{"title": 2, "date": 3, "lastmod": 4, "tags": 5, "categories": 6, "note": 7, "empty": 10},
	}
	if diff := cmp.Diff(want, b); diff != "" {
		t.Error(diff)
	}
}
