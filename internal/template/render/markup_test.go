package render

import (
	"strings"
	"testing"
)

// TestMarkup: hooks, shortcodes, and partials see the name of the scope in which a text is rendered, only on the page
// that uses the scope. A page without a file has no text. Hugo 0.165 prints the same, except for partialCached.
func TestMarkup(t *testing.T) {
	p := newProject(t, map[string]string{
		"sitegen.toml":                        "baseURL = \"https://example.org/\"\n",
		"content/one.md":                      "---\ntitle: One\n---\nx {{< s >}} *y*\n\n## h\n",
		"layouts/_shortcodes/s.html":          "[{{ hugo.Context.MarkupScope }}]",
		"layouts/_markup/render-heading.html": `<h s="{{ hugo.Context.MarkupScope }}">{{ .Text }}</h>{{ partialCached "p.html" . }}`,
		"layouts/_partials/p.html":            "P{{ hugo.Context.MarkupScope }}",
		"layouts/page.html":                   `{{ .Content }}{{ with .Markup "own" }}{{ .Render.Content }}{{ with .Render }}{{ .Plain }} {{ .WordCount }} {{ .Len }} {{ .Summary.Text }} {{ .Summary.Truncated }}{{ end }}{{ .RenderString "{{< s >}}" }} {{ .RenderShortcodes }}{{ len .Fragments.Headings }}{{ end }}{{ .Markup.Render.Plain }}`,
		"layouts/home.html":                   `{{ with site.GetPage "/one" }}{{ (.Markup "list").Render.Plain }} {{ .Plain }}{{ end }}|{{ with .Markup }}x{{ end }}{{ .Markup.Render.Content }}{{ .Markup.Render.WordCount }}`,
	})
	for path, want := range map[string]string{
		"/one": `<p>x [] <em>y</em></p> <h s="">h</h>P<p>x [own] <em>y</em></p> <h s="own">h</h>Pownx [own] y hPown 4 46 <p>x [own] <em>y</em></p> <h s="own">h</h>Pown false[own] x [own] *y* ## h 1x [] y hP`,
		"/":    `x [list] y hPlist x [] y hP|0`,
	} {
		if got := strings.Join(strings.Fields(p.html(path)), " "); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", path, got, want)
		}
	}
}

// TestRenderStringWithShortcodes: a text of one paragraph with shortcodes loses the paragraph, as in Hugo.
func TestRenderStringWithShortcodes(t *testing.T) {
	p := newProject(t, map[string]string{
		"sitegen.toml":                "baseURL = \"https://example.org/\"\n",
		"content/one.md":              "---\ntitle: One\n---\n",
		"layouts/_shortcodes/s.html":  "[s]\n",
		"layouts/_shortcodes/sp.html": "<p>inner</p>\n",
		"layouts/page.html": `{{ .RenderString "*x* {{< s >}}" }}|{{ .RenderString "*x* {{< sp >}}" }}|{{ .RenderString "{{< sp >}}" }}|` +
			`{{ .RenderString "{{< s >}}\n\nb" }}|{{ .RenderString (dict "display" "block") "x {{< s >}}" }}|`,
	})
	want := "<em>x</em> [s]|<p><em>x</em> <p>inner</p>\n</p>\n|inner|[s]\n\n<p>b</p>|<p>x [s]\n</p>\n|"
	if got := p.html("/one"); got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}
