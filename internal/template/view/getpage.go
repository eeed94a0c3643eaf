package view

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// find returns the page of a language that a path names, by the rules of .GetPage, and records the question.
// https://gohugo.io/methods/page/getpage/
func (s *perSite) find(c *Call, e *site.Edition, from *site.Page, ref string) (*Page, error) {
	if err := c.Step(len(ref) / 4); err != nil {
		return nil, err
	}
	p, err := s.resolve(c, e, from, ref, false)
	return s.Page(p), err
}

// resolve is find for the model. With byName it applies the rules of ref and relref.
func (s *perSite) resolve(c *Call, e *site.Edition, from *site.Page, ref string, byName bool) (p *site.Page,
	err error,
) {
	if byName {
		p, err = e.RefPage(ref, from)
	} else {
		p, err = e.GetPage(ref, from)
	}
	if c != nil && c.Recorder != nil {
		how := "page"
		if byName {
			how = "ref"
		}
		c.Ask(trace.Resolve, strings.Join([]string{how, e.Language.Lower, KeyOf(from), ref}, "\x00"),
			trace.HashString(KeyOf(p)))
	}
	return p, err
}

func KeyOf(p *site.Page) string {
	if p == nil {
		return ""
	}
	return p.Key
}

// GetPage is the page at a path, relative to this one or rooted; nil if there is none (Page):
// https://gohugo.io/methods/page/getpage/
func (p *Page) GetPage(c *Call, ref ...string) (any, error) {
	at, err := getPagePath(ref)
	if err != nil {
		return nil, err
	}
	return pageOrNil(p.s.find(c, p.p.Edition, p.p, at))
}

// Ref is the absolute URL of the page that the argument names: a path, or a map with path, lang, and outputFormat
// (string): https://gohugo.io/methods/page/ref/
func (p *Page) Ref(c *Call, args any) (string, error) { return c.ref(p, args, false) }

// RelRef is the same URL without scheme and host (string): https://gohugo.io/methods/page/relref/
func (p *Page) RelRef(c *Call, args any) (string, error) { return c.ref(p, args, true) }
