package site_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
)

// said is a list of problems, a line each.
func said(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s %v [%s]", d.Severity, d, d.Rule)
		if d.Hint != "" {
			b.WriteString(" | " + d.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestMistypedFrontMatter(t *testing.T) {
	for _, tt := range []struct{ front, want string }{
		{"title: [a]", "warning content/a.md:2: title must be a string, not a list: it is ignored [front-matter]"},
		{"x: 1\ndraft: perhaps", `warning content/a.md:3: draft must be true or false, not "perhaps": it is ignored [front-matter]`},
		{"draft: yes", `warning content/a.md:2: draft must be true or false, not "yes": it is ignored [front-matter] | in YAML 1.2, yes is text: write true`},
		{"weight: heavy", `warning content/a.md:2: weight must be a whole number, not "heavy": it is ignored [front-matter]`},
		{"tags: {a: b}", "warning content/a.md:2: tags must be a list of terms, not a table: it is ignored [front-matter]"},
		{"tags: a, b", ""},
		{"aliases: {a: b}", "warning content/a.md:2: aliases must be a list of strings, not a table: it is ignored [front-matter]"},
		{"sitemap: no", `warning content/a.md:2: sitemap must be a table, not "no": it is ignored [front-matter]`},
		{"sitemap: {priority: high}", `warning content/a.md:2: sitemap.priority must be a number, not "high": it is ignored [front-matter]`},
		{"build: {list: sometimes}", `warning content/a.md:2: build.list must be always, local or never, not "sometimes": it is ignored [front-matter]`},
		{"resources: 3", "warning content/a.md:2: resources must be a list of tables, not 3: it is ignored [front-matter]"},
		{"resources: [3]", "warning content/a.md:2: an entry of resources must be a table, not 3: it is ignored [front-matter]"},
		{"params: 3", "warning content/a.md:2: params must be a table, not 3: it is ignored [front-matter]"},
		{"menu: [[a]]", "warning content/a.md:2: menus must be a name, a list of names, or a table, not a list: it is ignored [front-matter]"},
		{"cascade: {draft: true}", "warning content/a.md:2: cascade has an effect only on this page and on pages in its bundle [front-matter] | move it to an _index.md file"},
		{"outputs: [htm]", `error content/a.md:2: unknown output format "htm" [front-matter] | did you mean "html"?`},
		{"url: /x/:slag/", `error content/a.md:2: url: unknown permalink token :slag in "/x/:slag/" [front-matter] | did you mean :slug?`},
		{"title: 3\ndraft: 'false'\nweight: '5'\ntags: a\naliases: []\nmenu: main\nkeywords:\nbuild: {list: true}\ntype:", ""},
	} {
		_, problems := assemble(t, "-- hugo.toml --\n-- content/a.md --\n---\n"+tt.front+"\n---\n")
		if got := strings.TrimSuffix(said(problems), "\n"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.front, got, tt.want)
		}
	}
}

// TestTooMuch has small files that would make a site of gigabytes.
func TestTooMuch(t *testing.T) {
	var many strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&many, "x%d: 1, ", i)
	}
	for _, tt := range []struct{ name, files, want string }{
		{
			"terms", "-- content/a.md --\n---\ntitle: A\ntags: [" + strings.ReplaceAll(many.String(), ": 1", "") + "]\n---\n",
			"error content/a.md:3: the page has 1001 tags, more than 1000 [front-matter]",
		},
		{
			"cascades", "-- content/_index.md --\n---\ncascade: {" + many.String() + "}\n---\n-- content/a.md --\n---\ntitle: A\n---\n",
			"error content/a.md: the page inherits more than 1000 values from cascades [site] | cascade one table that contains them",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := assemble(t, "-- hugo.toml --\n"+tt.files)
			if got := said(problems); !strings.Contains(got, tt.want+"\n") {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
			// Where mistakes are forgiven, nothing of it counts: which values came first is up to chance.
			s, problems := assemble(t, strings.ReplaceAll(strings.ReplaceAll(tt.files, "content/_index", "index"), "content/", ""))
			if got := said(problems); !strings.Contains(got, "warning"+strings.TrimPrefix(strings.ReplaceAll(tt.want, "content/", ""), "error")) {
				t.Fatalf("got %s", got)
			}
			for _, p := range s.Pages {
				if len(p.Terms) > 0 || len(p.Params) > 20 {
					t.Errorf("%s has %d terms and %d parameters", p.Path, len(p.Terms), len(p.Params))
				}
			}
		})
	}
}

func TestMistakesInPatterns(t *testing.T) {
	for _, tt := range []struct{ conf, want string }{
		{"baseURL = 'https://a.example/'\n[permalinks.page]\na = '/:year/'\nb = '/:mont/'\n", `error hugo.toml:4: permalinks: unknown permalink token :mont in "/:mont/" [config-value] | did you mean :month?`},
		{"[languages.en]\nweight = 1\n[languages.en.permalinks]\nb = '/:zzzzzz/'\n", `error hugo.toml:4: permalinks: unknown permalink token :zzzzzz in "/:zzzzzz/" [config-value] | the tokens are :year, `},
		{"[cascade]\ndraft = true\n[cascade.target]\npath = '{a'\n", "error hugo.toml:1: cascade: "},
	} {
		_, problems := assemble(t, "-- hugo.toml --\n"+tt.conf)
		if got := said(problems); !strings.HasPrefix(got, tt.want) || len(problems) != 1 {
			t.Errorf("%s:\n got %s\nwant %s", tt.conf, got, tt.want)
		}
	}
}

func TestDraftAbovePublished(t *testing.T) {
	files := `
-- hugo.toml --
-- content/s/_index.md --
---
title: S
draft: true
---
-- content/s/t/a.md --
-- content/e/_index.md --
---
draft: true
---
-- content/e/x.md --
---
draft: true
---
`
	_, problems := assemble(t, files)
	equal(t, said(problems), "warning content/s/_index.md:3: this page is a draft and is not built, but the pages below it are [front-matter] | to hold them back, too, add draft = true to its cascade")
}

func TestGitHistory(t *testing.T) {
	for _, tt := range []struct {
		name string
		git  *content.Git
		want string
	}{
		{"none", nil, "warning enableGitInfo is set, but the project is not in a git repository: git provides no dates [M4]\n"},
		{"whole", &content.Git{}, ""},
		{"shallow", &content.Git{Shallow: true}, "warning this is a shallow clone: the dates of its oldest files are unknown, so git provides no dates for them [M4] | fetch the whole history: run git fetch --unshallow, or set fetch-depth: 0 on a build server\n"},
	} {
		cfg, _ := config.Load(config.LoadOptions{Project: t.TempDir(), Flags: map[string]any{"enableGitInfo": true}})
		s, problems := site.Assemble(site.Input{Config: cfg, Tree: &content.Tree{}, Git: tt.git, Now: clock})
		if got := strings.ReplaceAll(said(problems), "flag: ", ""); s == nil || got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// Front matter of older versions of Hugo counts, with a warning.
func TestOldBuildKey(t *testing.T) {
	s, problems := assemble(t, "-- hugo.toml --\n-- content/a.md --\n---\n_build:\n  render: never\n---\n-- content/b.md --\n")
	if want := "warning content/a.md:2: the front matter key _build was removed from Hugo; use build [deprecated]\n"; said(problems) != want {
		t.Errorf("got %q, want %q", said(problems), want)
	}
	for _, p := range s.Pages {
		if p.Path == "/a" && (p.Render || p.Link) {
			t.Error("the page is rendered")
		}
	}
}

// In a Hugo project one of two things at one path is written.
func TestOnePathInHugo(t *testing.T) {
	for _, tt := range []struct{ files, want, lost string }{
		{"-- content/a.md --\n---\nurl: /tags/\n---\n", "warning content/a.md:2: content/a.md and the taxonomy page /tags are both written to tags/index.html; the taxonomy page /tags is kept", "/a"},
		{"-- content/a.md --\n-- content/b.md --\n---\nx: 1\nslug: a\n---\n", "warning content/b.md:3: content/a.md and content/b.md are both written to a/index.html; content/b.md is kept", "/a"},
		{"-- content/a/index.md --\n-- content/a/x.png --\n-- content/b.md --\n---\nurl: /a/x.png\n---\n", "warning content/b.md:2: content/a/x.png and content/b.md are both written to a/x.png; content/b.md is kept", ""},
		{"-- content/a.en.md --\n-- content/a/index.md --\n", "warning content/a/index.md: ignored: content/a.en.md already defines the page /a", ""},
		{"-- content/a.md --\n-- content/a/index.md --\n", "warning content/a.md: ignored: content/a/index.md already defines the page /a", ""},
	} {
		s, problems := assemble(t, "-- hugo.toml --\n"+tt.files)
		if got := said(problems); !strings.HasPrefix(got, tt.want) || len(problems) != 1 {
			t.Errorf("got %s\nwant %s", got, tt.want)
		}
		if s == nil {
			continue
		}
		for _, p := range s.Pages {
			if lost := len(p.Targets) > 0 && p.Targets[0].Lost; lost != (p.Path == tt.lost) {
				t.Errorf("%s: %s is lost: %v", tt.want, p.Path, lost)
			}
			for _, r := range p.Resources {
				if !r.Lost {
					t.Errorf("%s: the file is written", tt.want)
				}
			}
		}
	}
}

func TestTermsWithOneURLAreOne(t *testing.T) {
	const files = "-- content/a.md --\n---\ntags: [tl;dr]\n---\n-- content/b.md --\n---\ntags: [x, tldr]\n---\n"
	s, problems := assemble(t, "-- sitegen.toml --\n"+files)
	want := `warning content/b.md:2: the terms "tl;dr" and "tldr" have one URL: they are one term [same-path]`
	if got := said(problems); !strings.HasPrefix(got, want) || len(problems) != 1 {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := paths(page(t, s, "en:/tags/tl;dr").Pages); got != "/a /b" {
		t.Errorf("pages of the term: %s", got)
	}
	own := files + "-- content/tags/tldr/_index.md --\n---\nurl: /tags/other/\n---\n"
	if s, problems = assemble(t, "-- sitegen.toml --\n"+own); len(problems) > 0 {
		t.Errorf("with a URL of its own: %s", said(problems))
	}
	if got := paths(page(t, s, "en:/tags/tldr").Pages); got != "/b" {
		t.Errorf("pages of the term with a file: %s", got)
	}
}

func TestWhereCollisionsAreShown(t *testing.T) {
	for _, tt := range []struct{ files, want string }{
		{"-- content/a.md --\n---\nurl: /tags/\n---\n", "error content/a.md:2: content/a.md and the taxonomy page /tags are both written to tags/index.html [same-path]"},
		{"-- content/a.md --\n-- content/b.md --\n---\nx: 1\nslug: a\n---\n", "error content/b.md:3: content/a.md and content/b.md are both written to a/index.html [same-path]"},
		{"-- content/a/index.md --\n-- content/a/x.png --\n-- content/b.md --\n---\nurl: /a/x.png\n---\n", "error content/b.md:2: content/a/x.png and content/b.md are both written to a/x.png [same-path]"},
	} {
		_, problems := assemble(t, "-- sitegen.toml --\n"+tt.files)
		if got := said(problems); !strings.HasPrefix(got, tt.want+" | give one of them another url") || len(problems) != 1 {
			t.Errorf("got %s\nwant %s", got, tt.want)
		}
	}
}
