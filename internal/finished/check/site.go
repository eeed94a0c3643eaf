package check

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/finished/built"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
)

// SiteOptions configures a check of a site. The zero value applies every rule that needs neither the network nor a
// clock.
type SiteOptions struct {
	Base   string    // URL of the root; default: the result of addresses.Base
	Host   string    // name of the host (hosting.HostNames); default: a host that accepts every form of a URL
	Now    time.Time // later dates are reported as being in the future; zero: not checked
	Ignore []string  // glob patterns of files whose findings are not reported
	Only   []string  // rule IDs or prefixes with a star ("link-*"); default: all
	Skip   []string  // rules to skip, in the same form
	// Elsewhere lists URLs of the site that another program serves: they need no file.
	Elsewhere []string
	Limits    Limits // size limits
	// HostLimits are the limits of the hosts of the site.
	HostLimits []hosting.Limit
	Jobs       int // number of workers; default: one per processor
	// Kept configures the records of pages for the next check.
	Kept kept.Options
	// Ask requests URLs from other servers and returns one answer per URL, in the same order. nil: other servers are
	// not asked.
	Ask      func(ctx context.Context, urls []string) ([]Answer, error)
	Baseline *Baseline // known findings, which are not reported; nil: none
	// Sources returns the content file of each page by its path below the root ("posts/one/"); it is called only if
	// there are findings about pages. ReadSource reads a content file. nil: content files are unknown.
	Sources    func(ctx context.Context) map[string]string
	ReadSource func(file string) ([]byte, error)
	// Template returns the template of a page, given the path below the root; it is called for findings that all pages
	// share. nil: templates are unknown.
	Template func(ctx context.Context, page string) string
}

// Limits are the sizes above which a check warns. A negative limit is not checked.
type Limits struct {
	Title       int   // characters; 70 when 0
	Description int   // characters; 320 when 0
	HTML        int64 // bytes of a page; 2 MiB when 0
	Bytes       int64 // bytes of the files that a page loads from this site; not checked when 0
	Requests    int   // number of those files; not checked when 0
}

func (l Limits) orDefaults() Limits {
	l.Title = cmp.Or(l.Title, 70)
	l.Description = cmp.Or(l.Description, 320)
	l.HTML = cmp.Or(l.HTML, 2<<20)
	return l
}

// SiteResult is the result of Site.
type SiteResult struct {
	Base     string // URL of the root; "" if unknown
	Files    int
	Pages    int // HTML documents among them
	Links    int // number of different URLs, counted per page
	Sitemaps SitemapResult
	Feeds    FeedResult
	Found    diag.List
	Shared   map[*diag.Diagnostic]int // findings on all pages, with the number of these pages
	// Owners has who fixes a finding, one of the package variable Owners, where the element in the page decides.
	Owners       map[*diag.Diagnostic]string
	Hidden       []Hidden  // rules with more than 1,000 findings, of which Found contains the first 1,000
	HiddenErrors int       // number of errors among the hidden findings
	Asked        int       // number of URLs on other hosts that were checked
	Known        int       // number of findings that are in the baseline
	Gone         []string  // entries of the baseline that were not found again
	Baseline     *Baseline // all findings, for use as the next baseline
}

// Hidden counts the findings of a rule that are not shown.
type Hidden struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
}

// Answer is the result of requesting a URL. The zero value means that the page exists.
type Answer struct {
	Dead   string // reason why it does not exist: "404 Not Found"
	Moved  string // new URL, if it moved permanently
	Unsure string // reason why the result is unknown: a timeout, a server that rejects robots
}

// site is the state of one check.
type site struct {
	o      SiteOptions
	dir    string
	folder *webtree.Folder
	tree   *webtree.Tree
	table  *addresses.Table // of the tree, without the URLs from sitemaps, which are checked against it
	off    map[string]bool
	ignore glob.Set
	limits Limits
	known  *kept.Memory // records of pages from earlier checks
	pages  []*page
	byFile map[int32]*page
	// drawings are the other files whose elements pages use
	drawings map[int32]*page
	served   map[string]bool  // paths of Elsewhere, without the last slash
	lower    map[string]int32 // files by path in lower case
	linked   []bool           // by file: another page links to it
	found    []finding
	shared   map[finding]int // findings on all pages: the first one, and the number of pages
	lists    diag.List       // findings in sitemaps, feeds, robots.txt and host rules, which have lines already
	listed   []bool          // by file: listed in a sitemap
	sitemap  bool            // the site has a sitemap
	res      SiteResult
}

// finding is a finding without its message.
type finding struct {
	rule        *diag.Rule
	file        int32 // -1: the site
	at          int   // offset; -1: the file
	value, note string
}

// Site checks a folder of a finished site, made by any program. It returns an error if the folder cannot be read or an
// option is invalid.
func Site(ctx context.Context, dir string, o SiteOptions) (SiteResult, error) {
	s := &site{o: o, dir: dir, limits: o.Limits.orDefaults()}
	steps := []func(context.Context) error{s.settings, s.open, s.read, s.crossPage, s.sitemaps, s.feeds, s.ask, s.report}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return s.res, fmt.Errorf("check %s: %w", dir, err)
		}
	}
	return s.res, nil
}

// settings validates the options.
func (s *site) settings(context.Context) error {
	wants, err := Rules().Choose(s.o.Only, s.o.Skip, seeRules)
	if err != nil {
		return err
	}
	s.off = map[string]bool{}
	for _, r := range Rules() {
		s.off[r.ID] = !wants(r.ID)
	}
	s.ignore, err = glob.NewSet(s.o.Ignore)
	return err
}

// open lists the files and determines the URL of the site.
func (s *site) open(ctx context.Context) error {
	host, err := hosting.ParseHost(s.o.Host)
	if err != nil {
		return err
	}
	if s.folder, s.tree, err = built.Open(ctx, s.dir, webtree.Options{Base: s.o.Base, Host: host}); err != nil {
		return err
	}
	s.table = addresses.New(s.tree)
	s.lists = append(s.lists, s.tree.Found()...)
	s.res.Base, s.res.Files = s.tree.Base(), s.tree.Len()
	if localHost(s.res.Base) {
		s.lists = append(s.lists, localBase(s.dir, s.res.Base))
	}
	s.served = map[string]bool{}
	resolver := s.tree.Resolver()
	for _, u := range s.o.Elsewhere {
		if s.tree.Len() > 0 {
			s.served[strings.TrimSuffix(resolver.Resolve(resolver.Referrer(0, ""), u).Path, "/")] = true
		}
	}
	s.lower = map[string]int32{}
	for i := range s.tree.Len() {
		s.lower[strings.ToLower(s.tree.File(int32(i)).Path)] = int32(i)
	}
	s.linked, s.listed = make([]bool, s.tree.Len()), make([]bool, s.tree.Len())
	return nil
}

// read reads all pages, style sheets, scripts, and drawings, each once.
func (s *site) read(ctx context.Context) error {
	var files []int32
	for i := range s.tree.Len() {
		if readable(s.tree.File(int32(i))) {
			files = append(files, int32(i))
		}
	}
	s.known = s.memory()
	pages, err := par.MapWith(ctx, s.o.Jobs, files, s.newWorker,
		func(_ context.Context, w *worker, file int32) (*page, error) { return w.page(file), nil })
	if err != nil {
		return err
	}
	s.known.Save()
	s.byFile = make(map[int32]*page, len(pages))
	s.drawings = map[int32]*page{}
	scripts := map[int32]*page{}
	for _, p := range pages {
		switch f := s.tree.File(p.file); {
		case isScript(f):
			scripts[p.file] = p
			continue
		case !p.html:
			s.drawings[p.file] = p
		}
		s.found = append(s.found, p.found...)
		p.found = nil
		s.res.Links += p.refs
		if !p.html {
			continue
		}
		s.pages = append(s.pages, p)
		s.byFile[p.file] = p
	}
	s.reach(scripts)
	s.res.Pages = len(s.pages)
	return nil
}

// add notes a finding about a file.
func (s *site) add(id string, file int32, at int, value, note string) {
	s.found = append(s.found, finding{rule(id), file, at, value, note})
}

// gone reports whether a URL leads to nothing, neither to a file nor to a URL in Elsewhere.
func (s *site) gone(to webtree.Target) bool {
	return to.Kind == webtree.Missing && !to.Exiled && !s.served[strings.TrimSuffix(to.Path, "/")]
}
