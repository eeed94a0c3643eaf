package config

// defaultMediaTypes returns the predefined media types of output formats and resources:
// https://gohugo.io/configuration/media-types/
func defaultMediaTypes() map[string]*MediaType {
	out := map[string]*MediaType{}
	for _, m := range []MediaType{
		{Type: "application/json", Suffixes: []string{"json"}},
		{Type: "application/manifest+json", Suffixes: []string{"webmanifest"}},
		{Type: "application/octet-stream"},
		{Type: "application/pdf", Suffixes: []string{"pdf"}},
		{Type: "application/rss+xml", Suffixes: []string{"xml", "rss"}},
		{Type: "application/toml", Suffixes: []string{"toml"}},
		{Type: "application/xml", Suffixes: []string{"xml"}},
		{Type: "application/yaml", Suffixes: []string{"yaml", "yml"}},
		{Type: "font/otf", Suffixes: []string{"otf"}},
		{Type: "font/ttf", Suffixes: []string{"ttf"}},
		{Type: "image/bmp", Suffixes: []string{"bmp"}},
		{Type: "image/gif", Suffixes: []string{"gif"}},
		{Type: "image/jpeg", Suffixes: []string{"jpg", "jpeg", "jpe", "jif", "jfif"}},
		{Type: "image/png", Suffixes: []string{"png"}},
		{Type: "image/svg+xml", Suffixes: []string{"svg"}},
		{Type: "image/tiff", Suffixes: []string{"tif", "tiff"}},
		{Type: "image/webp", Suffixes: []string{"webp"}},
		{Type: "text/asciidoc", Suffixes: []string{"adoc", "asciidoc", "ad"}},
		{Type: "text/calendar", Suffixes: []string{"ics"}},
		{Type: "text/css", Suffixes: []string{"css"}},
		{Type: "text/csv", Suffixes: []string{"csv"}},
		{Type: "text/html", Suffixes: []string{"html", "htm"}},
		{Type: "text/javascript", Suffixes: []string{"js", "jsm", "mjs"}},
		{Type: "text/jsx", Suffixes: []string{"jsx"}},
		{Type: "text/markdown", Suffixes: []string{"md", "mdown", "markdown"}},
		{Type: "text/org", Suffixes: []string{"org"}},
		{Type: "text/pandoc", Suffixes: []string{"pandoc", "pdc"}},
		{Type: "text/plain", Suffixes: []string{"txt"}},
		{Type: "text/rst", Suffixes: []string{"rst"}},
		{Type: "text/tsx", Suffixes: []string{"tsx"}},
		{Type: "text/typescript", Suffixes: []string{"ts"}},
		{Type: "text/x-gotmpl", Suffixes: []string{"gotmpl"}},
		{Type: "text/x-sass", Suffixes: []string{"sass"}},
		{Type: "text/x-scss", Suffixes: []string{"scss"}},
		{Type: "video/3gpp", Suffixes: []string{"3gpp", "3gp"}},
		{Type: "video/mp4", Suffixes: []string{"mp4"}},
		{Type: "video/mpeg", Suffixes: []string{"mpg", "mpeg"}},
		{Type: "video/ogg", Suffixes: []string{"ogv"}},
		{Type: "video/webm", Suffixes: []string{"webm"}},
		{Type: "video/x-msvideo", Suffixes: []string{"avi"}},
	} {
		m.Delimiter = "."
		out[m.Type] = &m
	}
	return out
}

// defaultOutputFormats returns Hugo's: https://gohugo.io/configuration/output-formats/#default-configuration
func defaultOutputFormats(media map[string]*MediaType) map[string]*OutputFormat {
	out := map[string]*OutputFormat{}
	for _, f := range []OutputFormat{
		{
			Name: "404", BaseName: "404", MediaType: media["text/html"], IsHTML: true, NotAlternative: true, Ugly: true,
			Permalinkable: true, Rel: "alternate",
		},
		{Name: "alias", BaseName: "alias", MediaType: media["text/html"], IsHTML: true, Ugly: true, Rel: "alternate"},
		{
			Name: "amp", BaseName: "index", Path: "amp", MediaType: media["text/html"], IsHTML: true, Permalinkable: true,
			Rel: "amphtml",
		},
		{
			Name: "calendar", BaseName: "index", MediaType: media["text/calendar"], IsPlainText: true, Protocol: "webcal://",
			Rel: "alternate",
		},
		{
			Name: "css", BaseName: "styles", MediaType: media["text/css"], IsPlainText: true, NotAlternative: true,
			Rel: "stylesheet",
		},
		{Name: "csv", BaseName: "index", MediaType: media["text/csv"], IsPlainText: true, Rel: "alternate"},
		{Name: "gotmpl", MediaType: media["text/x-gotmpl"], IsPlainText: true, NotAlternative: true},
		{
			Name: "html", BaseName: "index", MediaType: media["text/html"], IsHTML: true, Permalinkable: true, Rel: "canonical",
			Weight: 10,
		},
		{Name: "json", BaseName: "index", MediaType: media["application/json"], IsPlainText: true, Rel: "alternate"},
		{Name: "markdown", BaseName: "index", MediaType: media["text/markdown"], IsPlainText: true, Rel: "alternate"},
		{Name: "robots", BaseName: "robots", MediaType: media["text/plain"], IsPlainText: true, Root: true, Rel: "alternate"},
		{Name: "rss", BaseName: "index", MediaType: media["application/rss+xml"], NoUgly: true, Rel: "alternate"},
		{Name: "sitemap", BaseName: "sitemap", MediaType: media["application/xml"], Ugly: true, Rel: "sitemap"},
		{
			Name: "sitemapindex", BaseName: "sitemap", MediaType: media["application/xml"], Ugly: true, Root: true,
			Rel: "sitemap",
		},
		{
			Name: "webappmanifest", BaseName: "manifest", MediaType: media["application/manifest+json"], IsPlainText: true,
			NotAlternative: true, Rel: "manifest",
		},
	} {
		out[f.Name] = &f
	}
	return out
}
