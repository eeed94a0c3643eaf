package view

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
		"content/about.md":          "---\ntitle: About\ndate: 2020-01-01\nmenus: main\nvideo: https://v.example/a.mp4\n---\n",
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
	}
}
