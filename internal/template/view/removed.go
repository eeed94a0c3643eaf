package view

import (
	"fmt"
	"maps"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// The methods below are those that Hugo has removed since 0.54 and that themes still call. Each gives what it gave
// and a warning with what to write in its place.

// deprecated is the ID of warnings about a template, whatever it renders.
const deprecated = "deprecated"

// deprecated warns of a name that Hugo does not have any more.
func (c *Call) deprecated(name, instead string) {
	c.Warn(diag.Warning, deprecated, fmt.Sprintf("%s was removed from Hugo; use %s", name, instead))
}

// URL is .RelPermalink under its former name (string).
func (p *Page) URL(c *Call) string {
	c.deprecated(".URL", ".RelPermalink")
	return p.RelPermalink(c)
}

// RSSLink is the address of the page's feed, "" when it has none (string).
func (p *Page) RSSLink(c *Call) string {
	c.deprecated(".RSSLink", `(.OutputFormats.Get "RSS").RelPermalink`)
	if f := p.OutputFormats(c).Get("rss"); f != nil {
		return f.RelPermalink()
	}
	return ""
}

// IsDraft is .Draft under its former name (bool).
func (p *Page) IsDraft(c *Call) bool {
	c.deprecated(".IsDraft", ".Draft")
	return p.Draft()
}

// Hugo is the function hugo under its former name (Hugo).
func (p *Page) Hugo(c *Call) *Hugo {
	c.deprecated(".Hugo", "hugo")
	return p.s.hugo
}

// GetParam is .Param under its former name (any).
func (p *Page) GetParam(c *Call, key any) (any, error) {
	c.deprecated(".GetParam", ".Param")
	return p.Param(c, key)
}

// LanguagePrefix is .Site.LanguagePrefix under its former name (string).
func (p *Page) LanguagePrefix(c *Call) string {
	c.deprecated(".LanguagePrefix", ".Site.LanguagePrefix")
	c.Views.AskConfig(c)
	return p.s.Site(p.p.Edition).LanguagePrefix()
}

// ofFile is a method of .File under its former name.
func (p *Page) ofFile(c *Call, name string, read func(*File) string) string {
	c.deprecated("."+name, ".File."+name)
	if f := p.File(c); f != nil {
		return read(f)
	}
	return ""
}

// UniqueID is .File.UniqueID under its former name (string).
func (p *Page) UniqueID(c *Call) string { return p.ofFile(c, "UniqueID", (*File).UniqueID) }

// Dir is .File.Dir under its former name (string).
func (p *Page) Dir(c *Call) string { return p.ofFile(c, "Dir", (*File).Dir) }

// Ext is .File.Ext under its former name (string).
func (p *Page) Ext(c *Call) string { return p.ofFile(c, "Ext", (*File).Ext) }

// Extension is .File.Ext under its former name (string).
func (p *Page) Extension(c *Call) string { return p.ofFile(c, "Ext", (*File).Ext) }

// LogicalName is .File.LogicalName under its former name (string).
func (p *Page) LogicalName(c *Call) string { return p.ofFile(c, "LogicalName", (*File).LogicalName) }

// BaseFileName is .File.BaseFileName under its former name (string).
func (p *Page) BaseFileName(c *Call) string { return p.ofFile(c, "BaseFileName", (*File).BaseFileName) }

// TranslationBaseName is .File.TranslationBaseName under its former name (string).
func (p *Page) TranslationBaseName(c *Call) string {
	return p.ofFile(c, "TranslationBaseName", (*File).TranslationBaseName)
}

// ContentBaseName is .File.ContentBaseName under its former name (string).
func (p *Page) ContentBaseName(c *Call) string {
	return p.ofFile(c, "ContentBaseName", (*File).ContentBaseName)
}

// Filename is .File.Filename under its former name (string).
func (p *Page) Filename(c *Call) string {
	return p.ofFile(c, "Filename", func(f *File) string { return f.Filename(c) })
}

// RSSLink is the address of the home page's feed (string).
func (s *Site) RSSLink(c *Call) string {
	c.deprecated(".Site.RSSLink", `(.Site.Home.OutputFormats.Get "RSS").Permalink`)
	if f := s.Home().OutputFormats(c).Get("rss"); f != nil {
		return f.Permalink()
	}
	return ""
}

// Site is the site itself, for texts that were templates of pages and are executed with a site (Site).
func (s *Site) Site(c *Call) *Site {
	c.deprecated(".Site.Site", ".Site")
	return s
}

// DisqusShortname is .Site.Config.Services.Disqus.Shortname under its former name (string).
func (s *Site) DisqusShortname(c *Call) string {
	c.deprecated(".Site.DisqusShortname", ".Site.Config.Services.Disqus.Shortname")
	return s.Config().Services.Disqus.Shortname
}

// GoogleAnalytics is .Site.Config.Services.GoogleAnalytics.ID under its former name (string).
func (s *Site) GoogleAnalytics(c *Call) string {
	c.deprecated(".Site.GoogleAnalytics", ".Site.Config.Services.GoogleAnalytics.ID")
	return s.Config().Services.GoogleAnalytics.ID
}

// Author is the author of the configuration, else params.author: a map as it was, so that a name of it that is not
// there is nothing (any).
func (s *Site) Author(c *Call) any {
	c.deprecated(".Site.Author", ".Site.Params.author")
	return s.formerMap("author")
}

// Authors is the authors of the configuration (any).
func (s *Site) Authors(c *Call) any {
	c.deprecated(".Site.Authors", ".Site.Params.authors")
	return s.formerMap("authors")
}

// Social is the table social of the configuration, else params.social (any).
func (s *Site) Social(c *Call) any {
	c.deprecated(".Site.Social", ".Site.Params.social")
	return s.formerMap("social")
}

// formerMap is what the configuration has below a key at its top, where such values were once, else among the
// parameters. It is a map even if there is a text of that name: themes read names of it.
func (s *Site) formerMap(key string) tmpl.Params {
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

// Hugo is the function hugo under its former name (Hugo).
func (s *Site) Hugo(c *Call) *Hugo {
	c.deprecated(".Site.Hugo", "hugo")
	return s.s.hugo
}

// getData reads a file of the project or what a server answers; the name or address is in parts. A map after them has
// the headers of the request.
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
			return nil, nil // the server has nothing there
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
