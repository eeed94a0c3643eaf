// Package post turns the finished site of any generator into sitemaps, feeds and robots.txt, for `sitegen post`: the
// step after `hugo`, `jekyll build` or `npx eleventy`.
//
// It makes a site.Site from the pages of the folder (internal/htmldoc/webpage) and the dates of their sources, if
// found. The rest is as in a build: internal/listing decides what is listed and writes the lists, using the ledger of
// earlier runs, and internal/store/disk writes them into the folder, where it keeps files of other programs.
package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/finished/built"
	"github.com/sitegen/sitegen/internal/finished/post/generators"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// Options configures a run. The zero value, with Dir and Base, writes sitemap.xml, sitemap.txt and robots.txt.
type Options struct {
	Dir  string    // folder of the finished site // required
	Base string    // URL of the root; default: the result of addresses.Base
	Host string    // name of the host (hosting.HostNames); default: a host that accepts every form of a URL
	Now  time.Time // reference time: later dates are ignored, and news is fresh for two days before it; zero: neither

	Exclude   []string          // glob patterns of files or URLs below the root to leave out of all lists
	Discovery *config.Discovery // contents of sitemaps; nil: the defaults. Its feeds and news sections are not used
	// name of the sitemap or index; default: that of the generator's sitemap, else sitemap.xml
	Sitemap   string
	NoSitemap bool     // writes no sitemaps
	News      []string // glob patterns of news articles; empty: none
	Feeds     []Feed
	// Languages maps language codes to patterns of files: "de/{path}", or "de" for short; "{path}" matches all others.
	// Files with the same {path} are versions of each other, unless one of them names its own versions.
	Languages map[string]string
	Hints     []Hint // change frequency and priority of pages; the first match counts

	Content string // folder of the sources; "": no sources
	// name of the generator (generators.Names) that made the folder; "" or "auto": detected from Content
	Generator string
	HugoList  string // output of `hugo list published`; "": none
	// Known returns the file of each page from the project's configuration, by the page's path below the root
	// ("blog/one/"). nil: unknown.
	Known func(context.Context) map[string]string

	State   string // folder for data between runs; default .sitegen/post next to Dir
	Ledger  string // ledger file; default in State
	Search  string // folder for a search of the site, relative to Dir; "": none
	Replace bool   // replaces files of other programs that have the names of ours
	Repair  bool   // writes no sitemaps, and changes what is wrong in those of the generator
	Program string // version of the program, so another version reads everything again; "": every run reads everything
	DryRun  bool   // writes nothing
	Jobs    int    // number of workers; default: one per processor
}

// Result is the result of a run.
type Result struct {
	Base     string
	Files    int
	Pages    int // HTML files
	URLs     int // in sitemaps
	Items    int // in feeds
	Excluded []Excluded
	Repairs  []Repair       // with Options.Repair, by file and line
	Changes  ledger.Changes // changes since the previous run, as absolute URLs; in a first run all URLs are added

	// Slash paths in the folder. With DryRun, the files that would be affected.
	Written, Unchanged, Removed []string
	Refused                     bool // Found says why nothing was written
	Found                       diag.List
}

// Excluded is a page that is not listed.
type Excluded struct {
	File   string         `json:"file"` // slash path in the folder
	URL    string         `json:"url"`
	Reason listing.Reason `json:"reason"`
	Rule   string         `json:"rule"`
	Why    string         `json:"why"`
}

// run is the state of one run.
type run struct {
	o       Options
	dir     string // Options.Dir, absolute and without symbolic links
	folder  *webtree.Folder
	tree    *webtree.Tree
	pages   *webpage.Set
	hinted  []hinted
	robots  []byte // robots.txt of the folder; nil: none
	sources *generators.Sources
	site    *site.Site       // built from pages; a page's ID is its number there
	ledger  *ledger.Ledger   // of earlier runs
	listing *listing.Listing // of site
	emitted []emission.Emitted
	report  diag.Reporter
	res     Result

	evidence evidence
	repairs  repairs
}

// Run writes the lists of a site. It returns an error if the folder cannot be read or written or an option is invalid.
// If Found in the Result contains errors, nothing was written.
func Run(ctx context.Context, o Options) (Result, error) {
	r, err := prepare(ctx, o)
	if err == nil {
		err = r.write(ctx)
	}
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", o.Dir, err)
	}
	return r.res, nil
}

// prepare does everything except writing.
func prepare(ctx context.Context, o Options) (*run, error) {
	r := &run{o: o}
	if o.Repair && o.Replace {
		return nil, errors.New("a sitemap is either repaired or replaced: choose one of the two")
	}
	for _, step := range []func(context.Context) error{
		r.locate, r.open, r.read, r.readEvidence, r.readHints, r.linkLanguages,
		r.findSources, r.list,
	} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// locate makes paths absolute and checks them.
func (r *run) locate(context.Context) error {
	abs, err := filepath.Abs(r.o.Dir)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	state, err := filepath.Abs(cmp.Or(r.o.State, filepath.Join(filepath.Dir(abs), ".sitegen", "post")))
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(abs, state); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("%s is in the folder that will be published: set another folder with --state", r.o.State)
	}
	if err := disk.CheckState(filepath.Dir(abs), state); err != nil {
		return r.refused(err)
	}
	r.o.State, r.dir = state, abs
	r.o.NoSitemap = r.o.NoSitemap || r.o.Repair
	r.o.Ledger = cmp.Or(r.o.Ledger, filepath.Join(state, filepath.Base(abs)+".ledger"))
	if r.o.Discovery == nil {
		d := config.DefaultDiscovery()
		r.o.Discovery = &d
	}
	return nil
}

// open lists the files and determines the URL of the site.
func (r *run) open(ctx context.Context) error {
	host, err := hosting.ParseHost(r.o.Host)
	if err != nil {
		return err
	}
	if r.folder, r.tree, err = built.Open(ctx, r.o.Dir, webtree.Options{Base: r.o.Base, Host: host}); err != nil {
		return err
	}
	if r.tree.Base() == "" {
		return errors.New("the base URL is unknown: neither canonical links, robots.txt, sitemaps, nor feeds tell it; pass --base-url (rule L10)")
	}
	r.res.Base, r.res.Files = r.tree.Base(), r.tree.Len()
	r.res.Found = append(r.res.Found, r.tree.Found()...)
	for _, odd := range r.folder.Odd {
		r.report.Add("file-odd", odd.Path, odd.Why+": it is ignored")
	}
	return nil
}

const (
	robotsFile = "robots.txt"
	mostRobots = 8 << 20 // maximum number of bytes read of it
)

// read reads robots.txt and the pages.
func (r *run) read(ctx context.Context) error {
	if file, ok := r.tree.Lookup(robotsFile); ok {
		data, more, err := r.tree.Read(file, nil, mostRobots)
		if err != nil {
			return err
		}
		if more {
			return fmt.Errorf("robots.txt has more than %d bytes", mostRobots)
		}
		r.robots = data
	}
	var err error
	r.pages, err = webpage.Read(ctx, r.tree, webpage.Options{
		Images: shown(r.o.Discovery.Images), Videos: shown(r.o.Discovery.Videos),
		Exclude: r.o.Exclude, Articles: r.o.News, Now: r.o.Now, Jobs: r.o.Jobs,
		Kept: kept.Options{
			File: filepath.Join(r.o.State, filepath.Base(r.dir)+".pages"), Program: r.o.Program,
			ReadOnly: r.o.DryRun,
		},
	})
	if err != nil {
		return err
	}
	r.say(r.pages.Found)
	for _, pattern := range r.o.Exclude {
		if !r.matches(pattern) {
			r.report.Say(&diag.Diagnostic{
				Rule: "config-value", Severity: diag.Warning, Hint: matchesFiles,
				Message: fmt.Sprintf("exclude: no page matches %q", pattern),
			})
		}
	}
	r.res.Pages = len(r.pages.Pages)
	return nil
}

// findSources finds the source file of each page.
func (r *run) findSources(ctx context.Context) (err error) {
	paths := make([]string, len(r.pages.Pages))
	for i := range paths {
		paths[i] = r.pages.Pages[i].Path
	}
	r.sources, err = generators.Find(ctx, generators.Options{
		Dir: r.o.Content, Generator: r.o.Generator, HugoList: r.o.HugoList, Known: r.o.Known, Prefix: r.tree.Prefix(),
		Jobs: r.o.Jobs,
	}, paths)
	if err == nil {
		r.say(r.sources.Found)
	}
	return err
}

func shown(m config.Media) bool { return m.Place == "inline" || m.Place == "files" }

// say reports problems, a few of each rule.
func (r *run) say(found diag.List) {
	for _, d := range found {
		r.report.Say(d)
	}
}

// list determines which pages are listed, their dates, and the changes since the previous run.
func (r *run) list(context.Context) error {
	text, err := os.ReadFile(r.o.Ledger)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old, problems := ledger.Parse(string(text))
	r.ledger = old
	for _, p := range problems {
		r.report.Add("ledger", r.o.Ledger, fmt.Sprintf("line %d is ignored: %s", p.Line, p.Message))
	}
	facts := r.assemble()
	sealed, found := listing.Declare(r.site).Seal(facts, r.robots)
	r.say(found)
	r.listing = sealed.Remember(old, facts, make([]uint64, len(facts)))
	r.res.Changes = r.listing.Changes()
	if err := r.planFeeds(); err != nil {
		return err
	}
	for _, d := range listing.CheckDates(r.listing) {
		d.Hint = "configure the generator to write the date when each page last changed, or no date"
		r.report.Say(d)
	}
	foreign := 0
	for i := range r.listing.Unlisted {
		x := r.excluded(&r.listing.Unlisted[i])
		r.res.Excluded = append(r.res.Excluded, x)
		if to := r.pages.Pages[r.listing.Unlisted[i].Page.ID].Canonical; x.Reason == "canonical" &&
			!strings.HasPrefix(to, r.tree.Base()) {
			foreign++
		}
	}
	if foreign > 0 && foreign*2 > r.res.Pages {
		r.report.Say(&diag.Diagnostic{
			Rule: "L8", Severity: diag.Warning,
			Message: fmt.Sprintf("%d of %d pages have a canonical URL on another site than %s: they are not listed", foreign,
				r.res.Pages, r.tree.Base()),
			Hint: "pass the base URL that the generator uses with --base-url, or correct it in the generator",
		})
	}
	return nil
}

// excluded returns the reason why a page is not listed.
func (r *run) excluded(ex *listing.Exclusion) Excluded {
	w := &r.pages.Pages[ex.Page.ID]
	why := ex.Why
	if ex.Robots.Line > 0 {
		why = fmt.Sprintf("line %d of %s: %s", ex.Robots.Line, why, ex.Robots.Pattern)
	}
	return Excluded{w.Path, w.URL, ex.Reason, ex.Rule, why}
}
