package view

import (
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/config"
)

// OutputFormats are formats in which a page is written: https://gohugo.io/methods/page/outputformats/
type OutputFormats []OutputFormat

// OutputFormat is one of them with its address: https://gohugo.io/methods/output-format/
type OutputFormat struct{ t site.Target }

// Get is the format of that name in any case; nil when the page has none (OutputFormat):
// https://gohugo.io/methods/page/outputformats/#get
func (fs OutputFormats) Get(name string) *OutputFormat {
	for i := range fs {
		if strings.EqualFold(fs[i].t.Format.Name, name) {
			return &fs[i]
		}
	}
	return nil
}

// Canonical is the format whose address is the page's; nil without formats (OutputFormat):
// https://gohugo.io/methods/page/outputformats/#canonical
func (fs OutputFormats) Canonical() *OutputFormat {
	if len(fs) == 0 {
		return nil
	}
	return &fs[0]
}

// Name is the name, as configured (string): https://gohugo.io/methods/output-format/name/
func (f OutputFormat) Name() string { return f.t.Format.Name }

// Rel is the rel value for links (string): https://gohugo.io/methods/output-format/rel/
func (f OutputFormat) Rel() string { return f.t.Format.Rel }

// MediaType is the media type (MediaType): https://gohugo.io/methods/output-format/mediatype/
func (f OutputFormat) MediaType() MediaType { return MediaType{f.t.Format.MediaType} }

// Permalink is the absolute address (string): https://gohugo.io/methods/output-format/permalink/
func (f OutputFormat) Permalink() string { return f.t.URL.Abs() }

// RelPermalink is the address without scheme and host (string):
// https://gohugo.io/methods/output-format/relpermalink/
func (f OutputFormat) RelPermalink() string { return f.t.URL.Rel() }

// MediaType is a media type: https://gohugo.io/methods/resource/mediatype/
type MediaType struct{ m *config.MediaType }

// String is the type (string): "text/html".
func (m MediaType) String() string { return m.Type() }

// Type is the type without parameters (string): "image/svg+xml".
func (m MediaType) Type() string {
	if m.m == nil {
		return ""
	}
	return m.m.Type
}

// MainType is what stands before the slash (string): "image".
func (m MediaType) MainType() string {
	main, _, _ := strings.Cut(m.Type(), "/")
	return main
}

// SubType is what stands after it, without a suffix (string): "svg".
func (m MediaType) SubType() string {
	_, sub, _ := strings.Cut(m.Type(), "/")
	sub, _, _ = strings.Cut(sub, "+")
	return sub
}

// Suffixes are the file name suffixes, without the dot ([]string).
func (m MediaType) Suffixes() []string {
	if m.m == nil {
		return nil
	}
	return m.m.Suffixes
}

// Delimiter is what stands before a suffix (string): ".".
func (m MediaType) Delimiter() string {
	if m.m == nil {
		return ""
	}
	return m.m.Delimiter
}

// FirstSuffix is the suffix that is written (SuffixInfo).
func (m MediaType) FirstSuffix() SuffixInfo {
	if m.m == nil || len(m.m.Suffixes) == 0 {
		return SuffixInfo{}
	}
	return SuffixInfo{Suffix: m.m.Suffixes[0], FullSuffix: m.m.Delimiter + m.m.Suffixes[0]}
}

// SuffixInfo is a file name suffix without and with its delimiter.
type SuffixInfo struct{ Suffix, FullSuffix string }

// IsText reports whether files of the type are text (bool).
func (m MediaType) IsText() bool {
	if m.MainType() == "text" {
		return true
	}
	switch m.SubType() {
	case "javascript", "json", "rss", "xml", "svg", "typescript", "toml", "yaml", "manifest", "atom", "graphql":
		return true
	}
	return strings.HasSuffix(m.Type(), "+xml") || strings.HasSuffix(m.Type(), "+json")
}

// mediaTypeView returns the media type of that name: the configured one, or one made of its name.
func (s *perSite) mediaTypeView(name string) MediaType {
	if m := s.site.Config.MediaTypes[name]; m != nil {
		return MediaType{m}
	}
	return MediaType{&config.MediaType{Type: name, Delimiter: "."}}
}
