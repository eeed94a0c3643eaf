package view

import (
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Resources are the files next to the page, in the order of its metadata and names (Resources):
// https://gohugo.io/methods/page/resources/
func (p *Page) Resources(c *Call) resource.Resources {
	p.record(c, trace.Resources)
	if len(p.p.Resources) == 0 {
		return nil
	}
	return par.OnceFor(&c.Views.answers, p, func() resource.Resources {
		out := make(resource.Resources, len(p.p.Resources))
		for i, r := range p.p.Resources {
			if r.Page != nil {
				out[i] = p.s.innerView(r)
			} else {
				out[i] = c.Views.resourceOf(r)
			}
		}
		return out
	})
}

// innerView returns the view of a content file inside a bundle.
func (s *perSite) innerView(res *site.Resource) *Page {
	return par.OnceFor(&s.memo, res.Page, func() *Page { return &Page{p: res.Page, s: s, res: res} })
}

// Resource returns the view of a file of the content.
func (v *Views) Resource(r *site.Resource) *resource.Resource { return v.resourceOf(r) }

// ResourceHash returns a hash of the known facts about a content file, without reading it.
func ResourceHash(r *site.Resource) uint64 { return mixFile(0, r) }

func (v *Views) resourceOf(r *site.Resource) *resource.Resource {
	file := filepath.FromSlash(r.Resource.File)
	if t := v.o.Tree; t != nil && r.Root < len(t.Roots) {
		file = t.ResourceName(r.Resource)
	}
	return v.files.OfPage(r, file)
}

// resourceNames returns the names by which a page that is a resource is found.
func (p *Page) resourceNames() (name, original string) {
	if p.res != nil {
		return p.res.Name, strings.TrimPrefix(p.p.Path, "/")
	}
	return p.p.Title, p.p.Path
}

// ResourceType is "page" for every page (string): https://gohugo.io/methods/resource/resourcetype/
func (p *Page) ResourceType() string { return "page" }

// MediaType is that of unknown content, as in Hugo (MediaType).
func (p *Page) MediaType() resource.MediaType {
	return resource.MediaTypeOf(p.s.site.Config, media.Octet)
}

// resourcesHash returns the answer to the question for the files next to a page.
func resourcesHash(p *site.Page) uint64 {
	h := uint64(len(p.Resources)) + 1
	for _, r := range p.Resources {
		h = mixFile(h, r)
	}
	return h
}

// mixFile mixes the known facts about a file next to a page, without reading it, into a hash.
func mixFile(h uint64, r *site.Resource) uint64 {
	h = trace.Mix(h, trace.HashStrings(r.Name, r.Title, r.File, r.URL.Path()))
	h = trace.Mix(h, hashParams(r.Params))
	if r.Resource != nil {
		h = trace.Mix(h, trace.HashStrings(trace.Portable(r.Resource.File), r.MediaType))
		h = trace.Mix(trace.Mix(h, uint64(r.Width)), uint64(r.Height))
	}
	if r.Page != nil {
		h = trace.Mix(trace.Mix(h, r.Page.CardHash), r.Page.ParamsHash)
	}
	return h
}
