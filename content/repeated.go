package content

import (
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// repeated takes the messages about keys that stand twice out of front matter, as warnings.
func repeated(front *frontmatter.Block) (problems diag.List) {
	for _, e := range front.Repeated {
		for _, p := range diag.From(e) {
			p.Severity = diag.Warning
			problems = append(problems, p)
		}
	}
	front.Repeated = nil
	return problems
}
