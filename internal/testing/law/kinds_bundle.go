package law

import (
	"fmt"
	"path"
	"strings"
)

// bundleKinds edit bundles, resources, and translations.
func bundleKinds() []kind {
	return []kind{
		{"bundle: made of a single file", func(g *gen) []Op {
			f := g.file(singleFile)
			dir, base := path.Split(f)
			name, rest, _ := strings.Cut(base, ".")
			return rename(f, dir+name+"/index."+rest)
		}},
		{"bundle: made a single file", func(g *gen) []Op {
			f := g.file(bundleFile)
			if f == "" {
				return nil
			}
			dir, base := path.Split(f)
			_, rest, _ := strings.Cut(base, ".")
			return rename(f, strings.TrimSuffix(dir, "/")+"."+rest)
		}},
		{"resource: added", func(g *gen) []Op {
			f := g.file(bundleFile)
			if f == "" {
				return nil
			}
			p := path.Dir(f) + "/" + g.one("pic.png", "pic.fr.png", "cover.jpg", "data.csv", "x.txt", "sub/y.txt", "page.md",
				g.fresh("r", ".png"))
			return []Op{{Verb: "write", Path: p, Data: g.bytes(p)}}
		}},
		{"resource: changed", func(g *gen) []Op {
			p := g.file(resource)
			if p == "" {
				return nil
			}
			return []Op{{Verb: "write", Path: p, Data: g.bytes(p)}}
		}},
		{"resource: removed", func(g *gen) []Op { return remove(g.file(resource)) }},
		{"resource: renamed", func(g *gen) []Op {
			p := g.file(resource)
			return rename(p, g.fresh(path.Dir(p)+"/", path.Ext(p)))
		}},
		{"resource: of a section", func(g *gen) []Op {
			f := g.file(nodeFile)
			if f == "" {
				return nil
			}
			p := path.Dir(f) + "/" + g.one("pic.png", "list.txt")
			return []Op{{Verb: "write", Path: p, Data: g.bytes(p)}}
		}},
		{"resource: described", func(g *gen) []Op {
			return g.edit(g.file(bundleFile), func(old string) string {
				return with(old, "resources",
					fmt.Sprintf(`[{src: "*.png", title: "Picture %d :counter", name: "p-:counter.png", params: {note: %q}}]`, g.n,
						g.words()))
			})
		}},
		{"translation: added", func(g *gen) []Op {
			f := g.file(`^content/.*/[^.]+\.md$`)
			if f == "" {
				return nil
			}
			return put(strings.TrimSuffix(f, ".md")+g.one(".fr", ".ar", ".de")+".md",
				with(g.text(f), "title", fmt.Sprintf("%q", "Traduit "+fmt.Sprint(g.n))))
		}},
		{"translation: removed", func(g *gen) []Op { return remove(g.file(`^content/.*\.(fr|ar|de)\.md$`)) }},
		{"translation: in its own folder", func(g *gen) []Op {
			f := g.file(`^content/.*\.md$`)
			if f == "" || !g.has("content-pt") {
				return nil
			}
			return put("content-pt"+logical(f)+".md", "---\ntitle: Em português\n---\n"+g.words()+"\n")
		}},
	}
}

const resource = `^content(-pt)?/.*\.(png|svg|csv|txt|mp4|jpg)$|^notes/.*\.png$`

// bytes returns new bytes for a resource.
func (g *gen) bytes(p string) []byte {
	switch path.Ext(p) {
	case ".png":
		return picture(1+g.IntN(40), 1+g.IntN(40))
	case ".jpg":
		if g.IntN(2) == 0 {
			return turned(2+g.IntN(40), 1)
		}
		return photo(2+g.IntN(40), 1)
	case ".svg":
		return fmt.Appendf(nil, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\"/>\n", g.n, 1+g.IntN(9))
	case ".md":
		return fmt.Appendf(nil, "---\ntitle: Part %d\n---\n%s\n", g.n, g.words())
	}
	return fmt.Appendf(nil, "a,b\n%d,%d\n", g.n, g.IntN(9))
}
