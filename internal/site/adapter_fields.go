package site

import (
	"cmp"
	"maps"
	"path"
	"strings"

	"github.com/sitegen/sitegen/content"
)

// IsMadeField reports whether a key, in lower case, is a field in the argument of AddPage in a content adapter;
// all others belong below params: https://gohugo.io/content-management/content-adapters/#addpage
func IsMadeField(key string) bool {
	f := byKey[key]
	return f != nil && f.Adapter || key == "menu" || key == "sites"
}

// onlyParams removes fields from the parameters of pages made by content adapters. As in Hugo, only the values
// below params are parameters.
func (e *edition) onlyParams() {
	for _, p := range e.all {
		if p.Doc == nil || p.Doc.Adapter == nil {
			continue
		}
		maps.DeleteFunc(p.Params, func(key string, _ any) bool { return IsMadeField(key) })
		own, _ := p.Doc.Value("params").(map[string]any)
		maps.Copy(p.Params, own)
	}
}

// describe copies what a content adapter says about a resource.
func (r *Resource) describe(m *content.MadeResource) {
	if m.Name != "" {
		r.Name, r.Title = m.Name, m.Name
	}
	r.Title = cmp.Or(m.Title, r.Title)
	r.Params = maps.Clone(m.Params)
	if m.Target != "" {
		r.Lazy, r.File = true, path.Clean(m.Target)
		r.URL.path = "/" + strings.ReplaceAll(r.File, "?", "%3F")
	}
}
