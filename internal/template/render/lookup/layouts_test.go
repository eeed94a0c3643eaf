package lookup

import (
	"strings"
	"testing"
)

// wants is a page as in layoutRows: its kind, with a format after a dot and a language after an @: "page.json@fr". A
// kind after a + is the layout in its front matter.
func wants(s string) Descriptor {
	d := Descriptor{Format: "html", Media: "text/html", Lang: "en"}
	s, layout, _ := strings.Cut(s, "+")
	s, lang, ok := strings.Cut(s, "@")
	if ok {
		d.Lang = lang
	}
	kind, format, _ := strings.Cut(s, ".")
	d.Kind, d.Custom = kind, layout
	switch format {
	case "rss":
		d.Format, d.Media = "rss", "application/rss+xml"
	case "json":
		d.Format, d.Media, d.Text = "json", "application/json", true
	case "amp":
		d.Format = "amp"
	case "txt":
		d.Format, d.Media, d.Text = "plain", "text/plain", true
	}
	return d
}

// layoutRows: which of some files is the layout of a page. https://gohugo.io/templates/lookup-order/ and
// https://gohugo.io/templates/types/
var layoutRows = [][4]string{
	{"page", "/posts/a", "all.html single.html page.html", "page.html"},
	{"page", "/posts/a", "all.html single.html", "single.html"},
	{"page", "/posts/a", "all.html", "all.html"},
	{"page", "/posts/a", "baseof.html", ""},
	{"page", "/posts/a", "list.html section.html home.html", ""},
	{"page", "/posts/a", "posts/all.html single.html", "posts/all.html"},
	{"page", "/posts/a", "posts/page.html posts/single.html page.html", "posts/page.html"},
	{"page", "/posts/a", "_default/page.html _default/single.html", "_default/page.html"},
	{"page", "/posts/a", "_default/single.html all.html", "_default/single.html"},
	{"page", "/posts/a", "posts/single.html _default/single.html", "posts/single.html"},
	{"page", "/posts/a", "post/single.html page/single.html", ""},
	{"page", "/posts/a", "page/single.html _default/single.html", "_default/single.html"},
	{"page", "/posts/deep/a", "posts/single.html deep/single.html", "posts/single.html"},
	{"page", "/posts/deep/a", "posts/deep/single.html posts/single.html single.html", "posts/deep/single.html"},
	{"page", "/posts/deep/er/a", "posts/deep/single.html posts/single.html", "posts/deep/single.html"},
	{"page", "/posts/deep/a", "posts/deep/a/page.html posts/deep/page.html", "posts/deep/a/page.html"},
	{"page", "/a", "single.html posts/single.html", "single.html"},
	{"page", "/", "single.html", "single.html"},
	{"page", "/posts/a", "theme:single.html", "theme:single.html"},
	{"page", "/posts/a", "theme:posts/single.html single.html", "theme:posts/single.html"},
	{"page", "/posts/a", "single.html theme:page.html", "theme:page.html"},
	{"page", "/posts/a", "posts/single.html theme:posts/single.html", "posts/single.html"},
	{"page+demo", "/posts/a", "demo.html single.html", "demo.html"},
	{"page+demo", "/posts/a", "_default/demo.html single.html", "_default/demo.html"},
	{"page+demo", "/posts/a", "posts/demo.html demo.html", "posts/demo.html"},
	{"page+demo", "/docs/a", "posts/demo.html single.html", "single.html"},
	{"page+demo", "/posts/a", "theme:demo.html single.html", "theme:demo.html"},
	{"page+demo", "/posts/a", "demo.json single.html", "single.html"},
	{"page@fr", "/posts/a", "single.html single.fr.html", "single.fr.html"},
	{"page@fr", "/posts/a", "single.fr.html posts/single.html", "single.fr.html"},
	{"page@fr", "/posts/a", "posts/single.fr.html posts/single.html", "posts/single.fr.html"},
	{"page@fr", "/posts/a", "single.en.html", ""},
	{"page", "/posts/a", "single.en.html single.html", "single.en.html"},
	{"page", "/posts/a", "single.ar.html single.html", "single.html"},
	{"page", "/posts/a", "single.html single.zh.html", "single.html"},
	{"page", "/posts/a", "single.en.ar.html single.en.html", "single.en.html"},
	{"page", "/posts/a", "single.ar.html theme:single.html", "single.ar.html"},
	{"page", "/posts/a", "_default/single.ar.html single.html", "_default/single.ar.html"},
	{"home", "/", "index.ar.html index.html", "index.html"},
	{"section", "/posts", "_default/list.ar.html _default/list.html", "_default/list.html"},
	{"page.json", "/posts/a", "single.json single.html list.json", "single.json"},
	{"page.json", "/posts/a", "posts/single.json single.json", "posts/single.json"},
	{"page.json", "/posts/a", "all.json", "all.json"},
	{"page.json", "/posts/a", "single.html all.html", ""},
	{"page.json@fr", "/posts/a", "single.json single.fr.json", "single.fr.json"},
	{"page.txt", "/posts/a", "single.txt single.html", "single.txt"},
	{"page.txt", "/posts/a", "single.plain.txt single.txt", "single.plain.txt"},
	{"page.amp", "/posts/a", "single.amp.html single.html", "single.amp.html"},
	{"page.amp", "/posts/a", "page.amp.html single.amp.html", "page.amp.html"},
	{"page.amp", "/posts/a", "amp.html single.html", "single.html"},
	{"page.amp", "/posts/a", "posts/single.html single.amp.html", "single.amp.html"},
	{"page.rss", "/posts/a", "rss.xml single.html", "rss.xml"},
	{"page.rss", "/posts/a", "single.rss.xml rss.xml", "single.rss.xml"},
	{"home", "/", "home.html index.html list.html", "home.html"},
	{"home", "/", "index.html list.html", "index.html"},
	{"home", "/", "list.html all.html", "list.html"},
	{"home", "/", "all.html", "all.html"},
	{"home", "/", "_default/home.html _default/index.html", "_default/home.html"},
	{"home", "/", "_default/list.html index.html", "index.html"},
	{"home", "/", "single.html page.html section.html", ""},
	{"home", "/", "home.fr.html home.html", "home.html"},
	{"home@fr", "/", "home.fr.html home.html", "home.fr.html"},
	{"home@fr", "/", "index.fr.html index.html", "index.fr.html"},
	{"home.rss", "/", "home.rss.xml rss.xml list.rss.xml", "home.rss.xml"},
	{"home.rss", "/", "rss.xml list.xml", "rss.xml"},
	{"home.rss", "/", "index.rss.xml index.xml", "index.rss.xml"},
	{"home.rss", "/", "_default/rss.xml", "_default/rss.xml"},
	{"home.rss", "/", "list.xml", "list.xml"},
	{"home.json", "/", "home.json list.json", "home.json"},
	{"home.json", "/", "index.json", "index.json"},
	{"home.json", "/", "list.json single.json", "list.json"},
	{"home.json", "/", "home.html", ""},
	{"section", "/posts", "section.html list.html", "section.html"},
	{"section", "/posts", "list.html all.html", "list.html"},
	{"section", "/posts", "posts/section.html posts/list.html section.html", "posts/section.html"},
	{"section", "/posts", "posts/list.html section.html", "posts/list.html"},
	{"section", "/posts", "section/posts.html list.html", "section/posts.html"},
	{"section", "/posts", "section/list.html list.html", "section/list.html"},
	{"section", "/posts", "_default/section.html _default/list.html", "_default/section.html"},
	{"section", "/posts", "_default/list.html", "_default/list.html"},
	{"section", "/posts", "posts.html list.html", "list.html"},
	{"section", "/posts", "single.html page.html", ""},
	{"section", "/posts/deep", "posts/list.html list.html", "posts/list.html"},
	{"section", "/posts/deep", "posts/deep/list.html posts/list.html", "posts/deep/list.html"},
	{"section", "/posts/deep", "deep/list.html list.html", "list.html"},
	{"section", "/posts", "theme:posts/list.html list.html", "theme:posts/list.html"},
	{"section+demo", "/posts", "demo.html list.html", "demo.html"},
	{"section@fr", "/posts", "list.fr.html list.html", "list.fr.html"},
	{"section.rss", "/posts", "section.rss.xml rss.xml", "section.rss.xml"},
	{"section.rss", "/posts", "posts/section.rss.xml section.rss.xml", "posts/section.rss.xml"},
	{"section.rss", "/posts", "posts/rss.xml rss.xml", "posts/rss.xml"},
	{"section.rss", "/posts", "list.xml", "list.xml"},
	{"section.json", "/posts", "list.json list.html", "list.json"},
	{"section.json", "/posts", "posts/list.json list.json", "posts/list.json"},
	{"taxonomy", "/tags", "taxonomy.html list.html", "taxonomy.html"},
	{"taxonomy", "/tags", "tags/taxonomy.html taxonomy.html", "tags/taxonomy.html"},
	{"taxonomy", "/tags", "_default/taxonomy.html list.html", "_default/taxonomy.html"},
	{"taxonomy", "/tags", "_default/terms.html _default/list.html", "_default/terms.html"},
	{"taxonomy", "/tags", "terms.html list.html", "list.html"},
	{"taxonomy", "/tags", "tags/terms.html list.html", "tags/terms.html"},
	{"taxonomy", "/tags", "taxonomy/list.html list.html", "taxonomy/list.html"},
	{"taxonomy", "/tags", "tags/list.html list.html", "tags/list.html"},
	{"taxonomy", "/tags", "all.html", "all.html"},
	{"taxonomy", "/tags", "term.html single.html", ""},
	{"taxonomy.rss", "/tags", "taxonomy.rss.xml rss.xml", "taxonomy.rss.xml"},
	{"taxonomy.rss", "/tags", "tags/rss.xml rss.xml", "tags/rss.xml"},
	{"taxonomy@fr", "/tags", "taxonomy.fr.html taxonomy.html", "taxonomy.fr.html"},
	{"term", "/tags/go", "term.html list.html", "term.html"},
	{"term", "/tags/go", "tags/term.html term.html", "tags/term.html"},
	{"term", "/tags/go", "tags/go/term.html tags/term.html", "tags/go/term.html"},
	{"term", "/tags/go", "tags/list.html list.html", "tags/list.html"},
	{"term", "/tags/go", "_default/term.html _default/list.html", "_default/term.html"},
	{"term", "/tags/go", "_default/taxonomy.html _default/list.html", "_default/taxonomy.html"},
	{"term", "/tags/go", "taxonomy/term.html list.html", "taxonomy/term.html"},
	{"term", "/tags/go", "list.html all.html", "list.html"},
	{"term", "/tags/go", "taxonomy.html terms.html single.html", ""},
	{"term.rss", "/tags/go", "term.rss.xml rss.xml", "term.rss.xml"},
	{"term.rss", "/tags/go", "tags/term.rss.xml rss.xml", "tags/term.rss.xml"},
	{"term@fr", "/tags/go", "term.fr.html term.html", "term.fr.html"},
}

func TestLayoutRows(t *testing.T) {
	for _, row := range layoutRows {
		path := row[1]
		if path == "/" {
			path = ""
		}
		main, _ := storeOfNames(t, strings.Fields(row[2])...).Layout(path, wants(row[0]))
		got := ""
		if main != nil {
			got = main.Shown
		}
		if got != row[3] {
			t.Errorf("%s %s of %q: got %q, want %q", row[0], row[1], row[2], got, row[3])
		}
	}
}
