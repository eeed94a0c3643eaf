// Package attached finds the files that pages name, in their front matter or text, and what is known of them.
package attached

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing/declared"
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

// Page is what a page and its site say.
type Page interface {
	Params() map[string]any
	Resources() []Resource
	Address() string // absolute
	Root() string    // absolute address of the site, in the language of the page
	// File returns the output file of an absolute address, false for one that is not of this site.
	File(address string) (string, bool)
	// Asset returns what is known of an output file that is not a resource of the page.
	Asset(file string) (Asset, bool)
	// Place is where a key of its front matter stands, for messages.
	Place(key string) (file string, line int)
}

// Resource is a published file beside a page.
type Resource struct {
	Name    string
	Address string      // absolute
	Media   feeds.Media // as feeds have it
}

// Finder finds the files of one page.
type Finder struct{ Page }

// DownloadKeys are the keys of front matter that name files to download.
func DownloadKeys() []string { return []string{"enclosure", "enclosures", "audio"} }

// Attach adds the files of the page to its item: what its front matter names as enclosure or audio to download, and
// as video and images to show. Their facts are those of the files; a file elsewhere needs all three of them
// in the front matter (rule B6).
func (f Finder) Attach(i *feeds.Item) {
	for _, key := range DownloadKeys() {
		files, _ := f.Files(key)
		for _, m := range files {
			i.Enclosures = Append(i.Enclosures, m)
		}
	}
	for _, key := range []string{"video", "videos"} {
		files, _ := f.Files(key)
		for _, m := range files {
			if strings.HasPrefix(m.Type, "video/") && !has(i.Enclosures, m.URL) {
				i.Media = Append(i.Media, m)
			}
		}
	}
	for _, ref := range declared.Images(f.Params()) {
		m, ok := f.Find(ref)
		if !ok {
			continue
		}
		if i.Image.URL == "" {
			i.Image = feeds.Image{URL: m.URL, Width: m.Width, Height: m.Height}
		} else if strings.HasPrefix(m.Type, "image/") && m.URL != i.Image.URL {
			i.Media = Append(i.Media, m)
		}
	}
}

// Files are those of a key: an address, a table, or a list of either; found is what is wrong with others, which cannot
// stand in a feed.
func (f Finder) Files(key string) (out []feeds.Media, found diag.List) {
	for _, v := range declared.Values(f.Params()[key]) {
		m, ok := f.file(v)
		if ok {
			out = append(out, m)
		} else {
			found = append(found, f.wanting(key, m))
		}
	}
	return out, found
}

// file makes one file of an address or a table.
func (f Finder) file(v any) (feeds.Media, bool) {
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
		if !f.ours(m.URL) { // the facts of our own files are in the files
			m.Type = cmp.Or(declared.FirstText(table, "type", "mime"), m.Type)
			m.Length = declared.Number(table, "length", "size", "bytes")
			ok = m.Type != "" && m.Length > 0
		}
		m.Duration = cmp.Or(m.Duration, declared.Duration(table["duration"]))
		m.Width, m.Height = cmp.Or(m.Width, int(declared.Number(table, "width"))), cmp.Or(m.Height, int(declared.Number(table, "height")))
		if t := declared.FirstText(table, "thumbnail", "poster"); t != "" {
			if i, _ := f.Find(t); i.URL != "" {
				m.Thumbnail = feeds.Image{URL: i.URL, Width: i.Width, Height: i.Height}
			}
		}
	}
	return m, ok && m.URL != ""
}

// Find returns what is known of the file at an address: a resource of the page by its name, or a file of the
// output. ok is false when it is neither; the address is known then, if it is one.
func (f Finder) Find(ref string) (m feeds.Media, ok bool) {
	ref = strings.TrimSpace(ref)
	for _, r := range f.Resources() {
		if strings.EqualFold(r.Name, strings.TrimPrefix(ref, "./")) || r.Address == ref {
			return r.Media, true
		}
	}
	root := f.Root()
	for _, abs := range []string{
		resolve(f.Address(), ref), resolve(root, ref), resolve(root, strings.TrimLeft(ref, "/")),
	} {
		m.URL = cmp.Or(m.URL, abs)
		file, ours := f.File(abs)
		if !ours {
			continue
		}
		for _, r := range f.Resources() {
			if r.Address == abs {
				return r.Media, true
			}
		}
		if a, known := f.Asset(file); known {
			return feeds.Media{URL: abs, Type: a.Type, Length: a.Size, Width: a.Width, Height: a.Height, Duration: declared.Seconds(a.Duration)}, true
		}
	}
	return m, false
}

// Sound is the sound beside the page, else that of its text. Files elsewhere are left out: nobody knows their length
// (rule B6).
func (f Finder) Sound(text func() (template.HTML, error)) (out []feeds.Media, err error) {
	for _, r := range f.Resources() {
		if strings.HasPrefix(r.Media.Type, "audio/") {
			out = Append(out, r.Media)
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
			out = Append(out, m)
		}
	}
	return out, nil
}

// ours reports whether an address is one of this site.
func (f Finder) ours(address string) bool {
	_, ours := f.File(address)
	return ours
}

// wanting says why a file cannot be in a feed.
func (f Finder) wanting(key string, m feeds.Media) *diag.Diagnostic {
	file, line := f.Place(key)
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
		d.Message = fmt.Sprintf("%s: %s is left out of the feeds: its %s not known", key, m.URL, strings.Join(lacks, " and ")+isOrAre(len(lacks)))
		d.Hint = `sitegen fetches nothing: set it in the front matter, as in {url = "…", length = 12345, type = "audio/mpeg"}`
	}
	return d
}

func has(list []feeds.Media, address string) bool {
	return slices.ContainsFunc(list, func(m feeds.Media) bool { return m.URL == address })
}

// Append adds a file to a list that has none at its address.
func Append(list []feeds.Media, m feeds.Media) []feeds.Media {
	if has(list, m.URL) {
		return list
	}
	return append(list, m)
}

// resolve makes a URL absolute; it returns "" for one that cannot be fetched.
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
