package config

import "slices"

// Key is one key of the configuration that sitegen reads. The table of all keys is what the reference
// (docs/configuration.md) is made from and what misspelled keys are told by.
type Key struct {
	Path    string // dotted, spelled as in the documentation; "*" stands for a name of your own, "a|b" for one of several, "[]" ends a list of tables
	Type    string // "boolean", "integer", "number", "string", "list", "table", or several joined by " or "
	Default string // as TOML; "" when there is none
	Example string // as TOML: a value that makes a difference
	Text    string // what it does, one or two sentences in Markdown
	Per     bool   // may stand in languages.KEY, too, and counts there for one language
	Own     bool   // is sitegen's own: Hugo does not know it
}

// Group is a table of the configuration, or keys of the top level that belong together.
type Group struct {
	Title string
	Text  string // Markdown
	Keys  []Key
}

// Reference returns all keys that sitegen reads, in the order of the documentation.
func Reference() []Group {
	return slices.Concat(siteKeys(), languageGroups(), listKeys(), markupKeys(), discoveryKeys(), feedKeys(), checkKeys(), notifyKeys(), postKeys(), deployKeys())
}

// Types of keys.
const (
	isBoolean = "boolean"
	isInteger = "integer"
	isNumber  = "number"
	isText    = "string"
	isList    = "list"
)

func siteKeys() []Group {
	return []Group{
		{"Site", "At the top level of the file.", []Key{
			{Path: "baseURL", Type: isText, Example: `"https://example.org/blog/"`, Text: "Address of the site. Without it no sitemap, feed or canonical link can be written. May differ by language: then each language has a host, or folder of the output, of its own.", Per: true},
			{Path: "title", Type: isText, Example: `"My notes"`, Text: "Title of the site.", Per: true},
			{Path: "copyright", Type: isText, Example: `"© Ann"`, Text: "For templates and feeds.", Per: true},
			{Path: "params.*", Type: "anything", Example: `"x"`, Text: "Values of your own and of the theme, `.Site.Params` in templates.", Per: true},
			{Path: "timeZone", Type: isText, Default: `"UTC"`, Example: `"Europe/Paris"`, Text: "Of dates that name none: a name of the IANA database."},
			{Path: "theme", Type: "string or list", Example: `["a", "b"]`, Text: "Names of folders in `themesDir`, strongest first, or of a theme that is built in."},
			{Path: "enableGitInfo", Type: isBoolean, Default: "false", Example: "true", Text: "Ask git for the date of the last change of each file; `:git` and `.GitInfo` need it."},
			{Path: "buildDrafts", Type: isBoolean, Default: "false", Example: "true", Text: "Build pages with `draft: true`."},
			{Path: "buildFuture", Type: isBoolean, Default: "false", Example: "true", Text: "Build pages that are not published yet."},
			{Path: "buildExpired", Type: isBoolean, Default: "false", Example: "true", Text: "Build pages that are expired."},
			{Path: "minify", Type: isBoolean, Default: "false", Example: "true", Text: "Minify HTML, CSS, JavaScript, JSON, SVG and XML, but not sitegen's own RSS; `minify.minifyOutput`, too."},
			{Path: "ledger", Type: isText, Default: `""`, Example: `"sitegen.ledger"`, Text: "File that remembers addresses, ids and dates of change, relative to the project; by default `.sitegen/ledger`.", Own: true},
			{Path: "enableRobotsTXT", Type: isBoolean, Default: "false", Example: "true", Text: "Write robots.txt with the template `robots.txt`. Without a template `discovery.robots` decides."},
			{Path: "replaces", Type: isList, Example: `["hugo.toml"]`, Text: "Files and folders of another configuration in the project that are not read any more, without a warning.", Own: true},
			{Path: "newContentEditor", Type: isText, Example: `"vim"`, Text: "Editor that `sitegen new` opens."},
		}},
		{"Folders", "Relative to the project, or absolute.", []Key{
			{Path: "contentDir", Type: isText, Default: `"content"`, Example: `"texts"`, Text: "Content files. Of a language: a content folder of its own.", Per: true},
			{Path: "publishDir", Type: isText, Default: `"public"`, Example: `"out"`, Text: "Where the site is written, in the project."},
			{Path: "assetDir", Type: isText, Default: `"assets"`, Example: `"a"`, Text: "Files for `resources.Get`."},
			{Path: "dataDir", Type: isText, Default: `"data"`, Example: `"d"`, Text: "Files for `.Site.Data`."},
			{Path: "i18nDir", Type: isText, Default: `"i18n"`, Example: `"words"`, Text: "Translated words for `T`."},
			{Path: "layoutDir", Type: isText, Default: `"layouts"`, Example: `"l"`, Text: "Templates."},
			{Path: "staticDir", Type: "string or list", Default: `["static"]`, Example: `["s"]`, Text: "Files that are copied as they are; `staticDir0` to `staticDir10` add folders."},
			{Path: "themesDir", Type: isText, Default: `"themes"`, Example: `"t"`, Text: "Folder of the themes."},
			{Path: "ignoreFiles", Type: isList, Example: `["\\.tmp$"]`, Text: "Regular expressions on absolute slash paths: content files that are passed over."},
			{Path: "ignore", Type: isList, Example: `["private/**"]`, Text: "Globs relative to the content folder that are passed over.", Own: true},
			{Path: "renderSegments", Type: isList, Example: `["docs"]`, Text: "Names of the segments that are rendered, if not all of the site: see `segments`."},
			{Path: "segments.*.includes", Type: "list of tables", Example: `[{path = "{/docs,/docs/**}"}]`, Text: "What is in a segment: glob patterns `path`, `kind`, `output` and `lang`, each a string or a list. Without it, all is."},
			{Path: "segments.*.excludes", Type: "list of tables", Example: `[{output = "rss"}]`, Text: "What is not, although it is included."},
			{Path: "security.allowContent", Type: isList, Example: `["text/org"]`, Text: "Regular expressions on media types of content that is published although it is not Markdown or HTML."},
		}},
		{"Other servers", "What templates fetch with `resources.GetRemote`: see [templates](templates.md#other-servers).", []Key{
			{Path: "security.http.urls", Type: isList, Example: `["^https://example\\.org/"]`, Text: "Regular expressions on addresses that may be fetched; `! ` before one forbids. Without it, hosts that have a name."},
			{Path: "security.http.methods", Type: isList, Default: `["(?i)GET|POST"]`, Example: `["GET"]`, Text: "Regular expressions on methods that may be used."},
			{Path: "security.http.mediaTypes", Type: isList, Example: `["^application/json$"]`, Text: "Regular expressions on the `Content-Type` of answers that counts, whatever the content looks like."},
			{Path: "caches.getresource.maxAge", Type: "duration or seconds", Default: "-1", Example: `"12h"`, Text: "How long answers are kept; -1 is until you delete them, 0 not at all."},
			{Path: "timeout", Type: "duration or milliseconds", Default: `"60s"`, Example: `"10s"`, Text: "How long a server has to answer, with repetitions."},
		}},
		{"Addresses", "", []Key{
			{Path: "uglyURLs", Type: "boolean or table", Default: "false", Example: "true", Text: "`/a.html` instead of `/a/`; a table says it by section.", Per: true},
			{Path: "permalinks.*.*", Type: isText, Example: `"/:year/:slug/"`, Text: "Pattern by kind (page, section, taxonomy, term) and section: `permalinks.page.posts`. `permalinks.posts` and the list form with `pattern` and `target` are read, too.", Per: true},
			{Path: "disablePathToLower", Type: isBoolean, Default: "false", Example: "true", Text: "Keep capitals of file names in addresses."},
			{Path: "removePathAccents", Type: isBoolean, Default: "false", Example: "true", Text: "Drop accents of file names in addresses."},
			{Path: "disableAliases", Type: isBoolean, Default: "false", Example: "true", Text: "Write no pages for `aliases`."},
			{Path: "refLinksErrorLevel", Type: isText, Default: `"error"`, Example: `"warning"`, Text: "What a `ref` that leads nowhere is: `error` or `warning`."},
			{Path: "refLinksNotFoundURL", Type: isText, Example: `"/404.html"`, Text: "Address for such a `ref`."},
		}},
	}
}

func languageGroups() []Group {
	return []Group{
		{"Languages", "`languages.KEY` holds what concerns one language, and any key marked “by language” for it alone. Hugo's names `languageName`, `languageCode` and `languageDirection` are read, too.", []Key{
			{Path: "defaultContentLanguage", Type: isText, Default: `"en"`, Example: `"fr"`, Text: "Key of the main language, whose pages stand at the root."},
			{Path: "defaultContentLanguageInSubdir", Type: isBoolean, Default: "false", Example: "true", Text: "Put the main language below its key, too."},
			{Path: "disableDefaultLanguageRedirect", Type: isBoolean, Default: "false", Example: "true", Text: "Write no redirect from or to the folder of the main language."},
			{Path: "disableLanguages", Type: isList, Example: `["de"]`, Text: "Keys of languages that are not built."},
			{Path: "enableMissingTranslationPlaceholders", Type: isBoolean, Default: "false", Example: "true", Text: "Show `[i18n] key` where a word has no translation."},
			{Path: "fallbackPages", Type: isBoolean, Default: "false", Example: "true", Text: "Show the pages of the main language where a language has no translation; see [languages](content.md#languages).", Per: true},
			{Path: "hasCJKLanguage", Type: isBoolean, Default: "false", Example: "true", Text: "Find Chinese, Japanese and Korean text by itself, for summaries and word counts.", Per: true},
			{Path: "languages.*.label", Type: isText, Example: `"Deutsch"`, Text: "Name for people."},
			{Path: "languages.*.locale", Type: isText, Example: `"de-AT"`, Text: "BCP 47 tag, for hreflang, dates and feeds; the key when not set."},
			{Path: "languages.*.direction", Type: isText, Example: `"rtl"`, Text: "`ltr` or `rtl`."},
			{Path: "languages.*.weight", Type: isInteger, Example: "3", Text: "Order of the languages, lightest first; then by key."},
			{Path: "languages.*.disabled", Type: isBoolean, Default: "false", Example: "true", Text: "The language is not built."},
			{Path: "locale", Type: isText, Example: `"en-GB"`, Text: "BCP 47 tag of the default language, where it has none of its own; `languageCode`, too."},
		}},
	}
}

func listKeys() []Group {
	return []Group{
		{"Lists, titles, summaries", "", []Key{
			{Path: "summaryLength", Type: isInteger, Default: "70", Example: "30", Text: "Words of a summary that nobody cut.", Per: true},
			{Path: "mainSections", Type: isList, Example: `["posts"]`, Text: "Sections of `.Site.MainSections`; by default the one with most pages.", Per: true},
			{Path: "disableKinds", Type: isList, Example: `["term"]`, Text: "Kinds of page that are not built: 404, home, page, robotsTXT, RSS, section, sitemap, taxonomy, term.", Per: true},
			{Path: "titleCaseStyle", Type: isText, Default: `"ap"`, Example: `"chicago"`, Text: "How titles that come from names are written: `ap`, `chicago`, `go`, `firstupper` or `none`."},
			{Path: "pluralizeListTitles", Type: isBoolean, Default: "true", Example: "false", Text: "“Posts” for a section `post`; off by itself in a folder of plain Markdown, whose names stay as they are."},
			{Path: "capitalizeListTitles", Type: isBoolean, Default: "true", Example: "false", Text: "Capitals in titles of lists that come from names."},
			{Path: "pagination.pagerSize", Type: isInteger, Default: "10", Example: "20", Text: "Pages of a pager; `paginate` in old configurations.", Per: true},
			{Path: "pagination.path", Type: isText, Default: `"page"`, Example: `"p"`, Text: "Folder of further pagers.", Per: true},
			{Path: "pagination.disableAliases", Type: isBoolean, Default: "false", Example: "true", Text: "Write no redirect from `/page/1/`.", Per: true},
			{Path: "page.nextPrevSortOrder", Type: isText, Default: `"desc"`, Example: `"asc"`, Text: "Order behind `.Next` and `.Prev`."},
			{Path: "page.nextPrevInSectionSortOrder", Type: isText, Default: `"desc"`, Example: `"asc"`, Text: "Order behind `.NextInSection` and `.PrevInSection`."},
			{Path: "taxonomies.*", Type: isText, Default: `{category = "categories", tag = "tags"}`, Example: `"series"`, Text: "Ways of grouping: the singular, and the plural that stands in front matter and addresses.", Per: true},
			{Path: "cascade", Type: "table or list of tables", Example: `{params = {a = "b"}}`, Text: "Front matter that pages inherit, with a `target` of `path`, `kind`, `environment`.", Per: true},
		}},
		{"Menus", "`menus.NAME` is a list of entries.", []Key{
			{Path: "menus.*[].name", Type: isText, Example: `"Posts"`, Text: "What the entry shows.", Per: true},
			{Path: "menus.*[].pageRef", Type: isText, Example: `"/posts"`, Text: "Path of the page it leads to.", Per: true},
			{Path: "menus.*[].url", Type: isText, Example: `"https://example.com/"`, Text: "Address, for what is no page.", Per: true},
			{Path: "menus.*[].identifier", Type: isText, Example: `"posts"`, Text: "Name for `parent` and templates.", Per: true},
			{Path: "menus.*[].parent", Type: isText, Example: `"more"`, Text: "Identifier or name of the entry above.", Per: true},
			{Path: "menus.*[].weight", Type: isInteger, Example: "3", Text: "Order, lightest first.", Per: true},
			{Path: "menus.*[].title", Type: isText, Example: `"All posts"`, Text: "For the `title` attribute.", Per: true},
			{Path: "menus.*[].pre", Type: isText, Example: `"<b>"`, Text: "HTML before the name.", Per: true},
			{Path: "menus.*[].post", Type: isText, Example: `"</b>"`, Text: "HTML after the name.", Per: true},
			{Path: "menus.*[].params.*", Type: "anything", Example: `1`, Text: "Values of your own.", Per: true},
			{Path: "sectionPagesMenu", Type: isText, Example: `"main"`, Text: "Menu that has an entry for each section.", Per: true},
		}},
		{"Output formats", "", []Key{
			{Path: "outputs.*", Type: isList, Default: `{home = ["html", "rss"], page = ["html"], section = ["html", "rss"], taxonomy = ["html", "rss"], term = ["html", "rss"]}`, Example: `["html"]`, Text: "Formats by kind of page: `outputs.home`.", Per: true},
			{Path: "outputFormats.*.mediaType", Type: isText, Example: `"text/plain"`, Text: "Media type, one of Hugo's or of `mediaTypes`."},
			{Path: "outputFormats.*.baseName", Type: isText, Default: `"index"`, Example: `"print"`, Text: "File name without extension."},
			{Path: "outputFormats.*.path", Type: isText, Example: `"amp"`, Text: "Folder before the path of the page."},
			{Path: "outputFormats.*.rel", Type: isText, Default: `"alternate"`, Example: `"amphtml"`, Text: "`rel` of links to it."},
			{Path: "outputFormats.*.protocol", Type: isText, Example: `"webcal://"`, Text: "Scheme of its addresses."},
			{Path: "outputFormats.*.weight", Type: isInteger, Example: "2", Text: "Order of the formats of a page."},
			{Path: "outputFormats.*.isHTML", Type: isBoolean, Default: "false", Example: "true", Text: "Is HTML: render hooks and aliases count."},
			{Path: "outputFormats.*.isPlainText", Type: isBoolean, Default: "false", Example: "true", Text: "Escape nothing."},
			{Path: "outputFormats.*.noUgly", Type: isBoolean, Default: "false", Example: "true", Text: "Never `/a.html`."},
			{Path: "outputFormats.*.ugly", Type: isBoolean, Default: "false", Example: "true", Text: "Always `/a.html`."},
			{Path: "outputFormats.*.notAlternative", Type: isBoolean, Default: "false", Example: "true", Text: "Stands not in `.AlternativeOutputFormats`."},
			{Path: "outputFormats.*.permalinkable", Type: isBoolean, Default: "false", Example: "true", Text: "`.Permalink` is this one's while it is rendered."},
			{Path: "outputFormats.*.root", Type: isBoolean, Default: "false", Example: "true", Text: "Lies at the root of the output."},
			{Path: "mediaTypes.*.suffixes", Type: isList, Example: `["x"]`, Text: "Extensions, the first is the one that is written."},
			{Path: "mediaTypes.*.delimiter", Type: isText, Default: `"."`, Example: `""`, Text: "Between name and extension."},
		}},
		{"Related pages", "A table `related` replaces these defaults: keywords 100, tags 80, date 10, threshold 80.", []Key{
			{Path: "related.threshold", Type: isInteger, Default: "80", Example: "20", Text: "Least likeness, 0 to 100."},
			{Path: "related.includeNewer", Type: isBoolean, Default: "false", Example: "true", Text: "Newer pages, too."},
			{Path: "related.toLower", Type: isBoolean, Default: "false", Example: "true", Text: "Compare in lower case."},
			{Path: "related.indices[].name", Type: isText, Example: `"tags"`, Text: "Front matter key to compare, or `date`, or `fragments`."},
			{Path: "related.indices[].weight", Type: isInteger, Example: "80", Text: "How much it counts."},
			{Path: "related.indices[].type", Type: isText, Default: `"basic"`, Example: `"fragments"`, Text: "`basic`, or `fragments` for headings."},
			{Path: "related.indices[].pattern", Type: isText, Example: `"2006"`, Text: "How dates are cut."},
			{Path: "related.indices[].cardinalityThreshold", Type: isInteger, Default: "0", Example: "50", Text: "Passes over words of more than so many percent of the pages."},
			{Path: "related.indices[].applyFilter", Type: isBoolean, Default: "false", Example: "true", Text: "Of headings: only those that match."},
			{Path: "related.indices[].toLower", Type: isBoolean, Default: "false", Example: "true", Text: "Compare in lower case."},
		}},
		{"Dates", "Where each date of a page is looked for, in order: front matter keys, `:filename`, `:fileModTime`, `:git`, and `:default` for the usual ones.", []Key{
			{Path: "frontmatter.date", Type: isList, Default: `["date", "publishDate", "lastmod"]`, Example: `[":filename", ":default"]`, Text: "The date."},
			{Path: "frontmatter.lastmod", Type: isList, Default: `[":git", "lastmod", "date", "publishDate"]`, Example: `["lastmod"]`, Text: "The date of the last change."},
			{Path: "frontmatter.publishDate", Type: isList, Default: `["publishDate", "date"]`, Example: `["date"]`, Text: "From when on it is published."},
			{Path: "frontmatter.expiryDate", Type: isList, Default: `["expiryDate"]`, Example: `["until"]`, Text: "Until when."},
		}},
	}
}
