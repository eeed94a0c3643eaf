package resource

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// MediaType is a media type: https://gohugo.io/methods/resource/mediatype/
type MediaType struct{ m *config.MediaType }

// NewMediaType returns the view of a media type.
func NewMediaType(m *config.MediaType) MediaType { return MediaType{m} }

// String is the type (string): "text/html".
func (m MediaType) String() string { return m.Type() }

// Type is the type without parameters (string): "image/svg+xml".
func (m MediaType) Type() string {
	if m.m == nil {
		return ""
	}
	return m.m.Type
}

// MainType is the part before the slash (string): "image".
func (m MediaType) MainType() string {
	main, _, _ := strings.Cut(m.Type(), "/")
	return main
}

// SubType is the part after the slash, without a suffix (string): "svg".
func (m MediaType) SubType() string {
	_, sub, _ := strings.Cut(m.Type(), "/")
	sub, _, _ = strings.Cut(sub, "+")
	return sub
}

// IsHTML reports whether it is HTML (bool).
func (m MediaType) IsHTML() bool { return m.SubType() == "html" }

// IsMarkdown reports whether it is Markdown (bool).
func (m MediaType) IsMarkdown() bool { return m.SubType() == "markdown" }

// HasSuffix reports whether it has a file name suffix, given without the dot (bool).
func (m MediaType) HasSuffix(suffix string) bool { return slices.Contains(m.Suffixes(), suffix) }

// Suffixes are the file name suffixes, without the dot ([]string).
func (m MediaType) Suffixes() []string {
	if m.m == nil {
		return nil
	}
	return m.m.Suffixes
}

// Suffix is the old name of the first suffix (string).
func (m MediaType) Suffix(c Scope) string {
	c.Warn(diag.Warning, "deprecated", "MediaType.Suffix was removed from Hugo; use .FirstSuffix.Suffix")
	return m.FirstSuffix().Suffix
}

// FullSuffix is the old name of the first suffix with its delimiter (string).
func (m MediaType) FullSuffix(c Scope) string {
	c.Warn(diag.Warning, "deprecated", "MediaType.FullSuffix was removed from Hugo; use .FirstSuffix.FullSuffix")
	return m.FirstSuffix().FullSuffix
}

// Delimiter is the separator before a suffix (string): ".".
func (m MediaType) Delimiter() string {
	if m.m == nil {
		return ""
	}
	return m.m.Delimiter
}

// FirstSuffix is the suffix for written files (SuffixInfo).
func (m MediaType) FirstSuffix() SuffixInfo {
	if m.m == nil || len(m.m.Suffixes) == 0 {
		return SuffixInfo{}
	}
	return SuffixInfo{Suffix: m.m.Suffixes[0], FullSuffix: m.m.Delimiter + m.m.Suffixes[0]}
}

// SuffixInfo is a file name suffix without and with its delimiter.
type SuffixInfo struct {
	Suffix     string `json:"suffix"`
	FullSuffix string `json:"fullSuffix"`
}

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

// MediaTypeOf returns the media type with that name: the configured one, or one made from its name.
func MediaTypeOf(cfg *config.Config, name string) MediaType {
	if m := cfg.MediaTypes[name]; m != nil {
		return MediaType{m}
	}
	return MediaType{&config.MediaType{Type: name, Delimiter: "."}}
}
