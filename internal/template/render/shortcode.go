package render

import (
	"fmt"
	"html/template"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// calloutNames are the names under which themes for Hugo have shortcodes for callouts.
var calloutNames = []string{
	"admonition", "alert", "callout", "caution", "danger", "hint", "important", "info", "note", "notice", "tip", "warning",
}

// shortcodeTemplate finds the template of a shortcode called in p. If there is none, it returns a diagnostic without a
// position.
func (c *call) shortcodeTemplate(p *view.Page, name string, percent bool) (*lookup.Template, error) {
	want := wanted(view.Model(p), c.Target.Format)
	want.Any = percent
	s := c.run.theme.store
	f, known := s.Shortcode(name, lookupPath(view.Model(p)), want)
	if f != nil {
		return f, nil
	}
	d := &diag.Diagnostic{Rule: "shortcode", Message: fmt.Sprintf("no template for shortcode %q", name)}
	if known {
		d.Message = fmt.Sprintf("shortcode %q has a template, but none for this output format", name)
		d.Hint = "to use a plain-text template in HTML, write {{% … %}}"
	} else if near := diag.Nearest(name, s.ShortcodeNames()); near != "" {
		d.Hint = fmt.Sprintf("did you mean %q?", near)
	} else if slices.Contains(calloutNames, name) && !c.run.o.Site.Config.Hugo {
		d.Hint = fmt.Sprintf("write a quote whose first line is > [!NOTE], or the template layouts/_shortcodes/%s.html", name)
	} else {
		d.Hint = fmt.Sprintf("write one as layouts/_shortcodes/%s.html, or show the call as text: {{</* %s */>}}", name, name)
	}
	return nil, d
}

// throughMarkdown reports whether the output of a call in a body is parsed as Markdown.
func (c *call) throughMarkdown(p *view.Page, call *markdown.Shortcode) bool {
	if !call.Percent || call.Inline {
		return call.Percent
	}
	f, err := c.shortcodeTemplate(p, call.Name, true)
	return err != nil || !f.InnerHTML
}

// usesInner reports whether a shortcode requires a closing tag: its template reads .Inner.
func (c *call) usesInner(p *view.Page, name string) (bool, error) {
	f, err := c.shortcodeTemplate(p, name, true)
	if err != nil {
		return false, err
	}
	return f.Reads("Inner", "InnerDeindent"), nil
}

// shortcode renders one call, after those inside it. level counts the calls around it.
func (c *call) shortcode(p *view.Page, call *markdown.Shortcode, parent *view.Shortcode, level int) (string, error) {
	if call.Inline {
		return c.inlineShortcode(p, call, parent)
	}
	f, err := c.shortcodeTemplate(p, call.Name, call.Percent)
	if err != nil {
		return "", c.at(p, call, err)
	}
	c.ignoredArguments(p, call, f)
	s := view.NewShortcode(p, call, parent)
	if len(call.Inner) > 0 {
		inner, err := c.shortcodeInner(p, call, s, level, f.InnerHTML)
		if err != nil {
			return "", err
		}
		s.Inner = template.HTML(inner)
	}
	u, err := c.w.unit(f, nil)
	if err != nil {
		return "", err
	}
	before, at := c.Shortcode, c.calledAt
	c.Shortcode, c.calledAt = s, markdown.Position{Line: call.Line, Col: call.Col}
	out, err := c.execute(u, s)
	c.Shortcode, c.calledAt = before, at
	if err != nil {
		return "", err
	}
	return call.IndentOutput(out), nil
}

// readArgument matches where a template of an embedded theme reads a named argument of its call.
var readArgument = regexp.MustCompile(`\.Get "(\w+)"`)

// ignoredArguments warns about misspelled arguments of a shortcode of the embedded themes.
func (c *call) ignoredArguments(p *view.Page, call *markdown.Shortcode, f *lookup.Template) {
	if len(call.Named) == 0 || f.Layer < c.run.theme.floor || !f.Own || c.run.o.Site.Config.Hugo ||
		strings.Contains(f.Text, ".Params }}") {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(call.Named)) {
		if strings.Contains(f.Text, fmt.Sprintf(".Get %q", key)) {
			continue
		}
		var known []string
		for _, m := range readArgument.FindAllStringSubmatch(f.Text, -1) {
			known = append(known, m[1])
		}
		if near := diag.Mistyped(key, known); near != "" {
			d := &diag.Diagnostic{Rule: "shortcode", Severity: diag.Warning, Hint: fmt.Sprintf("did you mean %s?", near)}
			d.Message = fmt.Sprintf("%s has no effect on the shortcode %s", key, call.Name)
			c.Warnings = append(c.Warnings, c.at(p, call, d).(*diag.Diagnostic))
		}
	}
}

// inlineShortcode renders a call whose template is in the page, as plain text. It prints nothing unless the
// configuration allows templates in content: https://gohugo.io/configuration/security/
func (c *call) inlineShortcode(p *view.Page, call *markdown.Shortcode, parent *view.Shortcode) (string, error) {
	if !allowsInline(c.run.o.Site.Config.Root) {
		return "", nil
	}
	if call.Template == nil {
		return "", c.at(p, call, &diag.Diagnostic{
			Rule: "shortcode", Message: fmt.Sprintf("inline shortcode %q has no template before this call", call.Name),
			Hint: fmt.Sprintf("write one: {{< %s >}} … {{< /%[1]s >}}", call.Name),
		})
	}
	s := view.NewShortcode(p, call, parent)
	if len(call.Inner) > 0 {
		s.Inner = template.HTML(call.Template.Text)
	}
	name := "inline shortcode"
	if doc := view.Model(p).Doc; doc != nil {
		name = doc.File
	}
	before, at := c.Shortcode, c.calledAt
	c.Shortcode, c.calledAt = s, markdown.Position{Line: call.Line, Col: call.Col}
	// The comment moves the template to its line in the file, for messages.
	out, _, err := c.Execute(name, "{{/*"+strings.Repeat("\n", call.Template.Line-1)+"*/}}"+call.Template.Text, s)
	c.Shortcode, c.calledAt = before, at
	return call.IndentOutput(out), err
}

// allowsInline reports whether a configuration allows inline shortcodes.
func allowsInline(root map[string]any) bool {
	security, _ := root["security"].(map[string]any)
	const key = "enableinlineshortcodes"
	return security[key] == true || root[key] == true
}

// shortcodeInner returns the content of a call with its shortcodes rendered. Inside other calls, the {{% %}} form
// converts its inner Markdown at once; always says that it does so everywhere.
func (c *call) shortcodeInner(p *view.Page, call *markdown.Shortcode, s *view.Shortcode, level int,
	always bool,
) (string, error) {
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
	if !call.Percent || !always && level == 0 {
		return inner, nil
	}
	html, err := c.convert(p, notation(p), inner, false)
	if d := tmpl.TooMuch(err); d != nil {
		err = c.at(p, call, d)
	}
	if err != nil {
		return "", err
	}
	if view.Model(p).Doc != nil && view.Model(p).Doc.Markup == "html" {
		return html, nil
	}
	return markdown.ShortInner(inner, []byte(html)), nil
}

// at sets the position of a shortcode call in a diagnostic without one.
func (c *call) at(p *view.Page, call *markdown.Shortcode, err error) error {
	d, ok := err.(*diag.Diagnostic)
	if !ok || d.File != "" || view.Model(p).Doc == nil {
		return err
	}
	d.File, d.Line, d.Col = view.Model(p).Doc.File, call.Line, call.Col
	return d
}

// RenderShortcodes returns the body of p with its shortcodes rendered and its Markdown unchanged. Inside the body of
// another page the output of {{< >}} becomes tokens of that body, and the text is marked as p's if it is then read as
// Markdown, so that hooks know whose links they render.
func (c *call) RenderShortcodes(p *view.Page) (template.HTML, error) {
	inner := c.w.newCall(c.Context, p, c.w.bodyTarget(p, c.w.bodyFormat(c), c))
	inner.parent, inner.Depth, inner.Recorder, inner.MarkupScope = c, c.Depth, c.Recorder, c.MarkupScope
	inner.Share(&c.Call.Call)
	inner.fill = &filling{holes: &markdown.Holes{}, plain: true}
	inner.called = c.calledInTexts()
	if c.fill != nil {
		inner.fill.holes, inner.fill.plain = c.fill.holes, c.fill.plain
	}
	for x := c; x != nil; x = x.parent {
		if x != c && x.fill != nil && x.Page == p {
			return "", c.cycle(p)
		}
	}
	if err := c.Step(40); err != nil {
		return "", err
	}
	parts, _, err := inner.parts(p)
	if err != nil {
		return "", err
	}
	parts, divided := markdown.MarkDivider(parts)
	src, _, err := inner.fillParts(p, parts)
	if err != nil {
		return "", err
	}
	if divided {
		src = strings.Replace(src, markdown.DividerParagraph, "", 1)
	}
	if c.fill == nil {
		src = inner.fill.holes.Fill(src)
		return template.HTML(src), inner.overfull(p, 1)
	}
	if c.Page == p || c.fill.plain {
		return template.HTML(src), nil
	}
	return template.HTML(markdown.WrapNested(src, view.Model(p).Key)), nil
}

func (c *call) calledInTexts() map[string]bool {
	if c.called == nil {
		c.called = map[string]bool{}
	}
	return c.called
}

// RenderString renders Markdown in the context of p: .RenderString with or without options.
// https://gohugo.io/methods/page/renderstring/
func (c *call) RenderString(p *view.Page, args []any) (template.HTML, error) {
	inline, in := true, notation(p)
	switch len(args) {
	case 1:
	case 2:
		opts, ok := tmpl.Map(args[0])
		if !ok {
			return "", fmt.Errorf("RenderString requires options as a map, not %T", args[0])
		}
		display := strings.ToLower(tmpl.Text(tmpl.LowerKey(opts, "display")))
		inline = display == "" || display == "inline" // other values mean block, as in Hugo
		switch m := strings.ToLower(tmpl.Text(tmpl.LowerKey(opts, "markup"))); m {
		case "":
		case "markdown", "goldmark", "md", "mdown":
			in = "markdown"
		case "org":
			in = m
		default:
			return "", fmt.Errorf("RenderString: markup %q is not supported", m)
		}
	default:
		return "", fmt.Errorf("RenderString requires a text, or options and a text")
	}
	src := tmpl.Text(args[len(args)-1])
	if src == "" {
		return "", nil
	}
	if !markdown.HasShortcode(src) {
		out, err := c.convert(p, in, src, inline)
		return template.HTML(out), err
	}
	return c.renderStringWithShortcodes(p, in, src, inline)
}

func (c *call) renderStringWithShortcodes(p *view.Page, in, src string, inline bool) (template.HTML, error) {
	file := ""
	if view.Model(p).Doc != nil {
		file = view.Model(p).Doc.File
	}
	parts, err := markdown.ParseShortcodes(file, 1, src, func(name string) (bool, error) { return c.usesInner(p, name) })
	if err != nil {
		return "", err
	}
	// The output must be complete when it is returned, so it has separate holes.
	c.calledInTexts()
	inner := c.clone()
	inner.fill = &filling{holes: &markdown.Holes{}, text: true, around: c.fill}
	src, _, err = inner.fillParts(p, parts)
	if err != nil {
		return "", err
	}
	out, err := inner.convert(p, in, src, inline && in == "org")
	if err != nil {
		return "", err
	}
	out = inner.fillMarkdown(out)
	if err := inner.overfull(p, 1); err != nil {
		return "", err
	}
	if inline {
		out = string(markdown.TrimParagraph([]byte(out)))
	}
	c.Outputs, c.Warnings, c.Stores, c.draws = inner.Outputs, inner.Warnings, inner.Stores, inner.draws
	c.merged, c.adopted = inner.merged, inner.adopted
	if c.fill != nil {
		c.fill.warnings = append(c.fill.warnings, inner.fill.warnings...)
	}
	return template.HTML(out), nil
}

// markdownify renders Markdown in the context of the home page, without the paragraph around a single one:
// https://gohugo.io/functions/transform/markdownify/
func (c *call) markdownify(src string) (template.HTML, error) {
	home := c.Page
	if home != nil {
		home = c.Views.Page(view.Model(home).Edition.Home)
	} else {
		home = c.Views.Page(c.run.o.Site.Editions[0].Home)
	}
	return c.RenderString(home, []any{src})
}
