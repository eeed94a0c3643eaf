package view

import (
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// facetTable has the facet that each method and field of a view reads. The dispatcher records it before it calls the
// method. Methods that only read values recorded to get their receiver, and those that record questions through their
// *Call, have 0. A test goes through all views and fails if a name is missing.
type facetTable map[reflect.Type]map[string]tmpl.Facet

// Types tells the engine about the views.
func Types() *tmpl.Types {
	t := facetTable{}
	addViewFacets(t)
	return &tmpl.Types{Facets: t, Record: record, Direct: direct, Computed: mainSections}
}

// mainSections returns site.Params.mainSections, which Hugo answers like .Site.MainSections: themes from before Hugo
// 0.112 read it whether or not the configuration sets it.
func mainSections(s tmpl.Scope, p tmpl.Params, name string) (any, bool) {
	if len(name) != len("mainSections") || !strings.EqualFold(name, "mainSections") {
		return nil, false
	}
	c, ok := s.(*Call)
	if !ok {
		return nil, false
	}
	for _, site := range c.Views.Sites {
		if reflect.ValueOf(p).Pointer() == reflect.ValueOf(site.Params()).Pointer() {
			return site.MainSections(c), true
		}
	}
	return nil, false
}

// record records that a facet of a view is read.
func record(s tmpl.Scope, v any, facet tmpl.Facet) {
	c, kind := s.(*Call), trace.Kind(facet)
	switch v := v.(type) {
	case *Page:
		c.seePage(v, kind)
	case WeightedPage:
		v.record(c, kind)
	case *Site, *Language, *Hugo:
		if !tmpl.IsNil(v) {
			c.Views.AskConfig(c)
		}
	}
}

// seePage records that a facet of p is read, unless p was read last and its facet is recorded: templates usually read
// several names of one page in a row.
func (c *Call) seePage(p *Page, facet trace.Kind) {
	if p == nil {
		return
	}
	if p != c.Seen {
		c.Seen, c.seenFacets = p, 0
	}
	if bit := uint64(1) << facet; c.seenFacets&bit == 0 {
		c.seenFacets |= bit
		p.record(c, facet)
	}
}
