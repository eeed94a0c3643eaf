package view

import (
	"fmt"
	"maps"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// The methods below were removed from Hugo since 0.54, but themes still call them. Each returns the old value, with a
// warning that says what to use instead.

// deprecated is the ID of warnings about removed names in templates.
const deprecated = "deprecated"

// deprecated warns of a name that Hugo no longer has.
func (c *Call) deprecated(name, instead string) {
	c.Warn(diag.Warning, deprecated, fmt.Sprintf("%s was removed from Hugo; use %s", name, instead))
}

// URL is the old name of .RelPermalink (string).
func (p *Page) URL(c *Call) string {
	c.deprecated(".URL", ".RelPermalink")
	return p.RelPermalink(c)
}

// RSSLink is the URL of the page's feed, "" if it has none (string).
func (p *Page) RSSLink(c *Call) string {
	c.deprecated(".RSSLink", `(.OutputFormats.Get "RSS").RelPermalink`)
	if f := p.OutputFormats(c).Get("rss"); f != nil {
		return f.RelPermalink()
	}
	return ""
}

// IsDraft is the old name of .Draft (bool).
func (p *Page) IsDraft(c *Call) bool {
	c.deprecated(".IsDraft", ".Draft")
	return p.Draft()
}

// Hugo is the old name of the function hugo (Hugo).
func (p *Page) Hugo(c *Call) *Hugo {
	c.deprecated(".Hugo", "hugo")
	return p.s.hugo
}

// GetParam is the old name of .Param (any).
func (p *Page) GetParam(c *Call, key any) (any, error) {
	c.deprecated(".GetParam", ".Param")
	return p.Param(c, key)
}

// LanguagePrefix is the old name of .Site.LanguagePrefix (string).
func (p *Page) LanguagePrefix(c *Call) string {
	c.deprecated(".LanguagePrefix", ".Site.LanguagePrefix")
	c.Views.AskConfig(c)
	return p.s.Site(p.p.Edition).LanguagePrefix()
}

// ofFile calls a method of .File by its old name.
func (p *Page) ofFile(c *Call, name string, read func(*File) string) string {
	c.deprecated("."+name, ".File."+name)
	if f := p.File(c); f != nil {
		return read(f)
	}
	return ""
}

// UniqueID is the old name of .File.UniqueID (string).
func (p *Page) UniqueID(c *Call) string { return p.ofFile(c, "UniqueID", (*File).UniqueID) }

// Dir is the old name of .File.Dir (string).
func (p *Page) Dir(c *Call) string { return p.ofFile(c, "Dir", (*File).Dir) }

// Ext is the old name of .File.Ext (string).
func (p *Page) Ext(c *Call) string { return p.ofFile(c, "Ext", (*File).Ext) }

// Extension is the old name of .File.Ext (string).
func (p *Page) Extension(c *Call) string { return p.ofFile(c, "Ext", (*File).Ext) }

// LogicalName is the old name of .File.LogicalName (string).
func (p *Page) LogicalName(c *Call) string { return p.ofFile(c, "LogicalName", (*File).LogicalName) }

// BaseFileName is the old name of .File.BaseFileName (string).
func (p *Page) BaseFileName(c *Call) string { return p.ofFile(c, "BaseFileName", (*File).BaseFileName) }

// TranslationBaseName is the old name of .File.TranslationBaseName (string).
func (p *Page) TranslationBaseName(c *Call) string {
	return p.ofFile(c, "TranslationBaseName", (*File).TranslationBaseName)
}

// ContentBaseName is the old name of .File.ContentBaseName (string).
func (p *Page) ContentBaseName(c *Call) string {
	return p.ofFile(c, "ContentBaseName", (*File).ContentBaseName)
}

// Filename is the old name of .File.Filename (string).
func (p *Page) Filename(c *Call) string {
	return p.ofFile(c, "Filename", func(f *File) string { return f.Filename(c) })
}

// RSSLink is the URL of the home page's feed (string).
func (s *Site) RSSLink(c *Call) string {
	c.deprecated(".Site.RSSLink", `(.Site.Home.OutputFormats.Get "RSS").Permalink`)
	if f := s.Home().OutputFormats(c).Get("rss"); f != nil {
		return f.Permalink()
	}
	return ""
}

// Site is the site itself, for templates written for pages that are executed with a site (Site).
func (s *Site) Site(c *Call) *Site {
	c.deprecated(".Site.Site", ".Site")
	return s
}

// DisqusShortname is the old name of .Site.Config.Services.Disqus.Shortname (string).
func (s *Site) DisqusShortname(c *Call) string {
	c.deprecated(".Site.DisqusShortname", ".Site.Config.Services.Disqus.Shortname")
	return s.Config().Services.Disqus.Shortname
}

// GoogleAnalytics is the old name of .Site.Config.Services.GoogleAnalytics.ID (string).
func (s *Site) GoogleAnalytics(c *Call) string {
	c.deprecated(".Site.GoogleAnalytics", ".Site.Config.Services.GoogleAnalytics.ID")
	return s.Config().Services.GoogleAnalytics.ID
}

// Author is the author in the configuration, else params.author: always a map, so a missing name in it is nil (any).
func (s *Site) Author(c *Call) any {
	c.deprecated(".Site.Author", ".Site.Params.author")
	return s.oldMap("author")
}

// Authors are the authors in the configuration (any).
func (s *Site) Authors(c *Call) any {
	c.deprecated(".Site.Authors", ".Site.Params.authors")
	return s.oldMap("authors")
}

// Social is the table social in the configuration, else params.social (any).
func (s *Site) Social(c *Call) any {
	c.deprecated(".Site.Social", ".Site.Params.social")
	return s.oldMap("social")
}

// oldMap returns the value of a key at the top level of the configuration, where such values used to be, else of the
// parameters. The result is a map even if the value is a text, since themes read names from it.
func (s *Site) oldMap(key string) tmpl.Params {
	for _, v := range []any{tmpl.Params(s.cfg().Root).Get(key), s.Params().Get(key)} {
		if m, ok := tmpl.Map(v); ok {
			return m
		}
		if text, ok := v.(string); ok && key == "author" {
			return tmpl.Params{"name": text}
		}
	}
	return tmpl.Params{}
}

// Hugo is the old name of the function hugo (Hugo).
func (s *Site) Hugo(c *Call) *Hugo {
	c.deprecated(".Site.Hugo", "hugo")
	return s.s.hugo
}

// getData reads a file of the project or a remote URL, joined from parts. A map after them has the headers of the
// request.
func (c *Call) getData(function, format, separator string, parts []any) (any, error) {
	name, headers := "", map[string]any{}
	for _, p := range parts {
		if m, ok := tmpl.Map(p); ok {
			maps.Copy(headers, m)
		} else {
			name += tmpl.Text(p)
		}
	}
	var text any
	var err error
	if strings.Contains(name, "://") {
		c.deprecated(function, "resources.GetRemote and transform.Unmarshal")
		text, err = c.Executor.Call("resources.GetRemote", name, map[string]any{"headers": headers})
		if err == nil && text == nil {
			return nil, nil // the server responds that it does not exist
		}
		if err == nil {
			text, err = c.Get(text, []string{"Content"})
		}
	} else {
		c.deprecated(function, "resources.Get and transform.Unmarshal")
		text, err = c.ReadFile(name)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", function, err)
	}
	return c.Executor.Call("transform.Unmarshal", map[string]any{"format": format, "delimiter": separator}, text)
}
