package site

import (
	"maps"
	"slices"
)

// lists fills the lists of branch pages. The pages are in default order, so every list is, too.
func (e *edition) lists() {
	main := map[string]int{}
	for i, p := range e.Edition.Pages {
		p.rank = i
	}
	for _, p := range e.Edition.Pages {
		up := p.Parent
		if up == nil || !p.ListLocal || p.Kind != Regular && p.Kind != Section {
			continue
		}
		l := up.lists()
		if p.Kind == Section {
			l.SubSections = append(l.SubSections, p)
		} else {
			l.RegularPages = append(l.RegularPages, p)
		}
		l.Pages = append(l.Pages, p)
	}
	// the list of a term, which contains its pages, and that of a taxonomy are filled in terms
	for _, p := range e.all {
		if p.Kind == Regular && p.SectionPath != "" {
			main[p.SectionPath]++ // also those that no list has
		}
		if p.Kind == Term || p.Kind == Taxonomy {
			p.lists().Pages = nil
		}
		if p.Kind == Term {
			p.lists().RegularPages = nil
		}
	}
	e.recursive()
	e.Sections = e.Home.SubSections
	e.MainSections = e.Language.MainSections
	if e.MainSections == nil {
		best := 0
		e.MainSections = []string{""} // if no section has pages: pages without a section, as in Hugo
		for _, s := range slices.Sorted(maps.Keys(main)) {
			if main[s] > best {
				best, e.MainSections = main[s], []string{s}
			}
		}
	}
}

// recursive fills in the regular pages at any depth. A list without sublists shares its own list.
func (e *edition) recursive() {
	deep := map[*Page]bool{}
	for _, p := range e.all {
		if p.IsNode() && p.Parent != nil {
			deep[p.Parent] = true
		}
	}
	for _, p := range e.all {
		if p.IsNode() && !(deep[p] && (p.Kind == Section || p.Kind == Home)) {
			p.lists().RegularPagesRecursive = p.RegularPages
		}
	}
	for _, p := range e.Edition.Pages {
		if p.Kind != Regular || !p.ListLocal {
			continue
		}
		for _, up := range p.Ancestors {
			if deep[up] && (up.Kind == Section || up.Kind == Home) {
				up.lists().RegularPagesRecursive = append(up.RegularPagesRecursive, p)
			}
		}
	}
}

// neighbours links regular pages to the next and the previous one, of the site and of their section. Next is
// the one before it in the list: newer, or with less weight (page.nextPrevSortOrder reverses it).
func (e *edition) neighbours() {
	asc := e.Language.NextPrevSortOrder == "asc"
	ascSection := e.Language.NextPrevInSectionSortOrder == "asc"
	var last *Page
	for _, p := range e.Edition.Pages {
		if p.Kind != Regular || !p.ListAlways {
			continue
		}
		if last != nil {
			if asc {
				last.Next, p.Prev = p, last
			} else {
				p.Next, last.Prev = last, p
			}
		}
		last = p
	}
	for _, s := range e.all {
		if s.Kind != Section && s.Kind != Home {
			continue
		}
		for i, p := range s.RegularPages {
			if i == 0 {
				continue
			}
			before := s.RegularPages[i-1]
			if ascSection {
				before.NextInSection, p.PrevInSection = p, before
			} else {
				p.NextInSection, before.PrevInSection = before, p
			}
		}
	}
}

// publish removes pages from the lists of the site that these must not show.
func (e *edition) publish() {
	all := e.Edition.Pages
	e.Edition.Pages = slices.DeleteFunc(slices.Clone(all), func(p *Page) bool { return !p.ListAlways })
	e.RegularPages = make([]*Page, 0, len(e.Edition.Pages))
	for _, p := range e.Edition.Pages {
		if p.Kind == Regular {
			e.RegularPages = append(e.RegularPages, p)
		}
	}
}
