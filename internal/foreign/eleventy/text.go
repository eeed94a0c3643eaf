package eleventy

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// text is a page with tags and values of Liquid or Nunjucks: https://www.11ty.dev/docs/languages/markdown/
type text struct {
	manner
	page  *foreign.Page
	lost  foreign.Losses
	files map[string]any // data of the site by the name of the file, as far as they were asked for
	left  int            // bytes that may still be included
}

// manner is what the configuration says about texts.
type manner struct {
	input    string            // folder of the pages
	data     string            // folder of the data of the site
	includes string            // folder of files to include
	layouts  string            // another folder of layouts
	aliases  map[string]string // of layouts
	links    bool              // links in HTML may name files
	engine   string            // language of Markdown files: liquid or njk; "" for none
	html     string            // language of HTML files
	prefix   string            // path of the site
	plugins  plugins
	ignored  glob.Set // of the files in the input folder
}

const mostIncluded = 1 << 20 // bytes included in a page

// Keys of front matter that tell the text what the front matter has and sitegen has not.
const (
	unknownURL   = "unknownpermalink" // a permalink with values that a program computes
	unknownDate  = "unknowndate"      // a date such as "Last Modified"
	unknownValue = "unknowncomputed"  // keys of eleventyComputed with values that a program computes
	pages        = "pagesofdata"      // the page is a template for several pages
)

// unread says what to do about values of these keys.
var unread = map[string]string{
	unknownURL:   "its placeholders are not known: set url in the front matter, or permalinks in sitegen.toml",
	unknownValue: "write the values into the front matter",
	unknownDate:  "set enableGitInfo = true for dates from git, or write the date",
}

// read converts a page to Markdown, and returns what was left out.
func (m manner) read(t *block.Text, p *foreign.Page) []foreign.Problem {
	if p.Values[tagged] != nil {
		return []foreign.Problem{{Whole: true}}
	}
	if p.Values[pages] != nil {
		return []foreign.Problem{{
			Line: 1, Name: "pagination", Message: "pagination makes several pages of its data", Whole: true,
			Hint: "write each page as a file",
		}}
	}
	r := &text{manner: m, page: p, files: map[string]any{}, left: mostIncluded}
	if url := foreign.TextOf(p.Values[unknownURL]); url != "" {
		r.lost.Add(1, "permalink", "the placeholders of permalink "+url+" are not known: the URL is that of the path",
			"set url in the front matter")
	}
	if keys := foreign.TextOf(p.Values[unknownValue]); keys != "" {
		r.lost.Add(1, "eleventyComputed", keys+" of eleventyComputed is left out", unread[unknownValue])
	}
	if date := foreign.TextOf(p.Values[unknownDate]); date != "" {
		r.lost.Add(1, "date", date+" is left out", unread[unknownDate])
	}
	source, of := t.String(), foreign.TextOf(p.Values[listOf])
	template := isTemplate(p.File) || of != ""
	if engine := m.engineOf(p); of == "" && engine != "" && liquid.In(source) {
		out, _ := liquid.Aligned(r.language(engine).Execute(source))
		*t = *block.New(out)
	}
	if template {
		page := slices.Contains([]string{"", ".html"}, path.Ext(foreign.TextOf(p.Values["url"])))
		known := slices.Contains([]string{".html", "." + liquids, "." + nunjucks}, path.Ext(p.File)) && p.Values[override] == nil
		if !page || !known || of != "" || len(r.lost.Problems()) > 0 {
			if list, ok := r.list(cmp.Or(of, source)); ok {
				*t = *block.New(list)
				return []foreign.Problem{inPlace}
			}
			return []foreign.Problem{{
				Line: 1, Name: "template", Message: name + " templates with values of programs are not read", Whole: true,
				Hint: "the theme has a home page, lists, feeds, and a 404 page; write other pages in Markdown",
			}}
		}
	} else {
		r.plugins.convert(t)
	}
	sub := template || r.plugins.has("sub")
	t.Each(func(line string) string {
		if r.links {
			line = fileLink.ReplaceAllStringFunc(line, r.linked)
		}
		if sub {
			return line
		}
		return block.Outside(line, block.Tildes)
	})
	return r.lost.Problems()
}

// inPlace is the problem of a list whose template is not read.
var inPlace = foreign.Problem{
	Line: 1, Name: "for", Message: "a list of pages is in place of the template, on one page",
	Hint: "for another design, write a layout of the project",
}

// fileLink matches a link in HTML to a page, by its file.
var fileLink = pattern.New(`(?i)(<a\b[^<>]*?\shref=)(["'])([^"'#?:]+\.(?:md|html|njk|liquid))([#?][^"']*)?["']`)

// linked returns a link in HTML with the URL of the page instead of its file.
func (r *text) linked(link string) string {
	m := fileLink.FindStringSubmatch(link)
	url, ok := r.urlOf(m[3])
	if !ok {
		return link
	}
	return m[1] + m[2] + r.page.Base + url + m[4] + m[2]
}

// urlOf returns the URL of a page, given its path from the input folder, from the project, or relative to the page:
// https://www.11ty.dev/docs/plugins/inputpath-to-url/
func (r *text) urlOf(name string) (string, bool) {
	if r.page.Read == nil {
		return "", false
	}
	below := strings.TrimPrefix(path.Clean("/"+name), "/")
	below = strings.TrimPrefix(below, r.input+"/")
	for _, file := range []string{path.Join(r.input, below), path.Join(path.Dir(r.page.File), name)} {
		if body, ok := r.page.Read(file); ok && !strings.HasPrefix(file, "..") {
			return r.urlIn(file, body)
		}
	}
	return "", false
}

// urlIn returns the URL of a page, given its file.
func (r *text) urlIn(file string, body []byte) (string, bool) {
	rel := file
	if r.input != "." {
		rel = strings.TrimPrefix(file, r.input+"/")
	}
	other := &foreign.Page{File: file, Path: rel, Values: frontOf(body), Read: r.page.Read}
	if other.Values == nil {
		return "", false
	}
	r.front(other)
	return pageValue{other}.url(), other.Values[unknownURL] == nil
}

// templates returns the extensions of pages in HTML: https://www.11ty.dev/docs/languages/
func templates() []string {
	return []string{"html", nunjucks, liquids, "hbs", "ejs", "pug", "haml", "webc", "mustache"}
}

// isTemplate reports whether a file is a page in HTML.
func isTemplate(file string) bool {
	return slices.Contains(templates(), strings.TrimPrefix(path.Ext(file), "."))
}

// engineOf returns the language of a page: https://www.11ty.dev/docs/languages/#templateengineoverride-examples
func (m manner) engineOf(p *foreign.Page) string {
	engine := m.engine
	switch path.Ext(p.File) {
	case ".md":
	case "." + nunjucks:
		return nunjucks
	case ".html":
		engine = m.html
	default:
		return liquids
	}
	v, ok := p.Values[override]
	if !ok {
		return engine
	}
	for word := range strings.SplitSeq(foreign.TextOf(v), ",") {
		if word = strings.TrimSpace(word); word == liquids || word == nunjucks {
			return word
		}
	}
	return ""
}

// override is the key of front matter with the language of a page.
const override = "templateengineoverride"

// Languages of Markdown files. Others, such as Handlebars, are read as Liquid.
const (
	liquids  = "liquid"
	nunjucks = "njk"
)

// engineOf returns the language of Markdown or HTML files, by the key of the configuration:
// https://www.11ty.dev/docs/config/#default-template-engine-for-markdown-files
func engineOf(program *script.Program, key string) string {
	switch v := setting(program, key); v {
	case false, "", "md":
		return ""
	case nunjucks:
		return nunjucks
	}
	return liquids
}

// language returns the language of the page. Functions of programs are not known. The code in {% highlight %} is text in
// Liquid: https://www.11ty.dev/docs/plugins/syntaxhighlight/
func (r *text) language(engine string) *liquid.Engine {
	const highlight = "highlight"
	var raw []string
	if engine == liquids {
		raw = []string{highlight}
	}
	drop := func(name string) liquid.Block {
		return func(run *liquid.Run, _, _ string) string {
			r.leave(run.Line, name, "{% "+name+" %}")
			return ""
		}
	}
	markdown := func(name string, reads func(args string) bool) liquid.Block {
		return func(run *liquid.Run, args, body string) string {
			if path.Ext(r.page.File) != ".md" || !reads(args) {
				r.leave(run.Line, name, strings.TrimSpace("{% "+name+" "+args)+" %}")
				return ""
			}
			return "\n\n" + strings.TrimSpace(body) + "\n\n" // in HTML, it is Markdown between blank lines
		}
	}
	return &liquid.Engine{
		Value: r.value, Leave: r.leave, Sharps: true, Raw: raw, Nunjucks: engine == nunjucks, Filters: map[string]liquid.Filter{
			highlight: func(run *liquid.Run, v any, args []any) (any, bool) {
				return r.code(run, run.Text(v), run.Text(slices.Concat(args, []any{""})[0]), ""), true
			},
			"dump": liquid.JSON, // https://mozilla.github.io/nunjucks/templating.html#dump-object
			"url":  liquid.Texts(func(s string) string { return s }),
			"slug": liquid.Texts(slugify), "slugify": liquid.Texts(slugify),
			"inputPathToUrl": func(run *liquid.Run, v any, _ []any) (any, bool) {
				url, ok := r.urlOf("/" + strings.TrimPrefix(run.Text(v), "/"))
				return url, ok
			},
		},
		Tags: map[string]liquid.Tag{"include": r.include, "render": r.include},
		Blocks: map[string]liquid.Block{
			"markdown": markdown("markdown", func(string) bool { return true }), // the usual name of a shortcode
			"renderTemplate": markdown("renderTemplate", func(args string) bool { // https://www.11ty.dev/docs/plugins/render/
				lang := strings.Trim(args, `"' `)
				return lang == "" || strings.HasSuffix(lang, "md")
			}),
			"css": drop("css"), "js": drop("js"), // https://www.11ty.dev/docs/plugins/bundle/
			"asyncEach": drop("asyncEach"), "asyncAll": drop("asyncAll"), "macro": drop("macro"),
			highlight: func(run *liquid.Run, args, body string) string {
				lang, lines, _ := strings.Cut(strings.NewReplacer(`"`, "", "'", "").Replace(args)+" ", " ")
				return r.code(run, body, strings.TrimSuffix(lang, ","), strings.TrimSpace(lines))
			},
		},
	}
}

var (
	// included matches a name in quotes, and the values behind it.
	included = pattern.New(`^["']([\w][\w./ -]*)["'],?\s*(.*)$`)
	argument = pattern.New(`([\w-]+)\s*[:=]\s*("[^"]*"|'[^']*'|[^\s"',]+)`)
)

// include returns what a file in the folder of includes prints:
// https://www.11ty.dev/docs/languages/liquid/#supported-features
func (r *text) include(run *liquid.Run, args string) (string, bool) {
	m := included.FindStringSubmatch(strings.TrimSpace(args))
	if m == nil || r.page.Read == nil || strings.Contains(m[1], "..") {
		return "", false
	}
	values := map[string]any{}
	for _, a := range argument.FindAllStringSubmatch(m[2], -1) {
		values[a[1]] = run.Eval(a[2])
	}
	file := path.Join(r.includes, m[1])
	body, ok := r.page.Read(file)
	if !ok && path.Ext(file) == "" {
		body, ok = r.page.Read(file + ".liquid")
	}
	if r.left -= len(body) + 1000; !ok || r.left < 0 {
		return "", false
	}
	return run.Include(strings.TrimSuffix(string(body), "\n"), values)
}

// leave records a tag, filter, or value that a program computes.
func (r *text) leave(line int, name, shown string) {
	if shown == "" {
		r.lost.Add(line, name, liquid.TooMuch, liquid.TooMuchHint)
		return
	}
	r.lost.Add(line, name, shown+" is computed, and left out", "write it as Markdown, or as a shortcode of the project")
}

// value returns a value of the page or of the data of the site: https://www.11ty.dev/docs/data-cascade/
func (r *text) value(_ *liquid.Run, name string) any {
	switch name {
	case "page":
		return pageValue{r.page}
	case "eleventy": // https://www.11ty.dev/docs/data-eleventy-supplied/#eleventy-variable
		return map[string]any{"env": map[string]any{"runMode": "build", "source": "cli"}}
	}
	if v, ok := r.page.Values[strings.ToLower(name)]; ok {
		return v
	}
	if v := r.ofSite(name); v != nil {
		return v
	}
	return liquid.Unknown(name)
}

// pageValue is the variable page, as far as it is known:
// https://www.11ty.dev/docs/data-eleventy-supplied/#page-variable
type pageValue struct{ *foreign.Page }

// Member returns a value of the page.
func (p pageValue) Member(_ *liquid.Run, key string) any {
	switch key {
	case "fileSlug":
		return slugOf(p.Path)
	case "filePathStem":
		return stemOf(p.Path)
	case "outputFileExtension":
		return "html"
	case "inputPath":
		return "./" + p.File
	case "url":
		if p.Values[unknownURL] == nil {
			return p.url()
		}
	case "date":
		if v := p.Values[key]; v != nil {
			return v
		}
	}
	return liquid.Unknown("page." + key)
}

// url returns the URL of the page below that of the site.
func (p pageValue) url() string {
	if url := foreign.TextOf(p.Values["url"]); url != "" {
		return "/" + strings.TrimPrefix(url, "/")
	}
	at := nav.Trim(foreign.Stem(p.Path))
	dir, base := path.Split(at)
	if base == path.Base(dir) || at == "" {
		base = ""
	}
	return strings.TrimSuffix(path.Join("/", dir, base), "/") + "/"
}

// Keys returns no names, because nobody visits all values of a page.
func (pageValue) Keys(*liquid.Run) []string { return nil }

// ofSite returns the data in a file of the folder of data: https://www.11ty.dev/docs/data-global/
func (r *text) ofSite(name string) any {
	if v, ok := r.files[name]; ok || r.page.Read == nil {
		return v
	}
	var out any
	for _, ext := range []string{".json", ".js", ".mjs", ".cjs", ".yaml", ".yml", ".toml"} {
		file := path.Join(r.data, name+ext)
		if body, ok := r.page.Read(file); ok {
			out = valueOf(file, body)
			break
		}
	}
	r.files[name] = out
	return out
}
