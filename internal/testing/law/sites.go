package law

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// site is an initial site for cases.
type site struct {
	name    string
	from    string // folder in the repository; testdata/law/NAME if empty
	baseURL string // Options.BaseURL
	output  string // output folder relative to the project; "public" if empty
	parent  string // name of the folder that holds the project's
	git     bool   // has a repository
	guessed bool   // without configuration: sitegen guesses the settings
	weight  int    // how many cases begin with it, where others have one

	finish func(dir string) error // changes the copy of the folder; may be nil
	often  []string               // kinds of edit that come up more often here
}

// sites returns all sites. Most use an embedded theme, as most people do: search, tags, and feeds are on.
func sites() []site {
	return []site{
		{name: "many", finish: manyPages, weight: 3}, // contains most of what can go wrong
		{name: "blog", from: "testdata/sites/blog", finish: small},
		{name: "docs", from: "testdata/sites/docs", finish: archived(small), often: checkouts},
		{
			name: "themed", git: true, finish: gitRepository,
			often: append(gitKinds, "config: theme", "theme: template overridden"),
		},
		{
			name: "bare", baseURL: "https://bare.example/", guessed: true, finish: barePicture,
			often: []string{"config: one appears"},
		},
		{name: "plain", from: "testdata/law/plain"},
		// keeps its outputs
		{name: "archived", from: "testdata/law/many", finish: archived(manyPages), often: checkouts},
		{name: "fallback", from: "testdata/law/many", finish: fallbackPages, often: []string{
			"translation: added", "translation: removed", "config: fallback pages", "meta: translationKey",
			"meta: draft of a section",
		}},
		{name: "dates", finish: small, weight: 2},                             // posts whose only metadata is a date
		{name: "gitdates", git: true, finish: gitRepository, often: gitKinds}, // documentation with dates from git
		// custom layouts and the built-in RSS template
		{name: "feeds", from: "testdata/law/plain", finish: ownFeeds},
		{name: "elsewhere", from: "testdata/law/plain", finish: builtElsewhere, output: "../www/site", parent: "public"},
		{name: "batch", often: []string{
			"batch: call added", "batch: calls removed", "batch: script changed",
			"batch: import removed", "batch: option",
		}},
		{name: "linked", from: "testdata/law/plain", finish: linkedOutput, output: "public"},
	}
}

var checkouts = []string{"world: fresh checkout, and what is kept is restored", "output: deleted as a whole"}

// archived makes a site that keeps its outputs between builds.
func archived(finish func(dir string) error) func(dir string) error {
	return func(dir string) error {
		for _, name := range []string{"sitegen.toml", "hugo.toml"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				return cmp.Or(finish(dir), rewrite(func(old string) string { return "cacheOutputs = true\n" + old }, dir, name))
			}
		}
		return cmp.Or(finish(dir), rewrite(func(old string) string { return "cacheOutputs: true\n" + old }, dir,
			"sitegen.yaml"))
	}
}

var gitKinds = []string{"git: commit", "git: only dates", "git: only the message"}

// Sites returns the names of the initial sites. With the reference sites of the parity check, these include
// "rules-hooks", "rules-urls", "rules-languages", and "rules-markdown".
func Sites() []string {
	var out []string
	for _, s := range sites() {
		out = append(out, s.name)
	}
	return out
}

// dealt returns Sites with each site repeated by its weight.
func dealt() []string {
	out := Sites()
	for _, s := range sites() {
		out = append(out, slices.Repeat([]string{s.name}, max(0, s.weight-1))...)
	}
	return out
}

func siteNamed(name string) (site, error) {
	if strings.HasPrefix(name, "rules-") {
		return site{name: name, from: "../shared/parity/" + name + "/source"}, nil
	}
	for _, s := range sites() {
		if s.name == name {
			s.from = cmp.Or(s.from, "testdata/law/"+name)
			return s, nil
		}
	}
	return site{}, fmt.Errorf("no site %q", name)
}

// make creates the site in a new folder.
func (s site) make(repo, dir string, o *project.Options) error {
	if err := testsite.Copy(dir, filepath.Join(repo, filepath.FromSlash(s.from))); err != nil {
		return fmt.Errorf("make the site %q: %w", s.name, err)
	}
	o.BaseURL, o.Destination = s.baseURL, s.output
	if s.finish == nil {
		return nil
	}
	return s.finish(dir)
}

// rewrite changes a file of a site.
func rewrite(change func(string) string, name ...string) error {
	file := filepath.Join(name...)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(change(string(text))), 0o666)
}

// small makes a site cheap to build: it shrinks images and removes WebP, formulas (which only edits add,
// because each takes longer than the rest of a build), and similar posts.
func small(dir string) error {
	for _, name := range []string{
		"2024-05-20-why-salt", "2024-07-30-rye-is-not-wheat", "2024-09-15-harvest", "2024-11-08-night-shift",
		"2024-12-20-stollen",
		"2025-02-03-cold-dough", "2025-04-21-baskets", "2025-08-17-pretzels", "2025-12-01-price", "2026-01-19-scoring",
	} {
		if err := os.RemoveAll(filepath.Join(dir, "content", "posts", name+".md")); err != nil {
			return err
		}
	}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch filepath.Ext(name) {
		case ".md":
			return rewrite(withoutFormulas, name)
		case ".png":
			return os.WriteFile(name, picture(36, 20), 0o666)
		case ".jpg":
			width := 36
			if filepath.Base(name) == "loaf.jpg" {
				width = 600 // wide enough for smaller versions of it
			}
			return os.WriteFile(name, photo(width, width/4), 0o666)
		}
		return nil
	})
	if err != nil {
		return err
	}
	name := filepath.Join(dir, "sitegen.toml")
	if _, err := os.Stat(name); err != nil {
		return nil // YAML: the site has no photos
	}
	return rewrite(func(old string) string {
		return strings.Replace(old, "[params]\n", "[params]\nimages = { webp = false }\n", 1)
	}, name)
}

var formula = regexp.MustCompile("(?s)\\$\\$.*?\\$\\$|\\\\\\(.*?\\\\\\)|```math\n.*?\n```")

func withoutFormulas(text string) string { return formula.ReplaceAllString(text, "formula") }

func fallbackPages(dir string) error {
	if err := rewrite(func(old string) string { return "fallbackPages = true\n" + old }, dir, "sitegen.toml"); err != nil {
		return err
	}
	return manyPages(dir)
}

func barePicture(dir string) error {
	return write(filepath.Join(dir, "notes", "pic.png"), picture(9, 7))
}

func gitRepository(dir string) error {
	ctx := context.Background()
	date := "2026-01-02T03:04:05Z"
	if err := git(ctx, dir, date, "init", "-q"); err != nil {
		return err
	}
	if err := write(filepath.Join(dir, ".gitignore"), []byte("/public/\n/.sitegen/\n")); err != nil {
		return err
	}
	return commit(ctx, dir, date, "-m", "begin")
}

// ownFeeds turns "plain" into a site with its own layouts, which show summaries in lists, and with feeds from
// the built-in RSS template, like a site made with Hugo.
func ownFeeds(dir string) error {
	list := filepath.Join(dir, "layouts", "_default", "list.html")
	if err := rewrite(func(old string) string {
		return strings.Replace(old, "</a> {{",
			"</a>{{ .Summary }}{{ with .Params.mood }}{{ warnf \"mood %s\" . }}{{ end }} {{", 1)
	}, list); err != nil {
		return err
	}
	return write(filepath.Join(dir, "hugo.toml"), []byte(`baseURL = "https://feeds.example/"
title = "Feeds"
[languages.en]
weight = 1
[languages.fr]
weight = 2
[taxonomies]
tag = "tags"
[feeds]
atom = false
json = false
`))
}

// odd adds content and static files in folders named like the default output folder.
func odd(dir string) error {
	return cmp.Or(
		write(filepath.Join(dir, "content", "public", "_index.md"), []byte("---\ntitle: Public\n---\n[one](one.md)\n")),
		write(filepath.Join(dir, "content", "public", "one.md"), []byte("---\ntitle: One\ndate: 2026-02-03\n---\nWords.\n")),
		write(filepath.Join(dir, "static", "public", "file.txt"), []byte("static\n")),
	)
}

// builtElsewhere sets an output folder outside of the project.
func builtElsewhere(dir string) error {
	return odd(dir)
}

// linkedOutput replaces the output folder by a symbolic link, which an option must name, or it would be
// refused.
func linkedOutput(dir string) error {
	to := filepath.Join(filepath.Dir(dir), "www")
	return cmp.Or(odd(dir), os.MkdirAll(to, 0o777), os.Symlink(to, filepath.Join(dir, "public")))
}

// manyPages adds repetitive files to the site "many": posts in several languages, some of them bundles, and
// media.
func manyPages(dir string) error {
	if err := os.Symlink("humans.txt", filepath.Join(dir, "static", "people.txt")); err != nil {
		return err
	}
	files := map[string][]byte{
		"content/talks/demo/dot.png":     picture(12, 8),
		"assets/img/mark.png":            picture(3, 4),
		"content/talks/demo/talk.mp4":    []byte("no film"),
		"content/posts/_index.md":        []byte("---\ntitle: Posts\ncascade:\n  params: {mood: happy}\n---\nAll posts.\n"),
		"content/posts/_index.fr.md":     []byte("---\ntitle: Articles\n---\n"),
		"content-pt/posts/_index.md":     []byte("---\ntitle: Artigos\n---\n"),
		"content/posts/p03/data.csv":     []byte("a,b\n1,2\n"),
		"content/posts/p03/pic.png":      picture(20, 10),
		"content/posts/p06/pic.png":      picture(10, 20),
		"content/posts/p06/pic.fr.png":   picture(11, 21),
		"content/posts/p06/drawing.svg":  []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>` + "\n"),
		"content/posts/p06/part/note.md": []byte("---\ntitle: A part\n---\nPart of a bundle.\n"),
	}
	tags := []string{"one", "two", "three", "four"}
	for i := range 10 {
		name := fmt.Sprintf("p%02d", i)
		for _, l := range []struct{ dir, lang, title string }{
			{"content/posts/", "", "Post"}, {"content/posts/", ".fr", "Article"}, {
				"content/posts/", ".ar",
				"مقال",
			}, {"content-pt/posts/", "", "Artigo"},
		} {
			if l.lang != "" && i%3 == 1 || l.dir == "content-pt/posts/" && i%2 == 1 {
				continue
			}
			file := name + l.lang + ".md"
			if slices.Contains([]int{3, 6}, i) {
				file = name + "/index" + l.lang + ".md"
			}
			files[l.dir+file] = fmt.Appendf(nil,
				"---\ntitle: %s %d\ndate: 2026-%02d-%02d\ntags: [%s, %s]\nauthors: [%s]\nweight: %d\n---\n"+
					"## Part %d\n\nSome words of %s in a paragraph that is long enough to be cut, again and again, by a summary of a few words.\n\n"+
					"{{< remember \"%s\" >}} See [the next](/posts/p%02d) and ![a picture](pic.png).\n",
				l.title, i, 1+i, 3+2*i, tags[i%4], tags[(i+i/4+1)%4], []string{"ada", "bob"}[i%2], i%5, i, l.title, name, (i+1)%10)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := write(filepath.Join(dir, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
	}
	return nil
}
