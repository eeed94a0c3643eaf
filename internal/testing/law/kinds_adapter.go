package law

import (
	"fmt"
	"path"
)

// adapterFile matches content adapters.
const adapterFile = `^content/(.*/)?_content\.gotmpl$`

// adapterKinds edit content adapters, which are templates that make pages and resources from data, and pages in
// notations other than Markdown.
func adapterKinds() []kind {
	return []kind{
		{"adapter: added", func(g *gen) []Op {
			dir := g.one("content", path.Dir(g.file(`^content/.*\.md$`)), "content/made")
			return put(dir+"/_content.gotmpl", g.adapter())
		}},
		{"adapter: changed", func(g *gen) []Op {
			return g.edit(g.file(adapterFile), func(string) string { return g.adapter() })
		}},
		{"adapter: removed", func(g *gen) []Op { return remove(g.file(adapterFile)) }},
		{"page: in Org mode", func(g *gen) []Op {
			const text = "#+TITLE: Org %d\n#+tags[]: org\n#+date: <2021-03-04 Thu>\nFirst %d.\n# more\n* Head %d\nText.\n"
			return put(g.one("content", path.Dir(g.file(`^content/.*\.md$`)))+"/notes.org", fmt.Sprintf(text, g.n, g.n, g.n))
		}},
	}
}

// adapter returns a content adapter that reads data, strings, an asset, and the configuration.
func (g *gen) adapter() string {
	all := g.one("", "{{ .EnableAllLanguages }}\n")
	return all + fmt.Sprintf(`{{ range $k, $v := hugo.Data }}
{{ $.AddPage (dict "path" (printf "%s-%%s" $k) "title" (printf "%%s %%s" $k (T "latest")) "dates" (dict "date" (time.AsTime "2021-02-%02d")) "params" (dict "tags" (slice "made") "v" (jsonify $v)) "content" (dict "value" (printf "Made of *%%s* for %%s." $k $.Site.Title))) }}
{{ $.AddResource (dict "path" (printf "%s-%%s/data.json" $k) "content" (dict "value" (jsonify $v))) }}
{{ end }}
{{ range resources.Match "**.css" }}{{ $.AddResource (dict "path" "x%d/style.css" "content" (dict "value" .)) }}{{ end }}
{{ .AddPage (dict "path" "x%d" "kind" %q "title" "step %d") }}
`, g.one("m", "n"), 1+g.n%28, g.one("m", "n"), g.n%3, g.n%3, g.one("page", "section"), g.n)
}
