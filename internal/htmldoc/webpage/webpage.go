// Package webpage turns the HTML files of a webtree.Tree into pages: what each of them says of itself, at which
// address it is, and everything that may keep it out of lists such as sitemaps: robots meta elements, redirects,
// canonical addresses. It finds these facts and judges nothing (internal/listing does), and it does not care who
// made the files.
//
// Read reads every file once, in one pass of a tokenizer, and keeps a few hundred bytes of each: a site may have
// hundreds of thousands. What only a few pages are asked for, as the text of those in feeds, is read again by Article.
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
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
	"github.com/sitegen/sitegen/sitemap"
)

// Options says what to read. The zero value reads everything but media.
type Options struct {
	Images, Videos bool
	Exclude        []string  // globs of files, or of addresses below the root: see Page.Excluded
	Articles       []string  // globs of files: see Page.Article
	Now            time.Time // dates after it are passed over (rule M3); zero: none is
	Jobs           int       // workers; as many as processors when 0
	Kept           kept.Options
}

// Page is what an HTML file says of itself. Texts have no space around them, addresses are absolute.
type Page struct {
	File int32  // of the tree
	Path string // its slash path in the tree
	// URL is the address to name: the canonical one where it leads to this file, else that which the host's
	// rules give it (rule L6). It is in normal form (L1 to L3).
	URL string

	Title, Description string
	Lang               string    // of the html element, as written
	Versions           []Version // in languages, as it names them
	Published          Date
	Modified           Date
	Images             []string
	Videos             []sitemap.Video // also those that lack something that a sitemap requires
	Main               uint64          // hash of the main content (html.MainHash, or by what other pages do not say)

	// What may keep it out of lists. A text says what it is for people, or to which address.
	Unreadable string // why it cannot be read, or why its name cannot be an address
	Redirect   string // the rule of the host that leads away from it: "line 3 of _redirects leads from it to /b/"
	Refresh    string // where it sends its readers without letting them read
	NoIndex    string // who says so: "its robots meta element has noindex"
	Canonical  string // the address of another page that it names as the canonical one
	NotFound   bool   // the page that hosts show where there is none
	Fragment   bool   // a part of a page, or a file that proves who owns the site
	Excluded   bool   // a glob of Options.Exclude fits
	LeftOut    string // who keeps it out of sitemaps on purpose: "its source posts/a.md says sitemap: false"

	Article bool // of a news publication: a glob of Options.Articles fits
}

// Version is a version of a page in a language, as an hreflang link names it.
type Version struct {
	Lang string // as written
	Href string
	Page int32 // in Set.Pages, of a page of the tree; Elsewhere: of another host
}

// Elsewhere stands for a page of another host.
const Elsewhere = -1

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
}

// Of returns the number of the page of a file, Elsewhere when it has none.
func (s *Set) Of(file int32) int32 {
	i, ok := slices.BinarySearchFunc(s.Pages, file, func(p Page, file int32) int { return cmp.Compare(p.File, file) })
	if !ok {
		return Elsewhere
	}
	return int32(i)
}

// mostPage is how many bytes of a page are read.
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
	for i := range s.Pages {
		for k := range s.Pages[i].Versions {
			if v := &s.Pages[i].Versions[k]; v.Page != Elsewhere {
				v.Page = s.Of(v.Page) // the file, so far
			}
		}
	}
	return s, nil
}

// oddName says why a path cannot be an address, "" when it can.
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
func Continues(name string) (number string, ok bool) {
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".html"), ".htm"), "/index")
	dir, number := path.Split(name)
	return number, number != "" && strings.Trim(number, "0123456789") == "" &&
		(dir == "page/" || strings.HasSuffix(dir, "/page/"))
}
