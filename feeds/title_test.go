package feeds_test

import (
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/feeds"
)

// A text that looks like an HTML end tag is changed in a title of RSS, whose readers may take it for one (rule
// B7); Atom declares that its title is text, or HTML that shows it.
func TestTitlesThatLookLikeHTML(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for format, want := range map[feeds.Format]string{
		feeds.RSS:  "<title>&#x3C;b&gt;A&#x3C;/b &gt; &#x26; B</title>",
		feeds.Atom: `<title type="html">&amp;lt;b&amp;gt;A&amp;lt;/b&amp;gt; &amp;amp; B</title>`,
		feeds.JSON: `"title":"<b>A</b> & B"`,
	} {
		var b strings.Builder
		w, err := feeds.NewWriter(&b, format, &feeds.Feed{Title: "T", Home: "https://a.example/", Self: "https://a.example/feed", Updated: day}, feeds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(&feeds.Item{URL: "https://a.example/1", Title: "<b>A</b> & B", Content: "x", Published: day}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(b.String(), `": "`, `":"`); !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}
