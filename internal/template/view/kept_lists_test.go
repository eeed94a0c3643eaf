package view

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// TestKept checks that where and sort of a list of the site ask one question about the list, also if the result is
// kept, and that the result is the same as for a list made by the template.
func TestKept(t *testing.T) {
	p := newProject(t, blog())
	one, two := p.page("/posts/one"), p.page("/posts/two")
	for _, c := range []struct {
		call string
		want []string
	}{
		{`where %s "Title" "ne" "One"`, []string{"ListCard en#RegularPages"}},
		{`where %s "Section" "in" (slice "posts" "other")`, []string{"ListCard en#RegularPages"}},
		{`where %s "Params.color" "!=" nil`, []string{"ListParams en#RegularPages"}},
		{`where %s "Params.color" "!=" nil | first 1`, []string{"ListParams en#RegularPages"}},
		{`where %s "Date" "lt" now`, []string{"Now ", "ListCard en#RegularPages"}},
		{`sort %s "Title" "desc"`, []string{"ListCard en#RegularPages"}},
		{`(where %s "Title" "ne" "One").ByTitle`, []string{"ListCard en#RegularPages"}},
		{`sort (where %s "Title" "ne" "One") "Params.color"`, []string{"ListCard en#RegularPages", "ListParams en#RegularPages"}},
		{`where %s "Site.Title" "x"`, []string{"Config "}},
		{`where %s "Nonsense" "x"`, nil},
	} {
		const list = "site.RegularPages"
		text := `{{ range ` + c.call + ` }}{{ .Path }} {{ end }}`
		got, asked := p.asked(one, fmt.Sprintf(text, list))
		again, askedAgain := p.asked(two, fmt.Sprintf(text, list))
		own, _ := p.asked(one, fmt.Sprintf(text, "(append (first 1 site.RegularPages) (after 1 site.RegularPages | first 99))"))
		if got != again || len(got) != len(own) {
			t.Errorf("%s: %q, then %q, of a list of its own %q", c.call, got, again, own)
		}
		if !slices.Equal(asked, askedAgain) {
			t.Errorf("%s asks %q, and when it is remembered %q", c.call, asked, askedAgain)
		}
		read := slices.DeleteFunc(asked, func(s string) bool { return s == "List en#RegularPages" || s == "PageCard en:/posts/one" })
		read = slices.DeleteFunc(read, func(s string) bool { return len(s) > 9 && s[:9] == "PageCard " }) // .Path of printed pages
		if !slices.Equal(read, c.want) {
			t.Errorf("%s asks %q, want %q", c.call, read, c.want)
		}
	}
}

// TestAbsenceIsRecorded: missing values are recorded, too, and so is everything that a template can see of others.
func TestAbsenceIsRecorded(t *testing.T) {
	p := newProject(t, blog())
	for src, want := range map[string]trace.Question{
		`{{ len .Resources }}`:     {Kind: trace.Resources, Key: "en:/posts/one"},
		`{{ os.Stat "none" }}`:     {Kind: trace.File, Key: "stat\x00none"},
		`{{ os.ReadDir "none" }}`:  {Kind: trace.Glob, Key: "folder\x00none"},
		`{{ os.ReadFile "none" }}`: {Kind: trace.File, Key: "read\x00none"},
	} {
		page := p.page("/posts/one")
		c := p.call(page)
		c.execute(src, page) // try may catch an error
		if _, ok := c.Recorder.Answer(want); !ok {
			t.Errorf("%s asks %v, want %v", src, c.Recorder.Record(), want)
		}
	}
}

// TestKeptAfterReading: a page that was read before must still be recorded for a kept result.
func TestKeptAfterReading(t *testing.T) {
	p := newProject(t, blog())
	const list = `where (where site.RegularPages "Path" "/posts/one") "Params.color" "!=" nil`
	p.asked(p.page("/posts/one"), `{{ .Params.color }}{{ len (`+list+`) }}`)
	if _, asked := p.asked(p.page("/posts/two"), `{{ len (`+list+`) }}`); !slices.Contains(asked, "ListParams en#RegularPages") {
		t.Errorf("asks %q", asked)
	}
}

// kept returns the number of results that are kept.
func (p *project) kept() (n int) {
	p.views.answers.Range(func(k, _ any) bool {
		if _, ok := k.(keptKey); ok {
			n++
		}
		return true
	})
	return n
}

// TestKeptIsBounded: a question that names the page itself must not fill the memory.
func TestKeptIsBounded(t *testing.T) {
	p := newProject(t, blog())
	page := p.page("/posts/one")
	p.views.keptPages.Store(p.views.mostKept() - 1)
	out, asked := p.asked(page, `{{ len (where site.RegularPages "Title" "ne" .Title) }} {{ len (where site.RegularPages "Title" "ne" .Title) }}`)
	if all := len(p.views.site.Editions[0].RegularPages); out != fmt.Sprint(all-1, " ", all-1) {
		t.Errorf("%s of %d pages", out, all)
	}
	if !slices.Contains(asked, "ListCard en#RegularPages") {
		t.Errorf("asks %q", asked)
	}
	if n := p.kept(); n != 0 || p.views.keptPages.Load() != p.views.mostKept()-1 {
		t.Errorf("%d results are kept beyond the bound, %d pages", n, p.views.keptPages.Load())
	}
}

// TestBodiesAreNotKept: reading a body adds the values that its shortcodes stored, each time.
func TestBodiesAreNotKept(t *testing.T) {
	p := newProject(t, blog())
	for range 2 {
		_, asked := p.asked(p.page("/posts/one"), `{{ len (where site.RegularPages "WordCount" "gt" 0) }}`)
		if !slices.Contains(asked, "PageText en:/posts/two") {
			t.Errorf("asks %q", asked)
		}
	}
	if n := p.kept(); n != 0 {
		t.Errorf("%d results are kept", n)
	}
}
