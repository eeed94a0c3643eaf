// Package live checks a published site: it asks its host for robots.txt, the sitemaps, and each URL that they list, and
// says what a crawler would find: missing pages, redirects, headers that forbid indexing, wrong content types.
//
// Only the host of the base URL is asked, one request per URL, and redirects are reported instead of followed. Like
// package linkcheck, it opens connections and is called only if a user asked for it.
package live

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/finished/linkcheck"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Options configures the requests. The zero value is polite.
type Options struct {
	linkcheck.Requests               // dates in sitemaps are compared with Now, too
	Jobs               int           // requests at the same time; default 4
	Pause              time.Duration // between two requests of a job; default 250 milliseconds
	Answers            *Answers      // those of an interrupted check; new ones are added; nil: none
	Built              fs.FS         // the site as it was built, to compare robots.txt, sitemaps, and feeds; nil: not compared
}

// Result is the result of Site.
type Result struct {
	Base     string // with a slash at the end
	Sitemaps int    // that were read, with indexes
	URLs     int    // in them, on this host, without repetitions
	Asked    int    // of URLs, in this check
	Known    int    // of URLs, from an interrupted check
	Barred   int    // of URLs, that robots.txt disallows for this program
	Left     int    // of URLs, not asked
	Feeds    int    // that the home page names
	Stopped  string // why URLs are left
	Found    diag.List
}

// product is the name of this program in robots.txt (RFC 9309 §2.2.1).
const product = "sitegen-check"

// site is one check.
type site struct {
	*client
	base   *url.URL
	robots *sitemap.Robots
	res    Result
}

// Site checks the site at a base URL. The error is that of the context, or says that the site cannot be reached.
func Site(ctx context.Context, base string, o Options) (Result, error) {
	at, err := webtree.ParseBase(base)
	if err != nil {
		return Result{}, err
	}
	o.Jobs = cmp.Or(o.Jobs, 4)
	o.Pause = cmp.Or(o.Pause, 250*time.Millisecond)
	c := &client{http: o.Client()}
	c.o = o
	s := &site{client: c, base: &at, res: Result{Base: at.String()}}
	home, err := s.home(ctx)
	if err != nil {
		return s.res, err
	}
	if err := s.readRobots(ctx); err != nil {
		return s.res, err
	}
	locs, err := s.sitemaps(ctx)
	if err != nil {
		return s.res, err
	}
	if err := s.feeds(ctx, home); err != nil {
		return s.res, err
	}
	if err := s.habits(ctx); err != nil {
		return s.res, err
	}
	return s.res, s.pages(ctx, locs)
}

// home asks for the home page, compressed.
func (s *site) home(ctx context.Context) (*reply, error) {
	r, err := s.get(ctx, s.res.Base, http.Header{"Accept-Encoding": {"gzip"}})
	if err != nil {
		return nil, err
	}
	switch {
	case r.err != nil:
		return nil, fmt.Errorf("%s cannot be reached: %w", s.res.Base, r.err)
	case r.location != nil && r.location.Host != s.base.Host:
		return nil, fmt.Errorf("%s redirects to %s\n  hint: check that URL: sitegen check --live %[2]s", s.res.Base,
			r.location)
	}
	if r.status == http.StatusOK && r.header.Get("Content-Encoding") == "" && len(r.body) >= worthPacking {
		s.found("live-uncompressed", diag.Warning, s.res.Base,
			fmt.Sprintf("the home page is sent uncompressed: %d bytes", len(r.body)), "turn on gzip or brotli for text files")
	}
	return r, nil
}

// worthPacking is the number of bytes below which servers do not compress: what fits into a packet.
const worthPacking = 1400

// readRobots asks for robots.txt at the root of the host (RFC 9309 §2.3).
func (s *site) readRobots(ctx context.Context) error {
	loc := s.base.ResolveReference(&url.URL{Path: "/robots.txt"}).String()
	r, err := s.get(ctx, loc, nil)
	if err != nil {
		return err
	}
	s.robots = sitemap.ParseRobots(nil)
	switch {
	case r.err != nil || r.status >= 500:
		s.found("live-robots", diag.Error, loc, "robots.txt cannot be read: "+r.trouble(),
			"until it can, crawlers visit no page (RFC 9309 §2.3.1.4)")
	case r.location != nil:
		s.found("live-robots", diag.Warning, loc, fmt.Sprintf("robots.txt redirects to %s", r.location),
			"serve it at the root of the host")
	case r.status != http.StatusOK: // allows everything
	case mediaType(r.header) == "text/html":
		s.found("live-robots", diag.Error, loc, "robots.txt is an HTML page", "serve it as text/plain, or answer 404")
	default:
		s.robots = sitemap.ParseRobots(r.body)
		s.compare(loc, r.body)
	}
	return nil
}

// habits asks how the host answers for a page that does not exist, and for http.
func (s *site) habits(ctx context.Context) error {
	none := s.res.Base + "sitegen-check-no-such-page"
	r, err := s.get(ctx, none, nil)
	if err != nil {
		return err
	}
	if r.err == nil && r.status < 400 {
		s.found("live-soft-404", diag.Error, none,
			fmt.Sprintf("a page that does not exist answers with status %d", r.status),
			"answer with status 404, so search engines do not list error pages")
	}
	if s.base.Scheme != "https" || s.base.Port() != "" {
		return nil
	}
	plain := *s.base
	plain.Scheme = "http"
	if r, err = s.get(ctx, plain.String(), nil); err != nil {
		return err
	}
	if r.err == nil && r.status < 400 && (r.location == nil || r.location.String() != s.res.Base) {
		s.found("live-http", diag.Warning, plain.String(), "http does not redirect to the https URL in one step",
			"redirect http to https with status 301")
	}
	return nil
}

// pages asks for the listed URLs.
func (s *site) pages(ctx context.Context, locs []string) error {
	s.res.URLs = len(locs)
	answers, err := par.Map(ctx, s.o.Jobs, locs, s.page)
	if err != nil {
		return err
	}
	for i, a := range answers {
		switch {
		case a.barred:
			s.res.Barred++
			continue
		case a.left:
			s.res.Left++
			continue
		case a.known:
			s.res.Known++
		default:
			s.res.Asked++
		}
		s.judge(locs[i], a.Answer)
	}
	s.res.Stopped = s.stopped()
	return nil
}

type asked struct {
	Answer
	barred, left, known bool
}

// page asks for a listed URL.
func (s *site) page(ctx context.Context, loc string) (asked, error) {
	if a, ok := s.o.Answers.get(loc); ok {
		return asked{Answer: a, known: true}, nil
	}
	u, err := url.Parse(loc)
	if err != nil {
		return asked{}, nil // the validator reports it
	}
	if !s.robots.Allowed(product, u.RequestURI()) {
		return asked{barred: true}, nil
	}
	if s.stopped() != "" {
		return asked{left: true}, nil
	}
	r, err := s.head(ctx, loc)
	if err != nil || r.again {
		return asked{left: true}, err
	}
	a := r.answer()
	s.o.Answers.add(loc, a)
	return asked{Answer: a}, nil
}

func (s *site) found(rule string, severity diag.Severity, loc, message, hint string) {
	s.res.Found = append(s.res.Found, &diag.Diagnostic{
		Rule: rule, Severity: severity, File: loc, Message: message, Hint: hint,
	})
}

// compare reports a file that differs from the one that was built.
func (s *site) compare(loc string, sent []byte) {
	u, err := url.Parse(loc)
	if err != nil || s.o.Built == nil || !strings.HasPrefix(u.Path, s.base.Path) {
		return
	}
	built, err := fs.ReadFile(s.o.Built, strings.TrimPrefix(u.Path, s.base.Path))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return // the host has it from elsewhere
	}
	if err == nil {
		built, err = unpacked(built)
	}
	if err == nil && bytes.Equal(built, sent) {
		return
	}
	s.found("live-outdated", diag.Error, loc, "the host sends another file than the one that was built",
		"deploy the folder again, and empty the cache of the host")
}
