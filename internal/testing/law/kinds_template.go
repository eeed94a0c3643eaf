package law

import (
	"fmt"
	"path"
	"strings"
)

// Patterns of template files, including those of themes.
const (
	anyLayout   = `layouts/.*\.(html|xml|txt|json|md)$`
	pageLayout  = `layouts/.*(page|single|list|home|taxonomy|term|section|baseof|404)(\.\w+)*\.html$`
	partialFile = `layouts/_?partials/.*$`
	codeFile    = `layouts/_?shortcodes/.*\.(html|md)$`
	hookFile    = `layouts/.*_markup/.*\.html$`
)

// templateKinds edit templates of all kinds.
func templateKinds() []kind {
	return []kind{
		{"layout: text changed", func(g *gen) []Op { return g.edit(g.file(pageLayout), g.marked) }},
		{"layout: asks something new", func(g *gen) []Op {
			return g.edit(g.file(`layouts/(.*/)?(page|single|list|home|term|li)\.html$`),
				func(old string) string { return inside(old, g.question()) })
		}},
		{"layout: asks in a body", func(g *gen) []Op {
			return g.edit(g.file(codeFile+"|"+hookFile),
				func(old string) string { return strings.TrimRight(old, "\n") + g.bodyQuestion() + "\n" })
		}},
		{"layout: more specific one", func(g *gen) []Op { return g.layout() }},
		{"layout: removed", func(g *gen) []Op { return remove(g.file(anyLayout)) }},
		{"layout: the feed's", func(g *gen) []Op {
			return g.overlay("layouts/rss.xml", "layouts/posts/rss.xml", "layouts/term.rss.xml", "layouts/home.rss.xml")
		}},
		{"layout: elements of feeds", func(g *gen) []Op {
			return put("layouts/"+g.one("feeditem", "feedchannel", "posts/feeditem")+".xml",
				fmt.Sprintf("<geo:lat>%d</geo:lat><geo:long>{{ .Title }} {{ len .Pages }}</geo:long>\n", g.n))
		}},
		{"layout: robots.txt", func(g *gen) []Op {
			return put("layouts/robots.txt", fmt.Sprintf("User-agent: *\n# %d\nDisallow: /step%d/\n", g.n, g.n))
		}},
		{"layout: alias", func(g *gen) []Op {
			return put("layouts/"+g.one("", "_default/")+"alias.html",
				fmt.Sprintf("<html><head><title>%d</title><meta http-equiv=\"refresh\" content=\"0; url={{ .Permalink }}\"><link rel=\"canonical\" href=\"{{ .Permalink }}\"></head></html>\n", g.n))
		}},
		{"layout: sitemap", func(g *gen) []Op {
			return put("layouts/sitemap.xml",
				fmt.Sprintf("{{ printf \"<?xml version=\\\"1.0\\\"?>\" | safeHTML }}\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><!-- %d -->{{ range .Pages }}<url><loc>{{ .Permalink }}</loc></url>{{ end }}</urlset>\n", g.n))
		}},
		{"layout: list in another format", func(g *gen) []Op {
			return put("layouts/"+g.one("list.json", "section.print.txt", "home.json"),
				fmt.Sprintf("{\"n\": %d, \"pages\": [{{ range $i, $p := .RegularPages }}{{ if $i }},{{ end }}{{ .Title | jsonify }}{{ end }}]}\n", g.n))
		}},
		{"partial: text changed", func(g *gen) []Op { return g.edit(g.file(partialFile), g.marked) }},
		{"partial: added or removed", func(g *gen) []Op {
			if g.has("layouts/_partials/extra.html") {
				return remove("layouts/_partials/extra.html")
			}
			return put("layouts/_partials/extra.html", fmt.Sprintf("<b>extra %d {{ .Title }}</b>%s\n", g.n, g.question()))
		}},
		{"partial: shadowed", func(g *gen) []Op {
			p := g.file(partialFile)
			if p == "" {
				return nil
			}
			name, ext := strings.TrimSuffix(p, path.Ext(p)), path.Ext(p)
			// the project's own overrides that of a theme
			name = "layouts" + name[strings.Index(name, "layouts")+len("layouts"):]
			return put(name+g.one("", ".fr", ".ar", ".print", ".html")+ext, fmt.Sprintf("<!-- shadow %d -->%s", g.n, g.text(p)))
		}},
		{"partial: removed", func(g *gen) []Op { return remove(g.file(partialFile)) }},
		{"shortcode: text changed", func(g *gen) []Op { return g.edit(g.file(codeFile), g.marked) }},
		{"shortcode: added or removed", func(g *gen) []Op {
			if g.has("layouts/_shortcodes/extra.html") {
				return remove("layouts/_shortcodes/extra.html")
			}
			return put("layouts/_shortcodes/extra.html", fmt.Sprintf("<i>extra %d %s</i>\n", g.n, g.bodyQuestion()))
		}},
		{"shortcode: shadows one of ours", func(g *gen) []Op {
			return put("layouts/_shortcodes/"+g.one("figure", "qr", "details", "ref")+".html",
				fmt.Sprintf("<p>own %d {{ .Name }}</p>\n", g.n))
		}},
		{"shortcode: of a language", func(g *gen) []Op {
			p := g.file(codeFile)
			if p == "" || strings.Count(path.Base(p), ".") > 1 {
				return nil
			}
			return put(strings.TrimSuffix(p, path.Ext(p))+g.one(".fr", ".print", ".ar")+path.Ext(p),
				fmt.Sprintf("<u>special %d</u>\n", g.n))
		}},
		{"shortcode: removed", func(g *gen) []Op { return remove(g.file(codeFile)) }},
		{"hook: changed", func(g *gen) []Op { return g.edit(g.file(hookFile), g.marked) }},
		{"hook: added", func(g *gen) []Op { return g.hook() }},
		{"hook: removed", func(g *gen) []Op { return remove(g.file(hookFile)) }},
		{"base: shadowed", func(g *gen) []Op {
			return g.overlay("layouts/baseof.html", "layouts/docs/baseof.html", "layouts/posts/baseof.html",
				"layouts/baseof.fr.html", "layouts/list-baseof.html", "layouts/home.baseof.html")
		}},
		{"base: removed", func(g *gen) []Op { return remove(g.file(`layouts/.*baseof.*$`)) }},
		{"base: block added or removed", func(g *gen) []Op {
			const block = `{{ block "added" . }}by default{{ end }}`
			return g.edit(g.file(`layouts/(.*/)?baseof.*\.html$`), func(old string) string {
				if strings.Contains(old, block) {
					return strings.Replace(old, block, "", 1)
				}
				return strings.Replace(old, "</body>", block+"</body>", 1)
			})
		}},
		{"define: added or removed", func(g *gen) []Op {
			return g.edit(g.file(pageLayout), func(old string) string {
				const def = `{{ define "added" }}`
				if before, _, ok := strings.Cut(old, def); ok {
					return before
				}
				if !strings.Contains(old, "{{ define ") {
					return old
				}
				return old + def + fmt.Sprintf("defined %d {{ .Title }}", g.n) + "{{ end }}\n"
			})
		}},
		{"define: moved to another file", moveDefine},
		{"define: inline partial", func(g *gen) []Op {
			return g.edit(g.file(partialFile+`|`+pageLayout), func(old string) string {
				return old + fmt.Sprintf("{{ define \"_partials/extra.html\" }}inline %d{{ end }}\n", g.n)
			})
		}},
		{"layouts: own ones instead of a theme's", func(g *gen) []Op {
			if g.has("layouts/all.html") {
				return remove("layouts/all.html")
			}
			return put("layouts/all.html",
				fmt.Sprintf("<html><head><title>{{ .Title }} %d</title></head><body>{{ .Content }}{{ range .Pages }}{{ .Title }}{{ end }}</body></html>\n", g.n))
		}},
		{"theme: template overridden", func(g *gen) []Op {
			p := g.file(`^themes/.*/layouts/`)
			if p == "" {
				return nil
			}
			return put(p[strings.Index(p, "layouts/"):], g.marked(g.text(p)))
		}},
	}
}

// marked adds a visible mark to a template, replacing that of an earlier edit.
func (g *gen) marked(old string) string {
	before, _, _ := strings.Cut(old, "{{/* mark */}}")
	mark := fmt.Sprintf("{{/* mark */}}<!-- %d --><s>mark %d</s>", g.n, g.n)
	if i := strings.LastIndex(before, "{{ end }}"); i >= 0 && strings.HasPrefix(before, "{{ define") {
		return before[:i] + fmt.Sprintf("<s>mark %d</s>", g.n) + before[i:]
	}
	return strings.TrimRight(before, "\n") + mark + "\n"
}

// inside inserts text into the last definition of a layout, or at its end.
func inside(old, text string) string {
	if i := strings.LastIndex(old, "{{ end }}"); i >= 0 && strings.Contains(old, "{{ define") {
		return old[:i] + text + old[i:]
	}
	return strings.TrimRight(old, "\n") + text + "\n"
}

// layout adds a template that takes precedence for some pages.
func (g *gen) layout() []Op {
	if len(g.all(anyLayout)) == 0 {
		return nil // the embedded theme would be gone
	}
	name := g.one("posts/page", "docs/list", "page.fr", "section.ar", "page.print", "posts/list", "special", "docs/li",
		"tags/term", "posts/section.fr", "home.fr", "authors/taxonomy")
	ext := ".html"
	if strings.HasSuffix(name, "print") {
		ext = ".txt"
	}
	return put("layouts/"+name+ext, fmt.Sprintf("<html><body><h1>{{ .Title }} %d</h1>{{ .Content }}%s</body></html>\n",
		g.n, g.question()))
}

// overlay writes, changes, or removes one of several templates; a new one is a marked copy of the first.
func (g *gen) overlay(names ...string) []Op {
	name := g.one(names...)
	if g.has(name) && g.chance(40) && name != names[0] {
		return remove(name)
	}
	from := name
	if !g.has(name) {
		from = names[0]
	}
	if len(g.files[from]) == 0 {
		return nil
	}
	return put(name, g.marked(g.text(from)))
}

// hook adds a render hook, or a more specific one.
func (g *gen) hook() []Op {
	at := "layouts/" + g.one("", "", "posts/", "docs/") + "_markup/"
	n := fmt.Sprint(g.n)
	return g.hookOf(at, g.one("link", "image", "heading", "codeblock-go", "codeblock-text", "codeblock-goat", "table",
		"blockquote-alert", "link.fr", "heading.print", "link fragments"), n)
}

func (g *gen) hookOf(at, what, n string) []Op {
	text := map[string]string{
		"link":    `<a class="h` + n + `" href="{{ .Destination | safeURL }}">{{ .Text }}</a>`,
		"link.fr": `<a lang="fr" class="h` + n + `" href="{{ .Destination | safeURL }}">{{ .Text }}</a>`,
		"link fragments": `<a class="h` + n +
			`" href="{{ .Destination | safeURL }}">{{ .Text }} {{ with .Page.Next }}{{ range .Fragments.HeadingsMap }}{{ .Title }}{{ end }}{{ end }}{{ with .Page.Prev }}{{ .TableOfContents }}{{ end }}{{ .Page.Fragments.Identifiers }}</a>`,
		"image":            `<img class="h` + n + `" src="{{ .Destination | safeURL }}" alt="{{ .Text }}">`,
		"heading":          `<h{{ .Level }} class="h` + n + `">{{ .Text }} {{ .Page.Title }}</h{{ .Level }}>`,
		"heading.print":    `{{ .Text }} ` + n,
		"codeblock-go":     `<pre class="h` + n + `">{{ .Inner }}</pre>`,
		"codeblock-text":   `<pre class="h` + n + `">{{ .Inner }}</pre>`,
		"codeblock-goat":   `<pre class="h` + n + `">{{ .Inner }}</pre>`,
		"table":            `<table class="h` + n + `"></table>`,
		"blockquote-alert": `<aside class="h` + n + `">{{ .Text }}</aside>`,
	}[what]
	ext := ".html"
	if what == "heading.print" {
		ext = ".txt"
	}
	what, _, _ = strings.Cut(what, " ")
	return put(at+"render-"+what+ext, text+"\n")
}

// moveDefine moves a definition from one layout to another.
func moveDefine(g *gen) []Op {
	from, to := g.file(pageLayout), g.file(pageLayout)
	text := g.text(from)
	i := strings.LastIndex(text, "{{ define ")
	if i <= 0 || from == to || !strings.Contains(g.text(to), "{{ define ") {
		return nil
	}
	return append(put(from, text[:i]), put(to, strings.TrimRight(g.text(to), "\n")+"\n"+text[i:])...)
}
