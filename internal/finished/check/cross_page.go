package check

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// crossPage checks links and other references between pages.
func (s *site) crossPage(context.Context) error {
	s.names()
	s.home()
	for _, p := range s.pages {
		s.follow(p)
		s.anchors(p)
		s.canonical(p)
		if p.canonical != nil && p.canonical.to.Kind == webtree.Own && p.canonical.to.File == p.file {
			s.table.Learn(addresses.Canonical, p.canonical.to)
		}
	}
	for _, p := range s.pages {
		s.versions(p)
	}
	s.stubs()
	s.rulesOfHost()
	s.limitsOfHost()
	s.orphans()
	s.same("title-duplicate", func(p *page) html.Text { return p.title })
	s.same("description-duplicate", func(p *page) html.Text { return p.description })
	return nil
}

// names checks the names of files.
func (s *site) names() {
	for i := range s.tree.Len() {
		file := int32(i)
		name := s.tree.File(file).Path
		if !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
			s.add("name-odd", file, -1, name, "")
		}
		if other := s.lower[strings.ToLower(name)]; other != file {
			s.add("name-clash", file, -1, s.tree.File(other).Path, "")
		}
	}
	for _, o := range s.folder.Odd {
		s.found = append(s.found, finding{rule("file-odd"), -1, -1, o.Path, o.Path + ": " + o.Why})
	}
}

// home checks the home page and 404.html.
func (s *site) home() {
	file, ok := s.tree.Lookup("index.html")
	if !ok {
		return
	}
	if p := s.byFile[file]; p != nil && p.noIndex && p.stub == nil {
		s.add("noindex-home", file, 0, "", "")
	}
	if _, ok := s.tree.Lookup("404.html"); !ok && s.tree.Host().NotFound() {
		s.found = append(s.found, finding{rule("notfound-missing"), -1, -1, "", ""})
	}
}

// destination follows pages that only redirect; loop reports that they redirect to each other forever.
func (s *site) destination(file int32) (to webtree.Target, hops int, loop bool) {
	to = webtree.Target{Kind: webtree.Own, File: file}
	seen := map[int32]bool{}
	for {
		p := s.byFile[to.File]
		if to.Kind != webtree.Own || p == nil || p.stub == nil {
			return to, hops, false
		}
		if seen[to.File] {
			return to, hops, true
		}
		seen[to.File] = true
		to = p.stub.to
		hops++
	}
}

// follow marks the pages that p links to.
func (s *site) follow(p *page) {
	if p.stub != nil {
		return
	}
	for _, l := range p.links {
		if l.file != p.file {
			s.linked[l.file] = true
		}
		s.table.Link(l.file, l.form)
		if t := s.byFile[l.file]; t == nil || t.stub == nil {
			continue
		}
		to, _, loop := s.destination(l.file)
		if to.Kind == webtree.Own && !loop {
			s.linked[to.File] = s.linked[to.File] || to.File != p.file
			s.add("link-redirect", p.file, int(l.at), s.addressAt(p.file, int(l.at)), s.tree.Path(to.File))
		}
	}
	p.links = nil
}

// addressAt reads the page again and returns the URL of the tag at an offset.
func (s *site) addressAt(file int32, at int) string {
	data, _, err := s.tree.Read(file, nil, mostPage)
	if err != nil || at >= len(data) {
		return ""
	}
	data = data[at:]
	var r html.PageReader
	if refs := r.Read(data[:min(len(data), 4096)]).Refs; len(refs) > 0 {
		return refs[0].URL
	}
	return ""
}

func (s *site) anchors(p *page) {
	for _, a := range p.anchors {
		t, rule := s.byFile[a.file], "anchor-dead"
		if a.symbol {
			t, rule = s.drawings[a.file], "sprite-dead"
		}
		if t == nil || t.stub != nil {
			continue
		}
		if !t.has(a.url, a.fragment) {
			s.add(rule, p.file, a.at, a.url, s.tree.File(a.file).Path)
		}
	}
	p.anchors = nil
}

// canonical checks the canonical page that p names.
func (s *site) canonical(p *page) {
	c := p.canonical
	if c == nil || p.stub != nil || c.to.Kind != webtree.Own || c.to.File == p.file {
		return
	}
	t := s.byFile[c.to.File]
	switch {
	case t == nil:
	case t.stub != nil:
		s.add("canonical-redirect", p.file, c.at, c.url, t.stub.url)
	case t.noIndex && !p.noIndex:
		s.add("canonical-noindex", p.file, c.at, c.url, "")
	case t.canonical != nil && (t.canonical.to.Kind != webtree.Own || t.canonical.to.File != t.file):
		s.add("canonical-chain", p.file, c.at, c.url, t.canonical.url)
	}
}

// versions checks the language versions of a page against each other (rules H1, H5).
func (s *site) versions(p *page) {
	if len(p.versions) == 0 || p.stub != nil || s.tree.Base() == "" {
		return
	}
	self := ""
	for _, v := range p.versions {
		switch v.to.Kind {
		case webtree.Missing:
			if s.gone(v.to) {
				s.add("hreflang-dead", p.file, v.at, v.url, "")
			}
		case webtree.Own:
			if v.to.File == p.file && (self == "" || self == "x-default") {
				self = v.lang
			}
			// search engines ignore the versions of other pages, such as page/2/ with page 1 as its canonical page
			if p.indexable() {
				s.version(p, v)
			}
		}
	}
	switch {
	case self == "":
		if p.indexable() {
			s.add("hreflang-self", p.file, p.versions[0].at, "", "")
		}
	case self != "x-default" && p.lang != "" && !sameLanguage(self, p.lang):
		s.add("hreflang-lang", p.file, p.versions[0].at, self, strconv.Quote(p.lang))
	}
}

// version checks one version of p.
func (s *site) version(p *page, v version) {
	if v.to.File == p.file {
		return
	}
	t := s.byFile[v.to.File]
	switch {
	case v.to.Moved:
		s.add("hreflang-canonical", p.file, v.at, v.url, "a redirect")
	case t == nil:
	case t.stub != nil:
		s.add("hreflang-canonical", p.file, v.at, v.url, "a redirect")
	case t.noIndex:
		s.add("hreflang-noindex", p.file, v.at, v.url, "")
	case t.canonical != nil && (t.canonical.to.Kind != webtree.Own || t.canonical.to.File != t.file):
		s.add("hreflang-canonical", p.file, v.at, v.url, "a page whose canonical URL is "+t.canonical.url)
	case t.canonical != nil && !s.table.Spelled(v.to):
		s.add("hreflang-canonical", p.file, v.at, v.url, "a page whose canonical URL is "+s.table.URL(t.file))
	case !slices.ContainsFunc(t.versions, func(b version) bool { return b.to.Kind == webtree.Own && b.to.File == p.file }):
		s.add("hreflang-return", p.file, v.at, v.url, "")
	}
}

// stubs checks pages that redirect.
func (s *site) stubs() {
	for _, p := range s.pages {
		if p.stub == nil {
			continue
		}
		to, hops, loop := s.destination(p.file)
		switch {
		case loop:
			s.add("redirect-loop", p.file, p.stub.at, p.stub.url, "")
		case s.gone(to):
			s.add("redirect-dead", p.file, p.stub.at, p.stub.url, "")
		case hops > 1 && to.Kind == webtree.Own:
			s.add("redirect-chain", p.file, p.stub.at, p.stub.url, s.tree.Path(to.File))
		}
	}
}

// limitsOfHost checks the limits of the hosts of the site.
func (s *site) limitsOfHost() {
	if len(s.o.HostLimits) == 0 {
		return
	}
	t := hosting.NewTally(s.o.HostLimits)
	text := func(name string) string {
		file, ok := s.tree.Lookup(name)
		if !ok {
			return ""
		}
		data, _, _ := s.tree.Read(file, nil, mostRobots)
		return string(data)
	}
	for i := range s.tree.Len() {
		f := s.tree.File(int32(i))
		t.Add(f.Path, f.Size)
	}
	t.Rules(text("_redirects"), text("_headers"))
	for _, d := range t.Found() {
		d.File = s.dir
		s.lists = append(s.lists, d)
	}
}

// rulesOfHost checks the lines of _redirects.
func (s *site) rulesOfHost() {
	file, ok := s.tree.Lookup("_redirects")
	if !ok {
		return
	}
	data, _, err := s.tree.Read(file, nil, mostRobots)
	if err != nil {
		return
	}
	starts := lineStarts(data)
	resolver := s.tree.Resolver()
	referrer := resolver.Referrer(file, "")
	for _, r := range s.tree.Redirects().List() {
		at := starts[min(r.Line, len(starts))-1]
		if r.Plain && !r.Force && !s.tree.Host().RulesWin() {
			from := strings.TrimPrefix(r.From, s.tree.Prefix())
			if found, ok := s.tree.Host().Find(from, func(f string) bool { _, ok := s.tree.Lookup(f); return ok }); ok &&
				found.File != "" && !s.leadsTo(found.File, resolver.Resolve(referrer, r.To)) {
				s.add("redirect-hidden", file, at, r.From, "")
			}
		}
		if strings.Contains(r.To, ":") && !strings.Contains(r.To, "://") {
			continue // the target depends on placeholders
		}
		to := resolver.Resolve(referrer, r.To)
		switch {
		case r.Status >= 400:
		case to.Loop:
			s.add("redirect-loop", file, at, r.To, "")
		case s.gone(to):
			s.add("redirect-dead", file, at, r.To, "")
		case to.Kind == webtree.Own && to.Moved && r.Status >= 300:
			s.add("redirect-chain", file, at, r.To, s.tree.Path(to.File))
		}
	}
}

// leadsTo reports whether a file is a page that itself redirects to the target, as aliases do.
func (s *site) leadsTo(file string, to webtree.Target) bool {
	index, ok := s.tree.Lookup(file)
	if !ok || s.byFile[index] == nil || s.byFile[index].stub == nil {
		return false
	}
	there, _, loop := s.destination(index)
	return !loop && there.Kind == to.Kind &&
		(to.Kind == webtree.Own && there.File == to.File || to.Kind == webtree.Foreign && there.URL == to.URL)
}

// lineStarts returns the offset of each line.
func lineStarts(data []byte) []int {
	out := []int{0}
	for i, c := range data {
		if c == '\n' {
			out = append(out, i+1)
		}
	}
	return out
}

// orphans finds pages that no other page links to.
func (s *site) orphans() {
	for _, p := range s.pages {
		if path := s.tree.File(p.file).Path; p.indexable() && !s.linked[p.file] && path != "index.html" {
			s.add("orphan", p.file, -1, "", "")
		}
	}
}

// same finds pages of one language that have the same text.
func (s *site) same(rule string, text func(*page) html.Text) {
	type key struct{ lang, text string }
	groups := map[key][]*page{}
	var order []key
	for _, p := range s.pages {
		t := text(p)
		if t.Text == "" || !p.indexable() || p.later {
			continue
		}
		k := key{p.lang, t.Text}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	for _, k := range order {
		group := groups[k]
		if len(group) < 2 {
			continue
		}
		slices.SortFunc(group, func(a, b *page) int { return cmp.Compare(a.file, b.file) })
		s.add(rule, group[0].file, text(group[0]).At, k.text, s.others(group[1:])+" have")
	}
}

// others lists pages, by name only the first three.
func (s *site) others(pages []*page) string {
	const most = 3
	names := []string{"this page"}
	for _, p := range pages[:min(most, len(pages))] {
		names = append(names, s.tree.File(p.file).Path)
	}
	if more := len(pages) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
