// Package webpage reads the HTML files of a webtree.Tree as pages: what each of them says about itself, its
// URL, and everything that may keep it out of lists such as sitemaps: robots meta elements, redirects,
// canonical URLs. It collects these facts without judging them (internal/listing does that), and does not
// depend on the generator that made the files.
//
// Read reads every file once, in one pass of a tokenizer, and keeps a few hundred bytes per file, because a
// site may have hundreds of thousands. Data that only a few pages need, such as the text of pages in feeds, is
// read again by Article.
package webpage

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
	"github.com/sitegen/sitegen/sitemap"
)

// Options tells what to read. The zero value reads everything except media.
type Options struct {
	Images, Videos bool
	Exclude        []string  // globs of files, or of URLs below the root: see Page.Excluded
	Articles       []string  // globs of files: see Page.Article
	Now            time.Time // later dates are ignored (rule M3); zero means none are
	Jobs           int       // workers; as many as processors when 0
	Kept           kept.Options
}

// Page contains what an HTML file says about itself. Texts are trimmed, URLs are absolute.
type Page struct {
	File int32  // of the tree
	Path string // its slash path in the tree
	// URL is the URL to use, as the site spells it (Set.Addresses; rule L6), in normal form (L1 to L3).
	URL   string
	Named bool   // its canonical link gives its URL
	Links []Link // to pages, each once; only of a page without a canonical link

	Title, Description string
	Lang               string    // of the html element, as written
	Versions           []Version // in languages, as it names them
	Published          Date
	Modified           Date
	Images             []string
	Videos             []sitemap.Video // including those that lack something that a sitemap requires
	Main               uint64          // hash of the main content (html.MainHash, or see subtract)

	// The following fields may keep the page out of lists. A text gives the reason for people, or the URL in
	// question.
	Unreadable string // why it cannot be read, or why its name cannot be a URL
	Redirect   string // the rule of the host that redirects it: "line 3 of _redirects leads from it to /b/"
	Refresh    string // where it sends readers before they can read it
	NoIndex    string // the source of a noindex: "its robots meta element has noindex"
	Canonical  string // the URL of another page that it declares as canonical
	NotFound   bool   // the page that hosts show where there is none
	Fragment   bool   // a part of a page, or a file that proves ownership of the site
	Excluded   bool   // a glob of Options.Exclude fits
	// the reason why the author excludes it from sitemaps: "its source posts/a.md says sitemap: false"
	LeftOut string

	Article bool // for news sitemaps: matches a glob of Options.Articles
}

// Version is a version of a page in another language, given by an hreflang link.
type Version struct {
	Lang string // as written
	Href string
	Page int32 // index in Set.Pages; Elsewhere for a page on another host
}

// Link is a link to a page of the tree, by a form of its address.
type Link struct {
	File int32
	Form addresses.Form
}

// Elsewhere is the index of a page on another host.
const Elsewhere = -1

// Date is a date and its source.
type Date struct {
	Time    time.Time // zero: nobody says it
	DayOnly bool
	From    string // "JSON-LD dateModified", "article:modified_time", "time dateModified"
}

// Set contains the pages of a tree.
type Set struct {
	Tree      *webtree.Tree
	Addresses *addresses.Table
	Pages     []Page // by path
	Found     diag.List
}

// learn notes how pages spell their addresses, and those of others.
func (s *Set) learn() {
	s.Addresses = addresses.New(s.Tree)
	resolver := s.Tree.Resolver()
	for i := range s.Pages {
		p := &s.Pages[i]
		if p.Named {
			s.Addresses.Learn(addresses.Canonical, resolver.Resolve(resolver.Referrer(p.File, ""), p.URL))
		}
		for _, l := range p.Links {
			s.Addresses.Link(l.File, l.Form)
		}
		p.Links = nil
	}
	s.Spell()
}

// Spell gives all pages the addresses of the table, after it learned more.
func (s *Set) Spell() {
	for i := range s.Pages {
		p := &s.Pages[i]
		if p.Named {
			continue
		}
		loc, err := sitemap.Normalize(s.Addresses.URL(p.File))
		if err != nil || loc == p.URL {
			continue
		}
		p.URL = loc
		if p.Redirect != "" {
			p.Redirect = redirect(s.Tree, loc)
		}
	}
}

// Of returns the index of the page of a file, or Elsewhere.
func (s *Set) Of(file int32) int32 {
	i, ok := slices.BinarySearchFunc(s.Pages, file, func(p Page, file int32) int { return cmp.Compare(p.File, file) })
	if !ok {
		return Elsewhere
	}
	return int32(i)
}

// mostPage is the maximum number of bytes read of a page.
const mostPage = 32 << 20

// Read reads all HTML files of a tree.
func Read(ctx context.Context, t *webtree.Tree, o Options) (*Set, error) {
	exclude, err := glob.NewSet(o.Exclude)
	if err != nil {
		return nil, err
	}
	articles, err := glob.NewSet(o.Articles)
	if err != nil {
		return nil, err
	}
	shared := &shared{t: t, o: o, exclude: exclude, articles: articles}
	var files []int32
	for i := range t.Len() {
		if t.File(int32(i)).HTML() {
			files = append(files, int32(i))
		}
	}
	s := &Set{Tree: t, Pages: make([]Page, len(files))}
	pieces := make([][]uint64, len(files))
	memory := kept.Open(o.Kept, t, o.fingerprint())
	read := func(_ context.Context, r *reader, file int32) (found diag.List, err error) {
		at, _ := slices.BinarySearch(files, file)
		if known, ok := memory.Of(file); ok {
			if found, ok = r.load(known, file, memory); ok {
				s.Pages[at], pieces[at] = r.p, r.pieces
				if r.found = found; memory.Renumbered() {
					memory.Renew(file, r.store())
				}
				return found, nil
			}
		}
		r.resolver.Asked()
		s.Pages[at], found = r.read(file)
		pieces[at] = r.pieces
		memory.Put(file, r.store(), r.resolver.Asked())
		return found, nil
	}
	found, err := par.MapWith(ctx, o.Jobs, files, shared.newReader, read)
	if err != nil {
		return nil, err
	}
	memory.Save()
	s.Found = slices.Concat(found...)
	s.subtract(pieces)
	s.learn()
	for i := range s.Pages {
		for k := range s.Pages[i].Versions {
			if v := &s.Pages[i].Versions[k]; v.Page != Elsewhere {
				v.Page = s.Of(v.Page) // the file, so far
			}
		}
	}
	return s, nil
}

// oddName returns the reason why a path cannot be a URL, or "" if it can.
func oddName(name string) string {
	if !utf8.ValidString(name) {
		return "its name is not valid UTF-8"
	}
	for _, c := range name {
		if c < ' ' || c == 0x7f {
			return fmt.Sprintf("its name holds the control character %U", c)
		}
	}
	return ""
}

// NotFound reports whether hosts show a file for missing pages: 404.html, or 404/index.html of generators
// that cannot write other names, for the site or for a language. docs/404.html is an ordinary page.
func NotFound(name string) bool {
	dir, base := path.Split(strings.TrimSuffix(name, "/index.html"))
	if base != "404.html" && (base != "404" || !strings.HasSuffix(name, "/index.html")) {
		return false
	}
	_, language := sitemap.Hreflang(strings.TrimSuffix(dir, "/"))
	return dir == "" || language
}

// Continues reports whether a file is page 2 or later of a list, by the names that generators use:
// posts/page/2/index.html, posts/page/2.html.
func Continues(name string) (number string, ok bool) {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".html"), ".htm"), "/index")
	dir, number := path.Split(name)
	return number, number != "" && strings.Trim(number, "0123456789") == "" &&
		(dir == "page/" || strings.HasSuffix(dir, "/page/"))
}
