package render

import (
	"context"
	"html/template"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view"
)

func TestFormats(t *testing.T) {
	_, run, problems := newRun(t, map[string]string{
		"hugo.toml": `
baseURL = "https://example.org/"
[outputs]
page = ["html", "json", "plain"]
home = ["html", "rss"]
[outputFormats.plain]
mediaType = "text/plain"
isPlainText = true
`,
		"content/_index.md":                "---\ntitle: Home\n---\n",
		"content/a.md":                     "---\ntitle: A & B\n---\n[l](u) {{% s %}}",
		"layouts/single.html":              "{{ .Title }} {{ .Content }}",
		"layouts/single.json":              `{"t": {{ jsonify .Title }}, "c": {{ .Content | jsonify }}}`,
		"layouts/single.plain.txt":         "{{ .Title }}",
		"layouts/home.html":                "home",
		"layouts/home.rss.xml":             `{{ printf "<?xml?>" | safeHTML }}<t>{{ .Title }}</t>`,
		"layouts/_markup/render-link.html": "html link",
		"layouts/_markup/render-link.json": "json link",
		"layouts/_shortcodes/s.html":       "html",
		"layouts/_shortcodes/s.json":       "json",
		"layouts/robots.txt":               "{{ range .Site.RegularPages }}{{ .RelPermalink }} & {{ end }}",
		"layouts/alias.html":               "to {{ .Permalink }} of {{ .Page.Title | safeHTML }} {{ .Kind }}",
	})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p := &project{t, run, run.Worker()}
	for _, c := range [][3]string{
		{"/a", "html", "A &amp; B <p>html link html</p>\n"},
		{"/a", "json", `{"t": "A \u0026 B", "c": "\u003cp\u003ejson link json\u003c/p\u003e\n"}`},
		{"/a", "plain", "A & B"},
		{"/", "rss", "<?xml?><t>Home</t>"},
	} {
		r, err := p.render(c[0], c[1])
		if err != nil {
			t.Error(err)
			continue
		}
		if got := string(r.Outputs[0].Bytes); got != c[2] {
			t.Errorf("%s as %s\n got %q\nwant %q", c[0], c[1], got, c[2])
		}
	}
	home := run.o.Site.Editions[0].Home
	for _, target := range home.Targets {
		if !run.HasTemplate(home, target) {
			t.Errorf("no template of the project's for home as %s", target.Format.Name)
		}
	}
	ctx := context.Background()
	r, err := p.w.Standalone(ctx, run.o.Site.Editions[0], "robots", "robots.txt")
	if err != nil || r.NoTemplate || string(r.Outputs[0].Bytes) != "/a/ & " {
		t.Errorf("robots.txt: %v %v", r, err)
	}
	if r, err := p.w.Standalone(ctx, run.o.Site.Editions[0], "sitemap", "sitemap.xml"); err != nil || !r.NoTemplate {
		t.Errorf("sitemap.xml: %v %v", r, err)
	}
	page := view.Model(p.page("/a"))
	r, err = p.w.Alias(ctx, site.Alias{File: "old/index.html", To: page, URL: page.URL})
	if want := "to https://example.org/a/ of A & B page"; err != nil || string(r.Outputs[0].Bytes) != want {
		t.Errorf("alias: got %v %v, want %q", r, err, want)
	}
}

// TestMessages checks messages of templates that do not end the build.
func TestMessages(t *testing.T) {
	_, run, problems := newRun(t, map[string]string{
		"sitegen.toml": "baseURL = \"https://example.org/\"\nrefLinksErrorLevel = \"warning\"\nrefLinksNotFoundURL = \"/404/\"\n",
		"content/a.md": "---\ntitle: A\n---\nx\n[r]({{< ref \"nope\" >}})\n[b](b.md) ![i](i.png)\n",
		"layouts/single.html": `{{ warnf "careful %d" 1 }}{{ warnf "careful %d" 1 }}{{ errorf "wrong" }}{{ .Content }}
{{ apply (slice "a") "warnf" "it says %s" "." }}`,
	})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p := &project{t, run, run.Worker()}
	r, err := p.render("/a", "html")
	if err != nil {
		t.Fatal(err)
	}
	body, err := p.w.Body(context.Background(), view.Model(p.page("/a")))
	if err != nil {
		t.Fatal(err)
	}
	html, err := p.w.HTML(body)
	if err != nil {
		t.Fatal(err)
	}
	if want := template.HTML("<p>x\n<a href=\"/404/\">r</a>\n<a href=\"b.md\">b</a> <img src=\"i.png\" alt=\"i\"></p>\n"); html != want {
		t.Errorf("got %q, want %q", html, want)
	}
	got := func(l diag.List) string {
		var b strings.Builder
		for _, d := range l {
			b.WriteString(d.Severity.String() + " " + d.Error() + "\n")
		}
		return b.String()
	}
	if want := "warning layouts/single.html:1:4: careful 1 (while rendering content/a.md)\nerror layouts/single.html:1:56: wrong (while rendering content/a.md)\n" +
		"warning layouts/single.html:2:4: it says a (while rendering content/a.md)\n"; got(r.Messages) != want {
		t.Errorf("got %q, want %q", got(r.Messages), want)
	}
	want := "warning content/a.md:5:5: reference \"nope\": page not found\n" +
		"warning content/a.md:6:1: link \"b.md\" matches no page or file\n" +
		"warning content/a.md:6:11: image \"i.png\" matches no page or file\n"
	if got(body.Warnings) != want {
		t.Errorf("got %q, want %q", got(body.Warnings), want)
	}
}
