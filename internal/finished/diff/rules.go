package diff

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
)

//go:embed rules.txt
var table string

// Rules returns all rules, by subject.
var Rules = sync.OnceValue(func() diag.Rules { return diag.ReadRules(table) })

// message returns the message and the hint for a finding.
func message(r *diag.Rule, f *Finding) (message, hint string) {
	quote := func(s string) string { return fmt.Sprintf("%q", words.Clip(s)) }
	return r.Message(
		"%u", words.OneLine(f.URL), "%t", words.OneLine(f.To), "%r", words.OneLine(f.URL+" "+f.To)+" 301", "%l", f.limit,
		"%w", quote(f.Was), "%i", quote(f.Is), "%W", words.OneLine(f.Was), "%I", words.OneLine(f.Is),
	)
}
