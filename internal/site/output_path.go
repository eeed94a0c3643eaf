package site

import (
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site/sanitize"
)

// outputPath contains everything that determines the output files of a page, apart from the output format.
type outputPath struct {
	dir      string // for a list its own folder, for a page the folder that contains it; "" at the root
	base     string // slug or name of a page
	url      string // front matter `url`, tokens filled in
	expanded string // expanded permalink pattern, cleaned; "" if none
	ugly     bool   // by uglyURLs
	bundle   bool
	formats  []*config.OutputFormat // formats of the page, for a url that names a file
	rules    *rules
}

// rules contains what the output paths of one language have in common.
type rules struct {
	sanitize.Settings
	base      *Base
	prefix    string // of links: the language key, or ""
	folder    string // the same for output paths: with several hosts, always the key
	multihost bool
}

// location is the file and the link of one output.
type location struct {
	file   string // slash path in the output folder, without a leading slash
	link   string // folder of the files next to the page, rooted; "" at the root
	dir    string // folder of the files next to the page, rooted; "" at the root
	beside string // the same as a link
}

// in computes the location of a page in a format. addends is "/page/2" for a later page of a list, else "". It
// follows https://gohugo.io/content-management/urls/ and the settings of the output format; uglyURLs apply to
// pages, and links to lists then include index.html.
func (l *outputPath) in(kind Kind, f *config.OutputFormat, addends string) location {
	suffix := suffixOf(f)
	url, force := l.url, l.rules.multihost
	if kind == Home {
		url = ""
	}
	if url != "" && url[0] != '/' && !f.Root {
		force = true
	}
	if strings.Contains(url, "..") {
		url = path.Join("/", url)
	}
	link, folder := l.rules.prefix, l.rules.folder
	if f.Root && !force {
		link, folder = "", ""
	}
	ugly := (l.ugly || f.Ugly) && !f.NoUgly
	sameName := kind == Regular && !l.bundle && l.base != "" && l.base == f.BaseName
	if l.expanded == "" && sameName {
		ugly = true
	}

	var e elements
	e.add(f.Path)
	cutIndex := true
	switch {
	case url != "":
		for part := range strings.SplitSeq(l.fileURL(url, f, suffix, addends), "/") {
			e.add(part)
		}
		e.add(addends)
		switch {
		case addends != "" || strings.HasSuffix(url, "/") || !strings.Contains(url, "."):
			e.add(f.BaseName + suffix)
		default:
			suffix = path.Ext(e.list[e.n-1])
		}
		if !force {
			link, folder = "", ""
		}
		if strings.HasPrefix(url, "/"+l.rules.prefix) {
			link = ""
		}
		if strings.HasPrefix(url, "/"+l.rules.folder) {
			folder = ""
		}
	case kind == Regular || kind == NotFound:
		if l.expanded != "" {
			e.add(l.expanded)
		} else {
			e.add(l.dir)
			e.add(l.base)
		}
		e.add(addends)
		if ugly {
			e.concat(suffix)
		} else {
			e.add(f.BaseName + suffix)
		}
	default:
		if l.expanded != "" {
			e.add(l.expanded)
		} else {
			e.add(l.dir)
		}
		e.add(addends)
		if ugly && kind == Term {
			e.concat(suffix)
		} else {
			e.add(f.BaseName + suffix)
		}
		cutIndex = !ugly
	}
	if url == "" {
		for i := range e.n {
			e.list[i] = l.rules.element(e.list[i])
		}
	}
	return e.location(f.BaseName, suffix, cutIndex, sameName, link, folder)
}

func suffixOf(f *config.OutputFormat) string {
	if len(f.MediaType.Suffixes) == 0 {
		return ""
	}
	return f.MediaType.Delimiter + f.MediaType.Suffixes[0]
}

// element is Element, except that a name without any allowed character, such as that of the tag "👍", stays
// unchanged; otherwise its page would have the URL of the list above it.
func (r *rules) element(s string) string {
	out := r.Element(s)
	if strings.Count(out, "/") == strings.Count(s, "/") && out != "" && !strings.Contains(out, "//") &&
		strings.HasSuffix(out, "/") == strings.HasSuffix(s, "/") {
		return out
	}
	parts := strings.Split(s, "/")
	for i, part := range parts {
		if parts[i] = r.Element(part); parts[i] == "" && part != "" {
			parts[i] = strings.Join(strings.FieldsFunc(part, func(c rune) bool {
				return unicode.IsSpace(c) ||
					unicode.IsControl(c)
			}), "-")
			if parts[i] == "" {
				parts[i] = "-"
			}
		}
	}
	return strings.Join(parts, "/")
}

// fileURL computes the location for a front matter `url` that names a file. The name applies to the page's
// first format, /a.html, and to the first one in another folder, /amp/a.html. Other formats are next to it with
// their own extension, /a.xml, and later pages of a list below it, /a/page/2, because they would all be one
// file.
func (l *outputPath) fileURL(url string, f *config.OutputFormat, suffix, addends string) string {
	ext := path.Ext(url)
	switch {
	case ext == "" || strings.HasSuffix(url, "/"):
		return url
	case addends != "":
		return strings.TrimSuffix(url, ext)
	case !l.firstIn(f):
		return strings.TrimSuffix(url, ext) + suffix
	}
	return url
}

// firstIn reports whether f is the first format of the page in its folder.
func (l *outputPath) firstIn(f *config.OutputFormat) bool {
	for _, other := range l.formats {
		if other.Path == f.Path {
			return other.Name == f.Name
		}
	}
	return true
}

// elements are the parts of an output path.
type elements struct {
	room [8]string
	list []string
	n    int
}

func (e *elements) add(s string) {
	if s == "" || s == "/" {
		return
	}
	if e.list == nil {
		e.list = e.room[:0]
	}
	e.list = append(e.list, s)
	e.n++
}

func (e *elements) concat(suffix string) {
	if e.n == 0 {
		e.add(suffix)
		return
	}
	e.list[e.n-1] = strings.TrimSuffix(e.list[e.n-1], "/") + suffix
}

// location joins the elements. A typical page needs one string: its link and its file are substrings of it.
func (e *elements) location(baseName, suffix string, cutIndex, sameName bool, link, folder string) location {
	last := ""
	if e.n > 0 {
		last = e.list[e.n-1]
	}
	whole := rooted(folder, e.list[:e.n])
	bare := whole // without the folder of the language
	if folder != "" {
		bare = whole[len(folder)+1:]
	}
	s := location{file: whole[1:], link: bare}
	if cutIndex && last == "index.html" {
		s.link = bare[:len(bare)-len(last)]
		if sameName && strings.HasSuffix(s.link, baseName+"/") {
			s.link = s.link[:len(s.link)-len(baseName)-1]
		}
	}
	if strings.HasPrefix(last, baseName+".") {
		s.beside = bare[:strings.LastIndexByte(bare, '/')]
	} else {
		s.beside = strings.TrimSuffix(bare, suffix)
	}
	s.dir = s.beside
	if folder != "" {
		s.dir = whole[:len(folder)+1+len(s.beside)]
	}
	switch {
	case link == "":
	case link == folder:
		s.link, s.beside = whole[:len(folder)+1+len(s.link)], s.dir
	default:
		s.link, s.beside = "/"+link+s.link, "/"+link+s.beside
	}
	if strings.ContainsAny(whole, "%?") {
		return location{
			file: percent.Decoded(s.file), dir: percent.Decoded(s.dir), link: percent.Linkable(s.link),
			beside: percent.Linkable(s.beside),
		}
	}
	return s
}

// rooted joins path elements below a folder and cleans the path.
func rooted(folder string, list []string) string {
	size := 1 + len(folder)
	for _, el := range list {
		if !clean(el) {
			whole := path.Join("/", path.Join(list...))
			if folder != "" {
				whole = "/" + folder + whole
			}
			return whole
		}
		size += len(el) + 1
	}
	var b strings.Builder
	b.Grow(size)
	if folder != "" {
		b.WriteByte('/')
		b.WriteString(folder)
	}
	for _, el := range list {
		if el[0] != '/' {
			b.WriteByte('/')
		}
		b.WriteString(el)
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

// clean reports whether path.Clean would not change a path; the leading slash may be missing.
func clean(p string) bool {
	return p != "" && p[len(p)-1] != '/' && p[0] != '.' && !strings.Contains(p, "//") && !strings.Contains(p, "/.")
}

// PagerURL returns the URL of page n (from 1) of a list in one of its outputs; page 1 is the list itself.
func PagerURL(p *Page, t Target, n int) URL {
	if n <= 1 || p.output == nil {
		return t.URL
	}
	return URL{base: t.URL.base, path: p.output.in(p.Kind, t.Format, p.pagerPath(n)).link}
}

// PagerFile returns the slash path, in the output folder, of page n (from 2) of a list in one of its outputs;
// for n == 1, the path of the redirect to the list that Hugo writes there (pagination.disableAliases).
func PagerFile(p *Page, t Target, n int) string {
	if p.output == nil {
		return t.File
	}
	return p.output.in(p.Kind, t.Format, p.pagerPath(n)).file
}

// PagerNumber returns which of the first most pages of a list has a path, or 0.
func PagerNumber(p *Page, t Target, path string, most int) int {
	if path == t.File {
		return 1
	}
	for n := 2; n <= most; n++ {
		if PagerFile(p, t, n) == path {
			return n
		}
	}
	return 0
}

func (p *Page) pagerPath(n int) string {
	at := p.Edition.Language.Pagination.Path
	if !strings.Contains(at, ":num") {
		at += "/:num"
	}
	return "/" + strings.ReplaceAll(at, ":num", strconv.Itoa(n))
}
