package listing_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/testing/assembled"
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
		project := assembled.One()
		if c.order != "" {
			project["sitegen.toml"] += "[discovery]\nlastmod = " + c.order + "\n"
		}
		s, l := declare(t, project)
		l, _ = l.Seal(nil, nil)
		l = l.Remember(remembered, nil, nil)
		got := ""
		if d := l.LastMod(assembled.Page(t, s, c.key)); !d.At.IsZero() {
			got = d.At.Format("2006-01-02 ") + d.From
		}
		if got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.order, c.key, got, c.want)
		}
	}
}

func TestCheckDatesM2(t *testing.T) {
	day := func(i int) string { return assembled.Clock.AddDate(0, 0, -10-i).Format(time.RFC3339) }
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
		{"those of the build", 20, func(i int) string { return assembled.Clock.Add(-time.Duration(i) * time.Second).Format(time.RFC3339) }, "20 of 20 pages say that they changed within the hour before the build"},
		{"none", 20, func(int) string { return "" }, ""},
	} {
		project := tree{"sitegen.toml": "baseURL = \"https://one.alt/\"\n"}
		for i := range c.pages {
			front := ""
			if d := c.date(i); d != "" {
				front = "lastmod: " + d + "\n"
			}
			project[fmt.Sprintf("content/p%d.md", i)] = "---\ntitle: P\n" + front + "---\n"
		}
		_, l := declare(t, project)
		found := listing.CheckDates(l)
		switch {
		case c.want == "" && len(found) > 0:
			t.Errorf("%s: %v", c.name, found)
		case c.want != "" && (len(found) != 1 || found[0].Rule != "M2" || !strings.Contains(found[0].Message, c.want)):
			t.Errorf("%s: %v", c.name, found)
		}
	}
}

// A sealed listing computes only once when each page changed, however often that is asked.
func TestLastModIsFoundOnce(t *testing.T) {
	s, l := declare(t, tree{
		"sitegen.toml": "baseURL = \"https://one.alt/\"\n[discovery]\nlastmod = [\"updated\", \":ledger\"]\n",
		"content/p.md": "---\ntitle: P\nupdated: 2025-03-04\n---\n",
		"content/q.md": "---\ntitle: Q\n---\n",
	})
	sealed := l.Remember(nil, nil, nil)
	for _, p := range s.Pages {
		want := l.LastMod(p)
		if got := sealed.LastMod(p); !got.At.Equal(want.At) || got.From != want.From || got.Ahead != want.Ahead {
			t.Errorf("%s: %v, want %v", p.Path, got, want)
		}
		if n := testing.AllocsPerRun(10, func() { sealed.LastMod(p) }); n != 0 {
			t.Errorf("%s: asking again makes %v objects", p.Path, n)
		}
	}
}
