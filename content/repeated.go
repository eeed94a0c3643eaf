package content

import (
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// repeated moves the messages about repeated keys out of the front matter and returns them as warnings.
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
