package docusaurus

import (
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/port"
)

// written is a page of a conversion.
type written struct {
	index  int // in Files
	body   int // length of its text
	locale string
	file   string // its source
	to     string // its new path in the content of the locale
	url    string // without a slash at the end
}

// urlOf returns the URL of a new page, without a slash at the end.
func (d *docusaurus) urlOf(s *port.Source, locale, to string) string {
	if url, _ := s.Values["url"].(string); url != "" {
		return path.Clean(url)
	}
	folder, name := path.Dir(to), path.Base(foreign.Stem(to))
	if slug, _ := s.Values["slug"].(string); slug != "" {
		name = slug
	}
	if path.Base(to) == "_index.md" {
		name = ""
	}
	return path.Join(d.prefix(locale), folder, name)
}

// urlLink matches links in Markdown that are relative.
var urlLink = pattern.New(`(\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]+<?)([^)>\s:#?/][^)>\s:#?]*)([)>#?\s]|$)`)

// relativeLinks changes links to pages by their URLs so they name the files: unless URLs of Docusaurus end with a slash,
// such links start from the folder. https://docusaurus.io/docs/markdown-features/links
func (d *docusaurus) relativeLinks() {
	pages := map[string]string{} // new paths by the URL
	for _, w := range d.written {
		pages[w.url], pages[foreign.Stem(w.file)], pages["new "+w.to] = w.to, w.to, w.to
	}
	for _, w := range d.written {
		f := &d.Files[w.index]
		start := len(f.Data) - w.body
		t := block.New(string(f.Data[start:]))
		t.Each(func(line string) string {
			return block.Outside(line, func(s string) string {
				return urlLink.ReplaceAllStringFunc(s, func(link string) string {
					m := urlLink.FindStringSubmatch(link)
					if to := d.fileAt(pages, w, m[2]); to != "" {
						return m[1] + to + m[3]
					}
					return link
				})
			})
		})
		f.Data = slices.Concat(f.Data[:start], []byte(t.String()))
	}
}

// fileAt returns the path of the page at a URL relative to that of another page, as a link there names it; "" if no page
// has the URL.
func (d *docusaurus) fileAt(pages map[string]string, from written, to string) string {
	name, err := url.PathUnescape(to)
	if err != nil {
		return ""
	}
	folder := from.url
	if d.Dialect.NoSlash {
		folder = path.Dir(folder)
	}
	at := path.Join(folder, name)
	if path.Ext(name) == ".md" && pages["new "+path.Join(path.Dir(from.to), name)] == "" { // in another part of the project
		at = foreign.Stem(path.Join(path.Dir(from.file), name))
	}
	file := pages[at]
	if rest, ok := strings.CutPrefix(at, d.prefix(from.locale)); ok && file == "" { // shown in the default language
		file = pages["/"+rest]
	}
	rel, err := filepath.Rel(path.Dir(from.to), file)
	if file == "" || err != nil {
		return ""
	}
	return (&url.URL{Path: filepath.ToSlash(rel)}).EscapedPath()
}
