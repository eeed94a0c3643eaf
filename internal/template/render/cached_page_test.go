package render

import (
	"strings"
	"testing"
)

// TestRememberedForItsPage: a cached partial that uses the rendered page indirectly gives each page its own result.
func TestRememberedForItsPage(t *testing.T) {
	files := blog()
	files["layouts/_partials/direct.html"] = `{{ page.Title }}`
	files["layouts/_partials/called.html"] = `{{ template "shared" 1 }}`
	files["layouts/_partials/shared.html"] = `{{ define "shared" }}{{ page.Title }}{{ end }}`
	files["layouts/_partials/view.html"] = `{{ range first 1 site.RegularPages }}{{ .Render "seen" }}{{ end }}`
	files["layouts/seen.html"] = `{{ .Title }} on {{ page.Title }}`
	files["layouts/_partials/nested.html"] = `{{ template "nesting" 1 }}`
	files["layouts/_partials/nesting.html"] = `{{ define "nesting" }}{{ partialCached "direct.html" 1 }}{{ end }}`
	files["layouts/_partials/own.html"] = `{{ template "own" 1 }}{{ define "own" }}{{ page.Title }}{{ end }}`
	files["layouts/_partials/nopage.html"] = `{{ template "nopage" 1 }}{{ define "nopage" }}x{{ end }}`
	p := newProject(t, files)
	for _, c := range []struct{ name, one, two string }{
		{"direct.html", "One", "two"},
		{"called.html", "One", "two"},
		{"view.html", "two on One", "two on two"},
		{"nested.html", "One", "two"},
		{"own.html", "One", "two"},
		{"nopage.html", "x", "x"},
	} {
		for range 2 {
			p.check("/posts/one", [][2]string{{`{{ partialCached "` + c.name + `" 1 }}`, c.one}})
			p.check("/posts/two", [][2]string{{`{{ partialCached "` + c.name + `" 1 }}`, c.two}})
		}
	}
}

// TestRememberedForItsFormat: the alternative formats are those of the page that is rendered.
func TestRememberedForItsFormat(t *testing.T) {
	files := blog()
	files["hugo.toml"] = strings.Replace(files["hugo.toml"], "[params]", "[outputs]\nhome = [\"html\", \"rss\"]\nsection = [\"html\", \"rss\"]\n[params]", 1)
	files["layouts/_partials/formats.xml"] = `{{ range site.Home.AlternativeOutputFormats }}{{ .Name }} {{ end }}`
	files["layouts/rss.xml"] = `{{ partialCached "formats.xml" 1 }}of {{ .Title }}`
	p := newProject(t, files)
	for _, c := range []struct{ path, want string }{
		{"/posts", "rss of Posts"}, {"/", "html of Home"}, {"/posts", "rss of Posts"}, {"/", "html of Home"},
	} {
		r, err := p.render(c.path, "rss")
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Outputs[0].Bytes); got != c.want {
			t.Errorf("the feed of %s is %q, want %q", c.path, got, c.want)
		}
	}
}
