package feeds

import (
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/dates"
)

func rssFeed(n *node) Feed {
	f := Feed{
		Title: n.get("", "title"), Description: n.get("", "description"), Home: resolve(n, n.get("", "link")),
		Language: firstOf(n.get("", "language"), n.get(nsDC, "language")), Copyright: firstOf(n.get("", "copyright"),
			n.get(nsDC, "rights")),
		Generator: n.get("", "generator"), Categories: rssTerms(n),
		Updated: dates.Parse(firstOf(n.get("", "lastBuildDate"), n.get(nsAtom, "updated"), n.get("", "pubDate"),
			n.get(nsDC, "date"))),
	}
	f.Authors, f.Contributors = rssAuthors(n, "managingEditor")
	if image := n.find("", "image"); image != nil {
		f.Logo = Image{
			URL: image.get("", "url"), Width: integer(image.get("", "width")),
			Height: integer(image.get("", "height")),
		}
	}
	readLinks(&f, n)
	f.Paging.Complete, f.Paging.Archive = n.find(nsHistory, "complete") != nil, n.find(nsHistory, "archive") != nil
	return f
}

// readLinks reads the Atom links of a feed: its own URL, hubs, and related documents.
func readLinks(f *Feed, n *node) {
	for _, k := range n.kids {
		if k.name != "link" || k.space != nsAtom && k.space != nsAtom03 {
			continue
		}
		href := resolve(k, k.attr("href"))
		if href == "" {
			continue
		}
		to := map[string]*string{
			"self": &f.Self, "current": &f.Paging.Current, "prev-archive": &f.Paging.PrevArchive,
			"next-archive": &f.Paging.NextArchive,
			"first":        &f.Paging.First, "previous": &f.Paging.Previous, "next": &f.Paging.Next, "last": &f.Paging.Last,
		}
		switch rel := relation(k); rel {
		case "hub":
			f.Hubs = append(f.Hubs, href)
		case "alternate":
			if f.Home == "" || k.attr("type") == "text/html" {
				f.Home = href
			}
		default:
			if p := to[rel]; p != nil && *p == "" {
				*p = href
			}
		}
	}
}

// relation returns the short form of a link's rel.
func relation(n *node) string {
	rel := strings.TrimPrefix(strings.TrimSpace(n.attr("rel")), "http://www.iana.org/assignments/relation/")
	if rel == "" {
		return "alternate"
	}
	return rel
}

func rssItem(n *node) Item {
	i := Item{
		URL: resolve(n, n.get("", "link")), Title: n.get("", "title"), Summary: value(n.find("", "description")),
		Content: value(n.find(nsContent, "encoded")), Published: dates.Parse(firstOf(n.get("", "pubDate"),
			n.get(nsDC, "date"), n.get(nsAtom, "published"))),
		Updated: dates.Parse(n.get(nsAtom, "updated")), Categories: rssTerms(n), Language: n.get(nsDC,
			"language"), Rights: n.get(nsDC, "rights"),
	}
	if guid := n.find("", "guid"); guid != nil {
		i.ID = guid.trimmed()
		if i.URL == "" && guid.attr("isPermaLink") != "false" && absolute(i.ID) {
			i.URL = i.ID
		}
	}
	if i.ID == "" {
		i.ID = firstOf(n.attrNS(nsRDF, "about"), n.get(nsAtom, "id"))
	}
	if i.URL == "" {
		for _, k := range n.kids {
			if k.is(nsAtom, "link") && relation(k) == "alternate" {
				i.URL = resolve(k, k.attr("href"))
			}
		}
	}
	i.Authors, i.Contributors = rssAuthors(n, "author")
	for _, k := range n.kids {
		if k.is("", "enclosure") {
			i.Enclosures = append(i.Enclosures,
				Media{URL: resolve(k, k.attr("url")), Type: k.attr("type"), Length: int64(integer(k.attr("length")))})
		}
	}
	if s := n.find("", "source"); s != nil {
		i.Source = &Source{Title: s.trimmed(), Self: resolve(s, s.attr("url"))}
	}
	readMedia(&i, n)
	return i
}

// readMedia reads Media RSS, in RSS and Atom.
func readMedia(i *Item, n *node) {
	for _, k := range n.kids {
		switch {
		case k.is(nsMedia, "content"):
			m := Media{
				URL: resolve(k, k.attr("url")), Type: k.attr("type"), Medium: k.attr("medium"),
				Length: int64(integer(k.attr("fileSize"))),
				Width:  integer(k.attr("width")), Height: integer(k.attr("height")), Title: k.get(nsMedia,
					"title"), Language: k.attr("lang"),
				Duration: time.Duration(integer(k.attr("duration"))) * time.Second,
			}
			if t := k.find(nsMedia, "thumbnail"); t != nil {
				m.Thumbnail = image(t)
			}
			i.Media = append(i.Media, m)
		case k.is(nsMedia, "thumbnail") && i.Image.URL == "":
			i.Image = image(k)
		case k.is(nsMedia, "group"):
			readMedia(i, k)
		}
	}
}

func image(n *node) Image {
	return Image{URL: resolve(n, n.attr("url")), Width: integer(n.attr("width")), Height: integer(n.attr("height"))}
}

func rssTerms(n *node) (out []Category) {
	for _, k := range n.kids {
		if k.is("", "category") || k.is(nsDC, "subject") {
			if term := k.trimmed(); term != "" {
				out = append(out, Category{Term: term, Scheme: k.attr("domain")})
			}
		}
	}
	return out
}

func rssAuthors(n *node, element string) (authors, contributors []Person) {
	for _, k := range n.kids {
		p := Person{}
		switch {
		case k.is("", element) || k.is(nsDC, "creator") || k.is(nsDC, "contributor"):
			p = person(k.value())
		case k.is(nsAtom, "author"):
			p = atomPerson(k)
		}
		switch {
		case p == Person{}:
		case k.name == "contributor":
			contributors = append(contributors, p)
		default:
			authors = append(authors, p)
		}
	}
	return authors, contributors
}

func value(n *node) string {
	if n == nil {
		return ""
	}
	return n.value()
}

func firstOf(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

// integer parses a non-negative number, and returns 0 for anything else.
func integer(s string) int {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil || n < 0 || n > 1<<53 {
		return 0
	}
	return int(n)
}
