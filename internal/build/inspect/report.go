package inspect

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/finished/indexing"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/sitemap"
)

// ExplainReport names the cause for each URL in an export of a search engine. It builds the site in memory, once.
func ExplainReport(ctx context.Context, o project.Options, rows []indexing.Row) ([]indexing.Line, error) {
	o.Memory = true
	s, err := pipeline.Run(ctx, o, pipeline.Sealed)
	defer s.Discard()
	if err != nil {
		return nil, err
	}
	if s.Config.BaseURL == "" {
		return nil, errors.New("the site has no base URL, so no URL of a report is one of its pages: set baseURL (rule L10)")
	}
	r := &report{s: s, ctx: ctx, pages: map[string]*site.Page{}, aliases: map[string]*site.Alias{}}
	for _, p := range s.Pages.Site.Pages {
		for _, t := range p.Targets {
			r.pages[t.File] = p
		}
	}
	for i := range s.Pages.Site.Aliases {
		a := &s.Pages.Site.Aliases[i]
		r.aliases[a.File] = a
	}
	known, _ := ledgerfile.Read(&s.Project, ledgerfile.ReadOptions{Keeps: ledgerfile.Keeps(&s.Project, s.Pages.Listing)})
	r.ledger = known.Ledger
	r.reasons = map[*site.Page]listing.Reason{}
	for _, ex := range s.Pages.Listing.Unlisted {
		r.reasons[ex.Page] = ex.Reason
	}
	files := s.Pages.Out.(*output.Memory).Files()
	var list []webtree.File
	for _, name := range files.Paths() {
		list = append(list, webtree.File{Path: name})
	}
	r.tree, err = webtree.New(treeSource{ctx, files}, list, webtree.Options{Base: s.Config.BaseURL})
	if err != nil {
		return nil, err
	}
	x := indexing.Site{
		Tree: r.tree, Table: r.table(), Robots: s.Copied.Robots, RobotsFile: s.Copied.RobotsFrom,
		Refused: r.refused, Absent: r.absent, Name: r.name,
	}
	if x.Sitemaps, err = r.sitemaps(); err != nil {
		return nil, err
	}
	return x.Explain(ctx, rows)
}

// treeSource reads the outputs of a build in memory.
type treeSource struct {
	ctx   context.Context
	files *output.Files
}

// Read implements webtree.Source.
func (t treeSource) Read(name string, buf []byte, most int64) ([]byte, bool, error) {
	f, ok := t.files.Lookup(name)
	if !ok {
		return nil, false, errors.New(name + " is not an output")
	}
	in, err := f.Open(t.ctx)
	if err != nil {
		return nil, false, err
	}
	defer in.Close()
	b := bytes.NewBuffer(buf)
	n, err := b.ReadFrom(io.LimitReader(in, most+1))
	if n > most {
		b.Truncate(b.Len() - int(n-most))
	}
	return b.Bytes(), n > most, err
}

// report answers questions about the URLs of a report.
type report struct {
	s       *pipeline.State
	ctx     context.Context
	tree    *webtree.Tree
	pages   map[string]*site.Page // by output file
	aliases map[string]*site.Alias
	reasons map[*site.Page]listing.Reason
	ledger  *ledger.Ledger // of earlier builds
}

// table returns the URLs of the pages, as sitemaps list them.
func (r *report) table() *addresses.Table {
	t := addresses.New(r.tree)
	resolver := r.tree.Resolver()
	for _, p := range r.s.Pages.Site.Pages {
		if !p.URL.IsZero() {
			t.Learn(addresses.Canonical, resolver.Resolve(resolver.At(""), r.s.Pages.Listing.Address(p)))
		}
	}
	return t
}

// name returns the content file of an output, or the output.
func (r *report) name(file string) string {
	if p := r.pages[file]; p != nil && p.Doc != nil {
		return p.Doc.File
	}
	return file
}

// sitemaps returns the sitemap that lists each file; nil if the site has none.
func (r *report) sitemaps() (map[int32]string, error) {
	texts, _, err := sitemapTexts(r.ctx, r.s)
	if err != nil || len(texts) == 0 {
		return nil, err
	}
	out := map[int32]string{}
	resolver := r.tree.Resolver()
	names := slices.Sorted(maps.Keys(texts))
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(path.Ext(b), path.Ext(a)) }) // XML first
	for _, name := range names {
		if path.Base(name) == "robots.txt" {
			continue
		}
		in := sitemap.NewReader(strings.NewReader(texts[name]), sitemap.ReadOptions{})
		for e, err := in.Next(); err == nil; e, err = in.Next() {
			if to := resolver.Resolve(resolver.At(""), e.Loc); to.Kind == webtree.Own {
				out[to.File] = cmp.Or(out[to.File], name)
			}
		}
	}
	return out, nil
}

// refused returns why lists leave a page out, with the position that says so.
func (r *report) refused(file int32) indexing.Cause {
	name := r.tree.File(file).Path
	if a := r.aliases[name]; a != nil {
		c := indexing.Cause{Cause: "redirect", Rule: "L9", Why: "it is an alias of " + a.URL.Abs(), To: a.URL.Abs()}
		if a.To != nil && a.To.Doc != nil {
			c.File = a.To.Doc.File
			if front := a.To.Doc.Front; front != nil {
				c.Line = front.Lines["aliases"]
			}
		}
		return c
	}
	p := r.pages[name]
	if p == nil {
		return r.file(name)
	}
	x := emit.Explain(r.s.Pages.Listing, p, emission.ExplainOptions{
		Options: r.s.Emitter().Options(), RobotsFile: r.s.Copied.RobotsFrom,
		Rendered: func(p *site.Page, rule string) (string, int) { return saidInPage(r.ctx, r.s, p, rule) },
	})
	for _, a := range x.Emitters {
		if a.Emitter == "sitemap" && !a.In {
			return indexing.Cause{
				Cause: string(cmp.Or(r.reasons[p], "left-out")), Rule: a.Rule, Why: a.Why, File: cmp.Or(a.File, r.name(name)),
				Line: keyLine(&r.s.Project, a.File, a.Line, a.Key),
			}
		}
	}
	return indexing.Cause{}
}

// file returns why sitemaps don't list a file that is not a page; zero if they do, or if the project doesn't want it.
func (r *report) file(name string) indexing.Cause {
	for _, f := range r.s.Pages.Listing.FilesNamed(name) {
		c := indexing.Cause{Cause: "left-out", Rule: f.Rule, Why: f.Why, File: f.From}
		switch {
		case f.Listed():
			continue
		case f.NoIndex():
			c.Cause, c.File, c.Line = "noindex", f.About.File, f.About.Line
		case f.Canonical != "":
			c.Cause, c.File, c.Line, c.To = "canonical", f.About.File, f.About.Line, f.Canonical
		}
		return c
	}
	return indexing.Cause{}
}

// absent names content that is not published, or a page that was removed.
func (r *report) absent(name string) indexing.Cause {
	stem := func(s string) string {
		s = strings.Trim(s, "/")
		s = strings.TrimSuffix(s, path.Ext(s))
		return strings.TrimSuffix(strings.TrimSuffix(s, "index"), "/")
	}
	for _, l := range r.s.Pages.Site.Left {
		if stem(l.Doc.Path) == stem(name) || strings.Trim(l.Doc.Logical, "/") == strings.Trim(name, "/") {
			return indexing.Cause{
				Cause: l.Reason, Rule: "L9", Why: "its content is not published: " + l.Reason, File: l.Doc.File, Line: l.Line(),
			}
		}
	}
	if e, ok := r.ledger.Find("/" + name); ok {
		c := indexing.Cause{Cause: "gone", Rule: "L11", Why: "the page was removed", File: r.s.Rel(r.s.LedgerFile())}
		if !e.Gone.IsZero() {
			c.Why += " on " + e.Gone.UTC().Format(time.DateOnly)
		}
		return c
	}
	return indexing.Cause{}
}
