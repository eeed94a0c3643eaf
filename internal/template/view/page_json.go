package view

import (
	"cmp"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
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

// members returns what jsonify encodes of a page or of one of these values of it.
func (c *Call) members(v any) ([]funcs.Member, bool, error) {
	switch v := v.(type) {
	case *Page:
		if v == nil {
			return nil, false, nil
		}
		return c.pageMembers(v)
	case Sitemap:
		return []funcs.Member{
			{Name: "ChangeFreq", Value: v.ChangeFreq},
			{Name: "Priority", Value: v.Priority},
			{Name: "Filename", Value: v.Filename},
			{Name: "Disable", Value: v.Disable},
		}, true, nil
	case resource.MediaType:
		return []funcs.Member{
			{Name: "mainType", Value: v.MainType()},
			{Name: "subType", Value: v.SubType()},
			{Name: "delimiter", Value: cmp.Or(v.Delimiter(), ".")},
			{Name: "type", Value: v.Type()},
			{Name: "string", Value: v.String()},
			{Name: "suffixes", Value: strings.Split(strings.Join(v.Suffixes(), ","), ",")}, // without one, [""]
		}, true, nil
	}
	return nil, false, nil
}

func (c *Call) pageMembers(p *Page) ([]funcs.Member, bool, error) {
	var out []funcs.Member
	old := c.Views.site.Config.Release.Before(169)
	names := encoded
	if !old {
		names = append(names[:len(names):len(names)], encodedSince169...)
	}
	for _, name := range names {
		if name == "IsNode" && !old {
			continue
		}
		v, err := c.Name(p, name, nil)
		if err != nil {
			return nil, true, err
		}
		out = append(out, funcs.Member{Name: name, Value: v})
	}
	return out, true, nil
}
