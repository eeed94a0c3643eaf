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

// Result is what a build did.
type Result struct {
	Destination string         // absolute output folder
	Base        string         // baseURL of the configuration; "" if nothing changed
	Pages       int            // pages that have an address
	Rendered    int            // pages, feeds by template and redirects that were rendered; the others were reused
	Images      int            // images that were made; those that were kept from before are not counted
	Written     int            // files that are new or changed
	Unchanged   int            // files that stayed as they were
	Removed     int            // files of the build before that are gone
	SitemapURLs int            // over all sitemaps
	FeedItems   int            // over all feeds
	Locked      int            // answers of other servers in the lock file, with LockRemote
	URLs        URLs           // what came, changed and went since the build before
	Left        []Left         // content that was not built: drafts, future and expired pages, by file
	Ahead       []Left         // content that was built only because Drafts, Future or Expired asked for it, by file
	Guessed     []config.Guess // settings that nobody gave and that the project's files tell, such as its theme
	Stages      []Timing
	CacheOff    string // why nothing could be read from the cache on disk, or kept in it; "" when all went well
	// NextBuild is when the site changes although no file does: a page is published or expires, news leave
	// their sitemap. The zero time: never.
	NextBuild   time.Time
	Diagnostics diag.List // warnings and notes, in the order of the stages

	// Outputs are the files of the site, with Options.Memory and when nothing failed; else nil.
	Outputs *output.Files
	// Changed are the slash paths in Outputs that are new, different or gone since the last good Build of
	// the same Builder, in order; nil in the first.
	Changed []string
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
}

// unchanged is what a build says that finds nothing changed since this one, which left the ledger l.
func (r Result) unchanged(l *ledger.Ledger) Result {
	r.Unchanged += r.Written
	r.Written, r.Removed, r.Rendered, r.Images, r.Outputs, r.Changed, r.Stages = 0, 0, 0, 0, nil, nil, nil
	if l != nil { // else the next build finds the same differences
		r.URLs = URLs{Known: len(l.Entries()) > 0}
	}
	return r
}

// saysOnce reports whether something was said that the next build, which reads the ledger that this one wrote, will not
// say again.
func (r *Result) saysOnce() bool {
	return slices.ContainsFunc(r.Diagnostics, func(d *diag.Diagnostic) bool {
		return d.Rule == ledgerfile.Rule || d.Rule == "B4"
	})
}

// URLs are the differences to the build before, by absolute address in order: what is worth telling
// search engines. Only listed pages count.
type URLs struct {
	// Known is false when there is no ledger of a build before: the lists are empty then.
	Known bool
	// A page changed when its main content did; a change of templates alone is none.
	Added, Changed, Removed []string
}

// Left is a content file that was not built.
type Left struct {
	File   string    // slash path relative to the project
	Reason string    // "draft", "future", "expired"
	Date   time.Time // when a future page goes live, or an expired one ended; else zero
}

// Timing is how long a stage took.
type Timing struct {
	Stage string
	Took  time.Duration
}

// count puts into the result how many pages there are, and which are left out.
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
