package listing

import (
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/sitemap"
)

// File is a file of the output that is no page and stands in the sitemap all the same: a PDF.
type File struct {
	Path string    // slash path in the output folder
	Hash uint64    // of its bytes, for the ledger
	Date time.Time // of its last change as git knows it; zero: not known
}

// WithFiles returns the listing with files that the sitemaps list, too. Those that the project's robots.txt
// forbids to read are not among them (rule L9).
func (l *Listing) WithFiles(files []File, robots []byte) *Listing {
	out := *l
	var rules *sitemap.Robots
	if len(robots) > 0 {
		rules = sitemap.ParseRobots(robots)
	}
	seen := map[string]bool{}
	for _, f := range files {
		e, rest := listedFiles{l}.fileEdition(f.Path)
		if seen[f.Path] || !e.known || rules != nil && !rules.Allowed("*", e.Base.At("/"+rest).Rel()) {
			continue
		}
		seen[f.Path] = true
		out.files = append(out.files, f)
	}
	return &out
}

// listedFiles are the files of a listing that are no pages.
type listedFiles struct{ *Listing }

// fileEdition returns the edition on whose host a file lies, and its path there.
func (l listedFiles) fileEdition(file string) (*edition, string) {
	first := &l.editions[0]
	for i := range l.editions {
		e := &l.editions[i]
		if rest, below := strings.CutPrefix(file, e.Language.Lower+"/"); below && e.host {
			return e, rest
		}
		if !e.host {
			first = e
		}
	}
	return first, file
}

func (l listedFiles) fileKey(f File) string {
	e, rest := l.fileEdition(f.Path)
	u := e.Base.At("/" + rest)
	key := u.Below()
	if e.host {
		return e.Language.Lower + ":" + key
	}
	return key
}

// fileItems are the files for the ledger.
func (rm reminder) fileItems() []ledger.Item {
	var out []ledger.Item
	for _, f := range rm.files {
		out = append(out, ledger.Item{URL: listedFiles(rm).fileKey(f), Main: f.Hash})
	}
	return out
}

// fileEntries are the files of a host for its sitemap.
func (x *hostEmission) fileEntries() []sitemap.Entry {
	var out []sitemap.Entry
	for _, f := range x.l.files {
		e, rest := listedFiles{x.l}.fileEdition(f.Path)
		if e.host != x.h.first().host || e.host && e != x.h.first() {
			continue
		}
		entry := sitemap.Entry{Loc: e.Base.At("/" + rest).Abs(), LastMod: f.Date}
		if known, ok := x.l.memory.now.Find((listedFiles{x.l}).fileKey(f)); ok && entry.LastMod.IsZero() {
			entry.LastMod = known.Changed
		}
		out = append(out, entry)
	}
	return out
}
