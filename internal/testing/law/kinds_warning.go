package law

import (
	"fmt"
	"strings"
)

// warningKinds cause warnings: those of a page that is not rendered again must be repeated, in order.
func warningKinds() []kind {
	return []kind{
		{"warning: of each page", func(g *gen) []Op {
			return g.edit(g.file(pageLayout), func(old string) string {
				return inside(old, g.one(`{{ warnf "page %s" .Title }}`,
					`{{ warnf "kind %s" .Kind }}{{ warnf "also %s" .RelPermalink }}`, `{{ warnf "the same" }}`))
			})
		}},
		{"warning: of a partial", func(g *gen) []Op {
			return g.edit(g.file(partialFile), func(old string) string {
				return strings.TrimRight(old, "\n") + g.one(`{{ warnf "a partial" }}`, `{{ warnf "partial %d" `+fmt.Sprint(g.n)+
					` }}{{ warnf "a" }}`) + "\n"
			})
		}},
		{"warning: of a shortcode or hook", func(g *gen) []Op {
			return g.edit(g.file(codeFile+"|"+hookFile), func(old string) string {
				return strings.TrimRight(old, "\n") + g.one(`{{ warnf "%s at %s" .Page.Title .Position }}`,
					`{{ warnf "the same" }}`) + "\n"
			})
		}},
		{"warning: gone", func(g *gen) []Op {
			var list []string
			for _, p := range g.all(anyLayout) {
				if strings.Contains(g.text(p), "{{ warnf ") {
					list = append(list, p)
				}
			}
			return g.edit(g.one(list...), func(old string) string { return strings.ReplaceAll(old, "{{ warnf ", "{{ printf ") })
		}},
		{"warning: missing files", func(g *gen) []Op {
			return g.edit(g.file(anyContent), func(old string) string {
				return old + "\n![one](gone-1.png) ![two](gone-2.png)\n\n{{< figure src=\"gone-3.png\" >}}\n\n[a page](gone-4.md)\n"
			})
		}},
		{"warning: keys that nobody knows", func(g *gen) []Op {
			return g.edit(g.file(configFile), func(old string) string { return fmt.Sprintf("unknownKey%d = 1\n", g.n) + old })
		}},
	}
}
