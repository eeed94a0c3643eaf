package pipeline

import (
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Result reports what a build did.
type Result struct {
	Destination string         // absolute output folder
	Base        string         // baseURL of the configuration; "" if nothing changed
	Pages       int            // pages that have a URL
	Rendered    int            // pages, feeds by template and redirects that were rendered; the others were reused
	Images      int            // images that were made; those that were kept from before are not counted
	Written     int            // files that are new or changed
	Unchanged   int            // files that stayed as they were
	Removed     int            // files of the build before that are gone
	Away        int            // outputs that got no file: see Options.Elsewhere
	SitemapURLs int            // over all sitemaps
	FeedItems   int            // over all feeds
	Locked      int            // answers of other servers in the lock file, with LockRemote
	URLs        URLs           // URLs added, changed and removed since the build before
	Left        []Left         // content that was not built: drafts, future and expired pages, by file
	Ahead       []Left         // content that was built only because Drafts, Future or Expired asked for it, by file
	Guessed     []config.Guess // settings that sitegen guessed from the project's files, such as its theme
	Stages      []Timing
	CacheOff    string // why the cache on disk could not be read or written; "" if it could
	Shared      string // what was read from and written to the shared cache, and its problems; "" if there is none
	// NextBuild is when the site changes although no file does: a page is published or expires, or news leave their
	// sitemap. It is zero if that never happens.
	NextBuild   time.Time
	Diagnostics diag.List // warnings and notes, in the order of the stages

	// Outputs are the files of the site, with Options.Memory and when nothing failed; else nil.
	Outputs *output.Files
	// Gone are the paths in the output folder, without index.html, that some host answers with 410.
	Gone []string
	// Changed are the slash paths in Outputs that are new, different or gone since the last good Build of
	// the same Builder, in order; nil in the first.
	Changed []string
	// Moved are the pages of the last good Build of the same Builder whose path in Outputs is gone: where they are now.
	Moved []site.Move
}

// alsoDid adds what an earlier round of the same Build did.
func (r *Result) alsoDid(o *Result) {
	r.Rendered += o.Rendered
	r.Images += o.Images
	r.Written += o.Written
	r.Unchanged = max(0, r.Unchanged-o.Written)
	r.Removed += o.Removed
	if o.Changed != nil {
		all := append(slices.Clone(o.Changed), r.Changed...)
		slices.Sort(all)
		r.Changed = slices.Compact(all)
	}
	r.Moved = append(slices.Clone(o.Moved), r.Moved...)
}

// unchanged returns the result of a build that finds nothing changed since this one, which left the ledger l.
func (r Result) unchanged(l *ledger.Ledger) Result {
	r.Unchanged += r.Written
	r.Written, r.Removed, r.Rendered, r.Images, r.Outputs, r.Changed, r.Stages = 0, 0, 0, 0, nil, nil, nil
	r.Moved = nil
	if l != nil { // else the next build finds the same differences
		r.URLs = URLs{Known: len(l.Entries()) > 0}
	}
	return r
}

// saysOnce reports whether there is a message that the next build does not repeat, because it reads the ledger that
// this one wrote, or owns the files in the output folder.
func (r *Result) saysOnce() bool {
	return slices.ContainsFunc(r.Diagnostics, func(d *diag.Diagnostic) bool {
		return d.Rule == ledgerfile.Rule || d.Rule == "B4" || d.Rule == takenRule
	})
}

// URLs are the differences from the build before, as sorted absolute URLs, for reporting to search engines. Only listed
// pages count.
type URLs struct {
	// Known is false if no earlier build left a ledger; the lists are then empty.
	Known bool
	// A page counts as changed if its main content changed; a change of templates alone does not count.
	Added, Changed, Removed []string
}

// Left is a content file that was not built.
type Left struct {
	File   string    // slash path relative to the project
	Reason string    // "draft", "future", "expired", "version", "role"
	Date   time.Time // when a future page goes live, or an expired one ended; else zero
}

// Timing is how long a stage took.
type Timing struct {
	Stage string
	Took  time.Duration
}

// count stores how many pages there are, and which are left out.
func (r *Result) count(s *site.Site) {
	for _, p := range s.Pages {
		if len(p.Targets) > 0 && !p.Targets[0].Lost && p.Kind != site.Search {
			r.Pages++
		}
	}
	for _, l := range s.Left {
		if l.Reason != "disabled" {
			r.Left = append(r.Left, Left{File: l.Doc.File, Reason: l.Reason, Date: l.Date})
		}
	}
	r.Ahead = ahead(s)
}

// ahead lists the pages that a plain build at the same time would leave out.
func ahead(s *site.Site) []Left {
	var out []Left
	for _, p := range s.Pages {
		if p.Doc == nil {
			continue
		}
		future, expired := s.Untimely(p)
		l := Left{File: p.Doc.File}
		switch {
		case p.Draft:
			l.Reason = "draft"
		case future:
			l.Reason, l.Date = "future", p.Dates.PublishDate
		case expired:
			l.Reason, l.Date = "expired", p.Dates.ExpiryDate
		default:
			continue
		}
		out = append(out, l)
	}
	return out
}
