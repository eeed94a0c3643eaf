package jekyll

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
)

// dialect returns the dialect for a project in a folder. Jekyll copies all files that are not excluded and executes
// files with front matter as templates: https://jekyllrb.com/docs/static-files/,
// https://jekyllrb.com/docs/front-matter/. Posts may be in any folder, such as news/_posts, unless collections have
// their own folder: https://jekyllrb.com/docs/collections/#setup
func (s *settings) dialect() foreign.Dialect {
	more := []string{}
	for _, ext := range s.Markdown {
		more = append(more, ext[1:])
	}
	d := foreign.Dialect{
		Name: name, Extensions: more, HTML: []string{"html", "htm"},
		Repairs: true, Copies: true, Executes: true, LowerTerms: true, Excludes: s.excludes, Hides: s.hides,
		Settings: map[string]any{
			"config": s.Config.values, "dir": s.Dir, "notes": s.Notes, "dollars": s.Dollars, "languages": s.editions(), "folders": fmt.Sprint(s.First, s.Languages, s.Editions),
		},
		Posts: "_posts", PostsInside: s.Parent == "", RootedFiles: true, UsesBase: true,
		Front: func(p *foreign.Page, body []byte) { s.front(p.File, p.Values, body) },
		Text:  s.read, Template: s.template,
	}
	if len(s.archives()) > 0 {
		d.TermSlug = func(term string) string { return strings.ToLower(slugged(term, "default")) }
	}
	return d
}
