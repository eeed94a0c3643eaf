package config

import (
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
)

// ContentOptions returns the options for package content.
func (c *Config) ContentOptions() content.Options {
	o := content.Options{
		DefaultLanguage: c.DefaultLanguage, Bare: c.Bare, IndexPages: c.IndexPages, FolderSections: c.FolderSections,
		AllowContent: c.allowed(),
		IgnoreFiles:  c.IgnoreFiles, Ignore: c.IgnoreGlobs, Keep: c.KeepGlobs, MediaTypes: map[string][]string{},
		ExactLists: c.Hugo, Lenient: c.Lenient, WikiLinks: c.Markup.WikiLinks,
	}
	if c.Tool != nil {
		tool := *c.Tool
		if u, err := url.Parse(c.BaseURL); err == nil && tool.UsesBase {
			tool.Base = strings.TrimSuffix(u.EscapedPath(), "/")
		}
		o.Tool = &tool
	}
	for local := range c.Locals {
		for _, m := range local.MediaTypes {
			o.MediaTypes[m.Type] = append(o.MediaTypes[m.Type], m.Suffixes...)
		}
	}
	for _, key := range c.DisabledLanguages {
		o.Languages = append(o.Languages, content.Language{Key: key, Disabled: true})
	}
	for _, l := range c.Languages {
		o.Languages = append(o.Languages, content.Language{Key: l.Lower, CJK: l.HasCJKLanguage})
		if l.Default {
			o.DefaultLanguage = l.Lower
		}
	}
	o.Folders = c.contentFolders()
	for _, e := range []struct{ notation, program string }{
		{"asciidoc", "asciidoctor"},
		{"rst", "rst2html"},
		{"pandoc", "pandoc"},
	} {
		if c.MayRun(e.program) {
			o.External = append(o.External, e.notation)
		}
	}
	return o
}

// allowed returns the patterns of content that may be read. Hugo lets raw HTML in Org mode through, and forbids Org
// mode by default since 0.166; in other projects that HTML is cleaned.
func (c *Config) allowed() []string {
	allows := func(p string) bool { return !strings.HasPrefix(p, "! ") }
	switch {
	case !c.Hugo && (len(c.AllowRaw) == 0 || slices.ContainsFunc(c.AllowRaw, allows)):
		return append(slices.Clip(c.AllowRaw), "^text/org$")
	case c.Hugo && len(c.AllowRaw) == 0 && c.Release.Before(166):
		return []string{"! ^text/html$"}
	}
	return c.AllowRaw
}

// MenusHoldHTML reports whether pre and post of menu entries in front matter are HTML, which Hugo requires permission
// for since 0.169.
func (c *Config) MenusHoldHTML() bool {
	return c.Hugo && c.Release.Before(169) || Permits(c.AllowRaw, "text/html")
}

// Ignores reports whether the project ignores messages with an ID. Older projects use ignoreErrors.
// https://gohugo.io/configuration/all/#ignorelogs
func (c *Config) Ignores(id string) bool {
	list, _ := c.Root["ignorelogs"].([]any)
	older, _ := c.Root["ignoreerrors"].([]any)
	return slices.ContainsFunc(slices.Concat(list, older), func(v any) bool {
		text, ok := v.(string)
		return ok && strings.EqualFold(strings.TrimSpace(text), id)
	})
}

// DatesByFile reports whether the date of a page may be the time of its file.
func (c *Config) DatesByFile() bool {
	lists := [][]string{c.Discovery.LastMod}
	for m := range c.Locals {
		lists = append(lists, m.Dates.Date, m.Dates.Lastmod, m.Dates.PublishDate, m.Dates.ExpiryDate)
	}
	return slices.ContainsFunc(slices.Concat(lists...), func(h string) bool {
		return strings.EqualFold(h, ":filemodtime")
	})
}
