// Package diff compares two states of a site and returns findings and lists of URLs.
//
// A state is a Snapshot, read from a folder of any program's finished site, from a sitemap, or from a file that Save
// wrote. Compare compares two of them. This package never uses the network.
package diff

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// Snapshot is the state of a site as search engines and feed readers see it. It is immutable.
type Snapshot struct {
	Name  string // the path that was opened
	Base  string // URL of the root; "" if unknown
	List  bool   // read from a sitemap: contents of pages and other pages are unknown
	Pages []Page // in URL order
	Feeds []Feed // in URL order

	listed    bool   // the site has a sitemap
	elsewhere string // origin of most URLs in the sitemap, if it is not the site's; else ""
	redirects string // text of _redirects
	generator string // program that the home page names
	byURL     map[string]*Page
	byFile    map[string]*Page
	saved     bool          // read from a file of Save: Name is not a folder
	tree      *webtree.Tree // nil for a List
}

// Page is one URL of a site.
type Page struct {
	// URL is the path below the root, percent-encoded ("/docs/a/"), so a site can be compared with its preview on
	// another host. A URL on another host is absolute.
	URL         string    `json:"u"`
	File        string    `json:"f,omitempty"` // path in the folder; "" if only a sitemap contains the URL
	Asset       bool      `json:"a,omitempty"` // a file in a sitemap that is not HTML
	Title       string    `json:"t,omitempty"`
	Description string    `json:"d,omitempty"`
	Canonical   string    `json:"c,omitempty"` // as a URL; "." for the page itself, "" if none
	Stub        string    `json:"s,omitempty"` // target of a refresh without delay, as a URL: the page is a redirect
	NoIndex     bool      `json:"n,omitempty"`
	Blocked     bool      `json:"b,omitempty"` // robots.txt disallows it for all crawlers
	Listed      bool      `json:"l,omitempty"` // it is in a sitemap
	LastMod     string    `json:"m,omitempty"` // from the sitemap: a day, or a time as in RFC 3339
	Versions    []Version `json:"v,omitempty"` // its language versions
	Content     uint64    `json:"h,omitempty"` // hash of the main content; 0: not known
}

// Version is a language version of a page.
type Version struct {
	Lang string `json:"l"`
	URL  string `json:"u"` // as of Page
}

// Feed is a feed of the site.
type Feed struct {
	URL       string `json:"feed"`
	ID        string `json:"id,omitempty"`        // of Atom
	Generator string `json:"generator,omitempty"` // program that wrote it
	Items     []Item `json:"items,omitempty"`
}

// Item is an entry of a feed.
type Item struct {
	ID   string `json:"i"`
	URL  string `json:"u,omitempty"` // absolute; "" if it is the ID
	Date string `json:"d,omitempty"` // date of publication or last change, RFC 3339
}

// address returns the URL of the page that the item is about.
func (i *Item) address() string {
	if i.URL == "" {
		return i.ID
	}
	return i.URL
}

// head is the first line of a saved snapshot.
type head struct {
	Sitegen   string `json:"sitegen"` // magic
	Base      string `json:"base,omitempty"`
	List      bool   `json:"list,omitempty"`
	Listed    bool   `json:"sitemap,omitempty"`
	Redirects string `json:"redirects,omitempty"`
	Generator string `json:"generator,omitempty"`
}

// magic identifies the format and its version.
const magic = "snapshot 1"

// begin is the start of every saved snapshot.
const begin = `{"sitegen":"snapshot `

// Save writes the snapshot as text: one line of JSON per page and feed, sorted, so the same site gives the same bytes.
// With packed, the text is compressed with gzip, without a time.
func (s *Snapshot) Save(w io.Writer, packed bool) error {
	if packed {
		z := gzip.NewWriter(w)
		return errors.Join(s.Save(z, false), z.Close())
	}
	out := bufio.NewWriterSize(w, 64<<10)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head{magic, s.Base, s.List, s.listed, s.redirects, s.generator}); err != nil {
		return err
	}
	for i := range s.Pages {
		if err := enc.Encode(&s.Pages[i]); err != nil {
			return err
		}
	}
	for i := range s.Feeds {
		if err := enc.Encode(&s.Feeds[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Maximum number of bytes of a line and of a saved snapshot; both are far above the limits for reading pages.
const (
	mostLine = 16 << 20
	mostSize = 4 << 30
)

// load reads the output of Save.
func load(name string, in io.Reader, host hosting.Host) (*Snapshot, error) {
	lines := bufio.NewScanner(io.LimitReader(in, mostSize))
	lines.Buffer(nil, mostLine)
	if !lines.Scan() {
		return nil, cmp.Or(lines.Err(), io.ErrUnexpectedEOF)
	}
	var h head
	if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	if h.Sitegen != magic {
		return nil, fmt.Errorf("it is a %q, and this sitegen reads %q: save it again", h.Sitegen, magic)
	}
	s := &Snapshot{
		Name: name, Base: h.Base, List: h.List, listed: h.Listed, redirects: h.Redirects, generator: h.Generator, saved: true,
	}
	for n := 2; lines.Scan(); n++ {
		if err := s.line(lines.Bytes()); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return s, s.seal(host)
}

// line reads a page or a feed.
func (s *Snapshot) line(text []byte) error {
	if bytes.HasPrefix(text, []byte(`{"feed":`)) {
		s.Feeds = append(s.Feeds, Feed{})
		return json.Unmarshal(text, &s.Feeds[len(s.Feeds)-1])
	}
	s.Pages = append(s.Pages, Page{})
	p := &s.Pages[len(s.Pages)-1]
	if err := json.Unmarshal(text, p); err != nil {
		return err
	}
	if p.URL == "" {
		return errors.New("a page without a URL")
	}
	return nil
}

// seal sorts the pages and feeds and builds the indexes.
func (s *Snapshot) seal(host hosting.Host) error {
	slices.SortStableFunc(s.Pages, func(a, b Page) int { return strings.Compare(a.URL, b.URL) })
	s.Pages = slices.CompactFunc(s.Pages, func(a, b Page) bool { return a.URL == b.URL })
	slices.SortStableFunc(s.Feeds, func(a, b Feed) int { return strings.Compare(a.URL, b.URL) })
	s.byURL, s.byFile = make(map[string]*Page, len(s.Pages)), make(map[string]*Page, len(s.Pages))
	for i := range s.Pages {
		p := &s.Pages[i]
		s.byURL[p.URL] = p
		if p.File != "" {
			s.byFile[p.File] = p
		}
	}
	if s.List || s.tree != nil {
		return nil
	}
	files := make([]webtree.File, 0, len(s.Pages)+1)
	for i := range s.Pages {
		if f := s.Pages[i].File; f != "" {
			files = append(files, webtree.File{Path: f})
		}
	}
	for _, f := range s.Feeds {
		if u, err := url.Parse(f.URL); err == nil {
			files = append(files, webtree.File{Path: strings.TrimPrefix(u.Path, "/")})
		}
	}
	if s.redirects != "" {
		files = append(files, webtree.File{Path: redirectsFile})
	}
	var err error
	s.tree, err = webtree.New(saved(s.redirects), files, webtree.Options{Base: s.Base, Host: host})
	return err
}

const redirectsFile = "_redirects"

// saved is the source for a webtree.Tree of a saved snapshot: it can read only _redirects.
type saved string

func (s saved) Read(path string, buf []byte, most int64) ([]byte, bool, error) {
	if path != redirectsFile {
		return buf, false, errors.New("a snapshot does not hold the text of " + path)
	}
	return append(buf, s[:min(int64(len(s)), most)]...), int64(len(s)) > most, nil
}
