package render

import (
	"github.com/sitegen/sitegen/internal/markdown"
)

// anchorize makes the ids of headings by the project's settings.
func (r *Run) anchorize(s string) string {
	return markdown.Anchorize(r.o.Site.Config.Markup.Goldmark.Parser.AutoIDType, s)
}
