package generators

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Content files with their front matter, and the pages that they may become according to each generator's
// documentation.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		generator, config, file, front string
		want                           string
	}{
		{"hugo", "", "posts/First Post.md", "", "posts/first-post"},
		{"hugo", "", "_index.md", "", ""},
		{"hugo", "", "posts/_index.fr.md", "", "fr/posts posts"},
		{"hugo", "", "posts/bundle/index.md", "", "posts/bundle"},
		{"hugo", "", "posts/bundle/index.md", "slug: other", "posts/other"},
		{"hugo", "", "posts/a.md", "slug: b", "posts/b"},
		{"hugo", "", "posts/a.md", "url: /x/y.html", "x/y"},
		{"hugo", "", "posts/v1.2.md", "", "posts/v1.2"},
		{"jekyll", "", "_posts/2026-01-02-hello-world.md", "", "2026/01/02/hello-world"},
		{"jekyll", "", "_posts/2026-01-02-hello.md", "categories: [Go, web dev]", "go/web dev/2026/01/02/hello"},
		{"jekyll", "", "news/_posts/2026-01-02-hello.md", "date: 2026-03-04", "news/2026/03/04/hello"},
		{"jekyll", "permalink: pretty", "_posts/2026-01-02-hello.md", "", "2026/01/02/hello"},
		{"jekyll", "permalink: /blog/:title/", "_posts/2026-01-02-hello.md", "", "blog/hello"},
		{"jekyll", "permalink: none", "_posts/2026-01-02-hello.md", "permalink: /own.html", "own"},
		{"jekyll", "", "about.md", "", "about"},
		{"jekyll", "", "docs/index.html", "", "docs"},
		{"jekyll", "", "_recipes/soup.md", "", "recipes/soup"},
		{"eleventy", "", "posts/2018-01-01-mypost.md", "", "posts/2018-01-01-mypost"},
		{"eleventy", "", "index.njk", "", ""},
		{"eleventy", "", "docs/docs.md", "", "docs"},
		{"eleventy", "", "a.md", "permalink: /b/index.html", "b"},
		{"eleventy", "", "a.md", `permalink: "/{{ page.fileSlug }}/"`, "none"},
		{"eleventy", "", "a.md", "permalink: false", "none"},
		{"eleventy", "", "_includes/base.njk", "", "none"},
		{"astro", "", "src/pages/about.astro", "", "about"},
		{"astro", "", "src/pages/blog/index.md", "", "blog"},
		{"astro", "", "src/pages/index.astro", "", ""},
		{"astro", "", "src/pages/blog/[slug].astro", "", "none"},
		{"astro", "", "src/content/blog/first-post.md", "", "blog/first-post"},
		{"astro", "", "src/content/docs/guides/x.mdx", "", "guides/x docs/guides/x"},
		{"mkdocs", "", "guide/install.md", "", "guide/install"},
		{"mkdocs", "", "guide/README.md", "", "guide"},
		{"docusaurus", "", "docs/01-intro/02-start.md", "", "docs/intro/start intro/start"},
		{"docusaurus", "", "docs/tutorial/tutorial.md", "", "docs/tutorial tutorial"},
		{"docusaurus", "", "docs/a.md", "slug: /", "docs "},
		{"docusaurus", "", "blog/2021-08-26-welcome/index.md", "", "blog/2021/08/26/welcome"},
		{"docusaurus", "", "blog/2019-05-28-first.md", "slug: first", "blog/first"},
		{"docusaurus", "", "src/pages/markdown-page.md", "", "markdown-page"},
		{"zola", "", "blog/2018-10-10_First.md", "", "blog/first"},
		{"zola", "", "blog/post/index.md", "slug: other", "blog/other"},
		{"zola", "", "blog/_index.fr.md", "", "fr/blog blog"},
		{"zola", "", "a.md", "path: x/y", "x/y"},
		{"plain", "", "a/index.md", "", "a"},
	} {
		dir := t.TempDir()
		if c.config != "" {
			write(t, filepath.Join(dir, "_config.yml"), c.config)
		}
		write(t, filepath.Join(dir, c.file), "---\n"+c.front+"\n---\nx\n")
		if got := keysIn(t, c.generator, dir, c.file); got != c.want {
			t.Errorf("%s %s, %q: %q, want %q", c.generator, c.file, c.front, got, c.want)
		}
	}
}

// keysIn returns the keys of a file in a folder, "none" if it is not a page.
func keysIn(t *testing.T, generator, dir, file string) string {
	t.Helper()
	g, err := sourcesOf(generator, dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSource(os.DirFS(dir), file, g, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.keys == nil {
		return "none"
	}
	return strings.Join(s.keys, " ")
}

// The folder of a project has its pages where its configuration says. Other files are not pages.
func TestProjectFolders(t *testing.T) {
	for _, c := range []struct{ generator, config, text, below, file, want string }{
		{"hugo", "hugo.toml", "", "", "content/posts/a.md", "posts/a"},
		{"hugo", "hugo.toml", "contentDir = 'pages'", "", "pages/posts/a.md", "posts/a"},
		{"hugo", "config/_default/hugo.yaml", "contentDir: pages", "", "README.md", "none"},
		{"hugo", "hugo.toml", "contentDir = 'pages'", "pages", "posts/a.md", "posts/a"},
		{"zola", "zola.toml", "base_url = 'https://e.example'", "", "content/posts/a.md", "posts/a"},
		{"zola", "zola.toml", "base_url = 'https://e.example'", "content", "posts/a.md", "posts/a"},
		{"mkdocs", "mkdocs.yml", "docs_dir: pages", "", "pages/a/index.md", "a"},
		{"mkdocs", "mkdocs.yml", "site_name: M", "", "docs/a/index.md", "a"},
		{"mkdocs", "mkdocs.yml", "site_name: M", "", "README.md", "none"},
		{"mkdocs", "mkdocs.yml", "docs_dir: .", "", "a.md", "a"},
		{"vitepress", ".vitepress/config.mts", "export default { srcDir: './pages' }", "", "pages/guide/a.md", "guide/a"},
		{"vitepress", ".vitepress/config.mts", "export default { srcDir: 'pages' }", "", "README.md", "none"},
		{"vitepress", ".vitepress/config.mts", "export default { srcDir: 'pages' }", "pages", "guide/a.md", "guide/a"},
		{"vitepress", ".vitepress/config.mts", "export default { srcDir: 'pages' }", "pages/guide", "a.md", "guide/a"},
		{
			"vitepress", ".vitepress/config.mts", "export default { srcDir: 'pages', rewrites: { 'en/:rest*': ':rest*' } }",
			"", "pages/en/guide/a.md", "guide/a",
		},
		{"vitepress", ".vitepress/config.mts", "export default {}", "", "guide/index.md", "guide"},
		{"astro", "astro.config.mjs", "export default { srcDir: './www' }", "", "www/pages/a.astro", "a"},
		{"astro", "astro.config.mjs", "export default { srcDir: './www' }", "", "src/pages/a.astro", "none"},
		{"astro", "astro.config.mjs", "export default {}", "", "src/pages/a.astro", "a"},
		{"eleventy", "eleventy.config.js", "module.exports = { dir: { input: 'src' } }", "", "src/a.md", "a"},
		{"jekyll", "_config.yml", "source: site", "", "site/_posts/2026-01-02-a.md", "2026/01/02/a"},
		{"jekyll", "_config.yml", "source: site", "", "site/about.md", "about"},
		{"jekyll", "_config.yml", "source: site", "", "README.md", "none"},
		{"jekyll", "_config.yml", "source: site", "site", "_posts/2026-01-02-a.md", "2026/01/02/a"},
		{"jekyll", "_config.yml", "collections_dir: all", "", "all/_posts/2026-01-02-a.md", "2026/01/02/a"},
		{"jekyll", "_config.yml", "collections_dir: all", "", "all/_talks/a.md", "talks/a"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, c.config), c.text)
		at := filepath.Join(dir, filepath.FromSlash(c.below))
		write(t, filepath.Join(at, c.file), "---\ntitle: A\n---\nx\n")
		if got := keysIn(t, c.generator, at, c.file); got != c.want {
			t.Errorf("%s, %s in %q: %q, want %q", c.text, c.file, c.below, got, c.want)
		}
	}
}

func TestDetect(t *testing.T) {
	for file, want := range map[string]string{
		"hugo.toml": "hugo", "_config.yml": "jekyll", "eleventy.config.js": "eleventy", "astro.config.mjs": "astro", "mkdocs.yml": "mkdocs",
		"docusaurus.config.ts": "docusaurus", "config.toml": "zola", "x.txt": "plain",
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, file), "base_url = \"https://e.example\"\n")
		write(t, filepath.Join(dir, "content", "a.md"), "x")
		for _, at := range []string{dir, filepath.Join(dir, "content")} {
			if g := detect(generators(), at); g.ID != want {
				t.Errorf("%s: %s", file, g.ID)
			}
		}
	}
	if _, err := sourcesOf("wordpress", t.TempDir()); err == nil {
		t.Error("an unknown generator is taken")
	}
}

func TestKeyOf(t *testing.T) {
	got := map[string]string{}
	for _, p := range []string{"index.html", "/", "a.html", "a/index.html", "/a/", "a/b.htm"} {
		got[p] = keyOf(p)
	}
	want := map[string]string{"index.html": "", "/": "", "a.html": "a", "a/index.html": "a", "/a/": "a", "a/b.htm": "a/b"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
