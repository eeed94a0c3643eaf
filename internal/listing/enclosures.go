package listing

import (
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing/attached"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// WithAssets returns the listing with the facts of files that are no resources of a page: of static folders,
// and what templates make.
func (l *Listing) WithAssets(find attached.Assets) *Listing {
	out := *l
	out.assets = find
	return &out
}

// attached finds the files that p names.
func (l *Listing) attached(p *site.Page) attached.Finder {
	return attached.Finder{Page: namingPage{l, p}}
}

// namingPage is an attached.Page.
type namingPage struct {
	l *Listing
	p *site.Page
}

func (n namingPage) Params() map[string]any             { return n.p.Params }
func (n namingPage) Address() string                    { return n.l.address(n.p) }
func (n namingPage) Root() string                       { return n.p.Edition.Base.At("/").Abs() }
func (n namingPage) File(address string) (string, bool) { return n.l.outputFile(n.p, address) }

func (n namingPage) Resources() []attached.Resource {
	var out []attached.Resource
	for _, r := range n.p.Resources {
		if r.Resource == nil || r.URL.IsZero() {
			continue
		}
		m := feeds.Media{
			URL: n.l.absolute(n.p, r.URL), Type: r.MediaType, Length: r.Size,
			Duration: declared.Seconds(r.Duration),
		}
		m.Width, m.Height = r.Shown()
		out = append(out, attached.Resource{Name: r.Name, Address: r.URL.Abs(), Media: m})
	}
	return out
}

func (n namingPage) Asset(file string) (attached.Asset, bool) {
	if n.l.assets == nil {
		return attached.Asset{}, false
	}
	return n.l.assets(file)
}

func (n namingPage) Place(key string) (file string, line int) {
	if n.p.Doc != nil {
		line = n.p.Doc.Front.Lines[key]
	}
	return n.l.fileOf(n.p), line
}

// CheckEnclosures tells which files to download stand in no feed because something about them is missing, and what else of
// podcasts is not there.
func (l *Listing) CheckEnclosures() diag.List {
	var found diag.List
	for _, p := range l.Site.Pages {
		if !l.InFeeds(p) || p.Kind != site.Regular || !declares(p) {
			continue
		}
		a := l.attached(p)
		for _, key := range attached.DownloadKeys() {
			_, wrong := a.Files(key)
			found = append(found, wrong...)
		}
	}
	return append(found, podcastCheck{l}.checkPodcasts()...)
}

func declares(p *site.Page) bool {
	return slices.ContainsFunc(attached.DownloadKeys(), func(key string) bool { return p.Params[key] != nil })
}

// outputFile returns the output file of an address, false for one that is not of this site.
func (l *Listing) outputFile(p *site.Page, address string) (string, bool) {
	e := l.edition(p)
	if norm, err := sitemap.Normalize(address); err == nil {
		address = norm
	}
	rest, ours := strings.CutPrefix(address, e.root)
	if !ours {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	file, err := url.PathUnescape(rest)
	if err != nil {
		return "", false
	}
	if e.host {
		file = e.Language.Lower + "/" + file
	}
	return file, true
}

func (l *Listing) isOurs(p *site.Page, address string) bool {
	_, ours := l.outputFile(p, address)
	return ours
}
