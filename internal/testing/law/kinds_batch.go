package law

import (
	"fmt"
	"strings"
)

// batchKinds edit what pages add to batches of scripts: js.Batch.
func batchKinds() []kind {
	const caller = `^layouts/_shortcodes/script\.html$`
	return []kind{
		{"batch: call added", func(g *gen) []Op {
			if g.file(caller) == "" {
				return nil
			}
			name := g.one("own.ts", "js/main.ts", "lib/util.ts", "not-there.ts")
			return g.edit(g.file(anyContent), func(old string) string {
				return strings.TrimRight(old, "\n") + fmt.Sprintf("\n\n{{< script r=%q n=\"%d\" >}}\n", name, g.n)
			})
		}},
		{"batch: calls removed", func(g *gen) []Op {
			if g.file(caller) == "" {
				return nil
			}
			return g.edit(g.file(anyContent), func(old string) string {
				var out []string
				for line := range strings.Lines(old) {
					if !strings.HasPrefix(line, "{{< script ") {
						out = append(out, line)
					}
				}
				return strings.Join(out, "")
			})
		}},
		{"batch: script changed", func(g *gen) []Op {
			return g.edit(g.file(`^(content|assets)/.*\.ts$`), func(old string) string {
				return old + fmt.Sprintf("console.log(%d)\n", g.n)
			})
		}},
		{"batch: script broken", func(g *gen) []Op {
			return g.edit(g.file(`^(content|assets)/.*\.ts$`), func(old string) string { return old + "const = \n" })
		}},
		{"batch: import removed", func(g *gen) []Op { return remove(g.file(`^(content|assets)/.*/(near|util|part)\.ts$`)) }},
		{"batch: option", func(g *gen) []Op {
			return g.edit(g.file(`^layouts/baseof\.html$`), func(old string) string {
				return strings.Replace(old, `"params" (dict `, fmt.Sprintf(`"params" (dict "n%d" %d `, g.n, g.n), 1)
			})
		}},
	}
}
