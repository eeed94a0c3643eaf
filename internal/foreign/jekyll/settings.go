package jekyll

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// settings are the parts of a Jekyll configuration that affect pages.
type settings struct {
	Dir         string            // folder of the project, a prefix of all file paths; "": none
	Zone        *time.Location    // of the dates; UTC, which is that of most hosts, without a valid setting
	Permalink   string            // https://jekyllrb.com/docs/permalinks/. Default: "date".
	Collections map[string]string // permalinks of published collections, by name; "": the default
	Parent      string            // collections_dir: folder that contains the collections; "": Dir
	Defaults    []defaults        // the last matching one wins: longer paths, then those with a type, are last
	Lang        string            // language of the site
	Languages   []language        // folders of other languages
	Editions    []string          // keys of the languages of jekyll-polyglot, which have copies of the site
	First       string            // folder at the root for the language of the site; "": none
	Markdown    []string          // extensions of pages in Markdown: ".md"
	Notes       []string          // files for those who work on the project, which are no pages
	Dollars     bool              // $x$ is a formula
	Feed        string            // path of the feed that jekyll-feed writes; "": none
	unread      glob.Set          // patterns of files that Jekyll does not read, without names that begin with "_"
	kept        []string          // patterns of hidden or excluded files that it does read
	keeps       glob.Set          // the same
	Config      config
	shown       map[string]any // the configuration for {{ site.key }}, its tables in the order of the file
	made        *sync.Map      // see memo
}

// defaults is front matter for all files in a folder, of a type, or both:
// https://jekyllrb.com/docs/configuration/front-matter-defaults/
type defaults struct {
	Path   string // folder, file or pattern; "": every file
	Type   string // "posts", "pages", "drafts", or the name of a collection; "": every type
	Values map[string]any
}

// settingsOf reads the configuration of a project in a folder; "." or "" is the folder of the content.
// https://jekyllrb.com/docs/configuration/options/
func settingsOf(root fs.FS, c config, dir string) *settings {
	s := &settings{Dir: strings.TrimPrefix(dir, "."), Config: c, shown: map[string]any{}, made: &sync.Map{}}
	for key, v := range c.values {
		s.shown[key] = inOrder(v, c.lines, key+".", nil)
	}
	for _, name := range []string{
		"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE.md", "CODE_OF_CONDUCT.md",
	} { // with front matter, they are pages, as all files with it
		if start, _ := foreign.Head(root, path.Join(".", s.Dir, name), 64); !bytes.HasPrefix(start, []byte("---")) {
			s.Notes = append(s.Notes, name)
		}
	}
	extensions := cmp.Or(foreign.TextOf(c.values["markdown_ext"]), "markdown,mkdown,mkdn,mkd,md")
	for _, name := range strings.FieldsFunc(extensions, func(c rune) bool { return c == ',' || c == ' ' }) {
		s.Markdown = append(s.Markdown, "."+strings.ToLower(name))
	}
	if feed, _ := c.values["feed"].(map[string]any); slices.Contains(s.plugins(), "jekyll-feed") {
		s.Feed = strings.Trim(path.Clean("/"+cmp.Or(foreign.TextOf(feed["path"]), "feed.xml")), "/")
		if foreign.Exists(root, path.Join(".", s.Dir, s.Feed)) {
			s.Feed = ""
		}
	}
	s.Dollars = oneDollar(root, path.Join(".", s.Dir))
	s.exclude()
	s.Permalink, _ = c.values["permalink"].(string)
	if s.Zone, _ = time.LoadLocation(foreign.TextOf(c.values["timezone"])); s.Zone == nil {
		s.Zone = time.UTC
	}
	parent, _ := c.values["collections_dir"].(string)
	s.Parent = strings.Trim(path.Clean("/"+parent), "/")
	collections, _ := c.values["collections"].(map[string]any)
	for name, v := range collections {
		options, _ := v.(map[string]any)
		permalink, _ := options["permalink"].(string)
		switch {
		case name == "posts":
			s.Permalink = cmp.Or(permalink, s.Permalink)
		case options["output"] == true && name != "drafts" && name == path.Base(name):
			if s.Collections == nil {
				s.Collections = map[string]string{}
			}
			s.Collections[name] = permalink
		}
	}
	rules, _ := c.values["defaults"].([]any)
	for _, v := range rules {
		rule, _ := v.(map[string]any)
		scope, _ := rule["scope"].(map[string]any)
		var d defaults
		d.Values, _ = rule["values"].(map[string]any)
		d.Path, _ = scope["path"].(string)
		d.Path = strings.Trim(d.Path, "/")
		d.Type, _ = scope["type"].(string)
		if s.Defaults = append(s.Defaults, d); d.Path == "" && d.Type == "" {
			s.Lang = foreign.TextOf(d.Values["lang"])
		}
	}
	slices.SortStableFunc(s.Defaults, func(a, b defaults) int {
		return cmp.Or(cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(min(len(a.Type), 1), min(len(b.Type), 1)))
	})
	s.Lang = cmp.Or(foreign.TextOf(c.values["lang"]), foreign.TextOf(c.values["locale"]), s.Lang)
	if s.Lang = strings.ReplaceAll(s.Lang, "_", "-"); !tag.MatchString(s.Lang) {
		s.Lang = "en"
	}
	s.polyglot()
	s.findLanguages(root)
	return s
}

// dated matches a page of a collection with a date in its name, which is its date, and no part of its title:
// https://github.com/jekyll/jekyll/blob/master/lib/jekyll/document.rb
var dated = pattern.New(`^(?:.+/)?(\d{4})-(\d{1,2})-(\d{1,2})-([^/]+)\.\w+$`)

// post matches a post. Other files in its folder are not published.
var post = pattern.New(`^(?:(.+)/)?_posts/(.*/)?(\d{4})-(\d{1,2})-(\d{1,2})-([^/]+)\.\w+$`)

// nameOf returns the name of a page of a collection without its date and extension.
func nameOf(file string) string {
	if d := dated.FindStringSubmatch(file); d != nil {
		return d[4]
	}
	return path.Base(foreign.Stem(file))
}

// front sets the URL and date of a page as in Jekyll, and marks unpublished pages as drafts.
func (s *settings) front(file string, values map[string]any, body []byte) {
	if s.Dir != "" {
		file = strings.TrimPrefix(file, s.Dir+"/")
	}
	inProject := file
	if len(s.Editions) > 0 {
		file = s.shared(file)
	}
	file = s.inCollections(file)
	s.defaults(file, values)
	if foreign.IsNo(values["published"]) { // https://jekyllrb.com/docs/front-matter/#predefined-global-variables
		values["draft"] = true
	}
	if _, truth := values["published"].(bool); truth || foreign.IsNo(values["published"]) {
		delete(values, "published")
	}
	m := post.FindStringSubmatch(file)
	if tags := append(singular(values["tag"]), foreign.Words(values["tags"])...); len(tags) > 0 {
		values["tags"] = tags
	}
	categories(values, above(m))
	delete(values, "aliases") // a value like any other
	var aliases []any
	for _, v := range singular(values["redirect_from"]) { // of https://github.com/jekyll/jekyll-redirect-from
		aliases = append(aliases, written(foreign.TextOf(v), foreign.TextOf(v)))
	}
	if len(aliases) > 0 {
		values["aliases"] = aliases
	}
	if values["redirect_to"] != nil {
		values["build"] = map[string]any{"list": "never"}
	}
	foreign.Move(values, "last_modified_at", "lastmod")
	if text := foreign.TextOf(values["excerpt"]); text != "" && values["summary"] == nil {
		values["summary"] = text
	}
	for _, key := range []string{"date", "lastmod"} {
		if text, ok := values[key].(string); ok {
			values[key] = foreign.PaddedDate(text)
		}
	}
	delete(values, "layout") // the layout belongs to the old theme
	if isHTML(file) {
		foreign.Document(values, body)
	}
	of, at := s.collection(file)
	named := m != nil || of != "" && path.Base(at) != "index"
	if named && foreign.TextOf(values["title"]) == "" && !top.Match(body[:min(len(body), headSize)]) {
		values["title"] = titled(nameOf(file))
	}
	s.url(file, m, values)
	s.localized(inProject, values)
	if values["url"] == "/" { // the home page, whatever its file
		values["slug"] = "/"
		delete(values, "url")
	}
}

// inCollections returns the path of a file below the folder of the collections, if it is in it.
func (s *settings) inCollections(file string) string {
	if s.Parent == "" {
		return file
	}
	return strings.TrimPrefix(file, s.Parent+"/")
}

// above returns the folders above _posts; m is the match of post.
func above(m []string) string {
	if m == nil {
		return ""
	}
	return m[1]
}

// top matches a heading at the start of a text, which is its title.
var top = pattern.New(`^\s*(?:#+[ \t]*(.+)|(\S.*)\n[=-]+[ \t\r]*(?:\n|$))`)

// titled returns Jekyll's title for the name of a post.
func titled(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words {
		if r, n := utf8.DecodeRuneInString(w); n > 0 {
			words[i] = string(unicode.ToUpper(r)) + strings.ToLower(w[n:])
		}
	}
	return strings.Join(words, " ")
}

// singular returns the values of category or tag: a text with blanks is one, and a list is allowed, too.
// https://github.com/jekyll/jekyll/blob/master/lib/jekyll/utils.rb (pluralized_array_from_hash)
func singular(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	if v == nil {
		return nil
	}
	return []any{v}
}

// categories sets the categories of a page: the folders above _posts, and those in the front matter.
func categories(values map[string]any, above string) {
	var list []any
	add := func(v any) {
		if v != nil && v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for name := range strings.SplitSeq(above, "/") {
		add(name)
	}
	for _, v := range foreign.Words(values["categories"]) {
		add(v)
	}
	for _, v := range singular(values["category"]) {
		add(v)
	}
	if len(list) > 0 {
		values["categories"] = list
	}
}

// url sets the URL of a page; m is the match of post in its path.
func (s *settings) url(file string, m []string, values map[string]any) {
	permalink, _ := values["permalink"].(string)
	own := permalink != ""
	if values["url"] != nil {
		return
	}
	name, rest := s.collection(file)
	stem := strings.TrimRight(foreign.Stem(file), ".")
	p := parts{path: path.Dir(file), name: path.Base(stem), title: path.Base(stem), ext: ".html", values: values}
	p.slug, _ = values["slug"].(string)
	p.categories = foreign.Words(values["categories"])
	p.date = s.at(values["date"])
	switch {
	case m != nil:
		p.title = strings.TrimRight(m[6], ".")
		s.date(&p, m[3:6])
		if !own {
			permalink = cmp.Or(permalinks[s.Permalink], s.Permalink)
		}
		p.collection, p.path = "posts", path.Join(m[2], p.name)
	case name != "":
		p.collection, p.path = name, rest
		if d := dated.FindStringSubmatch(file); d != nil {
			p.title = d[4]
			s.date(&p, d[1:4])
		}
		if !own {
			permalink = cmp.Or(s.Collections[name], "/:collection/:path"+s.end())
		}
	case own:
	default:
		switch {
		case p.name == "index" || p.name == "README":
			if nav.Unusual(p.path) {
				values["url"] = "/" + p.path + "/"
			}
		case s.end() != "/":
			values["url"] = "/" + stem + ".html"
		case nav.Unusual(stem) || strings.ToLower(stem) != stem: // as it is typed
			values["url"] = "/" + stem + "/"
		}
		return
	}
	values["url"] = written(p.fill(permalink), foreign.TextOf(values["permalink"]))
}

// date sets the date of a page to the one in its name, if its front matter has none.
func (s *settings) date(p *parts, day []string) {
	if p.date.IsZero() {
		p.values["date"] = fmt.Sprintf("%s-%02s-%02s", day[0], day[1], day[2])
		p.date = s.at(p.values["date"])
	}
}

// end returns the end of the URLs of pages.
func (s *settings) end() string {
	if strings.HasSuffix(s.Permalink, "/") || s.Permalink == "pretty" {
		return "/"
	}
	return ":output_ext"
}

// collection returns the collection of a file, and the file's path in it without extension; "" if none.
func (s *settings) collection(file string) (name, rest string) {
	folder, rest, _ := strings.Cut(file, "/")
	name, ok := strings.CutPrefix(folder, "_")
	if _, known := s.Collections[name]; !ok || !known || rest == "" {
		return "", ""
	}
	return name, strings.TrimSuffix(rest, path.Ext(rest))
}

// defaults applies the front matter defaults of the configuration.
func (s *settings) defaults(file string, values map[string]any) {
	own := values["categories"] != nil
	for _, d := range s.matching(file) {
		for key, v := range d.Values {
			list, _ := v.([]any)
			if key = strings.ToLower(key); values[key] == nil {
				values[key] = v
			} else if own && key == "categories" { // those of a page come after a list
				values[key] = append(slices.Clone(list), foreign.Words(values[key])...)
			}
		}
	}
}

// said returns the front matter of a file with the defaults, without what front changes.
func (s *settings) said(file string, values map[string]any) map[string]any {
	values = maps.Clone(values)
	s.defaults(s.inCollections(strings.TrimPrefix(strings.TrimPrefix(file, s.Dir), "/")), values)
	return values
}

// hides reports whether a file without front matter is not published: defaults for pages are not for it.
func (s *settings) hides(file string) bool {
	file = s.inCollections(strings.TrimPrefix(strings.TrimPrefix(file, s.Dir), "/"))
	for _, d := range s.matching(file) {
		if v := d.Values["published"]; v != nil && d.Type != "pages" {
			return foreign.IsNo(v)
		}
	}
	return false
}

// matching returns the defaults for a file; the first that has a value wins.
func (s *settings) matching(file string) (out []defaults) {
	kind := s.kind(file)
	for _, d := range slices.Backward(s.Defaults) {
		if inScope(d.Path, file) && (d.Type == "" || d.Type == kind) {
			out = append(out, d)
		}
	}
	return out
}

// inScope reports whether the path of a default matches a file or a folder that contains it.
func inScope(scope, file string) bool {
	if scope == "" || file == scope || strings.HasPrefix(file, scope+"/") {
		return true
	}
	if !strings.ContainsAny(scope, "*?[") {
		return false
	}
	for ; file != "."; file = path.Dir(file) {
		if ok, err := path.Match(scope, file); ok && err == nil {
			return true
		}
	}
	return false
}

// kind returns the type of a file for front matter defaults.
func (s *settings) kind(file string) string {
	for folder := range strings.SplitSeq(path.Dir(file), "/") {
		if name, ok := strings.CutPrefix(folder, "_"); ok {
			return name
		}
	}
	return "pages"
}

// at returns a date in front matter in the zone of the site. Zero if it is not a valid date.
func (s *settings) at(v any) time.Time {
	at, _, _ := frontmatter.Date(v, s.Zone)
	return at.In(s.Zone)
}
