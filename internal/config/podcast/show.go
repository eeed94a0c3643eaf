package podcast

import (
	"fmt"
	"maps"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// Show is the metadata of a podcast for players, in addition to that of every feed.
type Show struct {
	Author     string     // default: the authors of the feed
	Owner      Owner      // whom directories write to
	Image      string     // URL, or a file as front matter names it; square, at least 1400 pixels
	Categories []Category // of Apple's list
	Explicit   bool       // default false
	Type       string     // "episodic", "serial" or "" (default)
	GUID       string     // podcast:guid, a UUID; "" (default): none
	Locked     string     // podcast:locked: "yes", "no", or "" (default) to omit it
	Funding    []Funding  // podcast:funding
	License    License    // podcast:license
	Medium     string     // podcast:medium; "" (default): a podcast
	Persons    []Person   // podcast:person
	Seasons    []string   // names of the seasons, from 1
	Trailers   []Trailer  // podcast:trailer
	NewFeedURL string     // where the feed moved to
	Complete   bool       // no episode will follow
	Block      bool       // directories are not to list it
}

// Owner is the contact for podcast directories.
type Owner struct{ Name, Email string }

// Category is a category of Apple's list and a subcategory, or "".
type Category struct{ Name, Sub string }

// Funding is a URL where listeners can donate, and the text of the link.
type Funding struct{ URL, Text string }

// License is an identifier such as "cc-by-4.0", and the URL of the text, or "".
type License struct{ Name, URL string }

// Trailer is a file that presents the show or one of its seasons.
type Trailer struct {
	Title  string
	File   string // URL, or a file as front matter names it
	Date   time.Time
	Season int // 0: the show
}

// media are the values of podcast:medium.
var media = []string{
	"podcast", "music", "video", "film", "audiobook", "newsletter", "blog", "publisher", "course",
	"podcastl", "musicl", "videol", "filml", "audiobookl", "newsletterl", "blogl", "publisherl", "coursel", "mixed",
}

// showKeys are the keys of a Show.
var showKeys = []string{
	"author", "block", "category", "complete", "explicit", "funding", "guid", "image", "license", "locked", "medium",
	"newfeedurl", "owner", "persons", "seasons", "trailers", "type",
}

var uuid = regexp.MustCompile(`^(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// With returns the show overridden by the values of a table with lower-case keys. It calls wrong with each
// invalid value, which is ignored: its key, the problem, and a hint or "".
func (p Show) With(m map[string]any, wrong func(key, message, hint string)) Show {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		p.read(key, m[key], func(message, hint string) { wrong(key, message, hint) })
	}
	return p
}

// read reads the value of a key.
func (p *Show) read(key string, v any, wrong func(message, hint string)) {
	texts := map[string]*string{"author": &p.Author, "image": &p.Image}
	switches := map[string]*bool{"block": &p.Block, "complete": &p.Complete, "explicit": &p.Explicit}
	text, isText := v.(string)
	on, isSwitch := v.(bool)
	switch {
	case texts[key] != nil && isText:
		*texts[key] = strings.TrimSpace(text)
	case texts[key] != nil:
		wrong("must be a string, not "+said(v), "")
	case switches[key] != nil && isSwitch:
		*switches[key] = on
	case switches[key] != nil:
		wrong("must be true or false, not "+said(v), "")
	case key == "locked" && isSwitch:
		p.Locked = map[bool]string{true: "yes", false: "no"}[on]
	case key == "locked":
		wrong("must be true or false, not "+said(v), "")
	case key == "type":
		choose(&p.Type, v, []string{"episodic", "serial"}, wrong)
	case key == "guid" && isText && uuid.MatchString(strings.TrimSpace(text)):
		p.GUID = strings.ToLower(strings.TrimSpace(text))
	case key == "guid":
		wrong("must be a UUID, not "+said(v), "podcastindex.org shows the UUID of each podcast that it lists")
	case key == "newfeedurl" && isText && webAddress(text):
		p.NewFeedURL = text
	case key == "newfeedurl":
		wrong("must be an absolute URL, not "+said(v), "")
	case key == "owner":
		p.owner(v, wrong)
	case key == "category":
		p.categories(v, wrong)
	case key == "funding":
		p.funding(v, wrong)
	case key == "license":
		p.License = License{}
		p.License.read(v, wrong)
	case key == "medium":
		choose(&p.Medium, v, media, wrong)
	case key == "persons":
		p.Persons = persons(v, wrong)
	case key == "seasons":
		p.seasons(v, wrong)
	case key == "trailers":
		p.trailers(v, wrong)
	default:
		wrong("is not a podcast setting", diag.DidYouMean(key, showKeys, ""))
	}
}

func choose(into *string, v any, words []string, wrong func(message, hint string)) {
	word, _ := v.(string)
	if word = strings.ToLower(strings.TrimSpace(word)); !slices.Contains(words, word) {
		wrong(fmt.Sprintf("must be %s, not %s", strings.Join(words, " or "), said(v)), "")
		return
	}
	*into = word
}

// owner reads a table with name and email, or an email address.
func (p *Show) owner(v any, wrong func(message, hint string)) {
	var o Owner
	switch v := v.(type) {
	case string:
		o.Email = strings.TrimSpace(v)
	case map[string]any:
		o.Name, _ = v["name"].(string)
		o.Email, _ = v["email"].(string)
	}
	if a, err := mail.ParseAddress(o.Email); err != nil || a.Address != o.Email {
		wrong(fmt.Sprintf("requires the email address of the owner, not %q", o.Email),
			`write it as {name = "Ann", email = "ann@example.org"}`)
		return
	}
	p.Owner = o
}

// categories reads one category or several: "Arts", or "Arts > Books" for a subcategory.
func (p *Show) categories(v any, wrong func(message, hint string)) {
	var list []string
	for _, one := range several(v) {
		if s, ok := one.(string); ok {
			list = append(list, s)
		}
	}
	if len(list) < len(several(v)) {
		wrong("must be a category or a list of them, not "+said(v),
			`write "Technology", or "Arts > Books" for one in another`)
		return
	}
	p.Categories = nil
	for _, s := range list {
		name, sub, _ := strings.Cut(s, ">")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		c, problem, hint := category(name, strings.TrimSpace(sub))
		if problem != "" {
			wrong(problem, hint)
		}
		if c.Name != "" {
			p.Categories = append(p.Categories, c)
		}
	}
}

// funding reads a URL, a table with url and text, or a list of either.
func (p *Show) funding(v any, wrong func(message, hint string)) {
	p.Funding = nil
	for _, v := range several(v) {
		var f Funding
		switch v := v.(type) {
		case string:
			f.URL = v
		case map[string]any:
			f.URL, _ = v["url"].(string)
			f.Text, _ = v["text"].(string)
		}
		if !webAddress(f.URL) {
			wrong(fmt.Sprintf("requires an absolute URL, not %q", f.URL),
				`write it as {url = "https://…", text = "Support the show"}`)
			continue
		}
		p.Funding = append(p.Funding, f)
	}
}

// read reads an identifier, or a table with name and url.
func (l *License) read(v any, wrong func(message, hint string)) {
	switch v := v.(type) {
	case string:
		l.Name = strings.TrimSpace(v)
	case map[string]any:
		readTexts(v, map[string]*string{"name": &l.Name, "url": &l.URL}, wrong)
	}
	l.Name = strings.ToLower(l.Name)
	if l.Name == "" || l.URL != "" && !webAddress(l.URL) {
		wrong("must be an identifier, or a table with name and an absolute url, not "+said(v),
			`write "cc-by-4.0", or {name = "my-license", url = "https://…"}`)
		*l = License{}
	}
}

// seasons reads the names of the seasons, from the first on; "" for one without a name.
func (p *Show) seasons(v any, wrong func(message, hint string)) {
	p.Seasons = nil
	for _, v := range several(v) {
		name, isText := v.(string)
		if !isText || long(name, mostName) {
			wrong(fmt.Sprintf("must be a list of names of at most %d characters, not %s", mostName, said(v)), "")
			p.Seasons = nil
			return
		}
		p.Seasons = append(p.Seasons, strings.TrimSpace(name))
	}
}

// season returns the name of a season, or "".
func (p *Show) season(n int) string {
	if n > 0 && n <= len(p.Seasons) {
		return p.Seasons[n-1]
	}
	return ""
}

// trailers reads tables with title, url, date, and season.
func (p *Show) trailers(v any, wrong func(message, hint string)) {
	p.Trailers = nil
	for _, v := range several(v) {
		var t Trailer
		table, _ := v.(map[string]any)
		rest := maps.Clone(table)
		delete(rest, "date")
		delete(rest, "season")
		readTexts(rest, map[string]*string{"title": &t.Title, "url": &t.File}, wrong)
		t.Date, t.Season = date(table["date"]), integer(table["season"])
		if t.Title == "" || t.File == "" || t.Date.IsZero() || long(t.Title, mostName) {
			wrong("requires a title, a file or URL, and a date, not "+said(v),
				`write it as {title = "Soon", url = "trailer.mp3", date = 2026-01-31}`)
			continue
		}
		p.Trailers = append(p.Trailers, t)
	}
}

// date reads the date of a trailer; times without a zone are in UTC.
func date(v any) time.Time {
	switch v := v.(type) {
	case time.Time:
		return v
	case frontmatter.Local:
		return v.In(time.UTC)
	case string:
		for _, layout := range []string{time.DateOnly, time.RFC3339, time.DateTime} {
			if t, err := time.Parse(layout, v); err == nil {
				return t
			}
		}
	}
	return time.Time{}
}

// Files returns the files that the show names, except its cover.
func (p *Show) Files() (out []File) {
	for _, t := range p.Trailers {
		out = append(out, File{"trailers", t.File})
	}
	return slices.DeleteFunc(append(out, portraits(p.Persons)...), func(f File) bool { return f.Ref == "" })
}

// webAddress reports whether s is an absolute URL of a page.
func webAddress(s string) bool {
	return (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")) && !strings.ContainsAny(s, " \t\r\n<>\"")
}

// said formats a value for messages, as written.
func said(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case map[string]any:
		return "a table"
	case []any:
		return "a list"
	}
	return fmt.Sprint(v)
}
