package resource

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// Resources is a list of resources, which may include pages: https://gohugo.io/methods/page/resources/
type Resources []any

// names returns the names by which an element of Resources is found: its name, and its path without a language.
func (f *Files) names(v any) (name, original string) {
	if r, ok := v.(*Resource); ok {
		return r.name, r.original
	}
	return f.o.Names(v)
}

// Get is the resource with that name or path, in any case; nil if there is none (Resource or Page):
// https://gohugo.io/methods/page/resources/#get
func (rs Resources) Get(c Scope, name any) (any, error) {
	want, err := funcs.Text("Resources.Get", name)
	if err != nil {
		return nil, err
	}
	want = cleanName(want)
	for _, r := range rs {
		if n, _ := c.Resources().names(r); cleanName(n) == want {
			return r, nil
		}
	}
	for _, r := range rs {
		if _, n := c.Resources().names(r); cleanName(n) == want {
			return r, nil
		}
	}
	return nil, nil
}

// Match are the resources whose names or paths match a glob pattern (Resources):
// https://gohugo.io/methods/page/resources/#match
func (rs Resources) Match(c Scope, pattern any) (Resources, error) {
	s, err := funcs.Text("Resources.Match", pattern)
	if err != nil {
		return nil, err
	}
	g, err := c.Resources().pattern(cleanName(s))
	if err != nil {
		return nil, err
	}
	var out Resources
	for _, r := range rs {
		if n, _ := c.Resources().names(r); g.Match(cleanName(n)) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		for _, r := range rs {
			if _, n := c.Resources().names(r); g.Match(cleanName(n)) {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// GetMatch is the first of Match; nil if there is none (Resource or Page):
// https://gohugo.io/methods/page/resources/#getmatch
func (rs Resources) GetMatch(c Scope, pattern any) (any, error) {
	out, err := rs.Match(c, pattern)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return out[0], nil
}

// ByType are the resources of a resource type: image, text, page, … (Resources):
// https://gohugo.io/methods/page/resources/#bytype
func (rs Resources) ByType(kind any) (Resources, error) {
	want, err := funcs.Text("Resources.ByType", kind)
	if err != nil {
		return nil, err
	}
	var out Resources
	for _, r := range rs {
		if resourceType(r) == want {
			out = append(out, r)
		}
	}
	return out, nil
}

// Mounted finds the resources of a list by other paths: https://gohugo.io/methods/page/resources/#mount
type Mounted struct {
	rs           Resources
	base, target string
}

// String is "Mounted(target)" (string).
func (m *Mounted) String() string { return "Mounted(" + m.target + ")" }

// Mount is the list with the resources below base at paths below target. A target with a leading slash is for absolute
// paths (Mounted): https://gohugo.io/methods/page/resources/#mount
func (rs Resources) Mount(base, target any) (*Mounted, error) {
	b, err := funcs.Text("Resources.Mount", base)
	if err != nil {
		return nil, err
	}
	t, err := funcs.Text("Resources.Mount", target)
	return &Mounted{rs, b, t}, err
}

// Get is the resource at a path; nil if there is none (Resource or Page):
// https://gohugo.io/methods/page/resources/#mount
func (m *Mounted) Get(c Scope, name any) (any, error) {
	want, err := funcs.Text("Resources.Get", name)
	if err != nil {
		return nil, err
	}
	absolute := strings.HasPrefix(m.target, "/")
	if m.target != "" {
		if want = strings.TrimPrefix(want, m.target); !absolute {
			want = strings.TrimPrefix(want, "/")
		}
	}
	if m.base != "" && absolute {
		want = path.Join(m.base, want)
	}
	for _, r := range m.rs {
		have, _ := c.Resources().names(r)
		if m.base != "" && !absolute {
			have = strings.TrimPrefix(strings.TrimPrefix(have, m.base), "/")
		}
		if strings.EqualFold(want, have) {
			return r, nil
		}
	}
	return nil, nil
}

// ByName are the resources with that name (Resources).
func (rs Resources) ByName(c Scope, name string) (Resources, error) { return rs.Match(c, name) }

func resourceType(v any) string {
	if r, ok := v.(*Resource); ok {
		return r.ResourceType()
	}
	return "page"
}
