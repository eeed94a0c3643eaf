package webpage

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// shared contains what all readers of a set share.
type shared struct {
	t                 *webtree.Tree
	o                 Options
	exclude, articles glob.Set
}

// reader reads pages, for one worker.
type reader struct {
	*shared
	buf      []byte
	doc      html.PageReader
	resolver *webtree.Resolver

	referrer webtree.Referrer
	d        *html.Page
	p        Page
	pieces   []uint64 // of html.MainPieces
	found    diag.List
	future   bool // a date of the page is in the future
	failed   bool // the file could not be read
}

func (s *shared) newReader() *reader {
	return &reader{shared: s, doc: html.PageReader{Deep: true}, resolver: s.t.Resolver()}
}

// Published returns when a page was published, as far as the page itself says.
func Published(t *webtree.Tree, file int32) Date {
	p, _ := (&shared{t: t}).newReader().read(file)
	return p.Published
}

// read reads one file.
func (r *reader) read(file int32) (Page, diag.List) {
	f := r.t.File(file)
	r.p, r.pieces, r.found, r.future, r.failed = Page{File: file, Path: f.Path}, nil, nil, false, false
	var more bool
	var err error
	r.buf, more, err = r.t.Read(file, r.buf[:0], mostPage)
	if err != nil {
		r.failed = true
		r.p.URL, r.p.Unreadable = r.t.URL(file), err.Error()
		r.warn("file-odd", err.Error())
		return r.p, r.found
	}
	if more {
		r.warn("file-long", fmt.Sprintf("only its first %d bytes are read", mostPage))
	}
	r.d = r.doc.Read(r.buf)
	r.facts()
	r.address()
	r.against()
	r.dates()
	r.media()
	if cap(r.buf) > 4<<20 {
		r.buf = nil // one huge page does not stay
	}
	return r.p, r.found
}

func (r *reader) warn(rule, message string) {
	file := r.p.Path
	if oddName(file) != "" {
		file = strconv.Quote(file) // it must not look like several lines
	}
	r.found = append(r.found, &diag.Diagnostic{Rule: rule, Severity: diag.Warning, File: file, Message: message})
}

// mostText is the maximum length of the texts kept of a page, in bytes.
const mostText = 2 << 10

// short returns a copy of a text, truncated, as valid UTF-8.
func short(s string) string {
	if len(s) > mostText {
		s = s[:mostText]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func (r *reader) facts() {
	d := r.d
	if len(d.Titles) > 0 {
		r.p.Title = short(d.Titles[0].Text)
	}
	if len(d.Descriptions) > 0 {
		r.p.Description = short(d.Descriptions[0].Text)
	}
	r.p.Lang = d.Lang.Text
	base := ""
	if len(d.Bases) > 0 {
		base = d.Bases[0].Text
	}
	r.referrer = r.resolver.Referrer(r.p.File, base)
	prefix := strings.TrimSuffix(r.t.Prefix(), "/")
	if r.pieces = html.MainPieces(r.buf, prefix); r.pieces == nil {
		r.p.Main = html.MainHash(r.buf, prefix)
	}
	seen := map[string]bool{}
	for _, a := range d.Alternates {
		to := r.resolver.Resolve(r.referrer, a.URL)
		if seen[a.Lang] || len(seen) >= mostVersions || to.Kind == webtree.Other || to.Kind == webtree.Invalid {
			continue
		}
		seen[a.Lang] = true
		loc, err := sitemap.Normalize(to.URL)
		switch {
		case err != nil:
		case to.Kind == webtree.Own && r.t.File(to.File).HTML():
			r.p.Versions = append(r.p.Versions, Version{a.Lang, loc, to.File})
		case to.Kind == webtree.Foreign:
			r.p.Versions = append(r.p.Versions, Version{a.Lang, loc, Elsewhere})
		}
	}
}

// mostVersions is the maximum number of language versions read per page.
const mostVersions = 150

// address finds the URL of the page, and its canonical URL.
func (r *reader) address() {
	r.p.URL = r.t.URL(r.p.File)
	if loc, err := sitemap.Normalize(r.p.URL); err == nil {
		r.p.URL = loc
	} else {
		r.p.Unreadable = "its URL cannot be in a sitemap: " + err.Error()
	}
	if len(r.d.Canonicals) == 0 || r.d.Canonicals[0].Text == "" {
		r.p.Links = Links(r.t, r.resolver, r.referrer, r.p.File, r.d.Refs)
		return
	}
	to := r.resolver.Resolve(r.referrer, r.d.Canonicals[0].Text)
	switch to.Kind {
	case webtree.Invalid, webtree.Other:
		r.warn("L8", fmt.Sprintf("its canonical URL %q is not valid: it is ignored", to.URL))
		return
	}
	loc, err := sitemap.Normalize(to.URL)
	if to.Insecure && err == nil {
		loc = "https" + strings.TrimPrefix(loc, "http") // canonical-http of sitegen check
	}
	if own := to.Kind == webtree.Own && to.File == r.p.File; err == nil && own && !to.Moved {
		r.p.URL, r.p.Unreadable, r.p.Named = loc, "", true
	} else if err == nil && !own && loc != r.p.URL {
		r.p.Canonical = loc
	}
}

// Links returns the links of a page to others, each address once: a site without canonical links says in no other way
// how it spells them.
func Links(t *webtree.Tree, r *webtree.Resolver, from webtree.Referrer, file int32, refs []html.Ref) (out []Link) {
	for _, ref := range refs {
		if ref.Kind != html.Link {
			continue
		}
		if len(out) >= mostLinks {
			if out = distinct(out); len(out) >= mostLinks {
				break
			}
		}
		to := r.Resolve(from, ref.URL)
		if to.Kind != webtree.Own || to.Moved || to.File == file || !t.File(to.File).HTML() {
			continue
		}
		if form := addresses.FormOf(t.File(to.File).Path, to.Path); form != addresses.None {
			out = append(out, Link{to.File, form})
		}
	}
	return slices.Clip(distinct(out))
}

// distinct sorts links and drops repetitions.
func distinct(links []Link) []Link {
	slices.SortFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Form, b.Form))
	})
	return slices.Compact(links)
}

// mostLinks is how many links of a page are noted.
const mostLinks = 5000

// against records what may keep the page out of lists.
func (r *reader) against() {
	p, d := &r.p, r.d
	if why := oddName(p.Path); why != "" {
		p.Unreadable = why
		r.warn("name-odd", why)
	}
	p.NotFound, p.Fragment = NotFound(p.Path), !d.Document && !d.Doctype
	p.Redirect = redirect(r.t, p.URL)
	p.Refresh = r.refresh()
	if d.NoIndex {
		p.NoIndex = "its robots meta element has noindex"
	}
	if closed := r.t.Closed(p.File); p.NoIndex == "" && closed != "" {
		p.NoIndex = "_headers says X-Robots-Tag: " + closed
	}
	p.Article = len(r.o.Articles) > 0 && r.articles.Match(p.Path)
	p.Excluded = r.exclude.Match(p.Path) || r.exclude.Match(r.t.Host().Path(p.Path))
}

// redirect returns the line of _redirects that leads away from a URL, and its target, as text; "" for none. A rule
// with placeholders must have an exclamation mark: many sites end with a rule for all missing files.
func redirect(t *webtree.Tree, address string) string {
	rules := t.Redirects()
	if rules.Empty() {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	a, _ := rules.Away(u, t.Host())
	if a.To == "" {
		return ""
	}
	return fmt.Sprintf("line %d of _redirects leads from it to %s", a.Line, a.To)
}

// refresh returns the target of a meta refresh that leaves no time to read the page, or "".
func (r *reader) refresh() string {
	f := r.d.Refresh
	if !f.There || f.URL == "" || f.Delay > LongestStay {
		return ""
	}
	if t := r.resolver.Resolve(r.referrer, f.URL); t.Kind == webtree.Own && t.File == r.p.File {
		return ""
	}
	return f.URL
}

// LongestStay is the number of seconds after which a meta refresh no longer counts as a redirect, because
// people were meant to read the page.
const LongestStay = 5
