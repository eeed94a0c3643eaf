package jekyll

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
)

// kept is what was made of texts with a hash.
type kept struct {
	sum   uint64
	value any
	err   error
}

// memo returns what f makes of texts with a hash, which it does once for all pages.
func (s *settings) memo(name string, sum uint64, f func() (any, error)) (any, error) {
	if k, ok := s.made.Load(name); ok && k.(kept).sum == sum {
		return k.(kept).value, k.(kept).err
	}
	v, err := f()
	s.made.Store(name, kept{sum, v, err})
	return v, err
}

// ofPages are the values of a site that depend on its pages.
var ofPages = []string{
	"posts", "pages", "html_pages", "related_posts", "tags", "categories", "collections", "documents",
}

// siteValues is the variable site: https://jekyllrb.com/docs/variables/#site-variables
type siteValues struct{ *text }

// Member returns a value of the site. A text that is converted does not follow other pages, so they are not known.
func (v siteValues) Member(_ *liquid.Run, key string) any {
	_, collection := v.collectionsIn()[key]
	if v.page.Heads == nil && (collection || slices.Contains(ofPages, key)) {
		return liquid.Unknown("site." + key)
	}
	switch key {
	case "baseurl":
		return v.base()
	case "url":
		return siteURL
	case "data":
		return dataFolder(path.Join(v.Dir, "_data"))
	case "posts":
		return v.documents("posts")
	case "pages", "html_pages":
		return v.documents(strings.TrimPrefix(key, "html_pages"))
	case "related_posts":
		posts := v.documents("posts")
		others := slices.DeleteFunc(slices.Clone(posts), func(d any) bool { return d.(*document).file == v.page.File })
		if len(others) == len(posts) {
			return nil // the page is not a post
		}
		return others[:min(10, len(others))]
	case "tags", "categories":
		return v.terms(key)
	case "collections":
		var out []any
		for _, name := range slices.Sorted(slices.Values(v.collectionNames())) {
			options, _ := v.collectionsIn()[name].(map[string]any)
			table := map[string]any{"label": name, "docs": v.documents(name), "output": name == "posts"}
			for key, value := range options {
				table[key] = value
			}
			out = append(out, table)
		}
		return out
	case "documents":
		var out []any
		for _, name := range v.collectionNames() {
			docs := slices.Clone(v.documents(name))
			if name == "posts" { // the oldest first
				slices.Reverse(docs)
			}
			out = append(out, docs...)
		}
		return out
	case "time", "static_files", "html_files", "github":
		return liquid.Unknown("site." + key)
	}
	if collection {
		return v.documents(key)
	}
	return v.shown[key]
}

// Keys returns no names, because nobody visits all values of a site.
func (v siteValues) Keys(*liquid.Run) []string { return nil }

func (s *settings) collectionsIn() map[string]any {
	switch v := s.Config.values["collections"].(type) {
	case map[string]any:
		return v
	case []any:
		out := map[string]any{}
		for _, name := range v {
			out[foreign.TextOf(name)] = nil
		}
		return out
	}
	return nil
}

func (s *settings) collectionNames() []string {
	names := slices.Sorted(maps.Keys(s.collectionsIn()))
	if t, ok := s.shown["collections"].(*liquid.Table); ok {
		names = slices.Clone(t.Names) // in the order of the file
	}
	if !slices.Contains(names, "posts") {
		names = append([]string{"posts"}, names...)
	}
	return names
}

// terms returns the posts of each tag or category, in the order in which the oldest posts have them.
func (r *text) terms(key string) any {
	if t := r.ofTerms[key]; t != nil {
		return t
	}
	posts := r.documents("posts")
	t := &liquid.Table{Values: map[string]any{}}
	for _, d := range slices.Backward(posts) {
		for _, term := range foreign.Words(d.(*document).values[key]) {
			if name := foreign.TextOf(term); t.Values[name] == nil {
				t.Names, t.Values[name] = append(t.Names, name), []any{}
			}
		}
	}
	for _, d := range posts {
		for _, term := range foreign.Words(d.(*document).values[key]) {
			name := foreign.TextOf(term)
			t.Values[name] = append(t.Values[name].([]any), d)
		}
	}
	if r.ofTerms == nil {
		r.ofTerms = map[string]*liquid.Table{}
	}
	r.ofTerms[key] = t
	return t
}

// documents returns the pages of a collection, or those in none, in Jekyll's order: with the name "pages", also
// templates of other files.
func (r *text) documents(name string) []any {
	folder := ""
	if name != "" && name != "pages" {
		folder = "_" + name
	}
	if r.page.Heads == nil {
		return []any{}
	}
	heads := r.page.Heads(folder)
	v, _ := r.memo("\x00"+name, heads.Hash, func() (any, error) {
		var out []any
		for _, h := range heads.Files {
			if d := r.document(h); d != nil && (name == "pages" || r.isPage(h.File)) && (name != "posts" || !d.date.IsZero()) {
				out = append(out, d)
			}
		}
		slices.SortStableFunc(out, func(a, b any) int {
			x, y := a.(*document), b.(*document)
			switch name {
			case "posts":
				return cmp.Or(y.date.Compare(x.date), strings.Compare(y.file, x.file))
			case "", "pages":
				return cmp.Or(strings.Compare(path.Base(x.file), path.Base(y.file)), strings.Compare(x.file, y.file))
			}
			if x.date.IsZero() != y.date.IsZero() { // one without a date has that of the build
				return cmp.Compare(y.date.Unix(), x.date.Unix())
			}
			return cmp.Or(x.date.Compare(y.date), strings.Compare(x.file, y.file))
		})
		return out, nil
	})
	all, _ := v.([]any)
	if r.page.Published == nil {
		return all
	}
	out := make([]any, 0, len(all))
	for _, d := range all {
		if at := d.(*document).date; at.IsZero() || r.page.Published(at) {
			out = append(out, d)
		}
	}
	return out
}

// document is a page of the site, as Liquid sees it.
type document struct {
	*settings
	file    string
	values  map[string]any
	date    time.Time      // zero: none
	written map[string]any // front matter of the file, and defaults
}

// document returns the page of a file; nil if the file is none, or is not published.
func (r *text) document(h foreign.FileHead) *document {
	if h.Text == nil || r.excluded(strings.TrimPrefix(strings.TrimPrefix(h.File, r.Dir), "/")) {
		return nil
	}
	front, err := frontmatter.Parse(h.File, foreign.Closed(h.Text))
	if err != nil || front.Values == nil {
		return nil
	}
	d := &document{settings: r.settings, file: h.File, values: front.Values, written: r.said(h.File, front.Values)}
	r.front(h.File, d.values, nil)
	if d.values["draft"] == true {
		return nil
	}
	d.date = r.at(d.values["date"])
	return d
}

// Member returns a value of the page: https://jekyllrb.com/docs/variables/#page-variables
func (d *document) Member(run *liquid.Run, key string) any {
	r := run.Tool.(*text)
	switch key {
	case "content", "output":
		return liquid.Unknown("")
	case "excerpt":
		if _, own := d.values[key]; !own {
			return r.excerpt(d)
		}
	case "title":
		if foreign.TextOf(d.values[key]) == "" {
			return d.inferred(r)
		}
	case "url":
		return d.urlIn()
	case "path", "relative_path":
		return strings.TrimPrefix(strings.TrimPrefix(d.file, d.Dir), "/")
	case "name":
		if d.collectionOf() == "" || d.values[key] == nil {
			return path.Base(d.file)
		}
	case "ext":
		return path.Ext(d.file)
	case "dir":
		return strings.TrimSuffix(path.Dir(d.urlIn()+"x"), "/") + "/"
	case "id":
		if d.collectionOf() != "" {
			return path.Join(path.Dir(strings.TrimSuffix(d.urlIn(), "/")), run.Text(d.Member(run, "slug")))
		}
	case "slug":
		if d.collectionOf() != "" && d.values[key] == nil {
			return nameOf(d.file)
		}
	case "collection":
		if name := d.collectionOf(); name != "" {
			return name
		}
		return nil
	case "date":
		if !d.date.IsZero() {
			return d.date
		}
	case "tags", "categories":
		if d.values[key] == nil {
			return []any{}
		}
	case "draft":
		return false
	case "previous", "next":
		return d.neighbor(r, key)
	}
	if v, ok := d.values[key]; ok {
		if list, ok := v.([]any); ok && d.file == r.page.File && r.page.Read != nil &&
			slices.ContainsFunc(list, func(v any) bool { _, table := v.(map[string]any); return table }) {
			text, _ := r.page.Read(d.file)
			return inOrder(v, nil, "", firstKeys(text[:min(len(text), headSize)]))
		}
		return v
	}
	return d.written[strings.ToLower(key)]
}

// Keys returns the keys of the front matter.
func (d *document) Keys(*liquid.Run) []string { return slices.Sorted(maps.Keys(d.values)) }

// collectionOf returns the name of the collection of the page; "" for none.
func (d *document) collectionOf() string {
	if kind := d.kind(strings.TrimPrefix(d.file, d.Dir+"/")); kind != "pages" {
		return kind
	}
	return ""
}

// inferred returns the title of a page without one: that of its name in a collection, or its heading with
// https://github.com/jekyll/jekyll-titles-from-headings.
func (d *document) inferred(r *text) any {
	if d.collectionOf() != "" {
		return titled(nameOf(d.file))
	}
	plugin := slices.Contains(d.plugins(), "jekyll-titles-from-headings")
	if m := top.FindStringSubmatch(r.bodyOf(d)); plugin && m != nil && !liquid.In(m[0]) {
		return strings.TrimSpace(anyTag.ReplaceAllString(r.toHTML(m[1]+m[2]), ""))
	}
	return nil
}

// urlIn returns the URL of the page without that of the site.
func (d *document) urlIn() string {
	if file := strings.TrimPrefix(strings.TrimPrefix(d.file, d.Dir), "/"); !d.isPage(file) {
		return encoded("/" + d.pathOf(file, d.values))
	}
	if url, ok := d.values["url"].(string); ok {
		return encoded(url)
	}
	if d.values["slug"] == "/" {
		l := d.languageOf(strings.TrimPrefix(d.file, d.Dir+"/"))
		if l != nil && l.key != keyOf(d.Lang) {
			return "/" + l.key + "/"
		}
		return "/"
	}
	name := "/" + strings.TrimPrefix(strings.TrimPrefix(foreign.Stem(d.file), d.Dir), "/")
	if base := path.Base(name); base == "index" || base == "README" {
		return strings.TrimSuffix(path.Dir(name), "/") + "/"
	}
	return name + "/"
}

// neighbor returns the post before or after a post; nil for none.
func (d *document) neighbor(r *text, key string) any {
	posts := r.documents("posts")
	at := slices.IndexFunc(posts, func(p any) bool { return p.(*document).file == d.file })
	if at < 0 {
		return nil
	}
	if at++; key == "next" {
		at -= 2
	}
	if at < 0 || at == len(posts) {
		return nil
	}
	return posts[at]
}

// separator returns what ends the excerpt of a page; "" for the first paragraph.
func (s *settings) separator(values map[string]any) string {
	own, _ := values["excerpt_separator"].(string)
	all, _ := s.Config.values["excerpt_separator"].(string)
	return cmp.Or(own, all)
}

// excerpt returns the HTML of the first paragraph of a page: https://jekyllrb.com/docs/posts/#post-excerpts
func (r *text) excerpt(d *document) any {
	if r.page.Read == nil {
		return liquid.Unknown("")
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(r.bodyOf(d)), cmp.Or(r.separator(d.values), "\n\n"))
	if strings.Contains(first, "{%") || strings.Contains(first, "{{") {
		return liquid.Unknown("")
	}
	if isHTML(d.file) {
		return first
	}
	return r.toHTML(first + "\n\n" + strings.Join(definition.FindAllString(rest, -1), "\n"))
}

// bodyOf returns the text of a page; "" if it cannot be read.
func (r *text) bodyOf(d *document) string {
	if r.page.Read == nil {
		return ""
	}
	source, _ := r.page.Read(d.file)
	front, err := frontmatter.Parse(d.file, foreign.Closed(source))
	if err != nil {
		return ""
	}
	return string(foreign.Closed(source)[front.Body:])
}

// definition matches the definition of a link or footnote: the first paragraph may contain references to it.
var definition = pattern.New(`(?m)^ {0,3}\[[^\]]+\]:[ \t].*$`)
