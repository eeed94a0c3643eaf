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
	"cache":                      "caching.md#a-cache-for-all-machines",
	"cacheOutputs":               "caching.md#on-build-servers",
	"caches":                     "templates.md#other-servers",
	"cascade":                    "themes/docs.md#the-tree",
	"check.baseline":             "check.md#in-a-project",
	"check.fail":                 "check.md#in-a-project",
	"check.host":                 "check.md#in-a-project",
	"check.ignore":               "check.md#in-a-project",
	"check.maxTitle":             "check.md#in-a-project",
	"check.skip":                 "check.md#in-a-project",
	"compatibility":              "hugo-differences.md#versions-of-hugo",
	"copyright":                  "methods/example.md#configuration",
	"defaultContentLanguage":     "methods/example.md#configuration",
	"deploy":                     "deploy.md#files-for-hosts",
	"deploy.cacheControl":        "deploy.md#publish-to-a-bucket",
	"deploy.gone":                "deploy.md#removed-pages",
	"deploy.limits":              "deploy.md#limits-of-hosts",
	"disableAliases":             "deploy.md#files-for-hosts",
	"disableKinds":               "not-found.md",
	"discovery.crawlers":         "sitemaps.md#choose-what-crawlers-may-read-the-site-for",
	"discovery.fileRules":        "sitemaps.md#files",
	"discovery.files":            "sitemaps.md#static-files-and-additional-urls",
	"discovery.gzip":             "sitemaps.md#split-sitemaps-and-set-file-names",
	"discovery.headers":          "feeds.md#content-types",
	"discovery.htmlSitemap":      "sitemaps.md#a-site-map-for-readers",
	"discovery.images":           "sitemaps.md#images-of-pages",
	"discovery.lastmod":          "sitemaps.md#dates",
	"discovery.llms":             "sitemaps.md#for-language-models",
	"discovery.llmsFull":         "sitemaps.md#for-language-models",
	"discovery.markdown":         "sitemaps.md#for-language-models",
	"discovery.markdownSitemap":  "sitemaps.md#for-language-models",
	"discovery.news":             "sitemaps.md#news-articles",
	"discovery.robots":           "sitemaps.md#robotstxt",
	"discovery.scope":            "feeds.md#recent-changes-for-crawlers",
	"discovery.sitemapAddresses": "sitemaps.md#split-sitemaps-and-set-file-names",
	"discovery.sitemapBytes":     "sitemaps.md#split-sitemaps-and-set-file-names",
	"discovery.sitemapURLs":      "sitemaps.md#split-sitemaps-and-set-file-names",
	"discovery.sitemaps":         "sitemaps.md#static-files-and-additional-urls",
	"discovery.split":            "sitemaps.md#split-sitemaps-and-set-file-names",
	"discovery.stable":           "sitemaps.md#split-sitemaps-and-set-file-names",
	"discovery.textSitemap":      "sitemaps.md#split-sitemaps-and-set-file-names",
	"discovery.urls":             "sitemaps.md#static-files-and-additional-urls",
	"discovery.videos":           "sitemaps.md#videos-of-pages",
	"enableEmoji":                "write.md#text",
	"enableGitInfo":              "sitemaps.md#dates",
	"enableRobotsTXT":            "sitemaps.md#robotstxt",
	"fallbackPages":              "recipes/language.md",
	"folderSections":             "themes/docs.md#the-tree",
	"feeds":                      "feeds.md#formats-number-of-items-and-content",
	"feeds.archive":              "feeds.md#archives",
	"feeds.audio":                "feeds.md#audio-video-and-images",
	"feeds.home|section|taxonomy|term|author": "feeds.md#feeds-of-sections-tags-and-authors",
	"feeds.hubs":                             "feeds.md#websub",
	"feeds.maxBytes":                         "feeds.md#content-of-items",
	"feeds.names":                            "feeds.md#file-names",
	"feeds.namespaces":                       "feeds.md#custom-elements",
	"feeds.page":                             "feeds.md#a-page-about-the-feeds",
	"feeds.podcast":                          "feeds.md#podcasts",
	"feeds.sets":                             "feeds.md#feeds-of-several-lists",
	"feeds.stylesheet":                       "feeds.md#in-a-browser",
	"feeds.updates":                          "feeds.md#recent-changes-for-crawlers",
	"hasCJKLanguage":                         "methods/page.md#readingtime",
	"ignore":                                 "recipes/private.md",
	"languages.*.direction":                  "methods/site.md#direction",
	"languages.*.label":                      "methods/example.md#configuration",
	"languages.*.locale":                     "methods/example.md#configuration",
	"languages.*.weight":                     "recipes/language.md",
	"ledger":                                 "sitemaps.md#the-ledger",
	"mainSections":                           "methods/example.md#configuration",
	"markup.extras":                          "write.md#text",
	"markup.goldmark.extensions.passthrough": "themes/blog.md#formulas",
	"markup.goldmark.parser.wrapStandAloneImageWithinParagraph": "images.md#in-the-built-in-themes",
	"markup.goldmark.renderHooks":                               "hugo-differences.md#projects-with-a-sitegen-configuration",
	"markup.goldmark.renderer.unsafe":                           "write.md#html",
	"markup.highlight.noClasses":                                "hugo-differences.md#projects-with-a-sitegen-configuration",
	"markup.wikiLinks":                                          "other-tools.md#wiki-links-and-embeds",
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
	"outputs":                                                   "feeds.md#formats-number-of-items-and-content",
	"page.nextPrevSortOrder":                                    "methods/page.md#neighbors",
	"pagination.pagerSize":                                      "methods/example.md#configuration",
	"params":                                                    "themes/blog.md#parameters",
	"post":                                                      "build-step.md#configuration-file",
	"post.feeds[].limit":                                        "feeds.md#formats-number-of-items-and-content",
	"replaces":                                                  "migrate.md#hugo",
	"security.http.urls":                                        "security.md#network",
	"sitemap.stylesheet":                                        "sitemaps.md#in-a-browser",
	"taxonomies":                                                "themes/blog.md#tags-authors-and-series",
	"theme":                                                     "themes/_index.md",
	"timeZone":                                                  "methods/example.md#configuration",
	"timeout":                                                   "templates.md#other-servers",
	"title":                                                     "first-steps.md#make-it-yours",
	"tool.mkdocs":                                               "migrate.md#mkdocs",
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
