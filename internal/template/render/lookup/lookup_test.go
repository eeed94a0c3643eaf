package lookup

import (
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// storeOfNames returns a store of templates without text.
func storeOfNames(t *testing.T, names ...string) *Store {
	t.Helper()
	cfg, problems := config.Load(config.LoadOptions{Project: t.TempDir(), Flags: map[string]any{
		"languages":     map[string]any{"en": map[string]any{"weight": 1}, "fr": map[string]any{"weight": 2}},
		"outputFormats": map[string]any{"plain": map[string]any{"mediaType": "text/plain", "isPlainText": true}},
	}})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	naming := NewNaming(cfg)
	slices.Sort(names)
	var files []*Template
	for _, n := range names {
		layer := 0
		shown := n
		if rest, ok := strings.CutPrefix(n, "theme:"); ok {
			n, layer = rest, 1
		}
		a, ok := naming.Address(n)
		if !ok {
			continue
		}
		files = append(files, &Template{File: &tmpl.File{Name: n, Shown: shown}, Path: n, Layer: layer, Own: true, Address: a})
	}
	slices.SortStableFunc(files, func(a, b *Template) int { return a.Layer - b.Layer })
	return New(naming, files, cfg.Languages[0].Taxonomies)
}

// TestLayoutLookup has the examples of https://gohugo.io/templates/lookup-order/ and of the overview of the new
// template system.
func TestLayoutLookup(t *testing.T) {
	html := Descriptor{Format: "html", Media: "text/html", Lang: "en"}
	page, list, home, section, taxonomy, term := html, html, html, html, html, html
	page.Kind, list.Kind, home.Kind, section.Kind, taxonomy.Kind, term.Kind = "page", "section", "home", "section", "taxonomy", "term"
	with := func(d Descriptor, change func(*Descriptor)) Descriptor { change(&d); return d }
	rss := func(d *Descriptor) { d.Format, d.Media = "rss", "application/rss+xml" }
	amp := func(d *Descriptor) { d.Format = "amp" }
	json := func(d *Descriptor) { d.Format, d.Media, d.Text = "json", "application/json", true }
	custom := func(d *Descriptor) { d.Custom = "demolayout" }
	view := func(d *Descriptor) { d.Custom, d.Must = "card", true }
	french := func(d *Descriptor) { d.Lang = "fr" }

	cases := []struct {
		name  string
		files string
		path  string
		want  Descriptor
		found string
	}{
		{"single", "single.html list.html", "/posts/a", page, "single.html"},
		{"page is better than single", "single.html page.html", "/posts/a", page, "page.html"},
		{"all is the last resort", "all.html", "/posts/a", page, "all.html"},
		{"all is worse than single", "all.html single.html", "/posts/a", page, "single.html"},
		{"old default folder", "_default/single.html", "/posts/a", page, "_default/single.html"},
		{"the project's new name and the theme's old one", "single.html theme:_default/single.html", "/posts/a", page, "single.html"},
		{"the theme's new name and the project's old one", "_default/single.html theme:single.html", "/posts/a", page, "_default/single.html"},
		{"of the section", "single.html posts/single.html", "/posts/a", page, "posts/single.html"},
		{"nearer single beats page at the root", "page.html posts/single.html", "/posts/a", page, "posts/single.html"},
		{"deep", "posts/single.html posts/deep/single.html", "/posts/deep/a", page, "posts/deep/single.html"},
		{"of one page", "posts/single.html posts/a/single.html", "/posts/a", page, "posts/a/single.html"},
		{"not of another section", "docs/single.html", "/posts/a", page, ""},
		{"custom layout", "single.html demolayout.html", "/posts/a", with(page, custom), "demolayout.html"},
		{"custom layout that there is not", "single.html", "/posts/a", with(page, custom), "single.html"},
		{"custom layout of the section", "demolayout.html posts/demolayout.html", "/posts/a", with(page, custom), "posts/demolayout.html"},
		{"view", "card.html single.html", "/posts/a", with(page, view), "card.html"},
		{"view that there is not", "single.html list.html", "/posts/a", with(page, view), ""},
		{"view of a type", "card.html special/card.html", "/special/a", with(page, view), "special/card.html"},

		{"home", "home.html list.html index.html", "", home, "home.html"},
		{"old home", "index.html list.html", "", home, "index.html"},
		{"home by list", "list.html single.html", "", home, "list.html"},
		{"home without a template", "single.html section.html", "", home, ""},
		{"section", "section.html list.html", "/posts", section, "section.html"},
		{"section by list", "list.html", "/posts", section, "list.html"},
		{"section of its own", "list.html posts/list.html", "/posts", section, "posts/list.html"},
		{"old section name", "list.html section/posts.html", "/posts", section, "section/posts.html"},
		{"old section folder", "single.html section/section.html", "/posts", section, "section/section.html"},
		{"old section in the default folder", "list.html _default/posts.html", "/posts", section, "_default/posts.html"},

		{"taxonomy", "taxonomy.html list.html", "/tags", taxonomy, "taxonomy.html"},
		{"taxonomy by terms", "_default/terms.html _default/list.html", "/tags", taxonomy, "_default/terms.html"},
		{"taxonomy by its singular", "taxonomy/tag.terms.html list.html", "/tags", taxonomy, "taxonomy/tag.terms.html"},
		{"term", "term.html list.html", "/tags/go", term, "term.html"},
		{"term by old taxonomy", "_default/taxonomy.html _default/list.html", "/tags/go", term, "_default/taxonomy.html"},
		{"term of one taxonomy", "term.html tags/term.html", "/tags/go", term, "tags/term.html"},
		{"term by the folder of its taxonomy", "list.html tags/list.html", "/tags/go", term, "tags/list.html"},
		{"old term by the singular", "taxonomy/tag.html list.html", "/tags/go", term, "taxonomy/tag.html"},

		{"rss", "rss.xml list.xml", "/posts", with(section, rss), "rss.xml"},
		{"rss by name and format", "list.rss.xml rss.xml", "/posts", with(section, rss), "list.rss.xml"},
		{"old rss of home", "index.xml rss.xml", "", with(home, rss), "index.xml"},
		{"section's rss", "rss.xml posts/rss.xml", "/posts", with(section, rss), "posts/rss.xml"},
		{"home's rss is not the section's", "home.rss.xml", "/posts", with(section, rss), ""},
		{"json", "single.json single.html", "/posts/a", with(page, json), "single.json"},
		{"json with both", "single.json.json", "/posts/a", with(page, json), "single.json.json"},
		{"html serves no json", "single.html", "/posts/a", with(page, json), ""},
		{"json serves no html", "single.json", "/posts/a", page, ""},
		{"amp", "single.amp.html single.html", "/posts/a", with(page, amp), "single.amp.html"},
		{"amp by another format of the same media type", "single.html", "/posts/a", with(page, amp), "single.html"},
		{"amp is not html", "single.amp.html single.html", "/posts/a", page, "single.html"},

		{"language", "single.html single.fr.html", "/posts/a", with(page, french), "single.fr.html"},
		{"other language", "single.html single.fr.html", "/posts/a", page, "single.html"},
		{"only another language", "single.fr.html", "/posts/a", page, ""},
		{"404", "404.html single.html list.html", "", Descriptor{Format: "404", Media: "text/html", Lang: "en"}, "404.html"},
		{"robots", "robots.txt single.html", "", Descriptor{Format: "robots", Media: "text/plain", Text: true, Lang: "en"}, "robots.txt"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			main, _ := storeOfNames(t, strings.Fields(c.files)...).Layout(c.path, c.want)
			got := ""
			if main != nil {
				got = main.Shown
			}
			if got != c.found {
				t.Errorf("for %s of %q: got %q, want %q", c.path, c.files, got, c.found)
			}
		})
	}
}

func TestOtherLookups(t *testing.T) {
	s := storeOfNames(t, "_partials/a.html", "_partials/a.fr.html", "partials/b.html", "_partials/dir/c.json", "_partials/x.min.html",
		"_shortcodes/box.html", "_shortcodes/box.fr.html", "posts/_shortcodes/box.html", "shortcodes/old.html", "_shortcodes/group/item.html", "_shortcodes/plain.txt",
		"_markup/render-link.html", "posts/_markup/render-link.html", "_default/_markup/render-image.html",
		"_markup/render-codeblock.html", "_markup/render-codeblock-go.html", "_markup/render-blockquote-alert.html", "_markup/notahook.html")
	html := Descriptor{Kind: "page", Layout: "single", Format: "html", Media: "text/html", Lang: "en"}
	hook := func(path, what, detail, lang string) string {
		d := html
		d.Hook, d.Detail, d.Lang = what, detail, lang
		if e := s.Hook(path, d, true); e != nil {
			return e.Path
		}
		return ""
	}
	short := func(path, name, lang string, percent bool) string {
		d := html
		d.Lang, d.Any = lang, percent
		if e, _ := s.Shortcode(name, path, d); e != nil {
			return e.Path
		}
		return ""
	}
	part := func(name, lang string) string {
		if e := s.Partial(name, lang); e != nil {
			return e.Path
		}
		return ""
	}
	cases := []struct{ name, got, want string }{
		{"partial", part("a.html", "en"), "_partials/a.html"},
		{"partial without extension", part("a", "en"), "_partials/a.html"},
		{"partial of a language", part("a.html", "fr"), "_partials/a.fr.html"},
		{"partial in the old folder", part("b.html", "en"), "partials/b.html"},
		{"partial with its folder", part("partials/b.html", "en"), "partials/b.html"},
		{"partial of another format", part("dir/c.json", "en"), "_partials/dir/c.json"},
		{"partial with a dot", part("x.min.html", "en"), "_partials/x.min.html"},
		{"no partial", part("none.html", "en"), ""},
		{"shortcode", short("/docs/a", "box", "en", false), "_shortcodes/box.html"},
		{"shortcode of a section", short("/posts/a", "box", "en", false), "posts/_shortcodes/box.html"},
		{"shortcode of a language", short("/docs/a", "box", "fr", false), "_shortcodes/box.fr.html"},
		{"shortcode in the old folder", short("/docs/a", "old", "en", false), "shortcodes/old.html"},
		{"shortcode in a folder", short("/docs/a", "group/item", "en", false), "_shortcodes/group/item.html"},
		{"shortcode in any case", short("/docs/a", "Box", "en", false), "_shortcodes/box.html"},
		{"plain text is not for HTML", short("/docs/a", "plain", "en", false), ""},
		{"plain text before Markdown", short("/docs/a", "plain", "en", true), "_shortcodes/plain.txt"},
		{"hook", hook("/docs/a", "link", "", "en"), "_markup/render-link.html"},
		{"hook of a section", hook("/posts/a", "link", "", "en"), "posts/_markup/render-link.html"},
		{"hook in the old folder", hook("/posts/a", "image", "", "en"), "_default/_markup/render-image.html"},
		{"hook for a language of code", hook("/posts/a", "codeblock", "go", "en"), "_markup/render-codeblock-go.html"},
		{"hook for any language of code", hook("/posts/a", "codeblock", "js", "en"), "_markup/render-codeblock.html"},
		{"hook for code without language", hook("/posts/a", "codeblock", "", "en"), "_markup/render-codeblock.html"},
		{"hook for alerts", hook("/posts/a", "blockquote", "alert", "en"), "_markup/render-blockquote-alert.html"},
		{"no hook for other quotes", hook("/posts/a", "blockquote", "regular", "en"), ""},
		{"no hook", hook("/posts/a", "heading", "", "en"), ""},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, c.got, c.want)
		}
	}
}
