package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// full returns the path of a file for messages and the file system.
func (s *site) full(rel string) string { return filepath.Join(s.dir, filepath.FromSlash(rel)) }

// listFinding adds a finding about a line of a sitemap, feed or robots.txt.
func (s *site) listFinding(id, file string, line int, value, note string) {
	s.lists = append(s.lists, finds(id, file, line, value, note))
}

// sitemaps checks sitemaps and robots.txt, and compares them with the pages.
func (s *site) sitemaps(context.Context) error {
	c := newSitemapCheck(s.dir)
	c.may = s.mine
	c.robots = s.robotsOptions()
	c.v = sitemap.NewValidator(sitemap.CheckOptions{Now: s.o.Now, SameText: true, Complete: true})
	for _, file := range addresses.Announced(s.tree) {
		c.named = append(c.named, s.tree.File(file).Path)
	}
	roots, err := c.roots()
	if err != nil && !errors.Is(err, errNone) {
		return err
	}
	c.base, c.rules = s.tree.Base(), s.parseRobots()
	if err := c.all(roots...); err != nil {
		return err
	}
	for _, i := range addresses.OfLanguages(s.tree) {
		name := s.tree.File(i).Path
		file := filepath.Join(s.dir, filepath.FromSlash(name))
		if c.seen[file] || !c.may(file) {
			continue
		}
		s.listFinding("sitemap-unannounced", s.full(name), 0, "", s.tree.Base()+name)
		if err := c.all(file); err != nil {
			return err
		}
	}
	c.close()
	s.sitemap = len(c.lists) > 0
	s.lists = append(s.lists, c.res.Found...)
	s.res.Sitemaps = c.res
	for _, list := range c.lists {
		if err := s.list(list, c.rules); err != nil {
			return err
		}
	}
	s.unlisted(c.rules)
	s.announced(roots, c.rules)
	return nil
}

// mine reports whether a path is a file of the tree; symbolic links that lead out of the tree are not followed.
func (s *site) mine(file string) bool {
	rel, err := filepath.Rel(s.dir, file)
	if err != nil {
		return false
	}
	_, ok := s.tree.Lookup(filepath.ToSlash(rel))
	return ok
}

func (s *site) robotsOptions() sitemap.RobotsOptions {
	var o sitemap.RobotsOptions
	if base := s.tree.Base(); base != "" {
		o.Loc = base + "robots.txt"
	}
	for _, p := range s.pages {
		if p.noIndex && p.stub == nil && !p.notFound {
			o.NoIndex = append(o.NoIndex, s.tree.Path(p.file))
		}
	}
	return o
}

func (s *site) parseRobots() *sitemap.Robots {
	file, ok := s.tree.Lookup("robots.txt")
	if !ok {
		return nil
	}
	data, _, err := s.tree.Read(file, nil, mostRobots)
	if err != nil {
		return nil
	}
	return sitemap.ParseRobots(data)
}

// list checks the URLs of one sitemap against the pages.
func (s *site) list(file string, robots *sitemap.Robots) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	r := sitemap.NewReader(in, sitemap.ReadOptions{})
	format, err := r.Format()
	if err != nil || format != sitemap.URLSet && format != sitemap.Text {
		return nil // reported by the validator; feeds are checked separately
	}
	resolver := s.tree.Resolver()
	text := format == sitemap.Text
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) || err != nil {
			return nil // reported by the validator
		}
		if found := entity(e.Loc); found != "" {
			s.listFinding("escaped-twice", file, r.Line(), e.Loc, found)
		}
		s.entry(file, r.Line(), e.Loc, resolver, robots, text)
		for _, a := range e.Alternates {
			s.alternate(file, r.Line(), a, resolver)
		}
	}
}

// alternate checks a language version that a sitemap names (rule H5).
func (s *site) alternate(file string, line int, a sitemap.Alternate, resolver *webtree.Resolver) {
	if !isAbsolute(a.Href) {
		return
	}
	to := resolver.Resolve(resolver.Referrer(0, ""), a.Href)
	why := ""
	switch p := s.byFile[to.File]; {
	case s.gone(to):
		why = "does not exist"
	case to.Kind != webtree.Own:
	case to.Moved || p != nil && p.stub != nil:
		why = "is redirected"
	case p == nil:
	case p.noIndex:
		why = "has noindex"
	case p.canonical != nil && (p.canonical.to.Kind != webtree.Own || p.canonical.to.File != p.file):
		why = fmt.Sprintf("has the canonical URL %q", p.canonical.url)
	case !s.table.Spelled(to):
		if _, from := s.table.Own(to.File); from == addresses.Canonical {
			why = fmt.Sprintf("has the canonical URL %q", s.table.URL(to.File))
		}
	}
	if why != "" {
		s.lists = append(s.lists, &diag.Diagnostic{
			Rule: "H5", Severity: rule("H5").Severity, File: filepath.ToSlash(file), Line: line,
			Message: fmt.Sprintf("the language version %q %s", a.Href, why),
		})
	}
}

// entry checks one URL of a sitemap.
func (s *site) entry(file string, line int, loc string, resolver *webtree.Resolver, robots *sitemap.Robots, text bool) {
	if !isAbsolute(loc) {
		return
	}
	to := resolver.Resolve(resolver.Referrer(0, ""), loc)
	tell := func(id, format string, args ...any) *diag.Diagnostic {
		if text && s.res.Sitemaps.Files > 1 {
			return nil // the XML sitemap lists it too, or the validator reports that it does not
		}
		d := &diag.Diagnostic{
			Rule: id, Severity: rule(id).Severity, File: filepath.ToSlash(file), Line: line,
			Message: fmt.Sprintf(format, args...),
		}
		s.lists = append(s.lists, d)
		return d
	}
	switch to.Kind {
	case webtree.Missing:
		if to.Exiled {
			tell("L9", "the sitemap lists %q, which is redirected to another host", loc)
			return
		}
		if !s.gone(to) {
			return
		}
		tell("L11", "no page found at %q", loc)
	case webtree.Own:
		s.listed[to.File] = true
		p := s.byFile[to.File]
		switch {
		case to.Moved || p != nil && p.stub != nil:
			tell("L9", "the sitemap lists %q, which is redirected", loc)
		case p == nil:
			if kind := addresses.List(s.tree, to.File); kind != "" {
				s.listFinding("sitemap-list", file, line, loc, kind)
			} else if closed := s.tree.Closed(to.File); closed != "" {
				tell("L9", "the sitemap lists %q, which has noindex: X-Robots-Tag: %s", loc, closed)
			}
		case p.notFound:
			tell("L9", "the sitemap lists %q, which is the page for URLs that do not exist", loc)
		case p.noIndex:
			tell("L9", "the sitemap lists %q, which has noindex", loc)
		case p.canonical != nil && (p.canonical.to.Kind != webtree.Own || p.canonical.to.File != p.file):
			tell("L8", "the sitemap lists %q, whose canonical URL is %q", loc, p.canonical.url)
		case !s.table.Spelled(to):
			own := s.table.URL(to.File)
			switch _, from := s.table.Own(to.File); from {
			case addresses.Canonical:
				tell("L8", "the sitemap lists %q, but the canonical URL of the page is %q", loc, own)
			case addresses.Links:
				if d := tell("L8", "the sitemap lists %q, but links of the site lead to %q", loc, own); d != nil {
					d.Severity = diag.Warning
				}
			}
		}
		if u, err := url.Parse(loc); err == nil && robots != nil && !robots.Allowed("*", u.RequestURI()) {
			tell("L9", "the sitemap lists %q, which robots.txt disallows", loc)
		}
	}
}

// unlisted finds pages that are missing from the sitemap. Pages of a list after the first need no entry, because the
// pages that they list have one, nor does a list that says that it has no items. If the URL of the site is unknown, the
// entries may belong to other sites, so nothing is checked.
func (s *site) unlisted(robots *sitemap.Robots) {
	if !s.sitemap || s.tree.Base() == "" {
		return
	}
	for _, p := range s.pages {
		if p.indexable() && !p.later && !p.vacant && !s.listed[p.file] &&
			(robots == nil || robots.Allowed("*", s.tree.Path(p.file))) {
			s.add("sitemap-missing", p.file, -1, "", "")
		}
	}
}

// announced checks that robots.txt names a sitemap and allows the home page.
func (s *site) announced(roots []string, robots *sitemap.Robots) {
	if robots == nil {
		return
	}
	if len(robots.Sitemaps) == 0 && len(roots) > 0 {
		rel, _ := filepath.Rel(s.dir, roots[0])
		s.listFinding("robots-sitemap", s.full("robots.txt"), 0, "", s.tree.Base()+filepath.ToSlash(rel))
	}
	if rule, ok := robots.Match("*", s.tree.Prefix()); ok && !rule.Allow {
		s.listFinding("robots-all", s.full("robots.txt"), rule.Line, "", "")
		return
	}
	// a search engine alone is often shut out by accident
	shut := map[int][]string{}
	for _, c := range sitemap.Crawlers() {
		if rule, ok := robots.Match(c.Token, s.tree.Prefix()); ok && !rule.Allow && c.Uses&sitemap.ForSearch != 0 {
			shut[rule.Line] = append(shut[rule.Line], c.Token)
		}
	}
	for _, line := range slices.Sorted(maps.Keys(shut)) {
		s.listFinding("X8", s.full("robots.txt"), line, "", strings.Join(shut[line], ", "))
	}
}

// feeds checks feeds, and the links of their items against the pages.
func (s *site) feeds(context.Context) error {
	resolver := s.tree.Resolver()
	c := feedCheck{now: s.o.Now}
	c.read = func(file string, data []byte, p *feeds.Parsed) {
		told := map[string]bool{}
		for _, item := range p.Items {
			// a title of RSS may be HTML, which is escaped once more
			for _, text := range []string{item.URL, item.Title} {
				if found := entity(text); found != "" && (text == item.URL || p.Format != feeds.RSS) {
					s.listFinding("escaped-twice", file, lineOfText(data, text), text, found)
				}
			}
			to := webtree.Target{}
			if isAbsolute(item.URL) {
				to = resolver.Resolve(resolver.Referrer(0, ""), item.URL)
			}
			if s.gone(to) && !told[item.URL] {
				told[item.URL] = true
				s.listFinding("feed-dead", file, lineOfText(data, item.URL), item.URL, "")
			}
		}
	}
	for i := range s.tree.Len() {
		file := s.full(s.tree.File(int32(i)).Path)
		if !FeedName(file) {
			continue
		}
		is, err := IsFeed(file)
		if err == nil && is {
			err = c.file(file)
		}
		if err != nil {
			s.add("file-odd", int32(i), -1, "", err.Error())
		}
	}
	s.res.Feeds = c.res
	s.lists = append(s.lists, c.res.Found...)
	return nil
}

// lineOfText returns the line of a URL in a document, or 0 if it is not found.
func lineOfText(data []byte, text string) int {
	for _, form := range []string{text, strings.ReplaceAll(text, "&", "&amp;"), strings.ReplaceAll(text, "/", `\/`)} {
		if i := bytes.Index(data, []byte(form)); i >= 0 {
			return 1 + bytes.Count(data[:i], []byte("\n"))
		}
	}
	return 0
}

// ask checks the URLs on other hosts through Options.Ask, the only part that may use the network.
func (s *site) ask(ctx context.Context) error {
	if s.o.Ask == nil {
		return nil
	}
	uses := map[string][]use{}
	for _, p := range s.pages {
		for _, x := range p.external {
			if to, err := url.Parse(x.url); err == nil && (to.Scheme == "http" || to.Scheme == "https") {
				uses[x.url] = append(uses[x.url], use{p.file, x.at})
			}
		}
		p.external = nil
	}
	urls := slices.Sorted(maps.Keys(uses))
	answers, err := s.o.Ask(ctx, urls)
	if err != nil {
		return err
	}
	for i, a := range answers {
		for _, u := range uses[urls[i]] {
			switch {
			case a.Dead != "":
				s.add("external-dead", u.file, u.at, urls[i], a.Dead)
			case a.Moved != "":
				s.add("external-moved", u.file, u.at, urls[i], a.Moved)
			case a.Unsure != "":
				s.add("external-unsure", u.file, u.at, urls[i], a.Unsure)
			}
		}
	}
	s.res.Asked = len(urls)
	return nil
}

// use is a position where a page contains a URL.
type use struct {
	file int32
	at   int
}
