package listing

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// Asset has the facts about a file of the output.
type Asset struct {
	Size          int64   // bytes
	Type          string  // media type, by its name
	Width, Height int     // pixels; 0: not known
	Duration      float64 // seconds; 0: not known
	Content       string  // media type of an image by its content, if it isn't Type
}

// Assets returns the facts about a file of the output by its slash path; false if the file does not exist. It may be
// called from several goroutines at once.
type Assets func(file string) (Asset, bool)

// WithAssets returns the listing with the facts about files that are not page resources: files of static folders, and
// files that templates make.
func (l *Listing) WithAssets(find Assets) *Listing {
	out := *l
	out.assets = find
	return &out
}

// KnowsFiles reports whether the listing knows which files the output has.
func (l *Listing) KnowsFiles() bool { return l.assets != nil }

func (l *Listing) asset(file string) (Asset, bool) {
	if l.assets == nil {
		return Asset{}, false
	}
	return l.assets(file)
}

// Attached finds the files that a page names in its front matter or text, and the facts about them.
type Attached struct {
	l    *Listing
	page *site.Page
}

// Attached finds the files that p names.
func (l *Listing) Attached(p *site.Page) Attached { return Attached{l, p} }

// resource is a published page resource.
type resource struct {
	name    string
	address string      // absolute
	media   feeds.Media // as feeds have it
	content string      // media type by the content, if it isn't the one of the name
}

func (f Attached) resources() []resource {
	var out []resource
	for _, r := range f.page.Resources {
		if r.Resource == nil || r.URL.IsZero() {
			continue
		}
		m := feeds.Media{
			URL: f.l.Absolute(f.page, r.URL), Type: r.MediaType, Length: r.Size,
			Duration: declared.Seconds(r.Duration),
		}
		m.Width, m.Height = r.Shown()
		out = append(out, resource{r.Name, r.URL.Abs(), m, r.Content})
	}
	return out
}

// Address returns the absolute URL of a file that the page names, with its media type; "" for a file of this site that
// does not exist.
func (f Attached) Address(ref string) (url, mediaType string) {
	if ref == "" {
		return "", ""
	}
	m, ok := f.Find(ref)
	if !ok && f.ours(m.URL) {
		return "", ""
	}
	return m.URL, m.Type
}

// Link returns the absolute URL of a page that the page names: on another site, or relative to its own URL. It returns
// "" for a URL that is not of the web.
func (f Attached) Link(ref string) string {
	if strings.HasPrefix(ref, "/") && !strings.HasPrefix(ref, "//") {
		return f.l.Absolute(f.page, f.page.Edition.Base.At(ref))
	}
	return resolve(f.l.Address(f.page), strings.TrimSpace(ref))
}

// Beside returns the path and the URL of an output file that belongs to the page: name in the folder of the page, or
// with the page's file name before it if other pages share the folder. It returns "" for a page without a file.
func (f Attached) Beside(name string) (file, address string) {
	if len(f.page.Targets) == 0 {
		return "", ""
	}
	dir, base := path.Split(f.page.Targets[0].File)
	address = f.l.Address(f.page)
	switch {
	case base != "index.html":
		name = strings.TrimSuffix(base, path.Ext(base)) + "." + name
	case !strings.HasSuffix(address, "/") && !strings.HasSuffix(address, "/"+base):
		address += "/"
	}
	return dir + name, resolve(address, url.PathEscape(name))
}

// downloadKeys are the keys of front matter that name files to download.
func downloadKeys() []string { return []string{"enclosure", "enclosures", "audio"} }

// Attach adds the files of the page to its feed item: files that its front matter names as enclosure or audio are for
// download; videos and images are for display. Their type, length and other facts come from the files; for a file on
// another site, the front matter must give all three facts (rule B6).
func (f Attached) Attach(i *feeds.Item) {
	for _, key := range downloadKeys() {
		files, _ := f.Files(key)
		for _, m := range files {
			i.Enclosures = appendFile(i.Enclosures, m)
		}
	}
	for _, key := range []string{"video", "videos"} {
		files, _ := f.Files(key)
		for _, m := range files {
			if strings.HasPrefix(m.Type, "video/") && !has(i.Enclosures, m.URL) {
				i.Media = appendFile(i.Media, m)
			}
		}
	}
	for _, ref := range declared.Images(f.page.Params) {
		m, ok := f.Find(ref)
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

// Files returns the files of a front matter key: a URL, a table, or a list of either. found has the problems with files
// that can't be in a feed.
func (f Attached) Files(key string) (out []feeds.Media, found diag.List) {
	for _, v := range declared.Values(f.page.Params[key]) {
		m, ok := f.file(v)
		if ok {
			out = append(out, m)
		} else {
			found = append(found, f.wanting(key, m))
		}
	}
	return out, found
}

// file reads one file from a URL or a table.
func (f Attached) file(v any) (feeds.Media, bool) {
	table, _ := v.(map[string]any)
	ref, _ := v.(string)
	if table != nil {
		ref = declared.FirstText(table, "url", "src", "href", "file", "content")
	}
	if strings.TrimSpace(ref) == "" {
		return feeds.Media{}, false
	}
	m, ok := f.Find(ref)
	if table != nil {
		m.Title = declared.FirstText(table, "title")
		if !f.ours(m.URL) { // files of this site provide their own facts
			m.Type = cmp.Or(declared.FirstText(table, "type", "mime"), m.Type)
			m.Length = declared.Number(table, "length", "size", "bytes")
			ok = m.Type != "" && m.Length > 0
		}
		said, _ := frontmatter.Duration(table["duration"])
		m.Duration = cmp.Or(m.Duration, said)
		m.Width, m.Height = cmp.Or(m.Width, int(declared.Number(table, "width"))), cmp.Or(m.Height,
			int(declared.Number(table, "height")))
		if t := declared.FirstText(table, "thumbnail", "poster"); t != "" {
			if i, _ := f.Find(t); i.URL != "" {
				m.Thumbnail = feeds.Image{URL: i.URL, Width: i.Width, Height: i.Height}
			}
		}
	}
	return m, ok && m.URL != ""
}

// Find returns the facts about the file at a URL: a page resource by its name, or a file of the output. ok is false if
// it is neither; m still has the URL if ref is one.
func (f Attached) Find(ref string) (m feeds.Media, ok bool) {
	r, ok := f.find(ref)
	return r.media, ok
}

// Format returns the media type of a file by its content if its name says another, else that of its name.
func (f Attached) Format(ref string) string {
	r, _ := f.find(ref)
	return cmp.Or(r.content, r.media.Type)
}

func (f Attached) find(ref string) (found resource, ok bool) {
	ref = strings.TrimSpace(ref)
	for _, r := range f.resources() {
		if strings.EqualFold(r.name, strings.TrimPrefix(ref, "./")) || r.address == ref {
			return r, true
		}
	}
	root := f.page.Edition.Base.At("/").Abs()
	for _, abs := range []string{
		resolve(f.l.Address(f.page), ref), resolve(root, ref), resolve(root, strings.TrimLeft(ref, "/")),
	} {
		found.media.URL = cmp.Or(found.media.URL, abs)
		file, ours := f.l.OutputFile(f.page, abs)
		if !ours {
			continue
		}
		for _, r := range f.resources() {
			if r.address == abs {
				return r, true
			}
		}
		if a, known := f.l.asset(file); known {
			return resource{address: abs, content: a.Content, media: feeds.Media{
				URL: abs, Type: a.Type, Length: a.Size, Width: a.Width, Height: a.Height,
				Duration: declared.Seconds(a.Duration),
			}}, true
		}
	}
	return found, false
}

// Sound returns the audio files of the page's resources, else those of its text. Files on other sites are left out,
// because their length is unknown (rule B6).
func (f Attached) Sound(text func() (template.HTML, error)) (out []feeds.Media, err error) {
	for _, r := range f.resources() {
		if strings.HasPrefix(r.media.Type, "audio/") {
			out = appendFile(out, r.media)
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	doc, err := text()
	if err != nil {
		return nil, err
	}
	for _, ref := range html.Audio(string(doc)) {
		if m, ok := f.Find(ref); ok && strings.HasPrefix(m.Type, "audio/") && m.Length > 0 {
			out = appendFile(out, m)
		}
	}
	return out, nil
}

// ours reports whether a URL belongs to this site.
func (f Attached) ours(address string) bool {
	_, ours := f.l.OutputFile(f.page, address)
	return ours
}

func (f Attached) place(key string) (file string, line int) {
	if f.page.Doc != nil {
		line = f.page.Doc.Front.Lines[key]
	}
	return f.l.Source(f.page), line
}

// wanting reports why a file can't be in a feed.
func (f Attached) wanting(key string, m feeds.Media) *diag.Diagnostic {
	file, line := f.place(key)
	d := &diag.Diagnostic{Rule: "B6", Severity: diag.Warning, File: file, Line: line}
	switch {
	case m.URL == "":
		d.Message = key + ": no file URL"
		d.Hint = `write the name of a file, or a table with url, length and type`
	case f.ours(m.URL):
		d.Message = fmt.Sprintf("%s: file not found: %s", key, m.URL)
		d.Hint = "put it next to the page or in a static folder"
	default:
		var lacks []string
		if m.Length <= 0 {
			lacks = append(lacks, "length in bytes")
		}
		if m.Type == "" {
			lacks = append(lacks, "type")
		}
		d.Message = fmt.Sprintf("%s: %s is left out of the feeds: its %s not known", key, m.URL,
			strings.Join(lacks, " and ")+isOrAre(len(lacks)))
		d.Hint = `sitegen fetches nothing: set it in the front matter, as in {url = "…", length = 12345, type = "audio/mpeg"}`
	}
	return d
}

func has(list []feeds.Media, address string) bool {
	return slices.ContainsFunc(list, func(m feeds.Media) bool { return m.URL == address })
}

// appendFile adds a file to a list unless a file with its URL is in it.
func appendFile(list []feeds.Media, m feeds.Media) []feeds.Media {
	if has(list, m.URL) {
		return list
	}
	return append(list, m)
}

// resolve makes a URL absolute; it returns "" for a URL that can't be fetched.
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

// CheckEnclosures reports the files for download that no feed has because facts about them are missing.
func CheckEnclosures(l *Listing) diag.List {
	var found diag.List
	for _, p := range l.Site.Pages {
		if !l.InFeeds(p) || p.Kind != site.Regular {
			continue
		}
		a := l.Attached(p)
		for _, key := range downloadKeys() {
			_, wrong := a.Files(key)
			found = append(found, wrong...)
		}
	}
	return found
}

// OutputFile returns the output file at a URL; false if the URL is not on this site.
func (l *Listing) OutputFile(p *site.Page, address string) (string, bool) {
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
	if ownHost(e.Edition) {
		file = e.Language.Lower + "/" + file
	}
	return file, true
}

// WantsMedia reports whether sitemaps list the images or videos of p, which are then read from its rendered page.
func (l *Listing) WantsMedia(p *site.Page) bool {
	d := l.Site.Config.Discovery
	return Wanted(d.Images, p) || Wanted(d.Videos, p)
}

// Wanted reports whether sitemaps list the media of p.
func Wanted(m config.Media, p *site.Page) bool {
	return m.Place != "off" && m.Place != "" && (len(m.Sections) == 0 || slices.Contains(m.Sections, p.SectionPath))
}
