package view

import (
	"testing"
)

func TestDiscovery(t *testing.T) {
	p := newProject(t, blog())
	const src = `{{ with .Discovery }}{{ .Number }} {{ .Canonical }} {{ len .Alternates }}{{ end }}`
	posts := p.page("/posts")
	c := p.call(posts)
	for number, want := range []string{
		0: "1 https://example.org/sub/posts/ 3",
		1: "1 https://example.org/sub/posts/ 3",
		2: "2 https://example.org/sub/posts/page/2/ 0",
	} {
		c.Number = number
		if got, err := c.execute(src, posts); err != nil || got != want {
			t.Errorf("pager %d: got %q, %v, want %q", number, got, err, want)
		}
	}
	// Another page that the second pager page reads is not paginated.
	if got, err := c.execute(`{{ .Site.Home.Discovery.Number }}`, posts); err != nil || got != "1" {
		t.Errorf("home is pager %q, %v", got, err)
	}
	missing := p.views.Page(p.views.site.Editions[0].NotFound)
	if got, err := p.eval(missing, src); err != nil || got != "1  0" {
		t.Errorf("404: got %q, %v", got, err)
	}
}
