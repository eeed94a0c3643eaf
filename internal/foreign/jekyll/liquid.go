package jekyll

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
)

// text is a text with Liquid that is converted to Markdown: https://jekyllrb.com/docs/liquid/
type text struct {
	*settings
	*block.Writer
	page *foreign.Page
	lost foreign.Losses
	left int // number of bytes that may still be included

	plain bool      // neither Markdown nor HTML
	own   *document // the page, once Liquid asked for it

	ofTerms map[string]*liquid.Table // posts by their tags and categories, as far as they were asked for
}

// read converts a text to Markdown, and returns the tags and values that were left out.
func (s *settings) read(t *block.Text, p *foreign.Page) []foreign.Problem {
	r := &text{settings: s, page: p, Writer: block.NewWriter(), left: mostIncluded}
	if to := singular(p.Values["redirect_to"]); len(to) > 0 { // https://github.com/jekyll/jekyll-redirect-from#redirect-to
		link := r.resolved(r.rooted(liquid.Escaped(foreign.TextOf(to[0])), ""))
		*t = *block.New(`<meta http-equiv="refresh" content="0; url=` + link + `"><a href="` + link + `">` + link + "</a>")
		return nil
	}
	var from []int
	source := t.String()
	if liquid.In(source) {
		if !foreign.IsNo(p.Values["render_with_liquid"]) {
			var out string
			out, from = liquid.Aligned(r.executed(source))
			*t = *block.New(out)
		}
	}
	executed := r.lost
	r.lost = foreign.Losses{}
	for _, problem := range r.converted(t) {
		if i := problem.Line - 1; i >= 0 && i < len(from) {
			problem.Line = from[i]
		}
		executed.Put(problem)
	}
	if isHTML(p.File) && slices.ContainsFunc(executed.Problems(), func(p foreign.Problem) bool {
		of, key, _ := strings.Cut(strings.Replace(p.Name, " ", ".", 1), ".")
		return slices.Contains(whole, of) || of == "site" && (slices.Contains(ofPages, key) || r.collectionsIn()[key] != nil)
	}) {
		return []foreign.Problem{{
			Line: 1, Name: "template", Message: name + " templates are not read", Whole: true,
			Hint: "the theme has a home page and lists; write other pages in Markdown",
		}}
	}
	return executed.Problems()
}

// isHTML reports whether a file is a page in HTML, in which only Liquid is read.
func isHTML(file string) bool { ext := path.Ext(file); return ext == ".html" || ext == ".htm" }

// converted converts a text without Liquid, and returns what was left out.
func (r *text) converted(t *block.Text) []foreign.Problem {
	syntax := &block.Syntax{}
	if !isHTML(r.page.File) {
		r.cut(t)
		parses := r.settings.parses(t)
		kramdownBlocks(t, parses)
		syntax.Block = func(tag *block.Tag) bool { return isMarkdown(tag, t.Lines[tag.Line-1], parses) }
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
		k := &kramdown{base: r.page.Base, dollars: r.Dollars, abbreviations: block.Abbreviations(tree.Nodes, true)}
		r.Each = func(line string) string {
			k.figure = r.Figure
			return k.line(line, !r.Starts())
		}
	}
	r.nodes(tree.Nodes)
	t.Lines = r.Out
	return r.lost.Problems()
}

// cut marks the end of the part of a page that lists show. A separator that is not a comment stays in the page.
func (r *text) cut(t *block.Text) {
	separator := r.separator(r.page.Values)
	text, comment := strings.TrimSpace(separator), strings.HasPrefix(separator, "<!--")
	blank := max(1, strings.Count(separator, "\n")-1) // lines, if it is nothing else
	above := 0                                        // blank lines
	for i, line := range t.Lines {
		switch has := t.Places[i] == block.NoCode && text != "" && strings.Contains(line, text); {
		case has && comment:
			t.Lines[i] = strings.Replace(line, separator, "<!--more-->", 1)
			return
		case has && above > 0, separator != "" && text == "" && above == blank && i > blank:
			t.Lines[i-1] = "<!--more-->"
			return
		case block.Blank(line):
			above++
		default:
			above = 0
		}
	}
}

// whole lists the constructs without which a page in HTML makes no sense.
var whole = []string{"include", "include_cached", "include_relative", "paginator", "content"}

// oneLine matches the names of elements whose text is never a paragraph.
var oneLine = pattern.New(`^(?:h[1-6]|summary|dt|th|caption|legend)$`)

func (r *text) nodes(list []*block.Node) {
	for _, n := range list {
		if n.Kind == block.Lines {
			r.Lines(n)
			continue
		}
		r.Open(n)
		if text := n.Text(); n.Name == "p" {
			n.Name, n.Tag.Name = "div", "div" // the text is a paragraph
		} else if (oneLine.MatchString(n.Name) || n.Tag.Value("markdown") == "span") && !strings.Contains(text, ".md)") {
			text = strings.TrimSuffix(strings.TrimPrefix(r.toHTML(text), "<p>"), "</p>")
			r.Line(n.First + n.Tag.HTML("markdown") + strings.ReplaceAll(text, "\n", " ") + "</" + n.Name + ">")
			r.Apart()
			continue
		}
		r.Element(n, n.Tag.HTML("markdown"), func() { r.nodes(n.Inside) })
	}
}

// Marks of values whose text depends on what is around them: see resolved.
const (
	sitePath = "\x0e" // the path of the site's URL
	siteURL  = "\x0f" // the URL of the site without its path
)

var (
	// attribute matches the start of an attribute of HTML, or of a url() in CSS, before its value.
	attribute = pattern.New(`(?:=\s*["']?|\burl\(["']?)$`)
	// target matches the start of a link in Markdown, before its target.
	target = pattern.New(`(?:\]\(\s*<?|\]:\s*<?)$`)
)

// inAttribute reports whether the text before a value ends with the start of an attribute. A line may be long, so only
// its end is looked at.
func inAttribute(before string) bool { return attribute.MatchString(before[max(0, len(before)-100):]) }

// noMarkdown reports whether the text is that of a page in HTML, or of a text file.
func (r *text) noMarkdown() bool { return r.plain || isHTML(r.page.File) }

// isTarget reports whether a link at this place is the target of one in Markdown, which may name a file.
func (r *text) isTarget(run *liquid.Run) bool { return !r.noMarkdown() && inTarget(run.Before()) }

func inTarget(before string) bool { return target.MatchString(before[max(0, len(before)-100):]) }

// base returns the path of the site's URL, as far as it is not empty.
func (r *text) base() string {
	if r.page.Base == "" {
		return ""
	}
	return sitePath
}

// resolved replaces the marks in an executed text. Rendering adds the path of the site's URL to links in Markdown, but
// not to HTML; links to the site itself need no host.
func (r *text) resolved(s string) string {
	if !strings.ContainsAny(s, sitePath+siteURL) {
		return s
	}
	var b strings.Builder
	url := strings.TrimSuffix(foreign.TextOf(r.Config.values["url"]), "/")
	line := 0 // start of the line in b
	for s != "" {
		i := strings.IndexAny(s, sitePath+siteURL+"\n")
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		before := b.String()[line:]
		switch link := !r.plain && inTarget(before); {
		case s[i] == '\n':
			b.WriteByte('\n')
			line = b.Len()
		case s[i:i+1] == siteURL && (r.plain || !link && !inAttribute(before)):
			b.WriteString(url)
		case s[i:i+1] == sitePath && !link:
			b.WriteString(r.page.Base)
		}
		s = s[i+1:]
	}
	return b.String() + s
}

// executed returns a text with its Liquid executed, and the line of the page for each of its lines.
func (r *text) executed(source string) (string, []int) {
	out, lines := r.engine().Execute(source)
	return r.resolved(out), lines
}

// engine returns Jekyll's Liquid for the page.
func (r *text) engine() *liquid.Engine {
	return &liquid.Engine{
		Tool: r, Value: r.value, Leave: r.leave, Print: r.print, Filters: r.filters(),
		Tags: map[string]liquid.Tag{
			"include": r.include, "include_cached": r.include, "include_relative": r.includeRelative, "link": r.link,
			"post_url": r.postLink, "gist": r.gist, "feed_meta": nil, "seo": nil,
		},
		Blocks: map[string]liquid.Block{"highlight": r.highlight},
	}
}

// value returns a global variable: https://jekyllrb.com/docs/variables/#global-variables
func (r *text) value(_ *liquid.Run, key string) any {
	switch key {
	case "page":
		if r.own == nil {
			p := r.page
			r.own = &document{r.settings, p.File, p.Values, r.at(p.Values["date"]), r.said(p.File, p.Written())}
		}
		return r.own
	case "site":
		return siteValues{r}
	case "jekyll":
		return map[string]any{"environment": "production"} // what readers see
	case "paginator", "content", "layout", "theme":
		return liquid.Unknown(key)
	}
	return nil
}

// print writes Markdown that is printed in HTML as separate blocks.
func (r *text) print(run *liquid.Run, s, filter string) string {
	if filter != "markdownify" || r.noMarkdown() {
		return s
	}
	printed := strings.TrimRight(run.Printed(), " \t\r\n")
	if !strings.HasPrefix(strings.TrimLeft(printed[strings.LastIndexByte(printed, '\n')+1:], " \t"), "<") {
		return s
	}
	return "\n\n" + strings.TrimSpace(s) + "\n\n"
}

// filters returns the filters that need the page or the site: https://jekyllrb.com/docs/liquid/filters/
func (r *text) filters() map[string]liquid.Filter {
	return map[string]liquid.Filter{
		"relative_url": liquid.Texts(func(s string) string { return r.rooted(s, "") }),
		"absolute_url": liquid.Texts(func(s string) string { return r.rooted(s, siteURL) }),
		"strip_index": liquid.Texts(func(s string) string {
			if rest, ok := strings.CutSuffix(s, "/index.html"); ok {
				return rest + "/"
			}
			return s
		}),
		"markdownify":          r.markdownify,
		"smartify":             liquid.Texts(func(s string) string { return s }), // rendering does it
		"xml_escape":           liquid.Texts(liquid.Escaped),
		"cgi_escape":           liquid.Texts(url.QueryEscape),
		"uri_escape":           liquid.Texts(func(s string) string { return (&url.URL{Path: s}).EscapedPath() }),
		"normalize_whitespace": liquid.Texts(func(s string) string { return strings.Join(strings.Fields(s), " ") }),
		"slugify":              slugify,
		"number_of_words": func(run *liquid.Run, v any, args []any) (any, bool) {
			s, cjk := run.Text(v), 0
			if len(args) > 0 && (args[0] == "cjk" || args[0] == "auto") {
				s = eastAsian.ReplaceAllStringFunc(s, func(string) string { cjk++; return " " })
			}
			return len(strings.Fields(s)) + cjk, true
		},
		"jsonify": liquid.JSON, "inspect": liquid.Inspect,
		"date_to_xmlschema":   r.inZone(liquid.DateIn("%Y-%m-%dT%H:%M:%S%:z")),
		"date_to_rfc822":      r.inZone(liquid.DateIn("%a, %d %b %Y %H:%M:%S %z")),
		"date_to_string":      r.inZone(liquid.Spoken("Jan")),
		"date_to_long_string": r.inZone(liquid.Spoken("January")),
	}
}

// inZone makes a filter of dates one of dates in the zone of the site, which the filter date is not.
func (r *text) inZone(f liquid.Filter) liquid.Filter {
	return func(run *liquid.Run, v any, args []any) (any, bool) {
		if at := r.at(v); !at.IsZero() {
			v = at
		}
		return f(run, v, args)
	}
}

// eastAsian matches a character that counts as a word:
// https://jekyllrb.com/docs/liquid/filters/#number-of-words
var eastAsian = pattern.New(`[\p{Han}\p{Katakana}\p{Hiragana}\p{Hangul}]`)

// rooted returns a path from the root of the site, after its URL.
func (r *text) rooted(s, host string) string {
	if strings.Contains(s, "://") || strings.HasPrefix(s, "//") || strings.ContainsAny(s, sitePath+siteURL) {
		return s
	}
	return host + r.base() + "/" + encoded(strings.TrimPrefix(s, "/"))
}

// encoded returns a URL whose characters that URLs cannot have are percent-encoded. It may have a query.
func encoded(s string) string {
	return unsafe.ReplaceAllStringFunc(s, func(c string) string {
		return strings.ReplaceAll(url.QueryEscape(c), "+", "%20")
	})
}

// unsafe matches what URLs cannot have: https://www.rfc-editor.org/rfc/rfc3986#section-2
var unsafe = pattern.New("[^!#-&(-;=?-Z_a-z~'\\[\\]]+")

// slugs are the characters that a mode of slugify replaces.
var slugs = map[string]*pattern.Pattern{
	"raw":     pattern.New(`\s+`),
	"default": pattern.New(`[^\p{L}\p{M}\p{Nd}]+`),
	"pretty":  pattern.New(`[^\p{L}\p{M}\p{Nd}._~!$&'()+,;=@]+`),
	"ascii":   pattern.New(`[^A-Za-z0-9]+`),
	"latin":   pattern.New(`[^A-Za-z0-9]+`),
}

// latin replaces letters that are no other letter with an accent.
var latin = strings.NewReplacer("ß", "ss", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ø", "o", "Ø", "O", "đ", "d",
	"Đ", "D", "ð", "d", "Ð", "D", "þ", "th", "Þ", "Th", "ł", "l", "Ł", "L", "ħ", "h", "Ħ", "H", "ı", "i")

// slugify returns a text as a part of a URL: https://jekyllrb.com/docs/liquid/filters/#options-for-the-slugify-filter
func slugify(run *liquid.Run, v any, args []any) (any, bool) {
	mode := "default"
	if len(args) > 0 {
		mode = run.Text(args[0])
	}
	return strings.ToLower(slugged(run.Text(v), mode)), true
}

// slugged is slugify without the change of case.
func slugged(s, mode string) string {
	if mode == "latin" {
		s = latin.Replace(words.WithoutAccents(s))
	}
	if replaced := slugs[mode]; replaced != nil {
		s = strings.Trim(replaced.ReplaceAllString(s, "-"), "-")
	}
	return s
}

// link returns the link to a file: https://jekyllrb.com/docs/liquid/tags/#links
func (r *text) link(run *liquid.Run, args string) (string, bool) {
	file := strings.TrimPrefix(r.expanded(run, args), "/")
	if file == "" {
		return "", false
	}
	url := r.urlOf(path.Join(r.Dir, file))
	switch {
	case url == "" && r.page.Read != nil && r.isPage(file):
		return r.missing(run, "link", "published page", file)
	case url != "" && (!r.isTarget(run) || r.languageOf(file) != nil):
		return r.base() + url, true
	}
	return r.inContent(file), true
}

// missing leaves out a tag that names what the project does not have, which is an error in Jekyll.
func (r *text) missing(run *liquid.Run, tag, kind, name string) (string, bool) {
	r.lost.Add(run.Line, tag+" "+name, "{% "+tag+" %} is left out: the project has no "+kind+" "+name,
		"correct the name, or add the file")
	return "", true
}

// postLink returns the link to a post, given its name.
func (r *text) postLink(run *liquid.Run, args string) (string, bool) {
	name := strings.TrimPrefix(r.expanded(run, args), "/")
	if name == "" {
		return "", false
	}
	url, edition := r.postURL(name)
	switch {
	case url == "" && r.page.Read != nil:
		return r.missing(run, "post_url", "published post", name)
	case url != "" && (edition || !r.isTarget(run)):
		return r.base() + url, true
	}
	return "/posts/" + name + ".md", true
}

// gist returns the program that shows a gist, or one of its files: https://github.com/jekyll/jekyll-gist
func (r *text) gist(run *liquid.Run, args string) (string, bool) {
	m := gist.FindStringSubmatch(r.expanded(run, args))
	if m == nil {
		return "", false
	}
	src := "https://gist.github.com/" + m[1] + ".js"
	if m[2] != "" {
		src += "?file=" + url.QueryEscape(m[2])
	}
	return `<script src="` + src + `"></script>`, true
}

// gist matches the ID of a gist, after its owner, and the name of a file.
var gist = pattern.New(`^\s*["']?([\w-]+(?:/[\w-]+)?)["']?(?:\s+["']?([\w. -]*[\w.-])["']?)?\s*$`)

// highlight returns code between fences, or in HTML: https://jekyllrb.com/docs/liquid/tags/#code-snippet-highlighting
func (r *text) highlight(run *liquid.Run, args, body string) string {
	lang, options, _ := strings.Cut(args, " ")
	body = strings.TrimRight(body, " \t\r\n")
	if inBlock := r.inBlock(run); inBlock || r.noMarkdown() {
		code := inPre.Replace(strings.TrimLeft(body, "\n"))
		if inBlock {
			code = unbrokenHTML(unmarked(code))
		}
		return `<pre><code class="language-` + lang + `">` + code + "</code></pre>"
	}
	if strings.Contains(options, "linenos") {
		lang += " {linenos=true}"
	}
	return liquid.Fenced(run.Before(), lang, body)
}

var inPre = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

const mostIncluded = 1 << 20 // bytes included in a page

var (
	inside   = pattern.New(`\{\{.*?\}\}`)
	included = pattern.New(`^[\w./][\w./ -]*$`)
	argument = pattern.New(`([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)`)
)

// expanded returns the arguments of a tag with the values in them.
func (r *text) expanded(run *liquid.Run, args string) string {
	return inside.ReplaceAllStringFunc(args, func(s string) string { return run.Text(run.Eval(s[2 : len(s)-2])) })
}

// include returns the text of an included file: https://jekyllrb.com/docs/includes/
func (r *text) include(run *liquid.Run, args string) (string, bool) {
	return r.included(run, "include", path.Join(r.Dir, "_includes"), args)
}

// includeRelative returns the text of a file, given its path from the folder of the page.
func (r *text) includeRelative(run *liquid.Run, args string) (string, bool) {
	return r.included(run, "include_relative", path.Dir(r.page.File), args)
}

// included executes a file in a folder, for a tag.
func (r *text) included(run *liquid.Run, tag, dir, args string) (string, bool) {
	name, rest := args, ""
	if m := argument.FindStringIndex(args); m != nil {
		name, rest = args[:m[0]], args[m[0]:]
	}
	name = strings.TrimSpace(r.expanded(run, name))
	file := path.Join(dir, name)
	if r.page.Read == nil || !included.MatchString(name) || strings.Contains(name, "..") {
		return "", false
	}
	values := map[string]any{}
	for _, m := range argument.FindAllStringSubmatch(rest, -1) {
		values[m[1]] = run.Eval(m[2])
	}
	body, ok := r.page.Read(file)
	if !ok {
		return r.missing(run, tag, "file", strings.TrimPrefix(file, r.Dir+"/"))
	}
	if r.left -= len(body) + 1000; !ok || r.left < 0 {
		return "", false
	}
	if front, err := frontmatter.Parse(file, foreign.Closed(body)); err == nil {
		body = foreign.Closed(body)[front.Body:]
	}
	before := run.Before()
	out, ok := run.Include(strings.TrimSuffix(string(body), "\n"), map[string]any{"include": values})
	if block.Blank(before) && strings.HasPrefix(out, "[") { // definitions of links
		out = "\n" + out
	}
	return out, ok
}

// postURL returns the URL of a post, given its name, and whether it is in the folder of a language; "" if it does not
// exist.
func (r *text) postURL(name string) (url string, edition bool) {
	for _, ext := range r.Markdown {
		for _, file := range []string{path.Join(path.Dir(name), "_posts", path.Base(name)), path.Join("_posts", name)} {
			file = path.Join(r.Parent, file+ext)
			if url := r.urlOf(path.Join(r.Dir, file)); url != "" {
				return url, r.languageOf(file) != nil
			}
		}
	}
	return "", false
}

// urlOf returns the URL of a page, given its file; "" if it does not exist or is not published.
func (r *text) urlOf(file string) string {
	if r.page.Read == nil {
		return ""
	}
	text, ok := r.page.Read(file)
	if d := r.document(foreign.FileHead{File: file, Text: text}); ok && d != nil {
		return d.urlIn()
	}
	return ""
}

// leave records a tag or value that is left out. Arguments do not count, so all uses have one name.
func (r *text) leave(line int, name, shown string) {
	if shown == "" {
		r.lost.Add(line, name, liquid.TooMuch, liquid.TooMuchHint)
	} else {
		r.lost.Add(line, name, "Liquid is not supported: "+shown+" is left out",
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
