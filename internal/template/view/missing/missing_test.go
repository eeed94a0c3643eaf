package missing

import (
	"fmt"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// project returns a site with the pages and documents of the tests.
func project(pages ...string) (*site.Site, *site.Edition) {
	e := &site.Edition{Language: &config.Language{Key: "en", Lower: "en"}}
	s := &site.Site{}
	for _, p := range pages {
		s.Pages = append(s.Pages, &site.Page{Path: p, Edition: e})
	}
	s.Pages = append(s.Pages, &site.Page{Path: "/docs/polish", Edition: &site.Edition{}})
	left := func(file, logical, reason string, line int, at time.Time) {
		s.Left = append(s.Left, site.Left{Reason: reason, Date: at, Doc: &content.Document{
			Source: content.Source{Path: file}, File: "content/" + file, Lang: "en", Logical: logical,
			Front: &frontmatter.Block{Lines: map[string]int{"draft": line, "date": line, "expirydate": line}},
		}})
	}
	left("docs/My Draft.md", "/docs/my-draft", "draft", 3, time.Time{})
	left("blog/soon/index.md", "/blog/soon", "future", 0, time.Date(2030, 1, 2, 0, 0, 0, 0, time.UTC))
	left("old.md", "/old", "expired", 2, time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC))
	return s, e
}

func TestHint(t *testing.T) {
	s, e := project("/docs/moved", "/docs/one")
	s.Pages = append(s.Pages, &site.Page{Path: "/linking-notes-and-files/embed-files", Edition: e})
	x := New(s, e)
	from := &content.Document{Source: content.Source{Path: "docs/one.md"}, Logical: "/docs/one"}
	const (
		draft  = "content/docs/My Draft.md:3: this page is a draft; publish it, or build with --buildDrafts"
		future = "content/blog/soon/index.md: this page is published on 2030-01-02; --buildFuture builds it now"
		moved  = `did you mean "/docs/moved"?`
	)
	for _, tt := range []struct {
		from      *content.Document
		ref, want string
	}{
		{from, "My Draft.md", draft},
		{from, "my-draft", draft},
		{from, "/docs/My Draft.md", draft},
		{from, "docs/my-draft", draft},
		{from, "../blog/soon/", future},
		{from, "../blog/soon/index.md", future},
		{nil, "My Draft", draft},
		{nil, "/blog/soon", future},
		{from, "../old.md", "content/old.md:2: this page expired on 2020-01-02; --buildExpired builds it"},
		{from, "mowed.md", moved},
		{from, "../other/moved.md", moved},
		{from, "docs/mowed.md", moved},
		{from, "two.md", ""},                              // the nearest is the page itself
		{from, "/linking-notes-and-files/example.md", ""}, // a long folder makes no name more alike
		{from, "/linking-notes-and-files/embed-file.md", `did you mean "/linking-notes-and-files/embed-files"?`},
		{from, "polish.md", ""},
		{from, "nothing-like-it.md", ""},
	} {
		if got := x.Hint(tt.from, tt.ref); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.ref, got, tt.want)
		}
	}
}

// TestLargeSites: thousands of broken references are compared with only a few names each.
func TestLargeSites(t *testing.T) {
	pages := []string{"/docs/moved"}
	for i := range mostCompared {
		pages = append(pages, fmt.Sprintf("/docs/m%d", i))
	}
	x := New(project(pages...))
	for ref, want := range map[string]string{"/docs/mowed": "", "/x/Moved": `did you mean "/docs/moved"?`, "/none": ""} {
		if got := x.Hint(nil, ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}

// TestHash: every part of a hint is part of the hash.
func TestHash(t *testing.T) {
	s, e := project("/docs/one")
	seen := map[uint64]string{New(s, e).Hash(): "as it was"}
	for what, change := range map[string]func(){
		"a page":   func() { s.Pages[0].Path = "/docs/two" },
		"a file":   func() { s.Left[0].Doc.File = "content/docs/x.md" },
		"a reason": func() { s.Left[1].Reason = "draft" },
		"a line":   func() { s.Left[2].Doc.Front.Lines["expirydate"] = 9 },
		"a date":   func() { s.Left[2].Date = time.Date(2021, 1, 2, 0, 0, 0, 0, time.UTC) },
	} {
		s, e = project("/docs/one")
		change()
		h := New(s, e).Hash()
		if before, known := seen[h]; known {
			t.Errorf("%s: as with %s", what, before)
		}
		seen[h] = what
	}
}
