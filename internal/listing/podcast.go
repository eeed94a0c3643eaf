package listing

import (
	"cmp"
	"html/template"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/podcast"
	"github.com/sitegen/sitegen/internal/site"
)

// isPodcast reports whether players of podcasts subscribe to a feed: they read RSS.
func (f *plan) isPodcast() bool { return f.Podcast != nil && f.format == feeds.RSS && !f.updates }

// podcast adds what a podcast says of itself.
func (fr feedReader) podcast(out *feeds.Feed, d *issue) {
	if !d.isPodcast() {
		return
	}
	author := ""
	if len(out.Authors) > 0 {
		author = cmp.Or(out.Authors[0].Name, out.Authors[0].Email)
	}
	image, _ := fr.fileOf(d.page, d.Podcast.Image)
	if out.Logo.URL == "" {
		out.Logo.URL = image
	}
	out.Namespaces = append(out.Namespaces, podcast.Namespaces()...)
	out.Extensions = append(out.Extensions, d.Podcast.Feed(author, image)...)
}

// fileOf returns the absolute address of a file that a page names, with its media type; "" for one of this site that is not
// there.
func (fr feedReader) fileOf(p *site.Page, ref string) (url, mediaType string) {
	if ref == "" {
		return "", ""
	}
	m, ok := fr.attached(p).Find(ref)
	if !ok && fr.isOurs(p, m.URL) {
		return "", ""
	}
	return m.URL, m.Type
}

// addElements adds what the templates of the project write, to a feed or, with an item, to that.
func (w *setWriter) addElements(f *feeds.Feed, i *feeds.Item, d *issue, p *site.Page) (err error) {
	names := w.l.Site.Config.Discovery.Feeds.Namespaces
	t, ok := w.text.(ElementText)
	if !ok || len(names) == 0 || d.format == feeds.JSON {
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

// play adds the sound of a page to its item where its front matter names nothing to download, and to an episode what its
// front matter says of it.
func (w *setWriter) play(i *feeds.Item, d *issue, p *site.Page) error {
	if len(i.Enclosures) == 0 && !d.updates && (d.Podcast != nil || w.l.Site.Config.Discovery.Feeds.Audio) {
		sound, err := w.l.attached(p).Sound(func() (template.HTML, error) { return w.text.Content(p) })
		if err != nil {
			return err
		}
		i.Enclosures = sound
	}
	if d.isPodcast() {
		fr := w.l.feedReader()
		episode, _ := podcast.Read(p.Params["podcast"])
		i.Extensions = episode.Item(i.Enclosures, func(ref string) (string, string) { return fr.fileOf(p, ref) })
	}
	return nil
}

// podcastCheck looks at podcasts and their episodes.
type podcastCheck struct{ *Listing }

// checkPodcasts tells what podcasts and their episodes name that is not there.
func (l podcastCheck) checkPodcasts() (found diag.List) {
	fr, any := l.feedReader(), false
	for i := range l.editions {
		for _, s := range l.editions[i].sets {
			if s.Podcast == nil {
				continue
			}
			any = true
			if url, _ := fr.fileOf(s.page, s.Podcast.Image); url == "" && s.Podcast.Image != "" {
				file, line := feedPlanner(l).feedsSaid(s.page)
				found = append(found, absentFile(file, line, "podcast.image", s.Podcast.Image))
			}
		}
	}
	if !any {
		return nil
	}
	for _, p := range l.Site.Pages {
		if p.Params["podcast"] == nil || p.Kind != site.Regular || !l.InFeeds(p) {
			continue
		}
		found = append(found, l.checkEpisode(p)...)
	}
	return found
}

// checkEpisode tells what of the front matter of an episode cannot be used, and so is left out of feeds (rule Q1).
func (l podcastCheck) checkEpisode(p *site.Page) (found diag.List) {
	file, line := l.fileOf(p), 0
	if p.Doc != nil && p.Doc.Front != nil {
		line = p.Doc.Front.Lines["podcast"]
	}
	episode, wrong := podcast.Read(p.Params["podcast"])
	for _, w := range wrong {
		found = append(found, &diag.Diagnostic{Rule: "Q1", Severity: diag.Warning, File: file, Line: line, Message: w.Message, Hint: w.Hint})
	}
	for _, f := range episode.Files() {
		if url, _ := l.feedReader().fileOf(p, f.Ref); url == "" {
			found = append(found, absentFile(file, line, "podcast."+f.Key, f.Ref))
		}
	}
	return found
}

func absentFile(file string, line int, key, ref string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "Q1", Severity: diag.Warning, File: file, Line: line, Message: key + ": file not found: " + ref,
		Hint: "put it next to the page or in a static folder",
	}
}
