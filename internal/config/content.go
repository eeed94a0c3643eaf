package config

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
)

// ContentOptions returns what the configuration says about content. The common folder comes first; its files
// are in the default language. Then come the folders that languages have for themselves.
func (c *Config) ContentOptions() content.Options {
	o := content.Options{
		DefaultLanguage: c.DefaultLanguage, Bare: c.Bare, AllowContent: c.AllowRaw,
		IgnoreFiles: c.IgnoreFiles, Ignore: c.IgnoreGlobs, MediaTypes: map[string][]string{},
	}
	for _, m := range c.MediaTypes {
		o.MediaTypes[m.Type] = m.Suffixes
	}
	for _, key := range c.DisabledLanguages {
		o.Languages = append(o.Languages, content.Language{Key: key, Disabled: true})
	}
	common := len(c.Languages) == 0
	for _, l := range c.Languages {
		o.Languages = append(o.Languages, content.Language{Key: l.Lower, CJK: l.HasCJKLanguage})
		common = common || l.ContentDir == "" || l.ContentDir == c.ContentDir
		if l.Default {
			o.DefaultLanguage = l.Lower
		}
	}
	if common {
		o.Folders = append(o.Folders, content.Folder{Dir: c.ContentDir})
	}
	for _, l := range c.Languages {
		if l.ContentDir != "" {
			o.Folders = append(o.Folders, content.Folder{Dir: l.ContentDir, Lang: l.Lower})
		}
	}
	return o
}

// DatesByFile reports whether a page may get a date from the time of its file.
func (c *Config) DatesByFile() bool {
	for _, list := range [][]string{c.Dates.Date, c.Dates.Lastmod, c.Dates.PublishDate, c.Dates.ExpiryDate, c.Discovery.LastMod} {
		if slices.ContainsFunc(list, func(h string) bool { return strings.EqualFold(h, ":filemodtime") }) {
			return true
		}
	}
	return false
}
