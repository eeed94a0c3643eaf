package config

// Post contains the settings of `sitegen post` in the project's folder; flags override them.
type Post struct {
	Host      string            // whose rules give files their addresses; "" any
	Exclude   []string          // glob patterns of files, or of URLs, to leave out of all lists
	Content   string            // folder of the sources, relative to the project; "" if none
	Generator string            // generator that made the output; "" to guess it from the content
	Feeds     []PostFeed        `key:"-"`
	Languages map[string]string `key:"-"` // patterns of the files of each language, by its code: "de/{path}"
	Pages     []PostHint        `key:"-"`
}

// PostHint is sitemap metadata for the pages that match a glob (rule M6).
type PostHint struct {
	Glob       string  // of files, or of addresses // required
	ChangeFreq string  // "" for none
	Priority   float64 // -1 (default): none
}

// PostFeed is a feed of some of the pages.
type PostFeed struct {
	Glob  string // of files, or of addresses // required
	File  string // slash path in the output; default atom.xml in the folder at the beginning of the glob
	Title string // default: that of the page next to the feed
	Limit int    // items, 0 for all; default 50
}

// readPost reads [post].
func readPost(r reader) Post {
	var p Post
	s := r.sub("post")
	s.fill(&p)
	if l := s.sub("languages"); len(l.values) > 0 {
		p.Languages = map[string]string{}
		for key := range l.values {
			var pattern string
			l.str(key, &pattern)
			p.Languages[key] = pattern
		}
	}
	for _, t := range s.tables("pages") {
		h := PostHint{Priority: -1}
		t.fill(&h)
		p.Pages = append(p.Pages, h)
	}
	for _, t := range s.tables("feeds") {
		f := PostFeed{Limit: 50}
		t.fill(&f)
		p.Feeds = append(p.Feeds, f)
	}
	return p
}

func postKeys() []Group {
	return []Group{
		{
			"A step after another generator",
			"Settings of [`sitegen post`](build-step/_index.md) in the project folder. Flags override them. For sitemaps, the settings in `discovery` apply.",
			[]Key{
				{
					Path: "post.host", Type: isText, Default: `""`, Example: `"netlify"`,
					Text: "Host whose rules set the URLs of files: `netlify`, `github-pages`, `cloudflare`, `s3`, `nginx`, or `apache`.",
					Own:  true,
				},
				{
					Path: "post.exclude", Type: isList, Example: `["drafts/**"]`,
					Text: "Glob patterns of files, or of URLs below the root, to leave out of all lists.", Own: true,
				},
				{
					Path: "post.content", Type: isText, Example: `"content"`,
					Text: "Source folder, for dates from front matter and git.", Own: true,
				},
				{
					Path: "post.generator", Type: isText, Default: `"auto"`, Example: `"hugo"`,
					Text: "Generator that produced the output.", Own: true,
				},
				{
					Path: "post.languages", Type: "table", Example: `{de = "de/{path}"}`,
					Text: "File patterns by language code: files with the same `{path}` are versions of each other.", Own: true,
				},
			},
		},
		{"Pages of `sitegen post`", "`[[post.pages]]`; the first match for a page applies.", []Key{
			{
				Path: "post.pages[].glob", Type: isText, Example: `"blog/**"`,
				Text: "Glob pattern of files, or of URLs below the root. Required.", Own: true,
			},
			{
				Path: "post.pages[].changefreq", Type: isText, Example: `"weekly"`,
				Text: "How often the pages change: `always`, `hourly`, `daily`, `weekly`, `monthly`, `yearly`, or `never`.",
				Own:  true,
			},
			{
				Path: "post.pages[].priority", Type: isNumber, Default: "-1", Example: "0.8",
				Text: "Priority of the pages, 0 to 1; -1 for none.", Own: true,
			},
		}},
		{"Feeds of `sitegen post`", "`[[post.feeds]]`.", []Key{
			{
				Path: "post.feeds[].glob", Type: isText, Example: `"blog/**"`,
				Text: "Glob pattern of files, or of URLs below the root. Required.", Own: true,
			},
			{
				Path: "post.feeds[].file", Type: isText, Example: `"blog/atom.xml"`,
				Text: "Output file: `.json` is a JSON Feed, `index.xml` and names with `rss` are RSS, all others are Atom. With `{tag}` or `{category}`, one feed for each. Default: `atom.xml` in the folder that the glob pattern begins with.", Own: true,
			},
			{
				Path: "post.feeds[].title", Type: isText, Example: `"Blog"`,
				Text: "Title. Default: the title of the page in the feed's folder.", Own: true,
			},
			{
				Path: "post.feeds[].limit", Type: isInteger, Default: "50", Example: "20", Text: "Number of items; 0 for all.",
				Own: true,
			},
		}},
	}
}
