package config

import (
	"github.com/sitegen/sitegen/internal/assets/media"
)

// defaultMediaTypes returns the predefined media types of output formats and resources:
// https://gohugo.io/configuration/media-types/
func defaultMediaTypes() map[string]*MediaType {
	out := map[string]*MediaType{}
	for _, m := range media.Outputs() {
		out[m.Name] = &MediaType{Type: m.Name, Suffixes: append([]string(nil), m.Suffixes...), Delimiter: "."}
	}
	return out
}

// defaultOutputFormats returns Hugo's: https://gohugo.io/configuration/output-formats/#default-configuration
func defaultOutputFormats(types map[string]*MediaType) map[string]*OutputFormat {
	out := map[string]*OutputFormat{}
	for _, f := range []OutputFormat{
		{
			Name: "404", BaseName: "404", MediaType: types["text/html"], IsHTML: true, NotAlternative: true, Ugly: true,
			Permalinkable: true, Rel: "alternate",
		},
		{Name: "alias", BaseName: "alias", MediaType: types["text/html"], IsHTML: true, Ugly: true, Rel: "alternate"},
		{
			Name: "amp", BaseName: "index", Path: "amp", MediaType: types["text/html"], IsHTML: true, Permalinkable: true,
			Rel: "amphtml",
		},
		{
			Name: "calendar", BaseName: "index", MediaType: types["text/calendar"], IsPlainText: true, Protocol: "webcal://",
			Rel: "alternate",
		},
		{
			Name: "css", BaseName: "styles", MediaType: types["text/css"], IsPlainText: true, NotAlternative: true,
			Rel: "stylesheet",
		},
		{Name: "csv", BaseName: "index", MediaType: types["text/csv"], IsPlainText: true, Rel: "alternate"},
		{Name: "gotmpl", MediaType: types["text/x-gotmpl"], IsPlainText: true, NotAlternative: true},
		{
			Name: "html", BaseName: "index", MediaType: types["text/html"], IsHTML: true, Permalinkable: true, Rel: "canonical",
			Weight: 10,
		},
		{Name: "json", BaseName: "index", MediaType: types["application/json"], IsPlainText: true, Rel: "alternate"},
		{Name: "markdown", BaseName: "index", MediaType: types["text/markdown"], IsPlainText: true, Rel: "alternate"},
		{Name: "robots", BaseName: "robots", MediaType: types["text/plain"], IsPlainText: true, Root: true, Rel: "alternate"},
		{Name: "rss", BaseName: "index", MediaType: types["application/rss+xml"], NoUgly: true, Rel: "alternate"},
		{Name: "sitemap", BaseName: "sitemap", MediaType: types["application/xml"], Ugly: true, Rel: "sitemap"},
		{
			Name: "sitemapindex", BaseName: "sitemap", MediaType: types["application/xml"], Ugly: true, Root: true,
			Rel: "sitemap",
		},
		{
			Name: "webappmanifest", BaseName: "manifest", MediaType: types["application/manifest+json"], IsPlainText: true,
			NotAlternative: true, Rel: "manifest",
		},
	} {
		out[f.Name] = &f
	}
	return out
}
