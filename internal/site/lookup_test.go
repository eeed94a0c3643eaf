package site_test

import (
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

func TestGetPage(t *testing.T) {
	s := good(t, `
-- hugo.toml --
disableKinds = ["taxonomy", "term"]
[languages.en]
[languages.fr]
-- content/posts/One Two.md --
-- content/posts/trip/index.md --
-- content/posts/same.md --
-- content/docs/_index.md --
-- content/docs/same.md --
-- content/docs/v1.2/_index.md --
-- content/docs/deep/page.md --
-- content/about.md --
`)
	e := s.Editions[0]
	trip, docs, deep := page(t, s, "en:/posts/trip"), page(t, s, "en:/docs"), page(t, s, "en:/docs/deep/page")
	for _, tt := range []struct {
		ref  string
		from *site.Page
		want string
	}{
		{"", nil, "/"},
		{"/", nil, "/"},
		{"/posts/one-two", nil, "/posts/one-two"},
		{"/Posts/One Two", nil, "/posts/one-two"},
		{"posts/one two.md", nil, "/posts/one-two"},
		{"/posts/one two.en.md", nil, "/posts/one-two"},
		{"/posts/trip/index.md", nil, "/posts/trip"},
		{"/posts/trip/index", nil, "/posts/trip"},
		{"/posts/trip/", nil, "/posts/trip"},
		{"/docs/_index.md", nil, "/docs"},
		{"/docs/v1.2", nil, "/docs/v1.2"},
		{"about", nil, "/about"},
		{"page", nil, "/docs/deep/page"},
		{"page.md", nil, "/docs/deep/page"},
		{"same", nil, "ambiguous"},
		{"/same", nil, ""},
		{"nowhere", nil, ""},
		{"same", docs, "/docs/same"},
		{"same", trip, "/posts/same"},
		{"./same", trip, "/posts/same"},
		{"../docs/same", trip, "/docs/same"},
		{"../same.md", trip, "/posts/same"},
		{"../../about.md", trip, "/about"},
		{"../same.md", deep, "/docs/same"},
		{"deep/page.md", docs, "/docs/deep/page"},
		{"./nowhere", docs, ""},
		{"page", docs, ""}, // with a page to start from no bare names
	} {
		p, err := e.GetPage(tt.ref, tt.from)
		got := pathOf(p)
		if err != nil {
			got = "ambiguous"
		}
		if got != tt.want {
			t.Errorf("GetPage(%q) from %q = %q, want %q", tt.ref, pathOf(tt.from), got, tt.want)
		}
	}
	if p, _ := e.RefPage("page", docs); pathOf(p) != "/docs/deep/page" {
		t.Errorf("RefPage does not find a bare name: %q", pathOf(p))
	}
}
