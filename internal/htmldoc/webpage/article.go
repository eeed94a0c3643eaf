package webpage

import (
	"cmp"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/sitemap"
)

// Article is the content of a page for a feed.
type Article struct {
	Title, Summary string   // plain text
	Content        string   // HTML as on the page
	Authors, Tags  []string // plain text
	Sections       []string // categories: articleSection of JSON-LD, else article:section
	Image          string   // absolute; "" when there is none
	SiteName       string
}

// Article reads a page again, for a feed.
func (s *Set) Article(p *Page) (Article, error) {
	data, _, err := s.Tree.Read(p.File, nil, mostPage)
	if err != nil {
		return Article{}, err
	}
	base, err := url.Parse(p.URL)
	if err != nil {
		return Article{}, err
	}
	r := html.PageReader{Deep: true}
	d := r.Read(data)
	a := Article{Title: p.Title, Summary: p.Description}
	og := map[string]string{}
	for _, o := range d.OpenGraph {
		if og[o.Name] == "" {
			og[o.Name] = short(strings.TrimSpace(o.Value))
		}
	}
	a.SiteName = og["og:site_name"]
	a.Title = cmp.Or(og["og:title"], a.Title)
	a.Summary = cmp.Or(a.Summary, og["og:description"])
	a.Title = withoutSite(a.Title, html.FirstHeading(data))
	image := og["og:image"]
	for i := range d.Things {
		if t := &d.Things[i]; t.Top && t.Kind("Article", "Posting") {
			a.Title = cmp.Or(short(t.Headline), short(t.Name), a.Title)
			a.Summary = cmp.Or(a.Summary, short(t.Description))
			a.Authors = append(a.Authors, t.Authors...)
			a.Tags, a.Sections = tags(a.Tags, t.Keywords), tags(a.Sections, t.Section)
			if len(t.Images) > 0 {
				image = cmp.Or(image, t.Images[0])
			}
			break
		}
	}
	for _, m := range d.Meta {
		switch m.Name {
		case "author":
			if v := short(m.Value); v != "" && len(a.Authors) == 0 {
				a.Authors = append(a.Authors, v)
			}
		case "article:section":
			if len(a.Sections) == 0 {
				a.Sections = tags(nil, strings.ReplaceAll(m.Value, ",", " "))
			}
		case "article:tag":
			a.Tags = tags(a.Tags, strings.ReplaceAll(m.Value, ",", " "))
		}
	}
	if u, err := base.Parse(image); err == nil && image != "" {
		a.Image, _ = sitemap.Normalize(u.String())
	}
	a.Content = strings.TrimSpace(html.Article(data))
	if len(d.Bases) > 0 {
		if u, err := base.Parse(d.Bases[0].Text); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
			a.Content = html.Portable(a.Content, u)
		}
	}
	return a, nil
}

// withoutSite returns the heading of a page if its title consists of the heading, a separator, and the name of
// the site, in either order ("Bread – Notes", "Notes | Bread"), else the title. Feed readers show the name of
// the site anyway.
func withoutSite(title, heading string) string {
	title = strings.Join(strings.Fields(title), " ")
	if rest, ok := strings.CutPrefix(title, heading); ok && heading != "" {
		if r, size := utf8.DecodeRuneInString(strings.TrimLeft(rest, " ")); size > 0 && strings.ContainsRune(separators, r) {
			return heading
		}
	}
	if rest, ok := strings.CutSuffix(title, heading); ok && heading != "" {
		if r, size := utf8.DecodeLastRuneInString(strings.TrimRight(rest, " ")); size > 0 &&
			strings.ContainsRune(separators, r) {
			return heading
		}
	}
	return title
}

// separators are characters between the title of a page and the name of its site.
const separators = "-–—―|·•:∙⋅/\\»›«‹~"

// mostTags is the maximum number of tags kept per page.
const mostTags = 50

// tags adds the words of a comma-separated list.
func tags(have []string, list string) []string {
next:
	for word := range strings.SplitSeq(list, ",") {
		word = short(strings.TrimSpace(word))
		if word == "" || len(have) >= mostTags {
			continue
		}
		for _, h := range have {
			if strings.EqualFold(h, word) {
				continue next
			}
		}
		have = append(have, word)
	}
	return have
}
