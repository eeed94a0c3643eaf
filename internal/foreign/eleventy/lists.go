package eleventy

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

// listed is a page in collections.
type listed struct {
	file, url, title, date string
	tags                   []any // with the names of collections
}

// pagesOf returns the Markdown pages of the project in the order of collections.
func (m manner) pagesOf(p *foreign.Page) (out []listed) {
	if p.Parsed == nil {
		return nil
	}
	folder, below := path.Base(m.input), m.input+"/"
	if m.input == "." {
		folder, below = "", ""
	}
	stem, data := "", map[string][]byte{}
	read := func(file string) ([]byte, bool) {
		text, known := data[file]
		if !known && m.input == "." && !strings.HasPrefix(file, stem+".") { // Parsed has no files without front matter
			text, _ = p.Read(file)
			data[file] = text
		}
		return text, text != nil
	}
	ends := []string{".md", ".json", ".js", ".mjs", ".cjs"}
	for _, ext := range templates() { // of layouts
		ends = append(ends, "."+ext)
	}
	files := p.Parsed(folder, ends, func(file string, text []byte) any {
		if path.Ext(file) == ".md" {
			return frontOf(text)
		}
		return text
	}).Files
	for _, f := range files {
		data[f.File], _ = f.Value.([]byte)
	}
	for _, f := range files {
		rel, inside := strings.CutPrefix(f.File, below)
		values, _ := f.Value.(map[string]any)
		if !inside || values == nil || m.ignored.Match(rel) {
			continue
		}
		stem = foreign.Stem(f.File)
		other := &foreign.Page{File: f.File, Path: rel, Values: maps.Clone(values), Read: read}
		tags := m.front(other)
		if foreign.Published(other.Values); other.Values["build"] != nil || other.Values["draft"] == true {
			continue
		}
		url, date := pageValue{other}.url(), fmt.Sprint(other.Values["date"])
		out = append(out, listed{f.File, url, cmp.Or(foreign.TextOf(other.Values["title"]), url), date, tags})
	}
	slices.SortStableFunc(out, func(a, b listed) int { return strings.Compare(a.date, b.date) })
	return out
}

// frontOf returns the front matter of a page; nil if it cannot be read.
func frontOf(text []byte) map[string]any {
	text, _ = opened(text)
	b, err := frontmatter.Parse("", foreign.Closed(text))
	if err != nil {
		return nil
	}
	return b.Values
}

// front completes the values of a page, and returns its tags with the names of collections.
func (m manner) front(p *foreign.Page) (tags []any) {
	if p.Read != nil {
		tags = m.inherit(p.Values, p.File, p.Read)
	}
	m.paginate(p)
	front(p.Values, p.Path, func(key, value string) { p.Values[key] = value })
	keep(p)
	return tags
}

// collection returns the pages with a tag, or all. Collections of programs are not known.
func (m manner) collection(p *foreign.Page, name string) []listed {
	return slices.DeleteFunc(m.pagesOf(p), func(one listed) bool {
		return name != "all" && !slices.Contains(one.tags, any(name))
	})
}

var (
	asked   = pattern.New(`\bcollections(?:\.|\[\s*["'])([\w-]+)`)
	further = pattern.New(`\{%-?\s*if\s+pagination\.pageNumber\s*(?:>\s*0|>=\s*1)\s*-?%\}(.*?)\{%-?\s*endif\s*-?%\}`)
	number  = pattern.New(`\{\{-?\s*pagination\.pageNumber\s*(\+\s*1\s*)?-?\}\}`)
	ofTag   = pattern.New(`^/?tags/\{\{-?\s*[\w.]+\s*(?:\|\s*slug(?:ify)?\s*)?-?\}\}/(?:index\.html)?$`)
)

// paginate makes one page of a page with pagination of a collection. The URLs of further pages redirect to it. A template
// for the pages of tags makes no page, because sitegen has them: https://www.11ty.dev/docs/pagination/
func (m manner) paginate(p *foreign.Page) {
	of, _ := p.Values["pagination"].(map[string]any)
	data, permalink := foreign.TextOf(of["data"]), foreign.TextOf(p.Values["permalink"])
	size, _ := strconv.Atoi(foreign.TextOf(of["size"]))
	all, computed := data == "collections", p.Values["permalink"] == nil
	name, ok := strings.CutPrefix(data, "collections.")
	if size == 1 && (all && computed || ofTag.MatchString(permalink) && (all || ok)) {
		delete(p.Values, "pagination")
		p.Values["permalink"], p.Values[tagged] = false, true
		return
	}
	if !ok || size < 2 {
		return
	}
	list := m.collection(p, name)
	if len(list) == 0 {
		return
	}
	var urls []any
	for n := range (len(list) + size - 1) / size {
		shown := "$1"
		if n == 0 {
			shown = ""
		}
		at := number.ReplaceAllStringFunc(further.ReplaceAllString(permalink, shown), func(s string) string {
			return strconv.Itoa(n + strings.Count(s, "+"))
		})
		if computed {
			at = path.Join(pageValue{p}.url(), strconv.Itoa(n))
		}
		urls = append(urls, path.Join("/", strings.TrimSuffix(expand(at, p.Path, p.Values), "index.html"))+"/")
	}
	if urls[0] == "//" || computed && urls[0] == "/0/" { // the theme has a home page
		return
	}
	if !computed {
		p.Values["permalink"] = urls[0]
	}
	old, _ := p.Values["aliases"].([]any)
	p.Values["aliases"], p.Values[listOf] = slices.Concat(old, urls[1:]), "collections."+name
	if of["reverse"] == true {
		p.Values[listOf] = "collections." + name + " | reverse"
	}
	delete(p.Values, "pagination")
}

// Keys of front matter.
const (
	listOf = "listof"      // what a page lists, as in a template
	tagged = "pagesoftags" // the page is the template for those of tags
)

// list makes a list of the pages of the first collection that a template asks for, as HTML. ok reports whether there are
// some. The theme lists the pages in the folder of a page itself.
func (r *text) list(source string) (out string, ok bool) {
	var list []listed
	for _, m := range asked.FindAllStringSubmatch(source, -1) {
		if list = r.collection(r.page, m[1]); len(list) > 0 {
			break
		}
	}
	url := pageValue{r.page}.url()
	if len(list) == 0 || url == "/" || url == "/tags/" || !strings.HasSuffix(url, "/") || r.page.Values[unknownURL] != nil {
		return "", false // the theme has a home page and a list of tags
	}
	dir, base := path.Split(foreign.Stem(r.page.File))
	if strings.Contains(source, "reverse") {
		slices.Reverse(list)
	}
	for _, one := range list {
		if (base == "index" || base == path.Base(dir)) && strings.HasPrefix(one.file, dir) {
			return "", true
		}
		if strings.HasPrefix(one.file, path.Join(r.input, url)+"/") {
			return "", false // the page of this folder
		}
		day, _, _ := strings.Cut(one.date, "T")
		if len(day) != len("2006-01-02") {
			day = ""
		}
		out += fmt.Sprintf("<li><a href=%q>%s</a> %s</li>\n", r.page.Base+one.url, html.EscapeString(one.title), day)
	}
	return "<ul>\n" + out + "</ul>\n", true
}
