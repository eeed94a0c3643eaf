// Package podcast converts the metadata of a podcast and its episodes to elements of feeds: those of Apple's
// namespace (https://podcasters.apple.com/support/823-podcast-requirements) and of the Podcast Index
// (https://podcasting2.org/docs/podcast-namespace). It reads front matter and settings; its callers find the
// files.
package podcast

import (
	"cmp"
	"strconv"
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

// Feed returns the elements of the feed itself. author is the author of the feed, and image the absolute URL of
// p.Image; each may be "".
func (p *Show) Feed(author, image string) []feeds.Element {
	var l list
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
	return l
}

// Item returns the elements of an episode, or none if there is no audio. address returns the absolute URL for a
// URL on the page, with the media type of its file, or "" if the file does not exist.
func (e *Episode) Item(enclosures []feeds.Media, address func(ref string) (url, mediaType string)) []feeds.Element {
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
		url, _ := address(e.Image)
		l.attr("itunes:image", "href", url)
	}
	l.yes("itunes:block", e.Block)
	for _, ref := range e.Transcripts {
		if url, mediaType := address(ref); url != "" {
			l = append(l, feeds.Element{
				Name:  "podcast:transcript",
				Attrs: append(attrs("url", url), attrs("type", transcriptType(ref, mediaType))...),
			})
		}
	}
	if e.Chapters != "" {
		if url, _ := address(e.Chapters); url != "" {
			l = append(l, feeds.Element{
				Name:  "podcast:chapters",
				Attrs: append(attrs("url", url), attrs("type", "application/json+chapters")...),
			})
		}
	}
	return l
}

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
