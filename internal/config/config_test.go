package config

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// project writes files ("path: text") into a new folder.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	testsite.Write(t, dir, files)
	return dir
}

func load(t *testing.T, files map[string]string, o LoadOptions) (*Config, diag.List) {
	t.Helper()
	o.Project = project(t, files)
	return Load(o)
}

func mustLoad(t *testing.T, files map[string]string, o LoadOptions) *Config {
	t.Helper()
	c, list := load(t, files, o)
	if len(list) > 0 {
		t.Fatalf("unexpected diagnostics: %v", text(list))
	}
	return c
}

func text(list diag.List) string {
	var lines []string
	for _, d := range list {
		line := d.Severity.String() + " " + d.Error()
		if d.Hint != "" {
			line += " | " + d.Hint
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestNoConfiguration(t *testing.T) {
	c := mustLoad(t, map[string]string{"content/a.md": ""}, LoadOptions{})
	if c.Hugo || c.Bare || c.BaseURL != "" || len(c.Languages) != 1 || c.ContentDir != "content" || c.TimeZone.String() != "UTC" {
		t.Errorf("defaults are off: %+v", c)
	}
	l := c.Languages[0]
	if l.Lower != "en" || !l.Default || l.Locale != "en" || l.Pagination.PagerSize != 10 || l.SummaryLength != 70 || l.Sitemap.Priority != -1 {
		t.Errorf("language defaults are off: %+v", l)
	}
}

func TestKeysAreCaseInsensitive(t *testing.T) {
	for name, src := range map[string]string{
		"hugo.toml": "BASEURL = 'https://a.example'\nTitle = 'T'\n[Params]\nMainColor = 'red'\n[params.Deep]\nER = 1\n",
		"hugo.yaml": "baseurl: https://a.example\nTITLE: T\nparams:\n  MainColor: red\n  deep:\n    Er: 1\n",
		"hugo.json": `{"baseURL": "https://a.example", "title": "T", "params": {"mainCOLOR": "red", "deep": {"eR": 1.0}}}`,
	} {
		c := mustLoad(t, map[string]string{name: src}, LoadOptions{})
		er := map[string]any{"hugo.toml": int64(1), "hugo.yaml": uint64(1), "hugo.json": 1.0}[name]
		want := map[string]any{"maincolor": "red", "deep": map[string]any{"er": er}}
		if diff := cmp.Diff(want, c.Languages[0].Params); diff != "" || c.BaseURL != "https://a.example/" || c.Languages[0].Title != "T" || !c.Hugo {
			t.Errorf("%s: base %q title %q hugo %v params %s", name, c.BaseURL, c.Languages[0].Title, c.Hugo, diff)
		}
	}
}

func TestFolderEnvironmentVariablesAndFlags(t *testing.T) {
	files := map[string]string{
		"config/_default/hugo.toml":           "baseURL = 'https://a.example/'\ntitle = 'root'\ndefaultContentLanguage = 'en'\n",
		"config/_default/params.toml":         "a = 1\nb = 1\nc = 1\n",
		"config/_default/menus/menus.pl.toml": "[[main]]\nname = 'Dom'\npageRef = '/'\n",
		"config/_default/menus.toml":          "[[main]]\nname = 'Home'\npageRef = '/'\n[[foot]]\nname = 'Foot'\n",
		"config/_default/languages.toml": "[en]\nweight = 2\n[pl]\nweight = 1\nlocale = 'pl-PL'\n[pl.params]\nc = 'pl'\n" +
			"[pl.taxonomies]\nmood = 'moods'\n[xx]\ndisabled = true\n",
		"config/production/params.toml": "b = 2\n",
		"config/staging/params.toml":    "b = 3\n",
	}
	o := LoadOptions{
		Environ: []string{"HUGO_TITLE=env", "SITEGEN_PARAMS_A=5", "HUGO_VERSION=1", "HUGOxPARAMSxNEW_KEY=v"},
		Flags:   map[string]any{"baseURL": "https://flag.example/"},
	}
	c := mustLoad(t, files, o)
	if c.BaseURL != "https://flag.example/" {
		t.Errorf("flag lost: %q", c.BaseURL)
	}
	if len(c.Languages) != 2 || c.Languages[0].Lower != "pl" || c.Languages[1].Lower != "en" {
		t.Fatalf("languages: %+v", c.Languages)
	}
	pl, en := c.Languages[0], c.Languages[1]
	if pl.Title != "env" || en.Title != "env" {
		t.Errorf("titles %q %q", pl.Title, en.Title)
	}
	if diff := cmp.Diff(map[string]any{"a": "5", "b": int64(2), "c": "pl", "new_key": "v"}, pl.Params); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{"a": "5", "b": int64(2), "c": int64(1), "new_key": "v"}, en.Params); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Taxonomy{{"mood", "moods"}}, pl.Taxonomies); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Taxonomy{{"category", "categories"}, {"tag", "tags"}}, en.Taxonomies); diff != "" {
		t.Error(diff)
	}
	if pl.Menus["main"][0].Name != "Dom" || en.Menus["main"][0].Name != "Home" || len(pl.Menus["foot"]) != 0 || len(en.Menus["foot"]) != 1 {
		t.Errorf("menus: %+v / %+v", pl.Menus, en.Menus)
	}
	if got := c.Origin["params.b"]; got != "config/production/params.toml:1" {
		t.Errorf("origin of params.b: %q", got)
	}
	if got := c.Origin["title"]; got != "HUGO_TITLE" {
		t.Errorf("origin of title: %q", got)
	}
	if c2 := mustLoad(t, files, LoadOptions{Environment: "staging"}); c2.Languages[0].Params["b"] != int64(3) {
		t.Errorf("staging: %v", c2.Languages[0].Params)
	}
}

// Variables name modules and their replacements before these are looked for. While one is missing, formats that it may
// define are not called unknown.
func TestModuleVariables(t *testing.T) {
	files := map[string]string{
		"hugo.toml":           "[outputs]\nhome = ['html', 'print']\n[module]\n[[module.imports]]\npath = 'example.org/mod'\n",
		"elsewhere/hugo.toml": "[outputFormats.print]\nmediaType = 'text/html'\n",
	}
	_, diags := load(t, files, LoadOptions{Environ: []string{"GOPROXY=off", "GOFLAGS=-mod=mod", "HOME=" + t.TempDir()}})
	if len(diags) != 1 || diags[0].Rule != "config-module" {
		t.Errorf("without the module: %s", text(diags))
	}
	c := mustLoad(t, files, LoadOptions{Environ: []string{"HUGO_MODULE_REPLACEMENTS=example.org/mod -> ../elsewhere"}})
	if diff := cmp.Diff([]string{"html", "print"}, c.Languages[0].Outputs["home"]); diff != "" || len(c.Modules) != 1 {
		t.Errorf("modules %v, outputs %s", c.Modules, diff)
	}
}

func TestDateHandlers(t *testing.T) {
	c := mustLoad(t, map[string]string{"hugo.toml": "[frontmatter]\ndate = ['written', ':filename', ':default']\nlastmod = ['lastmod', ':fileModTime']\npublishDate = ['publishDate']\n"}, LoadOptions{})
	want := content.DateHandlers{
		Date:        []string{"written", ":filename", "date", "publishdate", "pubdate", "published", "lastmod", "modified"},
		Lastmod:     []string{"lastmod", "modified", ":filemodtime"},
		PublishDate: []string{"publishdate", "pubdate", "published"},
		ExpiryDate:  []string{"expirydate", "unpublishdate"},
	}
	if diff := cmp.Diff(want, c.Dates); diff != "" {
		t.Error(diff)
	}
}

func TestPermalinksUglyOutputs(t *testing.T) {
	c := mustLoad(t, map[string]string{"hugo.toml": `
disableKinds = ['RSS', 'term']
[permalinks]
flat = '/f/:slug/'
[permalinks.section]
Log = '/l/:year/'
[uglyURLs]
Post = true
[outputs]
home = ['HTML', 'own']
[mediaTypes.'text/x-own']
suffixes = ['own']
[outputFormats.Own]
mediaType = 'text/x-own'
isPlainText = true
[outputFormats.RSS]
baseName = 'feed'
`}, LoadOptions{})
	l := c.Languages[0]
	want := []Permalink{{Kind: "page", Section: "flat", Pattern: "/f/:slug/", Key: "permalinks.flat"}, {Kind: "term", Section: "flat", Pattern: "/f/:slug/", Key: "permalinks.flat"}, {Kind: "section", Section: "log", Pattern: "/l/:year/", Key: "permalinks.section.log"}}
	if diff := cmp.Diff(want, l.Permalinks); diff != "" {
		t.Error(diff)
	}
	if !l.UglyURLs("post") || l.UglyURLs("other") {
		t.Error("uglyURLs by section")
	}
	if diff := cmp.Diff([]string{"html", "own"}, l.Outputs["home"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"html"}, l.Outputs["section"]); diff != "" {
		t.Error("rss is disabled: " + diff)
	}
	if f := c.OutputFormats["own"]; f.Name != "own" || f.MediaType.Suffixes[0] != "own" || f.BaseName != "index" {
		t.Errorf("own format: %+v", f)
	}
	if f := c.OutputFormats["rss"]; f.BaseName != "feed" || f.MediaType.Type != "application/rss+xml" {
		t.Errorf("rss format: %+v", f)
	}
}

// TestMediaTypesOfBuiltInFormats: as in Hugo, suffixes of a media type change only the formats that name it.
func TestMediaTypesOfBuiltInFormats(t *testing.T) {
	c := mustLoad(t, map[string]string{"hugo.toml": `
[mediaTypes.'text/plain']
suffixes = ['md']
[mediaTypes.'text/csv']
suffixes = ['tab']
[outputFormats.MarkDown]
mediaType = 'text/plain'
[outputFormats.CSV]
baseName = 'table'
`}, LoadOptions{})
	for format, want := range map[string]string{"markdown": "md", "robots": "txt", "csv": "csv"} {
		if got := c.OutputFormats[format].MediaType.Suffixes[0]; got != want {
			t.Errorf("%s has the suffix %s, want %s", format, got, want)
		}
	}
	if c.OutputFormats["html"].MediaType != c.MediaTypes["text/html"] {
		t.Error("a media type that is not configured has two values")
	}
}

func TestDiagnostics(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"unknown key", "titel = 'x'\n", `warning hugo.toml:1: unknown configuration key "titel" | did you mean "title"? your own values belong under params`},
		{"wrong type", "title = 'x'\nbuildDrafts = 'maybe'\n", `error hugo.toml:2: buildDrafts must be true or false, not "maybe"`},
		{"wrong table", "[params]\na = 1\n[pagination]\npagerSize = [1]\n", "error hugo.toml:4: pagination.pagerSize must be a whole number, not a list"},
		{"base URL of a wrong type", "baseURL = 5\n", "error hugo.toml:1: baseURL must be a string, not 5"},
		{
			"a key below the table of taxonomies", "title = 'x'\n[taxonomies]\ntag = 'tags'\ndisableKinds = []\n",
			`warning hugo.toml:4: taxonomies.disableKinds is ignored: it must be a string, the plural name, not a list | in TOML, write other keys above the first table, such as [taxonomies]`,
		},
		{"taxonomies of a wrong type", "title = 'x'\ntaxonomies = 'tags'\n", `error hugo.toml:2: taxonomies must be a table, not "tags"`},
		{"params of a wrong type", "params = [1]\n", "error hugo.toml:1: params must be a table, not a list"},
		{"params of a menu entry", "[[menus.main]]\nname = 'a'\nparams = 'x'\n", `error hugo.toml:3: menus.main.params must be a table, not "x"`},
		{"time zone", "timeZone = 'Mars/Olympus'\n", `error hugo.toml:1: unknown time zone "Mars/Olympus" | use a name of the IANA database, like "Europe/Oslo"`},
		{"base URL", "baseURL = 'ftp://x.example/'\n", `error hugo.toml:1: baseURL "ftp://x.example/" is not a valid site URL | write it like "https://example.org/" or "https://example.org/blog/"`},
		{"default language", "defaultContentLanguage = 'de'\n[languages.en]\n", `error hugo.toml:1: defaultContentLanguage "de" is not one of the languages | the languages are en`},
		{"no default language", "defaultContentLanguage = 'de'\n[languages.fr]\nweight = 1\n", `error hugo.toml:1: defaultContentLanguage "de" is not one of the languages | the languages are fr`},
		{"bad pattern", "ignoreFiles = ['(']\n", "error hugo.toml:1: ignoreFiles: \"(\" is not a valid regular expression: error parsing regexp: missing closing ): `(`"},
		{"byte limit", "[discovery]\nsitemapBytes = 99999999\n", "error hugo.toml:2: discovery.sitemapBytes must be between 10000 and 52428800"},
		{"unknown key, spelling", "baseurll = 'x'\n", `warning hugo.toml:1: unknown configuration key "baseurll" | did you mean "baseURL"? your own values belong under params`},
		{"unknown cache", "[caches.images]\nmaxAge = '1h'\n[caches.imagess]\nmaxAge = '1h'\n", `warning hugo.toml:3: unknown configuration key "caches.imagess" | did you mean "images"?`},
		{"unknown key of ours", "[discovery]\ntextSitemaps = true\n", `warning hugo.toml:2: unknown configuration key "discovery.textSitemaps" | did you mean "textSitemap"?`},
		{"wrong type in a language", "[languages.en]\nweight = 1\npaginate = [1]\n", "error hugo.toml:3: languages.en.paginate must be a whole number, not a list"},
		{"wrong table in a language", "[languages.en.pagination]\npagerSize = 'x'\n", `error hugo.toml:2: languages.en.pagination.pagerSize must be a whole number, not "x"`},
		{"wrong root value, with a language", "paginate = [1]\n[languages.en]\nweight = 1\n", "error hugo.toml:1: paginate must be a whole number, not a list"},
		{"unknown key of a language", "[languages.en]\nwieght = 1\n", `warning hugo.toml:2: unknown key "wieght" of a language: it has no effect | did you mean "weight"? your own values belong under languages.en.params`},
		{"a key for all languages", "[languages.en]\nweight = 1\ntheme = 'x'\n", `warning hugo.toml:3: languages.en.theme has no effect for a single language | set it at the top level of the configuration, for all languages`},
		{"a key in a table for all languages", "[languages.en.markup]\nwikiLinks = true\nextras = true\n", `warning hugo.toml:2: languages.en.markup.wikiLinks has no effect for a single language | set it at the top level of the configuration, for all languages`},
		{"output format of one language", "[languages.en]\noutputs.home = ['html', 'x']\n[languages.en.outputFormats.x]\nmediaType = 'text/plain'\n[languages.fr]\noutputs.home = ['x']\n", `error hugo.toml:6: unknown output format "x" for kind "home" | define it under [outputFormats], or use an existing one`},
		{"wrong type of a setting of a language", "[languages.en]\ntimeZone = 'x'\n", `error hugo.toml:2: unknown time zone "x" | use a name of the IANA database, like "Europe/Oslo"`},
		{"a newer Hugo", "[module.hugoVersion]\nmin = '0.170.0'\nmax = '0.180.0'\n", "warning hugo.toml:2: the project requires Hugo 0.170.0 or newer; sitegen is compatible with Hugo 0.169.0 | features of newer versions are missing"},
		{"mounts", "[module]\n[[module.mounts]]\nsource = 'a'\ntarget = 'b'\n", "warning hugo.toml:2: module.mounts is not supported: these have no effect: b | targets begin with content, layouts, assets, static, data, i18n, archetypes"},
		{"outputs of no kind", "[outputs]\nhome = ['html']\ndisableKinds = ['term']\n", `warning hugo.toml:3: outputs: "disablekinds" is not a page kind | in TOML, a key below [outputs] belongs to outputs: put keys of the site above all tables`},
		{"output format", "[outputs]\nhome = ['nix']\n", `error hugo.toml:2: unknown output format "nix" for kind "home" | define it under [outputFormats], or use an existing one`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, list := load(t, map[string]string{"hugo.toml": tt.src}, LoadOptions{})
			if diff := cmp.Diff(tt.want, text(list)); diff != "" {
				t.Error(diff)
			}
			if (c == nil) != (list.Err() != nil) {
				t.Error("a Config and errors at once, or neither")
			}
			if list[0].Excerpt == "" {
				t.Error("no excerpt")
			}
		})
	}
}

func TestBrokenFile(t *testing.T) {
	c, list := load(t, map[string]string{"hugo.toml": "title = 'x'\nfoo = = 1\n"}, LoadOptions{})
	if c != nil || len(list) != 1 || list[0].File != "hugo.toml" || list[0].Line != 2 {
		t.Errorf("got %v", text(list))
	}
}

func TestOneConfigurationIsRead(t *testing.T) {
	for _, tt := range []struct{ name, files, title, want string }{
		{"sitegen and hugo", "sitegen.toml hugo.toml", "sitegen.toml", "warning hugo.toml: ignored, because sitegen.toml also exists | keep one of them"},
		{"two formats", "sitegen.yaml sitegen.toml", "sitegen.toml", "warning sitegen.yaml: ignored, because sitegen.toml also exists | keep one of them"},
		{"two names", "config.toml hugo.toml", "hugo.toml", "warning config.toml: ignored, because hugo.toml also exists | keep one of them"},
		{"sitegen and a folder", "sitegen.toml config/_default/hugo.toml", "sitegen.toml", "warning config/_default: ignored, because sitegen.toml also exists | keep one of them"},
		{"hugo and a folder", "hugo.toml config/_default/hugo.toml config/staging/hugo.toml", "config/_default/hugo.toml", ""},
	} {
		files := map[string]string{}
		for name := range strings.FieldsSeq(tt.files) {
			files[name] = "title = '" + name + "'"
			if strings.HasSuffix(name, ".yaml") {
				files[name] = "title: " + name
			}
		}
		c, list := load(t, files, LoadOptions{})
		if c == nil || c.Hugo == strings.HasPrefix(tt.files, "sitegen") || c.Languages[0].Title != tt.title || text(list) != tt.want {
			t.Errorf("%s: %+v, %s", tt.name, c, text(list))
		}
	}
}

func TestMistakesOutsideFiles(t *testing.T) {
	_, list := load(t, map[string]string{"config/_default/module.toml": "\n[[imports]]\npath = 'x'\n"}, LoadOptions{
		Environ: []string{"SITEGEN_TITEL=x", "SITEGEN_BUILDDRAFTS=maybe", "HUGO_TITEL=x", "SITEGEN_SOMETHINGELSE=x"},
	})
	equalText(t, text(list), `error SITEGEN_BUILDDRAFTS: builddrafts must be true or false, not "maybe"
warning SITEGEN_TITEL: unknown configuration key "titel" | did you mean SITEGEN_TITLE?
error config/_default/module.toml:2: the module x was not found: the folder themes/x does not exist`)
}

func TestNamedFiles(t *testing.T) {
	files := map[string]string{"a.toml": "title = 'a'\ncopyright = 'a'\n", "b.yaml": "title: b\n", "hugo.toml": "title = 'unread'\n"}
	c := mustLoad(t, files, LoadOptions{File: "a.toml,b.yaml"})
	if l := c.Languages[0]; l.Title != "b" || l.Copyright != "a" || !c.Hugo {
		t.Errorf("title %q, copyright %q", l.Title, l.Copyright)
	}
	files["sitegen.toml"], files["sitegen.more.toml"] = "title = 's'\n", "copyright = 'more'\n"
	for named, hugo := range map[string]bool{
		"sitegen.toml": false, "sitegen.toml,a.toml": false, "sitegen.toml,hugo.toml": false, "sitegen.more.toml,b.yaml": false,
		"a.toml": true, "hugo.toml,sitegen.more.toml": true, "a.toml,sitegen.toml": true,
	} {
		if c := mustLoad(t, files, LoadOptions{File: named}); c.Hugo != hugo {
			t.Errorf("%s: a Hugo project: %v, want %v: the first file decides", named, c.Hugo, hugo)
		}
	}
	_, list := load(t, files, LoadOptions{File: "c.toml"})
	equalText(t, text(list), "error c.toml: the configuration cannot be read: no such file or directory")
}

func equalText(t *testing.T, got, want string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestThemeConfiguration(t *testing.T) {
	c := mustLoad(t, map[string]string{
		"hugo.toml":              "theme = 'plain'\n[params]\na = 'mine'\n",
		"themes/plain/hugo.toml": "title = 'not used'\n[params]\na = 'theirs'\nb = 'theirs'\n",
	}, LoadOptions{})
	if diff := cmp.Diff(map[string]any{"a": "mine", "b": "theirs"}, c.Languages[0].Params); diff != "" || c.Languages[0].Title != "" {
		t.Error(diff, c.Languages[0].Title)
	}
}

// TestMountsOfThemes: a theme mounts its own folders and those of the project, and no other of the machine.
func TestMountsOfThemes(t *testing.T) {
	outside := t.TempDir()
	var mounts strings.Builder
	for i, source := range []string{"a", "../../own", outside, "../../../../../../../../../../../../../../../etc", "node_modules/../../../../../../../../../../../etc"} {
		fmt.Fprintf(&mounts, "[[module.mounts]]\nsource = '%s'\ntarget = 'static/%d'\n", filepath.ToSlash(source), i)
	}
	dir := project(t, map[string]string{
		"hugo.toml": "theme = 't'\n", "own/x": "", "themes/t/a/x": "", "themes/t/hugo.toml": mounts.String(),
	})
	c, problems := Load(LoadOptions{Project: dir})
	var got []string
	for _, m := range c.Mounts["t"]["static"] {
		from := filepath.FromSlash(m.Dir)
		if !filepath.IsAbs(from) {
			from = filepath.Join(dir, from)
		}
		rel, err := filepath.Rel(dir, from)
		if err != nil || !filepath.IsLocal(rel) {
			t.Errorf("%s is mounted", m.Dir)
		}
		got = append(got, m.At+" "+filepath.ToSlash(rel))
	}
	if want := "0 themes/t/a, 1 own, 2 themes/t" + filepath.ToSlash(outside); strings.Join(got, ", ") != want {
		t.Errorf("mounted are %q, want %q", got, want)
	}
	if got := text(problems); !strings.Contains(got, "static/3 from ../../../../../../../../../../../../../../../etc, which is outside of the theme, static/4 from node_modules/") {
		t.Error(got)
	}
}

func TestSettings(t *testing.T) {
	c := mustLoad(t, map[string]string{"sitegen.toml": "title = 'x'\n[params]\nb = [1, 2]\n"}, LoadOptions{})
	got := map[string]string{}
	for _, s := range c.Settings() {
		got[s.String()] = s.Origin
	}
	for line, origin := range map[string]string{`title = "x"`: "sitegen.toml:1", "params.b = [1,2]": "sitegen.toml:3", `publishdir = "public"`: "default"} {
		if got[line] != origin {
			t.Errorf("%s: origin %q, want %q", line, got[line], origin)
		}
	}
}

// TestDefaultLanguage: without a name and without English, the first language by weight is the default one, as in Hugo.
func TestDefaultLanguage(t *testing.T) {
	for src, want := range map[string]string{
		"[languages.nn]\nweight = 2\n[languages.sv]\nweight = 1\n":                                "sv",
		"[languages.sv]\n[languages.nn]\n":                                                        "nn",
		"[languages.nn]\nweight = 2\n[languages.sv]\nweight = 1\n[languages.en]\nweight = 3\n":    "en",
		"disableLanguages = ['sv']\n[languages.nn]\nweight = 2\n[languages.sv]\nweight = 1\n":     "nn",
		"[languages.nn]\nweight = 2\n[languages.sv]\nweight = 1\ndisabled = true\n":               "nn",
		"defaultContentLanguage = 'nn'\n[languages.nn]\nweight = 2\n[languages.sv]\nweight = 1\n": "nn",
	} {
		c := mustLoad(t, map[string]string{"hugo.toml": src}, LoadOptions{})
		if c.DefaultLanguage != want {
			t.Errorf("%q: %s, want %s", src, c.DefaultLanguage, want)
		}
		for _, l := range c.Languages {
			if l.Default != (l.Key == want) {
				t.Errorf("%q: %s is the default: %v", src, l.Key, l.Default)
			}
		}
	}
}

func TestParseCascade(t *testing.T) {
	got, err := ParseCascade([]any{
		map[string]any{"draft": true, "target": map[string]any{"path": "/a/**", "kind": "page", "sites": map[string]any{"matrix": map[string]any{"languages": []any{"pl"}}}}},
		map[string]any{"params": map[string]any{"x": 1}},
		map[string]any{"target": nil, "params": map[string]any{"x": 2}},
	})
	want := []Cascade{
		{Target: Target{Path: "/a/**", Kind: "page", Languages: []string{"pl"}, Matrix: map[string]any{"languages": []any{"pl"}}}, Values: map[string]any{"draft": true}, At: "cascade.0"},
		{Values: map[string]any{"params": map[string]any{"x": 1}}, At: "cascade.1"},
		{Values: map[string]any{"params": map[string]any{"x": 2}}, At: "cascade.2"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := ParseCascade("x"); err == nil {
		t.Error("a string is no cascade")
	}
	if _, err := ParseCascade(map[string]any{"target": map[string]any{"lang": "en"}}); err == nil || !strings.Contains(err.Error(), "sites.matrix") {
		t.Errorf("target.lang: %v", err)
	}
}

// A locale at the root applies to the default language, which may set another one.
func TestLocaleAtRoot(t *testing.T) {
	const languages = "[languages.en]\nweight = 1\n[languages.fr]\nweight = 2\n"
	for root, want := range map[string]string{
		"languageCode = 'en-us'\n" + languages:                              "en-us fr",
		"locale = 'fr-CA'\ndefaultContentLanguage = 'fr'\n" + languages:     "en fr-CA",
		"locale = 'en-us'\n" + languages + "[languages.DE]\nlocale = 'x'\n": "en-us fr x",
		"locale = 'en-us'\n[languages.en]\nlocale = 'en-GB'\n":              "en-GB",
	} {
		c := mustLoad(t, map[string]string{"hugo.toml": root, "content/a.md": ""}, LoadOptions{})
		var got []string
		for _, l := range c.Languages {
			got = append(got, l.Locale)
		}
		if have := strings.Join(got, " "); have != want {
			t.Errorf("%s: the locales are %q, want %q", root, have, want)
		}
	}
}
