package render

import (
	"encoding/json"
	"fmt"

	"github.com/sitegen/sitegen/internal/trace"
)

// ask records a question with the hash of its answer. A nil Call (a view used outside a template)
// records nothing.
func (c *Call) ask(kind trace.Kind, key string, answer uint64) {
	if c != nil && c.rec != nil {
		c.rec.Ask(kind, key, answer)
	}
}

// record notes that one of p's facets was read; the dispatcher calls it as the facet table says.
func (p *Page) record(c *Call, facet trace.Kind) {
	if c != nil && c.watched.sees(c, p, facet) {
		return
	}
	switch facet {
	case trace.PageCard:
		c.ask(facet, p.p.Key, p.p.CardHash)
	case trace.PageParams:
		c.ask(facet, p.p.Key, p.p.ParamsHash)
	case trace.Config:
		p.s.askConfig(c)
	case trace.Git:
		c.ask(facet, p.p.Key, commitHash(p.p))
	case trace.Resources:
		c.ask(facet, p.p.Key, resourcesHash(p.p))
	}
}

// cardRead notes that p's card was read.
func (p *Page) cardRead(c *Call) { p.record(c, trace.PageCard) }

func (s *perSite) askConfig(c *Call) { c.ask(trace.Config, "", s.config) }

// askFolder records the question for where the project lies.
func (v *Views) askFolder(c *Call) {
	dirs := []string{v.site.Config.Project}
	if v.o.Tree != nil {
		for _, root := range v.o.Tree.Roots {
			dirs = append(dirs, root.Dir)
		}
	}
	c.ask(trace.Config, "folder", trace.HashStrings(dirs...))
}

// askEach records that a facet of every page of ps was read: of each, or of all pages of the site
// when they are many. What is recorded may say more than what was read, never less.
func (c *Call) askEach(ps Pages, facet trace.Kind) {
	if c == nil || c.rec == nil || len(ps) == 0 {
		return
	}
	if l := c.views.frozenList(ps); l != nil {
		l.record(c, facet)
		return
	}
	for _, p := range ps {
		p.record(c, facet)
	}
}

// mix combines a running hash with one more value, in order.
func mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

func hashString(s string) uint64 { return trace.HashString(s) }

// hashParams is the hash of parameters.
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
