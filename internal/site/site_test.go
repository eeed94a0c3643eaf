package site_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// assemble makes a site from a text of files, each after a line "-- name --".
func assemble(t testing.TB, files string) (*site.Site, diag.List) {
	t.Helper()
	dir := t.TempDir()
	name, text := "", ""
	flush := func() {
		if name == "" {
			return
		}
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(files) {
		if n, ok := strings.CutPrefix(line, "-- "); ok {
			flush()
			name, text = strings.TrimSuffix(strings.TrimSpace(n), " --"), ""
			continue
		}
		text += line
	}
	flush()
	cfg, problems := config.Load(config.LoadOptions{Project: dir})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	tree, found, err := content.Load(context.Background(), cfg.Project, cfg.ContentOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := diag.FromAll(found).Err(); err != nil {
		t.Fatal(err)
	}
	return site.Assemble(site.Input{Config: cfg, Tree: tree, Now: clock})
}

// good is assemble for files without mistakes.
func good(t testing.TB, files string) *site.Site {
	t.Helper()
	s, problems := assemble(t, files)
	for _, p := range problems {
		t.Logf("%s: %v", p.Severity, p)
	}
	if s == nil {
		t.Fatal("no site")
	}
	return s
}

// outputs lists what the site writes and where it is served, a line each.
func outputs(s *site.Site) string {
	var b strings.Builder
	for _, p := range s.Pages {
		if p.Apart() {
			continue
		}
		if len(p.Targets) == 0 && p.Owner == nil {
			fmt.Fprintf(&b, "%s %s: not written, %s\n", p.Kind, p.Key, cmp.Or(p.URL.Abs(), "no address"))
		}
		for _, t := range p.Targets {
			fmt.Fprintf(&b, "%s %s: %s %s\n", p.Kind, p.Key, t.File, t.URL.Abs())
		}
		for _, r := range p.Resources {
			if r.Resource != nil {
				fmt.Fprintf(&b, "  %s: %s %s\n", r.Name, r.File, r.URL.Abs())
			}
		}
	}
	for _, a := range s.Aliases {
		fmt.Fprintf(&b, "%s -> %s\n", a.File, a.URL.Abs())
	}
	return b.String()
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	got, want = strings.TrimSpace(got), strings.TrimSpace(want)
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := "", ""
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, a, b)
			break
		}
	}
	t.Logf("whole result:\n%s", got)
}

func page(t testing.TB, s *site.Site, key string) *site.Page {
	t.Helper()
	for _, p := range s.Pages {
		if p.Key == key {
			return p
		}
	}
	t.Fatalf("no page %s", key)
	return nil
}

func TestOutputs(t *testing.T) {
	for _, tt := range []struct{ name, files, want string }{
		{"nothing but a page", `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
-- content/about.md --
`, `
home en:/: index.html https://example.org/
page en:/about: about/index.html https://example.org/about/
`},
		{"sub-path, sections, bundles, taxonomies", `
-- hugo.toml --
baseURL = "https://example.org/sub"
disableKinds = ["rss"]
-- content/Posts/My First Post.md --
---
title: One
tags: [Go, "C++ & More"]
aliases: [/Old/, sibling, ../up.html]
---
-- content/Posts/trip/index.md --
---
slug: The Trip
---
-- content/Posts/trip/Pic 1.PNG --
x
-- content/deep/_index.md --
-- content/deep/er/plain.md --
-- content/deep/er/note.txt --
x
`, `
home en:/: index.html https://example.org/sub/
taxonomy en:/categories: categories/index.html https://example.org/sub/categories/
section en:/deep: deep/index.html https://example.org/sub/deep/
  er/note.txt: deep/er/note.txt https://example.org/sub/deep/er/note.txt
page en:/deep/er/plain: deep/er/plain/index.html https://example.org/sub/deep/er/plain/
section en:/posts: posts/index.html https://example.org/sub/posts/
page en:/posts/my-first-post: posts/my-first-post/index.html https://example.org/sub/posts/my-first-post/
page en:/posts/trip: posts/the-trip/index.html https://example.org/sub/posts/the-trip/
  Pic 1.PNG: posts/the-trip/Pic 1.PNG https://example.org/sub/posts/the-trip/Pic%201.PNG
taxonomy en:/tags: tags/index.html https://example.org/sub/tags/
term en:/tags/c++-&-more: tags/c++--more/index.html https://example.org/sub/tags/c++--more/
term en:/tags/go: tags/go/index.html https://example.org/sub/tags/go/
Old/index.html -> https://example.org/sub/posts/my-first-post/
posts/sibling/index.html -> https://example.org/sub/posts/my-first-post/
up.html -> https://example.org/sub/posts/my-first-post/
`},
		{"ugly URLs everywhere", `
-- hugo.toml --
baseURL = "https://example.org/"
uglyURLs = true
disableKinds = ["taxonomy", "term"]
-- content/docs/_index.md --
-- content/docs/one.md --
---
aliases: [was]
---
`, `
home en:/: index.html https://example.org/index.html
home en:/: index.xml https://example.org/index.xml
section en:/docs: docs/index.html https://example.org/docs/index.html
section en:/docs: docs/index.xml https://example.org/docs/index.xml
page en:/docs/one: docs/one.html https://example.org/docs/one.html
docs/was.html -> https://example.org/docs/one.html
`},
		{"a url that names a file", `
-- hugo.toml --
baseURL = "https://example.org/"
disableKinds = ["taxonomy", "term", "home"]
[outputs]
page = ["html", "json"]
section = ["html", "rss"]
-- content/docs/_index.md --
---
url: /docs.html
---
-- content/docs/one.md --
---
url: /v1.0/one.html
---
-- content/docs/two.md --
---
url: /data.txt
outputs: [json]
---
`, `
home en:/: not written, no address
section en:/docs: docs.html https://example.org/docs.html
section en:/docs: docs.xml https://example.org/docs.xml
page en:/docs/one: v1.0/one.html https://example.org/v1.0/one.html
page en:/docs/one: v1.0/one.json https://example.org/v1.0/one.json
page en:/docs/two: data.txt https://example.org/data.txt
`},
		{"percent-encoding", `
-- hugo.toml --
baseURL = "https://example.org/"
disableKinds = ["taxonomy", "term", "rss", "home"]
-- content/50%25 off.md --
-- content/day.md --
---
slug: "%e6%97%a5"
---
-- content/tilde.md --
---
url: /%7eme/
---
-- content/latin.md --
---
url: /%e4/
---
-- content/hundred.md --
---
url: /100%/%41%2F/
---
-- content/what.md --
---
url: /what?/#y/
---
-- content/dots/%2E%2e.md --
-- content/dots/b.md --
---
url: /x/%2e%2e/%2E/b/
---
`, `
home en:/: not written, no address
page en:/50%25-off: 50%-off/index.html https://example.org/50%25-off/
page en:/day: 日/index.html https://example.org/%E6%97%A5/
section en:/dots: dots/index.html https://example.org/dots/
page en:/dots/%2e%2e: dots/%2e%2e/index.html https://example.org/dots/%252e%252e/
page en:/dots/b: b/index.html https://example.org/b/
page en:/hundred: 100%/%41%2F/index.html https://example.org/100%25/%2541%252F/
page en:/latin: %e4/index.html https://example.org/%25e4/
page en:/tilde: ~me/index.html https://example.org/~me/
page en:/what: what?/#y/index.html https://example.org/what%3F/%23y/
`},
		{"case and accents", `
-- hugo.toml --
baseURL = "/"
disablePathToLower = true
removePathAccents = true
disableKinds = ["rss", "taxonomy", "term"]
-- content/Été/Crème Brûlée.md --
`, `
home en:/: index.html /
section en:/été: Ete/index.html /Ete/
page en:/été/crème-brûlée: Ete/Creme-Brulee/index.html /Ete/Creme-Brulee/
`},
		{"case and taxonomies in a section", `
-- hugo.toml --
baseURL = "/"
disablePathToLower = true
disableKinds = ["home", "rss", "section"]
taxonomies.topic = "dev/topics"
-- content/dev/_index.md --
-- content/dev/a.md --
---
dev/topics: One
---
`, `
home en:/: not written, no address
section en:/dev: not written, no address
page en:/dev/a: dev/a/index.html /dev/a/
taxonomy en:/dev/topics: dev/topics/index.html /dev/topics/
term en:/dev/topics/one: dev/topics/One/index.html /dev/topics/One/
`},
		{"output formats", `
-- hugo.toml --
baseURL = "https://example.org/"
disableKinds = ["taxonomy", "term"]
[outputFormats.rss]
baseName = "feed"
[outputFormats.list]
mediaType = "text/plain"
baseName = "list"
isPlainText = true
[outputFormats.cal]
mediaType = "text/calendar"
protocol = "webcal://"
[outputs]
section = ["html", "amp", "rss"]
-- content/posts/one.md --
---
outputs: [list, html, cal]
---
`, `
home en:/: index.html https://example.org/
home en:/: feed.xml https://example.org/feed.xml
section en:/posts: posts/index.html https://example.org/posts/
section en:/posts: amp/posts/index.html https://example.org/amp/posts/
section en:/posts: posts/feed.xml https://example.org/posts/feed.xml
page en:/posts/one: posts/one/list.txt https://example.org/posts/one/list.txt
page en:/posts/one: posts/one/index.html https://example.org/posts/one/
page en:/posts/one: posts/one/index.ics webcal://example.org/posts/one/index.ics
`},
		{"nothing, for a Hugo before 0.167", `
-- hugo.toml --
compatibility = "0.166"
disableKinds = ["rss", "taxonomy", "term"]
`, `
home en:/: index.html /
`},
		{"permalinks", `
-- hugo.toml --
baseURL = "/"
disableKinds = ["rss", "taxonomy"]
[permalinks.page]
posts = "/:year/:month/:slug/"
"posts/special" = "/s/:contentbasename"
[permalinks.section]
posts = "/all"
[permalinks.term]
tags = "/t/:title"
-- content/posts/one.md --
---
title: Number One
date: 2024-05-06
tags: [Big Tag]
---
-- content/posts/special/Two Words.md --
-- content/posts/fixed.md --
---
url: /:year/x\:y
---
`, `
home en:/: index.html /
taxonomy en:/categories: not written, no address
section en:/posts: all/index.html /all/
page en:/posts/fixed: 1/x:y/index.html /1/x:y/
page en:/posts/one: 2024/05/number-one/index.html /2024/05/number-one/
page en:/posts/special/two-words: s/two-words/index.html /s/two-words/
taxonomy en:/tags: not written, no address
term en:/tags/big-tag: t/big-tag/index.html /t/big-tag/
`},
		{"permalinks of the home page", `
-- hugo.toml --
baseURL = "/"
disableKinds = ["rss", "taxonomy", "term"]
[languages.en]
weight = 1
[languages.fr]
weight = 2
[languages.fr.permalinks.home]
"/" = "/bienvenue/"
[[permalinks]]
pattern = "/:slug/"
[permalinks.target]
kind = "*"
-- content/_index.md --
---
title: Start Here
---
-- content/a.md --
---
title: A B
---
`, `
home en:/: start-here/index.html /start-here/
page en:/a: a-b/index.html /a-b/
home fr:/: fr/bienvenue/index.html /fr/bienvenue/
en/index.html -> /start-here/
`},
		{"languages below the root", `
-- hugo.toml --
baseURL = "https://example.org/"
disableKinds = ["rss", "taxonomy", "term"]
defaultContentLanguage = "en"
[languages.en]
weight = 1
[languages.pt-BR]
weight = 2
-- content/one.md --
---
aliases: [/first/]
---
-- content/one.pt-br.md --
---
aliases: [/primeiro/]
url: um/
---
-- content/two.pt-br.md --
---
url: /dois.html
---
-- content/trip/index.md --
-- content/trip/index.pt-br.md --
-- content/trip/a.png --
x
-- content/trip/b.pt-br.png --
x
`, `
home en:/: index.html https://example.org/
page en:/one: one/index.html https://example.org/one/
page en:/trip: trip/index.html https://example.org/trip/
  a.png: trip/a.png https://example.org/trip/a.png
  b.pt-br.png: pt-br/trip/b.pt-br.png https://example.org/pt-br/trip/b.pt-br.png
home pt-br:/: pt-br/index.html https://example.org/pt-br/
page pt-br:/one: pt-br/um/index.html https://example.org/pt-br/um/
page pt-br:/trip: pt-br/trip/index.html https://example.org/pt-br/trip/
  a.png: trip/a.png https://example.org/trip/a.png
  b.pt-br.png: pt-br/trip/b.pt-br.png https://example.org/pt-br/trip/b.pt-br.png
page pt-br:/two: dois.html https://example.org/dois.html
en/index.html -> https://example.org/
first/index.html -> https://example.org/one/
pt-br/primeiro/index.html -> https://example.org/pt-br/um/
`},
		{"every language in its folder", `
-- hugo.toml --
baseURL = "https://example.org/"
disableKinds = ["rss", "taxonomy", "term"]
defaultContentLanguageInSubdir = true
[languages.en]
weight = 1
[languages.de]
weight = 2
-- content/one.md --
`, `
home en:/: en/index.html https://example.org/en/
page en:/one: en/one/index.html https://example.org/en/one/
home de:/: de/index.html https://example.org/de/
index.html -> https://example.org/en/
`},
		{"a host a language", `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
[languages.en]
baseURL = "https://en.example/"
weight = 1
[languages.de]
baseURL = "https://de.example/sub/"
weight = 2
-- content/trip/index.md --
---
aliases: [/old]
---
-- content/trip/index.de.md --
-- content/trip/a.png --
x
`, `
home en:/: en/index.html https://en.example/
page en:/trip: en/trip/index.html https://en.example/trip/
  a.png: en/trip/a.png https://en.example/trip/a.png
home de:/: de/index.html https://de.example/sub/
page de:/trip: de/trip/index.html https://de.example/sub/trip/
  a.png: de/trip/a.png https://de.example/sub/trip/a.png
en/old/index.html -> https://en.example/trip/
`},
		{"build options", `
-- hugo.toml --
baseURL = "/"
disableKinds = ["rss", "taxonomy", "term"]
-- content/a/link.md --
---
build: {render: link}
---
-- content/a/never.md --
---
build: {render: never}
---
-- content/a/head/index.md --
---
headless: true
---
-- content/a/head/x.txt --
x
`, `
home en:/: index.html /
section en:/a: a/index.html /a/
page en:/a/head: not written, no address
  x.txt: a/head/x.txt /a/head/x.txt
page en:/a/link: not written, /a/link/
page en:/a/never: not written, no address
`},
	} {
		t.Run(tt.name, func(t *testing.T) { equal(t, outputs(good(t, tt.files)), tt.want) })
	}
}

func TestMistakes(t *testing.T) {
	for _, tt := range []struct{ name, files, want string }{
		{"two files, one page", "-- sitegen.toml --\n-- content/a.md --\n-- content/a/index.md --\n", "content/a/index.md"},
		{"two pages, one path", "-- sitegen.toml --\n-- content/a.md --\n-- content/b.md --\n---\nslug: A\n---\n", "content/a.md and content/b.md are both written to a/index.html"},
		{"page on a file", "-- sitegen.toml --\n-- content/a/index.md --\n-- content/a/x.html/pic.png --\nx\n-- content/b.md --\n---\nurl: /a/x.html/pic.png\n---\n", "are both written to a/x.html/pic.png"},
		{"url with a host", "-- hugo.toml --\n-- content/a.md --\n---\nurl: https://x.org/\n---\n", "must be a path on the site"},
		{"url with an unknown token", "-- hugo.toml --\n-- content/a.md --\n---\nurl: /:nope/\n---\n", "unknown permalink token :nope"},
		{"alias with a host", "-- hugo.toml --\n-- content/a.md --\n---\naliases: [http://x.org/]\n---\n", "content/a.md:2: an alias must be a path on the site"},
		{"alias that climbs", "-- hugo.toml --\n-- content/a.md --\n---\naliases: [../../../x]\n---\n", ""},
		{"alias of the root", "-- hugo.toml --\n-- content/a.md --\n---\naliases: [/]\n---\n", "alias \"/\" is the root of the site"},
		{"build of another kind", "-- hugo.toml --\n-- content/a.md --\n---\nbuild: yes\n---\n", "build must be a table"},
		{"cascade of a kind", "-- hugo.toml --\n-- content/a/_index.md --\n---\ncascade: {kind: page}\n---\n", "\"kind\" cannot be cascaded"},
		{"cascade with lang", "-- hugo.toml --\n-- content/a/_index.md --\n---\ncascade: {target: {lang: en}, x: 1}\n---\n", "target.lang"},
		{"output format", "-- hugo.toml --\n-- content/a.md --\n---\noutputs: [html, jsn]\n---\n", "unknown output format \"jsn\""},
		{"resources without src", "-- hugo.toml --\n-- content/a/index.md --\n---\nresources: [{name: x}]\n---\n-- content/a/b.txt --\n", "an entry has no src"},
		{"permalink pattern", "-- hugo.toml --\n[permalinks.page]\na = \"/:nope\"\n-- content/a/b.md --\n", "unknown permalink token :nope"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, problems := assemble(t, tt.files)
			if tt.want == "" {
				if s == nil {
					t.Fatalf("refused: %v", problems.Err())
				}
				return
			}
			if s != nil {
				t.Fatal("a site came out")
			}
			if got := problems.Err().Error(); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want it to hold %q", got, tt.want)
			}
		})
	}
}

// The output path of an alias is the decoded URL, as for url (rule L11).
func TestEncodedAliases(t *testing.T) {
	s := good(t, "-- hugo.toml --\n-- content/a.md --\n---\naliases: [/%e6%97%a5/, /%7Eme, '/100%/', /x/%2e%2e/y/, 'r%20s', /o.htm, /p.HTM, q.html]\n---\n")
	var got []string
	for _, a := range s.Aliases {
		got = append(got, a.File)
	}
	if want := "100%/index.html, o.htm, p.HTM/index.html, q.html, r s/index.html, y/index.html, ~me/index.html, 日/index.html"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// A url cannot lead above the root: its .. are lost, as in Hugo. Nothing is written of a page that only has a link.
func TestClimbingAndUnwritten(t *testing.T) {
	s, problems := assemble(t, "-- hugo.toml --\n-- content/a.md --\n---\ntitle: x\nurl: ../a/./b.htm\n---\n"+
		"-- content/c.md --\n---\nbuild: {render: link}\naliases: [/d]\n---\n")
	if s == nil {
		t.Fatal(problems.Err())
	}
	if w := problems.Warnings(); len(w) != 1 || w[0].Line != 3 || !strings.Contains(w[0].Message, "leads above the root") {
		t.Errorf("warnings: %v", w)
	}
	e := s.Editions[0]
	if got := e.PageAt("/a").Targets[0].File; got != "a/b.htm" {
		t.Errorf("written to %s", got)
	}
	c := e.PageAt("/c")
	if len(s.Aliases) != 0 || len(c.Targets) != 0 || len(c.Addresses()) != 1 || c.Addresses()[0].URL.Rel() != "/c/" {
		t.Errorf("aliases %v, targets %v, addresses %v", s.Aliases, c.Targets, c.Addresses())
	}
}

// A url that names a file is the first format's file in each folder; the others have extensions of their own.
func TestURLOfSeveralFormats(t *testing.T) {
	s := good(t, "-- hugo.toml --\n[outputs]\npage = ['html', 'amp', 'json']\n-- content/a.md --\n---\nurl: c.htm\n---\n")
	var got []string
	for _, target := range s.Editions[0].PageAt("/a").Targets {
		got = append(got, target.File)
	}
	if want := []string{"c.htm", "amp/c.htm", "c.json"}; !slices.Equal(got, want) {
		t.Errorf("written to %v, want %v", got, want)
	}
}

// An alias may name the address of a page: it is kept for the case that no template renders the page, with the warning
// for the other case.
func TestAliasOverPage(t *testing.T) {
	s, problems := assemble(t, "-- hugo.toml --\n-- content/a.md --\n---\naliases: [/b]\n---\n-- content/b.md --\n")
	if s == nil {
		t.Fatal(problems.Err())
	}
	if len(s.Aliases) != 0 {
		t.Errorf("aliases: %v", s.Aliases)
	}
	if len(s.Standins) != 1 || s.Standins[0].File != "b/index.html" || s.Standins[0].Page.Path != "/b" ||
		!strings.Contains(s.Standins[0].Ignored.Message, "b/index.html") || len(problems) != 0 {
		t.Errorf("stand-ins: %v, problems: %v", s.Standins, problems)
	}
}

func TestPagers(t *testing.T) {
	s := good(t, `
-- hugo.toml --
baseURL = "https://example.org/sub/"
[pagination]
path = "seite"
[permalinks.section]
moved = "/elsewhere/"
-- content/posts/a.md --
-- content/moved/a.md --
-- content/fixed/_index.md --
---
url: /x/y/
---
-- content/file/_index.md --
---
url: /x/file.html
---
`)
	var b strings.Builder
	for _, key := range []string{"en:/", "en:/posts", "en:/moved", "en:/fixed", "en:/file"} {
		p := page(t, s, key)
		for _, target := range p.Targets {
			for n := 1; n < 3; n++ {
				fmt.Fprintf(&b, "%s %d %s %s\n", key, n, site.PagerURL(p, target, n).Rel(), site.PagerFile(p, target, n))
			}
		}
	}
	equal(t, b.String(), `
en:/ 1 /sub/ seite/1/index.html
en:/ 2 /sub/seite/2/ seite/2/index.html
en:/ 1 /sub/index.xml seite/1/index.xml
en:/ 2 /sub/seite/2/index.xml seite/2/index.xml
en:/posts 1 /sub/posts/ posts/seite/1/index.html
en:/posts 2 /sub/posts/seite/2/ posts/seite/2/index.html
en:/posts 1 /sub/posts/index.xml posts/seite/1/index.xml
en:/posts 2 /sub/posts/seite/2/index.xml posts/seite/2/index.xml
en:/moved 1 /sub/elsewhere/ elsewhere/seite/1/index.html
en:/moved 2 /sub/elsewhere/seite/2/ elsewhere/seite/2/index.html
en:/moved 1 /sub/elsewhere/index.xml elsewhere/seite/1/index.xml
en:/moved 2 /sub/elsewhere/seite/2/index.xml elsewhere/seite/2/index.xml
en:/fixed 1 /sub/x/y/ x/y/seite/1/index.html
en:/fixed 2 /sub/x/y/seite/2/ x/y/seite/2/index.html
en:/fixed 1 /sub/x/y/index.xml x/y/seite/1/index.xml
en:/fixed 2 /sub/x/y/seite/2/index.xml x/y/seite/2/index.xml
en:/file 1 /sub/x/file.html x/file/seite/1/index.html
en:/file 2 /sub/x/file/seite/2/ x/file/seite/2/index.html
en:/file 1 /sub/x/file.xml x/file/seite/1/index.xml
en:/file 2 /sub/x/file/seite/2/index.xml x/file/seite/2/index.xml
`)
}

// Pages that are not built are left out and listed; children of a draft section are built.
func TestLeft(t *testing.T) {
	const files = `
-- hugo.toml --
disableKinds = ["rss", "taxonomy", "term"]
%s
-- content/draft.md --
---
draft: true
---
-- content/later.md --
---
date: 2030-01-01
---
-- content/over.md --
---
expiryDate: 2020-01-01
---
-- content/now.md --
---
date: 2026-11-21T00:00:00Z
---
-- content/sec/_index.md --
---
draft: true
---
-- content/sec/child.md --
`
	for _, tt := range []struct{ flags, want string }{
		{"", "child now | content/draft.md draft 0001-01-01, content/later.md future 2030-01-01, content/over.md expired 2020-01-01, content/sec/_index.md draft 0001-01-01"},
		{"buildDrafts = true", "child draft now | content/later.md future 2030-01-01, content/over.md expired 2020-01-01"},
		{"buildFuture = true\nbuildExpired = true", "child later now over | content/draft.md draft 0001-01-01, content/sec/_index.md draft 0001-01-01"},
	} {
		s := good(t, fmt.Sprintf(files, tt.flags))
		var pages, left []string
		for _, p := range s.Pages {
			if p.Kind == site.Regular {
				pages = append(pages, p.Path[strings.LastIndexByte(p.Path, '/')+1:])
			}
		}
		for _, l := range s.Left {
			left = append(left, fmt.Sprintf("%s %s %s", l.Doc.File, l.Reason, l.Date.Format(time.DateOnly)))
		}
		slices.Sort(pages)
		if got := strings.Join(pages, " ") + " | " + strings.Join(left, ", "); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.flags, got, tt.want)
		}
		sec := page(t, s, "en:/sec")
		if listed := sec.ListAlways; listed != strings.Contains(tt.flags, "Drafts") {
			t.Errorf("%q: draft section listed: %v", tt.flags, listed)
		}
	}
}
