package config

func discoveryKeys() []Group {
	return []Group{
		{"Sitemaps and robots.txt", "What each key does in full: [sitemaps](sitemaps.md).", []Key{
			{Path: "discovery.sitemapAddresses", Type: isText, Default: `"root"`, Example: `"hugo"`, Text: "`root`: `/sitemap-LANG.xml`; `hugo`: `/LANG/sitemap.xml`.", Own: true},
			{Path: "discovery.sitemapURLs", Type: isInteger, Default: "50000", Example: "1000", Text: "Most addresses of a file.", Own: true},
			{Path: "discovery.sitemapBytes", Type: isInteger, Default: "52428800", Example: "100000", Text: "Most bytes of a file.", Own: true},
			{Path: "discovery.textSitemap", Type: isBoolean, Default: "true", Example: "false", Text: "Write `sitemap.txt`.", Own: true},
			{Path: "discovery.htmlSitemap", Type: "boolean or integer", Default: "false", Example: "200", Text: "Write a site map for people, `/sitemap/`; a number says how many links each page of it has (default 500).", Own: true},
			{Path: "discovery.llms", Type: isBoolean, Default: "false", Example: "true", Text: "Write `llms.txt`, a list of the pages for language models.", Own: true},
			{Path: "discovery.llmsFull", Type: isBoolean, Default: "false", Example: "true", Text: "Write `llms-full.txt`, the texts of all pages in Markdown.", Own: true},
			{Path: "discovery.markdown", Type: isBoolean, Default: "false", Example: "true", Text: "Write the text of each page in Markdown, too: `/posts/one/index.html.md`.", Own: true},
			{Path: "discovery.robots", Type: isBoolean, Default: "true", Example: "false", Text: "Write `robots.txt`.", Own: true},
			{Path: "discovery.lastmod", Type: isList, Default: `["lastmod", ":modified", ":ledger", ":page"]`, Example: `["lastmod"]`, Text: "Where the date of a page is looked for, in order.", Own: true},
			{Path: "discovery.split", Type: isText, Default: `"auto"`, Example: `"year"`, Text: "How pages are shared out among files: `auto`, `none`, `language`, `section`, `type`, `year`, `month`, or a pattern.", Own: true},
			{Path: "discovery.gzip", Type: isBoolean, Default: "false", Example: "true", Text: "Compress sitemaps.", Own: true},
			{Path: "discovery.stable", Type: isBoolean, Default: "true", Example: "false", Text: "A page stays in its file when others come and go.", Own: true},
			{Path: "discovery.scope", Type: isText, Default: `"directory"`, Example: `"host"`, Text: "Which addresses may be listed: those below the base URL, or all of the host.", Own: true},
			{Path: "discovery.files", Type: isList, Example: `["**/*.pdf"]`, Text: "Globs of other files to list.", Own: true},
			{Path: "discovery.urls", Type: isList, Example: `["https://example.org/shop/"]`, Text: "Further addresses, as text or as tables with `loc` and `lastmod`.", Own: true},
			{Path: "discovery.sitemaps", Type: isList, Example: `["/shop/sitemap.xml"]`, Text: "Further sitemaps for the index.", Own: true},
			{Path: "discovery.images", Type: "string or table", Default: `"off"`, Example: `"inline"`, Text: "Images of pages: `off`, `inline` or `files`.", Own: true},
			{Path: "discovery.images.place", Type: isText, Default: `"inline"`, Example: `"files"`, Text: "Where they are written.", Own: true},
			{Path: "discovery.images.sections", Type: isList, Example: `["posts"]`, Text: "Of pages of which sections; empty is all.", Own: true},
			{Path: "discovery.videos", Type: "string or table", Default: `"off"`, Example: `"inline"`, Text: "The same for videos.", Own: true},
			{Path: "discovery.videos.place", Type: isText, Default: `"inline"`, Example: `"files"`, Text: "Where they are written.", Own: true},
			{Path: "discovery.videos.sections", Type: isList, Example: `["posts"]`, Text: "Of pages of which sections; empty is all.", Own: true},
			{Path: "discovery.news.sections", Type: isList, Example: `["news"]`, Text: "Sections whose pages are news articles.", Own: true},
			{Path: "discovery.news.publication", Type: isText, Example: `"The Times"`, Text: "Name of the publication; by default the title.", Own: true},
			{Path: "discovery.headers", Type: isBoolean, Default: "false", Example: "true", Text: "Add content types of feeds and compressed sitemaps to `_headers`.", Own: true},
			{Path: "sitemap.changeFreq", Type: isText, Example: `"weekly"`, Text: "For templates of your own; search engines pass over it.", Per: true},
			{Path: "sitemap.priority", Type: isNumber, Default: "-1", Example: "0.5", Text: "For templates of your own; search engines pass over it.", Per: true},
			{Path: "sitemap.disable", Type: isBoolean, Default: "false", Example: "true", Text: "No sitemap, or, in front matter, not this page.", Per: true},
			{Path: "sitemap.filename", Type: isText, Default: `"sitemap.xml"`, Example: `"map.xml"`, Text: "Name of the sitemap or the index.", Per: true},
		}},
	}
}

// feedSetKeys are what each table that says which feeds follow a list may hold.
func feedSetKeys(table string) []Key {
	return []Key{
		{Path: table + "formats", Type: isList, Example: `["rss", "json"]`, Text: "`rss`, `atom`, `json`, beside the RSS that `outputs` ask for.", Own: true},
		{Path: table + "limit", Type: isInteger, Default: "50", Example: "10", Text: "Items; 0 is all.", Own: true},
		{Path: table + "content", Type: isText, Example: `"none"`, Text: "`full`, `summary` or `none`.", Own: true},
		{Path: table + "updates", Type: isList, Example: `["atom", "json"]`, Text: "Formats of the feed of what changed last.", Own: true},
		{Path: table + "archive", Type: "integer or boolean", Default: "false", Example: "20", Text: "Items of an archive document (RFC 5005).", Own: true},
		{Path: table + "archive.items", Type: isInteger, Default: "100", Example: "30", Text: "The same.", Own: true},
		{Path: table + "archive.forward", Type: isBoolean, Default: "true", Example: "false", Text: "Documents of an archive name the next newer one.", Own: true},
		{Path: table + "podcast", Type: "boolean or table", Default: "false", Example: `{explicit = true}`, Text: "The RSS is a [podcast](feeds.md#podcasts).", Own: true},
		{Path: table + "names.rss|atom|json", Type: isText, Example: `"x.xml"`, Text: "File names: `names.rss`, `names.atom`, `names.json`.", Own: true},
	}
}

func feedKeys() []Group {
	all := []Key{
		{Path: "feeds.atom", Type: isBoolean, Default: "true", Example: "false", Text: "Atom beside the home page.", Own: true},
		{Path: "feeds.json", Type: isBoolean, Default: "true", Example: "false", Text: "JSON Feed beside the home page.", Own: true},
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
		Key{Path: "feeds.lists", Type: isList, Example: `["/posts"]`, Text: "Lists that have the formats of the home page, too.", Own: true},
		Key{Path: "feeds.fullContent", Type: isInteger, Default: "50", Example: "5", Text: "Newest items of an RSS feed with their whole text.", Own: true},
		Key{Path: "feeds.maxBytes", Type: isInteger, Default: "4194304", Example: "1000", Text: "Most bytes of whole texts in one document; 0 is no limit.", Own: true},
		Key{Path: "feeds.audio", Type: isBoolean, Default: "false", Example: "true", Text: "Sound of a page that its front matter does not name is an enclosure, too.", Own: true},
		Key{Path: "feeds.namespaces", Type: "table", Example: `{geo = "http://www.w3.org/2003/01/geo/wgs84_pos#"}`, Text: "Namespaces of the elements of your [own templates](feeds.md#elements-of-your-own), by prefix.", Own: true},
		Key{Path: "feeds.page", Type: isBoolean, Default: "false", Example: "true", Text: "Write a page for people about the feeds, `/feed/`.", Own: true},
		Key{Path: "feeds.hubs", Type: isList, Example: `["https://hub.example/"]`, Text: "WebSub hubs.", Own: true},
		Key{Path: "services.rss.limit", Type: isInteger, Default: "-1", Example: "5", Text: "Items of the RSS that `outputs` ask for; `rssLimit` in old configurations."},
	)
	sets := []Key{
		{Path: "feeds.sets[].name", Type: isText, Example: `"go"`, Text: "Folder of the feeds. Required.", Own: true},
		{Path: "feeds.sets[].title", Type: isText, Example: `"Go"`, Text: "Title; by default those of the lists.", Own: true},
		{Path: "feeds.sets[].lists", Type: isList, Example: `["/posts"]`, Text: "Pages that stand in all of these lists.", Own: true},
		{Path: "feeds.sets[].author", Type: isText, Example: `"Ann"`, Text: "Only pages by this person.", Own: true},
	}
	return []Group{
		{"Feeds", "What each key does in full: [feeds](feeds.md).", all},
		{"Feeds by kind of list", "", feedSetKeys("feeds.home|section|taxonomy|term|author.")},
		{"The feed of changes", "", []Key{
			{Path: "feeds.updates.formats", Type: isList, Default: `["atom"]`, Example: `["json"]`, Text: "Its formats.", Own: true},
			{Path: "feeds.updates.days", Type: isInteger, Default: "14", Example: "3", Text: "It holds what changed within so many days of the newest change.", Own: true},
			{Path: "feeds.updates.least", Type: isInteger, Default: "20", Example: "5", Text: "Items, at least.", Own: true},
			{Path: "feeds.updates.most", Type: isInteger, Default: "1000", Example: "50", Text: "Items, at most; 0 is no limit.", Own: true},
			{Path: "feeds.updates.sitemap", Type: isBoolean, Default: "false", Example: "true", Text: "The sitemap index names it.", Own: true},
			{Path: "feeds.updates.robots", Type: isBoolean, Default: "false", Example: "true", Text: "robots.txt names it.", Own: true},
		}},
		{"Feeds of what several lists share", "`[[feeds.sets]]`.", append(sets, feedSetKeys("feeds.sets[].")...)},
	}
}
