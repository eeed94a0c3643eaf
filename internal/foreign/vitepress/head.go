package vitepress

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// footer is the template for the footer.
const footer = "layouts/_partials/slots/footer.html"

// elements returns the elements in a list of head that the themes don't write themselves, as lines of a template;
// computed is the number of those that only a program knows. https://vitepress.dev/reference/site-config#head
func elements(list any) (lines []string, computed int) {
	items, known := list.([]any)
	if list != nil && !known {
		return nil, 1
	}
	for _, item := range items {
		parts, _ := item.([]any)
		var e conversion.Element
		if len(parts) > 0 {
			e.Name, _ = parts[0].(string)
		}
		if len(parts) > 1 {
			e.Attributes, _ = parts[1].(*script.Object)
		}
		if len(parts) > 2 {
			e.Text = parts[2]
		}
		if line, known := e.Template(); !known || e.Attributes == nil {
			computed++
		} else if !e.Own() {
			lines = append(lines, line)
		}
	}
	return lines, computed
}

// themeColor returns the color of browser windows.
func (c *config) themeColor() string {
	for _, item := range c.site.List("head") {
		if parts, _ := item.([]any); len(parts) > 1 {
			if attrs, _ := parts[1].(*script.Object); attrs.Str("name") == "theme-color" {
				return attrs.Str("content")
			}
		}
	}
	return ""
}

// logo returns the picture before the title of the site, as params.logo:
// https://vitepress.dev/reference/default-theme-config#logo
func (c *config) logo() any {
	v := c.site.Get("themeConfig", "logo")
	o, _ := v.(*script.Object)
	hidden := c.site.Get("themeConfig", "siteTitle") == false
	src, _ := v.(string)
	if o != nil {
		if src = o.Str("src"); src == "" {
			src = o.Str("light")
		}
	}
	if src == "" {
		return nil
	}
	out := map[string]any{"src": src}
	if dark := o.Str("dark"); dark != "" && dark != src {
		out["dark"] = dark
	}
	if alt := o.Str("alt"); alt != "" {
		out["alt"] = alt
	}
	if hidden {
		out["title"] = false
	}
	if len(out) == 1 {
		return src
	}
	return out
}

// outline returns the levels of headings in the table of contents, if they are set, and whether there is none:
// https://vitepress.dev/reference/default-theme-config#outline
func (c *config) outline() (levels map[string]any, off bool) {
	v := c.site.Get("themeConfig", "outline")
	if o, ok := v.(*script.Object); ok {
		v = o.Get("level")
	}
	set := func(from, to float64) (map[string]any, bool) {
		return map[string]any{"startLevel": int64(from), "endLevel": int64(to)}, false
	}
	switch v := v.(type) {
	case bool:
		return nil, !v
	case string:
		if v == "deep" {
			return set(2, 6)
		}
	case float64:
		return set(v, v)
	case []any:
		if len(v) == 2 {
			from, one := v[0].(float64)
			if to, two := v[1].(float64); one && two {
				return set(from, to)
			}
		}
	}
	return nil, false
}

// heads writes the elements of head of all languages into a template.
func (v *vp) heads() {
	var b strings.Builder
	count := func(list any, condition string) {
		found, computed := elements(list)
		if computed > 0 {
			v.say("head", conversion.NeedsYou, "a program computes %d of its elements: add them to %s", computed, conversion.HeadEnd)
		}
		if len(found) == 0 {
			return
		}
		if condition != "" {
			b.WriteString(condition + "\n")
		}
		b.WriteString(strings.Join(found, ""))
		if condition != "" {
			b.WriteString("{{ end -}}\n")
		}
	}
	count(v.site.Get("head"), "")
	for _, l := range v.locales {
		for _, o := range []*script.Object{l.object, l.more} {
			if o != nil {
				count(o.Get("head"), fmt.Sprintf("{{ if eq .Site.Language.Lang %q -}}", l.lang))
			}
		}
	}
	switch {
	case b.Len() == 0 && v.site.Get("head") != nil:
		v.say("head", conversion.Used, "the themes write its elements themselves")
	case b.Len() == 0:
	case v.Exists(conversion.HeadEnd):
		v.say("head", conversion.NeedsYou, "%s is there: add the elements to it", conversion.HeadEnd)
	default:
		v.Files = append(v.Files, conversion.File{Path: conversion.HeadEnd, Data: []byte(b.String())})
		v.say("head", conversion.Used, "%s", conversion.HeadEnd)
	}
}

// message writes the first line of the footer into a template.
func (v *vp) message() {
	text := v.locales[0].text("themeConfig", "footer", "message")
	switch {
	case text == "":
	case v.Exists(footer):
		v.say("themeConfig.footer", conversion.NeedsYou, "%s is there: add its message to it", footer)
	default:
		v.Files = append(v.Files, conversion.File{Path: footer, Data: []byte(conversion.Literal("<p>" + text + "</p>"))})
		v.say("themeConfig.footer", conversion.Used, "its message: %s", footer)
	}
}

// computed reports whether a part of a value is computed.
func computed(v any, depth int) bool {
	if depth == mostEntries {
		return true
	}
	within := func(v any) bool { return computed(v, depth+1) }
	switch v := v.(type) {
	case script.Unknown:
		return true
	case []any:
		return slices.ContainsFunc(v, within)
	case *script.Object:
		return slices.ContainsFunc(v.Keys, func(key string) bool { return within(v.Values[key]) })
	}
	return false
}

// programs are keys whose functions change pages.
var programs = []string{"transformPageData", "transformHead", "transformHtml", "buildEnd", "postRender"}

// warnings are about the settings that have no effect without a conversion.
func (c *config) warnings() (out diag.List) {
	warn := func(key, message, hint string) {
		line := c.lines(strings.Split(key, ".")...)
		out = append(out, &diag.Diagnostic{
			Rule: "dialect", Severity: diag.Warning, File: c.file, Line: line, Message: message, Hint: hint,
		})
	}
	if c.site == nil {
		return nil
	}
	for _, key := range []string{
		"title", "description", "lang", "base", "srcDir", "srcExclude", "cleanUrls", "rewrites", "locales", "themeConfig",
		"themeConfig.sidebar", "themeConfig.nav", "themeConfig.logo", "themeConfig.socialLinks", "themeConfig.editLink",
	} {
		name := key[strings.LastIndexByte(key, '.')+1:]
		switch v := c.site.Get(strings.Split(key, ".")...); {
		case v == (script.Unknown{}):
			warn(key, name+" is computed, so it has no effect: a build runs no programs", "write its value, or use sitegen.toml")
		case name != "themeConfig" && computed(v, 0):
			warn(key, "parts of "+name+" are computed and left out: a build runs no programs", "write their values")
		}
	}
	if found, computed := elements(c.site.Get("head")); len(found)+computed > 0 {
		warn("head", "left out: "+words.Count(len(found)+computed, "element")+" of head",
			"write them into "+conversion.HeadEnd+", as sitegen init --from does")
	}
	if foreign.TextOf(c.locales[0].get("themeConfig", "footer", "message")) != "" {
		warn("themeConfig.footer", "the message of the footer is left out", "write it into "+footer+", as sitegen init --from does")
	}
	for _, key := range programs {
		if c.site.Get(key) != nil {
			warn(key, key+" has no effect: a build runs no programs", "check whether pages depend on it")
		}
	}
	if c.site.Get("markdown", "config") != nil {
		warn("markdown.config", "markdown.config has no effect: a build runs no programs", "check whether pages depend on it")
	}
	return out
}
