package listing

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// File is an output file that is not a page but is listed in the sitemap, such as a PDF.
type File struct {
	Path string     // slash path in the output folder
	Hash uint64     // of its bytes, for the ledger
	Date time.Time  // of its last change in git; zero: not known
	Page *PageFacts // what it says to crawlers, if it is a page; else nil

	// WithFiles sets the URL and the edition.
	Edition *site.Edition
	URL     site.URL
}

// WithFiles returns the listing with additional files for the sitemaps. It leaves out what crawlers may not read or
// index: by the project's robots.txt, by a rule of the host (about), or by what the file says itself (rule L9).
func (l *Listing) WithFiles(files []File, robots []byte, about func(*site.Edition, site.URL) HostRule) *Listing {
	out := *l
	var rules *sitemap.Robots
	if len(robots) > 0 {
		rules = sitemap.ParseRobots(robots)
	}
	seen := map[string]bool{}
	for _, f := range files {
		e, rest := fileEdition(l.editions, f.Path)
		if seen[f.Path] || !e.known || rules != nil && !rules.Allowed("*", e.Base.At("/"+rest).Rel()) {
			continue
		}
		seen[f.Path] = true
		f.Edition, f.URL = e.Edition, e.Base.At("/"+rest)
		if f.Page != nil {
			own, open := f.canonical(rest)
			if !open {
				continue
			}
			f.URL = e.Base.At("/" + own)
		}
		if about(f.Edition, f.URL) != (HostRule{}) {
			continue
		}
		out.files = append(out.files, f)
	}
	return &out
}

// canonical returns the path on the host that a page gives as its own; file is its path there. open is false if the
// page must not be indexed, or another one in its place.
func (f *File) canonical(file string) (path string, open bool) {
	if f.Page.NoIndex || f.Page.Refresh != "" {
		return "", false
	}
	if f.Page.Canonical == "" {
		return file, true
	}
	own, err := url.Parse(f.URL.Abs())
	if err != nil {
		return file, true
	}
	to, err := own.Parse(f.Page.Canonical)
	if err != nil {
		return file, true
	}
	path, below := strings.CutPrefix(to.Path, strings.TrimSuffix(own.Path, file))
	return path, below && strings.EqualFold(to.Hostname(), own.Hostname()) &&
		addresses.FormOf(file, path) != addresses.None
}

// Files returns the files that the sitemaps list, each with the date of its last change if git or the ledger has one.
func (l *Listing) Files() []File {
	out := slices.Clone(l.files)
	for i := range out {
		if f := &out[i]; f.Date.IsZero() {
			known, _ := l.memory.now.Find(key(f.Edition, f.URL))
			f.Date = known.Changed
		}
	}
	return out
}

// fileEdition returns the edition whose host serves a file, and the file's path there.
func fileEdition(editions []edition, file string) (*edition, string) {
	first := &editions[0]
	for i := range editions {
		e := &editions[i]
		own := ownHost(e.Edition)
		if rest, below := strings.CutPrefix(file, e.Language.Lower+"/"); below && own {
			return e, rest
		}
		if !own {
			first = e
		}
	}
	return first, file
}

// fileItems returns the ledger items of the files.
func fileItems(files []File) []ledger.Item {
	var out []ledger.Item
	for _, f := range files {
		out = append(out, ledger.Item{URL: key(f.Edition, f.URL), Main: f.Hash})
	}
	return out
}
