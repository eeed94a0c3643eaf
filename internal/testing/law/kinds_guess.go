package law

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// guessKinds change what sitegen guesses about a project without configuration: theme, content folder, title.
func guessKinds() []kind {
	bare := func(make func(*gen) []Op) func(*gen) []Op {
		return func(g *gen) []Op {
			if !g.site.guessed {
				return nil
			}
			return make(g)
		}
	}
	return []kind{
		{"guess: posts", bare(func(g *gen) []Op {
			var out []Op
			for i := range 1 + g.IntN(9) {
				out = append(out, put(fmt.Sprintf("notes/2026-01-%02d-day.md", 1+i), "# Day\n\n"+g.words()+"\n")...)
			}
			return out
		})},
		{"guess: posts gone", bare(func(g *gen) []Op {
			var out []Op
			for _, f := range g.all(`^notes/2026-.*\.md$`) {
				out = append(out, remove(f)...)
			}
			return out
		})},
		{"guess: a vault", bare(func(g *gen) []Op { return put(".obsidian/app.json", "{}\n") })},
		{"guess: a vault with links", bare(func(g *gen) []Op {
			at := g.file(`^(notes/|README).*\.md$`)
			return append(put(".obsidian/app.json", "{}\n"), g.edit(at, func(old string) string {
				return old + "\n[[" + g.one("first", "Second", "notes/third#heading|it", "day", "README", "nothing") +
					"]] ![[pic.png|5]]\n"
			})...)
		})},
		{"guess: notes in notes", bare(func(g *gen) []Op {
			at := g.file(`^(notes/|README).*\.md$`)
			return append(put(".obsidian/app.json", "{}\n"), g.edit(at, func(old string) string {
				return old + "\n![[" + g.one("first", "second", "third#heading", "first#^a", "README") + "]]\n\nA block. ^a\n[x](" +
					g.one("first.md", "../README.md", "notes/second.md") + ")\n"
			})...)
		})},
		{"guess: a file that links may name", bare(func(g *gen) []Op {
			if g.chance(50) {
				return remove(g.one("notes/deep/first.md", "nothing.md", "notes/deep/pic.png"))
			}
			return put(g.one("notes/deep/first.md", "nothing.md"), "# "+g.words()+"\n")
		})},
		{"guess: no vault", bare(func(*gen) []Op { return remove(".obsidian") })},
		{"guess: for MkDocs", bare(func(g *gen) []Op {
			return put("mkdocs.yml", fmt.Sprintf("site_name: Manual %d\ndocs_dir: %s\n%s", g.n,
				g.one("notes", "notes/deep", "nothing"), g.one("", "markdown_extensions: [pymdownx.mark, pymdownx.keys]\n")))
		})},
		{"guess: blocks of other tools", bare(func(g *gen) []Op {
			return g.edit(g.file(`^(notes/|docs/|README).*\.md$`), func(old string) string {
				return old + "\n" + g.one(
					"!!! note \"A\"\n    b\n\n    === \"C\"\n        d\n=== \"E\"\n    f\n", ":::tip\na\n:::\n",
					"<Tabs><TabItem value=\"a\">b</TabItem></Tabs>\n", "<Card\n a=\"b\">\nc\n</Card>\n{d} {/* e\n*/}\n",
					"==a== ++b++ :material-c:\n", "/// tab | A\nb\n///\n", ":::open\n", "<div markdown>\n**a**\n</div>\n",
				)
			})
		})},
		{"guess: not for MkDocs", bare(func(*gen) []Op { return remove("mkdocs.yml") })},
		{"guess: a category of Docusaurus", bare(func(g *gen) []Op {
			out := put("docusaurus.config.js", "export default { title: 'Manual' };\n")
			out = append(out, put("docs/first.md", "# "+g.words()+"\n")...)
			out = append(out, put("docs/part/"+g.one("one", "index", "part")+".md", "# "+g.words()+"\n")...)
			return append(out, put("docs/part/"+g.one("_category_.json", "_category_.yml"), g.one(
				fmt.Sprintf(`{"label": "Part %d", "position": %d}`, g.n, g.IntN(3)), `{"collapsed": true}`, `{"label": [}`,
				fmt.Sprintf(`{"label": "A", "link": {"type": "generated-index", "title": "All %d", "slug": "/all"}}`, g.n),
			))...)
		})},
		{"guess: numbers in names of Docusaurus", bare(func(g *gen) []Op {
			options := g.one("", "", ", presets: [['classic', { docs: { numberPrefixParser: false } }]]")
			out := put("docusaurus.config.js", "export default { title: 'Manual'"+options+" };\n")
			out = append(out, put("docs/"+g.one("01-part", "2-part", "part")+"/"+g.one("01-a", "2-b/1-c", "2.0-d", "index")+
				".md", "# "+g.words()+"\n\n[x](./2-b/1-c.md) [y](../01-part/01-a.md)\n")...)
			return append(out, put("docs/"+g.one("01-part", "2-part", "part")+"/_category_.json", g.one(
				`{"link": {"type": "doc", "id": "a"}}`, `{"label": "Numbered"}`, `{"position": 1}`,
			))...)
		})},
		{"guess: another number", bare(func(g *gen) []Op {
			numbered := regexp.MustCompile(`^((?:docs|notes)/)\d*[-_]?(part|[^/]*)(/.*)?$`)
			file := g.file(`^(docs|notes)/.*\.md$`)
			m := numbered.FindStringSubmatch(file)
			if m == nil {
				return nil
			}
			if m[3] != "" && g.chance(60) { // the folder
				from := strings.TrimSuffix(file, m[3])
				to := m[1] + g.one("03-", "11_", "") + m[2]
				if g.has(to) {
					return nil
				}
				return rename(from, to)
			}
			dir, name := path.Split(file)
			to := dir + g.one("03-", "11_", "") + regexp.MustCompile(`^\d+[-_]`).ReplaceAllString(name, "")
			if g.has(to) {
				return nil
			}
			return rename(file, to)
		})},
		{"guess: no category of Docusaurus", bare(func(g *gen) []Op {
			return remove(g.one("docs/part/_category_.json", "docs/part/_category_.yml", "docs/part/index.md",
				"docs/part/part.md", "docs/part", "docusaurus.config.js"))
		})},
		{"guess: title", bare(func(g *gen) []Op {
			return put("README.md", "# "+g.words()+
				"\n\nSee [first](notes/first.md).\n")
		})},
		{"guess: title of the folder", bare(func(*gen) []Op { return remove("README.md") })},
		{"guess: content folder", bare(func(g *gen) []Op { return put("content/posts/one.md", "# "+g.words()+"\n") })},
		{"guess: no content folder", bare(func(*gen) []Op { return remove("content") })},
		{"guess: configuration", bare(func(g *gen) []Op {
			return put("sitegen.toml", g.one("title = \"Mine\"\n", "theme = \"blog\"\n", "theme = \"docs\"\n",
				"contentDir = \"notes\"\n", "ignore = [\"notes/deep/**\"]\n"))
		})},
		{"guess: no configuration", bare(func(*gen) []Op { return remove("sitegen.toml") })},
	}
}
