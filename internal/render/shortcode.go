package render

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/tmpl"
)

// Shortcode is what the template of a shortcode sees: https://gohugo.io/methods/shortcode/
type Shortcode struct {
	// Name is the shortcode's name (string).
	Name string
	// Params are the arguments as written: a map of named ones or a list (any).
	Params any
	// IsNamedParams reports whether the arguments have names (bool).
	IsNamedParams bool
	// Inner is what stands between the tags, shortcodes rendered (template.HTML).
	Inner template.HTML
	// Parent is the call that this one stands in; nil for none (Shortcode).
	Parent *Shortcode
	// Ordinal is the position among the calls of the page, or of the parent, from 0 (int).
	Ordinal int
	// Page is the page that is being rendered (Page).
	Page *Page

	call  *markdown.Shortcode
	store *tmpl.Store
}

// Get is an argument by position or name, "" when there are too few; nil when the arguments are of
// the other kind (any): https://gohugo.io/methods/shortcode/get/
func (s *Shortcode) Get(key any) (any, error) {
	switch params := s.Params.(type) {
	case []any:
		i, ok := asIndex(key)
		switch {
		case !ok || len(params) == 0:
			return nil, nil
		case i < 0:
			return nil, fmt.Errorf("no argument %d", i)
		case i >= len(params):
			return "", nil
		}
		return params[i], nil
	case map[string]any:
		name, ok := key.(string)
		if !ok {
			return nil, nil
		}
		if v, ok := params[name]; ok {
			return v, nil
		}
		return "", nil
	}
	return nil, nil
}

func asIndex(key any) (int, bool) {
	switch k := key.(type) {
	case int:
		return k, true
	case int64:
		return int(k), true
	case float64:
		return int(k), k == float64(int(k))
	}
	return 0, false
}

// InnerDeindent is Inner without the indentation of the call (template.HTML):
// https://gohugo.io/methods/shortcode/innerdeindent/
func (s *Shortcode) InnerDeindent() template.HTML {
	return template.HTML(s.call.Deindent(string(s.Inner)))
}

// Site is the site of the page (Site).
func (s *Shortcode) Site() *Site { return s.Page.run.siteView(s.Page.p.Edition) }

// Position says where the call stands, for messages (string):
// https://gohugo.io/methods/shortcode/position/
func (s *Shortcode) Position() string {
	file := ""
	if s.Page.p.Doc != nil {
		file = s.Page.p.Doc.File
	}
	return fmt.Sprintf("%q:%d:%d", file, s.call.Line, s.call.Col)
}

// Ref is the permalink of a page (string): https://gohugo.io/methods/shortcode/ref/
func (s *Shortcode) Ref(c *Call, args any) (string, error) { return c.ref(s.Page, args, false) }

// RelRef is the relative permalink of a page (string): https://gohugo.io/methods/shortcode/relref/
func (s *Shortcode) RelRef(c *Call, args any) (string, error) { return c.ref(s.Page, args, true) }

// Store keeps values during this call (Store): https://gohugo.io/methods/shortcode/store/
func (s *Shortcode) Store(c *Call) *tmpl.Store {
	if s.store == nil {
		s.store = tmpl.NewStore()
	}
	return s.store
}

// Scratch is the same as Store (Store).
func (s *Shortcode) Scratch(c *Call) *tmpl.Store { return s.Store(c) }

// shortcodeTemplate finds the template of a shortcode called in p; a diagnostic without a position
// when there is none.
func (c *Call) shortcodeTemplate(p *Page, name string, percent bool) (*file, error) {
	want := wanted(p.p, c.target.Format)
	want.any = percent
	if want.kind == "page" {
		want.layout = "single"
	} else if want.kind != "" {
		want.layout = "list"
	}
	s := c.run.theme.store
	e, known := s.shortcode(name, lookupPath(p.p), want)
	if e != nil {
		return e.file, nil
	}
	d := &diag.Diagnostic{Rule: "shortcode", Message: fmt.Sprintf("no template for shortcode %q", name)}
	if known {
		d.Message = fmt.Sprintf("shortcode %q has a template, but none for this output format", name)
		d.Hint = "a plain-text template may be used in HTML with {{% … %}}"
	} else if near := diag.Nearest(name, s.shortcodeNames()); near != "" {
		d.Hint = fmt.Sprintf("did you mean %q?", near)
	} else {
		d.Hint = fmt.Sprintf("write one as layouts/_shortcodes/%s.html, or show the call as text: {{</* %s */>}}", name, name)
	}
	return nil, d
}

func (s *store) shortcodeNames() []string {
	names := make(map[string]bool)
	for _, dir := range s.shortcodes {
		for name := range dir {
			names[name] = true
		}
	}
	return sortedKeys(names)
}

// usesInner reports whether a shortcode wants a closing tag: its template reads .Inner.
func (c *Call) usesInner(p *Page, name string) (bool, error) {
	f, err := c.shortcodeTemplate(p, name, true)
	if err != nil {
		return false, err
	}
	return f.Reads("Inner", "InnerDeindent"), nil
}

// shortcode renders one call, those inside it first. level counts the calls around it.
func (c *Call) shortcode(p *Page, call *markdown.Shortcode, parent *Shortcode, level int) (string, error) {
	if call.Inline {
		return "", nil
	}
	f, err := c.shortcodeTemplate(p, call.Name, call.Percent)
	if err != nil {
		return "", c.at(p, call, err)
	}
	s := &Shortcode{Name: call.Name, Parent: parent, Ordinal: call.Ordinal, Page: p, call: call}
	switch {
	case call.Named != nil:
		s.Params, s.IsNamedParams = call.Named, true
	default:
		s.Params = call.Positional
	}
	if len(call.Inner) > 0 {
		inner, err := c.shortcodeInner(p, call, s, level)
		if err != nil {
			return "", err
		}
		s.Inner = template.HTML(inner)
	}
	u, err := c.w.unit(f, nil)
	if err != nil {
		return "", err
	}
	before := c.running
	c.running = s
	out, err := c.w.run1(c, u, s)
	c.running = before
	if err != nil {
		return "", err
	}
	return call.IndentOutput(out), nil
}

// shortcodeInner is what stands inside a call, its shortcodes rendered. Inside other calls the
// {{% %}} form renders its inner Markdown at once.
func (c *Call) shortcodeInner(p *Page, call *markdown.Shortcode, s *Shortcode, level int) (string, error) {
	var b strings.Builder
	for _, part := range call.Inner {
		if part.Call == nil {
			b.WriteString(part.Text)
			continue
		}
		out, err := c.shortcode(p, part.Call, s, level+1)
		if err != nil {
			return "", err
		}
		b.WriteString(out)
	}
	inner := b.String()
	if !call.Percent || level == 0 || p.p.Doc != nil && p.p.Doc.Markup == "html" {
		return inner, nil
	}
	html, err := c.convert(p, inner, false)
	if err != nil {
		return "", err
	}
	return markdown.ShortInner(inner, []byte(html)), nil
}

// at puts the position of a shortcode call into a diagnostic that has none.
func (c *Call) at(p *Page, call *markdown.Shortcode, err error) error {
	d, ok := err.(*diag.Diagnostic)
	if !ok || d.File != "" || p.p.Doc == nil {
		return err
	}
	d.File, d.Line, d.Col = p.p.Doc.File, call.Line, call.Col
	return d
}

// renderShortcodes is the body of p with its shortcodes rendered and its Markdown left as it is.
// Inside the body of another page the output of {{< >}} becomes tokens of that body, and the text
// is marked as p's, so that hooks learn whose links they render.
func (c *Call) renderShortcodes(p *Page) (template.HTML, error) {
	inner := c.w.newCall(c.Context, p, c.w.bodyTarget(p, c.w.bodyFormat(c), c))
	inner.parent, inner.Depth, inner.rec = c, c.Depth, c.rec
	inner.fill = &filling{holes: &markdown.Holes{}}
	if c.fill != nil {
		inner.fill.holes = c.fill.holes
	}
	for x := c; x != nil; x = x.parent {
		if x != c && x.fill != nil && x.page == p {
			return "", c.cycle(p)
		}
	}
	parts, _, err := inner.parts(p)
	if err != nil {
		return "", err
	}
	src, _, err := inner.fillParts(p, parts)
	if err != nil {
		return "", err
	}
	if c.fill == nil {
		return template.HTML(inner.fill.holes.Fill(src)), nil
	}
	if c.page == p {
		return template.HTML(src), nil
	}
	return template.HTML(markdown.WrapNested(src, p.p.Key)), nil
}

// renderString renders Markdown in the context of p: .RenderString with or without options.
// https://gohugo.io/methods/page/renderstring/
func (c *Call) renderString(p *Page, args []any) (template.HTML, error) {
	inline := true
	switch len(args) {
	case 1:
	case 2:
		opts, ok := tmpl.Map(args[0])
		if !ok {
			return "", fmt.Errorf("RenderString wants options as a map, not %T", args[0])
		}
		switch v := tmpl.Text(tmpl.LowerKey(opts, "display")); v {
		case "inline", "":
		case "block":
			inline = false
		default:
			return "", fmt.Errorf("RenderString: display must be inline or block, not %q", v)
		}
		if m := tmpl.Text(tmpl.LowerKey(opts, "markup")); m != "" && m != "markdown" && m != "goldmark" && m != "md" {
			return "", fmt.Errorf("RenderString: markup %q is not supported", m)
		}
	default:
		return "", fmt.Errorf("RenderString wants a text, or options and a text")
	}
	src := tmpl.Text(args[len(args)-1])
	if src == "" {
		return "", nil
	}
	if !markdown.HasShortcode(src) {
		out, err := c.convert(p, src, inline)
		return template.HTML(out), err
	}
	return c.renderStringWithShortcodes(p, src, inline)
}

func (c *Call) renderStringWithShortcodes(p *Page, src string, inline bool) (template.HTML, error) {
	file := ""
	if p.p.Doc != nil {
		file = p.p.Doc.File
	}
	parts, err := markdown.ParseShortcodes(file, 1, src, func(name string) (bool, error) { return c.usesInner(p, name) })
	if err != nil {
		return "", err
	}
	// The output must be whole when it is returned, so it has holes of its own.
	inner := *c
	inner.fill = &filling{holes: &markdown.Holes{}}
	src, _, err = inner.fillParts(p, parts)
	if err != nil {
		return "", err
	}
	out, err := inner.convert(p, src, inline)
	if err != nil {
		return "", err
	}
	c.outputs, c.warnings, c.stores, c.draws = inner.outputs, inner.warnings, inner.stores, inner.draws
	c.merged, c.adopted = inner.merged, inner.adopted
	if c.fill != nil {
		c.fill.warnings = append(c.fill.warnings, inner.fill.warnings...)
	}
	return template.HTML(inner.fill.holes.Fill(out)), nil
}

// markdownify renders Markdown in the context of the home page, without the paragraph around a
// single one: https://gohugo.io/functions/transform/markdownify/
func (c *Call) markdownify(src string) (template.HTML, error) {
	home := c.page
	if home != nil {
		home = c.run.pageView(home.p.Edition.Home)
	} else {
		home = c.run.pageView(c.run.o.Site.Editions[0].Home)
	}
	return c.renderString(home, []any{src})
}
