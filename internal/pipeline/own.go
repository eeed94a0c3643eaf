package pipeline

import (
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/render"
)

// ownSitemap renders layouts/sitemap.xml of the project (https://gohugo.io/templates/sitemap/); nil when it
// has none.
func ownSitemap(text discovery.Text, e *site.Edition, file string) ([]byte, error) {
	t := text.(texts)
	r, err := t.w.Standalone(t.ctx, e, "sitemap", file)
	if err != nil || r.NoTemplate {
		return nil, err
	}
	return output(r, file), nil
}

// ownIndex renders layouts/sitemapindex.xml of the project; nil when it has none.
func ownIndex(text discovery.Text, e *site.Edition, file string) ([]byte, error) {
	t := text.(texts)
	r, err := t.w.SitemapIndex(t.ctx, e, file)
	if err != nil || r.NoTemplate {
		return nil, err
	}
	return output(r, file), nil
}

// output returns what a rendering gave for a file.
func output(r *render.Rendered, file string) []byte {
	for _, o := range r.Outputs {
		if o.File == file {
			return o.Bytes
		}
	}
	return nil
}
