package builder

import (
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/discovery"
)

// ownSitemap renders layouts/sitemap.xml of the project (https://gohugo.io/templates/sitemap/); nil when it
// has none.
func ownSitemap(text discovery.Text, e *site.Edition, file string) ([]byte, error) {
	t := text.(texts)
	r, err := t.w.Standalone(t.ctx, e, "sitemap", file)
	if err != nil || r.NoTemplate {
		return nil, err
	}
	for _, o := range r.Outputs {
		if o.File == file {
			return o.Bytes, nil
		}
	}
	return nil, nil
}
