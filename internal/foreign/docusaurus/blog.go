package docusaurus

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// author is an entry of authors.yml: https://docusaurus.io/docs/blog#global-authors
type author struct {
	name, about, url, image string
	slug                    string // of the author's page
	page                    bool   // the author has a page
}

// blog is an instance of the plugin for posts: https://docusaurus.io/docs/blog#multiple-blogs
type blog struct {
	options    *script.Object
	dir, route string
	plugin     string                       // "blog", "blog-news"
	tags       string                       // taxonomy of the tags of its posts
	authors    map[string]map[string]author // by locale and ID
	profiles   bool                         // authors have pages
}

// readBlogs finds the blogs whose folders exist. Only authors of the first one have pages.
func (l *layout) readBlogs() (err error) {
	for _, o := range l.instances("blog") {
		b := &blog{options: o, plugin: "blog", tags: "tags", authors: map[string]map[string]author{}}
		id := o.Str("id")
		if id == "default" {
			id = ""
		}
		if b.dir, b.route = place(o, cmp.Or(id, "blog"), cmp.Or(id, "blog")); !l.has(b.dir) {
			continue
		}
		if id != "" {
			b.plugin = "blog-" + id
		}
		for _, locale := range l.locales {
			wrong := l.readAuthors(b, locale)
			err = cmp.Or(err, wrong)
		}
		if len(l.blogs) > 0 {
			b.tags = taxonomy(b.route)
		} else {
			b.profiles = slices.ContainsFunc(slices.Collect(maps.Values(b.authors[l.locales[0]])),
				func(a author) bool { return a.page })
		}
		l.blogs = append(l.blogs, b)
	}
	return err
}

// readAuthors reads the authors of a blog in a locale. Its file takes the place of that of the default locale.
func (l *layout) readAuthors(b *blog, locale string) error {
	name := cmp.Or(b.options.Str("authorsMapPath"), "authors.yml")
	file, text := foreign.ConfigIn(l.root, path.Join(l.dir, cmp.Or(l.source(locale, b.plugin), b.dir)), name)
	if file == "" {
		b.authors[locale] = b.authors[l.locales[0]]
		return nil
	}
	value, _, err := frontmatter.Decode(frontmatter.YAML, file, text)
	list, _ := value.(map[string]any)
	authors := map[string]author{}
	b.authors[locale] = authors
	for id, v := range list {
		said, _ := v.(map[string]any)
		text := func(key string) string { return foreign.TextOf(said[key]) }
		a := author{
			name: cmp.Or(text("name"), id), about: text("title"), url: text("url"), image: text("image_url"), slug: nav.Slug(id),
		}
		options, _ := said["page"].(map[string]any)
		a.page = said["page"] == true || options != nil
		if s := foreign.TextOf(options["permalink"]); s != "" {
			a.slug = strings.Trim(s, "/")
		}
		authors[id] = a
	}
	return err
}

// signed replaces the IDs of authors with what authors.yml says about them in a locale. The name of a page of an author
// is that of the default locale.
func (b *blog) signed(values map[string]any, locale, standard string) {
	foreign.Move(values, "author", "authors")
	list, ok := values["authors"].([]any)
	if !ok && values["authors"] != nil {
		list = []any{values["authors"]}
	}
	var out []any
	for _, v := range list {
		person, _ := v.(map[string]any)
		id := foreign.TextOf(v)
		if person != nil {
			id = foreign.TextOf(person["key"])
		}
		a, known := b.authors[locale][id]
		switch {
		case known && b.profiles:
			v = cmp.Or(b.authors[standard][id].name, a.name)
		case known:
			v = a.person()
		case person != nil && b.profiles:
			v = cmp.Or(foreign.TextOf(person["name"]), id)
		case person != nil:
			foreign.Move(person, "image_url", "image")
		}
		out = append(out, v)
	}
	if out != nil {
		values["authors"] = out
	}
}

// person returns an author as the theme reads it.
func (a *author) person() map[string]any {
	out := map[string]any{"name": a.name}
	for key, value := range map[string]string{"description": a.about, "url": a.url, "image": a.image} {
		if value != "" {
			out[key] = value
		}
	}
	return out
}

// people adds the pages of authors to a navigation, in a locale.
func (l *layout) people(n *nav.Navigation, locale string) {
	if len(l.blogs) == 0 || !l.blogs[0].profiles {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(l.blogs[0].authors[locale])) {
		a := l.blogs[0].authors[locale][id]
		r := n.Rule(termPath("authors", cmp.Or(l.blogs[0].authors[l.locales[0]][id].name, a.name)))
		r.Title = a.name
		r.Set("slug", a.slug)
		for key, value := range map[string]string{"description": a.about, "image": a.image} {
			if value != "" {
				r.Set(key, value)
			}
		}
		if a.page {
			r.Set("build", map[string]any{"render": "always", "list": "always"})
		}
	}
	n.Rule("/authors/*").Set("build", map[string]any{"render": "never", "list": "never"})
}

// postName matches a path with a date, with which its URL begins:
// https://github.com/facebook/docusaurus/blob/main/packages/docusaurus-plugin-content-blog/src/blogUtils.ts
var postName = pattern.New(`^(.*)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*)$`)

var (
	// onlyDate matches a folder whose name is only a date, so index is the name of the post.
	onlyDate = pattern.New(`(?:^|/)\d{4}[-/]\d{1,2}[-/]\d{1,2}$`)
	// plainDate matches a date as YAML has it, where digits may be missing, and what editors put in front of it.
	plainDate = pattern.New(`^[\s\x{A0}]*(\d{4})-(\d{1,2})-(\d{1,2})(.*)$`)
)

// postTitle is the key of the title of a post that has no other one.
const postTitle = "posttitle"

// post gives a post its URL and its date. The name of its file or of its folders contains the date, which is part of
// the URL. base is the URL of the blog, rest the path of the file in it. https://docusaurus.io/docs/blog
func post(values map[string]any, base, rest string) {
	name := foreign.Stem(rest)
	if path.Base(name) == "index" && !onlyDate.MatchString(path.Dir(name)) {
		name = path.Dir(name)
	}
	m := postName.FindStringSubmatch(name)
	slug, _ := values["slug"].(string)
	delete(values, "slug")
	values["layout"] = "post"
	switch {
	case slug != "":
		values["url"] = path.Join(base, slug) + "/"
	case m != nil:
		values["url"] = path.Join(base, m[2], m[3], m[4], m[1]+m[5]) + "/"
	case name != "." && values["url"] == nil: // numbers and spaces are part of the URL
		values["url"] = path.Join(base, name) + "/"
	}
	if values[postTitle] = name; m != nil {
		values[postTitle] = m[5]
	}
	if text, ok := values["date"].(string); ok {
		if d := plainDate.FindStringSubmatch(text); d != nil {
			year, _ := strconv.Atoi(d[1])
			month, _ := strconv.Atoi(d[2])
			day, _ := strconv.Atoi(d[3]) // February 30 is in March, as in JavaScript
			values["date"] = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) + d[4]
		}
	}
	if m != nil && values["date"] == nil {
		values["date"], _ = port.Date(m[2] + "-" + m[3] + "-" + m[4] + "-x")
	}
}

// list returns the values of the page that lists the posts of a blog, in a locale.
func (l *layout) list(b *blog, locale string) map[string]any {
	archive := "/" + path.Join(b.route, cmp.Or(b.options.Str("archiveBasePath"), "archive")) + "/"
	title := ""
	if locale != l.locales[0] {
		title = l.messages(path.Join(l.source(locale, b.plugin), "options.json"))["title"]
	}
	out := map[string]any{
		"layout":  "posts",
		"aliases": append([]any{archive}, l.moved["/"+b.route]...),
		"sidebar": map[string]any{"sort": "date", "collapse": true},
	}
	if b.route != "" || title != "" {
		out["title"] = cmp.Or(title, b.options.Str("blogTitle"), "Blog")
	}
	return out
}

// sheet returns the number of posts in a part of a list, of which there is one for all blogs.
func (l *layout) sheet() int64 {
	if len(l.blogs) == 0 {
		return 0
	}
	switch n := l.blogs[0].options.Get("postsPerPage").(type) {
	case float64:
		return int64(n)
	case string: // "ALL"
		return 10_000
	}
	return 0
}
