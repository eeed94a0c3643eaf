package mkdocs

import (
	"cmp"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// blog is a blog of Material for MkDocs: https://squidfunk.github.io/mkdocs-material/plugins/blog/
type blog struct {
	dir, posts string // folders of the blog and of its posts, relative to the pages
	url        string // with {date}, {slug}, {file}, and {categories}
	date       string // yyyy/MM/dd
}

// blogsOf returns the blogs of the plugin, which may be configured several times.
func blogsOf(plugins []string, options map[string]map[string]any) (out []blog) {
	for _, name := range plugins {
		if name != "blog" && name != "material/blog" {
			continue
		}
		o := options[name]
		text := func(key, other string) string { return cmp.Or(foreign.TextOf(o[key]), other) }
		b := blog{
			dir: path.Clean(text("blog_dir", "blog")), url: text("post_url_format", "{date}/{slug}"),
			date: text("post_url_date_format", "yyyy/MM/dd"),
		}
		b.posts = path.Clean(strings.ReplaceAll(text("post_dir", "{blog}/posts"), "{blog}", b.dir))
		out = append(out, b)
	}
	return out
}

// blogSettings returns the blogs for caches.
func (m *manner) blogSettings() (out []any) {
	for _, b := range m.blogs {
		out = append(out, []any{b.dir, b.posts, b.url, b.date})
	}
	return out
}

// post gives a post the URL that the blog plugin gives it.
func (m *manner) post(p *foreign.Page, body []byte) {
	for _, b := range m.blogs {
		below, ok := strings.CutPrefix(strings.TrimPrefix(p.Path, "/"), b.posts+"/")
		if !ok || p.Values["url"] != nil {
			continue
		}
		date := dateOf.FindStringSubmatch(foreign.TextOf(p.Values["date"]))
		slug := foreign.TextOf(p.Values["slug"])
		if slug == "" {
			slug = slugOf(cmp.Or(foreign.TextOf(p.Values["title"]), heading(body), path.Base(nav.Trim(below))))
		}
		if date == nil {
			return
		}
		categories, _ := p.Values["categories"].([]any)
		category := ""
		if len(categories) > 0 {
			category = slugOf(foreign.TextOf(categories[0]))
		}
		day := strings.NewReplacer("yyyy", date[1], "MM", date[2], "dd", date[3]).Replace(b.date)
		url := strings.NewReplacer("{date}", day, "{slug}", slug, "{file}", path.Base(nav.Trim(below)),
			"{categories}", category).Replace(b.url)
		p.Values["url"] = path.Join("/", b.dir, url) + "/"
	}
}

var (
	dateOf   = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)`)
	heading1 = regexp.MustCompile(`^#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\{[^}]*\})?$`)
	linked   = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
	notWord  = regexp.MustCompile(`[^\pL\pN_\s-]+`)
	spaces   = regexp.MustCompile(`\s+`)
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

// slugOf returns the slug of a title, like pymdownx.slugs.slugify with lower case, the default of post_slugify.
func slugOf(title string) string {
	return strings.Map(unicode.ToLower,
		spaces.ReplaceAllString(strings.TrimSpace(notWord.ReplaceAllString(title, "")), "-"))
}
