package law

import (
	"fmt"
	"strconv"
)

// metaKinds edit front matter.
func metaKinds() []kind {
	set := func(pattern, key string, value func(*gen) string) func(*gen) []Op {
		return func(g *gen) []Op {
			return g.edit(g.file(pattern), func(old string) string { return with(old, key, value(g)) })
		}
	}
	any := func(values ...string) func(*gen) string { return func(g *gen) string { return g.one(values...) } }
	quoted := func(g *gen) string { return strconv.Quote(g.words()) }
	day := func(from, to int) func(*gen) string { return func(g *gen) string { return g.day(from, to) } }
	return []kind{
		{"meta: title", set(anyContent, "title",
			func(g *gen) string { return strconv.Quote(g.one("A", "Mm", "Zz", "é") + " " + g.words()) })},
		{"meta: linkTitle", set(anyContent, "linkTitle", quoted)},
		{"meta: description", set(anyContent, "description", quoted)},
		{"meta: summary", set(anyContent, "summary", quoted)},
		{"meta: date", set(leafFile, "date", day(-400, 3))},
		{"meta: lastmod", set(anyContent, "lastmod", day(-100, 1))},
		{"meta: publishDate", set(leafFile, "publishDate", day(-10, 10))},
		{"meta: expiryDate", set(leafFile, "expiryDate", day(-10, 10))},
		{"meta: draft", set(leafFile, "draft", any("true", "true", "false"))},
		{"meta: draft of a section", set(nodeFile, "draft", any("true", "false"))},
		{"meta: tags", set(leafFile, "tags",
			any(`["one"]`, `["two", "One"]`, `["new tag", "four"]`, `[]`, `["été", "three"]`))},
		{"meta: authors", set(leafFile, "authors", any(`["ada"]`, `["bob", "eve"]`, `[]`))},
		{"meta: mood", set(anyContent, "mood", any(`"happy"`, `"serious"`, `"none"`))},
		{"meta: fact", set(leafFile, "fact", any(`"first"`, `"second"`, `"third"`))},
		{"meta: weight", set(anyContent, "weight", func(g *gen) string { return fmt.Sprint(g.IntN(6)) })},
		{"meta: slug", set(leafFile, "slug",
			func(g *gen) string { return g.one(`"a-slug"`, `""`, fmt.Sprintf("%q", fmt.Sprintf("slug-%d", g.n))) })},
		{"meta: url", set(leafFile, "url", func(g *gen) string {
			return fmt.Sprintf("%q", g.one("/u/", "/deep/u/", "u")+fmt.Sprint(g.n)+g.one("/", ".html"))
		})},
		{"meta: aliases", set(leafFile, "aliases", func(g *gen) string {
			return g.one(fmt.Sprintf("[%q]", fmt.Sprintf("/old%d/", g.n)), `["/was/", "rel/was"]`, `[]`, `["/docs/"]`,
				`["/search/"]`)
		})},
		{"meta: alias moved", moveAlias},
		{"meta: layout", set(leafFile, "layout", any(`"docs"`, `"special"`, `"list"`, `""`))},
		{"meta: type", set(leafFile, "type", any(`"docs"`, `"posts"`, `"other"`))},
		{"meta: build options", set(leafFile, "build",
			any(`{render: never}`, `{list: never}`, `{list: local}`, `{render: link}`, `{publishResources: false}`, `{}`))},
		{"meta: sitemap", set(anyContent, "sitemap", any(`{disable: true}`, `{priority: 0.3}`, `{changefreq: daily}`))},
		{"meta: noindex", set(anyContent, "noindex", any("true", "false"))},
		{"meta: robots", set(anyContent, "robots", any(`"noindex"`, `"index"`, `["noindex", "nofollow"]`))},
		{"meta: norobots", set(leafFile, "norobots", any("true", "false"))},
		{"meta: canonical", set(leafFile, "canonical", any(`"https://elsewhere.example/x"`, `""`))},
		{"meta: dangerous URL", func(g *gen) []Op {
			key := g.one("canonical", "editURL", "cover", "url_of_source")
			return set(leafFile, key, any(`"javascript:alert(1)"`, `"java\tscript:x"`, `"data:text/html,x"`,
				`"https://a.example/"`))(g)
		}},
		{"meta: menus", set(anyContent, "menus",
			any(`"main"`, `{main: {weight: 3, name: Here}}`, `{main: {parent: Docs}}`, `{side: {}}`, `[]`))},
		{"meta: keywords", set(anyContent, "keywords", any(`["a"]`, `["a", "b"]`))},
		{"meta: translationKey", set(leafFile, "translationKey", any(`"k1"`, `"k2"`))},
		{"meta: outputs", set(leafFile, "outputs", any(`["html"]`, `["html", "json"]`, `["html", "print"]`))},
		{"meta: id", set(leafFile, "id", func(g *gen) string { return fmt.Sprintf("%q", fmt.Sprintf("urn:x:%d", g.n)) })},
		{"meta: search", set(anyContent, "search", any("false", "true"))},
		{"meta: images", set(leafFile, "images", any(`["/files/x.jpg"]`, `["pic.png"]`, `[]`))},
		{"meta: cascade set", set(nodeFile, "cascade", cascade)},
		{"meta: cascade removed", func(g *gen) []Op { return g.drop(nodeFile, "cascade") }},
		{"meta: any key removed", func(g *gen) []Op { return g.drop(anyContent, "") }},
		{"meta: a wrong value", set(leafFile, "weight", any(`"heavy"`, `[1]`))},
	}
}

func cascade(g *gen) string {
	return g.one(
		`{params: {mood: happy}}`, `{params: {banner: cascaded, fact: second}}`, `{draft: true}`, `{type: docs}`,
		`{build: {list: never}}`,
		`[{target: {kind: page}, params: {mood: serious}}, {params: {banner: b}}]`,
		`[{target: {path: "/posts/p0*"}, sitemap: {disable: true}}]`,
		`{outputs: [html]}`, `{noindex: true}`, `[{target: {lang: fr}, params: {mood: fr}}]`,
	)
}

// drop removes a key from the front matter of a file; a random one if key is empty.
func (g *gen) drop(pattern, key string) []Op {
	return g.edit(g.file(pattern), func(old string) string {
		front, body, toml := head(old)
		if key == "" {
			key = g.one(keys(front)...)
		}
		return join(without(front, key), body, toml)
	})
}

// moveAlias makes a URL lead to another page, in one step.
func moveAlias(g *gen) []Op {
	a, b := g.file(leafFile), g.file(leafFile)
	if a == "" || a == b {
		return nil
	}
	front, body, toml := head(g.text(a))
	ops := put(b, with(g.text(b), "aliases", `["/moving/"]`))
	if rest := without(front, "aliases"); rest != front {
		ops = append(ops, put(a, join(rest, body, toml))...)
	}
	return ops
}
