package render

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
)

// project is a Run over files, for templates to be tried on.
type project struct {
	t   *testing.T
	run *Run
	w   *Worker
}

// newProject writes files into a folder and assembles them as a build would.
func newProject(t *testing.T, files map[string]string) *project {
	t.Helper()
	_, run, problems := newRun(t, files)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return &project{t, run, run.Worker()}
}

// page returns a page of the first language by its path.
func (p *project) page(path string) *Page {
	p.t.Helper()
	v := p.run.views.pageView(p.run.o.Site.Editions[0].PageAt(path))
	if v == nil {
		p.t.Fatalf("there is no page %s", path)
	}
	return v
}

// eval executes a template with a page as its context.
func (p *project) eval(page *Page, src string) (string, error) {
	target := site.Target{}
	if len(page.p.Targets) > 0 {
		target = page.p.Targets[0]
	}
	c := p.w.newCall(context.Background(), page, target)
	return c.Execute("test", src, page)
}

// check executes templates on a page and compares what they print.
func (p *project) check(path string, cases [][2]string) {
	p.t.Helper()
	page := p.page(path)
	for _, c := range cases {
		got, err := p.eval(page, c[0])
		if err != nil {
			p.t.Errorf("%s: %v", c[0], err)
			continue
		}
		if got != c[1] {
			p.t.Errorf("%s\n got %q\nwant %q", c[0], got, c[1])
		}
	}
}

// blog is a small project in two languages.
func blog() map[string]string {
	return map[string]string{
		"hugo.toml": `
baseURL = "https://example.org/sub/"
title = "Blog"
copyright = "Ours"
defaultContentLanguage = "en"
[languages.en]
weight = 1
locale = "en-GB"
label = "English"
[languages.pl]
weight = 2
title = "Dziennik"
label = "Polski"
[pagination]
pagerSize = 2
[params]
Main = "red"
[params.Author]
Name = "Ann"
[[menus.main]]
name = "Zed"
url = "/zed/"
[[menus.main]]
name = "Posts"
pageRef = "/posts"
weight = 5
[menus.main.params]
Icon = "x"
[[menus.main]]
identifier = "kid"
name = "One"
pageRef = "/posts/one"
parent = "Posts"
[related]
threshold = 10
includeNewer = true
toLower = true
[[related.indices]]
name = "topics"
weight = 100
[[related.indices]]
name = "places"
weight = 20
cardinalityThreshold = 70
`,
		"content/_index.md":         "---\ntitle: Home\n---\nWelcome.\n",
		"content/_index.pl.md":      "---\ntitle: Dom\n---\n",
		"content/about.md":          "---\ntitle: About\ndate: 2020-01-01\nmenus: main\n---\n",
		"content/posts/_index.md":   "---\ntitle: Posts\n---\n",
		"content/posts/one.md":      "---\ntitle: One\ndate: 2024-01-10\nweight: 2\ntags: [b, a]\ntags_weight: 3\ntopics: [Sea]\nplaces: [Here]\ncolor: red\nrank: 10\nDeep:\n  Nested: value\nitems:\n  - Name: first\n---\n## A heading\n\nWords [here](two.md).\n",
		"content/posts/one.pl.md":   "---\ntitle: Jeden\n---\n",
		"content/posts/two.md":      "---\ntitle: two\nlinkTitle: Z two\ndate: 2024-02-10\nlastmod: 2025-01-01\nweight: 1\ntags: [a]\ntopics: [sea, sky]\nplaces: [here]\ncolor: blue\nrank: 9\n---\nMore words than the other has.\n",
		"content/posts/three.md":    "---\ntitle: Émile\ndate: 2023-02-10\ntopics: [sky]\nplaces: [here]\ncolor: red\n---\n",
		"content/posts/b/index.md":  "---\ntitle: Bundle\ndate: 2022-05-05\nresources:\n  - src: 'data.json'\n    name: facts\n    title: Facts\n    params: {Credit: me}\n---\nText.\n",
		"content/posts/b/data.json": `{"k": "v"}`,
		"content/posts/b/notes.txt": "notes\n",
		"content/posts/b/inner.md":  "---\ntitle: Inside\n---\nInner *text*.\n",
		"assets/css/main.css":       "a { color: red }\n",
		"assets/css/more.css":       "b {}\n",
		"assets/tpl.txt":            "Hello {{ .Title }}, {{ .Site.Params.main }}.",
		"data/people.toml":          "[Ann]\nborn = 1970\n",
		"data/fruit/list.yaml":      "- pear\n- apple\n",
		"data/table.csv":            "a,b\n1,2\n",
		"i18n/en.toml":              "hello = \"Hello\"\nnamed = \"Hi, {{ .Name }}\"\nonly = \"Only\"\n[apples]\none = \"{{ .Count }} apple\"\nother = \"{{ .Count }} apples\"\n[read]\nother = \"{{ .ReadingTime }} min\"\n[a.b]\nother = \"nested\"\n",
		"i18n/pl.yaml":              "- id: hello\n  translation: Cześć\n- id: apples\n  translation:\n    one: \"{{ .Count }} jabłko\"\n    few: \"{{ .Count }} jabłka\"\n    many: \"{{ .Count }} jabłek\"\n    other: \"{{ .Count }} jabłka!\"\n",
		"layouts/home.html":         "{{ .Title }}",
		"layouts/list.html":         "{{ .Title }}",
		"layouts/single.html":       "{{ .Title }}",
		"layouts/card.html":         "[{{ .Title }}]",
	}
}

func TestPageMethods(t *testing.T) {
	p := newProject(t, blog())
	p.check("/posts/one", [][2]string{
		{`{{ .Title }} {{ .LinkTitle }} {{ .Name }} {{ .Kind }} {{ .Type }} {{ .Section }} {{ .Path }}`, "One One One page posts posts /posts/one"},
		{`{{ .RelPermalink }} {{ .Permalink }}`, "/sub/posts/one/ https://example.org/sub/posts/one/"},
		{`{{ .Date.Format "2006-01-02" }} {{ .Weight }} {{ .Draft }} {{ .IsPage }} {{ .IsHome }} {{ .IsNode }}`, "2024-01-10 2 false true false false"},
		{`{{ .Params.color }} {{ .Params.Color }} {{ .Params.deep.nested }} {{ .Params.Deep.Nested }} {{ range .Params.items }}{{ .name }}{{ end }}`, "red red value value first"},
		{`{{ .Param "main" }} {{ .Param "author.name" }} {{ .Param "deep.nested" }} {{ .Param "none" }}`, "red Ann value <no value>"},
		{`{{ with .Parent }}{{ .Title }}{{ end }} {{ range .Ancestors }}{{ .Title }} {{ end }}{{ .CurrentSection.Title }} {{ .FirstSection.Title }}`, "Posts Posts Home Posts Posts"},
		{`{{ .IsAncestor .Parent }} {{ .IsDescendant .Parent }} {{ .InSection .Parent }} {{ .Eq . }} {{ .Parent.IsAncestor . }} {{ .IsDescendant site.Home }}`, "false true true true true true"},
		{`{{ range .AllTranslations }}{{ .Lang }}={{ .Title }} {{ end }}{{ range .Translations }}{{ .Title }}{{ end }} {{ .IsTranslated }} {{ .TranslationKey }}`, "en=One pl=Jeden Jeden true /posts/one"},
		{`{{ range .GetTerms "tags" }}{{ .Title }} {{ end }}`, "B A "},
		{`{{ with .GetPage "two" }}{{ .Title }}{{ end }} {{ with .GetPage "/posts" }}{{ .Kind }}{{ end }} {{ with .GetPage "./two.md" }}{{ .Title }}{{ end }} {{ with site.GetPage "/POSTS/Two.md" }}{{ .Title }}{{ end }} {{ with site.GetPage "none" }}x{{ else }}none{{ end }} {{ with .GetPage "../about" }}{{ .Title }}{{ end }}`, "two section two two none About"},
		{`{{ .Ref "two" }} {{ .RelRef "/posts/two.md#x" }} {{ .RelRef (dict "path" "/posts/one" "lang" "pl") }}`, "https://example.org/sub/posts/two/ /sub/posts/two/#x /sub/pl/posts/one/"},
		{`{{ .File.Path }} {{ .File.Dir }} {{ .File.LogicalName }} {{ .File.BaseFileName }} {{ .File.ContentBaseName }} {{ .File.Ext }} {{ .File.Section }}`, "posts/one.md posts/ one.md one one md posts"},
		{`{{ range .OutputFormats }}{{ .Name }}={{ .RelPermalink }} {{ .MediaType }}{{ end }} {{ with .OutputFormats.Canonical }}{{ .Permalink }}{{ end }}`, "html=/sub/posts/one/ text/html https://example.org/sub/posts/one/"},
		{`{{ .Store.Set "k" 1 }}{{ .Store.Add "k" 2 }}{{ .Scratch.Get "k" }}`, "3"},
		{`{{ .Render "card" }}`, "[One]"},
		{`{{ .Content }}|{{ .Plain }}|{{ .WordCount }} {{ len .PlainWords }} {{ .Len }}`, "<h2 id=\"a-heading\">A heading</h2>\n<p>Words <a href=\"/sub/posts/two/\">here</a>.</p>\n|A heading Words here.\n|4 4 83"},
		{`{{ .Fragments.Identifiers.Contains "a-heading" }} {{ range .Fragments.Headings }}{{ range .Headings }}{{ .Title }}{{ end }}{{ end }}`, "true A heading"},
		{`{{ .Site.Title }} {{ .Language.Locale }} {{ .Language.Label }} {{ .Sites.Default.Title }} {{ .Site.Language.Direction }}`, "Blog en-GB English Blog "},
		{`{{ with .GitInfo }}x{{ else }}none{{ end }} {{ .Sitemap.Priority }} {{ .BundleType }} {{ .Keywords }}`, "none -1  []"},
	})
	p.check("/posts", [][2]string{
		{`{{ range .Pages }}{{ .Title }} {{ end }}| {{ range .RegularPages }}{{ .Title }} {{ end }}| {{ .BundleType }}`, "two One Émile Bundle | two One Émile Bundle | branch"},
		{`{{ range .RegularPages }}{{ with .Next }}{{ .Title }}{{ end }}-{{ with .NextInSection }}{{ .Title }}{{ end }} {{ end }}`, "- two-two One-One Émile-Émile "},
	})
	if _, err := p.eval(p.page("/posts/one"), `{{ .Titel }}`); err == nil || !strings.Contains(err.Error(), "Titel") {
		t.Errorf("an unknown method gave %v", err)
	}
}

func TestSiteMethods(t *testing.T) {
	p := newProject(t, blog())
	p.check("/", [][2]string{
		{`{{ site.Title }} {{ site.BaseURL }} {{ site.Copyright }} {{ site.LanguageCode }} {{ site.IsMultiLingual }} {{ site.Params.MAIN }} {{ site.Params.author.name }}`, "Blog https://example.org/sub/ Ours en-GB true red Ann"},
		{`{{ len site.RegularPages }} {{ len site.Pages }} {{ len site.AllPages }} {{ range site.Sections }}{{ .Title }}{{ end }} {{ site.Home.Title }}`, "5 11 16 Posts Home"},
		{`{{ range site.Languages }}{{ .Lang }}:{{ .Title }} {{ end }}{{ range site.Sites }}{{ .LanguagePrefix }}| {{ end }}`, "en:Blog pl:Dziennik | /pl| "},
		{`{{ site.Data.people.Ann.born }} {{ index site.Data.fruit.list 1 }} {{ index (index site.Data.table 1) 1 }} {{ hugo.Data.people.Ann.born }}`, "1970 apple 2 1970"},
		{`{{ hugo.Environment }} {{ hugo.IsProduction }} {{ hugo.IsMultilingual }} {{ hugo.IsServer }} {{ hugo.Version }}`, "production true true false 0.165.0"},
		{`{{ site.Config.Services.RSS.Limit }} {{ site.Config.Privacy.YouTube.Disable }} {{ site.MainSections }} {{ site.Lastmod.Year }}`, "-1 false [posts] 2025"},
		{`{{ range $n, $t := site.Taxonomies }}{{ $n }}:{{ range $k, $p := $t }}{{ $k }}({{ len $p }}) {{ end }}{{ end }}`, "categories:tags:a(2) b(1) "},
		{`{{ range site.Taxonomies.tags.ByCount }}{{ .Name }} {{ .Count }} {{ .Page.Title }}:{{ range .Pages }}{{ .Title }},{{ end }}{{ range .WeightedPages }}{{ .Weight }}={{ .RelPermalink }};{{ end }} {{ end }}`, "a 2 A:two,One,0=/sub/posts/two/;3=/sub/posts/one/; b 1 B:One,3=/sub/posts/one/; "},
		{`{{ range site.Taxonomies.tags.Alphabetical.Reverse }}{{ .Term }} {{ end }}{{ site.Taxonomies.tags.Count "a" }} {{ (site.Taxonomies.tags.Get "b").Page.Title }} {{ site.Taxonomies.tags.Page.Title }}`, "b a 2 B Tags"},
	})
	p.check("/tags", [][2]string{{`{{ .Data.Singular }} {{ .Data.Plural }} {{ len .Data.Terms }} {{ .Data.Term }}`, "tag tags 2 <no value>"}})
	p.check("/tags/a", [][2]string{{`{{ .Data.Singular }} {{ .Data.Term }} {{ len .Data.Pages }}`, "tag a 2"}})
}

func TestPagesOrders(t *testing.T) {
	p := newProject(t, blog())
	list := func(expr string) string { return `{{ range ` + expr + ` }}{{ .Title }} {{ end }}` }
	p.check("/posts", [][2]string{
		{list(".RegularPages.ByTitle"), "Bundle Émile One two "},
		{list(".RegularPages.ByLinkTitle"), "Bundle Émile One two "},
		{list(".RegularPages.ByDate"), "Bundle Émile One two "},
		{list(".RegularPages.ByDate.Reverse"), "two One Émile Bundle "},
		{list(".RegularPages.ByLastmod.Reverse"), "two One Émile Bundle "},
		{list(".RegularPages.ByWeight"), "two One Émile Bundle "},
		{list(`.RegularPages.ByParam "rank"`), "two One Émile Bundle "},
		{list(`.RegularPages.ByParam "color"`), "two One Émile Bundle "},
		{list(`.RegularPages.ByLength`), "Émile Bundle two One "},
		{list(`.RegularPages.Limit 2`), "two One "},
		{list(`first 1 (.RegularPages.ByTitle.Limit 3).Reverse`), "One "},
		{`{{ with .RegularPages.Next (.GetPage "one") }}{{ .Title }}{{ end }} {{ with .RegularPages.Prev (.GetPage "one") }}{{ .Title }}{{ end }} {{ with .RegularPages.Next (.GetPage "two") }}x{{ end }}`, "two Émile "},
		{`{{ range .RegularPages.GroupByDate "2006" }}{{ .Key }}:{{ range .Pages }}{{ .Title }} {{ end }}{{ end }}`, "2024:two One 2023:Émile 2022:Bundle "},
		{`{{ range .RegularPages.GroupByDate "2006" "asc" }}{{ .Key }}:{{ len .Pages }} {{ end }}`, "2022:1 2023:1 2024:2 "},
		{`{{ range .RegularPages.GroupByParam "color" }}{{ .Key }}:{{ range .Pages }}{{ .Title }} {{ end }}{{ end }}`, "blue:two red:One Émile "},
		{`{{ range .RegularPages.GroupByParam "color" "desc" }}{{ .Key }} {{ end }}{{ range .RegularPages.GroupByParam "none" }}x{{ end }}`, "red blue "},
		{`{{ range .RegularPages.GroupBy "Weight" }}{{ .Key }}:{{ len .Pages }} {{ end }}`, "0:2 1:1 2:1 "},
		{`{{ range (.RegularPages.GroupBy "Section").Reverse }}{{ .Key }}:{{ .ByTitle.Len }}{{ end }}`, "posts:4"},
		{`{{ len (.RegularPages.GroupByDate "2006") }} {{ (.RegularPages.GroupByDate "2006").Len }}`, "3 4"},
		{list(`.RegularPages.Related (.GetPage "one")`), "two "},
		{list(`.RegularPages.Related (.GetPage "two")`), "One Émile "},
		{list(`.RegularPages.Related (dict "document" (.GetPage "two") "indices" (slice "places"))`), ""},
		{list(`.RegularPages.RelatedTo (keyVals "topics" "SKY")`), "two Émile "},
	})
	posts := p.page("/posts")
	c := p.w.newCall(context.Background(), posts, posts.p.Targets[0])
	a, b := posts.RegularPages(&c.Call).ByTitle(&c.Call), posts.RegularPages(&c.Call).ByTitle(&c.Call)
	if &a[0] != &b[0] {
		t.Error("a list of the site is sorted again each time")
	}
	if got := posts.RegularPages(&c.Call); got[0].Title() != "two" {
		t.Error("sorting changed the list that was sorted")
	}
}

func TestPager(t *testing.T) {
	p := newProject(t, blog())
	posts := p.page("/posts")
	const src = `{{ $p := .Paginate .RegularPages }}{{ $p.PageNumber }}/{{ $p.TotalPages }} {{ $p.NumberOfElements }}/{{ $p.TotalNumberOfElements }} ` +
		`{{ range $p.Pages }}{{ .Title }} {{ end }}{{ $p.URL }} {{ with $p.Prev }}<{{ .URL }}{{ end }}{{ with $p.Next }}>{{ .URL }}{{ end }} ` +
		`{{ $p.HasPrev }} {{ $p.HasNext }} {{ $p.First.URL }} {{ $p.Last.URL }} {{ range $p.Pagers }}{{ .PageNumber }}{{ end }} {{ $p.PagerSize }} {{ .Paginator.PageNumber }}`
	want := []string{
		"1/2 2/4 two One /sub/posts/ >/sub/posts/page/2/ false true /sub/posts/ /sub/posts/page/2/ 12 2 1",
		"2/2 2/4 Émile Bundle /sub/posts/page/2/ </sub/posts/ true false /sub/posts/ /sub/posts/page/2/ 12 2 2",
	}
	c := p.w.newCall(context.Background(), posts, posts.p.Targets[0])
	for i, w := range want {
		c.number = i + 1
		got, err := c.Execute("test", src, posts)
		if err != nil || got != w {
			t.Errorf("pager %d: got %q, %v\nwant %q", i+1, got, err, w)
		}
	}
	if c.pager.total != 2 || c.pager.file(2) != "posts/page/2/index.html" {
		t.Errorf("pager state: %d pages, second is %s", c.pager.total, c.pager.file(2))
	}
	p.check("/posts", [][2]string{
		{`{{ $p := .Paginate (.RegularPages.GroupByDate "2006") 3 }}{{ range $p.PageGroups }}{{ .Key }}:{{ len .Pages }} {{ end }}{{ $p.NumberOfElements }} {{ len $p.Pages }} {{ $p.TotalPages }}`, "2024:2 2023:1 3 0 2"},
		{`{{ with .Paginate slice }}{{ .PageNumber }} of {{ .TotalPages }}, {{ .NumberOfElements }}{{ end }}`, "1 of 0, 0"},
	})
	if _, err := p.eval(p.page("/about"), `{{ .Paginator }}`); err == nil {
		t.Error("a regular page could be paginated")
	}
}

func TestMenus(t *testing.T) {
	p := newProject(t, blog())
	p.check("/posts/one", [][2]string{
		{`{{ range site.Menus.main }}{{ .Name }};{{ .Title }};{{ .URL }};{{ .Weight }};{{ .Params.icon }};{{ .HasChildren }};{{ range .Children }}{{ .KeyName }}{{ .Parent }}{{ end }} {{ end }}`, "Posts;Posts;/sub/posts/;5;x;true;kidPosts About;About;/sub/about/;0;<no value>;false; Zed;;/sub/zed/;0;<no value>;false; "},
		{`{{ range site.Menus.Main.ByName.Reverse }}{{ .Name }} {{ end }}{{ range site.Menus.main.Limit 1 }}{{ .Name }}{{ end }} {{ len site.Menus.none }}`, "Zed Posts About Posts 0"},
		{`{{ $p := . }}{{ range site.Menus.main }}{{ .Name }}:{{ $p.IsMenuCurrent "main" . }}:{{ $p.HasMenuCurrent "main" . }} {{ end }}`, "Posts:false:true About:false:false Zed:false:false "},
	})
	p.check("/posts", [][2]string{{`{{ $p := . }}{{ range site.Menus.main }}{{ $p.IsMenuCurrent "main" . }}:{{ $p.HasMenuCurrent "main" . }} {{ end }}`, "true:false false:false false:false "}})
	p.check("/about", [][2]string{{`{{ range .Menus }}{{ .Menu }}{{ end }}`, "main"}})
}

func TestResources(t *testing.T) {
	p := newProject(t, blog())
	p.check("/posts/b", [][2]string{
		{`{{ range .Resources }}{{ .Name }};{{ .Title }};{{ .ResourceType }};{{ .MediaType }};{{ .RelPermalink }};{{ jsonify .Params }} {{ end }}`, `facts;Facts;application;application/json;/sub/posts/b/data.json;{"credit":"me"} inner.md;Inside;page;application/octet-stream;;{"draft":false,"iscjklanguage":false,"title":"Inside"} notes.txt;notes.txt;text;text/plain;/sub/posts/b/notes.txt;{} `},
		{`{{ with .Resources.Get "notes.TXT" }}{{ .Content }}{{ end }}{{ with .Resources.Get "data.json" }}{{ .Name }}{{ end }} {{ len (.Resources.Match "*.{txt,json}") }} {{ with .Resources.GetMatch "f*" }}{{ (. | transform.Unmarshal).k }}{{ end }} {{ len (.Resources.ByType "text") }}`, "notes\nfacts 1 v 1"},
		{`{{ range .Resources.ByType "page" }}{{ .Content }}{{ .Title }}{{ end }}`, "<p>Inner <em>text</em>.</p>\nInside"},
	})
	p.check("/", [][2]string{
		{`{{ with resources.Get "css/main.css" }}{{ .Name }} {{ .MediaType }} {{ .RelPermalink }} {{ .Content }}{{ end }}`, "/css/main.css text/css /sub/css/main.css a { color: red }\n"},
		{`{{ with resources.Get "none" }}x{{ else }}none{{ end }} {{ len (resources.Match "css/*.css") }} {{ (resources.GetMatch "**/more*").Name }} {{ len (resources.ByType "text") }}`, "none 2 /css/more.css 3"},
		{`{{ $f := resources.Get "css/main.css" | fingerprint }}{{ $f.RelPermalink }} {{ $f.Data.Integrity }}`, "/sub/css/main.e9af44705e38a1295cca19b7e77c544b713a410bc995066a43053e6eaf6c64ad.css sha256-6a9EcF44oSlcyhm353xUS3E6QQvJlQZqQwU+bq9sZK0="},
		{`{{ (resources.FromString "made/x.json" "{}" | minify).Permalink }}`, "https://example.org/sub/made/x.min.json"},
		{`{{ (resources.Get "tpl.txt" | resources.ExecuteAsTemplate "made/t.txt" .).Content }}`, "Hello Home, red."},
		{`{{ (resources.Match "css/*" | resources.Concat "all.css").Content }}`, "a { color: red }\nb {}\n"},
		{`{{ (resources.Get "css/main.css" | resources.Copy "x/y.css").RelPermalink }}`, "/sub/x/y.css"},
	})
	if _, err := p.eval(p.page("/"), `{{ (resources.Get "css/main.css").Resize "10x" }}`); err == nil || !strings.Contains(err.Error(), "it is not an image but text/css") {
		t.Errorf("Resize gave %v", err)
	}
	home := p.page("/")
	c := p.w.newCall(context.Background(), home, home.p.Targets[0])
	if _, err := c.Execute("test", `{{ (resources.Get "css/main.css").Permalink }}{{ resources.Get "css/more.css" }}`, home); err != nil {
		t.Fatal(err)
	}
	if len(c.outputs) != 1 || c.outputs[0].File != "css/main.css" {
		t.Errorf("published %v", c.outputs)
	}
}

func TestTranslate(t *testing.T) {
	p := newProject(t, blog())
	p.check("/posts/one", [][2]string{
		{`{{ i18n "hello" }} {{ T "named" (dict "Name" "Ada") }} {{ i18n "none" }}| {{ i18n "a.b" }} {{ i18n "read" . }}`, "Hello Hi, Ada | nested 1 min"},
		{`{{ range slice 0 1 2 }}{{ i18n "apples" . }}, {{ end }}{{ i18n "apples" (dict "Count" 1) }} {{ i18n "apples" "1" }}`, "0 apples, 1 apple, 2 apples, 1 apple "},
	})
	pl := p.run.views.pageView(p.run.o.Site.Editions[1].PageAt("/posts/one"))
	got, err := p.eval(pl, `{{ i18n "hello" }} {{ i18n "only" }} {{ range slice 0 1 2 5 11 22 }}{{ i18n "apples" . }}, {{ end }}{{ i18n "apples" 1.5 }}`)
	want := "Cześć Only 0 jabłek, 1 jabłko, 2 jabłka, 5 jabłek, 11 jabłek, 22 jabłka, "
	if err != nil || !strings.HasPrefix(got, want) {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
	files := blog()
	files["hugo.toml"] = "enableMissingTranslationPlaceholders = true\n" + files["hugo.toml"]
	newProject(t, files).check("/about", [][2]string{{`{{ i18n "none" }}`, "[i18n] none"}})
}

func TestScratch(t *testing.T) {
	p := newProject(t, blog())
	p.check("/", [][2]string{
		{`{{ $s := newScratch }}{{ $s.Set "a" 1 }}{{ $s.Add "a" 2 }}{{ $s.Add "l" (slice "x") }}{{ $s.Add "l" "y" }}{{ $s.SetInMap "m" "k" "v" }}{{ $s.SetInMap "m" "a" 1 }}` +
			`{{ $s.Get "a" }} {{ $s.Get "l" }} {{ $s.Get "m" }} {{ $s.GetSortedMapValues "m" }} {{ $s.Values }} {{ $s.Delete "a" }}{{ $s.DeleteInMap "m" "k" }}{{ $s.Get "a" }}{{ $s.Get "m" }}`, "3 [x y] map[a:1 k:v] [1 v] map[a:3 l:[x y] m:map[a:1 k:v]] <no value>map[a:1]"},
		{`{{ $s := newScratch }}{{ $s.Add "s" "a" }}{{ $s.Add "s" "b" }}{{ $s.Get "s" }} {{ $s.Add "f" 1 }}{{ $s.Add "f" 1.5 }}{{ $s.Get "f" }} {{ $s.Add "l" (slice 1) }}{{ $s.Add "l" (slice "x" 2) }}{{ $s.Get "l" }}`, "ab 2.5 [1 x 2]"},
	})
}

// TestStoresKeepToThemselves: what a template puts into a map of a store reaches neither the data that
// the map came from nor other renderings.
func TestStoresKeepToThemselves(t *testing.T) {
	_, run, problems := newRun(t, with(map[string]string{
		"content/posts/a.md":         "{{< s >}}",
		"layouts/_shortcodes/s.html": `{{ .Page.Store.SetInMap "m" "body" 1 }}`,
		"data/d.yaml":                "k: v\nl: w\n",
	}))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	p := &project{t, run, run.Worker()}
	for range 2 {
		p.check("/posts/a", [][2]string{
			{`{{ .Content | len | not }} {{ .Store.SetInMap "m" "layout" 2 }}{{ .Store.Get "m" }}`, "false map[body:1 layout:2]"},
			{`{{ .Content | len | not }} {{ .Store.Get "m" }}`, "false map[body:1]"},
			{`{{ $s := newScratch }}{{ $s.Set "d" site.Data.d }}{{ $s.SetInMap "d" "x" 1 }}{{ $s.DeleteInMap "d" "k" }}{{ $s.Get "d" }} {{ site.Data.d }}`, "map[l:w x:1] map[k:v l:w]"},
		})
	}
}

// TestNearestPage: hints for broken references, which large sites may have thousands of.
func TestNearestPage(t *testing.T) {
	files := map[string]string{"hugo.toml": "disableKinds = ['taxonomy', 'term']\n", "content/docs/moved.md": ""}
	check := func(cases map[string]string) {
		t.Helper()
		p := newProject(t, files)
		for path, want := range cases {
			if got := p.run.views.nearestPage(p.run.o.Site.Editions[0], path); got != want {
				t.Errorf("%s of %d pages: %q, want %q", path, len(p.run.o.Site.Pages), got, want)
			}
		}
	}
	check(map[string]string{"/docs/mowed": "/docs/moved", "/x/Moved": ""})
	for i := range mostCompared {
		files[fmt.Sprintf("content/posts/%d.md", i)] = ""
	}
	check(map[string]string{"/docs/mowed": "", "/x/Moved": "/docs/moved", "/none": ""})
}

// TestSpellingsOfAKey: of several spellings of one key the same counts each time.
func TestSpellingsOfAKey(t *testing.T) {
	for range 50 {
		for key, want := range map[string]any{"path": 1, "PATH": 2, "Path": 2, "none": nil} {
			m := map[string]any{"PAth": 3, "PATH": 2, "path": 1, "other": 4}
			if key == "Path" {
				delete(m, "path")
			}
			if got := tmpl.LowerKey(m, key); got != want {
				t.Fatalf("%s is %v, want %v", key, got, want)
			}
		}
	}
}

// TestFacets walks every type that templates can get at from the roots, through results and fields,
// and wants every member of a view to stand in the facet table.
func TestFacets(t *testing.T) {
	table := newTypes().Facets
	ours := map[string]bool{reflect.TypeFor[Page]().PkgPath(): true, reflect.TypeFor[tmpl.Store]().PkgPath(): true}
	seen := make(map[reflect.Type]bool)
	var visit func(reflect.Type)
	visit = func(typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		switch typ.Kind() {
		case reflect.Slice, reflect.Map, reflect.Pointer:
			defer visit(typ.Elem())
		}
		if base := deref(typ); base == reflect.TypeFor[tmpl.Params]() || !ours[base.PkgPath()] || typ.Kind() == reflect.Struct && seen[reflect.PointerTo(typ)] {
			return
		}
		for i := range typ.NumMethod() {
			m := typ.Method(i)
			if _, ok := table[typ][m.Name]; !ok && !(m.Name == "Named" && typ.Implements(reflect.TypeFor[tmpl.Namer]())) {
				t.Errorf("%v.%s has no entry in the facet table", typ, m.Name)
			}
			if m.Type.NumOut() > 0 {
				visit(m.Type.Out(0))
			}
		}
		base := deref(typ)
		if base.Kind() != reflect.Struct {
			return
		}
		for _, f := range reflect.VisibleFields(base) {
			if !f.IsExported() {
				continue
			}
			if _, ok := table[typ][f.Name]; !ok && f.Type.PkgPath() != "" && len(f.Index) == 1 && strings.HasPrefix(base.Name(), "Site") == false {
				t.Errorf("%v.%s has no entry in the facet table", typ, f.Name)
			}
			visit(f.Type)
		}
	}
	for _, root := range []reflect.Type{reflect.TypeFor[*Page](), reflect.TypeFor[*Site](), reflect.TypeFor[*Hugo](), reflect.TypeFor[*tmpl.Store](), reflect.TypeFor[*Resource](), reflect.TypeFor[WeightedPage](), reflect.TypeFor[PagesGroup]()} {
		visit(root)
	}
	for typ, members := range table {
		for name := range members {
			if _, ok := typ.MethodByName(name); ok {
				continue
			}
			if b := deref(typ); b.Kind() == reflect.Struct {
				if _, ok := b.FieldByName(name); ok {
					continue
				}
			}
			t.Errorf("the facet table has %v.%s, which does not exist", typ, name)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %d types were seen", len(seen))
	}
}

func deref(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// TestRecords checks what a few templates ask.
func TestRecords(t *testing.T) {
	p := newProject(t, blog())
	for src, want := range map[string][]string{
		`{{ .Title }}{{ .Date }}`:                            {"PageCard en:/posts/one"},
		`{{ .Params.color }}`:                                {"PageParams en:/posts/one"},
		`{{ .Next.Title }}`:                                  {"Neighbour en:/posts/one#Next", "PageCard en:/posts/two"},
		`{{ range site.RegularPages.ByTitle }}x{{ end }}`:    {"List en#RegularPages", "ListCard en#RegularPages"},
		`{{ site.Title }}`:                                   {"Config "},
		`{{ i18n "hello" }}`:                                 {"I18n en"},
		`{{ site.Data.people.Ann.born }}`:                    {"Data "},
		`{{ (resources.Get "css/main.css").Content | len }}`: {"Glob asset\x00/css/main.css", "File resource\x00assets/css/main.css"},
	} {
		page := p.page("/posts/one")
		c := p.w.newCall(context.Background(), page, page.p.Targets[0])
		if _, err := c.Execute("test", src, page); err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		var got []string
		for _, s := range c.rec.Record().Steps {
			if name := kindName(s.Kind); name != "Template" {
				got = append(got, name+" "+s.Key)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", src, got, want)
		}
	}
}

func kindName(k trace.Kind) string {
	names := []string{
		"", "Template", "Lookup", "PageCard", "PageParams", "PageText", "PageBody", "List", "ListCard",
		"ListParams", "Neighbour", "Resources", "Menu", "Resolve", "Git", "Config", "Data",
		"I18n", "File", "Glob", "Now", "Projection", "Source", "Piece",
	}
	return names[k]
}

func TestTranslatedResources(t *testing.T) {
	files := blog()
	files["content/g/index.md"] = "---\ntitle: G\n---\n"
	files["content/g/index.pl.md"] = "---\ntitle: G pl\n---\n"
	files["content/g/a.txt"] = "en"
	files["content/g/a.pl.txt"] = "pl"
	p := newProject(t, files)
	page := p.run.views.pageView(p.run.o.Site.Editions[1].PageAt("/g"))
	got, err := p.eval(page, `{{ range .Resources }}{{ .Name }} {{ end }}{{ (.Resources.Get "a.txt").Content }} {{ (.Resources.GetMatch "a.t*").RelPermalink }}`)
	if want := "a.pl.txt pl /sub/pl/g/a.pl.txt"; err != nil || got != want {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
}

// onePixel is a PNG image of 3 by 2 pixels, as far as its header.
const onePixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x03\x00\x00\x00\x02\x08\x02\x00\x00\x00"

func TestLayers(t *testing.T) {
	files := blog()
	files["hugo.toml"] = "theme = [\"strong\", \"weak\"]\n" + files["hugo.toml"]
	files["assets/x.txt"] = "project"
	files["themes/strong/assets/x.txt"] = "strong"
	files["themes/strong/assets/y.txt"] = "strong"
	files["themes/weak/assets/y.txt"] = "weak"
	files["themes/weak/assets/z.txt"] = "weak"
	files["themes/weak/assets/i.png"] = onePixel
	files["themes/strong/i18n/en.yaml"] = "hello: theirs\nstrong: strong"
	files["themes/weak/i18n/en.yaml"] = "strong: weak\nweak: weak"
	files["themes/strong/data/people.yaml"] = "Ann:\n  born: 1\nBo:\n  born: 2"
	files["themes/weak/data/deep/er.json"] = `{"a": [1]}`
	newProject(t, files).check("/", [][2]string{
		{`{{ range slice "x" "y" "z" }}{{ (resources.Get (printf "%s.txt" .)).Content }} {{ end }}`, "project strong weak "},
		{`{{ i18n "hello" }} {{ i18n "strong" }} {{ i18n "weak" }}`, "Hello strong weak"},
		{`{{ hugo.Data.people.Ann.born }} {{ hugo.Data.people.Bo.born }} {{ index hugo.Data.deep.er.a 0 }}`, "1970 2 1"},
		{`{{ with resources.Get "i.png" }}{{ .Width }}x{{ .Height }} {{ .ResourceType }}{{ end }}`, "3x2 image"},
	})
}

func TestGitInfo(t *testing.T) {
	p := newProject(t, blog())
	page := p.page("/posts/one")
	page.p.Commit = &content.Commit{Hash: "0123456789", AbbreviatedHash: "0123", AuthorName: "Ann", AuthorDate: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)}
	p.check("/posts/one", [][2]string{{`{{ with .GitInfo }}{{ .AbbreviatedHash }} {{ .AuthorName }} {{ .AuthorDate.Year }}{{ end }}`, "0123 Ann 2024"}})
}

func TestRelatedHeadings(t *testing.T) {
	files := blog()
	files["hugo.toml"] = strings.Replace(files["hugo.toml"], "[[related.indices]]\nname = \"topics\"", "[[related.indices]]\nname = \"sees\"\ntype = \"fragments\"\nweight = 80\n[[related.indices]]\nname = \"topics\"", 1)
	files["content/posts/sees.md"] = "---\ntitle: Sees\nsees: [a-heading]\n---\n"
	newProject(t, files).check("/posts/sees", [][2]string{
		{`{{ range site.RegularPages.Related . }}{{ .Title }} {{ end }}`, "One "},
		{`{{ range ((site.GetPage "/posts").RegularPages.Limit 2).Related . }}{{ .Title }} {{ end }}`, "One "},
	})
}
