package view

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// addRemovedFunctions adds the functions that were removed from Hugo.
func addRemovedFunctions(t *tmpl.Functions, running func() *Call) {
	t.Add("data", "GetJSON", func(parts ...any) (any, error) { return running().getData("getJSON", "json", ",", parts) },
		"getJSON")
	t.Add("data", "GetCSV", func(separator string, parts ...any) (any, error) {
		return running().getData("getCSV", "csv", separator, parts)
	}, "getCSV")
	// Functions that were renamed.
	for _, f := range []struct{ namespace, name, alias, now string }{
		{"collections", "EchoParam", "echoParam", "collections.Index"},
		{"lang", "NumFmt", "", "lang.FormatNumberCustom"},
		{"crypto", "FNV32a", "", "hash.FNV32a"},
		{"images", "ImageConfig", "imageConfig", "images.Config"},
	} {
		shown := f.namespace + "." + f.name
		fn := func(args ...any) (any, error) {
			running().deprecated(shown, f.now)
			return running().Executor.Call(f.now, args...)
		}
		if f.alias == "" {
			t.Add(f.namespace, f.name, fn)
		} else {
			t.Add(f.namespace, f.name, fn, f.alias)
		}
	}
	t.Add("urls", "SanitizeURL", func(address any) string {
		running().deprecated("urls.SanitizeURL", "urls.Parse, or nothing")
		return tmpl.Text(address)
	}, "sanitizeURL", "sanitizeurl")
}

// Author is the author in front matter: always a map, with the name if it is a text (any).
func (p *Page) Author(c *Call) (any, error) {
	c.deprecated(".Author", ".Params.author")
	v, err := p.Param(c, "author")
	if name, ok := v.(string); ok {
		return tmpl.Params{"name": name}, err
	}
	if m, ok := tmpl.Map(v); ok {
		return m, err
	}
	return tmpl.Params{}, err
}

// Authors are the authors in front matter (any).
func (p *Page) Authors(c *Call) (any, error) {
	c.deprecated(".Authors", ".Params.authors")
	return p.Param(c, "authors")
}

// Ref is the permalink of a page, referenced from another one (string).
func (s *Site) Ref(c *Call, from *Page, args any) (string, error) {
	c.deprecated(".Site.Ref", "ref or .Ref")
	return c.siteRef(from, args, false)
}

// RelRef is the relative permalink of a page, referenced from another one (string).
func (s *Site) RelRef(c *Call, from *Page, args any) (string, error) {
	c.deprecated(".Site.RelRef", "relref or .RelRef")
	return c.siteRef(from, args, true)
}

func (c *Call) siteRef(from *Page, args any, relative bool) (string, error) {
	if from == nil {
		return "", fmt.Errorf("the reference is not in a page")
	}
	return c.ref(from, args, relative)
}

// IsMultiHost is the old name of IsMultihost (bool).
func (h *Hugo) IsMultiHost(c *Call) bool {
	c.deprecated("hugo.IsMultiHost", "hugo.IsMultihost")
	return h.IsMultihost()
}

// IsMultiLingual is the old name of IsMultilingual (bool).
func (h *Hugo) IsMultiLingual(c *Call) bool {
	c.deprecated("hugo.IsMultiLingual", "hugo.IsMultilingual")
	return h.IsMultilingual()
}
