package render

import "testing"

// TestHugoCases: situations that are rare in sites, but that themes rely on. The results are those of Hugo 0.169.
func TestHugoCases(t *testing.T) {
	for _, test := range []struct {
		name, page string
		files      map[string]string
		want       string
	}{
		{"Markdown of a page inside of another, outside of content", "/a", map[string]string{
			"content/a.md":                   "{{% outer %}}",
			"content/b.md":                   "## B",
			"layouts/single.html":            `{{ .RenderShortcodes }}|`,
			"layouts/_shortcodes/outer.html": `{{ (site.GetPage "/b").RenderShortcodes }}`,
		}, "## B|"},
		{"Markdown of a page in HTML", "/a", map[string]string{
			"content/a.html":                 "---\ntitle: A\n---\n{{% outer %}}",
			"content/b.md":                   "## B",
			"layouts/single.html":            `{{ .Content }}|`,
			"layouts/_shortcodes/outer.html": `{{ (site.GetPage "/b").RenderShortcodes }}`,
		}, "## B|"},
		{"Markdown of a page in a shortcode whose output is HTML", "/a", map[string]string{
			"content/a.md":                   "{{< outer >}}",
			"content/b.md":                   "## B\n",
			"layouts/single.html":            `{{ .Content }}|`,
			"layouts/_shortcodes/outer.html": "{{ (site.GetPage \"/b\").RenderShortcodes }}",
		}, "## B\n\n|"},
		{"indented Markdown of a page", "/a", map[string]string{
			"content/a.md":                   "{{% outer %}}\n",
			"content/b.md":                   "## B\n",
			"layouts/single.html":            `{{ .Content }}|`,
			"layouts/_shortcodes/outer.html": "\n    {{ (site.GetPage \"/b\").RenderShortcodes }}",
		}, "<h2 id=\"b\">B</h2>\n|"},
		{"page without a parent", "/a", map[string]string{
			"content/a.md":        "",
			"layouts/single.html": `{{ $home := site.Home }}{{ eq $home.Parent . }} {{ eq .Parent $home }} {{ ne $home.Parent . }}`,
		}, "false true true"},
		{"decorated blocks in hooks and shortcodes", "/a", map[string]string{
			"content/a.md":                     "{{< s >}} [l](/x)",
			"layouts/single.html":              `{{ .Content }}`,
			"layouts/_partials/b.html":         `<b>{{ inner . }}</b>`,
			"layouts/_shortcodes/s.html":       `{{ with partial "b.html" 1 }}{{ . }} s{{ end }}`,
			"layouts/_markup/render-link.html": `{{ with partial "b.html" 2 }}{{ . }} l{{ end }}`,
		}, "<p><b>1 s</b> <b>2 l</b></p>\n"},
		{"position and number in hooks", "/a", map[string]string{
			"content/a.md":                        "---\ntitle: A\n---\n[a](/)\n [b](/)\n\n## H\n\n## I\n",
			"layouts/single.html":                 `{{ .Content }}`,
			"layouts/_markup/render-link.html":    `{{ with .Position }}{{ .Filename }} {{ .LineNumber }} {{ .ColumnNumber }}{{ end }} {{ .Ordinal }} {{ .Position }}`,
			"layouts/_markup/render-heading.html": `{{ .Ordinal }} {{ .Position.LineNumber }};`,
		}, "<p>content/a.md 4 1 0 &#34;content/a.md:4:1&#34;\ncontent/a.md 5 2 1 &#34;content/a.md:5:2&#34;</p>\n0 7;1 9;"},
		{"summary and its type", "/a", map[string]string{
			"content/a.md":        "*One*\n\n<!--more-->\n\nTwo",
			"content/b.md":        "---\nsummary: B\n---\nOne",
			"content/c.md":        "One",
			"layouts/single.html": `{{ range (slice "/a" "/b" "/c") }}{{ with (site.GetPage .).Markup.Render.Summary }}{{ . }} {{ .Type }} {{ .Truncated }};{{ end }}{{ end }}`,
		}, "<p><em>One</em></p> manual true;B frontmatter false;<p>One</p> auto false;"},
		{"views in folders next to the template", "/s/a", map[string]string{
			"content/s/a.md":             "",
			"layouts/s/single.html":      `{{ .Render "cards/v" }} {{ .Render "Cards/W" }} {{ .Render "cards/x" }}`,
			"layouts/s/a/cards/v.html":   `deep`,
			"layouts/cards/v.html":       `root`,
			"layouts/s/Cards/W.html":     `section`,
			"layouts/cards/w.html":       `root`,
			"layouts/cards/x.html":       `root`,
			"layouts/other/cards/x.html": `other`,
		}, "deep section root"},
		{"variables of style sheets", "/a", map[string]string{
			"content/a.md": "",
			"assets/m.css": "@import \"hugo:vars\";\n@import \"hugo:vars/Mobile\" (width > 1px);\n",
			"layouts/single.html": `{{ $vars := dict "a" (css.Quoted "x") "mobile" (dict "B" 1) }}` +
				`{{ (resources.Get "m.css" | css.Build (dict "vars" $vars)).Content | safeHTML }}`,
		}, "/* ns-hugo-vars:hugo:vars */\n:root {\n  --a: \"x\";\n}\n\n/* ns-hugo-vars:hugo:vars/Mobile */\n" +
			"@media (width > 1px) {\n  :root {\n    --B: 1;\n  }\n}\n\n/* <stdin> */\n"},
		{"title of a taxonomy with a path", "/s/kinds", map[string]string{
			"hugo.toml":         "[taxonomies]\n's/kind' = 's/kinds'\n",
			"content/a.md":      "",
			"layouts/list.html": `{{ .Title }}`,
		}, "Kinds"},
		{"canonical format", "/a", map[string]string{
			"hugo.toml":           "[outputs]\npage = ['other', 'html']\n[outputFormats.other]\nmediaType = 'text/html'\npath = 'other'\nisHTML = true\n",
			"content/a.md":        "",
			"layouts/single.html": `{{ .OutputFormats.Canonical.RelPermalink }}`,
		}, "/a/"},
		{"base template of a language", "/a", map[string]string{
			"content/a.md":           "",
			"layouts/single.html":    `{{ define "main" }}{{ .Title }}{{ end }}`,
			"layouts/baseof.html":    `all {{ block "main" . }}{{ end }}`,
			"layouts/baseof.en.html": `en {{ block "main" . }}{{ end }}`,
		}, "en "},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.files["hugo.toml"] = bodiesConfig + test.files["hugo.toml"] + "\n[security]\nallowContent = [\".*\"]\n"
			p := newProject(t, test.files)
			if got := p.html(test.page); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestFormatCases: the same for outputs other than HTML.
func TestFormatCases(t *testing.T) {
	deferring := `{{ $v := "<b>&" }}{{ with (templates.Defer (dict "data" $v)) }}{{ . }}{{ end }}`
	p := newProject(t, map[string]string{
		"hugo.toml": "baseURL = 'https://example.org/'\n[outputs]\nhome = ['html', 'rss', 'probe']\n" +
			"[outputFormats.probe]\nmediaType = 'text/plain'\nbaseName = 'probe'\nisPlainText = true\n",
		"content/_index.md":                   "## H\n\n{{< s >}}",
		"layouts/home.html":                   `{{ .Content }}` + deferring,
		"layouts/home.probe.txt":              deferring,
		"layouts/index.xml":                   `{{ .Content }}`,
		"layouts/_shortcodes/s.html":          `html`,
		"layouts/_shortcodes/s.xml":           `xml`,
		"layouts/_markup/render-heading.html": `html heading `,
		"layouts/_markup/render-heading.xml":  `xml heading `,
	})
	for format, want := range map[string]string{
		"html":  "html heading html\n&lt;b&gt;&amp;",
		"rss":   "xml heading xml\n",
		"probe": "<b>&",
	} {
		r, err := p.render("/", format)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(r.Outputs[0].Bytes); got != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
}

// TestQuotedVariables: a quoted text makes another style sheet than the same text without quotes. In Hugo 0.169, both
// are what the first call made.
func TestQuotedVariables(t *testing.T) {
	p := newProject(t, map[string]string{
		"hugo.toml": bodiesConfig, "content/a.md": "", "assets/m.css": "@import \"hugo:vars\";\n",
		"layouts/single.html": `{{ range slice (css.Quoted "x") "x" }}` +
			`{{ (resources.Get "m.css" | css.Build (dict "vars" (dict "a" .) "minify" true)).Content | safeHTML }}{{ end }}`,
	})
	if got, want := p.html("/a"), ":root{--a: \"x\"}\n:root{--a: x}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
