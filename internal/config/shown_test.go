package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shown says which page of the documentation shows a key in use, by the beginning of its path. The longest beginning
// counts. The reference links to the page; for other keys, it has an example.
var shown = map[string]string{
	"baseURL":                    "first-steps.md#make-it-yours",
	"buildDrafts":                "recipes/private.md",
	"buildFuture":                "recipes/scheduled.md",
	"cache":                      "caching/shared.md",
	"cacheOutputs":               "caching/_index.md#on-build-servers",
	"caches":                     "templates.md#other-servers",
	"cascade":                    "themes/docs.md#the-tree",
	"check.baseline":             "check/_index.md#in-a-project",
	"check.fail":                 "check/_index.md#in-a-project",
	"check.host":                 "check/_index.md#in-a-project",
	"check.ignore":               "check/_index.md#in-a-project",
	"check.maxTitle":             "check/_index.md#in-a-project",
	"check.skip":                 "check/_index.md#in-a-project",
	"compatibility":              "hugo-differences/versions.md",
	"copyright":                  "methods/example.md#configuration",
	"defaultContentLanguage":     "methods/example.md#configuration",
	"deploy":                     "deploy/hosts.md",
	"deploy.cacheControl":        "deploy/bucket.md",
	"deploy.gone":                "deploy/hosts.md#removed-pages",
	"deploy.redirects":           "deploy/hosts.md#redirects-to-other-sites",
	"deploy.limits":              "deploy/hosts.md#limits-of-hosts",
	"disableAliases":             "deploy/hosts.md",
	"disableKinds":               "not-found.md",
	"discovery.crawlers":         "sitemaps/crawlers.md#choose-what-crawlers-may-read-the-site-for",
	"discovery.fileRules":        "sitemaps/files.md#files",
	"discovery.files":            "sitemaps/files.md#static-files-and-additional-urls",
	"discovery.gzip":             "sitemaps/files.md#split-sitemaps-and-set-file-names",
	"discovery.headers":          "feeds/contents.md#content-types",
	"discovery.htmlSitemap":      "sitemaps/readers.md#a-site-map-for-readers",
	"discovery.images":           "sitemaps/media.md#images-of-pages",
	"discovery.lastmod":          "sitemaps/_index.md#dates",
	"discovery.llms":             "sitemaps/crawlers.md#for-language-models",
	"discovery.llmsFull":         "sitemaps/crawlers.md#for-language-models",
	"discovery.markdown":         "sitemaps/crawlers.md#for-language-models",
	"discovery.markdownSitemap":  "sitemaps/crawlers.md#for-language-models",
	"discovery.news":             "sitemaps/media.md#news-articles",
	"discovery.robots":           "sitemaps/crawlers.md#robotstxt",
	"discovery.scope":            "feeds/_index.md#recent-changes-for-crawlers",
	"discovery.sitemapAddresses": "sitemaps/files.md#split-sitemaps-and-set-file-names",
	"discovery.sitemapBytes":     "sitemaps/files.md#split-sitemaps-and-set-file-names",
	"discovery.sitemapURLs":      "sitemaps/files.md#split-sitemaps-and-set-file-names",
	"discovery.sitemaps":         "sitemaps/files.md#static-files-and-additional-urls",
	"discovery.split":            "sitemaps/files.md#split-sitemaps-and-set-file-names",
	"discovery.stable":           "sitemaps/files.md#split-sitemaps-and-set-file-names",
	"discovery.textSitemap":      "sitemaps/files.md#split-sitemaps-and-set-file-names",
	"discovery.urls":             "sitemaps/files.md#static-files-and-additional-urls",
	"discovery.videos":           "sitemaps/media.md#videos-of-pages",
	"enableEmoji":                "write.md#text",
	"enableGitInfo":              "sitemaps/_index.md#dates",
	"enableRobotsTXT":            "sitemaps/crawlers.md#robotstxt",
	"fallbackPages":              "recipes/language.md",
	"folderSections":             "themes/docs.md#the-tree",
	"feeds":                      "feeds/_index.md#formats-number-of-items-and-content",
	"feeds.archive":              "feeds/_index.md#archives",
	"feeds.audio":                "feeds/podcasts.md#audio-video-and-images",
	"feeds.home|section|taxonomy|term|author": "feeds/_index.md#feeds-of-sections-tags-and-authors",
	"feeds.hubs":                             "feeds/_index.md#websub",
	"feeds.maxBytes":                         "feeds/contents.md#content-of-items",
	"feeds.names":                            "feeds/_index.md#file-names",
	"feeds.namespaces":                       "feeds/contents.md#custom-elements",
	"feeds.page":                             "feeds/readers.md#a-page-about-the-feeds",
	"feeds.podcast":                          "feeds/podcasts.md#podcasts",
	"feeds.sets":                             "feeds/_index.md#feeds-of-several-lists",
	"feeds.stylesheet":                       "feeds/readers.md#in-a-browser",
	"feeds.updates":                          "feeds/_index.md#recent-changes-for-crawlers",
	"hasCJKLanguage":                         "methods/page-text.md#readingtime",
	"ignore":                                 "recipes/private.md",
	"languages.*.direction":                  "methods/site.md#direction",
	"languages.*.label":                      "methods/example.md#configuration",
	"languages.*.locale":                     "methods/example.md#configuration",
	"languages.*.weight":                     "recipes/language.md",
	"ledger":                                 "sitemaps/ledger.md#the-ledger",
	"mainSections":                           "methods/example.md#configuration",
	"markup.extras":                          "write.md#text",
	"markup.goldmark.extensions.passthrough": "themes/elements.md#formulas",
	"markup.goldmark.parser.wrapStandAloneImageWithinParagraph": "images.md#in-the-built-in-themes",
	"markup.goldmark.renderHooks":                               "hugo-differences/_index.md#projects-with-a-sitegen-configuration",
	"markup.goldmark.renderer.unsafe":                           "write.md#html",
	"markup.highlight.noClasses":                                "hugo-differences/_index.md#projects-with-a-sitegen-configuration",
	"markup.wikiLinks":                                          "other-tools/obsidian.md#wiki-links-and-embeds",
	"menus":                                                     "methods/example.md#configuration",
	"menus.*[].name":                                            "themes/blog.md#menu",
	"menus.*[].pageRef":                                         "themes/blog.md#menu",
	"menus.*[].weight":                                          "themes/blog.md#menu",
	"notify.baidu":                                              "notify.md#services",
	"notify.baiduSite":                                          "notify.md#services",
	"notify.indexNow":                                           "notify.md#services",
	"notify.indexNowKey":                                        "notify.md",
	"outputFormats.*.isHTML":                                    "themes/docs.md#a-section-on-one-page",
	"outputFormats.*.mediaType":                                 "themes/docs.md#a-section-on-one-page",
	"outputFormats.*.notAlternative":                            "themes/docs.md#a-section-on-one-page",
	"outputFormats.*.path":                                      "themes/docs.md#a-section-on-one-page",
	"outputs":                                                   "feeds/_index.md#formats-number-of-items-and-content",
	"page.nextPrevSortOrder":                                    "methods/page.md#neighbors",
	"pagination.pagerSize":                                      "methods/example.md#configuration",
	"params":                                                    "themes/blog-options.md#parameters",
	"post":                                                      "build-step/settings.md#configuration-file",
	"post.feeds[].limit":                                        "feeds/_index.md#formats-number-of-items-and-content",
	"replaces":                                                  "migrate/_index.md#hugo",
	"security.http.urls":                                        "security/_index.md#network",
	"sitemap.stylesheet":                                        "sitemaps/readers.md#in-a-browser",
	"taxonomies":                                                "themes/blog.md#tags-authors-and-series",
	"theme":                                                     "themes/_index.md",
	"timeZone":                                                  "methods/example.md#configuration",
	"timeout":                                                   "templates.md#other-servers",
	"title":                                                     "first-steps.md#make-it-yours",
	"tool.mkdocs":                                               "migrate/docs.md#mkdocs",
}

// shownAt returns the page and section that show a key, relative to docs/, or "".
func (k Key) shownAt() string {
	best := ""
	for prefix := range shown {
		rest, ok := strings.CutPrefix(k.Path, prefix)
		if ok && (rest == "" || rest[0] == '.' || rest[0] == '[') && len(prefix) > len(best) {
			best = prefix
		}
	}
	return shown[best]
}

// TestShown: the page to which the reference links names the key, or its table, and each line above is used.
func TestShown(t *testing.T) {
	used := map[string]bool{}
	for _, g := range Reference() {
		for _, k := range g.Keys {
			at := k.shownAt()
			if at == "" {
				continue
			}
			used[at] = true
			page, _, _ := strings.Cut(at, "#")
			text, err := os.ReadFile(filepath.Join("../../docs", page))
			if err != nil {
				t.Error(err)
				continue
			}
			found := false
			for _, name := range strings.Split(strings.TrimSuffix(k.Path, ".*"), "|") {
				name = name[strings.LastIndexByte(name, '.')+1:]
				found = found || strings.Contains(string(text), strings.TrimSuffix(name, "[]"))
			}
			if !found {
				t.Errorf("docs/%s does not name %s", page, k.Path)
			}
		}
	}
	for prefix, at := range shown {
		if !used[at] {
			t.Errorf("no key has the line %s", prefix)
		}
	}
}
