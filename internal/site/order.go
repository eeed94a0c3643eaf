package site

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/words"
)

// number assigns every page its index in Site.Pages: by language, then by path; pages inside bundles and
// separate pages come at the end of their language.
func (a *assembly) number() {
	n := 0
	for _, e := range a.editions {
		n += len(e.all) + len(e.bundled) + len(e.apart())
	}
	a.site.Pages = make([]*Page, 0, n)
	predecessors := make([]*Page, n)
	for _, e := range a.editions {
		for _, pages := range [][]*Page{e.all, e.bundled, e.apart()} {
			for _, p := range pages {
				if p.ID > 0 { // see describeAs
					predecessors[len(a.site.Pages)] = a.Before.Pages[p.ID-1]
					a.predecessors = predecessors
				}
				p.ID = len(a.site.Pages)
				a.site.Pages = append(a.site.Pages, p)
			}
		}
	}
}

// sortable is a page with the values that usually decide its order.
type sortable struct {
	weight int
	date   int64
	page   *Page
}

// order sorts the pages as lists show them: by weight (0 last), newest first, link title in the order of the
// language, path.
func (e *edition) order() {
	keys := make([]sortable, len(e.all))
	for i, p := range e.asBefore() {
		keys[i] = sortable{lightest(p.Weight), -p.Dates.Date.Unix(), p}
	}
	c := words.NewCollator(e.Language.Lower)
	keys = e.a.placed(keys, func(x, y sortable) int {
		switch {
		case x.weight != y.weight:
			return cmp.Compare(x.weight, y.weight)
		case x.date != y.date:
			return cmp.Compare(x.date, y.date)
		}
		return cmp.Or(compareTitles(x.page, y.page, c), comparePaths(x.page, y.page))
	})
	e.Pages = make([]*Page, len(keys))
	for i, k := range keys {
		e.Pages[i] = k.page
	}
}

// asBefore returns all pages in the order of the earlier Site, with new ones at the end. If little changed,
// sorting them takes one pass.
func (e *edition) asBefore() []*Page {
	if e.a.Before == nil {
		return e.all
	}
	old := slices.DeleteFunc(slices.Clone(e.a.Before.Pages), func(p *Page) bool {
		return p.Edition.Language.Lower != e.Language.Lower || p.Owner != nil || p.Apart()
	})
	sorted, more := make([]*Page, len(old)), []*Page(nil)
	for _, p := range e.all { // by path, as the old ones are
		for len(old) > 0 && comparePaths(old[0], p) < 0 {
			old = old[1:]
		}
		if len(old) > 0 && old[0].Path == p.Path {
			sorted[old[0].rank], old = p, old[1:]
		} else {
			more = append(more, p)
		}
	}
	return append(slices.DeleteFunc(sorted, func(p *Page) bool { return p == nil }), more...)
}

// CompareWeights orders weights; 0, which means none, is last.
func CompareWeights(a, b int) int { return cmp.Compare(lightest(a), lightest(b)) }

// lightest converts a weight for comparison: no weight is the heaviest.
func lightest(weight int) int {
	if weight == 0 {
		return math.MaxInt
	}
	return weight
}

// CompareDefault is the default order of two pages: https://gohugo.io/quick-reference/page-collections/#sort
func CompareDefault(x, y *Page, c *words.Collator) int {
	return cmp.Or(
		CompareWeights(x.Weight, y.Weight),
		cmp.Compare(y.Dates.Date.Unix(), x.Dates.Date.Unix()),
		compareTitles(x, y, c),
	)
}

func compareTitles(x, y *Page, c *words.Collator) int {
	if n := c.Compare(x.LinkTitle, y.LinkTitle); n != 0 {
		return n
	}
	return compareFiles(x, y)
}

// compareFiles compares the paths of two pages' files, or of the files that would describe them, in lower case.
func compareFiles(x, y *Page) int {
	a, sa := x.sourcePath()
	b, sb := y.sourcePath()
	for i := 0; ; i++ {
		ca, oka := lowerAt(a, sa, i)
		cb, okb := lowerAt(b, sb, i)
		switch {
		case !oka || !okb:
			return cmp.Compare(len(a)+len(sa), len(b)+len(sb))
		case ca >= utf8.RuneSelf || cb >= utf8.RuneSelf:
			return strings.Compare(logical(a+sa), logical(b+sb))
		case ca != cb:
			return cmp.Compare(ca, cb)
		}
	}
}

// lowerAt returns byte i of a+b, in lower case and with "-" for a space.
func lowerAt(a, b string, i int) (c byte, ok bool) {
	switch {
	case i < len(a):
		c = a[i]
	case i-len(a) < len(b):
		c = b[i-len(a)]
	default:
		return 0, false
	}
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	} else if c == ' ' {
		c = '-'
	}
	return c, true
}

// sourcePath returns the path of the page's file in two parts, without the leading slash.
func (p *Page) sourcePath() (dir, name string) {
	if p.Doc != nil {
		return p.Doc.Path, ""
	}
	if p.Path == "/" {
		return "", "_index.md"
	}
	return p.Path[1:], "/_index.md"
}
