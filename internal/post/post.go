// Package post turns the finished site of any generator into sitemaps, feeds and robots.txt, for `sitegen post`: the
// step after `hugo`, `jekyll build` or `npx eleventy`.
//
// It goes by what the pages say (internal/webpage), by the dates of their sources where it finds them, and by the
// ledger of earlier runs. It writes nothing but these files, never over a file of somebody else unless it is told to,
// and what it writes follows from its input alone.
package post

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/hosting"
	"github.com/sitegen/sitegen/internal/ledger"
	"github.com/sitegen/sitegen/internal/webpage"
	"github.com/sitegen/sitegen/internal/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Options says what to make of a folder. The zero value, with Dir and Base, writes sitemap.xml, sitemap.txt and
// robots.txt.
type Options struct {
	Dir  string    // folder that a web server will send // required
	Base string    // address of its root; "": what the canonical addresses of its pages tell
	Host string    // name of the host (hosting.HostNames); "": one that takes every form of an address
	Now  time.Time // dates after it are passed over, and news are so for two days before it; zero: neither

	Exclude  []string // globs of files, or of addresses below the root, that no list names
	Sitemaps SitemapOptions
	Feeds    []Feed
	NoRobots bool // leaves robots.txt alone

	Content   string // folder of the sources; "": none are looked for
	Generator string // name of the generator (Generators) that made the folder; "" or "auto": what Content looks like
	HugoList  string // output of `hugo list published`; "": none
	// Known returns which file each page is made of, by its path below the root ("blog/one/"), as far as a
	// project's own configuration tells; nil: nobody knows.
	Known func(context.Context) map[string]string

	State   string // folder for what is kept between runs; default .sitegen/post beside Dir
	Ledger  string // file of the ledger; default in State
	Replace bool   // takes over files of others that have the names of ours
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
	Excluded []webpage.Page
	Changes  ledger.Changes // since the run before, as absolute addresses; of a first run all are added

	// Slash paths in the folder. With DryRun they are what would be done.
	Written, Unchanged, Removed []string
	Found                       diag.List
}

// run is one run.
type run struct {
	o       Options
	folder  *webtree.Folder
	tree    *webtree.Tree
	pages   *webpage.Set
	robots  []byte // of the folder; nil: there is none
	sources *sources
	dates   []webpage.Date // last changes, by page
	old     *ledger.Ledger
	known   *ledger.Ledger
	out     *output
	report  emit.Reporter
	plans   []feedPlan
	title   string   // of the site
	roots   []string // addresses of sitemaps to announce
	res     Result
}

// Run does all of it. An error is for a folder that cannot be read or written and for options that cannot be
// understood; a Result with errors in Found wrote nothing.
func Run(ctx context.Context, o Options) (Result, error) {
	r, err := prepare(ctx, o)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", o.Dir, err)
	}
	for _, step := range []func(context.Context) error{r.writeSitemaps, r.writeFeeds, r.writeRobots, r.finish} {
		if err := step(ctx); err != nil {
			return r.res, fmt.Errorf("%s: %w", o.Dir, err)
		}
	}
	return r.res, nil
}

// prepare reads everything that a run goes by.
func prepare(ctx context.Context, o Options) (*run, error) {
	r := &run{o: o}
	for _, step := range []func(context.Context) error{r.place, r.open, r.read, r.findSources, r.planFeeds, r.remember} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// place finds out where things lie.
func (r *run) place(context.Context) error {
	abs, err := filepath.Abs(r.o.Dir)
	if err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	if r.o.State == "" {
		r.o.State = filepath.Join(filepath.Dir(abs), ".sitegen", "post")
	}
	state, err := filepath.Abs(r.o.State)
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(abs, state); err == nil && filepath.IsLocal(rel) {
		return fmt.Errorf("%s lies in the folder that will be published: keep what is remembered elsewhere, with --state", r.o.State)
	}
	if r.o.Ledger == "" {
		r.o.Ledger = filepath.Join(r.o.State, filepath.Base(abs)+".ledger")
	}
	r.out = &output{dir: abs, manifest: filepath.Join(r.o.State, filepath.Base(abs)+".files"), replace: r.o.Replace}
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
		base := webpage.InferBase(r.tree)
		if base == "" {
			return errors.New("the address of the site is not known, as its pages have no canonical links: say it with --base-url (rule L10)")
		}
		if r.tree, err = r.tree.WithBase(base); err != nil {
			return err
		}
	}
	r.res.Base, r.res.Files = r.tree.Base(), r.tree.Len()
	r.res.Found = append(r.res.Found, r.tree.Found()...)
	for _, odd := range r.folder.Odd {
		r.report.Add("file-odd", odd.Path, odd.Why+": it is passed over")
	}
	return nil
}

// mostRobots bounds what is read of a robots.txt, in bytes.
const mostRobots = 8 << 20

// read reads the pages.
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
		Images: r.o.Sitemaps.Images != sitemap.Omit, Videos: r.o.Sitemaps.Videos != sitemap.Omit,
		Robots: r.robots, Exclude: r.o.Exclude, Now: r.o.Now, Jobs: r.o.Jobs,
	})
	if err != nil {
		return err
	}
	for _, d := range r.pages.Found {
		r.report.Say(d)
	}
	r.res.Pages = len(r.pages.Pages)
	foreign := 0
	for _, p := range r.pages.Pages {
		if !p.Listed() {
			r.res.Excluded = append(r.res.Excluded, p)
		}
		if p.Reason == webpage.Canonical && !below(p.Canonical, r.tree.Base()) {
			foreign++
		}
	}
	if foreign > 0 && foreign*2 > r.res.Pages {
		r.report.Say(&diag.Diagnostic{
			Rule: "L8", Severity: diag.Warning,
			Message: fmt.Sprintf("%d of %d pages name a canonical address on another site than %s: no list names them", foreign, r.res.Pages, r.tree.Base()),
			Hint:    "say the address that the generator knows with --base-url, or tell the generator the right one",
		})
	}
	return nil
}

// finish puts the files in their places, and remembers what was seen.
func (r *run) finish(ctx context.Context) error {
	r.res.Found = append(r.res.Found, r.report.List()...)
	if err := r.out.commit(r); err != nil {
		return err
	}
	if r.o.DryRun || len(r.res.Found.Errors()) > 0 {
		return nil
	}
	return r.keepLedger()
}

// writeState replaces a file of the state in one step, unless it has these bytes.
func writeState(file string, data []byte) error {
	old, err := os.ReadFile(file)
	if err == nil && string(old) == string(data) {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return atomicfile.Write(file, data)
}
