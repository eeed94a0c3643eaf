package view

import (
	"encoding/json"
	"fmt"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/site"
)

// Ask records a question with the hash of its answer. A nil Call (a view outside of a template) records nothing.
func (c *Call) Ask(kind trace.Kind, key string, answer uint64) {
	if c != nil && c.Recorder != nil {
		c.Recorder.Ask(kind, key, answer)
	}
}

// AskPage records that a facet of p was read.
func (c *Call) AskPage(p *Page, facet trace.Kind) { p.record(c, facet) }

// record records that one of p's facets was read. The dispatcher calls it according to the facet table.
func (p *Page) record(c *Call, facet trace.Kind) {
	if c != nil && c.watched.sees(c, p, facet) {
		return
	}
	switch facet {
	case trace.PageCard:
		c.Ask(facet, p.p.Key, p.p.CardHash)
	case trace.PageParams:
		c.Ask(facet, p.p.Key, p.p.ParamsHash)
	case trace.Config:
		p.s.AskConfig(c)
	case trace.Git:
		c.Ask(facet, p.p.Key, p.p.CommitHash())
	case trace.Resources:
		c.Ask(facet, p.p.Key, resourcesHash(p.p))
	}
}

// cardRead records that p's card was read.
func (p *Page) cardRead(c *Call) { p.record(c, trace.PageCard) }

func (s *perSite) AskConfig(c *Call) { c.Ask(trace.Config, "", s.config) }

// LinkBase returns the replacement for the first slash of links in a file of the site, and records the question: the
// base URL (canonifyURLs), a relative path (relativeURLs), or "" if links are not changed.
func (c *Call) LinkBase(e *site.Edition, file string) string {
	m := c.askLinks(e)
	switch {
	case m.RelativeURLs:
		return html.DottedBase(file)
	case m.CanonifyURLs:
		return e.Base.At("/").Abs()
	}
	return ""
}

// askLinks records the question whether links are changed.
func (c *Call) askLinks(e *site.Edition) *config.Local {
	m := e.Language.Local
	c.Ask(trace.Config, "links "+e.Language.Lower, trace.HashStrings(fmt.Sprint(m.CanonifyURLs, m.RelativeURLs)))
	return m
}

// askFolder records the question for the folder of the project.
func (v *Views) askFolder(c *Call) {
	dirs := []string{v.site.Config.Project}
	if v.o.Tree != nil {
		for _, root := range v.o.Tree.Roots {
			dirs = append(dirs, root.Dir)
		}
	}
	c.Ask(trace.Config, "folder", trace.HashStrings(dirs...))
}

// askEach records that a facet of every page of ps was read: of each or, if there are many, of all pages of the site.
// It may record more than was read, but never less.
func (c *Call) askEach(ps Pages, facet trace.Kind) {
	if c == nil || c.Recorder == nil || len(ps) == 0 {
		return
	}
	if l := c.Views.frozenList(ps); l != nil {
		l.record(c, facet)
		return
	}
	for _, p := range ps {
		p.record(c, facet)
	}
}

// hashParams returns the hash of parameters.
func hashParams(m map[string]any) uint64 {
	if len(m) == 0 {
		return 0
	}
	b, err := json.Marshal(m)
	if err != nil {
		b = fmt.Append(nil, m)
	}
	return trace.Hash(b)
}
