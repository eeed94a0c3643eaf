package config

import (
	"slices"
	"strings"
)

// keys are the keys that sitegen reads, by the table that contains them, spelled as in docs/configuration*.md, which
// say what each does. "*" is a custom name, "a|b" one of several, and a final "[]" a list of tables.
var keys = []struct {
	table string
	names []string
}{
	{"", []string{
		"baseURL", "title", "copyright", "timeZone", "theme", "enableGitInfo", "buildDrafts", "buildFuture", "buildExpired",
		"minify", "ledger", "cacheOutputs", "enableRobotsTXT", "replaces", "compatibility", "newContentEditor",
		"contentDir", "publishDir", "assetDir", "dataDir", "i18nDir", "layoutDir", "staticDir", "themesDir", "ignoreFiles",
		"ignore", "renderSegments", "timeout", "uglyURLs", "disablePathToLower", "removePathAccents", "disableAliases",
		"refLinksErrorLevel", "refLinksNotFoundURL", "defaultContentLanguage", "defaultContentLanguageInSubdir",
		"disableDefaultLanguageRedirect", "disableLanguages", "printI18nWarnings", "enableMissingTranslationPlaceholders",
		"fallbackPages", "hasCJKLanguage", "locale", "summaryLength", "mainSections", "disableKinds", "titleCaseStyle",
		"folderSections", "pluralizeListTitles", "capitalizeListTitles", "cascade", "sectionPagesMenu", "enableEmoji",
	}},
	{"cache", []string{"remote", "remoteTimeout"}},
	{"caches.getresource", []string{"maxAge"}},
	{"check", []string{
		"host", "fail", "baseline", "ignore", "only", "skip", "maxTitle", "maxDescription", "maxHTML", "maxBytes",
		"maxRequests",
	}},
	{"deploy", []string{"hosts", "security", "gone", "cname"}},
	{"deploy.cacheControl", []string{"pages", "files"}},
	{"deploy.limits", []string{
		"files", "folderFiles", "fileBytes", "totalBytes", "redirects", "redirectPatterns", "redirectLength",
		"redirectBytes", "headerRules", "headerLength",
	}},
	{"deploy.redirects[]", []string{"from", "to"}},
	{"discovery", []string{
		"sitemapAddresses", "sitemapURLs", "sitemapBytes", "textSitemap", "htmlSitemap", "llms", "llmsFull", "markdown",
		"markdownSitemap", "robots", "lastmod", "split", "gzip", "stable", "scope", "files", "urls", "sitemaps", "images",
		"videos", "headers",
	}},
	{"discovery.crawlers", []string{"search", "answers", "training"}},
	{"discovery.fileRules[]", []string{"files", "title", "lastmod", "canonical", "noindex"}},
	{"discovery.fileRules[].versions", []string{"*"}},
	{"discovery.images", []string{"place", "sections"}},
	{"discovery.news", []string{"sections", "publication"}},
	{"discovery.videos", []string{"place", "sections"}},
	{"feeds", []string{
		"atom", "json", "formats", "limit", "content", "updates", "archive", "podcast", "lists", "fullContent", "maxBytes",
		"audio", "namespaces", "page", "stylesheet", "hubs",
	}},
	{"feeds.archive", []string{"items", "forward"}},
	{"feeds.home|section|taxonomy|term|author", []string{"formats", "limit", "content", "updates", "archive", "podcast"}},
	{"feeds.home|section|taxonomy|term|author.archive", []string{"items", "forward"}},
	{"feeds.home|section|taxonomy|term|author.names", []string{"rss|atom|json"}},
	{"feeds.names", []string{"rss|atom|json"}},
	{"feeds.sets[]", []string{
		"name", "title", "lists", "author", "formats", "limit", "content", "updates", "archive", "podcast",
	}},
	{"feeds.sets[].archive", []string{"items", "forward"}},
	{"feeds.sets[].names", []string{"rss|atom|json"}},
	{"feeds.updates", []string{"formats", "days", "least", "most", "sitemap", "robots"}},
	{"frontmatter", []string{"date", "lastmod", "publishDate", "expiryDate"}},
	{"languages.*", []string{"label", "locale", "direction", "weight", "disabled"}},
	{"markup", []string{"defaultMarkdownHandler", "extras", "wikiLinks"}},
	{"markup.goldmark", []string{"duplicateResourceFiles"}},
	{"markup.goldmark.extensions", []string{
		"table", "taskList", "strikethrough", "definitionList", "linkify", "linkifyProtocol",
	}},
	{"markup.goldmark.extensions.cjk", []string{
		"enable", "eastAsianLineBreaks", "eastAsianLineBreaksStyle", "escapedSpace",
	}},
	{"markup.goldmark.extensions.extras.delete|insert|mark|subscript|superscript", []string{"enable"}},
	{"markup.goldmark.extensions.footnote", []string{"enable", "enableAutoIDPrefix", "backlinkHTML"}},
	{"markup.goldmark.extensions.passthrough", []string{"enable"}},
	{"markup.goldmark.extensions.passthrough.delimiters", []string{"block", "inline"}},
	{"markup.goldmark.extensions.typographer", []string{
		"disable", "apostrophe", "ellipsis", "emDash", "enDash", "leftAngleQuote", "rightAngleQuote", "leftDoubleQuote",
		"rightDoubleQuote", "leftSingleQuote", "rightSingleQuote",
	}},
	{"markup.goldmark.parser", []string{
		"autoHeadingID", "autoIDType", "autoDefinitionTermID", "wrapStandAloneImageWithinParagraph",
	}},
	{"markup.goldmark.parser.attribute", []string{"block", "title"}},
	{"markup.goldmark.renderer", []string{"unsafe", "hardWraps", "xhtml"}},
	{"markup.goldmark.renderHooks.image", []string{"useEmbedded"}},
	{"markup.goldmark.renderHooks.link", []string{"useEmbedded"}},
	{"markup.highlight", []string{
		"style", "noClasses", "codeFences", "guessSyntax", "lineNos", "lineNumbersInTable", "lineNoStart", "anchorLineNos",
		"lineAnchors", "hl_Lines", "hl_inline", "tabWidth", "wrapperClass",
	}},
	{"markup.tableOfContents", []string{"startLevel", "endLevel", "ordered"}},
	{"mediaTypes.*", []string{"suffixes", "delimiter"}},
	{"menus.*[]", []string{"name", "pageRef", "url", "identifier", "parent", "weight", "title", "pre", "post"}},
	{"menus.*[].params", []string{"*"}},
	{"notify", []string{"indexNowKey", "indexNow", "webSub", "baiduToken", "baiduSite", "baidu"}},
	{"outputFormats.*", []string{
		"mediaType", "baseName", "path", "rel", "protocol", "weight", "isHTML", "isPlainText", "noUgly", "ugly",
		"notAlternative", "permalinkable", "root",
	}},
	{"outputs", []string{"*"}},
	{"page", []string{"nextPrevSortOrder", "nextPrevInSectionSortOrder"}},
	{"pagination", []string{"pagerSize", "path", "disableAliases"}},
	{"params", []string{"*"}},
	{"permalinks.*", []string{"*"}},
	{"post", []string{"host", "exclude", "content", "generator", "languages"}},
	{"post.feeds[]", []string{"glob", "file", "title", "limit"}},
	{"post.pages[]", []string{"glob", "changefreq", "priority"}},
	{"related", []string{"threshold", "includeNewer", "toLower"}},
	{"related.indices[]", []string{
		"name", "weight", "type", "pattern", "cardinalityThreshold", "applyFilter", "toLower", "tokenize", "minTokenLength",
	}},
	{"security", []string{"allowContent"}},
	{"security.http", []string{"urls", "methods", "mediaTypes"}},
	{"segments.*", []string{"includes", "excludes"}},
	{"services.rss", []string{"limit"}},
	{"sitemap", []string{"changeFreq", "priority", "disable", "filename", "stylesheet"}},
	{"taxonomies", []string{"*"}},
	{"tool", []string{"mkdocs"}},
}

// Keys returns the dotted keys that sitegen reads: see keys.
func Keys() (out []string) {
	for _, t := range keys {
		for _, name := range t.names {
			out = append(out, join(t.table, name))
		}
	}
	return out
}

// unusedKeys are other top-level keys of Hugo (https://gohugo.io/configuration/all/): those without an effect, and old
// names.
var unusedKeys = []string{
	"archetypeDir", "author", "build", "cacheDir", "canonifyURLs", "cleanDestinationDir", "contentTypes",
	"defaultContentRole", "defaultContentRoleInSubdir", "defaultContentVersion", "defaultContentVersionInSubdir",
	"defaultOutputFormat", "deployment", "disableDefaultSiteRedirect", "disableHugoGeneratorInject",
	"disableLiveReload", "disqusShortname", "enableInlineShortcodes", "environment", "googleAnalytics", "HTTPCache",
	"ignoreCache", "ignoreErrors", "ignoreLogs", "ignoreVendorPaths", "imaging", "languageCode", "menu", "module",
	"noBuildLock", "noChmod", "noTimes", "paginate", "paginatePath", "panicOnWarning", "printPathWarnings",
	"printUnusedTemplates", "privacy", "pygmentsCodeFences", "pygmentsCodefencesGuessSyntax", "pygmentsOptions",
	"pygmentsStyle", "pygmentsUseClasses", "relativeURLs", "resourceDir", "roles", "rssLimit", "server", "social",
	"staticDir0", "staticDir1", "staticDir2", "staticDir3", "staticDir4", "staticDir5", "staticDir6", "staticDir7",
	"staticDir8", "staticDir9", "staticDir10", "taxonomyTerm", "templateMetrics", "templateMetricsHints", "versions",
	"watch",
}

// rootKeys are the known top-level keys, sorted.
var rootKeys = rootsOf(Keys(), unusedKeys)

func rootsOf(lists ...[]string) (out []string) {
	for _, key := range slices.Concat(lists...) {
		root, _, _ := strings.Cut(key, ".")
		out = append(out, root)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// isRootKey reports whether a lower-case key is known at the top level.
func isRootKey(key string) bool {
	return slices.ContainsFunc(rootKeys, func(s string) bool { return strings.EqualFold(s, key) })
}

// proper returns a lower-case key in the spelling of the documentation.
func proper(key string) string {
	for _, list := range [][]string{rootKeys, languageKeys, innerKeys()} {
		for _, s := range list {
			if strings.EqualFold(s, key) {
				return s
			}
		}
	}
	return key
}
