package check

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
)

// SiteOptions says what a site is held to. The zero value holds it to everything that needs neither the
// network nor a clock.
type SiteOptions struct {
	Base   string    // address of the root; "": what addresses.Base finds
	Host   string    // name of the host (hosting.HostNames); "": one that takes every form of an address
	Now    time.Time // dates after it lie in the future; zero: this is not checked
	Ignore []string  // globs of files: nothing found in them is reported
	Only   []string  // ids of rules, or their beginnings with a star ("link-*"); empty: all
	Skip   []string  // the same: rules that are left out
	// Elsewhere are addresses of the site that something else serves: they are there, without a file.
	Elsewhere []string
	Limits    Limits // of sizes
	Jobs      int    // workers; as many as processors when 0
	// Kept says where what was read of the pages is kept for the next check.
	Kept kept.Options
	// Ask asks other servers whether addresses answer, and returns an answer for each in their order; nil: nobody
	// is asked.
	Ask      func(ctx context.Context, urls []string) ([]Answer, error)
	Baseline *Baseline // findings that are known; nil: none is
	// Sources returns which content files pages were made of, by their paths below the root ("posts/one/"), and is
	// called when there is something to tell of pages; ReadSource reads one. nil: nobody knows.
	Sources    func(ctx context.Context) map[string]string
	ReadSource func(file string) ([]byte, error)
	// Template returns the template that a page was made with, by its path below the root; it is asked about what all
	// pages lack. nil: nobody knows.
	Template func(ctx context.Context, page string) string
}

// Limits are sizes above which a check warns. Of a negative one it does not.
type Limits struct {
	Title       int   // characters; 70 when 0
	Description int   // characters; 320 when 0
	HTML        int64 // bytes of a page; 2 MiB when 0
	Bytes       int64 // bytes of the files that a page loads from this site; not checked when 0
	Requests    int   // number of them; not checked when 0
}

func (l Limits) orDefaults() Limits {
	if l.Title == 0 {
		l.Title = 70
	}
	if l.Description == 0 {
		l.Description = 320
	}
	if l.HTML == 0 {
		l.HTML = 2 << 20
	}
	return l
}

// SiteResult is what Site found.
type SiteResult struct {
	Base         string // address of the root; "" when nobody knows it
	Files        int
	Pages        int // HTML documents among them
	Links        int // different addresses that pages mention, counted page by page
	Sitemaps     SitemapResult
	Feeds        FeedResult
	Found        diag.List
	Hidden       []Hidden  // findings of rules of which Found shows the first 1,000
	HiddenErrors int       // how many of the hidden ones are errors
	Asked        int       // addresses on other hosts that were asked for
	Known        int       // findings that the baseline knows
	Gone         []string  // entries of the baseline that were not found any more
	Baseline     *Baseline // all findings, to be known the next time
}

// Hidden is how many findings of a rule are not shown.
type Hidden struct {
	Rule  string `json:"rule"`
	Count int    `json:"count"`
}

// Answer is what a server said about an address. Its zero value is a page that is there.
type Answer struct {
	Dead   string // why it is not there: "404 Not Found"
	Moved  string // where to, for good
	Unsure string // why nobody knows: a time-out, a server that sends robots away
}

// site is one check.
type site struct {
	o       SiteOptions
	dir     string
	folder  *webtree.Folder
	tree    *webtree.Tree
	table   *addresses.Table // of the tree, without what sitemaps say: they are checked
	rules   map[string]*Rule
	off     map[string]bool
	ignore  glob.Set
	limits  Limits
	known   *kept.Memory // of the pages
	ruleIDs []string     // by their numbers in it
	pages   []*page
	byFile  map[int32]*page
	served  map[string]bool  // paths of Elsewhere, without the last slash
	lower   map[string]int32 // files by their paths in lower case, where that differs
	linked  []bool           // by file: another page leads there
	found   []finding
	shared  map[finding]int // what all pages have: the first one, and how many there are
	lists   diag.List       // findings of sitemaps, feeds, robots.txt and rules of hosts: they know their lines
	listed  []bool          // by file: a sitemap lists it
	sitemap bool            // there is a sitemap
	res     SiteResult
}

// finding is one finding before it is put into words.
type finding struct {
	rule        *Rule
	file        int32 // -1: the site as a whole
	at          int   // offset; -1: the file as a whole
	value, note string
}

// Site checks a folder that a web server would send, made by any program. An error is for a folder that cannot be
// read and for options that cannot be understood.
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

// settings understands the options.
func (s *site) settings(context.Context) error {
	s.rules, s.off = map[string]*Rule{}, map[string]bool{}
	all := Rules()
	for i := range all {
		s.rules[all[i].ID] = &all[i]
	}
	for _, list := range [][]string{s.o.Only, s.o.Skip} {
		for _, pattern := range list {
			if !slices.ContainsFunc(all, func(r Rule) bool { return fits(pattern, r.ID) }) {
				return unknownRule(pattern, all)
			}
		}
	}
	for _, r := range all {
		only := len(s.o.Only) == 0 || anyFits(s.o.Only, r.ID)
		s.off[r.ID] = !only || anyFits(s.o.Skip, r.ID)
	}
	var err error
	s.ignore, err = glob.NewSet(s.o.Ignore)
	return err
}

func unknownRule(pattern string, all []Rule) error {
	var ids []string
	for _, r := range all {
		ids = append(ids, r.ID)
	}
	if near := diag.Nearest(pattern, ids); near != "" {
		return fmt.Errorf("unknown rule %q: did you mean %s?", pattern, near)
	}
	return fmt.Errorf("unknown rule %q", pattern)
}

// fits reports whether a pattern names a rule.
func fits(pattern, id string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(id, prefix)
	}
	return pattern == id
}

func anyFits(patterns []string, id string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, id) })
}

// open lists the files and finds out the address of the site.
func (s *site) open(ctx context.Context) error {
	host, err := hosting.ParseHost(s.o.Host)
	if err != nil {
		return err
	}
	if s.folder, err = webtree.Open(ctx, s.dir); err != nil {
		return err
	}
	if s.tree, err = webtree.New(s.folder, s.folder.Files, webtree.Options{Base: s.o.Base, Host: host}); err != nil {
		return err
	}
	if s.o.Base == "" {
		if base := addresses.Base(s.tree); base != "" {
			if s.tree, err = s.tree.WithBase(base); err != nil {
				return err
			}
		}
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

// read reads all pages and style sheets, each once.
func (s *site) read(ctx context.Context) error {
	var files []int32
	for i := range s.tree.Len() {
		if f := s.tree.File(int32(i)); f.HTML() || strings.HasSuffix(f.Path, ".css") {
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
	for _, p := range pages {
		s.found = append(s.found, p.found...)
		p.found = nil
		s.res.Links += p.refs
		if !p.html {
			continue
		}
		s.pages = append(s.pages, p)
		s.byFile[p.file] = p
	}
	s.res.Pages = len(s.pages)
	return nil
}

// add notes a finding about a file.
func (s *site) add(id string, file int32, at int, value, note string) {
	s.found = append(s.found, finding{s.rule(id), file, at, value, note})
}

// rule returns a rule by its id.
func (s *site) rule(id string) *Rule {
	r := s.rules[id]
	if r == nil {
		panic("no rule " + id)
	}
	return r
}

// gone reports whether nothing is at an address, which others do not serve either.
func (s *site) gone(to webtree.Target) bool {
	return to.Kind == webtree.Missing && !to.Exiled && !s.served[strings.TrimSuffix(to.Path, "/")]
}
