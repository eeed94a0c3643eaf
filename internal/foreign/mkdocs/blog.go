package mkdocs

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// blog is a blog of Material for MkDocs: https://squidfunk.github.io/mkdocs-material/plugins/blog/
type blog struct {
	dir, posts   string // folders of the blog and of its posts, relative to the pages
	url          string // of posts, with {date}, {slug}, {file}, and {categories}
	date         string // layout of the date in URLs
	archiveDate  string // layout of the archive of a post; "": there are no archives
	most         int    // maximum number of categories in URLs
	authorsFile  string // "": no authors
	authors      map[string]author
	profiles     bool // authors have pages
	options      map[string]any
	first        bool // only the first blog has lists of categories, years, and authors
	unclassified bool // it has no lists of categories
}

// author is an entry of .authors.yml.
type author struct{ name, description, avatar, slug, url string }

// blogsOf returns the blogs of the plugin, which may be configured several times.
func blogsOf(plugins []string, options map[string]map[string]any) (out []*blog) {
	for _, name := range plugins {
		if short(name) != "blog" {
			continue
		}
		o := options[name]
		text := func(key, other string) string { return cmp.Or(foreign.TextOf(o[key]), other) }
		b := &blog{
			dir: path.Clean(text("blog_dir", "blog")), url: text("post_url_format", "{date}/{slug}"),
			date: layout(text("post_url_date_format", "yyyy/MM/dd")), archiveDate: layout(text("archive_url_date_format", "yyyy")),
			most: number(o["post_url_max_categories"], 1), profiles: o["authors_profiles"] == true, options: o,
			first: len(out) == 0, unclassified: o["categories"] == false,
		}
		b.posts = path.Clean(strings.ReplaceAll(text("post_dir", "{blog}/posts"), "{blog}", b.dir))
		if o["archive"] == false || !b.first {
			b.archiveDate = ""
		}
		if o["authors"] != false {
			b.authorsFile = path.Clean(strings.ReplaceAll(text("authors_file", "{blog}/.authors.yml"), "{blog}", b.dir))
		}
		out = append(out, b)
	}
	return out
}

// number returns a value that is a positive number, or else another.
func number(v any, other int) int {
	switch v := v.(type) {
	case uint64:
		return int(min(v, 1<<30))
	case int64:
		return int(min(max(v, 0), 1<<30))
	}
	return other
}

// readAuthors reads the authors of a blog: https://squidfunk.github.io/mkdocs-material/plugins/blog/#authors
func (b *blog) readAuthors(root fs.FS, docs string) error {
	if b.authorsFile == "" {
		return nil
	}
	text, ok := foreign.Head(root, path.Join(docs, b.authorsFile), foreign.MostConfig)
	if !ok {
		return nil
	}
	value, _, err := frontmatter.DecodeLast(frontmatter.YAML, path.Join(docs, b.authorsFile), text)
	file, _ := value.(map[string]any)
	list, _ := file["authors"].(map[string]any)
	if err != nil {
		return err
	}
	b.authors = map[string]author{}
	for id, v := range list {
		said, _ := v.(map[string]any)
		text := func(key string) string { return foreign.TextOf(said[key]) }
		b.authors[id] = author{
			cmp.Or(text("name"), id), text("description"), text("avatar"), cmp.Or(text("slug"), id), text("url"),
		}
	}
	return nil
}

// post gives a post the URL that the blog plugin gives it, and its lists and authors.
func (m *manner) post(p *foreign.Page, body []byte) {
	for _, b := range m.blogs {
		below, ok := strings.CutPrefix(m.path(p), b.under(b.posts))
		if !ok {
			continue
		}
		set := func(key string, value any) {
			if _, said := p.Values[key]; !said {
				p.Values[key] = value
			}
		}
		set("layout", "post")
		set("sidebar", map[string]any{"hide": true})
		if p.Values["pin"] == true {
			set("weight", uint64(1))
		}
		if most := number(p.Values["readtime"], 0); most > 0 {
			set("readingminutes", most)
		}
		categories := foreign.Words(p.Values["categories"])
		if !b.first || b.unclassified {
			delete(p.Values, "categories")
		}
		m.signed(p.Values, b)
		day, ok := dayOf(p.Values)
		if !ok {
			return
		}
		if b.archiveDate != "" {
			set("archives", []any{day.Format(b.archiveDate)})
		}
		slug := foreign.TextOf(p.Values["slug"])
		if slug == "" {
			slug = b.slug("post_slugify", cmp.Or(foreign.TextOf(p.Values["title"]), heading(body), path.Base(nav.Trim(below))))
		}
		var in []string
		for _, c := range categories[:min(len(categories), b.most)] {
			in = append(in, b.slug("categories_slugify", foreign.TextOf(c)))
		}
		at := path.Join(b.dir, strings.NewReplacer(
			"{date}", day.Format(b.date), "{slug}", slug, "{file}", foreign.Stem(path.Base(below)),
			"{categories}", strings.Join(in, "/"),
		).Replace(b.url))
		set("url", m.address(at+".md"))
	}
}

// slug returns the slug of a title by an option with a function and its arguments.
func (b *blog) slug(option, title string) string {
	if b.keepsCase(option) {
		return slugIn(title)
	}
	return slugOf(title)
}

// keepsCase reports whether the slugs of an option keep capital letters, which is the default of the function, but not
// of the option: https://facelessuser.github.io/pymdown-extensions/extras/slugs/
func (b *blog) keepsCase(option string) bool {
	said, given := b.options[option].(map[string]any)
	arguments, _ := said["kwds"].(map[string]any)
	return given && cmp.Or(foreign.TextOf(arguments["case"]), "none") == "none"
}

// isPost reports whether a page is a post of a blog.
func (m *manner) isPost(file string) bool {
	return slices.ContainsFunc(m.blogs, func(b *blog) bool { return strings.HasPrefix(file, b.under(b.posts)) })
}

// signed replaces the IDs of authors with what .authors.yml says about them.
func (m *manner) signed(values map[string]any, b *blog) {
	var out []any
	for _, id := range foreign.Words(values["authors"]) {
		a, known := b.authors[foreign.TextOf(id)]
		switch {
		case !known:
			out = append(out, id)
		case b.profiles && b.first:
			out = append(out, a.name)
		default:
			person := map[string]any{"name": a.name}
			for key, value := range map[string]string{"description": a.description, "image": a.avatar, "url": a.url} {
				if value != "" {
					person[key] = value
				}
			}
			out = append(out, person)
		}
	}
	if out != nil {
		values["authors"] = out
	}
}

// under returns a folder as the beginning of the paths of its files.
func (b *blog) under(dir string) string {
	if dir == "." {
		return ""
	}
	return dir + "/"
}

// settings adds what the plugin says about the site.
func (b *blog) settings(out map[string]any) {
	if !b.first {
		return
	}
	terms, taxonomies := tableIn(tableIn(out, "permalinks"), "term"), tableIn(out, "taxonomies")
	list := func(one, many, key, other string) {
		format := cmp.Or(foreign.TextOf(b.options[key]), other)
		format = strings.NewReplacer("{slug}", ":slug", "{name}", ":slug", "{date}", ":contentbasename").Replace(format)
		taxonomies[one], terms[many] = many, path.Join("/", b.dir, format)+"/"
	}
	if !b.unclassified {
		list("category", "categories", "categories_url_format", "category/{slug}")
	}
	if b.archiveDate != "" {
		list("archive", "archives", "archive_url_format", "archive/{date}")
	}
	if b.profiles {
		list("author", "authors", "authors_profiles_url_format", "author/{slug}")
	}
	out["disableKinds"] = []any{"taxonomy"} // there are no lists of all categories
	if b.options["draft"] == true {
		out["buildDrafts"] = true
	}
	if most := number(b.options["pagination_per_page"], 10); b.options["pagination"] == false {
		tableIn(out, "pagination")["pagerSize"] = int64(10000)
	} else if most != 10 && most > 0 {
		tableIn(out, "pagination")["pagerSize"] = int64(most)
	}
	params := tableIn(out, "params")
	if format := layout(foreign.TextOf(b.options["post_date_format"])); format != "" && format != ":date_long" {
		params["dateFormat"] = format
	}
	if b.options["post_readtime"] == false {
		params["readingTime"] = false
	}
	if at, ok := strings.CutSuffix(foreign.TextOf(b.options["pagination_url_format"]), "/{page}"); ok && at != "page" {
		tableIn(out, "pagination")["path"] = at
	}
}

// tableIn returns a table in a table, creating it if necessary.
func tableIn(in map[string]any, key string) map[string]any {
	out, ok := in[key].(map[string]any)
	if !ok {
		out = map[string]any{}
		in[key] = out
	}
	return out
}

// pages adds what the plugin says about single pages: the list of posts, and the pages of authors.
func (b *blog) pages(n *nav.Navigation, all *shelf, isPage func(file string) bool) {
	index := nav.Target(path.Join(b.dir, "index.md"))
	r := n.Rule(index)
	r.Set("layout", "posts")
	if b.first && b.archiveDate != "" {
		r.Set("archive", true)
	}
	has := func(dir string) bool {
		return isPage(path.Join(dir, "index.md")) || isPage(path.Join(dir, "README.md"))
	}
	if r.Title == "" && b.dir != "." && !has(b.dir) {
		r.Title = "Blog"
	}
	away := !strings.HasPrefix(b.posts, b.under(b.dir)) // from the folder of the blog
	if away {
		r.Set("posts", "/"+b.posts)
	}
	if (away || b.dir == "." && path.Dir(b.posts) == ".") && b.posts != "." && !has(b.posts) { // it has no page
		n.Rule(nav.Target(path.Join(b.posts, "index.md"))).Set("build", map[string]any{"render": "never", "list": "never"})
	}
	b.archives(n, all)
	if !b.profiles || !b.first {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(b.authors)) {
		a := b.authors[id]
		r := n.Rule("/authors/" + slugOf(a.name))
		r.Title = a.name
		for key, value := range map[string]string{
			"slug": a.slug, "description": a.description, "image": a.avatar,
		} {
			if value != "" {
				r.Set(key, value)
			}
		}
	}
}

// archives gives the archives of posts their titles, if these are not the dates in their URLs.
func (b *blog) archives(n *nav.Navigation, all *shelf) {
	title := layout(foreign.TextOf(b.options["archive_date_format"]))
	if title == "" || title == b.archiveDate || b.archiveDate == "" {
		return
	}
	for _, file := range all.pages {
		if !strings.HasPrefix(file, b.under(b.posts)) {
			continue
		}
		text, _ := foreign.Head(all.root, path.Join(all.docs, file), foreign.MostConfig)
		page, err := frontmatter.Parse(file, foreign.Closed(text))
		if err != nil {
			continue
		}
		dated(page.Values)
		if day, ok := dayOf(page.Values); ok {
			n.Rule(nav.Target("archives/" + day.Format(b.archiveDate))).Title = day.Format(title)
		}
	}
}

// dayOf returns the day of a post.
func dayOf(values map[string]any) (day time.Time, ok bool) {
	text := foreign.TextOf(values["date"])
	day, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
	return day, err == nil
}

// fields are the fields of dates, of which each letter is a digit or part of a name:
// https://babel.pocoo.org/en/latest/dates.html#pattern-syntax
var fields = map[string]string{
	"y": "2006", "yyyy": "2006", "yy": "06", "M": "1", "MM": "01", "MMM": "Jan", "MMMM": "January",
	"L": "1", "LL": "01", "LLL": "Jan", "LLLL": "January", "d": "2", "dd": "02", "D": "__2", "DDD": "002",
	"E": "Mon", "EE": "Mon", "EEE": "Mon", "EEEE": "Monday",
}

var field = pattern.New(`''|'([^']*)'|y+|M+|L+|d+|D+|E+`)

// layout returns a format of a date as a layout of Go, or as the name of one in sitegen.
func layout(format string) string {
	if slices.Contains([]string{"full", "long", "medium", "short"}, format) {
		return ":date_" + format
	}
	return field.ReplaceAllStringFunc(format, func(s string) string {
		if s[0] == '\'' {
			return cmp.Or(strings.Trim(s, "'"), "'")
		}
		return cmp.Or(fields[s], s)
	})
}

var (
	heading1 = pattern.New(`^#[ \t]*([^#\s].*?)[ \t]*#*[ \t]*(?:\{[^}]*\})?$`)
	linked   = pattern.New(`!?\[([^\]]*)\]\([^)]*\)`)
	notWord  = pattern.New(`[^\pL\pN_ -]+`)
)

// heading returns the text of the first heading of level 1.
func heading(body []byte) (out string) {
	block.New(string(body)).Each(func(line string) string {
		if m := heading1.FindStringSubmatch(strings.TrimSuffix(line, "\r")); m != nil && out == "" {
			out = linked.ReplaceAllString(m[1], "$1")
		}
		return line
	})
	return out
}

// slugOf returns the slug of a title, like pymdownx.slugs.slugify with lower case, the default of post_slugify. Each
// space is a hyphen, so "A & B" has two.
func slugOf(title string) string { return slugIn(strings.Map(unicode.ToLower, title)) }

// slugIn is slugOf, but capital letters stay.
func slugIn(title string) string {
	title = strings.TrimSpace(title)
	return strings.ReplaceAll(notWord.ReplaceAllString(title, ""), " ", "-")
}
