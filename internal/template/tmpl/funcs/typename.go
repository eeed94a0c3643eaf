package funcs

import (
	"fmt"
	"slices"
	"strings"
)

// hugoTypes are the names of types in Hugo, by their names here. Themes use printf "%T" to find out whether a parameter
// is a map.
var hugoTypes = map[string]string{
	"tmpl.Params":               "hmaps.Params",
	"*tmpl.Store":               "*hstore.Scratch",
	"*view.Page":                "*hugolib.pageState",
	"*view.Site":                "*page.siteWrapper",
	"*view.Hugo":                "page.HugoInfo",
	"*view.File":                "*source.File",
	"*view.Language":            "*langs.Language",
	"view.Pages":                "page.Pages",
	"view.PageGroup":            "page.PageGroup",
	"[]view.PageGroup":          "page.PagesGroup",
	"view.WeightedPages":        "page.WeightedPages",
	"[]view.WeightedPage":       "page.WeightedPages",
	"*render.Link":              "goldmark.linkContext",
	"view.PagesGroup":           "page.PagesGroup",
	"view.TaxonomyList":         "page.TaxonomyList",
	"view.Taxonomy":             "page.Taxonomy",
	"view.OutputFormats":        "page.OutputFormats",
	"view.Menus":                "navigation.Menus",
	"resource.Resources":        "resource.Resources",
	"*resource.Resource":        "*resources.resourceAdapter",
	"*language.Language":        "*langs.Language",
	"*markdown.Fragments":       "*tableofcontents.Fragments",
	"[]*markdown.Heading":       "tableofcontents.Headings",
	"view.PageData":             "page.Data",
	"view.Sites":                "page.Sites",
	"view.Sitemap":              "config.SitemapConfig",
	"*view.GitInfo":             "*gitmap.GitInfo",
	"view.Menu":                 "navigation.Menu",
	"*view.MenuEntry":           "*navigation.MenuEntry",
	"view.OrderedTaxonomy":      "page.OrderedTaxonomy",
	"view.OrderedTaxonomyEntry": "page.OrderedTaxonomyEntry",
	"resource.MediaType":        "media.Type",
	"funcs.Version":             "version.VersionString",
	"*view.SiteConfig":          "page.SiteConfig",
	"*resource.ImageFilter":     "images.filter",
	"tmpl.Try":                  "template.TryValue",
	"view.OutputFormat":         "page.OutputFormat",
	"*view.Pager":               "*page.Pager",
	"view.Pagers":               "page.pagers",
	"view.Position":             "text.Position",
	"*view.Shortcode":           "*hugolib.ShortcodeWithPage",
	"*render.HeadingContext":    "goldmark.headingContext",
	"*render.Passthrough":       "passthrough.passthroughContext",
	"*render.CodeBlock":         "codeblocks.codeBlockContext",
	"*render.Blockquote":        "blockquotes.blockquoteContext",
	"*render.TableContext":      "tables.tableContext",
	"[][]markdown.TableCell":    "[]hooks.TableRow",
	"markdown.Highlighted":      "highlight.HighlightResult",
	"markdown.Identifiers":      "collections.SortedStringSlice",
	"*markdown.Heading":         "*tableofcontents.Heading",
	"*tmpl.CurrentTemplate":     "*tpl.CurrentTemplateInfo",
}

// namedTypes replaces each "%T" of a layout by "%s", and its argument by the name of its type in Hugo. Layouts that
// number their arguments are unchanged.
func namedTypes(layout string, args []any) (string, []any) {
	if !strings.Contains(layout, "T") || strings.ContainsAny(layout, "[*") {
		return layout, args
	}
	args = slices.Clone(args)
	out := []byte(layout)
	at, verb := 0, false
	for i, c := range out {
		switch {
		case !verb:
			verb = c == '%'
		case strings.IndexByte("+-# 0123456789.", c) >= 0: // flags, width, and precision
		default:
			verb = false
			if c == 'T' && at < len(args) {
				out[i], args[at] = 's', typeName(args[at])
			}
			if c != '%' {
				at++
			}
		}
	}
	return string(out), args
}

func typeName(v any) string {
	name := fmt.Sprintf("%T", v)
	if hugo, ok := hugoTypes[name]; ok {
		return hugo
	}
	return name
}
