package diff

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// Finding is one difference between two states of a site.
type Finding struct {
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	URL      string        `json:"url"`           // in the form of Page.URL
	To       string        `json:"to,omitempty"`  // another URL: the new location, or the target of a reference
	Was      string        `json:"was,omitempty"` // old value
	Is       string        `json:"is,omitempty"`
	File     string        `json:"file,omitempty"` // path in the new state, or in the old state for removed pages
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	URLs     []string      `json:"urls,omitempty"` // all URLs that the finding is about, if it names only some

	limit string // setting of the generator, for the hint
}

// Move is a page that moved to another URL.
type Move struct {
	From       string `json:"from"`
	To         string `json:"to"`
	Redirected bool   `json:"redirected"`
}

// Count is the number of findings of a rule.
type Count struct {
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	Count    int           `json:"count"`
}

// Result is the comparison of two states of a site. Lists of URLs are complete and sorted; URLs have the form of
// Page.URL.
type Result struct {
	OldBase, NewBase                 string
	OldPages, NewPages               int
	Added, Removed, Changed          []string
	Moved                            []Move
	Findings                         []Finding // the first 1,000 of each rule, most severe first, then by URL
	Counts                           []Count   // of all findings, by rule, most severe first
	Errors, Warnings, Notes, Skipped int       // numbers of findings; Skipped counts those that are not in Findings
}

// CompareOptions selects the rules to report.
type CompareOptions struct {
	Only []string // rule IDs or prefixes with a star ("url-*"); empty: all
	Skip []string // rules to skip, in the same form
}

// mostTold is the maximum number of findings kept per rule; nobody reads more of them one by one.
const mostTold = 1000

// Compare returns the differences between two states of a site. Unknown rules are an error.
func Compare(from, to *Snapshot, o CompareOptions) (*Result, error) {
	wants, err := Rules().Choose(o.Only, o.Skip, "rules are "+strings.Join(Rules().IDs(), ", "))
	if err != nil {
		return nil, err
	}
	c := &comparison{
		from: from, to: to, wants: wants, counts: map[string]int{}, there: map[string]bool{},
		went: map[string]string{}, out: &Result{OldBase: from.Base, NewBase: to.Base},
	}
	c.out.OldPages, c.out.NewPages = from.pages(), to.pages()
	c.base()
	if len(from.Pages) == 0 {
		c.add(Finding{Rule: "no-old-pages", File: from.file(nil)})
	}
	c.addresses()
	for _, pair := range c.pairs { // all moves are known now
		c.pair(pair[0], pair[1])
	}
	c.added()
	c.lists()
	c.feeds()
	c.versions()
	c.finish()
	return c.out, nil
}

// pages counts the URLs that are not redirects.
func (s *Snapshot) pages() int {
	n := 0
	for i := range s.Pages {
		if s.Pages[i].Stub == "" {
			n++
		}
	}
	return n
}

// comparison is the state of one comparison.
type comparison struct {
	from, to *Snapshot
	wants    func(rule string) bool
	counts   map[string]int
	there    map[string]bool   // URLs of the new state that have another form in the old state
	went     map[string]string // new URLs of pages of the old state, if different
	pairs    [][2]*Page        // old pages with their new versions
	dates    map[string]string // of items in the feeds of the new state, by page; nil: not read yet
	out      *Result
}

// add notes a finding.
func (c *comparison) add(f Finding) {
	if !c.wants(f.Rule) {
		return
	}
	c.counts[f.Rule]++
	if c.counts[f.Rule] > mostTold {
		return
	}
	r := Rules().Find(f.Rule)
	f.Severity = r.Severity
	f.Message, f.Hint = message(r, &f)
	c.out.Findings = append(c.out.Findings, f)
}

// file returns the path of a page's file for messages.
func (s *Snapshot) file(p *Page) string {
	if p == nil || p.File == "" || s.List {
		return filepath.ToSlash(s.Name)
	}
	if s.tree != nil && s.saved {
		return words.OneLine(p.File)
	}
	return words.OneLine(path.Join(filepath.ToSlash(s.Name), p.File))
}

// base compares the base URLs of the sites.
func (c *comparison) base() {
	if a, b := c.from.Base, c.to.Base; a != "" && b != "" && strings.TrimSuffix(a, "/") != strings.TrimSuffix(b, "/") {
		c.add(Finding{Rule: "base-changed", URL: a, To: b, File: c.to.file(nil)})
	}
}

// addresses looks up each old URL in the new state.
func (c *comparison) addresses() {
	m := newMatcher(c.from, c.to)
	for i := range c.from.Pages {
		p := &c.from.Pages[i]
		n := c.to.byURL[p.URL]
		if n == nil {
			if n = c.to.same(p); n != nil {
				c.there[n.URL], c.went[p.URL] = true, n.URL
			}
		}
		switch {
		case n != nil && p.Stub != "":
		case n != nil && n.Stub != "":
			c.left(p, c.to.answer(p.URL), m)
		case n != nil:
			c.pairs = append(c.pairs, [2]*Page{p, n})
		case c.to.List || strings.Contains(p.URL, "://"):
			c.unlisted(p)
		case p.Stub != "":
			c.lostRedirect(p)
		default:
			c.left(p, c.to.answer(p.URL), m)
		}
	}
}

// unlisted reports a URL that is no longer in a sitemap.
func (c *comparison) unlisted(p *Page) {
	if !p.Listed && (p.Stub != "" || p.NoIndex || p.Asset || p.Canonical != "" && p.Canonical != ".") {
		return // it did not belong in a sitemap
	}
	c.out.Removed = append(c.out.Removed, p.URL)
	c.add(Finding{Rule: "sitemap-left", URL: p.URL, File: c.to.file(nil)})
}

// lostRedirect reports a redirect that was removed.
func (c *comparison) lostRedirect(p *Page) {
	// page 1 of a list, which no page links to
	if a := c.to.answer(p.URL); a.kind == answersNothing && laterPage(p.URL) {
		c.add(Finding{Rule: "list-shorter", URL: p.URL, File: c.from.file(p)})
	} else if a.kind == answersNothing {
		c.add(Finding{Rule: "redirect-removed", URL: p.URL, To: p.Stub, File: c.from.file(p)})
	}
}

// left reports a URL that no longer leads to its page.
func (c *comparison) left(p *Page, a answer, m *matcher) {
	f := Finding{URL: p.URL, To: a.url, File: c.from.file(p)}
	match, sure := m.find(p)
	// the file exists but is not a page; a snapshot does not list other files
	if a.url == p.URL || p.Asset && c.to.saved {
		if p.Listed && !p.NoIndex && c.to.listed {
			c.add(Finding{Rule: "sitemap-left", URL: p.URL, File: c.to.file(nil)})
		}
		return
	}
	switch a.kind {
	case answersLoop:
		f.Rule = "redirect-loop"
	case answersAway:
		f.Rule = "url-redirected"
		c.out.Removed = append(c.out.Removed, p.URL)
	case answersPage:
		if a.url == "/" && (match == nil || match.URL != "/") {
			c.out.Removed = append(c.out.Removed, p.URL)
			f.Rule = "redirect-home"
			break
		}
		c.went[p.URL] = a.url
		c.out.Moved = append(c.out.Moved, Move{p.URL, a.url, true})
		switch to := c.to.byURL[a.url]; {
		case sure && match.URL != a.url:
			f.Rule, f.Is = "redirect-elsewhere", match.URL
		default:
			f.Rule = "url-redirected"
			if to != nil && (match == to || to.Content == p.Content) {
				c.pairs = append(c.pairs, [2]*Page{p, to})
			}
		}
	default:
		if laterPage(p.URL) && !sure {
			match = nil
		}
		c.gone(p, match, &f)
	}
	c.add(f)
}

// gone chooses the finding for a URL that leads to nothing.
func (c *comparison) gone(p, match *Page, f *Finding) {
	switch {
	case match != nil:
		c.went[p.URL] = match.URL
		c.out.Moved = append(c.out.Moved, Move{p.URL, match.URL, false})
		f.Rule, f.To = "url-moved", match.URL
		c.pairs = append(c.pairs, [2]*Page{p, match})
	case laterPage(p.URL):
		c.out.Removed = append(c.out.Removed, p.URL)
		f.Rule = "list-shorter"
	default:
		c.out.Removed = append(c.out.Removed, p.URL)
		f.Rule = "url-removed"
	}
}

// laterPage reports whether a URL is that of a page of a list: /posts/page/2/.
func laterPage(url string) bool {
	dir, number := path.Split(strings.TrimSuffix(strings.TrimSuffix(url, "index.html"), "/"))
	return number != "" && strings.Trim(strings.TrimSuffix(number, ".html"), "0123456789") == "" &&
		strings.HasSuffix(dir, "/page/")
}

// added reports new URLs.
func (c *comparison) added() {
	arrived := c.there
	for _, m := range c.out.Moved {
		arrived[m.To] = true
	}
	for i := range c.to.Pages {
		p := &c.to.Pages[i]
		if c.from.byURL[p.URL] != nil || p.Stub != "" || arrived[p.URL] || c.from.List && !p.Listed && c.to.listed {
			continue
		}
		c.out.Added = append(c.out.Added, p.URL)
		c.add(Finding{Rule: "url-added", URL: p.URL, Is: p.Title, File: c.to.file(p)})
	}
}

// lists reports that the new state has no sitemap.
func (c *comparison) lists() {
	if c.from.listed && !c.to.listed {
		c.add(Finding{Rule: "sitemap-gone", File: c.to.file(nil)})
	}
}

// finish sorts and counts the findings.
func (c *comparison) finish() {
	r := c.out
	slices.Sort(r.Added)
	slices.Sort(r.Removed)
	slices.Sort(r.Changed)
	r.Changed = slices.Compact(r.Changed)
	slices.SortFunc(r.Moved, func(a, b Move) int { return strings.Compare(a.From, b.From) })
	order := map[string]int{}
	for i, rule := range Rules() {
		order[rule.ID] = i
		n := c.counts[rule.ID]
		if n == 0 {
			continue
		}
		r.Counts = append(r.Counts, Count{rule.ID, rule.Severity, n})
		switch rule.Severity {
		case diag.Error:
			r.Errors += n
		case diag.Warning:
			r.Warnings += n
		default:
			r.Notes += n
		}
		r.Skipped += max(0, n-mostTold)
	}
	slices.SortStableFunc(r.Counts, func(a, b Count) int { return cmp.Compare(a.Severity, b.Severity) })
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(order[a.Rule], order[b.Rule]),
			strings.Compare(a.URL, b.URL))
	})
}

// Diagnostics returns the findings as messages about files, in the same order.
func (r *Result) Diagnostics() diag.List {
	out := make(diag.List, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		out[i] = &diag.Diagnostic{Rule: f.Rule, Severity: f.Severity, File: f.File, Message: f.Message, Hint: f.Hint}
	}
	return out
}

// answer is the response of a site to a URL.
type answer struct {
	kind answerKind
	url  string // URL of the page that is returned
}

type answerKind uint8

const (
	answersNothing answerKind = iota
	answersPage
	answersAway // by a redirect to another host
	answersLoop
)

// mostHops is the maximum number of redirects to follow: browsers give up after 20.
const mostHops = 20

// same returns the page of this state that has the file of p under another spelling of its URL, without a redirect; nil
// if none.
func (s *Snapshot) same(p *Page) *Page {
	if s.List || strings.Contains(p.URL, "://") {
		return nil
	}
	to := s.tree.At(decoded(p.URL))
	if to.Kind != webtree.Own || to.Moved {
		return nil
	}
	if file := s.tree.File(to.File).Path; p.File == "" || p.File == file {
		return s.byFile[file]
	}
	return nil
}

// answer returns the response of the site to one of its own URLs.
func (s *Snapshot) answer(url string) answer {
	for range mostHops {
		to := s.tree.At(decoded(url))
		switch {
		case to.Loop:
			return answer{answersLoop, ""}
		case to.Exiled:
			return answer{answersAway, "another host"}
		case to.Kind != webtree.Own:
			return answer{}
		}
		p := s.byFile[s.tree.File(to.File).Path]
		if p == nil {
			return answer{answersPage, escaped(s.tree.Host().Path(s.tree.File(to.File).Path))}
		}
		if p.Stub == "" {
			return answer{answersPage, p.URL}
		}
		if url = p.Stub; strings.Contains(url, "://") {
			return answer{answersAway, url}
		}
	}
	return answer{answersLoop, ""}
}
