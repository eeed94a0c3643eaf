package config

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/assets/minifier"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// resolve turns the merged tree into the Config: it fills in defaults and checks types and values.
func (l *loader) resolve() *Config {
	r := reader{values: l.tree.root, tree: l.tree, diags: &l.diags}
	l.unknownKeys(r)
	l.unknownBelow(r)
	c := &Config{
		Project: l.project, ConfigDir: l.configDir(), Files: l.read, Hugo: l.hugo, Environment: l.environment,
		DefaultLanguage: "en",
		ContentDir:      "content", PublishDir: "public", AssetDir: "assets", DataDir: "data",
		I18nDir: "i18n", LayoutDir: "layouts", ThemesDir: "themes", StaticDirs: []string{"static"},
		Root: l.tree.root, Origin: l.tree.origin,
	}
	c.Release = readRelease(r)
	c.Versions, c.Roles = l.versions(), l.roles()
	c.BaseURL = readBaseURL(r, "baseurl")
	l.folders(r, c)
	for key, into := range map[string]*bool{
		"defaultcontentlanguageinsubdir": &c.DefaultLanguageInSubdir,
		"disabledefaultlanguageredirect": &c.DisableDefaultLanguageRedirect,
		"cacheoutputs":                   &c.CacheOutputs, "enablegitinfo": &c.EnableGitInfo,
		"enablerobotstxt":                      &c.EnableRobotsTXT,
		"enablemissingtranslationplaceholders": &c.EnableMissingTranslationPlaceholders,
		"printi18nwarnings":                    &c.PrintI18nWarnings,
	} {
		r.boolean(key, into)
	}
	if r.has("disabledefaultsiteredirect") {
		r.boolean("disabledefaultsiteredirect", &c.DisableDefaultLanguageRedirect)
	}
	for key, into := range map[string]*string{
		"defaultcontentlanguage": &c.DefaultLanguage,
		"newcontenteditor":       &c.NewContentEditor,
	} {
		r.str(key, into)
	}
	c.DefaultLanguage = strings.ToLower(c.DefaultLanguage)
	c.Local = l.local(r, c)

	r.list("ignorefiles", &c.IgnoreFiles)
	for _, p := range c.IgnoreFiles {
		if _, err := regexp.Compile(p); err != nil {
			r.problem("ignorefiles", diag.Error, fmt.Sprintf("ignoreFiles: %q is not a valid regular expression: %v", p, err))
		}
	}
	r.list("ignore", &c.IgnoreGlobs)

	c.AllowRaw = []string{}
	r.boolean("foldersections", &c.FolderSections)
	r.sub("security").list("allowcontent", &c.AllowRaw)
	c.Remote = readRemote(r)
	c.Segments = readSegments(r)
	c.Minifier = minifier.Valid()
	if c.Hugo {
		c.Minifier = minifier.Hugo()
	}
	if _, table := r.value("minify").(map[string]any); table {
		r.sub("minify").boolean("minifyoutput", &c.Minify)
		r.sub("minify").fill(&c.Minifier)
	} else {
		r.boolean("minify", &c.Minify)
	}
	c.Discovery = readDiscovery(r, c.EnableGitInfo, c.TimeZone)
	c.Check = readCheck(r)
	c.Post = readPost(r)
	c.Deploy = readDeploy(r)
	c.Cache = readCache(r)
	c.Notify = readNotify(r)
	r.str("ledger", &c.Ledger)
	l.unsupported(r, c)
	l.languages(r, c)
	return c
}

// unsupported warns about settings of Hugo that have no effect here.
func (l *loader) unsupported(r reader, c *Config) {
	for _, s := range []struct {
		key, what, hint string
		on              bool
	}{
		{"module.mounts", "these have no effect: " + strings.Join(l.unmounted, ", "), "targets begin with " +
			strings.Join(components, ", "), len(l.unmounted) > 0},
		{
			"versions", "only pages of the version " + c.Versions.Name() + " are built",
			"defaultContentVersion chooses another one", len(c.Versions.Names) > 1,
		},
		{
			"roles", "only pages of the role " + c.Roles.Name() + " are built", "defaultContentRole chooses another one",
			len(c.Roles.Names) > 1,
		},
	} {
		if s.on {
			d := r.problem(s.key, diag.Warning, fmt.Sprintf("%s is not supported: %s", r.spelled(s.key), s.what))
			d.Rule, d.Hint = "config-unsupported", s.hint
		}
	}
}

// unknownKeys warns about unknown top-level keys.
func (l *loader) unknownKeys(r reader) {
	for _, key := range r.keys() {
		if !isRootKey(key) {
			unknown(r, key, rootKeys, "your own values belong under params")
		}
	}
}

// spelled returns the last part of a dotted path as written.
func (l *loader) spelled(path string) string {
	if s := l.tree.spelling[path]; s != "" {
		return s
	}
	return path[strings.LastIndexByte(path, '.')+1:] // the key is only in the name of a file
}

// oneOf checks a value against the allowed ones, ignoring case, and returns it in lower case.
func (l *loader) oneOf(r reader, key, value string, allowed ...string) string {
	lower := strings.ToLower(value)
	if slices.Contains(allowed, lower) {
		return lower
	}
	d := r.problem(key, diag.Error, fmt.Sprintf("%s must be one of %s, not %q", l.spelled(key),
		strings.Join(allowed, ", "), value))
	d.Rule = "config-value"
	return allowed[0]
}

// readBaseURL returns a base URL with a final slash, or "". A bare path ("/sub/") is allowed: links include it,
// but absolute URLs cannot be made (rule L10).
func readBaseURL(r reader, key string) string {
	s, ok := r.value(key).(string)
	if v := r.value(key); v != nil && !ok {
		r.wrong(key, "a string", v) // no number is an address
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	u, err := url.Parse(s)
	if err != nil || u.RawQuery != "" || u.Fragment != "" || (u.Host == "" && u.Scheme != "") ||
		(u.Host != "" && u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "") {
		d := r.problem(key, diag.Error, fmt.Sprintf("baseURL %q is not a valid site URL", s))
		d.Rule, d.Hint = "L10", `write it like "https://example.org/" or "https://example.org/blog/"`
		return ""
	}
	if !strings.HasSuffix(s, "/") {
		s += "/"
	}
	return s
}

func (l *loader) folders(r reader, c *Config) {
	for key, into := range map[string]*string{
		"contentdir": &c.ContentDir, "publishdir": &c.PublishDir, "assetdir": &c.AssetDir, "datadir": &c.DataDir,
		"i18ndir": &c.I18nDir, "layoutdir": &c.LayoutDir, "themesdir": &c.ThemesDir,
	} {
		r.str(key, into)
	}
	r.list("theme", &c.Themes)
	if dirs := readStaticDirs(r); dirs != nil {
		c.StaticDirs = dirs
	}
}

// readStaticDirs returns the folders in staticDir, and in staticDir0 to staticDir10; nil if they are not set.
func readStaticDirs(r reader) []string {
	if !r.has("staticdir") && !r.has("staticdir0") {
		return nil
	}
	out := []string{}
	for _, key := range append([]string{"staticdir"}, numbered("staticdir", 11)...) {
		var dirs []string
		r.list(key, &dirs)
		out = append(out, dirs...)
	}
	return unique(out)
}

func numbered(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return out
}

// DefaultLocal returns the settings of a language without a configuration, except those for Markdown, dates, and
// related pages.
func DefaultLocal() Local {
	return Local{
		TimeZone: time.UTC, TitleCaseStyle: "ap", PluralizeListTitles: true, CapitalizeListTitles: true,
		RefLinksErrorLevel: "error", RSSLimit: -1, NextPrevSortOrder: "desc", NextPrevInSectionSortOrder: "desc",
	}
}

// local reads the settings that a language may have of its own.
func (l *loader) local(r reader, c *Config) Local {
	m := DefaultLocal()
	m.Under = r.under
	m.PluralizeListTitles = l.hugo // elsewhere, a folder has the name that its owner chose
	for key, into := range map[string]*bool{
		"builddrafts": &m.BuildDrafts, "buildfuture": &m.BuildFuture, "buildexpired": &m.BuildExpired,
		"disablepathtolower": &m.DisablePathToLower, "removepathaccents": &m.RemovePathAccents,
		"disablealiases": &m.DisableAliases, "relativeurls": &m.RelativeURLs, "canonifyurls": &m.CanonifyURLs,
		"enableemoji": &m.EnableEmoji, "pluralizelisttitles": &m.PluralizeListTitles,
		"capitalizelisttitles": &m.CapitalizeListTitles,
	} {
		r.boolean(key, into)
	}
	r.str("titlecasestyle", &m.TitleCaseStyle)
	m.TitleCaseStyle = l.oneOf(r, "titlecasestyle", m.TitleCaseStyle, "ap", "chicago", "go", "firstupper", "none")
	r.str("reflinksnotfoundurl", &m.RefLinksNotFoundURL)
	r.str("reflinkserrorlevel", &m.RefLinksErrorLevel)
	m.RefLinksErrorLevel = l.oneOf(r, "reflinkserrorlevel", m.RefLinksErrorLevel, "error", "warning")
	m.timeZone(r)
	m.Dates = readHandlers(r.sub("frontmatter"))
	m.Markup = readMarkup(r, l.hugo)
	m.Markup.FirstPieces = c.Release.Before(169)
	m.Related = readRelated(r)
	r.sub("services").sub("rss").integer("limit", &m.RSSLimit)
	if r.has("rsslimit") {
		r.integer("rsslimit", &m.RSSLimit)
	}
	page := r.sub("page")
	page.str("nextprevsortorder", &m.NextPrevSortOrder)
	page.str("nextprevinsectionsortorder", &m.NextPrevInSectionSortOrder)
	for _, into := range []*string{&m.NextPrevSortOrder, &m.NextPrevInSectionSortOrder} {
		*into = l.oneOf(r, "page", strings.ToLower(*into), "desc", "asc")
	}
	m.MediaTypes = readMediaTypes(r)
	m.OutputFormats = readOutputFormats(r, m.MediaTypes)
	return m
}

func (m *Local) timeZone(r reader) {
	var name string
	r.str("timezone", &name)
	if name == "" {
		return
	}
	loc, err := time.LoadLocation(name)
	if err != nil || name == "Local" { // Local differs between machines: the same input must give the same bytes
		d := r.problem("timezone", diag.Error, fmt.Sprintf("unknown time zone %q", name))
		d.Rule, d.Hint = "config-value", `use a name of the IANA database, like "Europe/Oslo"`
		return
	}
	m.TimeZone = loc
}

// readRelated reads [related]; if present, it replaces the defaults
// (https://gohugo.io/configuration/related-content/).
func readRelated(r reader) Related {
	if !r.has("related") {
		out := Related{Threshold: 80, Indices: []RelatedIndex{
			{Name: "keywords", Weight: 100, Type: "basic"}, {Name: "date", Weight: 10, Type: "basic"},
		}}
		taxonomies, set := r.value("taxonomies").(map[string]any)
		if _, tag := taxonomies["tag"]; tag || !set {
			out.Indices = append(out.Indices, RelatedIndex{Name: "tags", Weight: 80, Type: "basic"})
		}
		return out
	}
	s := r.sub("related")
	var out Related
	s.fill(&out)
	for _, t := range s.tables("indices") {
		i := RelatedIndex{Type: "basic", ToLower: out.ToLower}
		t.fill(&i)
		i.Name = strings.ToLower(i.Name)
		out.Indices = append(out.Indices, i)
	}
	return out
}
