package eleventy

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// text is a page with tags and values of Liquid or Nunjucks: https://www.11ty.dev/docs/languages/markdown/
type text struct {
	page  *foreign.Page
	data  string // folder of the data of the site
	lost  foreign.Losses
	named map[string]any // by {% set %} and {% assign %}
	files map[string]any // data of the site by the name of the file, as far as they were asked for
}

// Keys of front matter that tell the text what the front matter has and sitegen has not.
const (
	unknownURL  = "unknownpermalink" // a permalink with values that a program computes
	unknownDate = "unknowndate"      // a date such as "Last Modified"
	pages       = "pagesofdata"      // the page is a template for several pages
)

// unread says what to do about values of these keys.
var unread = map[string]string{
	unknownURL:  "its placeholders are not known: set url in the front matter, or permalinks in sitegen.toml",
	unknownDate: "set enableGitInfo = true for dates from git, or write the date",
}

// reader returns the reader of pages. data is the folder of the data of the site.
func reader(data string) func(t *block.Text, p *foreign.Page) []foreign.Problem {
	return func(t *block.Text, p *foreign.Page) []foreign.Problem {
		if p.Values[pages] != nil {
			return []foreign.Problem{{
				Line: 1, Name: "pagination", Message: "a program fills the pages of pagination", Whole: true,
				Hint: "write each page as a file: a build runs no programs",
			}}
		}
		r := &text{page: p, data: data, named: map[string]any{}, files: map[string]any{}}
		if url := foreign.TextOf(p.Values[unknownURL]); url != "" {
			r.lost.Add(1, "permalink", "the placeholders of permalink "+url+" are not known: the URL is that of the path",
				"set url in the front matter")
		}
		if date := foreign.TextOf(p.Values[unknownDate]); date != "" {
			r.lost.Add(1, "date", date+" is left out", unread[unknownDate])
		}
		tree := block.Read(t.String(), &block.Syntax{
			Sharps: true, Template: r.template, Loops: []string{"for", "tablerow", "capture", "asyncEach", "macro"},
			Block: func(*block.Tag) bool { return false },
		})
		if tree.TooDeep > 0 {
			return foreign.TooDeep(tree.TooDeep)
		}
		w := block.NewWriter()
		w.Each = func(line string) string { return block.Outside(line, block.Tildes) }
		for _, n := range tree.Nodes {
			w.Lines(n)
		}
		t.Lines = w.Out
		return r.lost.Problems()
	}
}

var (
	quoted   = pattern.New(`^(?:"([^"\\]*)"|'([^'\\]*)')$`)
	assigned = pattern.New(`^([A-Za-z_]\w*)\s*=\s*(.+)$`)
	variable = pattern.New(`^[A-Za-z_][\w.-]*`)
)

// template converts a tag or value.
func (r *text) template(t block.Template) string {
	switch {
	case t.Name == "set" || t.Name == "assign":
		if m := assigned.FindStringSubmatch(t.Args); m != nil {
			if s, ok := r.known(m[2]); ok {
				r.named[m[1]] = s
				return ""
			}
		}
	case t.Name == "":
		value, filters, _ := strings.Cut(t.Value, "|")
		s, ok := r.known(value)
		for filter := range strings.SplitSeq(filters, "|") {
			name, _, _ := strings.Cut(strings.TrimSpace(filter), "(")
			ok = ok && slices.Contains([]string{"", "safe", "escape", "e", "strip", "trim", "url"}, name)
		}
		if ok {
			return s
		}
	}
	name, shown := t.Name, "{% "+t.Name+" %}"
	if name == "" {
		name = variable.FindString(t.Value)
		shown = "{{ " + name + " }}"
	}
	if !strings.HasPrefix(t.Name, "end") && t.Name != "else" {
		r.lost.Add(t.Line, name, shown+" is computed, and left out",
			"write it as Markdown, or as a shortcode of the project")
	}
	return ""
}

// known returns the text of an expression, if it is a text or a value of the page or of the data of the site.
func (r *text) known(expression string) (string, bool) {
	expression = strings.TrimSpace(expression)
	if m := quoted.FindStringSubmatch(expression); m != nil {
		return m[1] + m[2], true
	}
	if variable.FindString(expression) != expression || expression == "" {
		return "", false
	}
	first, rest, more := strings.Cut(expression, ".")
	v, ok := r.named[first]
	if !ok {
		if v, ok = r.page.Values[strings.ToLower(first)]; !ok {
			v = r.ofSite(first)
		}
	}
	for key := ""; more; {
		key, rest, more = strings.Cut(rest, ".")
		table, _ := v.(map[string]any)
		v = table[strings.ToLower(key)]
	}
	if _, list := v.([]any); list {
		return "", false
	}
	s := foreign.TextOf(v)
	return s, s != ""
}

// ofSite returns the data in a file of the folder of data: https://www.11ty.dev/docs/data-global/
func (r *text) ofSite(name string) any {
	if v, ok := r.files[name]; ok || r.page.Read == nil || name == "page" {
		return v
	}
	var out any
	for _, ext := range []string{".json", ".js", ".mjs", ".cjs", ".yaml", ".yml", ".toml"} {
		file := path.Join(r.data, name+ext)
		if body, ok := r.page.Read(file); ok {
			out = foreign.Lowered(dataOf(file, body))
			break
		}
	}
	r.files[name] = out
	return out
}
