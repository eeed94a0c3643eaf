package discovery

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery/declared"
	"github.com/sitegen/sitegen/sitemap"
)

// Asset is what is known of a file of the output.
type Asset struct {
	Size          int64   // bytes
	Type          string  // media type, by its name
	Width, Height int     // pixels; 0: not known
	Duration      float64 // seconds; 0: not known
}

// Assets tells what is known of a file of the output by its slash path; false when there is none. It may be
// asked from several goroutines at once.
type Assets func(file string) (Asset, bool)

// WithAssets returns the listing with the facts of files that are no resources of a page: of static folders,
// and what templates make.
func (l *Listing) WithAssets(find Assets) *Listing {
	out := *l
	out.assets = find
	return &out
}

// attach adds the files of p to its item: what its front matter names as enclosure or audio to download, and
// as video and images to show. Their facts are those of the files; a file elsewhere needs all three of them
// in the front matter (rule B6).
func (fr feedReader) attach(i *feeds.Item, p *site.Page) {
	a := attachments{l: fr.Listing, page: p}
	for _, key := range enclosureKeys {
		for _, m := range a.files(key) {
			i.Enclosures = appendFile(i.Enclosures, m)
		}
	}
	for _, key := range []string{"video", "videos"} {
		for _, m := range a.files(key) {
			if strings.HasPrefix(m.Type, "video/") && !has(i.Enclosures, m.URL) {
				i.Media = appendFile(i.Media, m)
			}
		}
	}
	for _, ref := range declared.Images(p.Params) {
		m, ok := a.find(ref)
		if !ok {
			continue
		}
		if i.Image.URL == "" {
			i.Image = feeds.Image{URL: m.URL, Width: m.Width, Height: m.Height}
		} else if strings.HasPrefix(m.Type, "image/") && m.URL != i.Image.URL {
			i.Media = appendFile(i.Media, m)
		}
	}
}

// CheckEnclosures tells which files to download stand in no feed because something about them is missing, and what else of
// podcasts is not there.
func (l *Listing) CheckEnclosures() diag.List {
	var found diag.List
	for _, p := range l.Site.Pages {
		if !l.InFeeds(p) || p.Kind != site.Regular || !declares(p) {
			continue
		}
		a := attachments{l: l, page: p, found: &found}
		for _, key := range enclosureKeys {
			a.files(key)
		}
	}
	return append(found, l.checkPodcasts()...)
}

// enclosureKeys are the keys of front matter that name files to download.
var enclosureKeys = []string{"enclosure", "enclosures", "audio"}

func declares(p *site.Page) bool {
	return slices.ContainsFunc(enclosureKeys, func(key string) bool { return p.Params[key] != nil })
}

func has(list []feeds.Media, address string) bool {
	return slices.ContainsFunc(list, func(m feeds.Media) bool { return m.URL == address })
}

func appendFile(list []feeds.Media, m feeds.Media) []feeds.Media {
	if has(list, m.URL) {
		return list
	}
	return append(list, m)
}

// attachments reads the files that a page names.
type attachments struct {
	l     *Listing
	page  *site.Page
	found *diag.List // nil: nobody wants to know
}

// files are those of a key: an address, a table, or a list of either.
func (a *attachments) files(key string) []feeds.Media {
	var out []feeds.Media
	for _, v := range declared.Values(a.page.Params[key]) {
		m, ok := a.file(v)
		if ok {
			out = append(out, m)
			continue
		}
		a.tell(key, m)
	}
	return out
}

// file makes one file of an address or a table.
func (a *attachments) file(v any) (feeds.Media, bool) {
	table, _ := v.(map[string]any)
	ref, _ := v.(string)
	if table != nil {
		ref = declared.FirstText(table, "url", "src", "href", "file", "content")
	}
	if strings.TrimSpace(ref) == "" {
		return feeds.Media{}, false
	}
	m, ok := a.find(ref)
	if table != nil {
		m.Title = declared.FirstText(table, "title")
		if !a.l.isOurs(a.page, m.URL) { // the facts of our own files are in the files
			m.Type = cmp.Or(declared.FirstText(table, "type", "mime"), m.Type)
			m.Length = declared.Number(table, "length", "size", "bytes")
			ok = m.Type != "" && m.Length > 0
		}
		m.Duration = cmp.Or(m.Duration, declared.Duration(table["duration"]))
		m.Width, m.Height = cmp.Or(m.Width, int(declared.Number(table, "width"))), cmp.Or(m.Height, int(declared.Number(table, "height")))
		if t := declared.FirstText(table, "thumbnail", "poster"); t != "" {
			if i, _ := a.find(t); i.URL != "" {
				m.Thumbnail = feeds.Image{URL: i.URL, Width: i.Width, Height: i.Height}
			}
		}
	}
	return m, ok && m.URL != ""
}

// find returns what is known of the file at an address: a resource of the page by its name, or a file of the
// output. ok is false when it is neither; the address is known then, if it is one.
func (a *attachments) find(ref string) (m feeds.Media, ok bool) {
	ref = strings.TrimSpace(ref)
	for _, r := range a.page.Resources {
		if r.Resource != nil && !r.URL.IsZero() && (strings.EqualFold(r.Name, strings.TrimPrefix(ref, "./")) || r.URL.Abs() == ref) {
			return a.resource(r), true
		}
	}
	root := a.page.Edition.Base.At("/").Abs()
	for _, abs := range []string{
		resolve(a.l.address(a.page), ref), resolve(root, ref), resolve(root, strings.TrimLeft(ref, "/")),
	} {
		m.URL = cmp.Or(m.URL, abs)
		file, ours := a.l.outputFile(a.page, abs)
		if !ours {
			continue
		}
		if r := a.published(abs); r != nil {
			return a.resource(r), true
		}
		if a.l.assets == nil {
			continue
		}
		if f, found := a.l.assets(file); found {
			return feeds.Media{URL: abs, Type: f.Type, Length: f.Size, Width: f.Width, Height: f.Height, Duration: declared.Seconds(f.Duration)}, true
		}
	}
	return m, false
}

// published returns the resource of the page at an address.
func (a *attachments) published(address string) *site.Resource {
	for _, r := range a.page.Resources {
		if r.Resource != nil && !r.URL.IsZero() && r.URL.Abs() == address {
			return r
		}
	}
	return nil
}

func (a *attachments) resource(r *site.Resource) feeds.Media {
	return feeds.Media{
		URL: a.l.absolute(a.page, r.URL), Type: r.MediaType, Length: r.Size,
		Width: r.Width, Height: r.Height, Duration: declared.Seconds(r.Duration),
	}
}

// tell reports a file that cannot stand in a feed.
func (a *attachments) tell(key string, m feeds.Media) {
	if a.found == nil {
		return
	}
	d := &diag.Diagnostic{Rule: "B6", Severity: diag.Warning, File: a.l.fileOf(a.page)}
	if a.page.Doc != nil {
		d.Line = a.page.Doc.Front.Lines[key]
	}
	switch {
	case m.URL == "":
		d.Message = key + ": there is no address of a file"
		d.Hint = `write the name of a file, or a table with url, length and type`
	case a.l.isOurs(a.page, m.URL):
		d.Message = fmt.Sprintf("%s: there is no file %s", key, m.URL)
		d.Hint = "put it beside the page, or into a static folder"
	default:
		var lacks []string
		if m.Length <= 0 {
			lacks = append(lacks, "length in bytes")
		}
		if m.Type == "" {
			lacks = append(lacks, "type")
		}
		d.Message = fmt.Sprintf("%s: %s is left out of the feeds: its %s not known", key, m.URL, strings.Join(lacks, " and ")+isOrAre(len(lacks)))
		d.Hint = `nothing is fetched: say it in the front matter, as in {url = "…", length = 12345, type = "audio/mpeg"}`
	}
	*a.found = append(*a.found, d)
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

// resolve makes an address absolute, "" when it is none that can be fetched.
func resolve(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ""
	}
	u, err := b.Parse(ref)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	return u.String()
}

func isOrAre(n int) string {
	if n == 1 {
		return " is"
	}
	return " are"
}
