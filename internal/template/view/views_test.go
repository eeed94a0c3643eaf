package view

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

func TestPageMethods(t *testing.T) {
	p := newProject(t, blog())
	p.check("/posts/one", [][2]string{
		{`{{ .Title }} {{ .LinkTitle }} {{ .Name }} {{ .Kind }} {{ .Type }} {{ .Section }} {{ .Path }}`, "One One One page posts posts /posts/one"},
		{`{{ .RelPermalink }} {{ .Permalink }}`, "/sub/posts/one/ https://example.org/sub/posts/one/"},
		{`{{ .Date.Format "2006-01-02" }} {{ .Weight }} {{ .Draft }} {{ .IsPage }} {{ .IsHome }} {{ .IsNode }}`, "2024-01-10 2 false true false false"},
		{`{{ .Params.color }} {{ .Params.Color }} {{ .Params.deep.nested }} {{ .Params.Deep.Nested }} {{ range .Params.items }}{{ .Name }}{{ end }}`, "red red value value first"},
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
		{`{{ .Render "card" }}`, "card of One"},
		{`{{ .Content }}|{{ .Plain }}|{{ .WordCount }} {{ len .PlainWords }} {{ .Len }}`, "<h2 id=\"a-heading\">A heading</h2>\n<p>Words <a href=\"two.md\">here</a>.</p>\n|A heading Words here.\n|4 4 74"},
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
		{`{{ range site.Languages }}{{ .Lang }}:{{ .Title }} {{ end }}{{ range site.Sites }}{{ .LanguagePrefix }}| {{ end }}`, "en: pl:Dziennik | /pl| "},
		{`{{ site.Data.people.Ann.born }} {{ hugo.Data.people.Ann.born }}`, "1970 1970"},
		{`{{ hugo.Environment }} {{ hugo.IsProduction }} {{ hugo.IsMultilingual }} {{ hugo.IsServer }} {{ hugo.Version }}`, "production true true false 0.169.0"},
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
	c := p.call(posts)
	a, b := posts.RegularPages(c).ByTitle(c), posts.RegularPages(c).ByTitle(c)
	if &a[0] != &b[0] {
		t.Error("a list of the site is sorted again each time")
	}
	if got := posts.RegularPages(c); got[0].Title() != "two" {
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
	c := p.call(posts)
	for i, w := range want {
		c.Number = i + 1
		got, err := c.execute(src, posts)
		if err != nil || got != w {
			t.Errorf("pager %d: got %q, %v\nwant %q", i+1, got, err, w)
		}
	}
	if c.Pager.Total != 2 || c.Pager.File(2) != "posts/page/2/index.html" {
		t.Errorf("pager state: %d pages, second is %s", c.Pager.Total, c.Pager.File(2))
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
	c := p.call(home)
	if _, err := c.execute(`{{ (resources.Get "css/main.css").Permalink }}{{ resources.Get "css/more.css" }}`, home); err != nil {
		t.Fatal(err)
	}
	if len(c.Outputs) != 1 || c.Outputs[0].File != "css/main.css" {
		t.Errorf("published %v", c.Outputs)
	}
}

// TestFacets goes through all types that templates can reach from the roots, through results and fields, and checks
// that the facet table has every member of a view.
func TestFacets(t *testing.T) {
	table := Types().Facets
	ours := map[string]bool{reflect.TypeFor[resource.Resource]().PkgPath(): true, reflect.TypeFor[Page]().PkgPath(): true, reflect.TypeFor[tmpl.Store]().PkgPath(): true}
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
	for _, root := range []reflect.Type{reflect.TypeFor[*Page](), reflect.TypeFor[*Site](), reflect.TypeFor[*Hugo](), reflect.TypeFor[*tmpl.Store](), reflect.TypeFor[*resource.Resource](), reflect.TypeFor[WeightedPage](), reflect.TypeFor[PagesGroup]()} {
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

// TestRecords checks the questions of a few templates.
func TestRecords(t *testing.T) {
	p := newProject(t, blog())
	for src, want := range map[string][]string{
		`{{ .Title }}{{ .Date }}`:                            {"PageCard en:/posts/one"},
		`{{ .Params.color }}`:                                {"PageParams en:/posts/one"},
		`{{ .Next.Title }}`:                                  {"Neighbour en:/posts/one#Next", "PageCard en:/posts/two"},
		`{{ range site.RegularPages.ByTitle }}x{{ end }}`:    {"List en#RegularPages", "ListCard en#RegularPages"},
		`{{ site.Title }}`:                                   {"Config "},
		`{{ site.Data.people.Ann.born }}`:                    {"Data "},
		`{{ (resources.Get "css/main.css").Content | len }}`: {"Glob asset\x00/css/main.css", "File resource\x00assets/css/main.css"},
	} {
		page := p.page("/posts/one")
		c := p.call(page)
		if _, err := c.execute(src, page); err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		var got []string
		for _, s := range c.Recorder.Record().Steps {
			if name := kindName(s.Kind); name != "Template" {
				got = append(got, name+" "+s.Key)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", src, got, want)
		}
	}
}

func TestTranslatedResources(t *testing.T) {
	files := blog()
	files["content/g/index.md"] = "---\ntitle: G\n---\n"
	files["content/g/index.pl.md"] = "---\ntitle: G pl\n---\n"
	files["content/g/a.txt"] = "en"
	files["content/g/a.pl.txt"] = "pl"
	p := newProject(t, files)
	page := p.pageIn(1, "/g")
	got, err := p.eval(page, `{{ range .Resources }}{{ .Name }} {{ end }}{{ (.Resources.Get "a.txt").Content }} {{ (.Resources.GetMatch "a.t*").RelPermalink }}`)
	if want := "a.pl.txt pl /sub/pl/g/a.pl.txt"; err != nil || got != want {
		t.Errorf("got %q, %v\nwant %q", got, err, want)
	}
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
