package docusaurus

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// outcome is what becomes of a key. Keys without a fate are reported with what they contain.
type outcome struct {
	fate conversion.Fate
	text string
}

var (
	used     = outcome{conversion.Used, ""}
	broken   = outcome{conversion.Ignored, "links without a target are warnings; --strict makes errors of them"}
	counted  = outcome{conversion.NeedsYou, "to count visits, set params.analytics, or write its script into " + conversion.HeadEnd}
	runsNone = outcome{conversion.NeedsYou, "a build runs no programs: check whether pages depend on it"}
	toEdit   = outcome{conversion.NeedsYou, "set params.editURL; the pages are now in content/"}
)

// keys are the keys of https://docusaurus.io/docs/api/docusaurus-config, of the theme, and of the options of a preset.
// Others have no effect on how sitegen builds pages.
var keys = map[string]outcome{
	"title": used, "url": used, "baseUrl": used, "tagline": used, "staticDirectories": used, "markdown.format": used,
	"markdown.emoji": used, ".exclude": used, ".include": used, ".path": used, ".routeBasePath": used, ".tags": used,
	".tagsBasePath": used, ".admonitions": used, ".versions": used, ".lastVersion": used, ".onlyIncludeVersions": used,
	".includeCurrentVersion": used, ".disableVersioning": used, ".numberPrefixParser": used, ".sidebarPath": used,
	".blogTitle": used, ".authorsMapPath": used, ".authorsBasePath": used, ".editUrl": toEdit,
	".showLastUpdateTime": {conversion.NeedsYou, "for dates from git, set enableGitInfo"},
	"markdown.mermaid":    {conversion.Used, "the themes draw mermaid"}, "theme.customCss": {conversion.NeedsYou, "styles" + conversion.OfOldTheme},
	"trailingSlash":       {conversion.Ignored, "URLs end with a slash; hosts redirect those without it"},
	"prism":               {conversion.Used, "magicComments"},
	"blog.truncateMarker": {conversion.NeedsYou, "write <!-- truncate --> where the beginning of a post ends"},
	"image":               {conversion.Used, "params.images"}, "tableOfContents": {conversion.NeedsYou, "set markup.tableOfContents"},
	".postsPerPage": {conversion.Used, "pagination.pagerSize"},
	"onBrokenLinks": broken, "onBrokenAnchors": broken, "onBrokenMarkdownLinks": broken, "markdown.hooks": broken,
	"webpack": runsNone, "markdown.preprocessor": runsNone, "markdown.parseFrontMatter": runsNone, "docs.sidebarItemsGenerator": runsNone,
	"liveCodeBlock":   {conversion.NeedsYou, "code that readers can edit is shown as code"},
	"announcementBar": {conversion.Used, "params.announcement"}, "noIndex": used,
	"algolia": {conversion.Ignored, "the theme has a search"},
	"gtag":    counted, "googleAnalytics": counted, "googleTagManager": counted,
	"sitemap":       {conversion.NeedsYou, "sitegen writes a sitemap of all pages; noindex in front matter leaves one out"},
	"clientModules": {conversion.NeedsYou, "their scripts and styles are not converted"},

	"presets": {}, "plugins": {}, "themes": {}, "themeConfig": {}, "headTags": {}, "scripts": {}, "stylesheets": {},
	"metadata": {}, "markdown": {}, "i18n": {}, "favicon": {}, "navbar": {}, "footer": {},
}

// report records the outcome of each key that the project sets, except of those in keys without one.
func (d *docusaurus) report() {
	options := d.options()
	d.keys("", d.config)
	d.keys("markdown.", d.config.Object("markdown"), "markdown")
	d.keys("", d.theme(), "themeConfig")
	d.keys("", options, "presets")
	for _, part := range []string{"docs", "blog", "pages", "theme"} {
		d.keys(part+".", options.Object(part), "presets", part)
	}
}

// keys records the outcome of the keys of an object. The keys of the objects around it are path.
func (d *docusaurus) keys(prefix string, in *script.Object, path ...string) {
	if in == nil {
		return
	}
	for _, key := range in.Keys {
		name, value := prefix+key, in.Get(key)
		list, isList := value.([]any)
		out, known := keys[name]
		if part := keys["."+key]; !known && prefix != "" {
			out, known = part, part.fate != ""
		}
		switch {
		case known && out.fate == "", value == nil, value == false && out.fate == conversion.NeedsYou, isList && len(list) == 0,
			strings.HasSuffix(key, "Plugins"), in == d.options() && slices.Contains([]string{"docs", "blog", "pages", "theme"}, key):
			continue
		case value == (script.Unknown{}) && out.fate == conversion.Used, key == "announcementBar" && in.Str(key, "content") == "":
			out = outcome{conversion.NeedsYou, "its value is computed: sitegen executes no program"}
		case name == "trailingSlash" && value == true:
			out = used
		case name == "prism" && in.Get(key, "magicComments") == nil:
			out.fate, out.text = conversion.Ignored, "sitegen has its own highlighting"
		case !known:
			out = outcome{conversion.Ignored, "it has no effect on how sitegen builds pages"}
		}
		d.Note(d.file, d.line(append(slices.Clone(path), key)...), name, out.fate, "%s", out.text)
	}
}
