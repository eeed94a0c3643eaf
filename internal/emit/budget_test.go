package emit_test

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/site"
)

// long is a Text with bodies of a given size.
type long map[string]int // bytes by title

func (l long) Content(p *site.Page) (template.HTML, error) {
	return template.HTML("<p>" + strings.Repeat("x", l[p.Title]-7) + "</p>"), nil
}

func (l long) Summary(p *site.Page) (template.HTML, error) {
	if l[p.Title] > 100_000 {
		return l.Content(p) // a post of one paragraph
	}
	return template.HTML("<p>About " + p.Title + "</p>"), nil
}

// TestFeedBudget checks that the oldest full texts are shortened first, that one text over the budget takes nothing
// from the others, and that a warning reports what was shortened.
func TestFeedBudget(t *testing.T) {
	for _, c := range []struct {
		name  string
		most  string
		sizes map[string]int
		full  string // titles of the items with their full text
		told  string
	}{
		{"all fit", "3000", map[string]int{"A": 1000, "B": 1000, "C": 1000}, "A B C", ""},
		{"the oldest gives way", "2999", map[string]int{"A": 1000, "B": 1000, "C": 1000}, "A B", "feed.json: 1 item has its summary only, because the full texts have more than 2999 bytes"},
		{"and all that are older", "2000", map[string]int{"A": 1500, "B": 1000, "C": 100}, "A", "feed.json: 2 items have their summaries only, because the full texts have more than 2000 bytes"},
		{"one too long", "2000", map[string]int{"A": 1000, "B": 2_000_000, "C": 1000}, "A C", "feed.json: 1 item has its summary only, because the full texts have more than 2000 bytes"},
		{"no limit", "0", map[string]int{"A": 10, "B": 5_000_000, "C": 10}, "A B C", ""},
	} {
		project := tree{"hugo.toml": "baseURL = 'https://e.alt/'\ntitle = 'E'\ndisableKinds = ['section', 'taxonomy', 'term']\n[feeds]\natom = false\nmaxBytes = " + c.most + "\n"}
		for i, title := range []string{"A", "B", "C"} {
			project["content/"+title+".md"] = fmt.Sprintf("---\ntitle: %s\ndate: 2025-01-0%d\n---\n", title, 9-i)
		}
		_, l := declare(t, project)
		var out bytes.Buffer
		var told, full []string
		for _, e := range emit.Emissions(l, emission.Options{}) {
			r, err := e.Run(emission.Inputs{Text: long(c.sizes)}, func(file, _ string) (io.WriteCloser, error) {
				if file == "feed.json" {
					return sinkhole{&out}, nil
				}
				return sinkhole{io.Discard}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range r.Found {
				if d.Rule == "feed-size" && strings.HasPrefix(d.Message, "feed.json") {
					told = append(told, d.Message)
				}
			}
		}
		if c.most != "0" && out.Len() > 10_000 {
			t.Errorf("%s: %d bytes", c.name, out.Len())
		}
		got, err := feeds.Read(&out, feeds.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range got.Items {
			if len(i.Content) == c.sizes[i.Title] {
				full = append(full, i.Title)
			}
		}
		if got := strings.Join(full, " "); got != c.full {
			t.Errorf("%s: whole texts of %q, want %q", c.name, got, c.full)
		}
		if got := strings.Join(told, "\n"); got != c.told {
			t.Errorf("%s: told %q, want %q", c.name, got, c.told)
		}
	}
}

type sinkhole struct{ io.Writer }

func (sinkhole) Close() error { return nil }
