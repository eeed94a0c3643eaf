package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// A setting is a key that the documentation names, with the forms that its value can have, as YAML writes them.
type setting struct {
	key    string
	values []string
}

// pageKeys are the keys of front matter that docs/content.md, docs/feeds/_index.md, docs/sitemaps/_index.md, docs/search.md and the
// pages of the embedded themes name.
var pageKeys = []setting{
	{"title", []string{`"A <b>title</b> & more"`, `""`, `2026`}},
	{"linkTitle", []string{`Short`}},
	{"subtitle", []string{`"And *one* goose"`}},
	{"description", []string{`"What *came* <out>"`, `""`}},
	{"summary", []string{`"In short"`}},
	{"date", []string{`2026-05-01`, `2026-05-01T10:00:00+02:00`, `"2026-05-01"`}},
	{"publishDate", []string{`2026-05-02`}},
	{"lastmod", []string{`2026-05-20`, `2026-05-01`}},
	{"expiryDate", []string{`2030-01-01`, `2026-05-30`}},
	{"draft", []string{`true`, `false`}},
	{"readingMinutes", []string{`15`}},
	{"published", []string{`2026-01-02`}},
	{"keywords", []string{`[sea, "a b"]`, `sea`}},
	{"headless", []string{`true`}},
	{"isCJKLanguage", []string{`true`}},
	{"resources", []string{`[{src: sun.png, title: S, params: {a: b}}]`}},
	{"weight", []string{`10`, `-1`}},
	{"tags", []string{`[go, "C++"]`, `go`, `[]`}},
	{"categories", []string{`[News]`}},
	{"authors", []string{`[Marta Keller, Jonas Ruf]`, `Jonas Ruf`}},
	{"author", []string{`Marta Keller`, `{name: M, email: m@example.org, url: "https://m.example/", image: sun.png, bio: B}`, `[A, B]`}},
	{"series", []string{`[Sourdough]`, `Sourdough`}},
	{"layout", []string{`list`, `splash`, `archive`}},
	{"type", []string{`posts`, `other`}},
	{"menus", []string{`main`, `[main, footer]`, `{main: {weight: 5, name: N}}`}},
	{"translationKey", []string{`key`}},
	{"sitemap", []string{`{disable: true}`, `{changefreq: weekly, priority: 0.5}`, `false`}},
	{"noindex", []string{`true`}},
	{"robots", []string{`noindex`, `"max-snippet:20"`, `[noarchive, nofollow]`}},
	{"cascade", []string{`{params: {a: b}}`, `[{a: b, target: {kind: page}}]`}},
	{"build", []string{`{list: never}`, `{list: local}`, `{render: link}`, `{publishResources: false}`}},
	{"outputs", []string{`[html]`, `[html, json]`}},
	{"params", []string{`{a: {b: c}}`}},
	{"images", []string{`[sun.png, /photo.png]`, `sun.png`, `{src: sun.png, alt: Sun}`, `[{image: sun.png, caption: "*C*"}]`, `"https://cdn.example/a.jpg"`, `[]`}},
	{"icon", []string{"rocket", `"🚀"`, `"<b>i</b>"`, "none-such", "3"}},
	{"cover", []string{`sun.png`, `{image: sun.png, alt: Sun, caption: "*Saturday*", license: "https://l.example/", creator: J}`, `gone.png`, `{}`}},
	{"image", []string{`/photo.png`, `{src: sun.png, alt: Sun}`}},
	{"featured_image", []string{`sun.png`}},
	{"featured", []string{`true`}},
	{"audio", []string{`talk.mp3`, `[talk.mp3]`}},
	{"enclosure", []string{`talk.mp3`, `{url: "https://cdn.example/t.mp3", length: 100, type: audio/mpeg}`}},
	{"video", []string{`film.mp4`}},
	{"videos", []string{`[{content: film.mp4, duration: 90, title: F, description: D, thumbnail: sun.png}]`, `[film.mp4]`}},
	{"canonical", []string{`"https://example.com/else/"`}},
	{"canonicalURL", []string{`"https://example.com/else/"`}},
	{"untranslated", []string{`true`}},
	{"feeds", []string{`false`, `{content: summary}`, `{formats: [rss, atom], limit: 10}`}},
	{"id", []string{`"tag:example.org,2026:x"`}},
	{"search", []string{`false`}},
	{"toc", []string{`false`, `open`, `true`}},
	{"share", []string{`[mastodon, email]`, `false`}},
	{"sidebar", []string{`{label: L, badge: New}`, `{badge: {text: New, type: tip}, hide: true}`, `{collapse: true, sort: date, root: true}`}},
	{"prev", []string{`/posts/other`, `false`}},
	{"next", []string{`/posts/other`, `false`}},
	{"cards", []string{`false`}},
	{"editURL", []string{`"https://edit.example/{path}"`, `false`}},
	{"lastUpdated", []string{`false`}},
	{"hideTitle", []string{`true`}},
	{"locale", []string{`en-GB`}},
	{"markup", []string{`{}`}},
	{"hero", []string{`{title: H, tagline: T, image: sun.png, actions: [{text: Go, link: /posts/}]}`}},
}

// addressKeys decide the URL of a page. They are tried one by one: pages that share one would all have the same URL.
var addressKeys = []setting{
	{"slug", []string{`other-name`, `"größe & more"`}},
	{"url", []string{`/fixed/`, `/fixed.html`, `relative/`}},
	{"aliases", []string{`[/old/]`, `[old.html, ../older/]`}},
}

// themeParams are the keys of `params` that docs/themes, docs/images.md and docs/search.md name.
var themeParams = []setting{
	{"description", []string{`"Of <the> *site*"`}},
	{"author", []string{`Ada`, `{name: Ada, email: ada@example.org, url: "https://ada.example/", image: photo.png, bio: "*Bio*"}`, `[Ada, Bob]`}},
	{"authors", []string{`[Ada, Bob]`}},
	{"publisher", []string{`{name: P, url: "https://p.example/", logo: /photo.png, type: Organization}`, `P`}},
	{"image", []string{`/photo.png`, `{src: photo.png, alt: P}`}},
	{"images", []string{`[photo.png]`, `photo.png`, `{widths: [100, 200], sizes: 50vw, quality: 60, webp: false}`, `{responsive: false}`}},
	{"home", []string{`{style: list}`, `{style: profile, title: T, description: "*D*", image: photo.png, buttons: [{name: Talks, url: /posts/}]}`, `{style: featured}`, `{style: cards}`, `{style: hero, image: photo.png}`}},
	{"social", []string{`[{name: Mastodon, url: "https://m.example/@a"}]`, `[{url: "https://m.example/@a"}]`}},
	{"versions", []string{`[{name: "2", path: /posts}, {name: "1", url: "https://example.com/"}]`}},
	{"repository", []string{`"https://github.com/me/a"`}},
	{"logo", []string{`photo.png`, `{src: photo.png, dark: photo.png, alt: L, title: false}`}},
	{"announcement", []string{`"**New**: <x>"`}},
	{"colors", []string{`sand`}},
	{"comments", []string{`{provider: utterances, repo: me/a}`}},
	{"analytics", []string{`{provider: umami, id: "1"}`}},
	{"share", []string{`[bluesky, email, facebook, hackernews, linkedin, mastodon, reddit, telegram, whatsapp, x]`}},
	{"toc", []string{`false`, `open`}},
	{"cards", []string{`true`}},
	{"cardFont", []string{`fonts/card.ttf`}},
	{"readingTime", []string{`false`}},
	{"dateFormat", []string{`":date_full"`, `"2006-01-02"`}},
	{"showAuthor", []string{`true`}},
	{"listCovers", []string{`false`}},
	{"related", []string{`0`, `5`}},
	{"themeColor", []string{`"#123456"`, `["#ffffff", "#000000"]`}},
	{"titleTemplate", []string{`":title, of ours"`}},
	{"twitter", []string{`"@site"`, `site`}},
	{"tabs", []string{`true`}},
	{"sidebar", []string{`{collapse: true, full: 1, window: 2}`, `{collapse: false}`}},
	{"editURL", []string{`"https://edit.example/{path}"`}},
	{"lastUpdated", []string{`false`}},
	{"search", []string{`false`, `true`}},
	{"math", []string{`true`}},
	{"mainSections", []string{`[posts]`, `posts`}},
}

// A choice gives some settings one of their values: an index by the place of the setting, or -1.
type choice []int

// pairwise returns choices that include each value of each setting alone, and every two values of two settings
// together. It is greedy: for each setting in turn, a choice takes the value with the most new pairs.
func pairwise(settings []setting) []choice {
	none := func() choice { return slices.Repeat(choice{-1}, len(settings)) }
	var out []choice
	met := map[[4]int]bool{}
	left := 0
	for i, a := range settings {
		for v := range a.values {
			alone := none()
			alone[i] = v
			out = append(out, alone)
		}
		for _, b := range settings[i+1:] {
			left += len(a.values) * len(b.values)
		}
	}
	pair := func(i, v, j, w int) [4]int {
		if i > j {
			i, v, j, w = j, w, i, v
		}
		return [4]int{i, v, j, w}
	}
	for turn := 0; left > 0; turn++ {
		c := none()
		for n := range settings {
			i := (n + turn) % len(settings)
			best, most := 0, -1
			for v := range settings[i].values {
				gain := 0
				for j, w := range c {
					if w >= 0 && !met[pair(i, v, j, w)] {
						gain++
					}
				}
				if gain > most || gain == most && (v+turn)%len(settings[i].values) == 0 {
					best, most = v, gain
				}
			}
			c[i] = best
		}
		for i, v := range c {
			for j := i + 1; j < len(c); j++ {
				if p := [4]int{i, v, j, c[j]}; !met[p] {
					met[p] = true
					left--
				}
			}
		}
		out = append(out, c)
	}
	return out
}

// yaml writes the chosen values.
func (c choice) yaml(settings []setting, indent string) string {
	var b strings.Builder
	for i, v := range c {
		if v >= 0 {
			fmt.Fprintf(&b, "%s%s: %s\n", indent, settings[i].key, settings[i].values[v])
		}
	}
	return b.String()
}

// combined writes a project with the files that the values name: pictures, a film, a talk, pages of every kind.
func combined(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	picture, err := os.ReadFile("../../../testdata/sites/blog/content/posts/oven/oven.jpg")
	if err != nil {
		matches, _ := filepath.Glob("../../../testdata/sites/blog/content/*/*/*.jpg")
		if len(matches) == 0 {
			t.Fatal(err)
		}
		if picture, err = os.ReadFile(matches[0]); err != nil {
			t.Fatal(err)
		}
	}
	files["assets/photo.png"] = string(picture)
	files["assets/sun.png"] = string(picture)
	files["assets/fonts/card.ttf"] = string(goregular.TTF)
	files["static/talk.mp3"] = "ID3"
	files["static/film.mp4"] = "film"
	files["content/_index.md"] = "---\ntitle: Home\n---\nWelcome.\n"
	files["content/posts/_index.md"] = "---\ntitle: Posts\n---\n"
	files["content/posts/other.md"] = "---\ntitle: Other\ndate: 2026-01-01\ntags: [go]\nfeatured: true\n---\n## One\n\nText.\n\n## Two\n\n![A picture](sun.png)\n\n## Three\n\nEnd.\n"
	testsite.Write(t, dir, files)
	return dir
}

// builds builds a project in memory, in which no template may fail. Messages may only be about the project's settings.
// The encoder of pictures is compiled once for all builds with the same home.
func builds(t *testing.T, dir, home string) map[string]string {
	t.Helper()
	res := built(t, project.Options{Source: dir, Clock: summer, Memory: true, Drafts: true, Environ: []string{"HOME=" + home}})
	for _, d := range res.Diagnostics {
		if d.Severity == diag.Error || strings.Contains(d.File, "layouts/") {
			t.Error(d)
		}
	}
	return held(t, res.Outputs)
}

// Hugo's own partials find the images of a page and of the site in each form; Hugo itself fails on images that are not
// a list.
func TestImagesOfHugosPartials(t *testing.T) {
	const none, one = "", "https://example.org/x.png"
	for _, tt := range []struct{ site, page, want string }{
		{"[]", "[x.png]", one},
		{"[]", "x.png", one},
		{"[]", "{src: x.png, alt: y}", one},
		{"[]", "[{image: x.png}]", one},
		{"[x.png, y.png]", "[]", one},
		{"x.png", "[]", one},
		{"{src: x.png}", "[]", one},
		{"{widths: [100]}", "[]", none},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"hugo.yaml":             "baseURL: https://example.org/\nparams: {images: " + tt.site + "}\n",
			"layouts/all.html":      `{{ range partial "_funcs/get-page-images" . }}{{ .Permalink }}{{ end }}`,
			"content/page/index.md": "---\nimages: " + tt.page + "\n---\n",
		} {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got := builds(t, dir, dir)["page/index.html"]; got != tt.want {
			t.Errorf("params.images %s, images %s: %q, want %q", tt.site, tt.page, got, tt.want)
		}
	}
}

const combinedConfig = `title: T
baseURL: https://example.org/
theme: %s
taxonomies: {tag: tags, category: categories, author: authors, series: series}
discovery: {images: inline, videos: inline}
feeds: {formats: [atom, json], section: {formats: [atom]}, term: {formats: [json]}}
`

// Every documented key of front matter works in both themes, in each of its forms, alone and together with every form
// of every other key.
func TestEveryKeyInPairs(t *testing.T) {
	race.Skip(t, "it reads outputs; other tests build in memory, too")
	for _, theme := range []string{"blog", "docs"} {
		t.Run(theme, func(t *testing.T) {
			files := map[string]string{"sitegen.yaml": fmt.Sprintf(combinedConfig, theme)}
			choices := pairwise(pageKeys)
			for n, c := range choices {
				files[fmt.Sprintf("content/posts/p%d.md", n)] = "---\n" + c.yaml(pageKeys, "") + "---\nText of the page.\n\n## Heading\n\nMore.\n"
			}
			for i, s := range addressKeys {
				for v, value := range s.values {
					files[fmt.Sprintf("content/posts/address-%d-%d.md", i, v)] = fmt.Sprintf("---\ntitle: A\n%s: %s\noutputs: [html, json]\n---\nText.\n", s.key, value)
				}
			}
			out := builds(t, combined(t, files), t.TempDir())
			t.Logf("%d pages of pairs, %d outputs", len(choices), len(out))
			for _, file := range []string{"fixed/index.html", "fixed.html", "posts/other-name/index.html", "posts/größe-more/index.html", "old/index.html"} {
				if out[file] == "" {
					t.Errorf("%s is not there", file)
				}
			}
		})
	}
}

// Every documented parameter of the embedded themes works in each of its forms, alone and together with every form of
// every other parameter.
func TestEveryParameterInPairs(t *testing.T) {
	race.Skip(t, "it reads outputs; other tests build in memory, too")
	t.Parallel()
	home := t.TempDir()
	for _, theme := range []string{"blog", "docs"} {
		t.Run(theme, func(t *testing.T) {
			choices := pairwise(themeParams)
			for n, c := range choices {
				config := fmt.Sprintf(combinedConfig, theme) + "params:\n" + c.yaml(themeParams, "  ")
				ok := t.Run(fmt.Sprint(n), func(t *testing.T) {
					site := combined(t, map[string]string{
						"sitegen.yaml":              config,
						"content/posts/cover.md":    "---\ntitle: C\ndate: 2026-02-01\ncover: sun.png\nfeatured: true\ntags: [go]\nseries: [S]\nauthors: [Ada]\n---\nText.\n",
						"content/authors/_index.md": "---\ntitle: Authors\n---\n",
					})
					builds(t, site, home)
				})
				if !ok {
					t.Log(config)
				}
			}
		})
	}
}

// keyName is a key in the first column of a table, or several of them.
var keyName = regexp.MustCompile("`([A-Za-z_]+)[^`]*`")

// documented returns the keys, written as code, in the tables below some headings of a page of the documentation.
func documented(t *testing.T, page string, headings ...string) []string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/" + page)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	in := false
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			in = slices.Contains(headings, strings.TrimSpace(name))
			continue
		}
		if cells := strings.Split(line, "|"); in && len(cells) > 2 && strings.HasPrefix(line, "| `") {
			for _, m := range keyName.FindAllStringSubmatch(cells[1], -1) {
				out = append(out, m[1])
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("docs/%s has no table of keys below %q", page, headings)
	}
	return out
}

// The documentation names the same keys as the tests above combine.
func TestCombinedKeysAreTheDocumented(t *testing.T) {
	names := func(lists ...[]setting) (out []string) {
		for _, s := range slices.Concat(lists...) {
			out = append(out, s.key)
		}
		return out
	}
	of, params := names(pageKeys, addressKeys), names(themeParams)
	for _, key := range slices.Concat(documented(t, "content.md", "Front matter"), documented(t, "themes/docs.md", "Front matter")) {
		if !slices.Contains(of, key) && key != "true" {
			t.Errorf("no combination has the key %q of front matter", key)
		}
	}
	for _, key := range documented(t, "themes/blog-options.md", "Parameters") {
		if !slices.Contains(params, key) {
			t.Errorf("no combination has the parameter %q", key)
		}
	}
}
