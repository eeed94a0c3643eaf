package law

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// specification matches the image sizes in the site "many".
var specification = regexp.MustCompile(`Resize "[^"]*"`)

// assetKinds edit data, strings, assets, and static files.
func assetKinds() []kind {
	lines := func(pattern string, change func(g *gen, old string) string) func(*gen) []Op {
		return func(g *gen) []Op {
			return g.edit(g.file(pattern), func(old string) string { return change(g, old) })
		}
	}
	return []kind{
		{"data: changed", func(g *gen) []Op {
			p := g.file(`data/.*\.(toml|yaml|json)$`)
			return g.edit(p, func(old string) string {
				switch path.Ext(p) {
				case ".json":
					return fmt.Sprintf("[{\"name\": \"x%d\"}, {\"name\": \"y\"}]\n", g.n)
				case ".yaml":
					return fmt.Sprintf("role: role %d\n", g.n)
				}
				return fmt.Sprintf("first = \"one %d\"\nsecond = \"%s\"\nthird = \"3\"\n", g.n, g.one("two", "deux"))
			})
		}},
		{"data: added", func(g *gen) []Op {
			return put(g.fresh("data/"+g.one("", "team/", "deep/er/"), ".yaml"), fmt.Sprintf("role: new %d\n", g.n))
		}},
		{"data: removed", func(g *gen) []Op { return remove(g.file(`data/`)) }},
		{"data: renamed", func(g *gen) []Op {
			p := g.file(`^data/`)
			return rename(p, g.fresh("data/team/", path.Ext(p)))
		}},
		{"i18n: changed", lines(`i18n/.*\.toml$`, func(g *gen, old string) string {
			first, rest, _ := strings.Cut(old, "\n")
			key, _, _ := strings.Cut(first, " ")
			return fmt.Sprintf("%s = \"text %d\"\n%s", key, g.n, rest)
		})},
		{"i18n: string added", lines(`i18n/(fr|ar)\.toml$`, func(g *gen, old string) string {
			if strings.Contains(old, "lost = ") {
				return old
			}
			return fmt.Sprintf("lost = \"perdu %d\"\n", g.n) + old
		})},
		{"i18n: file removed", func(g *gen) []Op { return remove(g.file(`i18n/`)) }},
		{"i18n: file added", func(g *gen) []Op {
			return put("i18n/"+g.one("en", "fr", "ar", "de", "de-de", "en-us")+".yaml",
				fmt.Sprintf("latest: newest %d\nbye: ciao %d\n", g.n, g.n))
		}},
		{"asset: changed", lines(`assets/.*\.(css|js|txt)$`, func(g *gen, old string) string {
			return old + fmt.Sprintf("/* %d */ .x%d { top: %dpx }\n", g.n, g.n, g.n)
		})},
		{"asset: added", func(g *gen) []Op {
			p := g.fresh("assets/"+g.one("css/", "js/"), g.one(".css", ".js"))
			return put(p, fmt.Sprintf("/* new %d */\n", g.n))
		}},
		{"asset: removed", func(g *gen) []Op { return remove(g.file(`assets/(css|js|img)/`)) }},
		{"asset: a theme's overridden", func(g *gen) []Op {
			p := g.file(`^themes/.*/(assets|static|data|i18n)/`)
			if p == "" {
				return nil
			}
			_, below, _ := strings.Cut(strings.TrimPrefix(p, "themes/"), "/")
			return put(below, g.text(p)+fmt.Sprintf("# %d\n", g.n))
		}},
		{"asset: picture changed", func(g *gen) []Op {
			return put("assets/img/dot.svg",
				fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"5\"/>\n", g.n))
		}},
		{"asset: picture replaced", func(g *gen) []Op {
			return put("assets/img/mark.png", string(picture(1+g.IntN(9), 1+g.IntN(9))))
		}},
		{"asset: picture removed", func(g *gen) []Op { return remove(g.file(`^assets/img/mark\.png$`)) }},
		{"picture: another specification", func(g *gen) []Op {
			return g.edit(g.file(`^layouts/_partials/resources\.html$`), func(old string) string {
				return specification.ReplaceAllString(old,
					fmt.Sprintf(`Resize "%dx%s jpg"`, 1+g.IntN(30), g.one("", " r90", " lanczos", " q30", " #f00")))
			})
		}},
		{"static: changed", lines(`static/`, func(g *gen, old string) string { return old + fmt.Sprintf("line %d\n", g.n) })},
		{"static: same length", lines(`static/`, func(g *gen, old string) string {
			return strings.NewReplacer("a", "b", "b", "a", "e", "o").Replace(old)
		})},
		{"static: added", func(g *gen) []Op {
			return put(g.fresh("static/"+g.one("", "files/", "posts/"), g.one(".txt", ".css", ".pdf")),
				fmt.Sprintf("static %d\n", g.n))
		}},
		{"static: removed", func(g *gen) []Op { return remove(g.file(`static/`)) }},
		{"static: renamed", func(g *gen) []Op {
			p := g.file(`^static/`)
			return rename(p, g.fresh("static/", path.Ext(p)))
		}},
		{"static: in the way of a page", func(g *gen) []Op {
			var pages []string
			for _, p := range g.out {
				if strings.HasSuffix(p, ".html") || strings.HasSuffix(p, ".xml") || strings.HasSuffix(p, ".txt") {
					pages = append(pages, p)
				}
			}
			if len(pages) == 0 {
				return nil
			}
			return put("static/"+g.one(pages...), fmt.Sprintf("in the way %d\n", g.n))
		}},
		{"static: front matter of a file", func(g *gen) []Op {
			of := g.file(`^(static|content)/.*\.(txt|png|pdf)$`)
			if of == "" {
				return nil
			}
			other := path.Base(g.file(`^static/.*\.(txt|pdf)$`))
			return put(of+g.one(".yaml", ".yaml", ".yml"), g.one(
				fmt.Sprintf("title: File %d\n", g.n), fmt.Sprintf("lastmod: 2026-01-%02d\n", 1+g.n%28), "noindex: true\n",
				"canonical: /about/\n", fmt.Sprintf("versions: {fr: %s}\n", other), "",
			))
		}},
		{"static: for hosts", func(g *gen) []Op {
			rule := g.one("/docs/*\n  X-N: %d\n", "/*\n  X-Frame-Options: DENY\n  X-N: %d\n",
				"/sub/atom.xml\n  Content-Type: text/xml\n  X-N: %d\n", "/*\n  Cache-Control: max-age=%d\n")
			name := "_headers"
			switch g.IntN(3) {
			case 0:
				name, rule = "_redirects", g.one("/from%d /docs/\n", "/was/ /there%d\n", "/sub/was /there%d 302\n",
					"/x/* /y%d/:splat\n")
			case 1:
				name, rule = ".htaccess", "# %d\n"
			}
			return put("static/"+name, fmt.Sprintf(rule, g.n))
		}},
		{"link: to a file", func(g *gen) []Op {
			p := g.one(g.file(anyContent), g.file(anyLayout), g.file(`^(static|assets|data)/`))
			if p == "" {
				return nil
			}
			return []Op{{Verb: "link", Path: g.fresh(path.Dir(p)+"/", path.Ext(p)), To: path.Base(p)}}
		}},
		{"link: to a folder", func(g *gen) []Op {
			top, below, ok := strings.Cut(path.Dir(g.one(g.file(anyContent), g.file(`^(static|assets|data)/`))), "/")
			if !ok {
				return nil
			}
			return []Op{{Verb: "link", Path: g.fresh(top+"/", ""), To: below}}
		}},
		{"link: to nothing", func(g *gen) []Op {
			return []Op{{
				Verb: "link", Path: g.fresh(g.one("content/", "static/", "layouts/"), g.one(".md", ".html", ".txt")),
				To: "not-there.md",
			}}
		}},
		{"link: removed", func(g *gen) []Op {
			var links []string
			for _, p := range g.files.paths() {
				if g.files.isLink(p) {
					links = append(links, p)
				}
			}
			return remove(g.one(links...))
		}},
		{"file: the one that templates read", func(g *gen) []Op {
			if g.chance(30) {
				return remove("notes.txt")
			}
			return put("notes.txt", fmt.Sprintf("note %d\n", g.n))
		}},
	}
}
