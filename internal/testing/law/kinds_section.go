package law

import (
	"fmt"
	"path"
	"strings"
)

// sectionKinds add, remove, and move pages and sections.
func sectionKinds() []kind {
	return []kind{
		{"page: added", func(g *gen) []Op {
			dir := g.folder()
			if dir == "" {
				return nil
			}
			return put(g.fresh(dir+"/", g.one("", "", ".fr")+".md"), g.page())
		}},
		{"page: where one was looked for", func(g *gen) []Op { // in no list: only a lookup by name finds it
			if p := "content/nowhere.md"; g.has(p) {
				return remove(p)
			}
			return put("content/nowhere.md", fmt.Sprintf("---\ntitle: Nowhere %d\nbuild: {list: never}\n---\n", g.n))
		}},
		{"page: deleted", func(g *gen) []Op { return remove(g.file(leafFile)) }},
		{"page: bundle deleted", func(g *gen) []Op {
			f := g.file(bundleFile)
			if f == "" {
				return nil
			}
			return remove(path.Dir(f))
		}},
		{"page: renamed", func(g *gen) []Op {
			f := g.file(singleFile)
			if f == "" {
				return nil
			}
			_, rest, _ := strings.Cut(path.Base(f), ".")
			return rename(f, g.fresh(path.Dir(f)+"/", "."+rest))
		}},
		{"page: renamed in upper case", func(g *gen) []Op {
			f := g.file(singleFile)
			if f == "" {
				return nil
			}
			name, rest, _ := strings.Cut(path.Base(f), ".")
			return rename(f, path.Dir(f)+"/"+strings.ToUpper(name)+"."+rest)
		}},
		{"page: moved", func(g *gen) []Op {
			f := g.file(leafFile)
			if f == "" {
				return nil
			}
			return rename(f, g.folder()+"/"+path.Base(f))
		}},
		{"page: copied", func(g *gen) []Op {
			f := g.file(singleFile)
			if f == "" {
				return nil
			}
			_, rest, _ := strings.Cut(path.Base(f), ".")
			return put(g.fresh(path.Dir(f)+"/", "."+rest), g.text(f))
		}},
		{"page: news", func(g *gen) []Op {
			return put(g.fresh("content/news/", ".md"),
				fmt.Sprintf("---\ntitle: News %d\ndate: %s\n---\n%s\n", g.n, g.day(-3, 2), g.words()))
		}},
		{"section: _index added", func(g *gen) []Op {
			dir := g.folder()
			if dir == "" || g.has(dir+"/_index.md") || g.has(dir+"/index.md") || g.site.guessed {
				return nil
			}
			return put(dir+"/_index.md", g.page())
		}},
		{"section: _index removed", func(g *gen) []Op { return remove(g.file(nodeFile)) }},
		{"section: added", func(g *gen) []Op {
			dir := g.fresh("content/", "")
			if g.site.guessed {
				dir = g.fresh("notes/", "")
			}
			ops := put(dir+"/one.md", g.page())
			if g.chance(50) && !g.site.guessed {
				ops = append(ops, put(dir+"/_index.md", with(g.page(), "cascade", cascade(g)))...)
			}
			return append(ops, put(dir+"/two.md", g.page())...)
		}},
		{"section: removed", func(g *gen) []Op {
			if f := g.file(nodeFile); f != "" && strings.Count(f, "/") > 1 {
				return remove(path.Dir(f))
			}
			return nil
		}},
		{"section: renamed", func(g *gen) []Op {
			if f := g.file(nodeFile); f != "" && strings.Count(f, "/") > 1 {
				return rename(path.Dir(f), g.fresh(path.Dir(path.Dir(f))+"/", ""))
			}
			return nil
		}},
		{"section: moved into another", func(g *gen) []Op {
			f, to := g.file(nodeFile), g.file(nodeFile)
			if f == "" || strings.Count(f, "/") < 2 || strings.HasPrefix(path.Dir(to)+"/", path.Dir(f)+"/") {
				return nil
			}
			return rename(path.Dir(f), path.Dir(to)+"/"+path.Base(path.Dir(f)))
		}},
		{"taxonomy: term page", func(g *gen) []Op {
			return put("content/tags/"+g.one("one", "two", "unused")+"/_index.md", g.page())
		}},
		{"taxonomy: list page", func(g *gen) []Op { return put("content/tags/_index.md", g.page()) }},
	}
}

// page returns the text of a new page.
func (g *gen) page() string {
	text := "---\ntitle: " + fmt.Sprintf("%q", g.words()) + "\n---\n" + g.words() + ".\n\n" + link(g) + "\n"
	if g.chance(50) {
		text = with(text, "date", g.day(-200, 0))
	}
	if g.chance(40) {
		text = with(text, "tags", g.one(`["one"]`, `["two", "five"]`))
	}
	return text
}
