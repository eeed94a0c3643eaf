// Package post turns the finished site of any generator into sitemaps, feeds and robots.txt, for `sitegen post`: the
// step after `hugo`, `jekyll build` or `npx eleventy`.
//
// It makes a site.Site of the pages of the folder (internal/htmldoc/webpage) and of the dates of their sources where it
// finds them. From there on all is as in a build: internal/listing says what is listed and writes the lists, by the
// ledger of earlier runs, and internal/store/disk puts them into the folder, where files of others stay as they are.
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
	"github.com/sitegen/sitegen/internal/finished/post/generators"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// Options says what to make of a folder. The zero value, with Dir and Base, writes sitemap.xml, sitemap.txt and
// robots.txt.
type Options struct {
	Dir  string    // folder that a web server will send // required
	Base string    // address of its root; "": what addresses.Base finds
	Host string    // name of the host (hosting.HostNames); "": one that takes every form of an address
	Now  time.Time // dates after it are passed over, and news are so for two days before it; zero: neither

	Exclude   []string          // globs of files, or of addresses below the root, that no list names
	Discovery *config.Discovery // what sitemaps hold; nil: the defaults. Its feeds and sections of news do not count
	Sitemap   string            // name of the sitemap, or of the index; default that of the generator's, else sitemap.xml
	NoSitemap bool              // writes no sitemaps
	News      []string          // globs of the files that are articles of a news publication; empty: none
	Feeds     []Feed
	// Languages are the patterns of the files in each language, by its code: "de/{path}", or "de" for short; "{path}" is
	// all others. Files with one {path} are versions of each other, unless any of them names its versions itself.
	Languages map[string]string
	Hints     []Hint // how often pages change, and their priority; the first that fits counts

	Content string // folder of the sources; "": none are looked for
	// name of the generator (generators.Names) that made the folder; "" or "auto": what Content looks like
	Generator string
	HugoList  string // output of `hugo list published`; "": none
	// Known returns which file each page is made of, by its path below the root ("blog/one/"), as far as a
	// project's own configuration tells; nil: nobody knows.
	Known func(context.Context) map[string]string

	State   string // folder for what is kept between runs; default .sitegen/post beside Dir
	Ledger  string // file of the ledger; default in State
	Replace bool   // takes over files of others that have the names of ours
	Program string // stands for the program, which reads again what another one read; "": everything is read in each run
	DryRun  bool   // writes nothing
	Jobs    int    // workers; as many as processors when 0
}

// Result says what a run found and did.
type Result struct {
	Base     string
	Files    int
	Pages    int // HTML files
	URLs     int // in sitemaps
	Items    int // in feeds
	Excluded []Excluded
	Changes  ledger.Changes // since the run before, as absolute addresses; of a first run all are added

	// Slash paths in the folder. With DryRun they are what would be done.
	Written, Unchanged, Removed []string
	Found                       diag.List
}

// Excluded is a page that no list names.
type Excluded struct {
	File   string         `json:"file"` // slash path in the folder
	URL    string         `json:"url"`
	Reason listing.Reason `json:"reason"`
	Rule   string         `json:"rule"`
	Why    string         `json:"why"`
}

// run is one run.
type run struct {
	o       Options
	dir     string // of the options, absolute and without symbolic links
	folder  *webtree.Folder
	tree    *webtree.Tree
	pages   *webpage.Set
	hinted  []hinted
	robots  []byte // of the folder; nil: there is none
	sources *generators.Sources
	site    *site.Site       // of pages, whose numbers are the ids
	listing *listing.Listing // of site
	emitted []emission.Emitted
	report  diag.Reporter
	res     Result

	evidence evidence
}

// Run does all of it. An error is for a folder that cannot be read or written and for options that cannot be
// understood; a Result with errors in Found wrote nothing.
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

// prepare does all but writing.
func prepare(ctx context.Context, o Options) (*run, error) {
	r := &run{o: o}
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
	r.o.Ledger = cmp.Or(r.o.Ledger, filepath.Join(state, filepath.Base(abs)+".ledger"))
	if r.o.Discovery == nil {
		d := config.DefaultDiscovery()
		r.o.Discovery = &d
	}
	return nil
}

// open lists the files and finds out the address of the site.
func (r *run) open(ctx context.Context) error {
	host, err := hosting.ParseHost(r.o.Host)
	if err != nil {
		return err
	}
	if r.folder, err = webtree.Open(ctx, r.o.Dir); err != nil {
		return err
	}
	if r.tree, err = webtree.New(r.folder, r.folder.Files, webtree.Options{Base: r.o.Base, Host: host}); err != nil {
		return err
	}
	if r.o.Base == "" {
		base := addresses.Base(r.tree)
		if base == "" {
			return errors.New("the base URL is unknown: neither canonical links, robots.txt, sitemaps, nor feeds tell it; pass --base-url (rule L10)")
		}
		if r.tree, err = r.tree.WithBase(base); err != nil {
			return err
		}
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
	mostRobots = 8 << 20 // bounds what is read of it, in bytes
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
	r.res.Pages = len(r.pages.Pages)
	return nil
}

// findSources finds out which file each page was made of.
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

// list finds out which pages may be listed, with which dates, and what is new since the run before.
func (r *run) list(context.Context) error {
	text, err := os.ReadFile(r.o.Ledger)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	old, problems := ledger.Parse(string(text))
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

// excluded says why lists leave a page out.
func (r *run) excluded(ex *listing.Exclusion) Excluded {
	w := &r.pages.Pages[ex.Page.ID]
	why := ex.Why
	if ex.Robots.Line > 0 {
		why = fmt.Sprintf("line %d of %s: %s", ex.Robots.Line, why, ex.Robots.Pattern)
	}
	return Excluded{w.Path, w.URL, ex.Reason, ex.Rule, why}
}
