package config

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Check contains the settings of `sitegen check` in the project's folder; flags override them. The rules are
// known only to the package that checks.
type Check struct {
	Host     string   // whose rules find the file of a path; "" any
	Fail     string   // lowest severity that makes the check fail: "error" (default) or "warning"
	Baseline string   // file of known findings, relative to the project; "" if none
	Ignore   []string // glob patterns of output files to skip
	Only     []string // rules to check; empty: all
	Skip     []string // rules to leave out

	// Limits: characters of titles and descriptions, bytes of a page, and bytes and number of the files that it
	// loads. 0 means the default of the check, -1 no limit.
	MaxTitle, MaxDescription, MaxHTML, MaxBytes, MaxRequests int
}

// readCheck reads [check].
func readCheck(r reader) Check {
	var c Check
	s := r.sub("check")
	s.fill(&c)
	if c.Fail != "" && c.Fail != "error" && c.Fail != "warning" {
		s.problem("fail", diag.Error, fmt.Sprintf("check.fail must be error or warning, not %q", c.Fail))
	}
	return c
}
