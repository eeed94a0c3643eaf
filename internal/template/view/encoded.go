package view

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view/language"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// encoded has the methods of a page that jsonify encodes, in the order of Hugo (Page.MarshalJSON in
// resources/page/page_marshaljson.autogen.go of its source). Hugo 0.165 has neither those of the second list nor omits
// IsNode, as 0.169 does.
var (
	encoded = []string{
		"Date", "Lastmod", "PublishDate", "ExpiryDate", "BundleType", "Description", "Draft", "IsHome", "Keywords", "Kind",
		"Layout", "LinkTitle", "IsNode", "IsBranch", "IsPage", "Path", "Slug", "IsSection", "Section", "Sitemap", "Type",
		"Weight",
	}
	encodedSince169 = []string{"ResourceType", "MediaType", "Permalink", "RelPermalink", "Name", "Title", "Params"}
)

// members returns what jsonify encodes of a value without exported fields, or with other ones than in Hugo; nil for other
// values.
func (c *Call) members(v any) (*funcs.Object, error) {
	switch v := v.(type) {
	case *Page:
		if v == nil {
			return nil, nil
		}
		return c.pageMembers(v)
	case *Hugo:
		return c.named(v, "CommitHash", "BuildDate", "GoVersion")
	case *resource.ImageMeta:
		return c.named(v, "Lat", "Long", "Date", "Orientation", "Exif", "IPTC", "XMP")
	case OutputFormat:
		return v.members(), nil
	case *OutputFormat:
		if v == nil {
			return nil, nil
		}
		return v.members(), nil
	}
	var out []funcs.Member
	switch v := v.(type) {
	case *language.Language:
		out = language.Members(v)
	case *MenuEntry:
		out = v.members()
	case WeightedPage:
		out = []funcs.Member{{Name: "Weight", Value: v.Weight}, {Name: "Page", Value: v.Page}}
	case OrderedTaxonomyEntry:
		out = []funcs.Member{{Name: "Name", Value: v.Name}, {Name: "WeightedPages", Value: v.WeightedPages}}
	case PageGroup:
		out = []funcs.Member{{Name: "Key", Value: v.Key}, {Name: "Pages", Value: v.Pages}}
	case Sitemap:
		out = []funcs.Member{
			{Name: "ChangeFreq", Value: v.ChangeFreq},
			{Name: "Priority", Value: v.Priority},
			{Name: "Filename", Value: v.Filename},
			{Name: "Disable", Value: v.Disable},
		}
	case resource.MediaType:
		out = []funcs.Member{
			{Name: "mainType", Value: v.MainType()},
			{Name: "subType", Value: v.SubType()},
			{Name: "delimiter", Value: cmp.Or(v.Delimiter(), ".")},
			{Name: "type", Value: v.Type()},
			{Name: "string", Value: v.String()},
			{Name: "suffixes", Value: strings.Split(strings.Join(v.Suffixes(), ","), ",")}, // without one, [""]
		}
	default:
		return nil, nil
	}
	return &funcs.Object{Members: out}, nil
}

func (c *Call) pageMembers(p *Page) (*funcs.Object, error) {
	names := encoded
	if !c.Views.site.Config.Release.Before(169) {
		names = slices.DeleteFunc(slices.Concat(encoded, encodedSince169), func(n string) bool { return n == "IsNode" })
	}
	o, err := c.named(p, names...)
	if err != nil {
		return nil, err
	}
	o.Escape = true
	return o, nil
}

// named reads members that have the names of methods.
func (c *Call) named(v any, names ...string) (*funcs.Object, error) {
	o := &funcs.Object{Members: make([]funcs.Member, len(names))}
	for i, name := range names {
		value, err := c.Name(v, name, nil)
		if err != nil {
			return nil, err
		}
		o.Members[i] = funcs.Member{Name: name, Value: value}
	}
	return o, nil
}

// members: in Hugo, URL is what the project says, and ConfiguredURL is what links need.
func (e *MenuEntry) members() []funcs.Member {
	return []funcs.Member{
		{Name: "Identifier", Value: e.Identifier()},
		{Name: "Parent", Value: e.Parent()},
		{Name: "Name", Value: e.Name()},
		{Name: "Pre", Value: e.Pre()},
		{Name: "Post", Value: e.Post()},
		{Name: "URL", Value: e.e.URL},
		{Name: "PageRef", Value: e.PageRef()},
		{Name: "Weight", Value: e.Weight()},
		{Name: "Title", Value: e.Title()},
		{Name: "Params", Value: e.Params()},
		{Name: "Menu", Value: e.Menu()},
		{Name: "ConfiguredURL", Value: e.ConfiguredURL()},
		{Name: "Page", Value: e.page},
		{Name: "Children", Value: e.children},
	}
}

func (f OutputFormat) members() *funcs.Object {
	o := f.t.Format
	return &funcs.Object{Members: []funcs.Member{{Name: "Rel", Value: f.Rel()}, {Name: "Format", Value: funcs.Object{
		Members: []funcs.Member{
			{Name: "mediaType", Value: f.MediaType().Type()},
			{Name: "path", Value: o.Path},
			{Name: "baseName", Value: o.BaseName},
			{Name: "rel", Value: o.Rel},
			{Name: "protocol", Value: o.Protocol},
			{Name: "isPlainText", Value: o.IsPlainText},
			{Name: "isHTML", Value: o.IsHTML},
			{Name: "noUgly", Value: o.NoUgly},
			{Name: "ugly", Value: o.Ugly},
			{Name: "notAlternative", Value: o.NotAlternative},
			{Name: "root", Value: o.Root},
			{Name: "permalinkable", Value: o.Permalinkable},
			{Name: "weight", Value: o.Weight},
		},
	}}}}
}
