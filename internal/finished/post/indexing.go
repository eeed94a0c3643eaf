package post

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/finished/indexing"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/sitemap"
)

// ExplainReport names the cause for each URL in an export of a search engine: what the folder says about it. It writes
// nothing.
func ExplainReport(ctx context.Context, o Options, rows []indexing.Row) ([]indexing.Line, error) {
	o.DryRun = true
	r, err := prepare(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Dir, err)
	}
	if err := r.res.Found.Err(); err != nil {
		return nil, err
	}
	name := func(file string) string { return filepath.ToSlash(filepath.Join(o.Dir, filepath.FromSlash(file))) }
	s := indexing.Site{
		Tree: r.tree, Table: r.pages.Addresses, Robots: r.robots, RobotsFile: name(robotsFile), Name: name,
		Absent: r.gone, Sitemaps: r.listedBy(),
	}
	unlisted := map[string]*listing.Exclusion{}
	for i := range r.listing.Unlisted {
		ex := &r.listing.Unlisted[i]
		unlisted[r.pages.Pages[ex.Page.ID].Path] = ex
	}
	s.Refused = func(file int32) indexing.Cause {
		path := r.tree.File(file).Path
		if ex := unlisted[path]; ex != nil {
			return r.refusal(ex, file, name)
		}
		if tag := r.tree.Closed(file); tag != "" {
			return indexing.Cause{
				Cause: "noindex", Rule: "L9", Why: "_headers says X-Robots-Tag: " + tag, File: name("_headers"),
			}
		}
		return indexing.Cause{}
	}
	return s.Explain(ctx, rows)
}

// listedBy returns the sitemap of the folder that lists each file; nil if the folder has none.
func (r *run) listedBy() map[int32]string {
	sets := addresses.Sitemaps(r.tree)
	if len(sets) == 0 {
		return nil
	}
	out := map[int32]string{}
	resolver := r.tree.Resolver()
	// what cannot be read lists nothing: sitegen check reports it
	_, _ = addresses.Entries(r.tree, sets, func(file int32, e *sitemap.Entry) {
		if to := addresses.Meant(resolver, r.tree, e.Loc, addresses.Origin(e.Loc)); to.Kind == webtree.Own {
			out[to.File] = cmp.Or(out[to.File], r.tree.File(file).Path)
		}
	})
	return out
}

// gone returns since when the ledger knows that a page was removed.
func (r *run) gone(path string) indexing.Cause {
	e, known := r.ledger.Find("/" + path)
	if !known {
		return indexing.Cause{}
	}
	c := indexing.Cause{Cause: "gone", Rule: "L11", Why: "the page was removed after the last run"}
	if !e.Gone.IsZero() {
		c.Why = "the page was removed on " + e.Gone.UTC().Format(time.DateOnly)
	}
	if rel, err := filepath.Rel(r.dir, r.o.Ledger); err == nil {
		c.File = filepath.ToSlash(filepath.Join(r.o.Dir, rel))
	}
	return c
}

// refusal names the place where a page says why lists leave it out.
func (r *run) refusal(ex *listing.Exclusion, file int32, name func(string) string) indexing.Cause {
	w := &r.pages.Pages[ex.Page.ID]
	c := indexing.Cause{Cause: string(ex.Reason), Rule: ex.Rule, Why: ex.Why, File: name(w.Path)}
	switch ex.Reason {
	case "noindex":
		if strings.HasPrefix(ex.Why, "_headers") {
			c.File = name("_headers")
			return c
		}
		c.Line = r.lineOf(file, "<meta", "robots", "googlebot")
	case "canonical":
		c.Line, c.To = r.lineOf(file, "<link", "canonical"), w.Canonical
	case "refresh":
		c.Cause, c.Line, c.To = "redirect", r.lineOf(file, "<meta", "refresh"), w.Refresh
	case "redirected":
		c.Cause, c.File = "redirect", name("_redirects")
	case "robots":
		c.File, c.Line = name(robotsFile), ex.Robots.Line
	case "left-out":
		if s := r.sources.Of(ex.Page.ID); s != nil && s.Unlisted != "" {
			c.File = s.Path
		}
	}
	return c
}

// lineOf returns the line of a page with the first tag that contains one of some words, or 0.
func (r *run) lineOf(file int32, tag string, words ...string) int {
	data, _, err := r.tree.Read(file, nil, mostLine)
	if err != nil {
		return 0
	}
	data = bytes.ToLower(data)
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte(tag))
		if i < 0 {
			return 0
		}
		at += i
		end := at + bytes.IndexByte(data[at:], '>')
		if end < at {
			return 0
		}
		if slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(data[at:end], []byte(w)) }) {
			return 1 + bytes.Count(data[:at], []byte("\n"))
		}
		at = end
	}
}

// mostLine is the maximum number of bytes of a page that lineOf searches.
const mostLine = 4 << 20
