package config

func discoveryKeys() []Group {
	return []Group{
		{"Sitemaps and robots.txt", "For details, see [sitemaps](sitemaps/_index.md).", []Key{
			{
				Path: "discovery.sitemapAddresses", Type: isText, Default: `"root"`, Example: `"hugo"`,
				Text: "URLs of the sitemaps of languages: `root` for `/sitemap-LANG.xml`, `hugo` for `/LANG/sitemap.xml`.",
				Own:  true,
			},
			{
				Path: "discovery.sitemapURLs", Type: isInteger, Default: "50000", Example: "1000",
				Text: "Maximum number of URLs per file.", Own: true,
			},
			{
				Path: "discovery.sitemapBytes", Type: isInteger, Default: "52428800", Example: "100000",
				Text: "Maximum number of bytes per file.", Own: true,
			},
			{
				Path: "discovery.textSitemap", Type: isBoolean, Default: "true", Example: "false", Text: "Write `sitemap.txt`.",
				Own: true,
			},
			{
				Path: "discovery.htmlSitemap", Type: "boolean or integer", Default: "false", Example: "200",
				Text: "Write a site map for readers, `/sitemap/`. A number sets the links per page (default 500).", Own: true,
			},
			{
				Path: "discovery.llms", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write `llms.txt`, a list of pages for language models.", Own: true,
			},
			{
				Path: "discovery.llmsFull", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write `llms-full.txt`, the texts of all pages in Markdown.", Own: true,
			},
			{
				Path: "discovery.markdown", Type: isBoolean, Default: "false", Example: "true",
				Text: "Also write the text of each page as Markdown: `/posts/one/index.html.md`.", Own: true,
			},
			{
				Path: "discovery.markdownSitemap", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write `sitemap.md`, a site map in Markdown.", Own: true,
			},
			{
				Path: "discovery.robots", Type: isBoolean, Default: "true", Example: "false", Text: "Write `robots.txt`.",
				Own: true,
			},
			{
				Path: "discovery.crawlers.search", Type: isBoolean, Example: "true",
				Text: "Whether crawlers of search engines may read the site. Default: `robots.txt` says nothing about it.",
				Own:  true,
			},
			{
				Path: "discovery.crawlers.answers", Type: isBoolean, Example: "true",
				Text: "Whether crawlers may read the site for answers of language models.", Own: true,
			},
			{
				Path: "discovery.crawlers.training", Type: isBoolean, Example: "false",
				Text: "Whether crawlers may read the site to train models.", Own: true,
			},
			{
				Path: "discovery.lastmod", Type: isList, Default: `["lastmod", "modified", ":modified", ":ledger", ":page"]`,
				Example: `["lastmod"]`, Text: "Sources of the date of a page, in order.", Own: true,
			},
			{
				Path: "discovery.split", Type: isText, Default: `"auto"`, Example: `"year"`,
				Text: "How to distribute pages among files: `auto`, `none`, `language`, `section`, `type`, `year`, `month`, or a pattern.", Own: true,
			},
			{Path: "discovery.gzip", Type: isBoolean, Default: "false", Example: "true", Text: "Compress sitemaps.", Own: true},
			{
				Path: "discovery.stable", Type: isBoolean, Default: "true", Example: "false",
				Text: "Keep each page in its file when other pages are added or removed.", Own: true,
			},
			{
				Path: "discovery.scope", Type: isText, Default: `"directory"`, Example: `"host"`,
				Text: "Which URLs may be listed: those below the base URL, or all of the host.", Own: true,
			},
			{
				Path: "discovery.files", Type: isList, Example: `["**/*.pdf"]`, Text: "Glob patterns of other files to list.",
				Own: true,
			},
			{
				Path: "discovery.urls", Type: isList, Example: `["https://example.org/shop/"]`,
				Text: "Additional URLs, as text or as tables with `loc` and `lastmod`.", Own: true,
			},
			{
				Path: "discovery.sitemaps", Type: isList, Example: `["/shop/sitemap.xml"]`,
				Text: "Additional sitemaps for the index.", Own: true,
			},
			{
				Path: "discovery.images", Type: "string or table", Default: `"off"`, Example: `"inline"`,
				Text: "Whether to list the images of pages, and where: `off`, `inline`, or `files`.", Own: true,
			},
			{
				Path: "discovery.images.place", Type: isText, Default: `"inline"`, Example: `"files"`,
				Text: "Where to list them: `inline` or `files`.", Own: true,
			},
			{
				Path: "discovery.images.sections", Type: isList, Example: `["posts"]`,
				Text: "Sections of the pages; empty for all.", Own: true,
			},
			{
				Path: "discovery.videos", Type: "string or table", Default: `"off"`, Example: `"inline"`,
				Text: "Whether to list the videos of pages, and where: `off`, `inline`, or `files`.", Own: true,
			},
			{
				Path: "discovery.videos.place", Type: isText, Default: `"inline"`, Example: `"files"`,
				Text: "Where to list them: `inline` or `files`.", Own: true,
			},
			{
				Path: "discovery.videos.sections", Type: isList, Example: `["posts"]`,
				Text: "Sections of the pages; empty for all.", Own: true,
			},
			{
				Path: "discovery.news.sections", Type: isList, Example: `["news"]`, Text: "Sections whose pages are news articles.",
				Own: true,
			},
			{
				Path: "discovery.news.publication", Type: isText, Example: `"The Times"`,
				Text: "Name of the publication. Default: the title of the site.", Own: true,
			},
			{
				Path: "discovery.headers", Type: isBoolean, Default: "false", Example: "true",
				Text: "Add content types of feeds and compressed sitemaps to `_headers`.", Own: true,
			},
			{
				Path: "sitemap.changeFreq", Type: isText, Example: `"weekly"`,
				Text: "For your own templates; search engines ignore it.",
			},
			{
				Path: "sitemap.priority", Type: isNumber, Default: "-1", Example: "0.5",
				Text: "For your own templates; search engines ignore it.",
			},
			{
				Path: "sitemap.disable", Type: isBoolean, Default: "false", Example: "true",
				Text: "Write no sitemap; in front matter, leave out this page.",
			},
			{
				Path: "sitemap.filename", Type: isText, Default: `"sitemap.xml"`, Example: `"map.xml"`,
				Text: "File name of the sitemap or the index.",
			},
			{
				Path: "sitemap.stylesheet", Type: "boolean or string", Default: "false", Example: "true",
				Text: "Make sitemaps readable [in a browser](sitemaps/readers.md#in-a-browser); a string is the path of a custom style sheet in CSS or XSLT.",
				Own:  true,
			},
		}},
	}
}

// feedSetKeys returns the keys of a table that configures the feeds of a list.
func feedSetKeys(table string) []Key {
	return []Key{
		{
			Path: table + "formats", Type: isList, Example: `["rss", "json"]`,
			Text: "Feed formats: `rss`, `atom`, `json`, in addition to the RSS in `outputs`.", Own: true,
		},
		{
			Path: table + "limit", Type: isInteger, Default: "50", Example: "10", Text: "Number of items; 0 for all.",
			Own: true,
		},
		{
			Path: table + "content", Type: isText, Example: `"none"`, Text: "Content of items: `full`, `summary`, or `none`.",
			Own: true,
		},
		{
			Path: table + "updates", Type: isList, Example: `["atom", "json"]`, Text: "Formats of the feed of recent changes.",
			Own: true,
		},
		{
			Path: table + "archive", Type: "integer or boolean", Default: "false", Example: "20",
			Text: "Number of items per archive document (RFC 5005); `false` for no archive.", Own: true,
		},
		{
			Path: table + "archive.items", Type: isInteger, Default: "100", Example: "30",
			Text: "Number of items per archive document.", Own: true,
		},
		{
			Path: table + "archive.forward", Type: isBoolean, Default: "true", Example: "false",
			Text: "Link each archive document to the next newer one.", Own: true,
		},
		{
			Path: table + "podcast", Type: "boolean or table", Default: "false", Example: `{explicit = true}`,
			Text: "Make the RSS feed a [podcast](feeds/podcasts.md#podcasts).", Own: true,
		},
		{
			Path: table + "names.rss|atom|json", Type: isText, Example: `"x.xml"`,
			Text: "File names: `names.rss`, `names.atom`, `names.json`.", Own: true,
		},
	}
}

func feedKeys() []Group {
	all := []Key{
		{
			Path: "feeds.atom", Type: isBoolean, Default: "true", Example: "false",
			Text: "Write an Atom feed next to the home page.", Own: true,
		},
		{
			Path: "feeds.json", Type: isBoolean, Default: "true", Example: "false",
			Text: "Write a JSON Feed next to the home page.", Own: true,
		},
	}
	for _, k := range feedSetKeys("feeds.") {
		if k.Path == "feeds.formats" {
			k.Default = `["atom", "json"]`
		}
		if k.Path == "feeds.updates" {
			k.Type, k.Default = "list or table", `["atom"]`
		}
		all = append(all, k)
	}
	all = append(
		all,
		Key{
			Path: "feeds.lists", Type: isList, Example: `["/posts"]`,
			Text: "Lists that also get the feed formats of the home page.", Own: true,
		},
		Key{
			Path: "feeds.fullContent", Type: isInteger, Default: "50", Example: "5",
			Text: "Number of newest RSS items with full text.", Own: true,
		},
		Key{
			Path: "feeds.maxBytes", Type: isInteger, Default: "4194304", Example: "1000",
			Text: "Maximum number of bytes of full text in one document; 0 for no limit.", Own: true,
		},
		Key{
			Path: "feeds.audio", Type: isBoolean, Default: "false", Example: "true",
			Text: "Also use audio files of a page that its front matter doesn't name as enclosures.", Own: true,
		},
		Key{
			Path: "feeds.namespaces", Type: "table", Example: `{geo = "http://www.w3.org/2003/01/geo/wgs84_pos#"}`,
			Text: "Namespaces of the elements in your [own templates](feeds/contents.md#custom-elements), by prefix.", Own: true,
		},
		Key{
			Path: "feeds.page", Type: isBoolean, Default: "false", Example: "true",
			Text: "Write a page about the feeds for readers, `/feed/`.", Own: true,
		},
		Key{
			Path: "feeds.stylesheet", Type: "boolean or string", Default: "false", Example: "true",
			Text: "Make RSS and Atom feeds readable [in a browser](feeds/readers.md#in-a-browser); a string is the path of a custom style sheet in CSS or XSLT.",
			Own:  true,
		},
		Key{Path: "feeds.hubs", Type: isList, Example: `["https://hub.example/"]`, Text: "WebSub hubs.", Own: true},
		Key{
			Path: "services.rss.limit", Type: isInteger, Default: "-1", Example: "5",
			Text: "Number of items in the RSS in `outputs`; `rssLimit` in old configurations.",
		},
	)
	sets := []Key{
		{Path: "feeds.sets[].name", Type: isText, Example: `"go"`, Text: "Folder of the feeds. Required.", Own: true},
		{
			Path: "feeds.sets[].title", Type: isText, Example: `"Go"`, Text: "Title. Default: the titles of the lists.",
			Own: true,
		},
		{
			Path: "feeds.sets[].lists", Type: isList, Example: `["/posts"]`,
			Text: "Include pages that are in all of these lists.", Own: true,
		},
		{Path: "feeds.sets[].author", Type: isText, Example: `"Ann"`, Text: "Include only pages by this author.", Own: true},
	}
	return []Group{
		{"Feeds", "For details, see [feeds](feeds/_index.md).", all},
		{"Feeds by kind of list", "", feedSetKeys("feeds.home|section|taxonomy|term|author.")},
		{"Feed of recent changes", "", []Key{
			{
				Path: "feeds.updates.formats", Type: isList, Default: `["atom"]`, Example: `["json"]`, Text: "Formats of the feed.",
				Own: true,
			},
			{
				Path: "feeds.updates.days", Type: isInteger, Default: "14", Example: "3",
				Text: "Include changes from this number of days before the newest change.", Own: true,
			},
			{
				Path: "feeds.updates.least", Type: isInteger, Default: "20", Example: "5", Text: "Minimum number of items.",
				Own: true,
			},
			{
				Path: "feeds.updates.most", Type: isInteger, Default: "1000", Example: "50",
				Text: "Maximum number of items; 0 for no limit.", Own: true,
			},
			{
				Path: "feeds.updates.sitemap", Type: isBoolean, Default: "false", Example: "true",
				Text: "List the feed in the sitemap index.", Own: true,
			},
			{
				Path: "feeds.updates.robots", Type: isBoolean, Default: "false", Example: "true",
				Text: "List the feed in robots.txt.", Own: true,
			},
		}},
		{"Files that are not pages", "`[[discovery.fileRules]]`: see [files](sitemaps/files.md#files).", []Key{
			{
				Path: "discovery.fileRules[].files", Type: isList, Example: `["downloads/**"]`,
				Text: "Glob patterns of listed files. Required.", Own: true,
			},
			{Path: "discovery.fileRules[].title", Type: isText, Example: `"Report"`, Text: "Title, for `llms.txt`.", Own: true},
			{
				Path: "discovery.fileRules[].lastmod", Type: "date", Example: `"2026-01-02"`, Text: "Date of the last change.",
				Own: true,
			},
			{
				Path: "discovery.fileRules[].canonical", Type: isText, Example: `"/report/"`,
				Text: "URL or path of what search engines list in its place.", Own: true,
			},
			{
				Path: "discovery.fileRules[].noindex", Type: isBoolean, Default: "false", Example: "true",
				Text: "Keep search engines from listing it.", Own: true,
			},
			{
				Path: "discovery.fileRules[].versions.*", Type: isText, Example: `"/de/report.pdf"`,
				Text: "URL or path of the version in a language.", Own: true,
			},
		}},
		{"Feeds of several lists", "`[[feeds.sets]]`.", append(sets, feedSetKeys("feeds.sets[].")...)},
	}
}
