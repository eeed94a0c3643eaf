package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/build/project"
)

// A site with markup in its title, odd dates and odd characters has feeds in plain text, and one message for each kind
// of mistake.
func TestOddTexts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", "title = \"My <b>bold</b> &amp; *site*\"\nbaseURL = \"https://example.alt/\"\ntheme = \"blog\"\n[params]\ndescription = \"About <i>things</i>\"\n[languages.en]\nweight = 1\n[languages.zz-not-a-language]\nweight = 2\n")
	for name, front := range map[string]string{
		"none":    "date: 0001-01-01",
		"nowhere": "date: 0001-01-01T00:00:00+02:00",
		"future":  "date: 2026-01-01\nlastmod: 2040-01-01",
		"later":   "date: 2026-01-01\nlastmod: 2041-01-01",
		"control": "title: \"A \\u0001 \\u0002\"\ndate: 2026-01-02",
	} {
		write(t, dir, "content/"+name+".md", "---\n"+front+"\n---\nText.\n")
	}
	res := built(t, project.Options{Source: dir, Clock: summer})
	var rules []string
	for _, d := range res.Diagnostics {
		rules = append(rules, d.Rule)
	}
	if diff := cmp.Diff("H3 M3 U4 A1", strings.Join(rules, " ")); diff != "" {
		t.Errorf("messages (-want +got):\n%s%v", diff, res.Diagnostics)
	}
	for _, file := range []string{"index.xml", "atom.xml", "feed.json"} {
		in, err := os.Open(filepath.Join(dir, "public", file))
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		parsed, err := feeds.Read(in, feeds.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		title, about := "My <b>bold</b> &amp; *site*", "About <i>things</i>" // text, whatever it looks like
		if file == "index.xml" {
			title, about = strings.ReplaceAll(title, "</b>", "</b >"), strings.ReplaceAll(about, "</i>", "</i >")
		}
		if parsed.Feed.Title != title || parsed.Feed.Description != about {
			t.Errorf("%s is called %q, %q", file, parsed.Feed.Title, parsed.Feed.Description)
		}
		for i := range parsed.Items {
			if p := parsed.Items[i].Published; !p.IsZero() && p.Year() < 2026 {
				t.Errorf("%s: %s was published in the year %d", file, parsed.Items[i].URL, p.Year())
			}
		}
	}
}
