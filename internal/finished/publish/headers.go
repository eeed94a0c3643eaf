package publish

import (
	"bytes"
	"cmp"
	"net/url"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// Control has the Cache-Control of each kind of file. "" is the default.
type Control struct {
	Pages string // HTML; default Revalidate
	Files string // all others whose names stay when their bytes change; default Revalidate
}

// Revalidate is the default for files whose bytes may change: browsers ask whether they did, and get a short answer if
// not.
const Revalidate = "public, max-age=0, must-revalidate"

// step is when a file is sent, so that readers never see a page without the files that it loads: files whose names
// change with their bytes, then other files, then pages, then what announces pages. What disappears is deleted after
// that, first pages.
type step byte

const (
	stamped step = iota
	files
	pages
	announcements
	removedPages
	removedFiles
)

// String returns what a user sees of a step that sends files.
func (s step) String() string {
	return [...]string{"files with a hash in their names", "other files", "pages", "feeds and sitemaps"}[s]
}

// kinds tells kinds of outputs by their paths.
type kinds struct {
	indexes map[string]bool // folders with a search index, with their final slash
}

// newKinds looks for search indexes among the outputs. begins reports whether one begins with a text.
func newKinds(outputs []disk.Entry, begins func(e *disk.Entry, text string) (bool, error)) (kinds, error) {
	k := kinds{map[string]bool{}}
	const entry = "index.js"
	for i := range outputs {
		p := outputs[i].Path
		if path.Base(p) != entry {
			continue
		}
		is, err := begins(&outputs[i], search.Call+"(")
		if err != nil {
			return k, err
		}
		if is {
			k.indexes[strings.TrimSuffix(p, entry)] = true
		}
	}
	return k, nil
}

// stepOf returns when a file is sent.
func (k kinds) stepOf(p string) step {
	dir, name := path.Split(p)
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == ".html" || ext == ".htm":
		return pages
	case hosting.NamedByContent(p), k.indexes[dir] && search.Stamped(name):
		return stamped
	case ext == ".xml", ext == ".rss", ext == ".atom", strings.HasSuffix(name, ".xml.gz"),
		name == "robots.txt", name == "sitemap.txt", name == "llms.txt", name == "llms-full.txt", name == "feed.json":
		return announcements
	}
	return files
}

// control returns the Cache-Control of a file.
func (c Control) of(s step) string {
	switch s {
	case stamped:
		return hosting.Forever
	case pages:
		return cmp.Or(c.Pages, Revalidate)
	}
	return cmp.Or(c.Files, Revalidate)
}

// typeOf returns the Content-Type of a file. Feeds are recognized by their bytes, because their names don't tell.
func typeOf(types *media.Types, p string, data []byte) string {
	mediaType := types.Of(p)
	begin := data[:min(len(data), 4096)]
	switch {
	case strings.HasSuffix(p, ".gz"):
		return "application/gzip"
	case strings.HasSuffix(mediaType, "xml") && bytes.Contains(begin, []byte("<rss")):
		mediaType = "application/rss+xml"
	case strings.HasSuffix(mediaType, "xml") && bytes.Contains(begin, []byte("<feed")):
		mediaType = "application/atom+xml"
	case mediaType == "application/json" && bytes.Contains(begin, []byte(`"https://jsonfeed.org/version/`)):
		return "application/feed+json"
	}
	if strings.HasPrefix(mediaType, "text/") || strings.HasSuffix(mediaType, "xml") {
		mediaType += "; charset=utf-8"
	}
	return mediaType
}

// mostAlias is the size of the largest page that may be only a redirect.
const mostAlias = 4 << 10

// redirectOf returns where a page redirects its readers at once, as a URL or an absolute path; "" if it doesn't.
func redirectOf(base, p string, data []byte) string {
	if len(data) > mostAlias || !bytes.Contains(bytes.ToLower(data), []byte("refresh")) {
		return ""
	}
	r := new(html.PageReader).Read(data).Refresh
	if !r.There || r.URL == "" || r.Delay > 0 {
		return ""
	}
	at, err := url.Parse(strings.TrimSuffix(base, "/") + "/" + (&url.URL{Path: p}).EscapedPath())
	if err != nil {
		return ""
	}
	to, err := at.Parse(r.URL)
	if err != nil || to.Scheme != "http" && to.Scheme != "https" || to.Host == "" {
		return ""
	}
	return to.String()
}
