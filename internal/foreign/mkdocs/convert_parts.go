package mkdocs

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// theme converts the name, language and colors of the theme.
func (m *mk) theme() {
	t, ok := m.root["theme"].(map[string]any)
	if !ok {
		m.say("theme", conversion.Used, "theme = %q", m.Theme)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(t)) {
		switch key {
		case "name":
			m.say("theme.name", conversion.Used, "theme = %q", m.Theme)
		case "language", "locale":
			if m.manner.editions != nil {
				m.say("theme."+key, conversion.Ignored, "each language has its own")
			} else if lang, _ := t[key].(string); lang != "" {
				m.Out.Set("locale", strings.ReplaceAll(lang, "_", "-"), "theme."+key)
				m.say("theme."+key, conversion.Used, "locale")
			}
		case "palette":
			m.palette(t[key])
		case "features":
			m.features(t[key])
		case "logo":
			if m.manner.logo == "" {
				m.say("theme."+key, conversion.NeedsYou, "no such file in %s: set params.logo", m.docs)
				continue
			}
			m.say("theme."+key, conversion.Used, "params.logo")
		case "favicon":
			m.favicon(foreign.TextOf(t[key]))
		case "icon":
			if icons, _ := t[key].(map[string]any); icons["logo"] != nil && t["logo"] == nil {
				m.say("theme.icon.logo", conversion.NeedsYou, "params.logo is a picture in front of the title")
			}
			m.say("theme.icon", conversion.Ignored, "the theme has its own icons")
		case "analytics":
			m.say("theme.analytics", conversion.NeedsYou, noVisits)
		case "custom_dir":
			m.say("theme."+key, conversion.NeedsYou, ownTemplates)
		default:
			m.say("theme."+key, conversion.Ignored, "the themes of sitegen have no such setting")
		}
	}
}

// palette converts the color of Material for MkDocs to the accent color of the theme.
func (m *mk) palette(value any) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, v := range list {
		p, _ := v.(map[string]any)
		name, _ := p["primary"].(string)
		pair, known := materialColours[strings.ReplaceAll(strings.ToLower(name), " ", "-")]
		switch {
		case name == "":
			continue
		case !known:
			m.say("theme.palette.primary", conversion.NeedsYou,
				"%q is not a known color: set --sg-accent in assets/css/custom.css", name)
		case m.Exists("assets/css/custom.css"):
			m.say("theme.palette.primary", conversion.NeedsYou,
				"assets/css/custom.css is there: --sg-accent: light-dark(%s, %s)", pair[0], pair[1])
		default:
			css := fmt.Sprintf("/* %s of theme.palette */\n:root { --sg-accent: light-dark(%s, %s) }\n", name, pair[0], pair[1])
			m.Files = append(m.Files, conversion.File{Path: "assets/css/custom.css", Data: []byte(css)})
			m.say("theme.palette.primary", conversion.Used, "--sg-accent in assets/css/custom.css")
		}
		return
	}
	m.say("theme.palette", conversion.Ignored, "light and dark mode follow the reader's settings")
}

// materialColours contains the shades 700 and 200 of the Material Design colors by their names in Material for MkDocs.
// For light colors, it contains the shade 900, so links are readable.
var materialColours = map[string][2]string{
	"red": {"#d32f2f", "#ef9a9a"}, "pink": {"#c2185b", "#f48fb1"},
	"purple": {"#7b1fa2", "#ce93d8"}, "deep-purple": {"#512da8", "#b39ddb"},
	"indigo": {"#303f9f", "#9fa8da"}, "blue": {"#1976d2", "#90caf9"},
	"light-blue": {"#01579b", "#81d4fa"}, "cyan": {"#006064", "#80deea"},
	"teal": {"#00796b", "#80cbc4"}, "green": {"#2e7d32", "#a5d6a7"},
	"light-green": {"#33691e", "#c5e1a5"}, "lime": {"#827717", "#e6ee9c"},
	"yellow": {"#8a5a00", "#fff59d"}, "amber": {"#8f5600", "#ffe082"},
	"orange": {"#a84300", "#ffcc80"}, "deep-orange": {"#bf360c", "#ffab91"},
	"brown": {"#5d4037", "#bcaaa4"}, "grey": {"#616161", "#eeeeee"},
	"blue-grey": {"#455a64", "#b0bec5"}, "black": {"#000000", "#ffffff"},
}

// shown are the features of Material for MkDocs that sitegen's theme has.
var shown = map[string]string{
	"navigation.tabs": "params.tabs", "navigation.tabs.sticky": "params.tabs",
	"content.code.copy": "the theme does so", "navigation.indexes": "the theme does so",
	"navigation.footer": "the theme does so", "navigation.path": "the theme does so", "toc.follow": "the table of contents marks the heading in view",
	codeAnnotations: "# (1)! in code is the number of an item in the list below", "content.action.edit": "params.editURL",
	linkedTabs: "a tab that readers choose is chosen in all groups of tabs",
}

// features converts the features of Material for MkDocs.
func (m *mk) features(value any) {
	list, _ := value.([]any)
	uri, _ := editURL(m.root)
	for _, v := range list {
		name, _ := v.(string)
		text, fate := shown[name], conversion.Used
		switch {
		case text == "" || name == "content.action.edit" && uri == "":
			text, fate = "the themes of sitegen have no such setting", conversion.Ignored
		case (name == codeAnnotations || name == linkedTabs) && m.uses(name) == "":
			text, fate = unused, conversion.Ignored
		}
		if text == "params.tabs" && !m.tabs {
			m.tabs = true
			m.params = append(m.params, conversion.Line("tabs", true, "theme.features"))
		}
		m.item("theme.features", name, "theme.features: "+name, fate, text)
	}
}

// named returns the names in a list of plugins or extensions, and the options of each.
func named(value any) (names []string, options map[string]map[string]any) {
	options = map[string]map[string]any{}
	add := func(name string, o any) {
		names = append(names, name)
		if said, ok := o.(map[string]any); ok || options[name] == nil { // a name without options takes none back
			options[name] = said
		}
		if short(name) != "group" || options[name]["enabled"] == false {
			return
		}
		inner, more := named(options[name]["plugins"]) // https://squidfunk.github.io/mkdocs-material/plugins/group/
		names = append(names, inner...)
		maps.Copy(options, more)
	}
	switch list := value.(type) {
	case []any:
		for _, v := range list {
			switch e := v.(type) {
			case string:
				add(e, nil)
			case map[string]any:
				for _, name := range slices.Sorted(maps.Keys(e)) {
					add(name, e[name])
				}
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(list)) {
			add(name, list[name])
		}
	}
	return names, options
}

func (m *mk) plugins() {
	names, options := named(m.root["plugins"])
	on, _ := enabled(m.root["plugins"])
	for _, name := range names {
		if !slices.Contains(on, name) {
			m.item("plugins", name, "plugins."+name, conversion.Ignored, "it is off")
			continue
		}
		if short(name) == "redirects" {
			m.redirects(options[name])
			continue
		}
		o, plugin := m.manner.outcomeOf(name), short(name)
		file := map[string]string{
			"awesome-nav": ".nav.yml", "awesome-pages": ".pages", "meta": m.manner.metaFile(),
			"literate-nav": cmp.Or(foreign.TextOf(options[name]["nav_file"]), "SUMMARY.md"),
		}[plugin]
		missing, left, lost := m.uses(undocumented), m.uses(leftOut), m.lostLists()
		switch {
		case plugin == "mkdocstrings" && missing != "":
			o = outcome{conversion.NeedsYou, "documentation is missing on " + missing + ": " + apiHint}
		case plugin == "macros" && left != "":
			o = outcome{conversion.NeedsYou, "values that programs compute are left out on " + left}
		case plugin == "blog" && lost != "":
			o = outcome{conversion.NeedsYou, "posts have the same URLs; " + lost}
		case file != "" && (plugin != "awesome-pages" || len(options[name]) == 0) && !m.inFolders(file):
			o = outcome{conversion.Ignored, "no folder has the file " + file}
		case slices.Contains(inTexts, plugin) && m.uses(plugin) == "":
			o = outcome{conversion.Ignored, unused}
		}
		m.item("plugins", name, "plugins."+name, o.fate, o.text)
	}
}

// unused tells that nothing in the project needs a feature, a plugin, or an extension.
const unused = "no page uses it"

// inTexts are the plugins that matter only where the text of a page uses them.
var inTexts = []string{"autorefs", "include-markdown", "macros", "mkdocstrings", "tags"}

// item records a note about an item of a list and finds its line.
func (m *mk) item(key, item, name string, fate conversion.Fate, text string) {
	file, at := itemBelow(m.chain, key, item)
	m.Note(file, at, name, fate, "%s", text)
}

// redirects reports what becomes of the map of mkdocs-redirects.
func (m *mk) redirects(options map[string]any) {
	pairs, _ := options["redirect_maps"].(map[string]any)
	for _, from := range slices.Sorted(maps.Keys(pairs)) {
		to := foreign.TextOf(pairs[from])
		if page, ok := redirected(to, m.isPage); ok {
			m.item("plugins", from, "plugins.redirects: "+from, conversion.Used, "an alias of "+page)
			continue
		}
		if !outside(to) {
			m.item("plugins", from, "plugins.redirects: "+from, conversion.Ignored,
				fmt.Sprintf("%s is not a page in %s, so MkDocs does not redirect either", to, m.docs))
			continue
		}
		m.item("plugins", from, "plugins.redirects: "+from, conversion.Used, "deploy.redirects")
	}
}

// extensions reports the outcome for each extension of Python-Markdown, depending on its use in the pages.
func (m *mk) extensions() {
	names, _ := named(m.root["markdown_extensions"])
	slices.Sort(names)
	for _, name := range slices.Compact(names) { // some projects name one twice
		o, known := extensions[short(name)]
		switch where := m.uses(cmp.Or(o.use, short(name))); {
		case !known:
			o = extension{outcome{conversion.NeedsYou, "sitegen does not support it: check whether pages depend on it"}, ""}
		case where == "" && o.use != always:
			o = extension{outcome{conversion.Ignored, unused}, ""}
		case where != "":
			o.text += " on " + where
			fallthrough
		default:
			o.text += m.without(short(name))
		}
		if short(name) == "emoji" {
			m.Out.Set("enableEmoji", true, "markdown_extensions")
		}
		m.item("markdown_extensions", name, "markdown_extensions."+name, o.fate, o.text)
	}
}

// without names the options of an extension that have no effect; "" if there are none.
func (m *mk) without(extension string) string {
	lost := slices.DeleteFunc(slices.Sorted(maps.Keys(m.manner.extensions[extension])), func(option string) bool {
		return !slices.Contains(ineffective[extension], option)
	})
	fences, _ := m.manner.extensions[extension]["custom_fences"].([]any)
	for _, v := range fences {
		if said, _ := v.(map[string]any); said["name"] != "mermaid" && said["name"] != "math" {
			lost = append(lost, "the fence "+foreign.TextOf(said["name"]))
		}
	}
	if len(lost) == 0 {
		return ""
	}
	return "; without effect: " + strings.Join(lost, ", ")
}

// ineffective lists options that have no effect, but change what readers see.
var ineffective = map[string][]string{
	"toc":         {"anchorlink", "baselevel", "marker", "separator", "toc_depth"},
	"highlight":   {"anchor_linenums", "auto_title", "auto_title_map", "default_lang", "extend_pygments_lang", "guess_lang"},
	"codehilite":  {"guess_lang"},
	"betterem":    {"smart_enable"},
	"footnotes":   {"BACKLINK_TEXT", "BACKLINK_TITLE", "PLACE_MARKER", "SEPARATOR", "SUPERSCRIPT_TEXT"},
	"superfences": {"css_class", "disable_indented_code_blocks"},
	"tasklist":    {"clickable_checkbox"},
}

// extension is what becomes of the syntax of an extension.
type extension struct {
	outcome
	use string // name under which its use is counted; "": that of the extension; always
}

// always means that an extension matters on all pages, or that Markdown does not show its use.
const always = "always"

// extensions are those whose syntax sitegen converts or drops: https://python-markdown.github.io/extensions/,
// https://facelessuser.github.io/pymdown-extensions/
var extensions = func() map[string]extension {
	out := map[string]extension{
		"emoji":    {outcome{conversion.Used, "emoji, and icons if sitegen or node_modules contains them,"}, ""},
		"nl2br":    {outcome{conversion.Used, "markup.goldmark.renderer.hardWraps"}, always},
		"macros":   {outcomes["macros"], always},
		"preview":  {outcome{conversion.Ignored, "links show no preview of their page"}, always},
		"b64":      {outcome{conversion.Ignored, "pictures stay files"}, always},
		"callouts": {outcome{conversion.Used, "callouts are alerts"}, always},

		"striphtml":    {outcome{conversion.Used, "comments are left out"}, always},
		"mkautodoc":    {outcome{conversion.NeedsYou, "documentation from source code is left out"}, "mkdocstrings"},
		"mkdocs-click": {outcome{conversion.NeedsYou, "documentation of commands is left out"}, ""},
	}
	for text, names := range map[string]string{
		"alerts":                   "admonition details blocks.admonition blocks.details",
		"tabs":                     "tabbed blocks.tab",
		"attributes":               "attr_list",
		"Markdown in HTML":         "md_in_html",
		"text of other files":      "snippets mdx_include markdown_include.include",
		"code of other files":      "markdown_include_variants",
		"abbreviations":            "abbr",
		"code in lines, no colors": "inlinehilite",
		"elements":                 "blocks.html",
		"lists of descriptions":    "blocks.definition",
		"figures with captions":    "blocks.caption",
		"lists with their types":   "fancylists",
		"works the same":           "def_list footnotes tables tasklist",
		"HTML in the text":         "progressbar critic mark caret tilde keys smartsymbols escapeall wikilinks",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = extension{outcome{conversion.Used, text}, ""}
		}
	}
	for name := range strings.FieldsSeq("toc fenced_code codehilite highlight superfences meta smarty sane_lists " +
		"mdx_truly_sane_lists saneheaders extra betterem magiclink arithmatex") {
		out[name] = extension{outcome{conversion.Used, "works the same"}, always}
	}
	return out
}()

// uses tells how many pages use a syntax, and names the first; "" if none does.
func (m *mk) uses(syntax string) string {
	if m.manner.uses == nil {
		m.readPages()
	}
	pages := m.manner.uses.pages[syntax]
	switch len(pages) {
	case 0:
		return ""
	case 1:
		return "1 page, " + pages[0]
	}
	return fmt.Sprintf("%d pages, the first %s", len(pages), pages[0])
}

// readPages reads the texts of all pages as a build does, to count what they use.
func (m *mk) readPages() {
	m.manner.uses = &uses{pages: map[string][]string{}}
	for _, page := range m.pages {
		file := path.Join(m.docs, page)
		text, ok := m.readFile(file)
		if !ok {
			continue // the build reports errors
		}
		text = foreign.Closed(text)
		front, err := frontmatter.Parse(file, text)
		if err != nil {
			front, _ = foreign.Repaired(file, text)
		}
		if front == nil {
			continue
		}
		m.manner.uses.page = file
		m.manner.read(block.New(string(text[front.Body:])), &foreign.Page{
			File: file, Path: page, Values: front.Values, Bare: front.Body == 0, Read: m.readFile,
		})
		if front.Values["tags"] != nil {
			m.manner.use("tags")
		}
	}
}

// inFolders reports whether a folder of the pages contains a file.
func (m *mk) inFolders(name string) (found bool) {
	_ = fs.WalkDir(follow.Dir(m.Dir), m.docs, func(_ string, d fs.DirEntry, err error) error {
		found = found || err == nil && d.Name() == name
		return err
	})
	return found
}

// lostLists tells which lists of posts have other URLs, or are missing; "" if none.
func (m *mk) lostLists() string {
	blogs := m.manner.blogs
	switch {
	case len(blogs) > 1:
		return "only the first blog has lists of categories, years, and authors"
	case m.manner.ugly:
		return "lists of categories, years, and authors have no .html"
	}
	return ""
}

// readFile reads a file of the project.
func (m *mk) readFile(file string) ([]byte, bool) {
	if !filepath.IsLocal(filepath.FromSlash(file)) {
		return nil, false
	}
	return foreign.Head(os.DirFS(m.Dir), file, foreign.MostConfig)
}

// noVisits tells how visits are counted.
const noVisits = "to count visits, set params.analytics, or write its script into " + conversion.HeadEnd +
	"; params.analytics.provider is goatcounter, matomo, plausible, or umami"

func (m *mk) extra() {
	e, _ := m.root["extra"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(e)) {
		switch key {
		case "alternate":
			if m.manner.editions != nil {
				m.say("extra.alternate", conversion.Ignored, "the theme lists the languages")
				continue
			}
			m.say("extra.alternate", conversion.NeedsYou,
				"for each language, add languages.KEY to the configuration, and page.KEY.md next to page.md")
		case "analytics":
			m.say("extra.analytics", conversion.NeedsYou, noVisits)
		case "disqus":
			m.say("extra.disqus", conversion.NeedsYou,
				"for comments, write its script into layouts/_partials/slots/after-content.html")
		case "social":
			if len(m.manner.social) == 0 {
				m.say("extra.social", conversion.Ignored, "no entry has a link")
				continue
			}
			m.say("extra.social", conversion.Used, "params.social, in the header and the footer")
		case "version":
			if m.manner.versioned {
				m.say("extra.version", conversion.Used, "params.versionsFile: a menu of the versions")
				continue
			}
			m.say("extra.version", conversion.NeedsYou, "list the versions in params.versions: docs/themes/docs.md")
		default:
			if where := m.uses("extra." + key); where != "" {
				m.say("extra."+key, conversion.Used, "its value on %s", where)
				continue
			}
			m.say("extra."+key, conversion.Ignored, "no page prints it; templates in layouts/ read values of params")
		}
	}
}
