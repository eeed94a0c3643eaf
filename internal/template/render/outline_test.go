package render

import "testing"

// TestOutline: hooks and shortcodes read headings while their text is rendered, including shortcodes in headings.
func TestOutline(t *testing.T) {
	bodies(t, map[string]string{
		"layouts/_markup/render-link.html":  `{{ range $.Page.Fragments.HeadingsMap }}[{{ .ID }} {{ .Title }}]{{ end }}`,
		"layouts/_shortcodes/version.html":  `{{ .Get 0 }}`,
		"layouts/_shortcodes/headings.html": `{{ .Page.Fragments.Identifiers }}`,
		"layouts/_shortcodes/made.html":     "## Made by {{ .Page.Fragments.Identifiers }}\n",
	}, [][2]string{
		{"# One {{< version 2 >}}\n\n[x](y)", "<h1 id=\"one\">One 2</h1>\n<p>[one One 2]</p>"},
		{"{{< headings >}}\n\n# A\n\n## B", "[a b]\n<h1 id=\"a\">A</h1>\n<h2 id=\"b\">B</h2>"},
		{"{{% made %}}\n\n[x](y)", "<h2 id=\"made-by-\">Made by []</h2>\n<p>[made-by- Made by []]</p>"},
	})
}
