package config

import "slices"

// Key is a configuration key that sitegen reads. The reference (docs/configuration.md) is generated from the
// table of all keys, and misspelled keys are compared with it.
type Key struct {
	// dotted, spelled as in the documentation; "*" is a custom name, "a|b" one of several, and a final "[]" a
	// list of tables
	Path    string
	Type    string // "boolean", "integer", "number", "string", "list", "table", or several joined by " or "
	Default string // as TOML; "" when there is none
	Example string // as TOML: a value that makes a difference
	Text    string // what it does, one or two sentences in Markdown
	Own     bool   // is sitegen's own: Hugo does not know it
}

// Group is a table of the configuration, or a group of top-level keys.
type Group struct {
	Title string
	Text  string // Markdown
	Keys  []Key
}

// Reference returns all keys that sitegen reads, in the order of the documentation.
func Reference() []Group {
	return slices.Concat(siteKeys(), languageGroups(), listKeys(), markupKeys(), discoveryKeys(), feedKeys(), checkKeys(),
		notifyKeys(), postKeys(), deployKeys(), cacheKeys())
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
			{
				Path: "baseURL", Type: isText, Example: `"https://example.org/blog/"`,
				Text: "URL of the site. Required for sitemaps, feeds, and canonical links. If it differs by language, each language has its own host or its own folder in the output.",
			},
			{Path: "title", Type: isText, Example: `"My notes"`, Text: "Title of the site."},
			{Path: "copyright", Type: isText, Example: `"© Ann"`, Text: "Copyright notice for templates and feeds."},
			{
				Path: "params.*", Type: "anything", Example: `"x"`,
				Text: "Custom values and parameters of the theme; `.Site.Params` in templates.",
			},
			{
				Path: "timeZone", Type: isText, Default: `"UTC"`, Example: `"Europe/Paris"`,
				Text: "Time zone of dates that don't name one, as an IANA name.",
			},
			{
				Path: "theme", Type: "string or list", Example: `["a", "b"]`,
				Text: "Names of folders in `themesDir` or of built-in themes. Earlier names override later ones.",
			},
			{
				Path: "enableGitInfo", Type: isBoolean, Default: "false", Example: "true",
				Text: "Read the date of the last change of each file from git. Required for `:git` and `.GitInfo`.",
			},
			{Path: "buildDrafts", Type: isBoolean, Default: "false", Example: "true", Text: "Build pages with `draft: true`."},
			{
				Path: "buildFuture", Type: isBoolean, Default: "false", Example: "true",
				Text: "Build pages with a publication date in the future.",
			},
			{Path: "buildExpired", Type: isBoolean, Default: "false", Example: "true", Text: "Build expired pages."},
			{
				Path: "minify", Type: isBoolean, Default: "false", Example: "true",
				Text: "Minify pages in HTML, CSS, JavaScript, JSON, SVG, and XML, but not the RSS that sitegen writes, and not files that templates publish. `minify.minifyOutput` has the same effect. As in Hugo, `minify.disableHTML` (`disableCSS`, and so on) leaves a type unchanged, also for `resources.Minify`, and `minify.tdewolff.html` and the other types have the [options of the library](https://gohugo.io/configuration/minify/); `keepQuotes` is on by default, except in Hugo projects.",
			},
			{
				Path: "ledger", Type: isText, Default: `""`, Example: `"sitegen.ledger"`,
				Text: "File that records URLs, IDs, and dates of change, relative to the project. Default: `.sitegen/ledger`.",
				Own:  true,
			},
			{
				Path: "cacheOutputs", Type: isBoolean, Default: "false", Example: "true",
				Text: "Keep the outputs in `.sitegen/outputs`, compressed, for build servers that restore only `.sitegen`. See [caching](caching/_index.md#on-build-servers).", Own: true,
			},
			{
				Path: "enableRobotsTXT", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write robots.txt with the template `robots.txt`. Without a template, `discovery.robots` applies.",
			},
			{
				Path: "replaces", Type: isList, Example: `["hugo.toml"]`,
				Text: "Files and folders of another configuration in the project. sitegen ignores them without a warning.",
				Own:  true,
			},
			{
				Path: "tool.mkdocs", Type: "table", Example: `{markdown_extensions = ["admonition"]}`,
				Text: "How pages are read that are written for another tool, with the keys of its configuration. [`sitegen init --from FOLDER`](migrate/docs.md#mkdocs) writes this table.",
				Own:  true,
			},
			{
				Path: "compatibility", Type: isText, Example: `"0.165"`,
				Text: "Version of Hugo whose behavior applies where newer versions differ; see [versions of Hugo](hugo-differences/versions.md). Default: `module.hugoVersion.max`, else the newest version.",
				Own:  true,
			},
			{Path: "newContentEditor", Type: isText, Example: `"vim"`, Text: "Editor that `sitegen new` opens."},
		}},
		{"Folders", "Relative to the project, or absolute.", []Key{
			{
				Path: "contentDir", Type: isText, Default: `"content"`, Example: `"texts"`,
				Text: "Content files. For a language: its own content folder.",
			},
			{Path: "publishDir", Type: isText, Default: `"public"`, Example: `"out"`, Text: "Output folder, in the project."},
			{Path: "assetDir", Type: isText, Default: `"assets"`, Example: `"a"`, Text: "Files for `resources.Get`."},
			{Path: "dataDir", Type: isText, Default: `"data"`, Example: `"d"`, Text: "Files for `.Site.Data`."},
			{Path: "i18nDir", Type: isText, Default: `"i18n"`, Example: `"words"`, Text: "Translations for `T`."},
			{Path: "layoutDir", Type: isText, Default: `"layouts"`, Example: `"l"`, Text: "Templates."},
			{
				Path: "staticDir", Type: "string or list", Default: `["static"]`, Example: `["s"]`,
				Text: "Files that are copied unchanged; `staticDir0` to `staticDir10` add folders.",
			},
			{Path: "themesDir", Type: isText, Default: `"themes"`, Example: `"t"`, Text: "Folder of the themes."},
			{
				Path: "ignoreFiles", Type: isList, Example: `["\\.tmp$"]`,
				Text: "Content files to ignore: regular expressions for absolute paths with forward slashes.",
			},
			{
				Path: "ignore", Type: isList, Example: `["private/**"]`,
				Text: "Files to ignore: glob patterns relative to the content folder.", Own: true,
			},
			{
				Path: "renderSegments", Type: isList, Example: `["docs"]`,
				Text: "Names of the segments to render instead of the whole site; see `segments`.",
			},
			{
				Path: "segments.*.includes", Type: "list of tables", Example: `[{path = "{/docs,/docs/**}"}]`,
				Text: "Contents of a segment: glob patterns `path`, `kind`, `output`, and `lang`, each a string or a list. Default: everything.",
			},
			{
				Path: "segments.*.excludes", Type: "list of tables", Example: `[{output = "rss"}]`,
				Text: "Exceptions from `includes`.",
			},
			{
				Path: "security.allowContent", Type: isList, Example: `["^text/html$"]`,
				Text: "Regular expressions for the media types of content other than Markdown to publish: HTML, and in Hugo projects Org mode (`^text/org$`); those after `! ` forbid.",
			},
		}},
		{
			"Other servers", "Settings for `resources.GetRemote` in templates; see [templates](templates.md#other-servers).",
			[]Key{
				{
					Path: "security.http.urls", Type: isList, Example: `["^https://example\\.org/"]`,
					Text: "Regular expressions for URLs that may be fetched; a leading `! ` forbids matching URLs. Default: hosts with a name, except `localhost`.",
				},
				{
					Path: "security.http.methods", Type: isList, Default: `["(?i)GET|POST"]`, Example: `["GET"]`,
					Text: "Regular expressions for allowed methods.",
				},
				{
					Path: "security.http.mediaTypes", Type: isList, Example: `["^application/json$"]`,
					Text: "Regular expressions for the `Content-Type` values that sitegen trusts regardless of the content.",
				},
				{
					Path: "caches.getresource.maxAge", Type: "duration or seconds", Default: "-1", Example: `"12h"`,
					Text: "How long responses are kept; -1 keeps them until you delete them, 0 doesn't keep them.",
				},
				{
					Path: "timeout", Type: "duration or milliseconds", Default: `"60s"`, Example: `"10s"`,
					Text: "How long to wait for a server, including retries.",
				},
			},
		},
		{"URLs", "", []Key{
			{
				Path: "uglyURLs", Type: "boolean or table", Default: "false", Example: "true",
				Text: "Write `/a.html` instead of `/a/`. A table sets this by section.",
			},
			{
				Path: "permalinks.*.*", Type: isText, Example: `"/:year/:slug/"`,
				Text: "URL pattern by kind (home, page, section, taxonomy, term) and section: `permalinks.page.posts`. `permalinks.posts` and the list form with `pattern` and `target` also work.",
			},
			{
				Path: "disablePathToLower", Type: isBoolean, Default: "false", Example: "true",
				Text: "Keep capital letters of file names in URLs, and those of the keys of languages, except in Hugo projects.",
			},
			{
				Path: "removePathAccents", Type: isBoolean, Default: "false", Example: "true",
				Text: "Remove accents of file names from URLs.",
			},
			{
				Path: "disableAliases", Type: isBoolean, Default: "false", Example: "true",
				Text: "Don't write redirect pages for `aliases`.",
			},
			{
				Path: "refLinksErrorLevel", Type: isText, Default: `"error"`, Example: `"warning"`,
				Text: "Severity of a `ref` without a target: `error` or `warning`.",
			},
			{Path: "refLinksNotFoundURL", Type: isText, Example: `"/404.html"`, Text: "URL for such a `ref`."},
		}},
	}
}

func languageGroups() []Group {
	return []Group{
		{
			"Languages",
			"`languages.KEY` contains the settings of one language, including any key marked “by language”. Hugo's names `languageName`, `languageCode`, and `languageDirection` also work.",
			[]Key{
				{
					Path: "defaultContentLanguage", Type: isText, Default: `"en"`, Example: `"fr"`,
					Text: "Key of the main language. Its pages are at the root.",
				},
				{
					Path: "defaultContentLanguageInSubdir", Type: isBoolean, Default: "false", Example: "true",
					Text: "Put the main language in a folder named by its key, like the others.",
				},
				{
					Path: "disableDefaultLanguageRedirect", Type: isBoolean, Default: "false", Example: "true",
					Text: "Don't write a redirect from or to the folder of the main language.",
				},
				{Path: "disableLanguages", Type: isList, Example: `["de"]`, Text: "Keys of languages to leave out."},
				{
					Path: "printI18nWarnings", Type: isBoolean, Default: "false", Example: "true",
					Text: "Warn about texts of templates that a language does not have.",
				},
				{
					Path: "enableMissingTranslationPlaceholders", Type: isBoolean, Default: "false", Example: "true",
					Text: "Show `[i18n] key` if a text has no translation.",
				},
				{
					Path: "fallbackPages", Type: isBoolean, Default: "false", Example: "true",
					Text: "Show the pages of the main language if a language has no translation; see [languages](content.md#languages).",
				},
				{
					Path: "hasCJKLanguage", Type: isBoolean, Default: "false", Example: "true",
					Text: "Detect Chinese, Japanese, and Korean text, for summaries and word counts.",
				},
				{Path: "languages.*.label", Type: isText, Example: `"Deutsch"`, Text: "Display name."},
				{
					Path: "languages.*.locale", Type: isText, Example: `"de-AT"`,
					Text: "BCP 47 tag, for hreflang, dates, and feeds. Default: the key.",
				},
				{Path: "languages.*.direction", Type: isText, Example: `"rtl"`, Text: "`ltr` or `rtl`."},
				{
					Path: "languages.*.weight", Type: isInteger, Example: "3",
					Text: "Order of the languages, lowest weight first, then by key.",
				},
				{Path: "languages.*.disabled", Type: isBoolean, Default: "false", Example: "true", Text: "Leave the language out."},
				{
					Path: "locale", Type: isText, Example: `"en-GB"`,
					Text: "BCP 47 tag of the default language, unless set for the language itself. `languageCode` also works.",
				},
			},
		},
	}
}

func listKeys() []Group {
	return []Group{
		{"Lists, titles, and summaries", "", []Key{
			{
				Path: "summaryLength", Type: isInteger, Default: "70", Example: "30",
				Text: "Number of words in an automatic summary.",
			},
			{
				Path: "mainSections", Type: isList, Example: `["posts"]`,
				Text: "Sections of `.Site.MainSections`. Default: the section with the most pages.",
			},
			{
				Path: "disableKinds", Type: isList, Example: `["term"]`,
				Text: "Kinds of pages to leave out: 404, home, page, robotsTXT, RSS, section, sitemap, taxonomy, term.",
			},
			{
				Path: "titleCaseStyle", Type: isText, Default: `"ap"`, Example: `"chicago"`,
				Text: "Capitalization style of titles that come from names: `ap`, `chicago`, `go`, `firstupper`, or `none`.",
			},
			{
				Path: "folderSections", Type: isBoolean, Default: "false", Example: "true",
				Text: "Make each folder with pages a section, at any depth; otherwise, only folders at the top and those with an `_index.md` are. In a project with the theme `docs`, except one for Hugo, the default is `true`.",
			},
			{
				Path: "pluralizeListTitles", Type: isBoolean, Default: "false", Example: "true",
				Text: "Pluralize list titles, such as “Posts” for a section `post`. In Hugo projects, the default is `true`.",
			},
			{
				Path: "capitalizeListTitles", Type: isBoolean, Default: "true", Example: "false",
				Text: "Capitalize list titles that come from names.",
			},
			{
				Path: "pagination.pagerSize", Type: isInteger, Default: "10", Example: "20",
				Text: "Number of pages per pager; `paginate` in old configurations.",
			},
			{
				Path: "pagination.path", Type: isText, Default: `"page"`, Example: `"p"`, Text: "Folder of pagers after the first.",
			},
			{
				Path: "pagination.disableAliases", Type: isBoolean, Default: "false", Example: "true",
				Text: "Don't write a redirect from `/page/1/`.",
			},
			{
				Path: "page.nextPrevSortOrder", Type: isText, Default: `"desc"`, Example: `"asc"`,
				Text: "Sort order for `.Next` and `.Prev`.",
			},
			{
				Path: "page.nextPrevInSectionSortOrder", Type: isText, Default: `"desc"`, Example: `"asc"`,
				Text: "Sort order for `.NextInSection` and `.PrevInSection`.",
			},
			{
				Path: "taxonomies.*", Type: isText, Default: `{category = "categories", tag = "tags"}`, Example: `"series"`,
				Text: "Taxonomies: the singular name, and the plural name used in front matter and URLs.",
			},
			{
				Path: "cascade", Type: "table or list of tables", Example: `{params = {a = "b"}}`,
				Text: "Front matter that pages inherit, with a `target` of `path`, `kind`, and `environment`.",
			},
		}},
		{"Menus", "`menus.NAME` is a list of entries.", []Key{
			{Path: "menus.*[].name", Type: isText, Example: `"Posts"`, Text: "Text of the entry."},
			{Path: "menus.*[].pageRef", Type: isText, Example: `"/posts"`, Text: "Path of the linked page."},
			{
				Path: "menus.*[].url", Type: isText, Example: `"https://example.com/"`, Text: "URL, if the target is not a page.",
			},
			{
				Path: "menus.*[].identifier", Type: isText, Example: `"posts"`, Text: "Name used by `parent` and templates.",
			},
			{
				Path: "menus.*[].parent", Type: isText, Example: `"more"`, Text: "Identifier or name of the parent entry.",
			},
			{Path: "menus.*[].weight", Type: isInteger, Example: "3", Text: "Sort order, lowest weight first."},
			{Path: "menus.*[].title", Type: isText, Example: `"All posts"`, Text: "Text of the `title` attribute."},
			{Path: "menus.*[].pre", Type: isText, Example: `"<b>"`, Text: "HTML before the name."},
			{Path: "menus.*[].post", Type: isText, Example: `"</b>"`, Text: "HTML after the name."},
			{Path: "menus.*[].params.*", Type: "anything", Example: `1`, Text: "Custom values."},
			{
				Path: "sectionPagesMenu", Type: isText, Example: `"main"`, Text: "Menu that gets an entry for each section.",
			},
		}},
		{"Output formats", "", []Key{
			{
				Path: "outputs.*", Type: isList,
				Default: `{home = ["html", "rss"], page = ["html"], section = ["html", "rss"], taxonomy = ["html", "rss"], term = ["html", "rss"]}`, Example: `["html"]`, Text: "Output formats by kind of page: `outputs.home`.",
			},
			{
				Path: "outputFormats.*.mediaType", Type: isText, Example: `"text/plain"`,
				Text: "Media type: one of Hugo's or of `mediaTypes`.",
			},
			{
				Path: "outputFormats.*.baseName", Type: isText, Default: `"index"`, Example: `"print"`,
				Text: "File name without extension.",
			},
			{Path: "outputFormats.*.path", Type: isText, Example: `"amp"`, Text: "Folder in front of the page path."},
			{
				Path: "outputFormats.*.rel", Type: isText, Default: `"alternate"`, Example: `"amphtml"`,
				Text: "`rel` attribute of links to this format.",
			},
			{Path: "outputFormats.*.protocol", Type: isText, Example: `"webcal://"`, Text: "Scheme of its URLs."},
			{Path: "outputFormats.*.weight", Type: isInteger, Example: "2", Text: "Sort order of the formats of a page."},
			{
				Path: "outputFormats.*.isHTML", Type: isBoolean, Default: "false", Example: "true",
				Text: "The format is HTML: render hooks and aliases apply.",
			},
			{
				Path: "outputFormats.*.isPlainText", Type: isBoolean, Default: "false", Example: "true",
				Text: "Don't escape anything.",
			},
			{Path: "outputFormats.*.noUgly", Type: isBoolean, Default: "false", Example: "true", Text: "Never write `/a.html`."},
			{Path: "outputFormats.*.ugly", Type: isBoolean, Default: "false", Example: "true", Text: "Always write `/a.html`."},
			{
				Path: "outputFormats.*.notAlternative", Type: isBoolean, Default: "false", Example: "true",
				Text: "Leave the format out of `.AlternativeOutputFormats`.",
			},
			{
				Path: "outputFormats.*.permalinkable", Type: isBoolean, Default: "false", Example: "true",
				Text: "While this format is rendered, `.Permalink` returns its URL.",
			},
			{
				Path: "outputFormats.*.root", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write the file at the root of the output.",
			},
			{
				Path: "mediaTypes.*.suffixes", Type: isList, Example: `["x"]`,
				Text: "File extensions; output files use the first. Built-in output formats keep theirs unless they name the type with `mediaType`.",
			},
			{
				Path: "mediaTypes.*.delimiter", Type: isText, Default: `"."`, Example: `""`,
				Text: "Separator between name and extension.",
			},
		}},
		{"Related pages", "A `related` table replaces these defaults: keywords 100, tags 80, date 10, threshold 80.", []Key{
			{Path: "related.threshold", Type: isInteger, Default: "80", Example: "20", Text: "Minimum similarity, 0 to 100."},
			{Path: "related.includeNewer", Type: isBoolean, Default: "false", Example: "true", Text: "Include newer pages."},
			{Path: "related.toLower", Type: isBoolean, Default: "false", Example: "true", Text: "Compare in lowercase."},
			{
				Path: "related.indices[].name", Type: isText, Example: `"tags"`,
				Text: "Front matter key to compare, or `date`, or `fragments`.",
			},
			{Path: "related.indices[].weight", Type: isInteger, Example: "80", Text: "Weight of this index."},
			{
				Path: "related.indices[].type", Type: isText, Default: `"basic"`, Example: `"fragments"`,
				Text: "`basic`, or `fragments` for headings.",
			},
			{
				Path: "related.indices[].pattern", Type: isText, Example: `"2006"`,
				Text: "Layout that dates are reduced to before comparison.",
			},
			{
				Path: "related.indices[].cardinalityThreshold", Type: isInteger, Default: "0", Example: "50",
				Text: "Ignore terms that are used by more than this percentage of the pages.",
			},
			{
				Path: "related.indices[].applyFilter", Type: isBoolean, Default: "false", Example: "true",
				Text: "For headings: keep only those that match.",
			},
			{
				Path: "related.indices[].toLower", Type: isBoolean, Default: "false", Example: "true",
				Text: "Compare in lowercase.",
			},
			{
				Path: "related.indices[].tokenize", Type: isBoolean, Default: "false", Example: "true",
				Text: "Compare the words of values, instead of entire values.",
			},
			{
				Path: "related.indices[].minTokenLength", Type: isInteger, Default: "0", Example: "3",
				Text: "With `tokenize`: ignore words with fewer characters.",
			},
		}},
		{
			"Dates",
			"Sources of each date of a page, in order: front matter keys, `:filename`, `:fileModTime`, `:git`, and `:default` for the default list.",
			[]Key{
				{
					Path: "frontmatter.date", Type: isList, Default: `["date", "publishDate", "lastmod"]`,
					Example: `[":filename", ":default"]`, Text: "Date of the page.",
				},
				{
					Path: "frontmatter.lastmod", Type: isList, Default: `[":git", "lastmod", "date", "publishDate"]`,
					Example: `["lastmod"]`, Text: "Date of the last change.",
				},
				{
					Path: "frontmatter.publishDate", Type: isList, Default: `["publishDate", "date"]`, Example: `["date"]`,
					Text: "Date of publication. With `[]`, no date in the future holds a page back.",
				},
				{
					Path: "frontmatter.expiryDate", Type: isList, Default: `["expiryDate"]`, Example: `["until"]`,
					Text: "Date of expiry.",
				},
			},
		},
	}
}
