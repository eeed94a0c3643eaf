package feedfiles

import (
	"cmp"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
)

// generator is the name of this program in feeds.
const generator = "sitegen"

// item returns the feed item of an entry without its texts.
func (w *setWriter) item(f *listing.Feed, e listing.Entry) feeds.Item {
	p := e.Page
	i := feeds.Item{
		ID: e.ID, URL: w.l.Address(p), Title: p.Title, Published: e.First, Updated: e.Last,
		Authors: declared.People(p.Params), Categories: categories(p),
	}
	if f.Format == feeds.Atom && i.Title == "" {
		i.Title = cmp.Or(p.LinkTitle, p.Path) // the other formats do not require a title
	}
	if f.Format == feeds.RSS && len(i.Authors) == 0 {
		i.Authors = declared.People(p.Edition.Language.Params)
	}
	w.l.Attached(p).Attach(&i)
	return i
}

// feed returns the feed-level values of a document.
func (w *setWriter) feed(d *listing.Issue) *feeds.Feed {
	lang := d.List.Edition.Language
	out := &feeds.Feed{
		Title: d.Title(), Description: d.Description(),
		Home: w.l.Address(d.List), Self: w.l.Absolute(d.List, d.URL), ID: w.l.FeedID(d.Feed),
		Language: listing.LanguageTag(lang), Copyright: copyright(lang), Generator: generator,
		Authors: declared.People(lang.Params), Paging: d.Paging,
	}
	if d.Author != "" {
		out.Authors = []feeds.Person{{Name: d.Author}}
	}
	if d.Format == feeds.Atom && len(out.Authors) == 0 {
		out.Authors = []feeds.Person{{Name: listing.SiteTitle(d.List.Edition)}} // rule A2
	}
	if d.Number == 0 {
		out.Hubs = w.l.Site.Config.Discovery.Feeds.Hubs // hubs are never notified of an archive document
	}
	for _, e := range d.Entries {
		at := e.Newest()
		if d.Format == feeds.Atom {
			at = e.Updated() // rule A7
		}
		out.Updated = feeds.Newest(out.Updated, at)
	}
	w.podcast(out, d)
	return out
}

// copyright returns the copyright notice as plain text (rule S4); themes print it as HTML.
func copyright(l *config.Language) string { return listing.FeedText(html.PlainText(l.Copyright)) }

// categories returns the titles of the terms of p, except authors.
func categories(p *site.Page) []feeds.Category {
	var out []feeds.Category
	for _, t := range p.Terms {
		if t.Taxonomy.Singular == "author" {
			continue
		}
		for _, term := range t.Pages {
			if name := term.Title; name != "" {
				out = append(out, feeds.Category{Term: name})
			}
		}
	}
	return out
}
