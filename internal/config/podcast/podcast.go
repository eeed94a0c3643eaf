// Package podcast converts the metadata of a podcast and its episodes to elements of feeds: those of Apple's
// namespace (https://podcasters.apple.com/support/823-podcast-requirements) and of the Podcast Index
// (https://podcasting2.org/docs/podcast-namespace). It reads front matter and settings; its callers find the
// files.
package podcast

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
)

// Namespaces returns the namespaces of the elements.
func Namespaces() []feeds.Namespace {
	return []feeds.Namespace{
		{Prefix: "itunes", URI: "http://www.itunes.com/dtds/podcast-1.0.dtd"},
		{Prefix: "podcast", URI: "https://podcastindex.org/namespace/1.0"},
	}
}

// Site finds the files and pages that a page names.
type Site interface {
	// Address returns the absolute URL of a file, with its media type; "" for a file that does not exist.
	Address(ref string) (url, mediaType string)
	// Find returns the facts about a file; false for a file of another site, of which only the URL is known.
	Find(ref string) (feeds.Media, bool)
	// Link returns the absolute URL of a page; "" if ref is not valid.
	Link(ref string) string
}

// Feed returns the elements of the feed itself. author is the author of the feed, or "".
func (p *Show) Feed(author string, s Site) []feeds.Element {
	var l list
	image, _ := s.Address(p.Image)
	l.text("itunes:author", cmp.Or(p.Author, author))
	if o := p.Owner; o.Email != "" {
		var owner list
		owner.text("itunes:name", cmp.Or(o.Name, p.Author, author))
		owner.text("itunes:email", o.Email)
		l = append(l, feeds.Element{Name: "itunes:owner", Children: owner})
	}
	l.attr("itunes:image", "href", image)
	for _, c := range p.Categories {
		e := feeds.Element{Name: "itunes:category", Attrs: []feeds.Attr{{Name: "text", Value: c.Name}}}
		if c.Sub != "" {
			e.Children = []feeds.Element{{Name: "itunes:category", Attrs: []feeds.Attr{{Name: "text", Value: c.Sub}}}}
		}
		l = append(l, e)
	}
	l.text("itunes:explicit", strconv.FormatBool(p.Explicit))
	l.text("itunes:type", p.Type)
	l.text("itunes:new-feed-url", p.NewFeedURL)
	l.yes("itunes:complete", p.Complete)
	l.yes("itunes:block", p.Block)
	l.text("podcast:guid", p.GUID)
	if p.Locked != "" {
		l = append(l, feeds.Element{Name: "podcast:locked", Text: p.Locked, Attrs: attrs("owner", p.Owner.Email)})
	}
	for _, f := range p.Funding {
		l = append(l, feeds.Element{Name: "podcast:funding", Text: cmp.Or(f.Text, f.URL), Attrs: attrs("url", f.URL)})
	}
	l.license(p.License)
	medium := p.Medium
	if list, ok := strings.CutSuffix(medium, "l"); ok {
		medium = list + "L" // a list of other feeds
	}
	l.text("podcast:medium", medium)
	l.persons(p.Persons, s)
	for _, t := range p.Trailers {
		l.trailer(t, s)
	}
	return l
}

// trailer adds a trailer if its file exists.
func (l *list) trailer(t Trailer, s Site) {
	url, _ := s.Address(t.File)
	if url == "" {
		return
	}
	m, _ := s.Find(t.File)
	a := slices.Concat(attrs("pubdate", t.Date.Format(time.RFC1123Z)), attrs("url", url))
	if m.Length > 0 {
		a = append(a, attrs("length", strconv.FormatInt(m.Length, 10))...)
	}
	a = append(a, attrs("type", m.Type)...)
	if t.Season > 0 {
		a = append(a, attrs("season", strconv.Itoa(t.Season))...)
	}
	*l = append(*l, feeds.Element{Name: "podcast:trailer", Text: t.Title, Attrs: a})
}

func (l *list) license(c License) {
	if c.Name != "" {
		*l = append(*l, feeds.Element{Name: "podcast:license", Text: c.Name, Attrs: attrs("url", c.URL)})
	}
}

func (l *list) persons(persons []Person, s Site) {
	for _, p := range persons {
		*l = append(*l, p.element(s))
	}
}

// named adds a number with its name, or nothing if it has none.
func (l *list) named(element string, n int, key, name string) {
	if n > 0 && name != "" {
		*l = append(*l, feeds.Element{Name: element, Text: strconv.Itoa(n), Attrs: attrs(key, name)})
	}
}

// Item returns the elements of an episode of a show, or none if there is no audio. chapters is the URL of the file with
// the chapters in front matter, "" for none.
func (e *Episode) Item(show *Show, enclosures []feeds.Media, chapters string, s Site) []feeds.Element {
	if len(enclosures) == 0 {
		return nil
	}
	var l list
	l.text("itunes:title", e.Title)
	l.text("itunes:author", e.Author)
	l.text("itunes:duration", seconds(cmp.Or(e.Duration, enclosures[0].Duration)))
	l.number("itunes:season", e.Season)
	l.number("itunes:episode", e.Number)
	l.text("itunes:episodeType", e.Type)
	l.text("itunes:explicit", e.Explicit)
	if e.Image != "" {
		url, _ := s.Address(e.Image)
		l.attr("itunes:image", "href", url)
	}
	l.yes("itunes:block", e.Block)
	for _, ref := range e.Transcripts {
		if url, mediaType := s.Address(ref); url != "" {
			l = append(l, feeds.Element{
				Name:  "podcast:transcript",
				Attrs: append(attrs("url", url), attrs("type", transcriptType(ref, mediaType))...),
			})
		}
	}
	if e.Chapters != "" {
		chapters, _ = s.Address(e.Chapters)
	}
	if chapters != "" {
		l = append(l, feeds.Element{
			Name: "podcast:chapters", Attrs: append(attrs("url", chapters), attrs("type", ChaptersType)...),
		})
	}
	l.persons(e.Persons, s)
	l.named("podcast:season", e.Season, "name", cmp.Or(e.SeasonName, show.season(e.Season)))
	l.named("podcast:episode", e.Number, "display", e.EpisodeName)
	for _, b := range e.Soundbites {
		l = append(l, feeds.Element{Name: "podcast:soundbite", Text: b.Title, Attrs: slices.Concat(
			attrs("startTime", decimal(b.Start)), attrs("duration", decimal(b.Length)))})
	}
	l.license(e.License)
	return l
}

// decimal formats a duration as seconds with as many decimals as it needs.
func decimal(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// seconds formats a duration for Apple, "" for 0.
func seconds(d time.Duration) string {
	if s := int64(d.Round(time.Second) / time.Second); s > 0 {
		return strconv.FormatInt(s, 10)
	}
	return ""
}

// list is a list of elements; empty ones are not added.
type list []feeds.Element

func (l *list) text(name, text string) {
	if text != "" {
		*l = append(*l, feeds.Element{Name: name, Text: text})
	}
}

func (l *list) number(name string, n int) {
	if n > 0 {
		l.text(name, strconv.Itoa(n))
	}
}

func (l *list) yes(name string, is bool) {
	if is {
		l.text(name, "yes")
	}
}

func (l *list) attr(name, key, value string) {
	if value != "" {
		*l = append(*l, feeds.Element{Name: name, Attrs: attrs(key, value)})
	}
}

func attrs(name, value string) []feeds.Attr {
	if value == "" {
		return nil
	}
	return []feeds.Attr{{Name: name, Value: value}}
}
