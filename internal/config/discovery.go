package config

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// Limits of the sitemap protocol: rules U1 and U2.
const (
	MaxSitemapURLs  = 50_000
	MaxSitemapBytes = 52_428_800
)

// Discovery contains the settings for sitemaps, feeds, and robots.txt that sitegen adds to Hugo's. The defaults
// suit most sites.
type Discovery struct {
	SitemapAddresses string // "root" (default, rule L5) or "hugo" (/<lang>/sitemap.xml)
	SitemapURLs      int    // maximum number of URLs in one file; default and upper limit 50,000 (rule U1)
	SitemapBytes     int    // maximum bytes of one file; default and upper limit 52,428,800 (rule U2)
	TextSitemap      bool   // sitemap.txt; default true
	HTMLSitemap      int    // links on each page of the HTML site map; 0 (default) disables it
	Robots           bool   // robots.txt with Sitemap lines; default true
	Crawlers         Crawlers
	// LastMod lists the sources of a page's date in the sitemap, in order: a front matter key, ":git",
	// ":filename", ":filemodtime", ":descendants" (for a list: its newest page), ":page" (the result of
	// [frontmatter] lastmod), ":modified" (the same, unless it is a date of publication), or ":ledger" (a
	// change that a build detected). Default "lastmod", "modified", ":modified", ":ledger", then ":page".
	LastMod []string
	// Split is the pattern that assigns pages to sitemaps: words, "-", and {language}, {section}, {type},
	// {year}, {month}; "" means one file. Default "auto": {language} if there are several languages, else one
	// file.
	Split  string
	Gzip   bool         // compress the sitemaps of pages (rule U9); default false
	Stable bool         // number files by a hash of the URL instead of by order (rule U10); default true
	Scope  string       // "directory" (default): URLs below the base URL, or "host" (rule L5)
	Files  glob.Set     // glob patterns of static files and resources to list, relative to the output ("**/*.pdf")
	URLs   []SitemapURL // further addresses
	// FileRules say something about files that Files lists; of several for one file, each key is taken from the last that
	// has it. Front matter beside the file comes first.
	FileRules []FileRule
	// Sitemaps are additional sitemaps of the host for the index (rule I9), absolute or relative to the base.
	Sitemaps []string
	Images   Media // default off
	Videos   Media // default off
	News     News
	// Headers adds the content types of feeds and compressed sitemaps to the file _headers, which hosts such as
	// Netlify and Cloudflare Pages read; default false.
	Headers bool
	// Stylesheet is the style sheet of sitemaps for browsers: the constant of this name for the built-in one, a path
	// below the base URL, or a URL; "" (default): none.
	Stylesheet string
	Feeds      Feeds
	LLMs       LLMs
}

// Crawlers tells in robots.txt for which uses crawlers may read the site; nil (default) says nothing about a use.
type Crawlers struct {
	Search   *bool // results of search engines
	Answers  *bool // answers of language models
	Training *bool // training of models
}

// LLMs selects the files for language models; the zero value selects none.
type LLMs struct {
	Index    bool // llms.txt, next to each home page: https://llmstxt.org/
	Full     bool // llms-full.txt: the texts of all pages
	Markdown bool // the text of each page in Markdown: /posts/one/index.html.md
	Sitemap  bool // sitemap.md, next to each home page: all pages, by section
}

// SitemapURL is an additional URL that is not a page of the site.
type SitemapURL struct {
	Loc     string
	LastMod time.Time // zero: not known
}

// Media tells where the images or videos of pages are listed, and for which pages.
type Media struct {
	Place    string   // "off", "inline" (in the page's entry), or "files" (in separate sitemaps)
	Sections []string // first path segments; empty: all
}

// News tells which pages are articles of a news publication (rules N1 to N6).
type News struct {
	Sections    []string // first path segments; empty: no news
	Publication string   // default the title of the language
}

// dateSources are the sources of LastMod that are not front matter keys.
var dateSources = []string{":page", ":modified", ":ledger", ":git", ":filename", ":filemodtime", ":descendants"}

// DefaultDiscovery returns the defaults of everything except feeds.
func DefaultDiscovery() Discovery {
	return Discovery{
		SitemapAddresses: "root", SitemapURLs: MaxSitemapURLs, SitemapBytes: MaxSitemapBytes, Split: "auto",
		TextSitemap: true, Robots: true, LastMod: []string{
			"lastmod", "modified", ":modified", ":ledger",
			":page",
		}, Stable: true,
	}
}

// readDiscovery reads [discovery] and [feeds]. git says whether git is used, and zone is that of dates without an
// offset.
func readDiscovery(r reader, git bool, zone *time.Location) Discovery {
	d := DefaultDiscovery()
	s := r.sub("discovery")
	choice(s, "sitemapaddresses", &d.SitemapAddresses, "L5", "root", "hugo")
	s.integer("sitemapurls", &d.SitemapURLs)
	if d.SitemapURLs < 1 || d.SitemapURLs > MaxSitemapURLs {
		s.problem("sitemapurls", diag.Error,
			fmt.Sprintf("discovery.sitemapURLs must be between 1 and %d", MaxSitemapURLs)).Rule = "U1"
	}
	s.integer("sitemapbytes", &d.SitemapBytes)
	if d.SitemapBytes < 10_000 || d.SitemapBytes > MaxSitemapBytes {
		s.problem("sitemapbytes", diag.Error,
			fmt.Sprintf("discovery.sitemapBytes must be between 10000 and %d", MaxSitemapBytes)).Rule = "U2"
	}
	s.boolean("textsitemap", &d.TextSitemap)
	readHTMLSitemap(s, &d)
	s.boolean("robots", &d.Robots)
	crawlers := s.sub("crawlers")
	crawlers.choice("search", &d.Crawlers.Search)
	crawlers.choice("answers", &d.Crawlers.Answers)
	crawlers.choice("training", &d.Crawlers.Training)
	s.boolean("llms", &d.LLMs.Index)
	s.boolean("llmsfull", &d.LLMs.Full)
	s.boolean("markdown", &d.LLMs.Markdown)
	s.boolean("markdownsitemap", &d.LLMs.Sitemap)
	s.boolean("gzip", &d.Gzip)
	s.boolean("stable", &d.Stable)
	s.boolean("headers", &d.Headers)
	choice(s, "scope", &d.Scope, "L5", "directory", "host")
	var files []string
	s.list("files", &files)
	var err error
	if d.Files, err = glob.NewSet(files); err != nil {
		s.problem("files", diag.Error, "discovery.files: "+err.Error()).Rule = "config-value"
	}
	s.list("sitemaps", &d.Sitemaps)
	readLastMod(s, &d, git)
	readSplit(s, &d)
	readURLs(s, &d)
	d.FileRules = readFileRules(s, zone)
	readMedia(s, "images", &d.Images)
	readMedia(s, "videos", &d.Videos)
	n := s.sub("news")
	n.list("sections", &d.News.Sections)
	n.str("publication", &d.News.Publication)
	if name := PublicationName(d.News.Publication); name != d.News.Publication {
		p := n.problem("publication", diag.Warning,
			fmt.Sprintf("discovery.news.publication %q has parentheses: sitemaps name %q", d.News.Publication, name))
		p.Rule, p.Hint = "N1", "write the name as it appears on news.google.com, without anything in parentheses"
	}
	readStylesheet(r.sub("sitemap"), &d.Stylesheet)
	d.Feeds = readFeeds(r)
	return d
}

// Stylesheet is the name of the built-in style sheet of sitemaps and feeds.
const Stylesheet = "xml.css"

// readStylesheet reads true, false, or the path or URL of a style sheet in CSS or XSLT.
func readStylesheet(s reader, into *string) {
	on, isSwitch := s.value("stylesheet").(bool)
	name, isText := s.value("stylesheet").(string)
	if b, err := strconv.ParseBool(name); err == nil { // from the environment
		on, isSwitch = b, true
	}
	file, _, _ := strings.Cut(name, "?")
	switch ext := strings.ToLower(path.Ext(file)); {
	case !s.has("stylesheet") || isSwitch && !on:
	case isSwitch:
		*into = Stylesheet
	case isText && slices.Contains([]string{".css", ".xsl", ".xslt"}, ext):
		*into = name
	default:
		s.wrong("stylesheet", "true, false, or the path of a file that ends in .css, .xsl, or .xslt", s.value("stylesheet"))
	}
}

var parentheses = regexp.MustCompile(`\s*\([^()]*\)`)

// PublicationName returns the name of a publication as on Google News: without text in parentheses (rule N1).
func PublicationName(name string) string {
	if short := strings.TrimSpace(parentheses.ReplaceAllString(name, "")); short != "" {
		return short
	}
	return name
}

// htmlSitemapLinks is the default number of links on a page of the HTML site map.
const htmlSitemapLinks = 500

// readHTMLSitemap reads true, false, or the number of links on each page of the HTML site map.
func readHTMLSitemap(s reader, d *Discovery) {
	if on, is := s.value("htmlsitemap").(bool); is {
		if on {
			d.HTMLSitemap = htmlSitemapLinks
		}
		return
	}
	s.integer("htmlsitemap", &d.HTMLSitemap)
	if d.HTMLSitemap < 0 {
		s.problem("htmlsitemap", diag.Error,
			"discovery.htmlSitemap must be true, false, or the number of links per page").Rule = "config-value"
		d.HTMLSitemap = 0
	}
}

// checkSitemapName rejects names that pages or the text sitemap use.
func checkSitemapName(s reader, m *Sitemap) {
	if ext := strings.ToLower(path.Ext(m.Filename)); ext == ".html" || ext == ".txt" {
		d := s.problem("filename", diag.Error, fmt.Sprintf("sitemap.filename %q is not a valid sitemap name", m.Filename))
		d.Rule, d.Hint = "config-value", `write a name like "sitemap.xml"`
		m.Filename = "sitemap.xml"
	}
	if dir := path.Dir(path.Clean("/" + m.Filename)); m.Filename != "" && dir != "/" {
		name := path.Base(m.Filename) // as Hugo
		d := s.problem("filename", diag.Warning, fmt.Sprintf(
			"sitemap.filename %q names a folder, and a sitemap may list only URLs below its own: it is written to /%s",
			m.Filename, name))
		d.Rule, d.Hint = "L5", fmt.Sprintf("write %q", name)
		m.Filename = name
	}
}

// choice reads one of the allowed words; the first is the default.
func choice(r reader, key string, into *string, rule string, allowed ...string) {
	*into = allowed[0]
	r.str(key, into)
	if !slices.Contains(allowed, *into) {
		r.problem(key, diag.Error, fmt.Sprintf("%s must be %s, not %q", join(r.path, proper(key)), either(allowed),
			*into)).Rule = rule
		*into = allowed[0]
	}
}

func either(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func readLastMod(s reader, d *Discovery, git bool) {
	if !s.has("lastmod") {
		return
	}
	var given []string
	s.list("lastmod", &given)
	d.LastMod = nil
	for _, name := range given {
		name = strings.ToLower(name)
		switch {
		case strings.HasPrefix(name, ":") && !slices.Contains(dateSources, name):
			p := s.problem("lastmod", diag.Error, fmt.Sprintf("discovery.lastmod: unknown source %q", name))
			p.Rule, p.Hint = "M2", "choose from front matter keys, "+either(dateSources)
		case name == ":git" && !git:
			p := s.problem("lastmod", diag.Warning, "discovery.lastmod names :git, but enableGitInfo is off")
			p.Rule, p.Hint = "M2", "set enableGitInfo = true"
		}
		d.LastMod = append(append(d.LastMod, name), dateAliases[name]...)
	}
	d.LastMod = unique(d.LastMod)
}

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

func readSplit(s reader, d *Discovery) {
	if !s.has("split") {
		return
	}
	var v string
	s.str("split", &v)
	v = strings.ToLower(v)
	switch v {
	case "auto":
		return
	case "none", "":
		d.Split = ""
		return
	case "language", "section", "type", "year", "month":
		v = "{" + v + "}"
	}
	d.Split = v
	bad := strings.ContainsAny(placeholder.ReplaceAllString(v, ""), "{}/\\ ") || !strings.Contains(v, "{")
	for _, p := range placeholder.FindAllString(v, -1) {
		bad = bad || !slices.Contains([]string{"{language}", "{section}", "{type}", "{year}", "{month}"}, p)
	}
	if bad {
		p := s.problem("split", diag.Error, fmt.Sprintf("discovery.split: %q is not a valid way to split sitemaps", v))
		p.Rule, p.Hint = "U10",
			"write auto, none, language, section, type, year, month, or a pattern of them like {type}-{language}"
		d.Split = ""
	}
}

func readURLs(s reader, d *Discovery) {
	list, ok := s.value("urls").([]any)
	if !ok && s.has("urls") {
		s.wrong("urls", "a list of URLs, or of tables with loc and lastmod", s.value("urls"))
	}
	for _, v := range list {
		switch v := v.(type) {
		case string:
			d.URLs = append(d.URLs, SitemapURL{Loc: v})
		case map[string]any:
			u := SitemapURL{}
			u.Loc, _ = v["loc"].(string)
			if day := v["lastmod"]; day != nil {
				var ok bool
				if u.LastMod, _, ok = frontmatter.Date(day, time.UTC); !ok {
					s.problem("urls", diag.Error, fmt.Sprintf("discovery.urls: the lastmod %s of %s is not a valid date",
						diag.Value(day), u.Loc)).Rule = "M1"
				}
			}
			if u.Loc == "" {
				s.problem("urls", diag.Error, "discovery.urls: a table without loc").Rule = "L1"
				continue
			}
			d.URLs = append(d.URLs, u)
		default:
			s.wrong("urls", "a list of URLs, or of tables with loc and lastmod", v)
		}
	}
}

// readMedia reads a word, or a table with place and sections.
func readMedia(s reader, key string, into *Media) {
	into.Place = "off"
	if _, table := s.value(key).(map[string]any); !table {
		choice(s, key, &into.Place, "", "off", "inline", "files")
		return
	}
	m := s.sub(key)
	choice(m, "place", &into.Place, "", "inline", "off", "files")
	m.list("sections", &into.Sections)
}
