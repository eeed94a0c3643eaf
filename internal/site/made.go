package site

import (
	"maps"
	"path"
	"strings"

	"github.com/sitegen/sitegen/content"
)

// IsMadeField reports whether a key, in lower case, means something in what a content adapter passes to AddPage; all
// others belong below params: https://gohugo.io/content-management/content-adapters/#addpage
func IsMadeField(key string) bool {
	f := byKey[key]
	return f != nil && f.Adapter || key == "menu" || key == "sites"
}

// onlyParams takes from the parameters of pages that content adapters made what is a field of the page: as in Hugo,
// only what stands below params is one.
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

// describe takes over what a content adapter says of a resource.
func (r *Resource) describe(m *content.MadeResource) {
	if m.Name != "" {
		r.Name, r.Title = m.Name, m.Name
	}
	if m.Title != "" {
		r.Title = m.Title
	}
	r.Params = maps.Clone(m.Params)
	if m.Target != "" {
		r.Lazy, r.File = true, path.Clean(m.Target)
		r.URL.path = "/" + strings.ReplaceAll(r.File, "?", "%3F")
	}
}
