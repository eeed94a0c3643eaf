package migrate

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	testsite.Write(t, dir, files)
	return dir
}

// fates are the notes as "line fate key".
func fates(p *conversion.Plan) []string {
	var out []string
	for _, n := range p.Notes {
		out = append(out, strings.Join([]string{n.Position(), string(n.Fate), n.Key}, " "))
	}
	return out
}

func read(t *testing.T, files map[string]string) *conversion.Plan {
	t.Helper()
	p, err := Read(folder(t, files), conversion.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := frontmatter.Decode(frontmatter.TOML, "sitegen.toml", p.Files[0].Data); err != nil {
		t.Fatalf("%v\n%s", err, p.Files[0].Data)
	}
	return p
}

// A nav with groups that no folder is, pages twice, and pages that are not there.
func TestNav(t *testing.T) {
	p := read(t, map[string]string{
		"mkdocs.yml": `site_name: "A \"quoted\" name"
nav:
  - index.md
  - One:
      - a/x.md
      - Deep:
          - a/b/y.md
  - Two:
      - Again: a/x.md
      - z.md
  - none.md
  - 7
`,
		"docs/index.md": "# H", "docs/a/x.md": "# X", "docs/a/b/y.md": "# Y", "docs/z.md": "# Z", "docs/.hidden/h.md": "# No",
	})
	want := []string{
		"mkdocs.yml needs you baseURL", "mkdocs.yml:1 used site_name", "mkdocs.yml:2 used nav",
		"mkdocs.yml:8 used nav: Two", "mkdocs.yml:11 needs you nav: none.md",
	}
	if diff := cmp.Diff(want, fates(p)); diff != "" {
		t.Error(diff)
	}
	text := string(p.Files[0].Data)
	_, text, _ = strings.Cut(text, "from nav, and redirects\n")
	var rules []string
	for _, r := range strings.Split(text, "[[cascade]]\n") {
		if r = strings.Join(strings.Fields(r), " "); r != "" {
			rules = append(rules, r)
		}
	}
	wantRules := []string{
		`weight = 1 linkTitle = "One" title = "One" target = {path = "/a"}`, `weight = 2 target = {path = "/a/x"}`,
		`weight = 3 linkTitle = "Deep" title = "Deep" target = {path = "/a/b"}`, `weight = 4 target = {path = "/a/b/y"}`,
		`weight = 6 sidebar = {group = "Two"} target = {path = "/z"}`,
	}
	if diff := cmp.Diff(wantRules, rules); diff != "" {
		t.Error(diff)
	}
}

// With tabs, the menu has all top-level entries of nav.
func TestTabs(t *testing.T) {
	p := read(t, map[string]string{
		"mkdocs.yml": `site_name: T
site_url: https://e.example/
theme:
  name: material
  features: [navigation.tabs]
nav:
  - Home: index.md
  - about.md
  - Guide:
      - guide/x.md
  - Mixed:
      - https://other.example/
      - Deep:
          - gone.md
          - guide/y.md
      - z.md
  - Chat: https://chat.example/
`,
		"docs/index.md": "# H", "docs/about.md": "# A", "docs/guide/x.md": "# X", "docs/guide/y.md": "# Y", "docs/z.md": "# Z",
	})
	_, text, _ := strings.Cut(string(p.Files[0].Data), "# links of the header\n")
	text, _, _ = strings.Cut(text, "# how the pages are written")
	var tabs []string
	for _, r := range strings.Split(text, "[[menus.main]]\n") {
		if r = strings.Join(strings.Fields(r), " "); r != "" {
			tabs = append(tabs, r)
		}
	}
	want := []string{
		`name = "Home" pageRef = "/" weight = 1`, `pageRef = "/about" weight = 2`,
		`name = "Guide" pageRef = "/guide/x" weight = 3`, // another page of the folder is in another group
		`name = "Mixed" pageRef = "/guide/y" weight = 4`, `name = "https://other.example/" url = "https://other.example/" weight = 5`,
		`name = "Chat" url = "https://chat.example/" weight = 6`,
	}
	if diff := cmp.Diff(want, tabs); diff != "" {
		t.Error(diff)
	}
}

// Hugo's configuration may lie in a folder, in several files.
func TestHugoFolder(t *testing.T) {
	p := read(t, map[string]string{
		"config/_default/hugo.yaml":      "baseURL: https://a.dev/\ntitle: T\nlanguages:\n  en:\n    weight: 1\n  pt-BR:\n    weight: 2\n    title: T2\n",
		"config/_default/params.toml":    "description = \"D\"\nauthor = {name = \"Ann\", twitter = \"x\"}\ncolour = \"red\"\ntoc = \"all\"\n[social.github]\nurl = \"https://github.com/ann\"\nuser = \"ann\"\n",
		"config/_default/menus.en.toml":  "[[main]]\nname = \"A\"\nurl = \"/a/\"\n",
		"config/production/hugo.toml":    "copyright = \"C\"\n",
		"content/a.md":                   "# A\n{{< fig >}} {{% / other %}} {{< ../../x >}}",
		"themes/old/layouts/index.html":  "x",
		"layouts/shortcodes/fig.html":    "fig",
		"layouts/shortcodes/unused.html": "x",
	})
	var files []string
	for _, f := range p.Files {
		files = append(files, f.Path)
	}
	if diff := cmp.Diff([]string{"sitegen.toml"}, files); diff != "" {
		t.Error(diff) // shortcodes are where they are looked for
	}
	value, _, err := frontmatter.Decode(frontmatter.TOML, "sitegen.toml", p.Files[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"baseURL": "https://a.dev/", "title": "T", "copyright": "C", "theme": "docs", "replaces": []any{"config/_default", "config/production"},
		"params":    map[string]any{"description": "D", "author": map[string]any{"name": "Ann"}, "colour": "red", "social": []any{map[string]any{"name": "Github", "url": "https://github.com/ann"}}},
		"discovery": map[string]any{"sitemapAddresses": "hugo"},
		"languages": map[string]any{
			"en":    map[string]any{"weight": int64(1), "menus": map[string]any{"main": []any{map[string]any{"name": "A", "url": "/a/"}}}},
			"pt-br": map[string]any{"weight": int64(2), "title": "T2"},
		},
	}
	if diff := cmp.Diff(want, value); diff != "" {
		t.Errorf("%s\n%s", diff, p.Files[0].Data)
	}
}

// The language settings of a Hugo project have other names here.
func TestHugoLanguages(t *testing.T) {
	p := read(t, map[string]string{
		"hugo.toml": `baseURL = "https://e.example/"
title = "M"
[author]
name = "Me"
[languages.en]
languageName = "English"
languageCode = "en-GB"
weight = 1
[[languages.en.menu.main]]
name = "A"
pageRef = "/a"
[languages.ar]
languageName = "عربي"
languageDirection = "rtl"
languageCode = "ar-EG"
contentDir = "content/ar"
[languages.ar.params]
subTitle = "x"
`,
		"content/a.md": "# A\n",
	})
	want := `# How sitegen builds what hugo.toml describes, with its own theme. The content stays where it is.
# All keys: docs/configuration.md. What became of the old ones: sitegen init --from . --dry-run

baseURL = "https://e.example/"   # hugo.toml:1
title = "M"   # hugo.toml:2
theme = "docs"
replaces = ["hugo.toml"]   # they are no longer read

[discovery]
  sitemapAddresses = 'hugo'

[languages]
  [languages.ar]
    contentDir = 'content/ar'
    direction = 'rtl'
    label = 'عربي'
    locale = 'ar-EG'

    [languages.ar.params]
      subtitle = 'x'

  [languages.en]
    label = 'English'
    locale = 'en-GB'
    weight = 1

    [languages.en.menus]
      [[languages.en.menus.main]]
        name = 'A'
        pageRef = '/a'

[params]
  [params.author]
    name = 'Me'
`
	if diff := cmp.Diff(want, string(p.Files[0].Data)); diff != "" {
		t.Error(diff)
	}
	for _, n := range p.Notes {
		if n.Fate != conversion.Used {
			t.Errorf("%s is %s: %s", n.Key, n.Fate, n.Text)
		}
	}
}

func TestRefuses(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"outside": {"mkdocs.yml": "docs_dir: ../x\n"},
		"syntax":  {"mkdocs.yml": "nav: [\n", "docs/a.md": "x"},
		"hugo":    {"hugo.toml": "title = \n"},
	} {
		_, err := Read(folder(t, files), conversion.Options{})
		if list := diag.From(err); len(list) != 1 || list[0].File == "" || list[0].Line == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Read(t.TempDir(), conversion.Options{}); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

// Whatever mkdocs.yml says, what comes out is TOML, and the same every time.
func FuzzMkDocs(f *testing.F) {
	f.Add("site_name: x\nnav:\n  - A: a.md\n  - {B: [c/d.md], C: x}\ntheme: {name: material, palette: {primary: teal}, features: [a]}\nplugins: {redirects: {redirect_maps: {b.md: a.md}}}\nmarkdown_extensions: [admonition]\nextra: {a: 1}\n")
	f.Add("site_name: !ENV [A, 3]\ncopyright: \"\\x7f\\u0000\"\nedit_uri_template: 'x/{path_noext}'\nuse_directory_urls: false\n")
	f.Fuzz(func(t *testing.T, text string) {
		dir := folder(t, map[string]string{"mkdocs.yml": text, "docs/a.md": "# A\n!!! note\n", "docs/c/d e.md": "x"})
		one, err := Read(dir, conversion.Options{})
		if err != nil {
			return
		}
		if _, _, err := frontmatter.Decode(frontmatter.TOML, "sitegen.toml", one.Files[0].Data); err != nil {
			t.Fatalf("%v\n%s", err, one.Files[0].Data)
		}
		if two, err := Read(dir, conversion.Options{}); err != nil || cmp.Diff(one, two) != "" {
			t.Fatalf("%v\n%s", err, cmp.Diff(one, two))
		}
	})
}
