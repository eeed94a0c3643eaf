package config

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestGuesses(t *testing.T) {
	post := "---\ndate: 2026-01-02\n---\n"
	for _, tt := range []struct {
		name    string
		files   map[string]string
		o       LoadOptions
		want    []string
		bare    bool
		content string
	}{
		{
			"README only",
			map[string]string{"README.md": "# A *good* [tool](x) #\n"},
			LoadOptions{},
			[]string{`contentDir = "."   # guessed: no content folder found`, `title = "A good tool"   # guessed: README.md`, `markup.goldmark.renderer.unsafe = true   # guessed: a folder of Markdown files`, `theme = "docs"   # guessed: few pages have dates`},
			true, ".",
		},
		{
			"an Obsidian vault with dated notes",
			map[string]string{".obsidian/app.json": "{}", "One.md": post, "index.md": "# Home\n"},
			LoadOptions{},
			[]string{
				`contentDir = "."   # guessed: .obsidian`, `title = "Home"   # guessed: index.md`, `markup.wikiLinks = true   # guessed: .obsidian`, `params.backlinks = true   # guessed: .obsidian`, `taxonomies.tag = "tags"   # guessed: .obsidian`, `markup.goldmark.renderer.hardWraps = true   # guessed: .obsidian`,
				`frontmatter.publishDate = []   # guessed: .obsidian`, `markup.goldmark.extensions.extras.mark.enable = true   # guessed: .obsidian`, `markup.goldmark.renderer.unsafe = true   # guessed: .obsidian`, `markup.goldmark.extensions.typographer.disable = true   # guessed: .obsidian`, `theme = "docs"   # guessed: .obsidian`,
			},
			true, ".",
		},
		{
			"notes that link by name, without the folder of a vault",
			map[string]string{"One.md": "[[two#Part|that]]\n", "notes/Two.md": post, "README.md": "# Home\n"},
			LoadOptions{},
			[]string{
				`contentDir = "."   # guessed: no content folder found`, `title = "Home"   # guessed: README.md`, `markup.wikiLinks = true   # guessed: [[…]] in One.md`, `params.backlinks = true   # guessed: [[…]] in One.md`, `taxonomies.tag = "tags"   # guessed: [[…]] in One.md`,
				`markup.goldmark.renderer.hardWraps = true   # guessed: [[…]] in One.md`, `markup.goldmark.extensions.extras.mark.enable = true   # guessed: [[…]] in One.md`, `markup.goldmark.renderer.unsafe = true   # guessed: [[…]] in One.md`, `markup.goldmark.extensions.typographer.disable = true   # guessed: [[…]] in One.md`, `theme = "docs"   # guessed: [[…]] in One.md`,
			},
			true, ".",
		},
		{
			"brackets that name no page",
			map[string]string{"one.md": "```sh\n[[ -f one ]] [[one]]\n```\n`[[one]]` [[gone]]\n", "README.md": "# Home\n", "public/gone.md": "[[one]]\n"},
			LoadOptions{},
			[]string{`contentDir = "."   # guessed: no content folder found`, `title = "Home"   # guessed: README.md`, `markup.goldmark.renderer.unsafe = true   # guessed: a folder of Markdown files`, `theme = "docs"   # guessed: few pages have dates`},
			true, ".",
		},
		{
			"MkDocs",
			map[string]string{"mkdocs.yml": "site_name: 'My docs' # yes\ndocs_dir: \"manual/\"\nsite_url: https://docs.example/tool\n", "manual/index.md": "# Home\n", "README.md": "# Not this\n"},
			LoadOptions{},
			[]string{
				`contentDir = "manual"   # guessed: mkdocs.yml`, `baseURL = "https://docs.example/tool/"   # guessed: mkdocs.yml`, `disablePathToLower = true   # guessed: mkdocs.yml`,
				`disableKinds = ["taxonomy", "term"]   # guessed: mkdocs.yml`, `title = "My docs"   # guessed: mkdocs.yml`,
				`frontmatter.publishDate = []   # guessed: mkdocs.yml`,
				`params.sidebar.sort = "file"   # guessed: mkdocs.yml`,
				`markup.goldmark.renderer.unsafe = true   # guessed: mkdocs.yml`, `markup.goldmark.parser.autoIDType = "python-markdown"   # guessed: mkdocs.yml`,
				`markup.goldmark.extensions.typographer.disable = true   # guessed: mkdocs.yml`, `theme = "docs"   # guessed: mkdocs.yml`,
			},
			true, "manual",
		},
		{
			"MkDocs, pinned",
			map[string]string{"mkdocs.yml": "site_name: My docs\n", "docs/index.md": "# Home\n", "sitegen.toml": "contentDir = 'docs'\ntheme = 'x'\n[markup.goldmark.renderer]\nunsafe = true\n", "themes/x/layouts/list.html": ""},
			LoadOptions{},
			[]string{`frontmatter.publishDate = []   # guessed: mkdocs.yml`, `params.sidebar.sort = "file"   # guessed: mkdocs.yml`},
			true, "docs",
		},
		{
			"Docusaurus",
			map[string]string{"docusaurus.config.js": "const config = {\n  footer: {\n    title: 'Docs',\n  },\n  \"title\": 'It\"s mine',\n  tagline: 'x',\n};\nexport default config;\n", "docs/intro.md": "# Intro\n"},
			LoadOptions{},
			[]string{
				`contentDir = "docs"   # guessed: docusaurus.config.js`, `disablePathToLower = true   # guessed: docusaurus.config.js`,
				`params.description = "x"   # guessed: docusaurus.config.js`, `permalinks.taxonomy.tags = "/docs/tags/"   # guessed: docusaurus.config.js`,
				`permalinks.term.tags = "/docs/tags/:slug/"   # guessed: docusaurus.config.js`, `taxonomies.tag = "tags"   # guessed: docusaurus.config.js`,
				`title = "It\"s mine"   # guessed: docusaurus.config.js`, `frontmatter.publishDate = []   # guessed: docusaurus.config.js`, `enableEmoji = true   # guessed: docusaurus.config.js`,
				`params.sidebar.sort = "name"   # guessed: docusaurus.config.js`,
				`markup.goldmark.renderer.unsafe = true   # guessed: docusaurus.config.js`,
				`markup.goldmark.extensions.typographer.disable = true   # guessed: docusaurus.config.js`, `theme = "docs"   # guessed: docusaurus.config.js`,
			},
			true, "docs",
		},
		{
			"content of Hugo with dates",
			map[string]string{"content/_index.md": "+++\ntitle = 'Ada'\n+++\n", "content/notes/a.md": "+++\nDate = 2026-01-02\n+++\n", "content/notes/b/index.md": "{\n  \"date\": \"2026-01-02\"\n}\n", "content/about.md": "About\n"},
			LoadOptions{},
			[]string{`title = "Ada"   # guessed: content/_index.md`, `theme = "blog"   # guessed: most pages have dates`},
			false, "content",
		},
		{
			"a Hugo project",
			map[string]string{"hugo.toml": "", "content/posts/a.md": "A\n", "mkdocs.yml": "site_name: x\n", "docs/index.md": ""},
			LoadOptions{},
			[]string{`theme = "blog"   # guessed: most pages have dates`},
			false, "content",
		},
		{
			"bare folder of dated posts, with drafts in an ignored folder",
			map[string]string{"sitegen.toml": "ignore = ['old/**']\n", "2026-01-02-a.md": "A\n", "b.md": post, "old/c.md": "", "old/d.md": "", "old/e.md": ""},
			LoadOptions{},
			[]string{`contentDir = "."   # guessed: no content folder found`, `theme = "blog"   # guessed: most pages have dates`},
			true, ".",
		},
		{
			"templates of its own",
			map[string]string{"sitegen.toml": "", "content/a.md": post, "layouts/baseof.html": ""},
			LoadOptions{},
			nil, false, "content",
		},
	} {
		c := mustLoad(t, tt.files, tt.o)
		var got []string
		for _, g := range c.Guessed {
			got = append(got, g.String())
		}
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
		if c.Bare != tt.bare || c.ContentDir != tt.content {
			t.Errorf("%s: bare %v, content %q", tt.name, c.Bare, c.ContentDir)
		}
	}
}

func TestGuessTitleOfFolder(t *testing.T) {
	c := mustLoad(t, map[string]string{"notes.md": "Text\n"}, LoadOptions{})
	if want := filepath.Base(c.Project); c.Languages[0].Title != want || c.Origin["title"] != "guessed: the folder's name" {
		t.Errorf("title %q from %s, want %q", c.Languages[0].Title, c.Origin["title"], want)
	}
}
