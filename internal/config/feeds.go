package config

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/podcast"
)

// Feeds contains the feeds of a site in addition to the RSS output format, and their contents.
// https://github.com/sitegen/sitegen/blob/main/docs/feeds/_index.md
type Feeds struct {
	// The settings by kind of list; Author is for the feeds of people, who need no page. The front matter of a
	// list's page overrides them (FeedSet.With).
	Home, Section, Taxonomy, Term, Author FeedSet

	Sets        []CustomFeeds // [[feeds.sets]]
	Lists       []string      // logical paths of lists that also have the formats of the home page ("/posts")
	FullContent int           // number of newest items in an RSS feed with content:encoded; default 50
	// MaxBytes limits the HTML bytes of the full texts in one document, before escaping; older items beyond it
	// have their summaries. 0 means no limit; default 4 MiB.
	MaxBytes int
	// make audio in a page that front matter does not list an enclosure, too; default false, in podcasts true
	Audio bool
	// Namespaces are the namespaces of elements that the project's templates feeditem.xml and feedchannel.xml
	// write.
	Namespaces []feeds.Namespace
	Page       bool     // write a page for people about the feeds, /feed/; default false
	Stylesheet string   // of RSS and Atom for browsers, as Discovery.Stylesheet; "" (default): none
	Hubs       []string // absolute addresses of WebSub hubs (rule W1)
	Updates    UpdatesWindow
}

// CustomFeeds are feeds of the pages of several lists.
type CustomFeeds struct {
	FeedSet        // default: that of sections, with the formats of the home page
	Name    string // folder of the feeds, below that of the language // required
	Title   string // default: the titles of the lists
	Lists   []string
	Author  string // only pages by this person; "" for all
}

// FeedSet contains the feeds of a set of pages.
type FeedSet struct {
	Formats []string // "rss", "atom", "json", in addition to the RSS output format
	Limit   int      // items; 0: all; default 50
	Content string   // of an item: "full", "summary" or "none"
	// formats of the feed of changes (rule F2); default for the home page: Atom, if it is one of Formats
	Updates []string
	Archive int  // items per archive document (rule P3); 0 means no archive
	Forward bool // archive documents link to the next newer one, too (rule P2); default true
	Names   FeedNames
	Podcast *podcast.Show // makes the RSS feed a podcast; nil (default) if it is not
}

// FeedNames are the locations of feeds: file names next to the page of the list, or paths from the root of the
// output if they begin with a slash. {language}, {kind}, {set}, and {author} are replaced by the values of the
// set.
type FeedNames struct{ RSS, Atom, JSON string }

// UpdatesWindow limits a feed of changes: it contains what changed within this many days of its newest change,
// so it covers the time between two visits of a crawler (rule F1).
type UpdatesWindow struct {
	Days        int  // default 14
	Least, Most int  // items; default 20 and 1000; Most 0: no limit
	Sitemap     bool // the sitemap index names the feed (rule I9)
	Robots      bool // robots.txt names it
}

// FeedFormats are the supported formats.
var FeedFormats = []string{"rss", "atom", "json"}

// archiveSize is the default number of items per archive document.
const archiveSize = 100

func defaultFeeds() Feeds {
	set := FeedSet{Limit: 50, Content: "full", Forward: true, Names: FeedNames{"index.xml", "atom.xml", "feed.json"}}
	short := set
	short.Content = "summary"
	f := Feeds{
		Home: set, Section: set, Taxonomy: short, Term: short, Author: short, FullContent: 50, MaxBytes: 4 << 20,
		Updates: UpdatesWindow{Days: 14, Least: 20, Most: 1000},
	}
	f.Home.Formats, f.Home.Updates = []string{"atom", "json"}, []string{"atom"}
	return f
}

// readFeeds reads [feeds]. Settings of the contents apply to all kinds; formats apply to the home page.
func readFeeds(r reader) Feeds {
	f := defaultFeeds()
	s := r.sub("feeds")
	s.list("lists", &f.Lists)
	s.integer("fullcontent", &f.FullContent)
	s.integer("maxbytes", &f.MaxBytes)
	if f.MaxBytes < 0 {
		s.problem("maxbytes", diag.Error, "feeds.maxBytes must not be negative; 0 means no limit").Rule = "config-feeds"
	}
	s.boolean("audio", &f.Audio)
	s.boolean("page", &f.Page)
	readStylesheet(s, &f.Stylesheet)
	readNamespaces(s, &f)
	readHubs(s, &f)
	all := pick(s.values, "limit", "content", "names")
	f.Home = withTable(s, f.Home, readUpdates(s, &f.Updates))
	for _, format := range []string{"atom", "json"} {
		on := slices.Contains(f.Home.Formats, format)
		was := on
		s.boolean(format, &on)
		switch {
		case on && !was:
			f.Home.Formats = append(slices.Clone(f.Home.Formats), format)
		case was && !on:
			f.Home.Formats = slices.DeleteFunc(slices.Clone(f.Home.Formats), func(s string) bool { return s == format })
		}
	}
	if !s.has("updates") && !slices.Contains(f.Home.Formats, "atom") {
		f.Home.Updates = nil
	}
	for _, kind := range []struct {
		name string
		into *FeedSet
	}{{"home", &f.Home}, {"section", &f.Section}, {"taxonomy", &f.Taxonomy}, {"term", &f.Term}, {"author", &f.Author}} {
		if kind.name != "home" {
			*kind.into = kind.into.With(all, func(string, string, string) {}) // reported already
		}
		k := s.sub(kind.name)
		*kind.into = withTable(k, *kind.into, pick(k.values, setKeys...))
	}
	readSets(s, &f)
	return f
}

// readSets reads [[feeds.sets]].
func readSets(s reader, f *Feeds) {
	for _, t := range s.tables("sets") {
		c := CustomFeeds{FeedSet: f.Section}
		c.Formats = f.Home.Formats
		t.str("name", &c.Name)
		t.str("title", &c.Title)
		t.str("author", &c.Author)
		t.list("lists", &c.Lists)
		c.FeedSet = withTable(t, c.FeedSet, pick(t.values, setKeys...))
		c.Name = strings.Trim(c.Name, "/")
		switch why := badName(c.Name + ".x"); {
		case c.Name == "" || why != "" || strings.Contains(c.Name, "{"):
			d := t.problem("name", diag.Error, fmt.Sprintf("feeds.sets: %q is not a valid folder name for a feed", c.Name))
			d.Rule, d.Hint = "config-feeds", `write name = "go-posts": the feeds are /go-posts/atom.xml and so on`
			continue
		case len(c.Lists) == 0 && c.Author == "":
			d := t.problem("lists", diag.Error, fmt.Sprintf("feeds.sets: the set %q has neither lists nor an author", c.Name))
			d.Rule, d.Hint = "config-feeds", `write lists = ["/posts", "/tags/go"] for the pages that are in both`
			continue
		}
		f.Sets = append(f.Sets, c)
	}
}

// withTable applies a table of the configuration to settings.
func withTable(r reader, s FeedSet, m map[string]any) FeedSet {
	return s.With(m, func(key, message, hint string) {
		d := r.problem(key, diag.Error, r.spelled(key)+" "+message)
		d.Rule, d.Hint = "config-feeds", Example(d.File, frontmatter.None, hint)
	})
}

// Example returns a hint that shows TOML, in the notation of a file: that of its front matter, or of its name.
func Example(file string, front frontmatter.Format, hint string) string {
	isYAML := slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(file))
	if isYAML || front != frontmatter.None && front != frontmatter.TOML {
		return strings.ReplaceAll(hint, " = ", ": ")
	}
	return hint
}

// readUpdates reads [feeds.updates], a table or only the formats; it returns the rest for With.
func readUpdates(s reader, w *UpdatesWindow) map[string]any {
	rest := pick(s.values, setKeys...)
	if _, table := s.value("updates").(map[string]any); !table {
		return rest
	}
	u := s.sub("updates")
	for _, n := range []struct {
		key   string
		into  *int
		least int
	}{{"days", &w.Days, 1}, {"least", &w.Least, 0}, {"most", &w.Most, 0}} {
		was := *n.into
		u.integer(n.key, n.into)
		if *n.into < n.least {
			d := u.problem(n.key, diag.Error, fmt.Sprintf("feeds.updates.%s must be at least %d", n.key, n.least))
			d.Rule, *n.into = "F1", was
		}
	}
	if u.has("least") && w.Most > 0 && w.Most < w.Least {
		u.problem("most", diag.Error, fmt.Sprintf("feeds.updates.most is %d, less than least, which is %d", w.Most,
			w.Least)).Rule = "F1"
	}
	u.boolean("sitemap", &w.Sitemap)
	u.boolean("robots", &w.Robots)
	delete(rest, "updates")
	if u.has("formats") {
		rest["updates"] = u.value("formats")
	}
	return rest
}

// readNamespaces reads [feeds.namespaces]: URIs by prefix.
func readNamespaces(s reader, f *Feeds) {
	n := s.sub("namespaces")
	for _, key := range slices.Sorted(maps.Keys(n.values)) {
		full := n.spelled(key)
		ns := feeds.Namespace{Prefix: full[strings.LastIndexByte(full, '.')+1:]}
		n.str(key, &ns.URI)
		if !ns.Usable() {
			d := n.problem(key, diag.Error, fmt.Sprintf("feeds.namespaces: %s can't be the prefix of %q", ns.Prefix, ns.URI))
			d.Rule, d.Hint = "E2",
				`write a prefix and the URL of the namespace, as in geo = "http://www.w3.org/2003/01/geo/wgs84_pos#"`
			continue
		}
		f.Namespaces = append(f.Namespaces, ns)
	}
}

func readHubs(s reader, f *Feeds) {
	s.list("hubs", &f.Hubs)
	for _, hub := range f.Hubs {
		if !feeds.IsURL(hub) {
			d := s.problem("hubs", diag.Error, fmt.Sprintf("feeds.hubs: %q is not a valid hub URL", hub))
			d.Rule, d.Hint = "W1", `write the absolute URL, as in "https://pubsubhubbub.appspot.com/"`
		}
	}
}

func pick(m map[string]any, keys ...string) map[string]any {
	out := map[string]any{}
	for _, k := range keys {
		if v, there := m[k]; there {
			out[k] = v
		}
	}
	return out
}

// setKeys are the keys of a FeedSet.
var setKeys = []string{"formats", "limit", "content", "updates", "archive", "names", "podcast"}

// With returns the settings overridden by those of a table with lower-case keys, from the configuration or the
// front matter of a page. It calls wrong with each invalid value, which is ignored: its key, the problem, and a
// hint or "".
func (s FeedSet) With(m map[string]any, wrong func(key, message, hint string)) FeedSet {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		v := typed(m[key])
		if v == nil {
			continue
		}
		switch key {
		case "formats":
			s.Formats = feedFormats(key, v, s.Formats, wrong)
		case "updates":
			s.Updates = feedFormats(key, v, s.Updates, wrong)
		case "limit":
			s.Limit = atLeast(key, v, -1, s.Limit, wrong)
			s.Limit = max(0, s.Limit) // Hugo's -1
		case "content":
			if word, ok := v.(string); ok && slices.Contains(contents, strings.ToLower(word)) {
				s.Content = strings.ToLower(word)
			} else {
				wrong(key, fmt.Sprintf("must be %s, not %s", either(contents), diag.Value(v)), "")
			}
		case "archive":
			s.archive(v, wrong)
		case "podcast":
			s.podcast(v, wrong)
		case "names":
			s.names(v, wrong)
		default:
			wrong(key, "is not a feed setting", diag.DidYouMean(key, setKeys, ""))
		}
	}
	return s
}

// typed converts text from the environment to the type that it represents.
func typed(v any) any {
	s, ok := v.(string)
	if !ok {
		return v
	}
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	switch s {
	case "true", "false":
		return s == "true"
	}
	return v
}

// contents are the allowed contents of an item.
var contents = []string{"full", "summary", "none"}

// feedFormats reads a list of formats; true means the default one, Atom, and false none.
func feedFormats(key string, v any, was []string, wrong func(key, message, hint string)) []string {
	switch v {
	case true:
		return []string{"atom"}
	case false:
		return nil
	}
	list, ok := stringsOf(v)
	if !ok {
		wrong(key, "must be a list of formats, not "+diag.Value(v), "choose from rss, atom, and json")
		return was
	}
	var out []string
	for _, name := range list {
		name = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(FeedFormats, name) {
			wrong(key, fmt.Sprintf("names the unknown format %q", name), "choose from rss, atom, and json")
			continue
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func atLeast(key string, v any, least, was int, wrong func(key, message, hint string)) int {
	n, ok := frontmatter.Int(v)
	if f, float := v.(float64); float && f == float64(int(f)) {
		n, ok = int(f), true
	}
	if !ok || n < least {
		wrong(key, fmt.Sprintf("must be a whole number of at least %d, not %s", max(0, least), diag.Value(v)), "")
		return was
	}
	return n
}

// archive reads the size of archive documents, or a table with items and forward.
func (s *FeedSet) archive(v any, wrong func(key, message, hint string)) {
	switch v := v.(type) {
	case bool:
		s.Archive = 0
		if v {
			s.Archive = archiveSize
		}
	case map[string]any:
		s.Archive = archiveSize
		for _, key := range slices.Sorted(maps.Keys(v)) {
			name := "archive." + key
			switch forward, ok := v[key].(bool); {
			case key == "items":
				s.Archive = atLeast(name, v[key], 1, s.Archive, wrong)
			case key == "forward" && ok:
				s.Forward = forward
			case key == "forward":
				wrong(name, "must be true or false, not "+diag.Value(v[key]), "")
			default:
				wrong(name, "is not an archive setting", "the settings are items and forward")
			}
		}
	default:
		s.Archive = atLeast("archive", v, 0, s.Archive, wrong)
	}
}

// podcast reads the podcast settings of a feed: true, false, or a table.
func (s *FeedSet) podcast(v any, wrong func(key, message, hint string)) {
	show := podcast.Show{}
	if s.Podcast != nil {
		show = *s.Podcast
	}
	switch v := v.(type) {
	case bool:
		if s.Podcast = nil; v {
			s.Podcast = &show
		}
	case map[string]any:
		show = show.With(v, func(key, message, hint string) { wrong("podcast."+key, message, hint) })
		s.Podcast = &show
	default:
		wrong("podcast", "must be true, false or a table, not "+diag.Value(v),
			`write it as {category = "Technology", owner = {name = "Ann", email = "ann@example.org"}}`)
	}
}

// feedPlaceholders are the placeholders in names of feeds.
var feedPlaceholders = []string{"{language}", "{kind}", "{set}", "{author}"}

var braces = regexp.MustCompile(`\{[^}]*\}`)

// names reads the names of feeds.
func (s *FeedSet) names(v any, wrong func(key, message, hint string)) {
	m, ok := v.(map[string]any)
	if !ok {
		wrong("names", "must be a table, not "+diag.Value(v), `write it as {atom = "feed.atom"}`)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		into := map[string]*string{"rss": &s.Names.RSS, "atom": &s.Names.Atom, "json": &s.Names.JSON}[key]
		name := "names." + key
		text, ok := m[key].(string)
		switch {
		case into == nil:
			wrong(name, "is not a format", "choose from rss, atom, and json")
		case !ok:
			wrong(name, "must be a string, not "+diag.Value(m[key]), "")
		default:
			if why := badName(text); why != "" {
				wrong(name, fmt.Sprintf("is not a valid feed name: %q %s", text, why),
					`write a file name like "feed.atom", or a path from the root like "/feeds/{set}.atom"`)
				continue
			}
			*into = text
		}
	}
}

// badName returns what is wrong with a pattern for names, or "".
func badName(name string) string {
	for _, p := range braces.FindAllString(name, -1) {
		if !slices.Contains(feedPlaceholders, p) {
			return fmt.Sprintf("holds %s, but there are only %s", p, strings.Join(feedPlaceholders, ", "))
		}
	}
	plain := braces.ReplaceAllString(name, "x")
	switch {
	case strings.ContainsAny(plain, "{}\\?#%:*\"<>| \t\r\n"):
		return "contains what a URL can't contain"
	case strings.EqualFold(path.Ext(plain), ".html"):
		return "is that of a page"
	case path.Ext(plain) == "" || strings.HasSuffix(plain, "/"):
		return "has no extension"
	case path.Clean("/"+plain) != "/"+strings.TrimPrefix(plain, "/"):
		return "is not a plain path"
	}
	return ""
}
