package feedfiles

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/podcast"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// isPodcast reports whether podcast players can subscribe to a feed. They read only RSS.
func isPodcast(f *listing.Feed) bool { return f.Podcast != nil && f.Format == feeds.RSS && !f.Updates }

// podcast adds the values of a podcast to its feed.
func (w *setWriter) podcast(out *feeds.Feed, d *listing.Issue) {
	if !isPodcast(d.Feed) {
		return
	}
	author := ""
	if len(out.Authors) > 0 {
		author = cmp.Or(out.Authors[0].Name, out.Authors[0].Email)
	}
	if out.Logo.URL == "" {
		out.Logo.URL, _ = w.l.Attached(d.List).Address(d.Podcast.Image)
	}
	out.Namespaces = append(out.Namespaces, podcast.Namespaces()...)
	out.Extensions = append(out.Extensions, d.Podcast.Feed(author, w.l.Attached(d.List))...)
}

// addElements adds elements from templates of the project to a feed or, if given, to an item.
func (w *setWriter) addElements(f *feeds.Feed, i *feeds.Item, d *listing.Issue, p *site.Page) (err error) {
	names := w.l.Site.Config.Discovery.Feeds.Namespaces
	t, ok := w.text.(emission.ElementText)
	if !ok || len(names) == 0 || d.Format == feeds.JSON {
		return nil
	}
	var list []feeds.Element
	if i != nil {
		list, err = t.ItemElements(p)
		i.Extensions = append(i.Extensions, list...)
		return err
	}
	list, err = t.FeedElements(p)
	f.Namespaces, f.Extensions = append(f.Namespaces, names...), append(f.Extensions, list...)
	return err
}

// play adds the enclosure of a page to its item, if front matter names none, and the values of an episode from front
// matter.
func (w *setWriter) play(i *feeds.Item, d *listing.Issue, p *site.Page) error {
	if len(i.Enclosures) == 0 && !d.Updates && (d.Podcast != nil || w.l.Site.Config.Discovery.Feeds.Audio) {
		sound, err := w.l.Attached(p).Sound(func() (template.HTML, error) { return w.text.Content(p) })
		if err != nil {
			return err
		}
		i.Enclosures = sound
	}
	if isPodcast(d.Feed) {
		if len(i.Enclosures) == 0 {
			w.tell("Q1", p, d.File, "the item has no audio file, so podcast apps do not show it: put one next to its text")
		}
		episode, _ := podcast.Read(p.Params["podcast"])
		chapters := ""
		if len(episode.Marks) > 0 {
			_, chapters = w.l.Attached(p).Beside(chaptersFile)
		}
		i.Extensions = episode.Item(d.Podcast, i.Enclosures, chapters, w.l.Attached(p))
	}
	return nil
}

// Check reports files that podcasts and their episodes name and that do not exist.
func Check(l *listing.Listing) (found diag.List) {
	any := false
	for _, s := range l.Sets() {
		if s.Podcast == nil {
			continue
		}
		any = true
		found = append(found, checkShow(l, s)...)
	}
	if !any {
		return nil
	}
	for _, p := range l.Site.Pages {
		if p.Params["podcast"] == nil || p.Kind != site.Regular || !l.InFeeds(p) {
			continue
		}
		found = append(found, checkEpisode(l, p)...)
	}
	return found
}

// Sides that Apple Podcasts requires of a cover, in pixels:
// https://podcasters.apple.com/support/896-artwork-requirements.
const leastCover, mostCover = 1400, 3000

// checkShow reports what directories require of a show and the project does not have (rule Q1).
func checkShow(l *listing.Listing, s *listing.FeedSet) (found diag.List) {
	said := func(key string) place {
		file, line := listing.FeedsSaid(l.Site, s.List, "feeds.podcast."+key)
		return place{file, line, "podcast." + key}
	}
	warn := func(message, hint string) { found = append(found, said("image").warning(": "+message, hint)) }
	image := s.Podcast.Image
	if url, _ := l.Attached(s.List).Address(image); url == "" && image != "" {
		found = append(found, said("image").absent(image))
	} else if m, ok := l.Attached(s.List).Find(image); ok && image != "" {
		switch format := l.Attached(s.List).Format(image); {
		case format != "image/jpeg" && format != "image/png":
			warn(fmt.Sprintf("%s has the type %s, and directories accept JPEG and PNG", image, format), "")
		case format != m.Type:
			warn(fmt.Sprintf("the content of %s has the type %s, not %s as its name says", image, format,
				m.Type), "rename the file")
		case m.Width == 0:
			warn(fmt.Sprintf("%s is not a readable %s file", image, m.Type), "")
		case m.Width != m.Height || m.Width < leastCover || m.Width > mostCover:
			warn(fmt.Sprintf("%s is %d × %d pixels, and directories require a square of %d to %d", image,
				m.Width, m.Height, leastCover, mostCover), "")
		}
	}
	for _, f := range s.Podcast.Files() {
		if url, _ := l.Attached(s.List).Address(f.Ref); url == "" {
			found = append(found, said(f.Key).absent(f.Ref))
		}
	}
	if s.Podcast.Owner.Email == "" {
		at := said("owner")
		found = append(found, at.warning(
			" is missing: directories send the code that proves who owns the show to this address",
			listing.Example(s.List, at.file, `write owner = {name = "Ann", email = "ann@example.org"}`)))
	}
	return found
}

// checkEpisode reports front matter of an episode that is not valid, and so is left out of feeds (rule Q1).
func checkEpisode(l *listing.Listing, p *site.Page) (found diag.List) {
	episode, wrong := podcast.Read(p.Params["podcast"])
	for _, w := range wrong {
		at := saidIn(l, p, w.Key)
		found = append(found, at.warning(" "+w.Message, listing.Example(p, at.file, w.Hint)))
	}
	for _, f := range episode.Files() {
		if url, _ := l.Attached(p).Address(f.Ref); url == "" {
			found = append(found, saidIn(l, p, f.Key).absent(f.Ref))
		}
	}
	return found
}

// place is a key about a podcast, and its position.
type place struct {
	file string
	line int
	key  string
}

// saidIn returns the place of a key of an episode; "" is the table.
func saidIn(l *listing.Listing, p *site.Page, key string) place {
	out := place{file: l.Source(p), key: strings.TrimSuffix("podcast."+key, ".")}
	if p.Doc != nil {
		out.line = p.Doc.Front.Line(out.key)
	}
	return out
}

func (at place) warning(message, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "Q1", Severity: diag.Warning, File: at.file, Line: at.line, Message: at.key + message, Hint: hint,
	}
}

func (at place) absent(ref string) *diag.Diagnostic {
	return at.warning(": file not found: "+ref, "put it next to the page or in a static folder")
}
