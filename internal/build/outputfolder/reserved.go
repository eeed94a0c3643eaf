package outputfolder

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/site"
)

// reserved reports pages with the URL of a file that sitegen generates, such as the sitemap: one of the two would hide
// the other. A static file or a template of the project with such a name is fine: it replaces the generated file on
// purpose.
func reserved(p *project.Project, s *site.Site) diag.List {
	files := map[string]string{}
	if p.WritesRobots() {
		files[project.RobotsFile] = "robots.txt"
	}
	if p.Config.Discovery.TextSitemap {
		files["sitemap.txt"] = "the text sitemap"
	}
	for _, l := range p.Config.Languages {
		if !l.DisableKinds["sitemap"] {
			files[l.Sitemap.Filename] = "the sitemap"
		}
	}
	var found diag.List
	for _, page := range s.Pages {
		for _, t := range page.Targets {
			if what := files[t.File]; what != "" && !t.Lost && page.Doc != nil && t.Format.IsHTML {
				found = append(found, taken(page, t.File, what))
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
