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
