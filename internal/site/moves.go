package site

import (
	"path"
	"strings"
)

// Move is a page of an earlier Site without an output at its path.
type Move struct {
	From string // slash path of its output in the output folder
	To   string // output of the same page now, or of the nearest list that the page was in
	Gone bool   // the page does not exist anymore; To is the list
}

// Moves returns where the pages of an earlier Site are now whose main output is not in the output folder anymore; has
// tells what is there. A page with the same content file moved because its URL changed; one with the same text in a new
// file was renamed; others are gone.
func (s *Site) Moves(old *Site, has func(file string) bool) []Move {
	var lost []*Page
	for _, p := range old.Pages {
		if len(p.Targets) > 0 && !p.URL.IsZero() && !has(p.Targets[0].File) {
			lost = append(lost, p)
		}
	}
	if len(lost) == 0 {
		return nil
	}
	before := map[string]bool{} // content files
	for _, p := range old.Pages {
		if p.Doc != nil {
			before[p.Doc.File] = true
		}
	}
	x := movedTo{byKey: map[string]*Page{}, byFile: map[fileIn]*Page{}, byText: map[textIn][]*Page{}}
	for _, p := range s.Pages {
		if len(p.Targets) == 0 || p.URL.IsZero() {
			continue
		}
		x.byKey[p.Key] = p
		if p.Doc == nil || p.Untranslated {
			continue
		}
		x.byFile[fileIn{p.Edition.Language.Lower, p.Doc.File}] = p
		if !before[p.Doc.File] {
			at := textIn{p.Edition.Language.Lower, p.Doc.Hash}
			x.byText[at] = append(x.byText[at], p)
		}
	}
	var out []Move
	for _, p := range lost {
		if to := x.find(p); to != nil {
			out = append(out, Move{From: p.Targets[0].File, To: to.Targets[0].File})
			continue
		}
		for _, a := range p.Ancestors {
			if list := x.byKey[a.Key]; list != nil && has(list.Targets[0].File) {
				out = append(out, Move{From: p.Targets[0].File, To: list.Targets[0].File, Gone: true})
				break
			}
		}
	}
	return out
}

// movedTo has the pages with an output.
type movedTo struct {
	byKey  map[string]*Page
	byFile map[fileIn]*Page
	byText map[textIn][]*Page // only from content files that the earlier Site did not have
}

// fileIn is a content file in a language, which several languages may share.
type fileIn struct{ lang, file string }

// textIn is the hash of a content file in a language.
type textIn struct {
	lang string
	hash uint64
}

// find returns the page that an earlier one is now, or nil. Of several with the same text, it prefers one whose file has
// the same name: an index.md or _index.md, in a folder that was renamed.
func (x *movedTo) find(p *Page) *Page {
	if p.Doc == nil || p.Untranslated {
		return nil
	}
	lang := p.Edition.Language.Lower
	if to := x.byFile[fileIn{lang, p.Doc.File}]; to != nil {
		return to
	}
	all := x.byText[textIn{lang, p.Doc.Hash}]
	for _, to := range all {
		if strings.EqualFold(path.Base(to.Doc.File), path.Base(p.Doc.File)) {
			return to
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[0]
}
