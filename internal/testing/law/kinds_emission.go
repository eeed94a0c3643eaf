package law

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// emissionKinds edit what sitemaps, feeds, and robots.txt use apart from front matter: the files that it names,
// files at their paths, the clock, the ledger, and facts of rendered pages.
func emissionKinds() []kind {
	moment := func(g *gen) string {
		return g.clock.Add(time.Duration(1+g.IntN(40)) * time.Hour).UTC().Format(time.RFC3339)
	}
	set := func(key string, value func(*gen) string) func(*gen) []Op {
		return func(g *gen) []Op {
			return g.edit(g.file(leafFile), func(old string) string { return with(old, key, value(g)) })
		}
	}
	sometimes := func(p string, text func(*gen) string) func(*gen) []Op {
		return func(g *gen) []Op {
			if g.has(p) && g.chance(50) {
				return remove(p)
			}
			return put(p, text(g))
		}
	}
	return []kind{
		{"emission: a file to download", set("enclosure", func(g *gen) string {
			return g.one(`/talk.mp3`, `/talk.mp3`, `talk.mp4`, `{url: "/talk.mp3", duration: "3m20s", thumbnail: "/shown.svg"}`,
				`{url: "https://elsewhere.example/a.mp3", length: 7, type: audio/mpeg}`)
		})},
		{
			"emission: the file to download",
			sometimes("static/talk.mp3", func(g *gen) string { return strings.Repeat("no sound ", 1+g.IntN(20)) }),
		},
		{"emission: a picture in static", set("images", func(*gen) string { return `["/shown.svg"]` })},
		{"emission: the picture in static", sometimes("static/shown.svg", func(g *gen) string {
			return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"4\"/>\n", 1+g.IntN(90))
		})},
		{"emission: a video that expires", set("videos", func(g *gen) string {
			return `[{thumbnail: "/shown.svg", title: Film, description: Seen, content: "/film.mp4", expires: ` + moment(g) +
				`}]`
		})},
		{"emission: media that is not there", set("images", func(g *gen) string {
			return g.one(`["/missing.png"]`, `["/missing.png", "/shown.svg"]`,
				`[{src: "/shown.svg", alt: Shown}, "/missing.jpg"]`)
		})},
		{"emission: a film that is not there", set("videos", func(g *gen) string {
			return `[{thumbnail: "` + g.one("/missing.png", "/shown.svg") + `", title: Film, description: Seen, content: "` +
				g.one("/missing.mp4", "/talk.mp3") + `"}]`
		})},
		{"emission: a picture that is not there", func(g *gen) []Op {
			return g.edit(g.file(leafFile), func(old string) string { return old + "\n![gone](missing.png)\n" })
		}},
		{"emission: a host keeps crawlers out", sometimes("static/_headers", func(g *gen) string {
			return fmt.Sprintf("%s%s\n  X-Robots-Tag: %s\n", g.one("", "/sub", "/fr"), logical(g.file(anyContent)),
				g.one("noindex", "noindex, nofollow", "none"))
		})},
		{"emission: a host sends elsewhere", sometimes("static/_redirects", func(g *gen) string {
			return fmt.Sprintf("%s%s/ %s %s\n", g.one("", "/sub", "/fr"), logical(g.file(anyContent)), g.one("/", "/docs/"),
				g.one("301", "301!", "302", "200"))
		})},
		{"emission: only the template sends elsewhere", func(g *gen) []Op {
			p := logical(g.file(anyContent))
			return g.edit(g.one(g.holding(anyLayout, "</head>")...), func(old string) string {
				return strings.Replace(old, "</head>", `{{ if eq .Path "`+p+
					`" }}<meta http-equiv="refresh" content="0; url=/">{{ end }}</head>`, 1)
			})
		}},
		{"emission: a change in the future", set("lastmod", moment)},
		{"emission: an article in the future", set("date", moment)},
		{"emission: a little later", func(g *gen) []Op {
			return []Op{{Verb: "clock", Path: g.clock.Add(time.Duration(1+g.IntN(30)) * time.Hour).UTC().Format(time.RFC3339)}}
		}},
		{"emission: robots.txt in static", sometimes("static/robots.txt", func(g *gen) string {
			return "User-agent: *\nDisallow: " + g.one("/posts/p0", "/docs/", "/talk.mp3", "/shown.svg", "/nothing/", "/") + "\n"
		})},
		{"emission: a sitemap in static", sometimes("static/sitemap.xml", func(g *gen) string {
			return fmt.Sprintf("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><!-- %d --></urlset>\n", g.n)
		})},
		{"emission: a feed in static", sometimes("static/atom.xml",
			func(g *gen) string { return fmt.Sprintf("<feed/><!-- %d -->\n", g.n) })},
		{"emission: a key in static", sometimes("static/5f0c1a9e7b3d4628.txt",
			func(g *gen) string { return fmt.Sprintf("key %d\n", g.n) })},
		{"emission: an index of sitemaps", sometimes("layouts/sitemapindex.xml", func(g *gen) string {
			return fmt.Sprintf("{{ printf \"<?xml version=\\\"1.0\\\"?>\" | safeHTML }}\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><!-- %d -->{{ range . }}<sitemap><loc>{{ .SitemapAbsURL }}</loc></sitemap>{{ end }}</sitemapindex>\n", g.n)
		})},
		{"emission: only the template says noindex", func(g *gen) []Op {
			p := logical(g.file(anyContent))
			return g.edit(g.one(g.holding(anyLayout, "</head>")...), func(old string) string {
				says := g.one(`<meta name="robots" content="noindex">`, `<link rel="canonical" href="https://elsewhere.example/">`)
				return strings.Replace(old, "</head>", `{{ if eq .Path "`+p+`" }}`+says+"{{ end }}</head>", 1)
			})
		}},
		{"emission: renamed with its id", func(g *gen) []Op {
			f := g.file(singleFile)
			if f == "" {
				return nil
			}
			_, rest, _ := strings.Cut(path.Base(f), ".")
			text := with(g.text(f), "id", fmt.Sprintf("%q", "urn:kept:"+logical(f)))
			return append(put(f, text), rename(f, g.fresh(path.Dir(f)+"/", "."+rest))...)
		}},
		{"emission: ledger edited", func(g *gen) []Op {
			return []Op{{
				Verb: "ledger",
				Path: g.one("dates", "ids", "forgets"),
			}}
		}},
	}
}

// holding returns the project's files that match a pattern and contain a text.
func (g *gen) holding(pattern, text string) []string {
	return slices.DeleteFunc(g.all(pattern), func(p string) bool { return !strings.Contains(g.text(p), text) })
}
