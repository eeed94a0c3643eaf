// Package witness reads a finished site independently of sitegen, and finds contradictions between its parts:
// sitemaps, text sitemaps, robots.txt, heads of pages, JSON-LD, feeds, and the files that a server would send.
//
//	for _, p := range witness.Contradictions(witness.Site{Hosts: []witness.Host{{Dir: "public", Base: "https://example.org/"}}}) {
//		t.Error(p)
//	}
//
// It is for tests. It shares no code with the packages that write these files, not even the XML and HTML
// readers, so a mistake cannot be on both sides.
package witness

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Host is a folder that is served at a URL.
type Host struct {
	Dir  string   // folder
	Base string   // address of the folder's root, with a slash at its end
	Not  []string // folders below Dir that are not served here, as "de/"
}

// Site is a finished site, and what is known about it apart from its files.
type Site struct {
	Hosts []Host
	Clock time.Time // of the build: no date is later

	// Listed tells whether lists may contain a page, by the ID of its heading, which begins with "mark-"; nil
	// if there are no such pages.
	Listed map[string]bool

	Unlisted []string // addresses below which nothing need be listed
	Silent   bool     // the theme writes no metadata into the heads of pages
	Said     []string // texts of the site that look like those that Leftovers finds
	Rolled   bool     // lists have the dates of their pages: no other source is set, and no build saw a change
}

// report collects contradictions.
type report struct{ out []string }

func (r *report) add(format string, args ...any) { r.out = append(r.out, fmt.Sprintf(format, args...)) }

// Contradictions returns the contradictions in the order found, or nil if all parts agree.
func Contradictions(s Site) []string {
	r := &report{}
	w := world{Site: s, report: r, pages: map[string]*page{}, entries: map[string]*entry{}, rules: map[string]hostRules{}}
	for _, h := range s.Hosts {
		if err := w.read(h); err != nil {
			r.add("%s: %v", h.Dir, err)
		}
	}
	for _, h := range s.Hosts {
		w.rules[h.Base] = readRules(w.files[h.Base])
		w.robots(h)
		w.feeds(h)
	}
	w.compare()
	return r.out
}

// world contains everything that was read.
type world struct {
	Site
	*report
	files   map[string]map[string]string // by base and slash path
	pages   map[string]*page             // by the address of their file
	entries map[string]*entry            // by loc
	rules   map[string]hostRules         // by base
	order   []string                     // locs in the order of the sitemaps
	docs    []*feed
}

// read reads the files of a host.
func (w *world) read(h Host) error {
	if w.files == nil {
		w.files = map[string]map[string]string{}
	}
	files := map[string]string{}
	w.files[h.Base] = files
	return filepath.WalkDir(h.Dir, func(full string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(h.Dir, full)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if slices.ContainsFunc(h.Not, func(dir string) bool { return strings.HasPrefix(name, dir) }) {
			return nil
		}
		data, err := os.ReadFile(full)
		files[name] = string(data)
		if strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".htm") {
			w.pages[h.Base+name] = readPage(h.Base, name, string(data))
			for _, found := range Leftovers(string(data), w.Said...) {
				w.add("%s: %s", name, found)
			}
		}
		return err
	})
}

// at finds the file that a server sends for a URL. ours is false for another host; key is "" if there is no
// file.
func (w *world) at(loc string) (key string, ours bool) {
	loc, _, _ = strings.Cut(loc, "#")
	loc, _, _ = strings.Cut(loc, "?")
	h := w.host(loc)
	if h == nil {
		return "", false
	}
	rest, err := url.PathUnescape(strings.TrimPrefix(loc, ascii(h.Base)))
	if err != nil {
		return "", true
	}
	if rest == "" || strings.HasSuffix(rest, "/") {
		rest += "index.html"
	}
	if _, ok := w.files[h.Base][rest]; !ok {
		return "", true
	}
	return h.Base + rest, true
}

// host finds the host that serves a URL, or returns nil.
func (w *world) host(loc string) (h *Host) {
	for i := range w.Hosts {
		if c := &w.Hosts[i]; strings.HasPrefix(loc, ascii(c.Base)) && (h == nil || len(c.Base) > len(h.Base)) {
			h = c
		}
	}
	return h
}

// non-ASCII hosts in the random sites, and their names in DNS.
var punycode = strings.NewReplacer("bücher.example", "xn--bcher-kva.example", "größe/", "gr%C3%B6%C3%9Fe/")

// ascii returns a base in the form used in URLs.
func ascii(base string) string { return punycode.Replace(base) }
