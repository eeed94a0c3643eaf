package render

import (
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/markdown"
)

// urlize and anchorize make addresses and ids by the project's settings.
func (r *Run) urlize(s string) string { return site.URLize(r.o.Site.Config, s) }

func (r *Run) anchorize(s string) string {
	return markdown.Anchorize(r.o.Site.Config.Markup.Goldmark.Parser.AutoIDType, s)
}

// ignoredLogs are the ids of messages that the project does not want to hear of.
// https://gohugo.io/configuration/all/#ignorelogs
func (t *Theme) ignoredLogs() []string {
	list, _ := t.cfg.Root["ignorelogs"].([]any)
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return out
}
