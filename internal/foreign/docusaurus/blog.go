package docusaurus

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/port"
)

// author is an entry of authors.yml: https://docusaurus.io/docs/blog#global-authors
type author struct {
	name, about, url, image string
	slug                    string // of the author's page
	page                    bool   // the author has a page
}

// readAuthors reads the authors of the blog.
func (l *layout) readAuthors() error {
	if l.blog == "" {
		return nil
	}
	file := path.Join(l.dir, l.blog, cmp.Or(l.posts.Str("authorsMapPath"), "authors.yml"))
	text, ok := foreign.Head(l.root, file, foreign.MostConfig)
	if !ok {
		return nil
	}
	value, _, err := frontmatter.Decode(frontmatter.YAML, file, text)
	list, _ := value.(map[string]any)
	l.authors = map[string]author{}
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
		l.authors[id] = a
	}
	return err
}

// profiles reports whether an author has a page.
func (l *layout) profiles() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(l.authors)), func(a author) bool { return a.page })
}

// signed replaces the IDs of authors with what authors.yml says about them.
func (l *layout) signed(values map[string]any) {
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
		a, known := l.authors[id]
		switch {
		case known && l.profiles():
			v = a.name
		case known:
			v = a.person()
		case person != nil && l.profiles():
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

// people adds the pages of authors to a navigation.
func (l *layout) people(n *nav.Navigation) {
	if !l.profiles() {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(l.authors)) {
		a := l.authors[id]
		r := n.Rule(termPath("authors", a.name))
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

// postTitle is the key of the title of a post that has no other one.
const postTitle = "posttitle"

// post gives a post its URL and its date. The name of its file or of its folders contains the date, which is part of
// the URL. base is the URL of the blog, rest the path of the file in it. https://docusaurus.io/docs/blog
func post(values map[string]any, base, rest string) {
	name := foreign.Stem(rest)
	if path.Base(name) == "index" {
		name = path.Dir(name)
	}
	m := postName.FindStringSubmatch(name)
	slug, _ := values["slug"].(string)
	delete(values, "slug")
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
	if m != nil && values["date"] == nil {
		values["date"], _ = port.Date(m[2] + "-" + m[3] + "-" + m[4] + "-x")
	}
}

// list returns the values of the page that lists the posts.
func (l *layout) list() map[string]any {
	archive := "/" + path.Join(l.news, cmp.Or(l.posts.Str("archiveBasePath"), "archive")) + "/"
	return map[string]any{
		"title":   cmp.Or(l.posts.Str("blogTitle"), "Blog"),
		"aliases": append([]any{archive}, l.moved["/"+l.news]...),
		"sidebar": map[string]any{"sort": "date", "collapse": true},
	}
}
