// Package webpage turns the HTML files of a webtree.Tree into pages: what each of them says of itself, at which
// address it is, and whether lists such as sitemaps may name it, or which rule keeps it out. It does not care who made
// the files.
//
// Read reads every file once, in one pass of a tokenizer, and keeps a few hundred bytes of each: a site may have
// hundreds of thousands. What only a few pages are asked for, as the text of those in feeds, is read again by File.
package webpage

import (
	"context"
	"fmt"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/glob"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Options says what to read. The zero value reads everything but media.
type Options struct {
	Images, Videos bool
	Robots         []byte    // robots.txt; nil: everybody may read everything
	Exclude        []string  // globs of files, or of addresses below the root, that no list names
	Now            time.Time // dates after it are passed over (rule M3); zero: none is
	Jobs           int       // workers; as many as processors when 0
}

// Page is what an HTML file says of itself. Texts have no space around them, addresses are absolute.
type Page struct {
	File int32  // of the tree
	Path string // its slash path in the tree
	// URL is the address to name: the canonical one where it leads to this file, else that which the host's
	// rules give it (rule L6). It is in normal form (L1 to L3).
	URL string

	Title, Description string
	Lang, Dir          string // of the html element, as written
	Canonical          string // "" when the page names none
	Alternates         []sitemap.Alternate
	Published          Date
	Modified           Date
	Images             []string
	Videos             []sitemap.Video
	Main               uint64 // hash of the main content (html.MainHash)

	// Reason is why no list may name the page; "" when lists may.
	Reason Reason
	Why    string // for people: "its robots meta element says noindex"
}

// Listed reports whether lists may name the page.
func (p *Page) Listed() bool { return p.Reason == "" }

// Reason is why no list may name a page.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	Unreadable Reason = "unreadable" // it cannot be read, or its name cannot be an address
	NotFound   Reason = "not-found"  // the page that hosts show where there is none
	Fragment   Reason = "fragment"   // a part of a page, or a file that proves who owns the site
	Redirected Reason = "redirected" // a rule of _redirects leads away from it
	Refresh    Reason = "refresh"    // it sends its readers elsewhere
	NoIndex    Reason = "noindex"    // it says so, or a header of _headers does
	Canonical  Reason = "canonical"  // it names another address as the canonical one
	Robots     Reason = "robots"     // robots.txt forbids to read it
	Later      Reason = "later"      // a page of a list after its first
	Excluded   Reason = "excluded"   // the caller wants it so
)

// Reasons returns all of them in that order.
func Reasons() []Reason {
	return []Reason{Unreadable, NotFound, Fragment, Redirected, Refresh, NoIndex, Canonical, Robots, Later, Excluded}
}

// Rule is the rule of docs/discovery-rules.md that a reason follows.
func (r Reason) Rule() string {
	switch r {
	case "":
		return ""
	case Canonical:
		return "L8"
	case Unreadable:
		return "L1"
	}
	return "L9"
}

// Date is a date and what says it.
type Date struct {
	Time    time.Time // zero: nobody says it
	DayOnly bool
	From    string // "JSON-LD dateModified", "article:modified_time", "time dateModified"
}

// Set is the pages of a tree.
type Set struct {
	Tree  *webtree.Tree
	Pages []Page // by path
	Found diag.List

	byFile map[int32]int32
}

// Of returns the page of a file, nil when it has none.
func (s *Set) Of(file int32) *Page {
	if i, ok := s.byFile[file]; ok {
		return &s.Pages[i]
	}
	return nil
}

// mostPage is how many bytes of a page are read.
const mostPage = 32 << 20

// Read reads all HTML files of a tree.
func Read(ctx context.Context, t *webtree.Tree, o Options) (*Set, error) {
	exclude, err := glob.NewSet(o.Exclude)
	if err != nil {
		return nil, err
	}
	var files []int32
	for i := range t.Len() {
		if t.File(int32(i)).HTML() {
			files = append(files, int32(i))
		}
	}
	shared := &shared{t: t, o: o, exclude: exclude, plain: map[int]bool{}}
	for _, r := range t.Redirects().List() {
		shared.plain[r.Line] = r.Plain
	}
	if len(o.Robots) > 0 {
		shared.robots = sitemap.ParseRobots(o.Robots)
	}
	read, err := par.MapWith(ctx, o.Jobs, files, shared.newReader, func(_ context.Context, r *reader, file int32) (result, error) {
		return r.read(file), nil
	})
	if err != nil {
		return nil, err
	}
	s := &Set{Tree: t, Pages: make([]Page, len(read)), byFile: make(map[int32]int32, len(read))}
	for i := range read {
		s.Pages[i] = read[i].page
		s.byFile[read[i].page.File] = int32(i)
		s.Found = append(s.Found, read[i].found...)
	}
	s.linkVersions()
	return s, nil
}

// result is a page, and what is wrong with it.
type result struct {
	page  Page
	found diag.List
}

// oddName says why a path cannot be an address, "" when it can.
func oddName(name string) string {
	if !utf8.ValidString(name) {
		return "its name is no UTF-8"
	}
	for _, c := range name {
		if c < ' ' || c == 0x7f {
			return fmt.Sprintf("its name holds the control character %U", c)
		}
	}
	return ""
}

// notFoundPage reports whether a file is what hosts show where there is nothing: 404.html, or 404/index.html of
// generators that know no other names, of the whole site or of a language. docs/404.html is a page about it.
func notFoundPage(name string) bool {
	dir, base := path.Split(strings.TrimSuffix(name, "/index.html"))
	if base != "404.html" && (base != "404" || !strings.HasSuffix(name, "/index.html")) {
		return false
	}
	_, language := sitemap.Hreflang(strings.TrimSuffix(dir, "/"))
	return dir == "" || language
}

// Continues reports whether a file is page 2 or later of a list, as generators name them: posts/page/2/index.html,
// posts/page/2.html.
func Continues(name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".html"), ".htm"), "/index")
	dir, number := path.Split(name)
	return number != "" && strings.Trim(number, "0123456789") == "" && (dir == "page/" || strings.HasSuffix(dir, "/page/"))
}
