package diag_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// TestTogether: a position that causes the same message on many pages is reported once, for errors of templates
// and for messages that templates print.
func TestTogether(t *testing.T) {
	for _, rule := range []string{"template", "template-message"} {
		var all diag.List
		for _, page := range []string{"a.md", "b.md", "c.md"} {
			all = append(all, &diag.Diagnostic{Rule: rule, File: "layouts/x.html", Line: 3, Message: "no host (while rendering " + page + ")"})
		}
		all = append(all, &diag.Diagnostic{Rule: rule, File: "layouts/x.html", Line: 4, Message: "no host (while rendering a.md)"})
		got := all.Together()
		if len(got) != 2 || got[0].Message != "no host (while rendering a.md and 2 more)" || got[1].Line != 4 {
			t.Errorf("%s: %v", rule, got)
		}
		if all[0].Message != "no host (while rendering a.md)" {
			t.Errorf("%s: the list was changed: %v", rule, all[0])
		}
	}
	// a page that stands for its translation may have another hint
	shown := diag.List{
		{Rule: "broken-image", File: "a.md", Line: 5, Message: `image "b.jpg"`, Hint: "add content/b.jpg"},
		{Rule: "broken-image", File: "a.md", Line: 5, Message: `image "b.jpg"`, Hint: "add static/b.jpg"},
	}
	if got := shown.Together(); len(got) != 1 || got[0].Hint != "add content/b.jpg" {
		t.Errorf("two hints: %v", got)
	}
}

// What every feed finds wrong with a page, or with the site, is said once.
func TestOncePerPage(t *testing.T) {
	found := diag.List{
		{Rule: "B7", File: "a.md", Message: `atom.xml: enclosure "x" breaks rule B7: a URL is absolute`},
		{Rule: "B7", File: "a.md", Message: `posts/atom.xml: enclosure "x" breaks rule B7: a URL is absolute`},
		{Rule: "B7", File: "a.md", Message: `posts/atom.xml: enclosure "y" breaks rule B7: a URL is absolute`},
		{Rule: "B7", File: "b.md", Message: `posts/atom.xml: enclosure "x" breaks rule B7: a URL is absolute`},
		{Rule: "U4", File: "a.md", Message: `atom.xml: title "x"`},
		{Rule: "U4", File: "a.md", Message: `atom.xml: summary "y"`},
		{Rule: "C1", Message: `atom.xml: language "xx yy" breaks rule C1`},
		{Rule: "C1", Message: `tags/atom.xml: language "xx yy" breaks rule C1`},
		{Rule: "A1", Message: "atom.xml leaves out 2 pages"},
		{Rule: "A1", Message: "de/atom.xml leaves out 2 pages"},
	}
	var got []string
	for _, d := range found.OncePerPage() {
		got = append(got, d.Rule+" "+d.File+" "+d.Message)
	}
	want := []string{
		`B7 a.md atom.xml: enclosure "x" breaks rule B7: a URL is absolute`,
		`B7 a.md posts/atom.xml: enclosure "y" breaks rule B7: a URL is absolute`,
		`B7 b.md posts/atom.xml: enclosure "x" breaks rule B7: a URL is absolute`,
		`U4 a.md atom.xml: title "x"`,
		`C1  atom.xml: language "xx yy" breaks rule C1`,
		"A1  atom.xml leaves out 2 pages",
		"A1  de/atom.xml leaves out 2 pages",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
