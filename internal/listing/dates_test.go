package listing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
)

func TestLastModPrecedence(t *testing.T) {
	old := `/about/	1	1	2024-01-01T00:00:00Z	2024-06-01T00:00:00Z	-	-
/posts/old/	1	1	2024-01-01T00:00:00Z	2024-07-01T00:00:00Z	-	-
`
	remembered, problems := ledger.Parse(old)
	if problems != nil {
		t.Fatal(problems)
	}
	for _, c := range []struct{ order, key, want string }{
		{``, "en:/posts/old", "2024-03-04 lastmod"},
		{``, "en:/posts/new", "2025-01-02 date"},
		{``, "en:/posts", "2025-01-02 descendants"},
		{``, "en:/about", "2024-06-01 :ledger"},
		{`["lastmod", ":ledger"]`, "en:/posts/old", "2024-03-04 lastmod"},
		{`["lastmod", ":ledger"]`, "en:/posts/new", ""},
		{`["lastmod", ":ledger"]`, "en:/posts", ""},
		{`[":descendants", ":ledger"]`, "en:/posts", "2025-01-02 descendants"},
		{`[":ledger", ":page"]`, "en:/posts/old", "2024-07-01 :ledger"},
		{`[":ledger", ":page"]`, "en:/posts/new", "2025-01-02 date"},
		{`["date"]`, "en:/posts/old", "2024-01-02 date"},
		{`[]`, "en:/posts/old", ""},
	} {
		project := one()
		if c.order != "" {
			project["sitegen.toml"] += "[discovery]\nlastmod = " + c.order + "\n"
		}
		s, l := declare(t, project)
		l, _ = l.Seal(nil, nil)
		l = l.Remember(remembered, nil, nil)
		got := ""
		if d, from := l.LastMod(page(t, s, c.key)); !d.IsZero() {
			got = d.Format("2006-01-02 ") + from
		}
		if got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.order, c.key, got, c.want)
		}
	}
}

func TestCheckDatesM2(t *testing.T) {
	day := func(i int) string { return clock.AddDate(0, 0, -10-i).Format(time.RFC3339) }
	for _, c := range []struct {
		name  string
		pages int
		date  func(i int) string
		want  string
	}{
		{"all different", 20, day, ""},
		{"few", 9, func(int) string { return day(0) }, ""},
		{"half", 20, func(i int) string { return day(max(0, i-9)) }, ""},
		{"more than half", 20, func(i int) string { return day(max(0, i-10)) }, "11 of 20 pages have the same date"},
		{"those of the build", 20, func(i int) string { return clock.Add(-time.Duration(i) * time.Second).Format(time.RFC3339) }, "20 of 20 pages say that they changed within the hour before the build"},
		{"none", 20, func(int) string { return "" }, ""},
	} {
		project := tree{"sitegen.toml": "baseURL = \"https://one.example/\"\n"}
		for i := range c.pages {
			front := ""
			if d := c.date(i); d != "" {
				front = "lastmod: " + d + "\n"
			}
			project[fmt.Sprintf("content/p%d.md", i)] = "---\ntitle: P\n" + front + "---\n"
		}
		_, l := declare(t, project)
		found := l.CheckDates()
		switch {
		case c.want == "" && len(found) > 0:
			t.Errorf("%s: %v", c.name, found)
		case c.want != "" && (len(found) != 1 || found[0].Rule != "M2" || !strings.Contains(found[0].Message, c.want)):
			t.Errorf("%s: %v", c.name, found)
		}
	}
}

// A sealed listing finds once when each page changed, however often that is asked.
func TestLastModIsFoundOnce(t *testing.T) {
	s, l := declare(t, tree{
		"sitegen.toml": "baseURL = \"https://one.example/\"\n[discovery]\nlastmod = [\"updated\", \":ledger\"]\n",
		"content/p.md": "---\ntitle: P\nupdated: 2025-03-04\n---\n",
		"content/q.md": "---\ntitle: Q\n---\n",
	})
	sealed := l.Remember(nil, nil, nil)
	for _, p := range s.Pages {
		want, from := l.LastMod(p)
		if got, source := sealed.LastMod(p); !got.Equal(want) || source != from {
			t.Errorf("%s: %v %s, want %v %s", p.Path, got, source, want, from)
		}
		if n := testing.AllocsPerRun(10, func() { sealed.LastMod(p) }); n != 0 {
			t.Errorf("%s: asking again makes %v objects", p.Path, n)
		}
	}
}

// The index says when a file changed although no page in it has a newer date: one is gone (rule I6).
func TestIndexLastModI6(t *testing.T) {
	project := many()
	_, l := declare(t, project)
	var none *ledger.Ledger
	l = l.Remember(none, nil, nil)
	_, emitted := runEach(t, l, listing.EmitOptions{})
	first := l.Ledger(emitted)

	delete(project, "content/c.pt-br.md")
	s := build(t, project)
	s.Now = clock.AddDate(0, 0, 5)
	l = listing.Declare(s).Remember(first, nil, nil)
	got, emitted := runEach(t, l, listing.EmitOptions{})
	const want = `<sitemap><loc>https://many.example/sitemap-en.xml</loc><lastmod>2025-01-02T00:00:00Z</lastmod></sitemap>
<sitemap><loc>https://many.example/sitemap-pt-br.xml</loc><lastmod>`
	if index := string(got["sitemap.xml"]); !strings.Contains(index, want+s.Now.Format(time.RFC3339)+"</lastmod>") {
		t.Errorf("%s", index)
	}
	if c := l.Changes(); len(c.Removed) != 1 || c.Removed[0] != "https://many.example/pt-br/c/" {
		t.Errorf("%+v", c)
	}

	// Nothing changes any more: the same index, later.
	second := l.Ledger(emitted)
	s = build(t, project)
	s.Now = clock.AddDate(0, 0, 9)
	again, _ := run(t, listing.Declare(s).Remember(second, nil, nil), listing.EmitOptions{})
	if string(again["sitemap.xml"]) != string(got["sitemap.xml"]) {
		t.Errorf("%s", again["sitemap.xml"])
	}
}
