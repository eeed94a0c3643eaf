package jekyll

import (
	"path"
	"regexp"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// text is a text with Liquid that is converted to Markdown: https://jekyllrb.com/docs/liquid/
type text struct {
	*settings
	page *foreign.Page
	lost foreign.Losses
}

// Text converts Liquid in Markdown, also that of other tools, to Markdown. It returns the tags and values that were left
// out.
func Text(t *block.Text, p *foreign.Page) []foreign.Problem { return (&settings{}).read(t, p) }

func (s *settings) read(t *block.Text, p *foreign.Page) []foreign.Problem {
	r := &text{settings: s, page: p}
	w := block.NewWriter()
	w.Each = func(line string) string { return kramdown.ReplaceAllString(line, "") }
	for _, n := range block.Read(t.String(), &block.Syntax{Template: r.liquid}).Nodes {
		w.Lines(n)
	}
	t.Lines = w.Out
	return r.lost.Problems()
}

var (
	// kramdown matches an attribute list of a block: https://kramdown.gettalong.org/syntax.html#block-ials
	kramdown = regexp.MustCompile(`^\s*\{:[^}]*\}\s*$`)
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
