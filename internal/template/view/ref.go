package view

import (
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/missing"
)

// refFunction implements the functions ref and relref, whose argument is the page to start from.
func (c *Call) refFunction(from, args any, relative bool) (string, error) {
	switch p := from.(type) {
	case *Page:
		return c.ref(p, args, relative)
	case *Shortcode:
		return c.ref(p.Page, args, relative)
	}
	return "", fmt.Errorf("ref requires a page, not %T", from)
}

// refArguments are the path, language, and format in a reference.
type refArguments struct{ path, lang, format string }

func readRefArguments(args any) (r refArguments, err error) {
	switch a := args.(type) {
	case []any:
		if len(a) == 0 {
			return r, fmt.Errorf("ref requires a path")
		}
		r.path = tmpl.Text(a[0])
		if len(a) > 1 {
			r.format = tmpl.Text(a[1])
		}
		return r, nil
	case []string:
		if len(a) == 0 {
			return r, fmt.Errorf("ref requires a path")
		}
		r.path = a[0]
		if len(a) > 1 {
			r.format = a[1]
		}
		return r, nil
	}
	m, ok := tmpl.Map(args)
	if !ok {
		r.path = tmpl.Text(args)
		return r, nil
	}
	r.path, r.lang = tmpl.Text(tmpl.LowerKey(m, "path")), tmpl.Text(tmpl.LowerKey(m, "lang"))
	r.format = tmpl.Text(tmpl.LowerKey(m, "outputFormat"))
	return r, nil
}

// ref returns the URL of the page that a reference names: https://gohugo.io/functions/urls/ref/ A broken reference is
// an error or a warning, according to refLinksErrorLevel.
func (c *Call) ref(from *Page, args any, relative bool) (string, error) {
	a, err := readRefArguments(args)
	if err != nil {
		return "", err
	}
	u, err := url.Parse(a.path)
	if err != nil {
		return "", c.badRef(from, fmt.Sprintf("reference %q: %v", a.path, err), "")
	}
	link := ""
	if u.Path != "" {
		e, err := c.refEdition(from, a.lang)
		if e == nil {
			return from.p.Edition.Language.RefLinksNotFoundURL, err
		}
		target, err := c.Views.resolve(c, e, from.p, u.Path, true)
		if err != nil {
			return "", c.badRef(from, fmt.Sprintf("reference %q: %v", a.path, err), "")
		}
		if target == nil {
			message := fmt.Sprintf("reference %q: page not found", a.path)
			return from.p.Edition.Language.RefLinksNotFoundURL, c.badRef(from, message, c.Missing(e, from, u.Path))
		}
		if link, err = c.refLink(from, target, a, relative); err != nil {
			return "", err
		}
	}
	if u.Fragment != "" {
		link += "#" + u.Fragment
	}
	return link, nil
}

// refEdition returns the language that a reference names; nil if the site doesn't have it.
func (c *Call) refEdition(from *Page, lang string) (*site.Edition, error) {
	if lang == "" {
		return from.p.Edition, nil
	}
	var keys []string
	for _, e := range c.Views.site.Editions {
		if strings.EqualFold(e.Language.Key, lang) {
			return e, nil
		}
		keys = append(keys, e.Language.Key)
	}
	return nil, c.badRef(from, fmt.Sprintf("unknown language %q", lang), "languages: "+strings.Join(keys, ", "))
}

// refLink returns the URL of a target in the wanted output format.
func (c *Call) refLink(from *Page, target *site.Page, a refArguments, relative bool) (string, error) {
	at := target.URL
	if a.format != "" {
		c.Views.Page(target).askFormats(c)
		found := false
		for _, t := range target.Addresses() {
			if t.Format != nil && strings.EqualFold(t.Format.Name, a.format) {
				at, found = t.URL, true
			}
		}
		if !found {
			return "", c.badRef(from, fmt.Sprintf("reference %q: the page is not written in the format %q", a.path, a.format),
				"")
		}
	}
	name := "Permalink"
	if relative {
		name = "RelPermalink"
	}
	if a.format == "" {
		v, err := c.Get(c.Views.Page(target), []string{name})
		return tmpl.Text(v), err
	}
	c.Views.Page(target).cardRead(c)
	if relative {
		return at.Rel(), nil
	}
	return at.Abs(), nil
}

// badRef returns the error for a reference, with the position of its shortcode. If refLinksErrorLevel is "warning", it
// keeps a warning and returns nil.
func (c *Call) badRef(from *Page, message, hint string) error {
	d := &diag.Diagnostic{Rule: "ref", Message: message, Hint: hint}
	if from.p.Doc != nil {
		d.File = from.p.Doc.File
	}
	if from.p.Doc != nil && c.Shortcode != nil && c.Shortcode.Page == from {
		d.Line, d.Col = c.Shortcode.call.Line, c.Shortcode.call.Col
		if src, line, err := c.Renderer.Source(from); err == nil {
			d.Excerpt = diag.Line([]byte(src), d.Line-line+1)
		}
	}
	if strings.EqualFold(from.p.Edition.Language.RefLinksErrorLevel, "warning") {
		d.Severity = diag.Warning
		c.Warnings = append(c.Warnings, d)
		return nil
	}
	return d
}

// Missing suggests what a broken reference from a page to a page of a language means, and records the question.
func (c *Call) Missing(e *site.Edition, from *Page, ref string) string {
	x := c.Views.missing(e)
	c.Ask(trace.List, e.Language.Lower+"#Paths", x.Hash())
	return x.Hint(Model(from).Doc, ref)
}

// Hint suggests what a broken reference in the text of a page means.
func (v *Views) Hint(p *site.Page, ref string) string { return v.missing(p.Edition).Hint(p.Doc, ref) }

func (s *perSite) missing(e *site.Edition) *missing.Index {
	find, _ := s.memo.LoadOrStore(missingKey{e}, sync.OnceValue(func() *missing.Index { return missing.New(s.site, e) }))
	return find.(func() *missing.Index)()
}

type missingKey struct{ e *site.Edition }
