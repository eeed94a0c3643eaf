package view

import (
	"cmp"
	"strings"

	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// OutputFormats are formats in which a page is written: https://gohugo.io/methods/page/outputformats/
type OutputFormats []OutputFormat

// OutputFormat is one of them with its URL: https://gohugo.io/methods/output-format/
type OutputFormat struct {
	t    site.Target
	only bool // the page has no others
}

// Get is the format with that name in any case; nil if the page does not have it (OutputFormat):
// https://gohugo.io/methods/page/outputformats/#get
func (fs OutputFormats) Get(name string) *OutputFormat {
	for i := range fs {
		if strings.EqualFold(fs[i].t.Format.Name, name) {
			return &fs[i]
		}
	}
	return nil
}

// Canonical is the format with rel canonical; nil if the page doesn't have it (OutputFormat):
// https://gohugo.io/methods/page/outputformats/#canonical
func (fs OutputFormats) Canonical() *OutputFormat {
	for i, f := range fs {
		if strings.EqualFold(f.Rel(), "canonical") {
			return &fs[i]
		}
	}
	return nil
}

// Name is the name, in lower case unless the configuration changes it (string): https://gohugo.io/methods/output-format/name/
func (f OutputFormat) Name() string { return cmp.Or(f.t.Format.Shown, f.t.Format.Name) }

// Rel is the rel value for links (string): https://gohugo.io/methods/output-format/rel/
func (f OutputFormat) Rel() string {
	if f.only {
		return "canonical"
	}
	return f.t.Format.Rel
}

// MediaType is the media type (MediaType): https://gohugo.io/methods/output-format/mediatype/
func (f OutputFormat) MediaType() resource.MediaType {
	return resource.NewMediaType(f.t.Format.MediaType)
}

// Permalink is the absolute URL (string): https://gohugo.io/methods/output-format/permalink/
func (f OutputFormat) Permalink() string { return f.t.URL.Abs() }

// RelPermalink is the URL without scheme and host (string): https://gohugo.io/methods/output-format/relpermalink/
func (f OutputFormat) RelPermalink() string { return f.t.URL.Rel() }
