package view

import (
	"maps"
	"slices"
	"strings"
)

// rows evaluates expressions, or templates, on a page and compares their output. A result that starts with ERR is a
// part of an error.
func (p *project) rows(page *Page, rows [][2]string) {
	p.t.Helper()
	for _, c := range rows {
		text := c[0]
		if !strings.HasPrefix(text, "{{") {
			text = "{{ " + text + " }}"
		}
		got, err := p.eval(page, text)
		if want, isErr := strings.CutPrefix(c[1], "ERR "); isErr {
			if err == nil || !strings.Contains(err.Error(), want) {
				p.t.Errorf("%s: printed %q, error %v, want one with %q", text, got, err, want)
			}
			continue
		}
		if err != nil || got != c[1] {
			p.t.Errorf("%s\n got %q, %v\nwant %q", text, got, err, c[1])
		}
	}
}

// titles prints the titles of a list.
func titles(list string) string { return `{{ range ` + list + ` }}{{ .Title }}, {{ end }}` }

// library is a project about books in two languages, with nested sections, bundles, taxonomies, menus, outputs, and
// resources.
func library() map[string]string {
	return map[string]string{
		"hugo.toml": `
baseURL = "https://example.org/docs/"
title = "Library"
copyright = "© Library"
defaultContentLanguage = "en"
defaultContentLanguageInSubdir = true
mainSections = ["books", "films"]
capitalizeListTitles = true
timeZone = "Europe/Warsaw"
[params]
subtitle = "Reference, Tutorials"
copyright-year = 2023
[params.author]
name = "John Smith"
email = "john@example.org"
[languages.en]
weight = 1
locale = "en-US"
label = "English"
[languages.en.params]
greeting = "Hello"
[languages.de]
weight = 2
locale = "de-DE"
label = "Deutsch"
title = "Bibliothek"
direction = "ltr"
[languages.de.params]
greeting = "Hallo"
subtitle = "Nachschlagen"
[pagination]
pagerSize = 3
path = "seite"
[taxonomies]
genre = "genres"
author = "authors"
[outputs]
home = ["html", "rss", "json"]
section = ["html", "rss"]
page = ["html", "json"]
[permalinks.page]
films = "/:sections/:year/:slug/"
[[menus.main]]
name = "Books"
pageRef = "/books"
weight = 10
pre = "<i>b</i>"
post = "<i>e</i>"
[[menus.main]]
identifier = "novels"
name = "Novels"
title = "All novels"
pageRef = "/books/novels"
parent = "Books"
weight = 20
[[menus.main]]
name = "Films"
pageRef = "/films"
weight = 30
[menus.main.params]
class = "center"
[[menus.main]]
name = "Elsewhere"
url = "https://example.com/x"
weight = 40
[[menus.footer]]
name = "About us"
pageRef = "/about"
[related]
threshold = 20
includeNewer = true
[[related.indices]]
name = "genres"
weight = 80
[[related.indices]]
name = "year"
weight = 30
[services.rss]
limit = 7
[services.googleAnalytics]
id = "G-XXXX"
[privacy.youtube]
disable = true
`,
		"content/_index.md":                      "---\ntitle: Home\ndescription: All books\n---\nWelcome home.\n",
		"content/_index.de.md":                   "---\ntitle: Start\n---\n",
		"content/about.md":                       "---\ntitle: About us\ndate: 2020-05-06\nmenus:\n  footer:\n    weight: 5\n  main:\n    weight: 50\n    name: Us\n---\nWe read.\n",
		"content/books/_index.md":                "---\ntitle: Books\nweight: 1\ncascade:\n  params:\n    shelf: left\n---\nThe books.\n",
		"content/books/_index.de.md":             "---\ntitle: Bücher\n---\n",
		"content/books/novels/_index.md":         "---\ntitle: Novels\nweight: 2\n---\n",
		"content/books/novels/miserables.md":     "---\ntitle: Les Misérables\nlinkTitle: Misérables\ndescription: A long one\ndate: 1862-04-03\nlastmod: 2021-01-02\npublishDate: 1862-03-30\nweight: 30\ngenres: [suspense, romance]\nauthors: [Victor Hugo]\nyear: 1862\npages: 1462\nkeywords: [paris, bread]\naliases: [/lesmis]\nslug: misery\nrating: 4.5\npublished: 1862-04-03\nseries: {name: One, parts: [1, 2]}\n---\n## Fantine\n\nIn 1815 *Myriel* was bishop.\n\n### Volume one\n\n<!--more-->\n\n## Cosette\n\nSee [the hunchback](hunchback.md).\n",
		"content/books/novels/miserables.de.md":  "---\ntitle: Die Elenden\ndate: 1863-01-01\ngenres: [romance]\n---\nAuf Deutsch.\n",
		"content/books/novels/hunchback.md":      "---\ntitle: The Hunchback\ndate: 1831-03-16\nexpiryDate: 2099-01-01\nweight: 10\ngenres: [romance]\nauthors: [Victor Hugo]\nyear: 1831\npages: 940\nrating: 4\n---\nQuasimodo rings bells.\n",
		"content/books/novels/dracula.md":        "---\ntitle: Dracula\ndate: 1897-05-26\nweight: 20\ngenres: [horror, suspense]\nauthors: [Bram Stoker]\nyear: 1897\npages: 418\nlayout: special\ntype: gothic\n---\nJonathan Harker's journal. Kept in shorthand by himself.\n",
		"content/books/poems.md":                 "---\ntitle: Poems\ndate: 1856-01-01\ngenres: []\n---\n",
		"content/films/_index.md":                "---\ntitle: Films\n---\n",
		"content/films/nosferatu.md":             "---\ntitle: Nosferatu\ndate: 1922-03-04\ngenres: [horror]\nauthors: [Henrik Galeen]\nyear: 1922\n---\nA symphony.\n",
		"content/films/metropolis/index.md":      "---\ntitle: Metropolis\ndate: 1927-01-10\nyear: 1927\nresources:\n  - src: poster.png\n    name: poster\n    title: The poster\n    params: {credit: UFA}\n  - src: 'images/*.png'\n    name: still-:counter\n    title: 'Still :counter'\n---\nThe city.\n",
		"content/films/metropolis/cast.md":       "---\ntitle: Cast\nrole: list\n---\n*Brigitte Helm*\n",
		"content/films/metropolis/data.json":     `{"year": 1927}`,
		"content/films/metropolis/notes.txt":     "Notes on the film.\n",
		"content/films/metropolis/script.de.txt": "Drehbuch\n",
		"assets/css/a.css":                       "a  {  color : red ; }\n",
		"assets/css/b.css":                       "b { }\n",
		"assets/js/a.js":                         "var a = 1;\n",
		"assets/js/b.js":                         "var b = 2;\n",
		"assets/data/book.json":                  `{"title": "Les Misérables", "year": 1862}`,
		"assets/data/books.csv":                  "title,year\nLes Misérables,1862\nDracula,1897\n",
		"assets/text/hello.txt":                  "Hello {{ .name | default \"you\" }}!",
		"assets/icon.svg":                        `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"></svg>`,
		"static/robots-like.txt":                 "static",
		"README.md":                              "# Read me\n",
	}
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
