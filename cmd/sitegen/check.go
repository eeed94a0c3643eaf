package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/check"
	"github.com/sitegen/sitegen/internal/diag"
)

// checkCommand returns `sitegen check`.
func (a *app) checkCommand() *cobra.Command {
	var sitemaps, format string
	cmd := &cobra.Command{
		Use:   "check --sitemap FILE|FOLDER",
		Short: "Check sitemaps of any origin, offline",
		Long: `Check the sitemaps of a folder (those that its robots.txt announces, or sitemap.xml, with the text
sitemaps beside them), one sitemap or index with all that it names, or a list of addresses: what the
schemas of the protocol ask for, and what they cannot see, as limits, scope, repetitions, an index within
an index, stale news, and hreflang links without a way back.

Exit codes: 0 nothing found, or warnings only; 1 errors, with --strict warnings too; 2 the command line is wrong.`,
		Example: `  sitegen check --sitemap public
  sitegen check --sitemap public/sitemap.xml --format sarif > sitemaps.sarif`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.check(sitemaps, format) },
	}
	cmd.Flags().StringVar(&sitemaps, "sitemap", "", "`path` of a folder, a sitemap, an index, or a list of addresses")
	cmd.Flags().StringVar(&format, "format", "text", "`format` of the findings: text, json or sarif")
	cmd.Flags().StringVar(&a.flags.clock, "clock", "", "the time by which dates are in the future and news stale (default: SOURCE_DATE_EPOCH, else the time of day)")
	cmd.Flags().BoolVar(&a.flags.json, "json", false, "the same as --format json")
	cmd.Flags().BoolVar(&a.flags.strict, "strict", false, "treat warnings as errors")
	if err := cmd.MarkFlagRequired("sitemap"); err != nil {
		panic(err) // the flag is defined above
	}
	return cmd
}

func (a *app) check(path, format string) error {
	clock, err := a.clock()
	if err != nil {
		return err
	}
	if a.flags.json {
		format = "json"
	}
	switch format {
	case "text", "json", "sarif":
	default:
		return fmt.Errorf("--format must be text, json or sarif, not %q", format)
	}
	res, err := check.Sitemaps(path, clock)
	if err != nil {
		return err
	}
	switch format {
	case "sarif":
		err = res.Found.WriteSARIF(a.out, version())
	case "json":
		err = a.json(struct {
			Files       int       `json:"files"`
			URLs        int       `json:"urls"`
			Diagnostics diag.List `json:"diagnostics"`
		}{res.Files, res.URLs, append(diag.List{}, res.Found...)})
	default:
		a.problems(res.Found)
		a.printf(a.out, "%s with %s: %s, %s\n", count(res.Files, "file"), count(res.URLs, "URL"),
			count(len(res.Found.Errors()), "error"), count(len(res.Found.Warnings()), "warning"))
	}
	if err != nil {
		return err
	}
	if len(res.Found.Errors()) > 0 || a.flags.strict && len(res.Found) > 0 {
		return exit(exitFindings)
	}
	return nil
}
