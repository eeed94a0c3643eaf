package config

import "testing"

func TestSegments(t *testing.T) {
	c := mustLoad(t, map[string]string{"hugo.toml": `renderSegments = ["a", "b"]
[[segments.a.includes]]
path = ["{/docs,/docs/**}", "! **/x"]
[[segments.a.excludes]]
output = "rss"
sites = {matrix = {languages = ["f*"]}}
[[segments.b.includes]]
kind = "! page"
lang = "de"
`}, LoadOptions{})
	for _, q := range []struct {
		kind, path, lang, format string
		want                     bool
	}{
		{"page", "/docs/a", "en", "html", true},
		{"page", "/docs/x", "en", "html", false},
		{"section", "/docs", "fr", "rss", false},
		{"section", "/docs", "fr", "html", true},
		{"page", "/posts/a", "de", "html", false},
		{"home", "/", "de", "html", true},
		{"home", "/", "en", "html", false},
	} {
		if got := c.InSegments(q.kind, q.path, q.lang, q.format); got != q.want {
			t.Errorf("%+v: got %v", q, got)
		}
	}
	_, diags := load(t, map[string]string{"hugo.toml": "renderSegments = ['none']\n[segments.x]\n"}, LoadOptions{})
	equalText(t, text(diags), "warning hugo.toml:1: renderSegments: unknown segment \"none\" | define it under [segments]")
}
