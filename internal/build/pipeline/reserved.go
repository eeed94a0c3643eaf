package pipeline

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
)

// reserved reports the pages that were given the address of a file that sitegen writes for machines:
// the page would hide the sitemap, or the other way round. A static file of that name, or a template
// of the project for it, is another matter: it is meant to stand in its place.
func (x *rendering) reserved() diag.List {
	files := map[string]string{}
	if x.Announced() {
		files[robotsFile] = "robots.txt"
	}
	if x.Config.Discovery.TextSitemap {
		files["sitemap.txt"] = "the text sitemap"
	}
	for _, l := range x.Config.Languages {
		if !l.DisableKinds["sitemap"] {
			files[l.Sitemap.Filename] = "the sitemap"
		}
	}
	var found diag.List
	for _, p := range x.site.Pages {
		for _, t := range p.Targets {
			if what := files[t.File]; what != "" && !t.Lost && p.Doc != nil && t.Format.IsHTML {
				found = append(found, taken(p, t.File, what))
			}
		}
	}
	return found
}

func taken(p *site.Page, file, what string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Rule: "output-path", File: p.Doc.File, Line: p.Doc.Front.Lines["url"],
		Message: fmt.Sprintf("the page has the path %s, where %s is written", file, what),
		Hint:    "choose another url",
	}
}
