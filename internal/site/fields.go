package site

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/config"
)

// Field is a front matter key with a meaning: https://gohugo.io/content-management/front-matter/
type Field struct {
	Key     string // as people write it: "linkTitle"
	Methods string // methods of pages in templates that return the value, separated by spaces; "" if none
	// returns the value of a page, from front matter or a default; nil if it is not stored as one value
	Value   func(*Page) any
	Card    bool // a link to the page may show it: see trace.PageCard
	Params  bool // trace.PageParams covers it, although Params may lack it
	Adapter bool // content adapters may pass it to AddPage
	Related bool // related pages can use it even if front matter lacks it

	read func(r *reader, key string, v any) // nil: it is read elsewhere
	key  string                             // in lower case
}

// pageFields contains all fields, in the order of the reference.
var pageFields = []Field{
	{
		Key: "title", Methods: "Title", Card: true, Adapter: true, Related: true, Value: func(p *Page) any { return p.Title },
		read: func(r *reader, key string, v any) { r.p.Title = r.text(key, v); r.p.Params[key] = r.p.Title },
	},
	{
		Key: "linkTitle", Methods: "LinkTitle Name", Card: true, Adapter: true, Related: true,
		Value: func(p *Page) any { return p.LinkTitle },
		read:  func(r *reader, key string, v any) { r.p.LinkTitle = r.text(key, v); r.p.Params[key] = r.p.LinkTitle },
	},
	{
		Key: "description", Methods: "Description", Card: true, Adapter: true, Related: true,
		Value: func(p *Page) any { return p.Description },
		read: func(r *reader, key string, v any) {
			r.p.Description = r.text(key, v)
			r.p.Params[key] = r.p.Description
		},
	},
	{
		Key: "summary", Methods: "RawSummary", Params: true, Adapter: true,
		Value: func(p *Page) any { return p.SummaryText },
		read: func(r *reader, key string, v any) {
			r.p.extras().SummaryText = r.text(key, v)
			r.p.Params[key] = r.p.SummaryText
		},
	},
	{
		Key: "date", Methods: "Date", Card: true, Adapter: true, Related: true,
		Value: func(p *Page) any { return p.Dates.Date },
	},
	{
		Key: "lastmod", Methods: "Lastmod", Card: true, Adapter: true, Related: true,
		Value: func(p *Page) any { return p.Dates.Lastmod },
	},
	{
		Key: "publishDate", Methods: "PublishDate", Card: true, Adapter: true, Related: true,
		Value: func(p *Page) any { return p.Dates.PublishDate },
	},
	{
		Key: "expiryDate", Methods: "ExpiryDate", Card: true, Adapter: true, Related: true,
		Value: func(p *Page) any { return p.Dates.ExpiryDate },
	},
	{
		Key: "draft", Methods: "Draft IsDraft", Card: true, Adapter: true, Value: func(p *Page) any { return p.Draft },
		read: func(r *reader, _ string, v any) { r.draft = v },
	},
	{
		Key:  "published",
		read: func(r *reader, _ string, v any) { r.published = asBool(v) }, // nil for a date
	},
	{
		Key: "weight", Methods: "Weight", Card: true, Adapter: true, Value: func(p *Page) any { return p.Weight },
		read: func(r *reader, key string, v any) { r.p.Weight = r.integer(key, v); r.p.Params[key] = r.p.Weight },
	},
	{
		Key: "slug", Methods: "Slug", Params: true, Adapter: true, Related: true, Value: func(p *Page) any { return p.Slug },
		read: func(r *reader, key string, v any) {
			r.p.extras().Slug = percent.PlainDots(strings.Trim(r.text(key, v), "-"))
			r.p.Params[key] = r.p.Slug
		},
	},
	{
		Key: "url", Adapter: true,
		read: func(r *reader, key string, v any) { r.url = percent.PlainDots(r.text(key, v)); r.p.Params[key] = r.url },
	},
	{
		Key: "aliases", Methods: "Aliases", Params: true, Adapter: true, Value: func(p *Page) any { return p.Aliases },
		read: func(r *reader, key string, v any) {
			r.p.extras().AliasesSet = nil
			for _, alias := range r.fieldsOf(key, v) {
				r.p.AliasesSet = append(r.p.AliasesSet, percent.PlainDots(alias))
			}
			r.p.Params[key] = r.p.AliasesSet
		},
	},
	{
		Key: "keywords", Methods: "Keywords", Params: true, Adapter: true, Related: true,
		Value: func(p *Page) any { return p.Keywords },
		read: func(r *reader, key string, v any) {
			r.p.extras().Keywords = r.fieldsOf(key, v)
			r.p.Params[key] = r.p.Keywords
		},
	},
	{
		Key: "type", Methods: "Type", Card: true, Params: true, Adapter: true, Value: func(p *Page) any { return p.Type },
		read: func(r *reader, key string, v any) { r.p.Type = r.text(key, v); r.p.Params[key] = r.p.Type },
	},
	{
		Key: "layout", Methods: "Layout", Params: true, Adapter: true, Value: func(p *Page) any { return p.Layout },
		read: func(r *reader, key string, v any) {
			r.p.extras().Layout = r.text(key, v)
			r.p.Params[key] = r.p.Layout
			r.slip("layout", r.p.Layout, config.ThemeLayouts, "the theme has no layout %q")
		},
	},
	{
		Key: "translationKey", Methods: "TranslationKey", Params: true, Adapter: true,
		Value: func(p *Page) any { return p.TranslationKey },
		read: func(r *reader, key string, v any) {
			r.p.TranslationKey = r.text(key, v)
			r.p.Params[key] = r.p.TranslationKey
		},
	},
	{
		Key: "sitemap", Methods: "Sitemap", Params: true, Adapter: true, Value: sitemapOf,
		read: func(r *reader, key string, v any) {
			if m, ok := v.(map[string]any); ok {
				r.entry = r.sitemap(r.entry, m)
			} else if listed, ok := v.(bool); ok { // as Jekyll has it
				r.entry.Disable = !listed
			} else {
				r.mistyped(key, "sitemap", "a table", v)
			}
		},
	},
	{Key: "menus", Adapter: true},
	{Key: "cascade", Adapter: true},
	{Key: "build", Adapter: true},
	{
		Key: "headless",
		read: func(r *reader, key string, v any) {
			headless := r.boolean(key, v)
			r.p.Params[key] = headless
			if headless {
				r.p.ListAlways, r.p.ListLocal, r.p.Render, r.p.Link = false, false, false, false
			}
		},
	},
	{Key: "outputs", Adapter: true},
	{
		Key: "resources", Adapter: true,
		read: func(r *reader, key string, v any) {
			entries, ok := v.([]any)
			if !ok {
				r.mistyped(key, key, "a list of tables", v)
			}
			for _, entry := range entries {
				if _, ok := entry.(map[string]any); !ok {
					r.mistyped(key, "an entry of resources", "a table", entry)
				}
			}
		},
	},
	{
		Key: "isCJKLanguage", Adapter: true,
		read: func(r *reader, _ string, v any) { r.cjk = v },
	},
	{
		Key: "params",
		read: func(r *reader, key string, v any) {
			var ok bool
			if r.under, ok = v.(map[string]any); !ok {
				r.mistyped(key, key, "a table", v)
			}
			delete(r.p.Params, key)
		},
	},
}

// byKey contains the fields by lower-case key, and fieldNames their keys as people write them.
var byKey, fieldNames = func() (map[string]*Field, []string) {
	all, names := make(map[string]*Field, len(pageFields)), make([]string, len(pageFields))
	for i := range pageFields {
		f := &pageFields[i]
		f.key = strings.ToLower(f.Key)
		all[f.key], names[i] = f, f.Key
	}
	return all, names
}()

// Fields returns the fields of front matter, in the order of the reference.
func Fields() []Field { return pageFields }

func sitemapOf(p *Page) any {
	return map[string]any{
		"changefreq": p.Sitemap.ChangeFreq, "filename": p.Sitemap.Filename, "priority": p.Sitemap.Priority,
		"disable": p.Sitemap.Disable,
	}
}
