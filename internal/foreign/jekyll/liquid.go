package jekyll

import (
	"path"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// text is a text with Liquid that is converted to Markdown: https://jekyllrb.com/docs/liquid/
type text struct {
	*settings
	*block.Writer
	page *foreign.Page
	lost foreign.Losses
}

// Text converts Liquid in Markdown, also that of other tools, to Markdown. It returns the tags and values that were
// left out.
func Text(t *block.Text, p *foreign.Page) []foreign.Problem { return (&settings{}).read(t, p) }

func (s *settings) read(t *block.Text, p *foreign.Page) []foreign.Problem {
	r := &text{settings: s, page: p, Writer: block.NewWriter()}
	kramdownBlocks(t)
	r.Each = kramdownLine
	tree := block.Read(t.String(), &block.Syntax{Template: r.liquid, Block: func(t *block.Tag) bool {
		return t.Has("markdown") // https://kramdown.gettalong.org/syntax.html#html-blocks
	}})
	if tree.TooDeep > 0 {
		return foreign.TooDeep(tree.TooDeep)
	}
	for _, u := range tree.Unclosed {
		if u.Name[1] != '/' { // an end may be that of an element without the attribute
			r.lost.Add(u.Line, u.Name, u.Name+" is left out: it has no end", "close it")
		}
	}
	r.nodes(tree.Nodes)
	t.Lines = r.Out
	return r.lost.Problems()
}

func (r *text) nodes(list []*block.Node) {
	for _, n := range list {
		if n.Kind == block.Lines {
			r.Lines(n)
			continue
		}
		r.Open(n)
		r.Element(n, n.Tag.HTML("markdown"), func() { r.nodes(n.Inside) })
	}
}

var (
	quoted   = regexp.MustCompile(`^["']([^"']*)["']$`)
	variable = regexp.MustCompile(`^[\w.-]+`)
	// attribute matches the start of an attribute of HTML, or of a url() in CSS, before its value.
	attribute = regexp.MustCompile(`(?:=\s*["']?|\burl\(["']?)$`)
)

// liquid converts a tag or value: https://jekyllrb.com/docs/liquid/tags/#links
func (r *text) liquid(t block.Template) string {
	arg, _, _ := strings.Cut(t.Args, " ")
	value, filter, _ := strings.Cut(t.Value, "|")
	value, filter = strings.TrimSpace(value), strings.TrimSpace(filter)
	title, _ := r.page.Values["title"].(string)
	base := "" // rendering adds the path of the site's URL to links in Markdown, but not to HTML
	if attribute.MatchString(t.Before) {
		base = r.page.Base
	}
	file := quoted.FindStringSubmatch(value)
	switch {
	case t.Name == "link" && arg != "":
		return r.inContent(arg)
	case t.Name == "post_url" && arg != "":
		if url := r.postURL(strings.TrimPrefix(arg, "/")); url != "" && attribute.MatchString(t.Before) {
			return base + url
		}
		return "/posts/" + strings.TrimPrefix(arg, "/") + ".md"
	case value == "site.baseurl":
		return base
	case value == "site.url":
		return ""
	case value == "page.title" && title != "" && filter == "":
		return title
	case file != nil && (filter == "relative_url" || filter == "absolute_url"):
		if base == "" && !attribute.MatchString(t.Before) {
			return file[1]
		}
		return base + "/" + strings.TrimPrefix(file[1], "/")
	case file != nil && filter == "":
		return file[1]
	}
	r.leave(t)
	return ""
}

// postURL returns the URL of a post, given its name; "" if it does not exist.
func (r *text) postURL(name string) string {
	if r.page.Read == nil {
		return ""
	}
	for _, ext := range []string{".md", ".markdown"} {
		file := path.Join(r.Dir, r.Parent, path.Dir(name), "_posts", path.Base(name)+ext)
		body, ok := r.page.Read(file)
		if !ok {
			file = path.Join(r.Dir, r.Parent, "_posts", name+ext)
			body, ok = r.page.Read(file)
		}
		if front, err := frontmatter.Parse(file, foreign.Closed(body)); ok && err == nil {
			r.front(file, front.Values)
			url, _ := front.Values["url"].(string)
			return url
		}
	}
	return ""
}

// leave records a tag or value that sitegen does not support. Arguments do not count, so all uses have one name.
func (r *text) leave(t block.Template) {
	name, shown := t.Name, "{% "+t.Name+" %}"
	if name == "" {
		name = variable.FindString(t.Value)
		shown = "{{ " + name + " }}"
	}
	if !strings.HasPrefix(t.Name, "end") {
		r.lost.Add(t.Line, name, "Liquid is not supported: "+shown+" is left out",
			"write it as Markdown, or as a shortcode of the project")
	}
}

// inContent returns the path in the content of a project file: posts are in one folder there, collections have their
// own, and pages of included folders are at the root.
func (s *settings) inContent(file string) string {
	file = strings.TrimPrefix(file, "/")
	if before, after, ok := strings.Cut("/"+file, "/_posts/"); ok {
		return path.Join("/posts", before, after)
	}
	if folder, rest, ok := strings.Cut(file, "/"); ok && strings.HasPrefix(folder, "_") {
		if _, known := s.Collections[folder[1:]]; known {
			return "/" + folder[1:] + "/" + rest
		}
		return "/" + rest
	}
	return "/" + file
}
