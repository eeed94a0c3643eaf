package view

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
)

// Resources is a list of resources, pages among them: https://gohugo.io/methods/page/resources/
type Resources []any

// Resources are the files beside the page, in the order of its metadata and names (Resources):
// https://gohugo.io/methods/page/resources/
func (p *Page) Resources(c *Call) Resources {
	p.record(c, trace.Resources)
	if len(p.p.Resources) == 0 {
		return nil
	}
	return remember(&c.Views.answers, p, func() Resources {
		out := make(Resources, len(p.p.Resources))
		for i, r := range p.p.Resources {
			if r.Page != nil {
				out[i] = p.s.innerView(r)
			} else {
				out[i] = c.Views.pageResource(r)
			}
		}
		return out
	})
}

// innerView returns the view of a content file inside a bundle.
func (s *perSite) innerView(res *site.Resource) *Page {
	return remember(&s.memo, res.Page, func() *Page { return &Page{p: res.Page, s: s, res: res} })
}

func (v *Views) pageResource(s *site.Resource) *Resource {
	out := &Resource{
		views: v, name: s.Name, title: s.Title, params: s.Params, mediaType: knownType(s.MediaType, s.Resource.Name),
		original: s.Key, target: s.File, url: s.URL, beside: s.File != "" && !s.Lazy, kept: true,
		shown: s.Resource.File, pixels: pixels{s.Width, s.Height},
		read: new(atomic.Pointer[fileBytes]),
	}
	out.path = filepath.FromSlash(s.Resource.File)
	if t := v.o.Tree; t != nil && s.Root < len(t.Roots) {
		out.path = t.Name(&s.Source)
	}
	return out
}

// names are what an element of Resources is found by: its name, and its path without a language.
func names(v any) (name, original string) {
	switch r := v.(type) {
	case *Resource:
		return r.name, r.original
	case *Page:
		if r.res != nil {
			return r.res.Name, strings.TrimPrefix(r.p.Path, "/")
		}
		return r.p.Title, r.p.Path
	}
	return "", ""
}

// Get is the resource of that name or path, in any case; nil when there is none (Resource or Page):
// https://gohugo.io/methods/page/resources/#get
func (rs Resources) Get(name any) (any, error) {
	want, err := tmpl.Key(name)
	if err != nil {
		return nil, err
	}
	want = cleanName(want)
	for _, r := range rs {
		if n, _ := names(r); cleanName(n) == want {
			return r, nil
		}
	}
	for _, r := range rs {
		if _, n := names(r); cleanName(n) == want {
			return r, nil
		}
	}
	return nil, nil
}

// Match are the resources whose names or paths fit a glob pattern (Resources):
// https://gohugo.io/methods/page/resources/#match
func (rs Resources) Match(c *Call, pattern any) (Resources, error) {
	s, err := tmpl.Key(pattern)
	if err != nil {
		return nil, err
	}
	g, err := c.Views.patterns.pattern(cleanName(s))
	if err != nil {
		return nil, err
	}
	var out Resources
	for _, r := range rs {
		if n, _ := names(r); g.Match(cleanName(n)) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		for _, r := range rs {
			if _, n := names(r); g.Match(cleanName(n)) {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// GetMatch is the first of Match; nil when there is none (Resource or Page):
// https://gohugo.io/methods/page/resources/#getmatch
func (rs Resources) GetMatch(c *Call, pattern any) (any, error) {
	out, err := rs.Match(c, pattern)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return out[0], nil
}

// ByType are the resources of a resource type: image, text, page, … (Resources):
// https://gohugo.io/methods/page/resources/#bytype
func (rs Resources) ByType(kind any) (Resources, error) {
	want, err := tmpl.Key(kind)
	if err != nil {
		return nil, err
	}
	var out Resources
	for _, r := range rs {
		if resourceType(r) == want {
			out = append(out, r)
		}
	}
	return out, nil
}

// ByName are the resources of that name (Resources).
func (rs Resources) ByName(c *Call, name string) (Resources, error) { return rs.Match(c, name) }

// String is what printing a list of resources gives (string).
func (rs Resources) String() string { return fmt.Sprintf("Resources(%d)", len(rs)) }

func resourceType(v any) string {
	switch r := v.(type) {
	case *Resource:
		return r.ResourceType()
	case *Page:
		return "page"
	}
	return ""
}
