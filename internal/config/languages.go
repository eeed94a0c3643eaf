package config

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// languageKeys are the keys of languages.KEY that concern the language itself; another key there overrides that of
// the root if it is one of localKeys, and has no effect otherwise.
var languageKeys = []string{
	"label", "languageName", "locale", "languageCode", "direction", "languageDirection", "weight", "disabled",
}

// guessDefault makes the first language by weight the default one if the project neither names one nor has English.
func (l *loader) guessDefault(r reader, c *Config) {
	all, least := r.sub("languages"), 0
	if r.has("defaultcontentlanguage") || len(all.values) == 0 || all.has(c.DefaultLanguage) {
		return
	}
	disabled := []string{}
	r.list("disablelanguages", &disabled)
	first := ""
	for _, key := range all.keys() {
		weight, off := 0, slices.ContainsFunc(disabled, func(s string) bool { return strings.EqualFold(s, key) })
		all.sub(key).integer("weight", &weight)
		if all.sub(key).boolean("disabled", &off); !off && (first == "" || weight < least) {
			first, least = key, weight
		}
	}
	c.DefaultLanguage = cmp.Or(first, c.DefaultLanguage)
}

// languages resolves every language: https://gohugo.io/configuration/languages/
func (l *loader) languages(r reader, c *Config) {
	all := r.sub("languages")
	disabled := []string{}
	r.list("disablelanguages", &disabled)
	var langs []*Language
	found := false
	l.guessDefault(r, c)
	for _, key := range all.keys() {
		own := all.sub(key)
		off := slices.ContainsFunc(disabled, func(s string) bool { return strings.EqualFold(s, key) })
		own.boolean("disabled", &off)
		found = found || key == c.DefaultLanguage
		if off {
			if key == c.DefaultLanguage {
				own.problem("disabled", diag.Error, fmt.Sprintf("the default language %q cannot be disabled", key))
			}
			c.DisabledLanguages = append(c.DisabledLanguages, key)
			continue
		}
		langs = append(langs, l.language(r, own, key, l.spelled("languages."+key), c))
	}
	if len(all.values) == 0 {
		langs = append(langs, l.language(r, all.at(c.DefaultLanguage, nil), c.DefaultLanguage, c.DefaultLanguage, c))
		found = true
	}
	if !found {
		key := "defaultcontentlanguage"
		if !r.has(key) {
			key = "languages"
		}
		d := r.problem(key, diag.Error, fmt.Sprintf("defaultContentLanguage %q is not one of the languages",
			c.DefaultLanguage))
		d.Hint = "the languages are " + strings.Join(all.keys(), ", ")
	}
	slices.SortStableFunc(langs, func(a, b *Language) int { // those without a weight are last
		return cmp.Or(cmp.Compare(cmp.Or(a.Weight, math.MaxInt), cmp.Or(b.Weight, math.MaxInt)),
			strings.Compare(a.Lower, b.Lower))
	})
	for i, lang := range langs {
		lang.Index = i
		lang.Default = lang.Lower == c.DefaultLanguage
		c.Multihost = c.Multihost || lang.BaseURL != "" && len(langs) > 1
	}
	if len(langs) == 1 && langs[0].BaseURL != "" { // one host, as in Hugo
		c.BaseURL, langs[0].BaseURL = langs[0].BaseURL, ""
	}
	if c.Multihost {
		for _, lang := range langs {
			if lang.BaseURL == "" {
				r.problem("languages."+lang.Lower, diag.Error,
					fmt.Sprintf("language %q needs a baseURL: either all languages have one, or none", lang.Key))
			}
		}
	}
	c.Languages = langs
	var static []string
	for _, lang := range langs {
		static = append(static, lang.StaticDirs...)
	}
	c.StaticDirs = unique(static)
}

// language resolves one language: own overrides root.
func (l *loader) language(root, own reader, lower, key string, c *Config) *Language {
	lang := &Language{Key: key, Lower: lower, Label: key}
	if c.Hugo {
		lang.Label = ""
	}
	var rootLocale string
	if m, _ := root.value("languages").(map[string]any); len(m) <= 1 || lower == c.DefaultLanguage {
		root.str("languagecode", &lang.Locale) // at the root it applies to the default language
		root.str("locale", &rootLocale)
	}
	own.str("languagecode", &lang.Locale)
	if rootLocale != "" {
		lang.Locale = rootLocale // overrides languageCode even of a language, as in Hugo
	}
	for _, f := range []struct {
		key  string
		into *string
	}{
		{"languagename", &lang.Label},
		{"label", &lang.Label},
		{"locale", &lang.Locale},
		{"languagedirection", &lang.Direction},
		{"direction", &lang.Direction},
		{"contentdir", &lang.ContentDir},
	} {
		own.str(f.key, f.into)
	}
	if lang.OwnLocale = lang.Locale; lang.Locale == "" {
		lang.Locale = lower
	}
	own.str("title", &lang.OwnTitle)
	own.integer("weight", &lang.Weight)
	lang.BaseURL = readBaseURL(own, "baseurl")
	if lang.StaticDirs = readStaticDirs(own); lang.StaticDirs == nil {
		lang.StaticDirs = c.StaticDirs
	}

	// The root keys for this language.
	view := make(map[string]any, len(root.values))
	for _, k := range root.keys() {
		if k != "languages" {
			view[k] = root.values[k]
		}
	}
	params := map[string]any{}
	if m := own.sub("params").values; m != nil {
		params = clone(m).(map[string]any)
	}
	for _, k := range own.keys() {
		switch {
		case k == "params" || slices.ContainsFunc(languageKeys, func(s string) bool { return strings.EqualFold(s, k) }):
		case !isRootKey(k):
			l.misspelled(own, k)
		case !slices.Contains(localKeys, strings.TrimRight(k, "0123456789")):
			common(own, k)
		default:
			view[k] = overlay(k, own.values[k], root.values[k], c.Hugo)
		}
	}
	if m := root.sub("params").values; m != nil {
		fill(params, m)
	}
	for _, k := range commonKeys {
		if valueAt(own.values, k) != nil {
			common(own, k)
		}
	}
	lang.Params = params
	v := reader{values: view, under: own.path, tree: root.tree, diags: root.diags}
	local := l.local(v, c)
	local.Under = ""
	if lang.Local = &c.Local; !reflect.DeepEqual(&local, lang.Local) {
		local.Under = own.path
		lang.Local = &local
	}
	l.settings(v, lang, c)
	return lang
}

// localKeys are the top-level keys, in lower case, that may have another value in a language.
var localKeys = []string{
	"author", "baseurl", "builddrafts", "buildexpired", "buildfuture", "canonifyurls", "capitalizelisttitles",
	"cascade", "contentdir", "copyright", "disablealiases", "disablekinds", "disablepathtolower", "disqusshortname",
	"enableemoji", "fallbackpages", "frontmatter", "googleanalytics", "hascjklanguage", "mainsections", "markup",
	"mediatypes", "menu", "menus", "outputformats", "outputs", "page", "paginate", "paginatepath", "pagination",
	"params", "permalinks", "pluralizelisttitles", "privacy", "pygmentscodefences", "pygmentscodefencesguesssyntax",
	"pygmentsoptions", "pygmentsstyle", "pygmentsuseclasses", "reflinkserrorlevel", "reflinksnotfoundurl", "related",
	"relativeurls", "removepathaccents", "rsslimit", "sectionpagesmenu", "services", "sitemap", "social",
	"staticdir", "summarylength", "taxonomies", "timezone", "title", "titlecasestyle", "uglyurls",
}

// commonKeys are the dotted keys, in lower case, below localKeys that have one value for all languages.
var commonKeys = []string{
	"markup.wikilinks", "markup.goldmark.duplicateresourcefiles", "markup.goldmark.renderhooks.link.useembedded",
	"markup.goldmark.renderhooks.image.useembedded", "sitemap.stylesheet",
}

// Locals yields the settings of all languages once each, first those of the root.
func (c *Config) Locals(yield func(*Local) bool) {
	if !yield(&c.Local) {
		return
	}
	for _, l := range c.Languages {
		if l.Local != &c.Local && !yield(l.Local) {
			return
		}
	}
}

// says reports whether the configuration sets a dotted key for the languages that have these settings.
func (c *Config) says(m *Local, key string) bool {
	key = strings.ToLower(key)
	return c.Origin[key] != "" || m.Under != "" && c.Origin[m.Under+"."+key] != ""
}

// Zones returns the time zones of the languages once each, first that of the root.
func (c *Config) Zones() []*time.Location {
	var out []*time.Location
	for m := range c.Locals {
		if !slices.Contains(out, m.TimeZone) {
			out = append(out, m.TimeZone)
		}
	}
	return out
}

// Value returns the value at a dotted lower-case path as a language has it: from languages.KEY, or from the root; nil
// if it is not set.
func (c *Config) Value(l *Language, path string) any {
	key, _, _ := strings.Cut(path, ".")
	v, own := valueAt(c.Root, "languages."+l.Lower+"."+path), valueAt(c.Root, "languages."+l.Lower+"."+key)
	if v != nil || own != nil && c.Hugo {
		return v
	}
	return valueAt(c.Root, path)
}

func valueAt(m map[string]any, path string) any {
	key, rest, deeper := strings.Cut(path, ".")
	if !deeper {
		return m[key]
	}
	below, _ := m[key].(map[string]any)
	return valueAt(below, rest)
}

// common warns about a key of a language, dotted and in lower case, that only has a value for all languages.
func common(own reader, key string) {
	d := own.problem(key, diag.Warning, fmt.Sprintf("%s has no effect for a single language", own.spelled(key)))
	d.Rule, d.Hint = "config-unsupported", "set it at the top level of the configuration, for all languages"
}

// misspelled warns about a key of a language that has no effect.
func (l *loader) misspelled(own reader, key string) {
	d := own.problem(key, diag.Warning,
		fmt.Sprintf("unknown key %q of a language: it has no effect", l.spelled(own.path+"."+key)))
	d.Rule = "config-unknown"
	d.Hint = fmt.Sprintf("your own values belong under %s.params", own.path)
	if near := diag.Nearest(key, append(slices.Clone(languageKeys), rootKeys...)); near != "" {
		d.Hint = fmt.Sprintf("did you mean %q? %s", proper(near), d.Hint)
	}
}

// overlay returns a language's value of a root key. In Hugo projects a table replaces that of the root, except for
// sitemap and cascade. In other projects tables are merged deeply, except that taxonomies are replaced, and menus are replaced
// one by one.
func overlay(key string, own, root any, hugo bool) any {
	a, ok1 := own.(map[string]any)
	b, ok2 := root.(map[string]any)
	if !ok1 || !ok2 || key == "taxonomies" || hugo && key != "sitemap" && key != "cascade" {
		return own
	}
	out := clone(a).(map[string]any)
	fill(out, b)
	return out
}

// settings reads everything that may differ between languages.
func (l *loader) settings(r reader, lang *Language, c *Config) {
	r.str("title", &lang.Title)
	r.str("copyright", &lang.Copyright)
	r.str("sectionpagesmenu", &lang.SectionPagesMenu)
	lang.SectionPagesMenu = strings.ToLower(lang.SectionPagesMenu)
	lang.Menus = readMenus(r)
	if !c.Hugo {
		addresses(r)
	}

	lang.DisableKinds = map[string]bool{}
	var kinds []string
	r.list("disablekinds", &kinds)
	for _, kind := range kinds {
		kind = modernKind(strings.ToLower(kind))
		if !slices.Contains(disableable, kind) {
			d := r.problem("disablekinds", diag.Warning, fmt.Sprintf("disableKinds: %q is not a page kind", kind))
			d.Hint = "the kinds are " + strings.Join(disableable, ", ")
		}
		lang.DisableKinds[kind] = true
	}

	lang.Taxonomies = []Taxonomy{{"category", "categories"}, {"tag", "tags"}}
	if m := r.sub("taxonomies").values; m != nil {
		lang.Taxonomies = nil
		for _, singular := range slices.Sorted(maps.Keys(m)) {
			plural, ok := m[singular].(string)
			if !ok {
				in := r.sub("taxonomies")
				d := in.problem(singular, diag.Warning, fmt.Sprintf("%s is ignored: it must be a string, the plural name, not %s",
					in.spelled(singular), diag.Value(m[singular])))
				d.Rule, d.Hint = "config-type", "in TOML, write other keys above the first table, such as [taxonomies]"
				continue
			}
			if !c.Hugo {
				plural = strings.ToLower(plural)
			}
			lang.Taxonomies = append(lang.Taxonomies, Taxonomy{singular, plural})
		}
	}
	slices.SortFunc(lang.Taxonomies, func(a, b Taxonomy) int { return strings.Compare(a.Plural, b.Plural) })

	lang.Permalinks = readPermalinks(r)
	lang.UglyURLs = readUglyURLs(r)
	lang.Outputs = readOutputs(r, lang.OutputFormats, lang.DisableKinds)
	if r.has("mainsections") {
		lang.MainSections = []string{}
		r.list("mainsections", &lang.MainSections)
	} else if v, there := lang.Params["mainsections"]; there {
		if names, ok := stringsOf(v); ok || v == nil { // a key without a value: no sections
			lang.MainSections = append([]string{}, names...)
		}
	}
	lang.Pagination = Pagination{PagerSize: 10, Path: "page"}
	r.integer("paginate", &lang.Pagination.PagerSize)
	r.str("paginatepath", &lang.Pagination.Path)
	p := r.sub("pagination")
	p.fill(&lang.Pagination)
	if lang.Pagination.PagerSize < 1 {
		p.problem("pagersize", diag.Error, "pagination.pagerSize must be at least 1")
	}

	lang.Sitemap = Sitemap{Priority: -1, Filename: "sitemap.xml"}
	s := r.sub("sitemap")
	s.fill(&lang.Sitemap)
	checkSitemapName(s, &lang.Sitemap)

	if v := r.value("cascade"); v != nil {
		var err error
		if lang.Cascade, err = ParseCascade(v); err != nil {
			r.problem("cascade", diag.Error, err.Error())
		}
	}
	lang.SummaryLength = 70
	r.integer("summarylength", &lang.SummaryLength)
	r.boolean("hascjklanguage", &lang.HasCJKLanguage)
	r.boolean("fallbackpages", &lang.FallbackPages)
}

// disableable are the kinds that disableKinds accepts.
var disableable = []string{"404", "home", "page", "robotstxt", "rss", "section", "sitemap", "taxonomy", "term"}

// readUglyURLs returns the rule by section: https://gohugo.io/configuration/ugly-urls/
func readUglyURLs(r reader) func(string) bool {
	m, table := r.value("uglyurls").(map[string]any)
	if !table {
		var all bool
		r.boolean("uglyurls", &all)
		return func(string) bool { return all }
	}
	s := r.sub("uglyurls")
	by := make(map[string]bool, len(m))
	for _, section := range s.keys() {
		var on bool
		s.boolean(section, &on)
		by[section] = on
	}
	return func(section string) bool { return by[strings.ToLower(section)] }
}

// Folder returns the folder of a language that is not at the root, in URLs and in the output: its key in lower case, as
// in Hugo, but as it is typed if URLs keep capital letters and the project is none of Hugo.
func (c *Config) Folder(l *Language) string {
	if !c.Hugo && l.DisablePathToLower {
		return l.Key
	}
	return l.Lower
}

// Tags returns the names that files of the language may have, the best first: its locale, its key, and each of them
// without its last parts ("pt" for "pt-BR"), in lower case.
func (l *Language) Tags() []string {
	var names []string
	for _, tag := range []string{l.Locale, l.Key} {
		for tag = strings.ToLower(strings.ReplaceAll(tag, "_", "-")); tag != ""; tag = tag[:max(0,
			strings.LastIndexByte(tag, '-'))] {
			names = append(names, tag)
		}
	}
	return names
}
