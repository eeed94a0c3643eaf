package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// samePath is the rule for two things with one output path.
const samePath = "same-path"

// claim is a page, alias, or file that needs an output path.
type claim struct {
	page     *Page
	resource *Resource
}

func (c claim) String() string {
	switch {
	case c.resource != nil:
		return c.resource.Resource.File
	case c.page.Doc != nil:
		return c.page.Doc.File
	}
	return "the " + string(c.page.Kind) + " page " + c.page.Path
}

// standIn keeps an alias at the path of a page for the case that no template renders the page. Of two, the last counts.
func (a *assembly) standIn(l Alias, c claim) {
	ignored := a.problem(diag.Warning, l.To.Doc, "aliases", "the alias %s is ignored: %s is written to the same path", l.File, c)
	if c.page == nil {
		return
	}
	a.problems = a.problems[:len(a.problems)-1]
	all := a.site.Standins
	if n := len(all); n > 0 && all[n-1].File == l.File {
		all = all[:n-1]
	}
	if at := slices.IndexFunc(c.page.Targets, func(t Target) bool { return t.File == l.File }); at >= 0 {
		a.site.Standins = append(all, Standin{l, c.page, c.page.Targets[at], ignored})
	}
}

// position returns where to report a collision; about is a text of the value in the line.
func (c claim) position() (file string, line int, about string) {
	if c.resource != nil {
		return c.resource.Resource.File, 0, ""
	}
	return c.page.Position()
}

// Position returns the file of a page, and the line that determines its URL, or 0: the key url or slug of its
// document; for a term without a document, the taxonomy's key in the first page that has the term, with the
// term as about. File is "" for other pages without a document.
func (p *Page) Position() (file string, line int, about string) {
	if p.Doc == nil {
		if p.Kind == Term && p.Term != nil && p.Taxonomy != nil {
			for _, e := range p.Term.Entries {
				if d := e.Page.Doc; d != nil && d.Front != nil {
					return d.File, d.Front.Lines[strings.ToLower(p.Taxonomy.Plural)], p.Term.Name
				}
			}
		}
		return "", 0, ""
	}
	if f := p.Doc.Front; f != nil {
		line = cmp.Or(f.Lines["url"], f.Lines["slug"])
	}
	return p.Doc.File, line, ""
}

func (c claim) isTerm() bool { return c.page != nil && c.page.Kind == Term }

// isList reports whether this is the list of a taxonomy, of a section, or of the site; a term cannot replace
// it.
func (c claim) isList() bool {
	return c.page != nil && (c.page.Kind == Taxonomy || c.page.Kind == Section || c.page.Kind == Home)
}

// isMade reports whether this is the page of a folder that has none in another tool, so it gives way to other pages.
func (a *assembly) isMade(c claim) bool {
	return c.page != nil && c.page.Kind == Section && c.page.Doc == nil && a.Config.Tool != nil
}

// isMadeList reports whether this is the list of a taxonomy that has no file in another tool.
func (a *assembly) isMadeList(c claim) bool {
	return c.page != nil && c.page.Kind == Taxonomy && c.page.Doc == nil && a.Config.Tool != nil
}

// collisions ensures that only one thing is written to each output path. Two pages or two files of bundles are
// an error; in a project of Hugo or of another tool, which would build it, one of them wins. A page takes precedence
// over an alias.
func (a *assembly) collisions() {
	taken := make(map[string]claim, len(a.site.Pages)*2)
	for _, p := range a.site.Pages {
		if p.Apart() {
			continue
		}
		for i := len(p.Targets) - 1; i > 0; i-- { // of two formats with the same path, the last is written, as in Hugo
			same := func(t Target) bool { return t.File == p.Targets[i].File }
			if first := slices.IndexFunc(p.Targets, same); first < i {
				p.Targets = slices.Delete(p.Targets, first, first+1)
			}
		}
		for _, t := range p.Targets {
			a.take(taken, t.File, claim{page: p})
		}
		for _, r := range p.Resources {
			if r.Resource != nil && r.Home == p && !r.Lazy {
				a.take(taken, r.File, claim{resource: r})
			}
		}
	}
	for _, p := range a.site.Pages {
		for _, r := range p.Resources { // shared with a page of another language
			if c := taken[r.File]; r.Resource != nil && r.Home != p && r.File != "" && c != (claim{}) {
				r.Lost = c.resource == nil || c.resource.Resource != r.Resource
			}
		}
	}
	slices.SortStableFunc(a.site.Aliases, func(x, y Alias) int { return strings.Compare(x.File, y.File) })
	keep := a.site.Aliases[:0]
	for _, l := range a.site.Aliases {
		c, there := taken[l.File]
		if there && a.isMade(c) && l.To != c.page && len(c.page.AliasesSet) == 0 && c.page.Params["url"] == nil {
			c.withdraw(l.File)
			there = false
		}
		if there {
			if c.page != l.To && (c.page == nil || l.To.Kind != Home) {
				a.standIn(l, c)
			}
			continue
		}
		if n := len(keep); n > 0 && keep[n-1].File == l.File {
			if keep[n-1].To != l.To {
				a.problem(diag.Warning, l.To.Doc, "aliases", "the alias %s redirects here; %s also has it", l.File,
					claim{page: keep[n-1].To})
			}
			keep[n-1] = l
			continue
		}
		keep = append(keep, l)
	}
	a.site.Aliases = keep
	for _, l := range keep {
		taken[l.File] = claim{page: l.To}
	}
	for _, e := range a.editions {
		for _, p := range e.apart() {
			if len(p.Targets) == 0 {
				continue
			}
			switch c := taken[p.Targets[0].File]; {
			case c == (claim{}):
			case p.Doc != nil && c.page != nil:
				a.take(taken, p.Targets[0].File, claim{page: p})
			default:
				e.withdraw(p, c.page)
			}
		}
	}
}

// take assigns an output path to a claim, or decides between two claims.
func (a *assembly) take(taken map[string]claim, file string, c claim) {
	other, there := taken[file]
	if !there {
		taken[file] = c
		return
	}
	if a.givesWay(c, other) {
		c, other = other, c
	}
	if a.givesWay(other, c) {
		taken[file] = c
		other.withdraw(file)
		return
	}
	x := a.problem(diag.Error, nil, "", "%s and %s are both written to %s", other, c, file)
	x.Rule = samePath
	if x.File, x.Line, x.About = c.position(); x.File == "" {
		x.File, x.Line, x.About = other.position()
	}
	x.Hint = "give one of them another url, slug, or name"
	if c.page != nil && other.page != nil && c.page.Kind == Term && other.page.Kind == Term {
		x.Hint = "spell the term the same way everywhere, or give one a content file with a url"
	}
	if !a.Config.Hugo && !a.Config.Lenient && a.Config.Tool == nil {
		return
	}
	kept, lost := c, other
	if c.page == nil && other.page != nil || c.isTerm() && other.isList() {
		kept, lost = other, c
	}
	x.Severity = diag.Warning
	x.Message += "; " + kept.String() + " is kept"
	taken[file] = kept
	lost.withdraw(file)
}

// givesWay reports whether a page that the project does not have leaves its path to a page or file of the project.
func (a *assembly) givesWay(c, to claim) bool {
	if to.page != nil {
		return a.isMade(c) && !a.isMade(to) || a.isMadeList(c) && to.page.Doc != nil && !to.isTerm()
	}
	return a.Config.Tool != nil && c.page != nil && c.page.Doc == nil
}

// withdraw takes an output path away from a claim. A page keeps its URL, and templates list it as before. Hugo
// writes all claims one after the other: the pages of a language in path order, approximately, and then those
// of the next language. So the last one wins.
func (c claim) withdraw(file string) {
	if c.resource != nil {
		c.resource.Lost = true
		return
	}
	c.page.Targets = slices.Clone(c.page.Targets) // the earlier Site may share them
	for i := range c.page.Targets {
		if t := &c.page.Targets[i]; t.File == file {
			t.Lost = true
		}
	}
}
