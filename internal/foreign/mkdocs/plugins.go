package mkdocs

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// outcome is what becomes of a plugin or extension.
type outcome struct {
	fate conversion.Fate
	text string
}

// outcomes of plugins. Those of plugins that need the user's attention are also warnings of a build.
var outcomes = map[string]outcome{
	"search": {conversion.Used, "the theme has a search; search.exclude of pages counts"},
	"blog":   {conversion.Used, "posts, categories, archives, and authors at the same URLs"},
	"tags":   {conversion.Used, "lists of tags"},
	"meta":   {conversion.Used, "values for the pages in its folder"},
	"rss": {
		conversion.Used,
		"the feeds of new pages have the names that it gives them; those of updated pages are not written",
	},
	"macros":           {conversion.Used, "values, conditions, and loops are filled in; what programs compute is left out"},
	"include-markdown": {conversion.Used, "texts of other files"},

	"minify":  {conversion.Used, "minify"},
	"exclude": {conversion.Used, "the files that it names are not published"},
	"group":   {conversion.Used, "its plugins"},
	"social": {
		conversion.Used,
		"params.cards: pictures of the titles in the colors of the theme; layouts and options have no effect",
	},

	"redirects": {conversion.Used, "aliases"},

	"git-revision-date":           {conversion.Used, "enableGitInfo"},
	"git-revision-date-localized": {conversion.Used, "enableGitInfo"},

	"awesome-nav":   {conversion.Used, "weight and linkTitle of the pages in its files"},
	"awesome-pages": {conversion.Used, "weight and linkTitle of the pages in its files"},
	"literate-nav":  {conversion.Used, "weight and linkTitle of the pages in its files"},
	"section-index": {conversion.Used, "the page of a folder is its entry in the tree"},

	"autorefs": {conversion.Used, "references to headings of all pages are links"},

	"gh-admonitions": {conversion.Ignored, "alerts of GitHub are read"},
	"callouts":       {conversion.Ignored, "callouts are read"},
	"sitemap":        {conversion.Ignored, "sitemaps are always written"},
	"optimize":       {conversion.Ignored, "the theme shows images in several sizes"},
	"info":           {conversion.Ignored, "it makes bug reports"},
	"typeset":        {conversion.Ignored, "titles in the tree are text"},
	"offline":        {conversion.NeedsYou, "the site needs a web server"},
	"privacy":        {conversion.NeedsYou, "pages load files of other hosts from there"},
	"mike":           {conversion.Used, "params.versionsFile: a menu of the versions; add new ones to versions.json"},
	"mkdocstrings":   {conversion.Used, "documentation that griffe wrote to griffe/PACKAGE.json"},
	"glightbox":      {conversion.NeedsYou, "pictures do not open in a box"},
	"git-committers": {conversion.NeedsYou, "the people who edited a page are not shown"},
	"git-authors":    {conversion.NeedsYou, "the people who edited a page are not shown"},
}

// outcomeOf returns the outcome of a plugin.
func (m *manner) outcomeOf(plugin string) outcome {
	if short(plugin) == "i18n" {
		return m.editions.outcome()
	}
	if o, ok := outcomes[short(plugin)]; ok {
		return o
	}
	return outcome{conversion.NeedsYou, "plugins are not supported: check whether pages depend on it"}
}

// future reports whether pages with a date in the future are published: in MkDocs, that date is a value like any other,
// but for a blog with draft_if_future_date.
func (m *manner) future() bool {
	return !slices.ContainsFunc(m.blogs, func(b *blog) bool { return b.options["draft_if_future_date"] == true })
}

// site returns what plugins say about the site, with the keys of sitegen.toml.
func (m *manner) site() map[string]any {
	out := map[string]any{}
	if m.on("tags") {
		tableIn(out, "taxonomies")["tag"] = "tags"
		out["disableKinds"] = []any{"taxonomy"} // the list of all tags is part of a page
	}
	for _, b := range m.blogs {
		b.settings(out)
	}
	if m.on("git-revision-date") || m.on("git-revision-date-localized") {
		out["enableGitInfo"] = true
	}
	if out["taxonomies"] == nil {
		out["disableKinds"] = []any{"taxonomy", "term"} // MkDocs has no lists of tags and categories
	} else {
		out["capitalizeListTitles"] = false
	}
	if m.plugins["minify"]["minify_html"] == true {
		out["minify"] = true
	}
	if m.on("social") && m.plugins["social"]["cards"] != false {
		tableIn(out, "params")["cards"] = true
	}
	if m.versioned {
		tableIn(out, "params")["versionsFile"] = "../versions.json"
	}
	if m.logo != "" {
		tableIn(out, "params")["logo"] = m.logo
	}
	if len(m.social) > 0 {
		tableIn(out, "params")["social"] = m.social
	}
	if m.editions != nil {
		maps.Copy(out, m.editions.site())
	}
	pairs, _ := m.plugins["redirects"]["redirect_maps"].(map[string]any)
	for _, from := range slices.Sorted(maps.Keys(pairs)) {
		if outside(pairs[from]) {
			deploy := tableIn(out, "deploy")
			list, _ := deploy["redirects"].([]any)
			deploy["redirects"] = append(list, map[string]any{"from": m.address(from), "to": pairs[from]})
		}
	}
	if m.on("rss") { // https://guts.github.io/mkdocs-rss-plugin/configuration/
		names, _ := m.plugins["rss"]["feeds_filenames"].(map[string]any)
		name := func(key, other string) string {
			if s := foreign.TextOf(names[key]); s != "" {
				return s
			}
			return other
		}
		tableIn(tableIn(out, "outputFormats"), "rss")["baseName"] = foreign.Stem(name("rss_created", "feed_rss_created.xml"))
		tableIn(tableIn(out, "feeds"), "names")["json"] = name("json_created", "feed_json_created.json")
	}
	return out
}

func (m *manner) on(plugin string) bool {
	_, ok := m.plugins[plugin]
	return ok
}

// navigation returns what the configuration says about single pages.
func (m *manner) navigation(list []any, all *shelf, isPage func(name string) bool) nav.Navigation {
	n := nav.Read(list, isPage)
	pairs, _ := m.plugins["redirects"]["redirect_maps"].(map[string]any)
	for _, from := range slices.Sorted(maps.Keys(pairs)) {
		if to, ok := redirected(pairs[from], isPage); ok {
			n.Rule(nav.Target(to)).Alias(m.address(from))
			if dir := nav.Trim(from); all.isFolder(dir) && !isPage(dir+"/index.md") && !isPage(dir+"/README.md") {
				// the redirect replaces the page that sitegen gives to a folder without one
				n.Rule(nav.Target(dir)).Set("build", map[string]any{"render": "link"})
			}
		}
	}
	for _, b := range m.blogs {
		b.pages(&n, all, isPage)
	}
	return n
}

// cascades returns what the configuration says about single pages in all languages. The navigation is that of the first
// language, and hidden are the pages that the tree does not show.
func (m *manner) cascades(
	all *shelf, values map[string]any, isPage func(name string) bool,
) (n nav.Navigation, cascades []any, given bool, hidden []string) {
	if m.editions == nil {
		list := all.navigation(values)
		n = m.navigation(list, all, isPage)
		hidden = m.hide(&n, all.pages, list != nil, values)
		return n, n.Cascades(), list != nil, hidden
	}
	for _, l := range m.editions.built() {
		s := m.editions.shelf(all, l.locale)
		of := maps.Clone(values)
		if own, _ := l.values["nav"].([]any); own != nil {
			of["nav"] = own
		}
		list := s.navigation(of)
		shown := list != nil
		if list = m.editions.localized(l, list); shown && list == nil {
			list = []any{}
		}
		var here nav.Navigation
		if first := l.locale == m.editions.first; first {
			here = m.navigation(list, s, s.isPage)
			given, hidden = shown, m.hide(&here, s.pages, shown, values)
			n = here
		} else {
			here = nav.Read(list, s.isPage)
			m.hide(&here, s.pages, shown, values)
		}
		if !shown {
			l.named(s, &here)
		}
		for _, c := range here.Cascades() {
			target, _ := c.(map[string]any)["target"].(map[string]any)
			target["sites"] = map[string]any{"matrix": map[string]any{"languages": []any{strings.ToLower(l.locale)}}}
			cascades = append(cascades, c)
		}
	}
	return n, cascades, given, hidden
}

// redirected returns the page to which a redirect leads: https://github.com/mkdocs/mkdocs-redirects
func redirected(to any, isPage func(file string) bool) (file string, ok bool) {
	file, _, _ = strings.Cut(foreign.TextOf(to), "#")
	file = path.Clean(file)
	return file, slices.Contains(foreign.Markdown(".mkd", ".mkdn"), path.Ext(file)) && isPage(file)
}

// outside reports whether a redirect leads to another site.
func outside(to any) bool {
	url := strings.ToLower(foreign.TextOf(to))
	return strings.HasPrefix(url, "http://") || strings.HasPrefix(url, "https://")
}

// warnings returns a warning for each plugin that has no effect. known finds the line of an item of plugins.
func (m *manner) warnings(values map[string]any, line func(plugin string) (file string, line int)) (out diag.List) {
	names, _ := enabled(values["plugins"])
	for _, name := range names {
		if o := m.outcomeOf(name); o.fate == conversion.NeedsYou {
			file, line := line(name)
			effect := "has no effect"
			if short(name) == "i18n" && m.editions != nil {
				effect = "works in part"
			}
			out = append(out, &diag.Diagnostic{
				Rule: "dialect", Severity: diag.Warning, File: file, Line: line,
				Message: fmt.Sprintf("the plugin %s %s: %s", name, effect, o.text),
				Hint:    "to read no plugin of " + file + " anymore, run sitegen init --from",
			})
		}
	}
	return out
}

// inherit adds the values of the files of the meta plugin in the folders above a page. Lists add up.
// https://squidfunk.github.io/mkdocs-material/plugins/meta/
func (m *manner) inherit(p *foreign.Page) {
	values := map[string]any{}
	for _, file := range m.metaFiles(p) {
		said := m.metas.of(p, file, decoded)
		if more, ok := foreign.Lowered(said).(map[string]any); ok {
			values = added(values, more)
		}
	}
	maps.Copy(p.Values, added(values, p.Values))
}

// metaFiles returns the files of the meta plugin that apply to a page, from the top down.
func (m *manner) metaFiles(p *foreign.Page) (out []string) {
	if !m.on("meta") {
		return nil
	}
	out = append(out, path.Join(m.docs, m.metaFile()))
	file := strings.TrimPrefix(p.File, m.docs+"/")
	for i, c := range file {
		if c == '/' {
			out = append(out, path.Join(m.docs, file[:i], m.metaFile()))
		}
	}
	return out
}

// decoded returns the values in a YAML file, or an error.
func decoded(file string, text []byte) any {
	value, _, err := frontmatter.DecodeLast(frontmatter.YAML, file, text)
	if err != nil {
		return err
	}
	return value
}

func (m *manner) metaFile() string {
	if name := foreign.TextOf(m.plugins["meta"]["meta_file"]); name != "" && !strings.Contains(name, "/") {
		return name
	}
	return ".meta.yml"
}

// added returns the values of a table and of another one. The other's values win; lists add up.
func added(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	for key, v := range b {
		switch old := out[key].(type) {
		case map[string]any:
			if inner, ok := v.(map[string]any); ok {
				v = added(old, inner)
			}
		case []any:
			if list, ok := v.([]any); ok {
				v = slices.Concat(old, list)
			}
		}
		out[key] = v
	}
	return out
}

// tagList matches the place of a list of tags: https://squidfunk.github.io/mkdocs-material/plugins/tags/
var tagList = pattern.New(`<!--\s*material/tags\b[^>]*-->|\[TAGS\]`)

// listsTags reports whether a page contains the list of all tags.
func (m *manner) listsTags(p *foreign.Page, body []byte) bool {
	return m.on("tags") && (tagList.Match(body) || path.Clean(foreign.TextOf(m.plugins["tags"]["tags_file"])) == m.path(p))
}

// hides reads whether a page is in the search, and has a card:
// https://squidfunk.github.io/mkdocs-material/plugins/search/#usage, …/plugins/social/#meta.social.cards
func hides(values map[string]any) {
	search, _ := values["search"].(map[string]any)
	cards, _ := values["social"].(map[string]any)
	if search["exclude"] == true {
		values["search"] = false
	}
	if cards["cards"] == false {
		values["card"] = false
	}
}
