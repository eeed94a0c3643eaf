package jekyll

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// text is a text with Liquid that is converted to Markdown: https://jekyllrb.com/docs/liquid/
type text struct {
	*settings
	*block.Writer
	page   *foreign.Page
	lost   foreign.Losses
	values map[string]any // of include
	named  map[string]any // of assign
	inside int            // number of files around it that include it
	left   *int           // number of bytes that may still be included
}

// read converts a text to Markdown, and returns the tags and values that were left out.
func (s *settings) read(t *block.Text, p *foreign.Page) []foreign.Problem {
	left := mostIncluded
	r := &text{settings: s, page: p, Writer: block.NewWriter(), named: map[string]any{}, left: &left}
	return r.read(t)
}

// isHTML reports whether a file is a page in HTML, in which only Liquid is read.
func isHTML(file string) bool { ext := path.Ext(file); return ext == ".html" || ext == ".htm" }

// read converts a text, and returns what was left out.
func (r *text) read(t *block.Text) []foreign.Problem {
	syntax := &block.Syntax{Template: r.liquid, Loops: []string{"for", "tablerow", "capture"}}
	if !isHTML(r.page.File) {
		parses := r.settings.parses(t)
		kramdownBlocks(t, parses)
		syntax.Block = func(tag *block.Tag) bool { return isMarkdown(tag, t.Lines[tag.Line-1], parses) }
	} else if r.page.Values["url"] == "/404.html" {
		r.lost.Add(1, "404", "the page is left out", "the theme has a 404 page")
	}
	tree := block.Read(t.String(), syntax)
	if tree.TooDeep > 0 {
		return foreign.TooDeep(tree.TooDeep)
	}
	for _, u := range tree.Unclosed {
		if u.Name[1] != '/' { // an end may be that of an element without the attribute
			r.lost.Add(u.Line, u.Name, u.Name+" is left out: it has no end", "close it")
		}
	}
	if !isHTML(r.page.File) {
		tables(tree.Nodes)
		k := &kramdown{base: r.page.Base, abbreviations: block.Abbreviations(tree.Nodes, true)}
		r.Each = k.line
	}
	r.nodes(tree.Nodes)
	t.Lines = r.Out
	if isHTML(r.page.File) && slices.ContainsFunc(whole, r.lost.Has) {
		return []foreign.Problem{{
			Line: 1, Name: "template", Message: name + " templates are not read", Whole: true,
			Hint: "the theme has a home page, lists, and a 404 page; write other pages in Markdown",
		}}
	}
	return r.lost.Problems()
}

// whole lists the constructs without which a page in HTML makes no sense.
var whole = []string{"404", "for", "if", "unless", "case", "tablerow", "capture", "include", "include_cached"}

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
	quoted   = pattern.New(`^["']([^"']*)["']$`)
	variable = pattern.New(`^[\w.-]+`)
	// attribute matches the start of an attribute of HTML, or of a url() in CSS, before its value.
	attribute = pattern.New(`(?:=\s*["']?|\burl\(["']?)$`)
)

// inAttribute reports whether the text before a value ends with the start of an attribute. A line may be long, so only
// its end is looked at.
func inAttribute(before string) bool { return attribute.MatchString(before[max(0, len(before)-100):]) }

// liquid converts a tag or value: https://jekyllrb.com/docs/liquid/tags/#links
func (r *text) liquid(t block.Template) string {
	arg, _, _ := strings.Cut(t.Args, " ")
	value, filter, _ := strings.Cut(t.Value, "|")
	value, filter = strings.TrimSpace(value), strings.TrimSpace(filter)
	base := "" // rendering adds the path of the site's URL to links in Markdown, but not to HTML
	if inAttribute(t.Before) {
		base = r.page.Base
	}
	file := quoted.FindStringSubmatch(value)
	switch {
	case t.Name == "link" && arg != "":
		file := strings.TrimPrefix(arg, "/")
		if r.languageOf(file) != nil || inAttribute(t.Before) {
			if url := r.urlOf(path.Join(r.Dir, file)); url != "" {
				return base + url
			}
		}
		return r.inContent(file)
	case t.Name == "assign":
		if m := assigned.FindStringSubmatch(t.Args); m != nil {
			r.named[m[1]] = m[2] + m[3]
			return ""
		}
	case t.Name == "include" || t.Name == "include_cached":
		if out, ok := r.include(t.Args); ok {
			if block.Blank(t.Before) && strings.HasPrefix(out, "[") { // definitions of links
				out = "\n" + out
			}
			return out
		}
	case t.Name == "post_url" && arg != "":
		url, edition := r.postURL(strings.TrimPrefix(arg, "/"))
		if url != "" && (edition || inAttribute(t.Before)) {
			return base + url
		}
		return "/posts/" + strings.TrimPrefix(arg, "/") + ".md"
	case value == "site.baseurl":
		return base
	case value == "site.url":
		return ""
	case file != nil && (filter == "relative_url" || filter == "absolute_url"):
		if base == "" && !inAttribute(t.Before) {
			return file[1]
		}
		return base + "/" + strings.TrimPrefix(file[1], "/")
	case file != nil && filter == "":
		return file[1]
	case t.Name == "" && slices.Contains([]string{"", "escape", "escape_once", "xml_escape", "strip"}, filter):
		if text, ok := r.known(value); ok {
			return text
		}
	}
	r.leave(t)
	return ""
}

// known returns the text of a value of the page, the site, or an included file: page.title, site.author.name.
func (r *text) known(value string) (string, bool) {
	of, keys, _ := strings.Cut(value, ".")
	var at any = map[string]map[string]any{"page": r.page.Values, "site": r.Site, "include": r.values}[of]
	if keys == "" {
		at, keys = r.named, value
	}
	for key := range strings.SplitSeq(keys, ".") {
		table, _ := at.(map[string]any)
		at = table[key]
	}
	text := foreign.TextOf(at)
	_, list := at.([]any)
	return text, text != "" && !list
}

const (
	mostIncluded = 1 << 20 // bytes included in a page
	deepest      = 8       // level of files that include files
)

var (
	assigned = pattern.New(`^([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')$`)
	included = pattern.New(`^([\w.][\w./-]*)(?:\s+(.*))?$`)
	argument = pattern.New(`([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+))`)
)

// include returns the text of an included file: https://jekyllrb.com/docs/includes/. ok reports whether all of it is
// known.
func (r *text) include(args string) (out string, ok bool) {
	m := included.FindStringSubmatch(args)
	if m == nil || r.page.Read == nil || r.inside == deepest || *r.left <= 0 {
		return "", false
	}
	values := map[string]any{}
	for _, a := range argument.FindAllStringSubmatch(m[2], -1) {
		if values[a[1]] = a[2] + a[3]; a[4] != "" {
			values[a[1]], ok = r.known(a[4])
			if !ok {
				return "", false
			}
		}
	}
	body, ok := r.page.Read(path.Join(r.Dir, "_includes", m[1]))
	if *r.left -= len(body) + 1000; !ok || *r.left < 0 {
		return "", false
	}
	t := block.New(string(body))
	inner := &text{
		settings: r.settings, Writer: block.NewWriter(), page: r.page, left: r.left, inside: r.inside + 1,
		values: values, named: r.named,
	}
	if lost := inner.read(t); len(lost) > 0 {
		return "", false
	}
	return strings.TrimSuffix(t.String(), "\n"), true
}

// postURL returns the URL of a post, given its name, and whether it is in the folder of a language; "" if it does not
// exist.
func (r *text) postURL(name string) (url string, edition bool) {
	for _, ext := range []string{".md", ".markdown"} {
		for _, file := range []string{path.Join(path.Dir(name), "_posts", path.Base(name)), path.Join("_posts", name)} {
			file = path.Join(r.Parent, file+ext)
			if url := r.urlOf(path.Join(r.Dir, file)); url != "" {
				return url, r.languageOf(file) != nil
			}
		}
	}
	return "", false
}

// urlOf returns the URL of a page, given its file; "" if it does not exist or has the URL of its path.
func (r *text) urlOf(file string) string {
	if r.page.Read == nil {
		return ""
	}
	body, ok := r.page.Read(file)
	if !ok {
		return ""
	}
	front, err := frontmatter.Parse(file, foreign.Closed(body))
	if err != nil {
		return ""
	}
	r.front(file, front.Values, nil)
	url, _ := front.Values["url"].(string)
	return url
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
