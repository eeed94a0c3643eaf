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

func checkKeys() []Group {
	return []Group{
		{"Checks", "Settings of [`sitegen check`](check/_index.md) in the project folder. Flags override them.", []Key{
			{
				Path: "check.host", Type: isText, Default: `""`, Example: `"netlify"`,
				Text: "Host whose rules find the file of a path: `netlify`, `github-pages`, `cloudflare`, `s3`, `nginx`, or `apache`.",
				Own:  true,
			},
			{
				Path: "check.fail", Type: isText, Default: `"error"`, Example: `"warning"`,
				Text: "Lowest severity that counts as a failure.", Own: true,
			},
			{Path: "check.baseline", Type: isText, Example: `"check.baseline"`, Text: "File with known findings.", Own: true},
			{
				Path: "check.ignore", Type: isList, Example: `["archive/**"]`, Text: "Glob patterns of output files to skip.",
				Own: true,
			},
			{Path: "check.only", Type: isList, Example: `["link-*"]`, Text: "Rules to check.", Own: true},
			{Path: "check.skip", Type: isList, Example: `["image-size"]`, Text: "Rules to skip.", Own: true},
			{
				Path: "check.maxTitle", Type: isInteger, Default: "70", Example: "60",
				Text: "Maximum number of characters in a title; -1 for no limit.", Own: true,
			},
			{
				Path: "check.maxDescription", Type: isInteger, Default: "320", Example: "160",
				Text: "Maximum number of characters in a description.", Own: true,
			},
			{
				Path: "check.maxHTML", Type: isInteger, Default: "2097152", Example: "100000",
				Text: "Maximum number of bytes in a page.", Own: true,
			},
			{
				Path: "check.maxBytes", Type: isInteger, Default: "-1", Example: "1000000",
				Text: "Maximum number of bytes of the site's files that a page loads.", Own: true,
			},
			{
				Path: "check.maxRequests", Type: isInteger, Default: "-1", Example: "50",
				Text: "Maximum number of the site's files that a page loads.", Own: true,
			},
		}},
	}
}
