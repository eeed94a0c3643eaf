package jekyll

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// compiled are the extensions of files that Jekyll compiles: https://jekyllrb.com/docs/assets/
var compiled = []string{".scss", ".sass", ".coffee"}

// template executes a text file with front matter, such as feed.json, and returns its path in the output folder; "" if
// it is not published. https://jekyllrb.com/docs/pages/
func (s *settings) template(t *block.Text, p *foreign.Page) (string, []foreign.Problem) {
	r := &text{settings: s, page: p, Writer: block.NewWriter(), left: mostIncluded, plain: true}
	file := strings.TrimPrefix(strings.TrimPrefix(p.File, s.Dir), "/")
	layout, own := p.Values["layout"]
	s.defaults(s.inCollections(file), p.Values)
	if !own {
		layout = p.Values["layout"]
	}
	at := s.pathOf(file, p.Values)
	if foreign.IsNo(p.Values["published"]) || at == "sitemap.xml" { // the site writes its own
		return "", nil
	}
	if name := foreign.TextOf(layout); name != "" && name != "none" {
		r.lost.Add(1, "layout", "the layout is not read", "")
	}
	if slices.Contains(compiled, path.Ext(file)) {
		r.lost.Add(1, "compiled", "the file is not compiled", "")
	}
	p.Values["url"] = "/" + at
	if !foreign.IsNo(p.Values["render_with_liquid"]) {
		out, _ := r.executed(t.String())
		*t = *block.New(out)
	}
	return at, r.lost.Problems()
}

// pathOf returns the path in the output folder of a text file.
func (s *settings) pathOf(file string, values map[string]any) string {
	at, ext := file, path.Ext(file)
	if permalink, _ := values["permalink"].(string); permalink != "" {
		stem := foreign.Stem(file)
		p := parts{path: path.Dir(stem), name: path.Base(stem), ext: ext, values: values, date: s.at(values["date"])}
		if at = p.fill(permalink); strings.HasSuffix(at, "/") {
			at += "index"
		}
		if path.Ext(at) == "" {
			at += ext
		}
	}
	return strings.TrimPrefix(path.Clean("/"+at), "/")
}
