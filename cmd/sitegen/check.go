package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/check"
	"github.com/sitegen/sitegen/internal/diag"
)

// checkCommand returns `sitegen check`.
func (a *app) checkCommand() *cobra.Command {
	var sitemaps, feed, format string
	cmd := &cobra.Command{
		Use:   "check [--sitemap FILE|FOLDER] [--feed FILE|FOLDER]",
		Short: "Check sitemaps and feeds of any origin, offline",
		Long: `Check the sitemaps of a folder (those that its robots.txt announces, or sitemap.xml, with the text
sitemaps beside them), one sitemap or index with all that it names, or a list of addresses: what the
schemas of the protocol ask for, and what they cannot see, as limits, scope, repetitions, an index within
an index, stale news, and hreflang links without a way back.

Check a feed, or all feeds below a folder: RSS, Atom and JSON Feed by their specifications, by the profile
of the RSS Advisory Board, and by what feed validators warn of, as relative addresses and unsafe markup.

Exit codes: 0 nothing found, or warnings only; 1 errors, with --strict warnings too; 2 the command line is wrong.`,
		Example: `  sitegen check --sitemap public
  sitegen check --sitemap public/sitemap.xml --format sarif > sitemaps.sarif
  sitegen check --feed public --strict`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.check(sitemaps, feed, format) },
	}
	cmd.Flags().StringVar(&sitemaps, "sitemap", "", "`path` of a folder, a sitemap, an index, or a list of addresses")
	cmd.Flags().StringVar(&feed, "feed", "", "`path` of a feed, or of a folder with feeds")
	cmd.Flags().StringVar(&format, "format", "text", "`format` of the findings: text, json or sarif")
	cmd.Flags().StringVar(&a.flags.clock, "clock", "", "the time by which dates are in the future and news stale (default: SOURCE_DATE_EPOCH, else the time of day)")
	cmd.Flags().BoolVar(&a.flags.json, "json", false, "the same as --format json")
	cmd.Flags().BoolVar(&a.flags.strict, "strict", false, "treat warnings as errors")
	cmd.MarkFlagsOneRequired("sitemap", "feed")
	return cmd
}

// checked is what a check found, for programs.
type checked struct {
	Files       int       `json:"files"`
	URLs        int       `json:"urls"`
	Items       int       `json:"items,omitempty"`
	Diagnostics diag.List `json:"diagnostics"`
}

func (a *app) check(sitemaps, feed, format string) error {
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
	sum := checked{Diagnostics: diag.List{}}
	if sitemaps != "" {
		res, err := check.Sitemaps(sitemaps, clock)
		if err != nil {
			return err
		}
		sum.Files, sum.URLs, sum.Diagnostics = res.Files, res.URLs, append(sum.Diagnostics, res.Found...)
		a.checkedText(format, res.Found, count(res.Files, "file")+" with "+count(res.URLs, "URL"))
	}
	if feed != "" {
		res, err := check.Feeds(feed, clock)
		if err != nil {
			return err
		}
		sum.Files, sum.Items, sum.Diagnostics = sum.Files+res.Files, res.Items, append(sum.Diagnostics, res.Found...)
		a.checkedText(format, res.Found, count(res.Files, "feed")+" with "+count(res.Items, "item"))
	}
	switch format {
	case "sarif":
		err = sum.Diagnostics.WriteSARIF(a.out, version())
	case "json":
		err = a.json(sum)
	}
	if err != nil {
		return err
	}
	if len(sum.Diagnostics.Errors()) > 0 || a.flags.strict && len(sum.Diagnostics) > 0 {
		return exit(exitFindings)
	}
	return nil
}

// checkedText tells people what one check found.
func (a *app) checkedText(format string, found diag.List, what string) {
	if format != "text" {
		return
	}
	a.problems(found)
	a.printf(a.out, "%s: %s, %s\n", what, count(len(found.Errors()), "error"), count(len(found.Warnings()), "warning"))
}
