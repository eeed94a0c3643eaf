package render

import (
	"context"
	"testing"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view"
)

// project is a Run over files, to try templates.
type project struct {
	t   *testing.T
	run *Run
	w   *Worker
}

// newProject writes files into a folder and assembles them as a build does.
func newProject(t *testing.T, files map[string]string) *project {
	t.Helper()
	_, run, problems := newRun(t, files)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return &project{t, run, run.Worker()}
}

// page returns a page of the first language by its path.
func (p *project) page(path string) *view.Page {
	p.t.Helper()
	v := p.run.views.Page(p.run.o.Site.Editions[0].PageAt(path))
	if v == nil {
		p.t.Fatalf("there is no page %s", path)
	}
	return v
}

// eval executes a template with a page as its context.
func (p *project) eval(page *view.Page, src string) (string, error) {
	target := site.Target{}
	if len(view.Model(page).Targets) > 0 {
		target = view.Model(page).Targets[0]
	}
	c := p.w.newCall(context.Background(), page, target)
	out, _, err := c.Execute("test", src, page)
	return out, err
}

// check executes templates on a page and compares their output.
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

// asked executes a template for a page and returns its output and questions.
func (p *project) asked(page *view.Page, src string) (string, []string) {
	p.t.Helper()
	c := p.w.newCall(context.Background(), page, view.Model(page).Targets[0])
	out, _, err := c.Execute("test", src, page)
	if err != nil {
		p.t.Fatalf("%s: %v", src, err)
	}
	var steps []string
	for _, s := range c.Recorder.Record().Steps {
		if s.Kind != trace.Template {
			steps = append(steps, kindName(s.Kind)+" "+s.Key)
		}
	}
	return out, steps
}

func kindName(k trace.Kind) string {
	names := []string{
		"", "Template", "Lookup", "PageCard", "PageParams", "PageText", "PageBody", "List", "ListCard",
		"ListParams", "Neighbour", "Resources", "Menu", "Resolve", "Git", "Config", "Data",
		"I18n", "File", "Glob", "Now", "Projection", "Source", "Piece",
	}
	return names[k]
}
