package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
)

// Cause is what findings with the same reason have in common, so people read it once and not for each page.
type Cause struct {
	Rule     string        `json:"rule"`
	Severity diag.Severity `json:"severity"`
	Owner    string        `json:"owner"` // who fixes it: one of Owners
	Asks     string        `json:"asks"`
	Why      string        `json:"why"`
	Count    int           `json:"count"` // of findings
	Pages    int           `json:"pages"` // pages or other files that have it
	Examples diag.List     `json:"-"`     // all findings that are shown

	where, what string // what Pages counts: "on ", "page"
}

// Places says where the findings are: "on 2 pages", "in 1 file".
func (c Cause) Places() string { return c.where + words.Count(c.Pages, c.what) }

// Causes groups findings by rule, severity, and owner: errors first, then what most pages have. shared has the number
// of pages of findings that stand for more than one, and owners who fixes a finding if its rule does not say so; hidden
// counts those that are not shown.
func Causes(
	found diag.List, shared map[*diag.Diagnostic]int, owners map[*diag.Diagnostic]string, hidden []Hidden,
) []Cause {
	type key struct {
		rule, owner string
		severity    diag.Severity
	}
	var out []Cause
	at, more := map[key]int{}, map[string]int{}
	for _, h := range hidden {
		more[h.Rule] = h.Count
	}
	type place struct {
		cause int
		file  string
	}
	seen := map[place]bool{}
	for _, d := range found {
		r := Rules().Find(d.Rule)
		n := shared[d]
		k := key{d.Rule, cmp.Or(owners[d], r.Owner, template), d.Severity}
		if n > 0 && k.owner == content {
			k.owner = template // all pages have it
		}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			c := Cause{Rule: d.Rule, Severity: d.Severity, Owner: k.owner, Asks: r.Asks, Why: r.Why, where: "in ", what: "file"}
			switch {
			case r.Says():
				c.where, c.what = "on ", "page"
			case strings.Contains(d.File, "://"):
				c.where, c.what = "at ", "URL"
			}
			c.Count, more[d.Rule] = more[d.Rule], 0
			out = append(out, c)
		}
		c := &out[i]
		c.Count++
		c.Examples = append(c.Examples, d)
		if p := (place{i, d.File}); !seen[p] {
			seen[p] = true
			c.Pages += max(1, n)
		}
	}
	slices.SortStableFunc(out, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(b.Pages, a.Pages), cmp.Compare(b.Count, a.Count),
			cmp.Compare(a.Rule, b.Rule))
	})
	return out
}
