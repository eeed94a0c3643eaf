package diff

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// Finding is one difference.
type Finding struct {
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	URL      string        `json:"url"`           // as of Page
	To       string        `json:"to,omitempty"`  // another address: where it went, what it names
	Was      string        `json:"was,omitempty"` // the value
	Is       string        `json:"is,omitempty"`
	File     string        `json:"file,omitempty"` // of the new state, or of the old one for what is gone
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
}

// Move is a page that went to another address.
type Move struct {
	From       string `json:"from"`
	To         string `json:"to"`
	Redirected bool   `json:"redirected"`
}

// Count is how often something was found.
type Count struct {
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	Count    int           `json:"count"`
}

// Result is what became of a site. Lists of addresses are complete and sorted; URLs are those of Page.
type Result struct {
	OldBase, NewBase                 string
	OldPages, NewPages               int
	Added, Removed, Changed          []string
	Moved                            []Move
	Findings                         []Finding // the first 1,000 of each rule, the severest first, then by address
	Counts                           []Count   // of all findings, by rule, the severest first
	Errors, Warnings, Notes, Skipped int       // numbers of findings; Skipped of those that are not in Findings
}

// CompareOptions says what is reported.
type CompareOptions struct {
	Only []string // ids of rules, or their beginnings with a star ("url-*"); empty: all
	Skip []string // the same: rules that are left out
}

// mostTold is how many findings of one rule are kept: beyond it, nobody reads them one by one.
const mostTold = 1000

// Compare tells what became of one state in another. An error is for rules that do not exist.
func Compare(from, to *Snapshot, o CompareOptions) (*Result, error) {
	rules, err := selected(o.Only, o.Skip)
	if err != nil {
		return nil, err
	}
	c := &comparison{
		from: from, to: to, rules: rules, counts: map[string]int{}, there: map[string]bool{},
		went: map[string]string{}, out: &Result{OldBase: from.Base, NewBase: to.Base},
	}
	c.out.OldPages, c.out.NewPages = from.pages(), to.pages()
	c.base()
	c.addresses()
	for _, pair := range c.pairs { // all that moved is known by now
		c.pair(pair[0], pair[1])
	}
	c.added()
	c.lists()
	c.feeds()
	c.versions()
	c.finish()
	return c.out, nil
}

// pages counts the addresses that are no redirects.
func (s *Snapshot) pages() int {
	n := 0
	for i := range s.Pages {
		if s.Pages[i].Stub == "" {
			n++
		}
	}
	return n
}

// comparison is one comparison at work.
type comparison struct {
	from, to *Snapshot
	rules    map[string]*Rule
	counts   map[string]int
	there    map[string]bool   // addresses of the new state that the old one names otherwise
	went     map[string]string // where pages of the old state are now, when elsewhere
	pairs    [][2]*Page        // pages and what they are now
	out      *Result
}

// add notes a finding.
func (c *comparison) add(f Finding) {
	r := c.rules[f.Rule]
	if r == nil {
		return
	}
	c.counts[f.Rule]++
	if c.counts[f.Rule] > mostTold {
		return
	}
	f.Severity = r.Severity
	f.Message, f.Hint = r.message(&f)
	c.out.Findings = append(c.out.Findings, f)
}

// file is the path of a page's file for messages.
func (s *Snapshot) file(p *Page) string {
	if p == nil || p.File == "" || s.List {
		return filepath.ToSlash(s.Name)
	}
	if s.tree != nil && s.saved {
		return oneLine(p.File)
	}
	return oneLine(path.Join(filepath.ToSlash(s.Name), p.File))
}

// base compares the addresses of the sites.
func (c *comparison) base() {
	if a, b := c.from.Base, c.to.Base; a != "" && b != "" && strings.TrimSuffix(a, "/") != strings.TrimSuffix(b, "/") {
		c.add(Finding{Rule: "base-changed", URL: a, To: b, File: c.to.file(nil)})
	}
}

// addresses looks for each old address in the new state.
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
			c.unlisted(p, m)
		case p.Stub != "":
			c.lostRedirect(p)
		default:
			c.left(p, c.to.answer(p.URL), m)
		}
	}
}

// unlisted tells of an address that a sitemap does not have any more.
func (c *comparison) unlisted(p *Page, m *matcher) {
	if !p.Listed && (p.Stub != "" || p.NoIndex || p.Asset || p.Canonical != "" && p.Canonical != ".") {
		return // it did not belong into one
	}
	c.out.Removed = append(c.out.Removed, p.URL)
	c.add(Finding{Rule: "sitemap-left", URL: p.URL, File: c.to.file(nil)})
}

// lostRedirect tells of a redirect that is gone.
func (c *comparison) lostRedirect(p *Page) {
	if a := c.to.answer(p.URL); a.kind == answersNothing && laterPage(p.URL) { // page 1 of a list, which nobody links to
		c.add(Finding{Rule: "list-shorter", URL: p.URL, File: c.from.file(p)})
	} else if a.kind == answersNothing {
		c.add(Finding{Rule: "redirect-removed", URL: p.URL, To: p.Stub, File: c.from.file(p)})
	}
}

// left tells of an address at which its page is not any more.
func (c *comparison) left(p *Page, a answer, m *matcher) {
	f := Finding{URL: p.URL, To: a.url, File: c.from.file(p)}
	match, sure := m.find(p)
	if a.url == p.URL || p.Asset && c.to.saved { // it is there and no page; which other files are, a snapshot does not say
		if p.Listed && c.to.listed {
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

// gone decides what to say of an address at which nothing is.
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

// laterPage reports whether an address is page 2 or later of a list, as generators name them: /posts/page/2/.
func laterPage(url string) bool {
	dir, number := path.Split(strings.TrimSuffix(strings.TrimSuffix(url, "index.html"), "/"))
	return number != "" && strings.Trim(strings.TrimSuffix(number, ".html"), "0123456789") == "" &&
		strings.HasSuffix(dir, "/page/")
}

// added tells of new addresses.
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

// lists compares the sitemaps as a whole.
func (c *comparison) lists() {
	if c.from.listed && !c.to.listed {
		c.add(Finding{Rule: "sitemap-gone", File: c.to.file(nil)})
	}
}

// finish sorts and counts.
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

// Diagnostics are the findings as messages about files, in their order.
func (r *Result) Diagnostics() diag.List {
	out := make(diag.List, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		out[i] = &diag.Diagnostic{Rule: f.Rule, Severity: f.Severity, File: f.File, Message: f.Message, Hint: f.Hint}
	}
	return out
}

// answer is what a site does with an address.
type answer struct {
	kind answerKind
	url  string // of the page that answers
}

type answerKind uint8

const (
	answersNothing answerKind = iota
	answersPage
	answersAway // by a redirect to another host
	answersLoop
)

// mostHops is how many pages that redirect are followed: browsers give up after 20.
const mostHops = 20

// same returns a page of another state that the site has at another spelling of its address: one file, without a
// redirect; nil for none.
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

// answer returns what the site does with an address of its own.
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
