package config

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// Dimension is a set of variants of a site, its versions or its roles, of which only the default one is built:
// https://gohugo.io/configuration/versions/, https://gohugo.io/configuration/roles/
type Dimension struct {
	Names   []string // in lower case, in Hugo's order; never empty
	Default int
}

func (l *loader) versions() Dimension {
	return readDimension(l.tree.root, "versions", "defaultcontentversion", "v1.0.0")
}

func (l *loader) roles() Dimension {
	return readDimension(l.tree.root, "roles", "defaultcontentrole", "guest")
}

// readDimension reads a table of variants. The first is the default, unless a key names another one; fallback is the
// only variant without a table.
func readDimension(root map[string]any, table, choice, fallback string) Dimension {
	variants, _ := root[table].(map[string]any)
	chosen, _ := root[choice].(string)
	chosen = strings.ToLower(chosen)
	if len(variants) == 0 {
		return Dimension{Names: []string{cmp.Or(chosen, fallback)}}
	}
	weight := func(name string) int {
		values, _ := variants[name].(map[string]any)
		n, _ := frontmatter.Int(values["weight"])
		return n
	}
	names := slices.SortedFunc(maps.Keys(variants), func(a, b string) int {
		switch x, y := weight(a), weight(b); {
		case x != y && x != 0 && y != 0:
			return cmp.Compare(x, y)
		case x != y: // those with a weight come first
			return cmp.Compare(y, x)
		}
		return cmp.Or(semver.Compare(versionOf(b), versionOf(a)), strings.Compare(a, b))
	})
	return Dimension{Names: names, Default: max(0, slices.Index(names, chosen))}
}

// versionOf returns a name as package semver reads it; for a name that is not a version, any text.
func versionOf(name string) string { return "v" + strings.TrimPrefix(name, "v") }

// Name returns the name of the default variant; "" for the zero value.
func (d Dimension) Name() string {
	if len(d.Names) == 0 {
		return ""
	}
	return d.Names[d.Default]
}

// comparison is the operator of a range, and what it says about places in Names, where the newest version is first.
type comparison struct {
	operator string
	holds    func(at, limit int) bool
}

var comparisons = []comparison{
	{">= ", func(at, limit int) bool { return at <= limit }},
	{"<= ", func(at, limit int) bool { return at >= limit }},
	{"== ", func(at, limit int) bool { return at == limit }},
	{"!= ", func(at, limit int) bool { return at != limit }},
	{"> ", func(at, limit int) bool { return at < limit }},
	{"< ", func(at, limit int) bool { return at > limit }},
}

// Holds reports whether patterns choose the default variant. A pattern is a glob, a range such as ">= v2.0.0", or,
// after "! ", a glob of excluded names; without patterns, only the default variant is chosen. An invalid glob is an
// error.
func (d Dimension) Holds(patterns []string) (bool, error) {
	holds, said := false, false
	also := func(ok bool) { holds, said = ok && (holds || !said), true }
	for _, p := range patterns {
		p = strings.ToLower(strings.TrimSpace(p))
		is := func(c comparison) bool { return strings.HasPrefix(p, c.operator) }
		if i := slices.IndexFunc(comparisons, is); i >= 0 {
			limit := slices.Index(d.Names, strings.TrimPrefix(p, comparisons[i].operator))
			also(limit >= 0 && comparisons[i].holds(d.Default, limit))
			continue
		}
		name, excluded := strings.CutPrefix(p, "! ")
		g, err := glob.ParsePattern(name)
		if err != nil {
			return false, err
		}
		if matches := g.Match(d.Name()); excluded {
			also(!matches)
		} else {
			holds, said = holds || matches, true
		}
	}
	return holds || !said, nil
}

// Matching returns the keys, in lower case, of the languages that patterns choose.
func (c *Config) Matching(patterns []string) (keys []string, err error) {
	all := Dimension{}
	for _, l := range c.Languages {
		all.Names = append(all.Names, l.Lower)
	}
	for all.Default = range all.Names {
		holds, err := all.Holds(patterns)
		if err != nil {
			return nil, err
		}
		if holds {
			keys = append(keys, all.Name())
		}
	}
	return keys, nil
}

// Elsewhere returns the name of the dimension, "version" or "role", by which a page or a mount belongs to another
// variant of the site than the default one; "" if it belongs to that. matrix is its sites.matrix, with keys in lower
// case. An invalid glob is an error.
func Elsewhere(matrix map[string]any, versions, roles Dimension) (string, error) {
	for _, x := range []struct {
		name string
		d    Dimension
	}{{"version", versions}, {"role", roles}} {
		patterns, _ := stringsOf(matrix[x.name+"s"])
		if holds, err := x.d.Holds(patterns); !holds {
			return x.name, err
		}
	}
	return "", nil
}
