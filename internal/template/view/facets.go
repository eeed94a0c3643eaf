package view

import (
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// facetTable says for every method and field of every view that reads something what it reads. The
// dispatcher records that before it calls the method. A method that is pure in what was recorded to
// get at its receiver stands here with 0, and so does one that records for itself through its *Call.
// A test walks all views and fails on a name that is missing.
type facetTable map[reflect.Type]map[string]tmpl.Facet

// newTypes tells the engine what there is to know of the views.
func Types() *tmpl.Types {
	t := facetTable{}
	addViewFacets(t)
	return &tmpl.Types{Facets: t, Record: record, Direct: direct, Computed: mainSections}
}

// mainSections is site.Params.mainSections, which Hugo answers as .Site.MainSections: themes from before Hugo
// 0.112 read it whether the configuration sets it or not.
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

// record notes that a facet of a view is read.
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

// seePage records that a facet of p is read, unless the last page that was read is p and its facet is
// recorded: templates read most names of one page in a row.
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
