package main

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/listing/feedimport"
)

// feedsCommand returns `sitegen feeds`.
func (a *app) feedsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "feeds",
		Short: "Import the feeds of another generator",
		Args:  noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return fmt.Errorf("say what to do with the feeds\n  hint: sitegen feeds import OLD.xml")
		},
	}
	cmd.AddCommand(a.feedsImportCommand())
	return cmd
}

func (a *app) feedsImportCommand() *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "import FEED...",
		Short: "Import IDs and dates from a previous generator's feeds",
		Long: `Import the IDs and dates of feeds that another generator wrote, so feed readers
don't show old posts again. The command reads RSS, Atom, and JSON Feed in any
version; several files count as one.

Items are matched with pages by the path of their URL. The scheme, the host, and
"index.html", ".html", or "/" at the end don't matter, so the site may have
moved. URLs in the aliases of a page count as its own. Matches are recorded in
the ledger for later builds. An item without a page is remembered: a page that
later gets its URL, or names it in its aliases, gets its ID.

Nothing is built. Exit codes: 0 success, 1 a feed or the site has errors,
2 invalid command line.`,
		Example: `  sitegen feeds import --dry-run old/index.xml old/atom.xml
  curl -o old.xml https://example.org/feed/ && sitegen feeds import old.xml`,
		Args: takes(1, 0, "name the feeds of the old site\n  hint: sitegen feeds import --dry-run old/index.xml"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.importFeeds(cmd, args, dryRun) },
	}
	a.flags.site(cmd.Flags())
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "print what would be imported, without writing it")
	cmd.Flags().StringVar(&a.flags.cacheDir, "cacheDir", "", "`folder` for data kept between builds (default: .sitegen)")
	return cmd
}

func (a *app) importFeeds(cmd *cobra.Command, files []string, dryRun bool) error {
	b, err := a.builder()
	if err != nil {
		return err
	}
	res, found, err := inspect.ImportFeeds(cmd.Context(), b, files, dryRun)
	if err != nil {
		a.problems(found)
		a.problems(diag.From(err))
		return exit(exitFindings)
	}
	a.problems(found)
	if a.flags.json {
		return a.json(struct {
			*feedimport.Result
			DryRun bool `json:"dryRun"`
		}{res, dryRun})
	}
	a.showImport(res, dryRun)
	return nil
}

func (a *app) showImport(res *feedimport.Result, dryRun bool) {
	kept := 0
	for _, i := range res.Matched {
		if i.Kept != "" {
			kept++
		}
	}
	again := ""
	if n := res.Items - len(res.Matched) - len(res.Unknown); n > 0 {
		again = fmt.Sprintf(", %d repeated", n)
	}
	a.printf(a.out, "%s: %d belong to pages, %d to no page%s\n", words.Count(res.Items, "item"), len(res.Matched),
		len(res.Unknown), again)
	if len(res.Hosts) > 0 {
		a.printf(a.out, "  URLs on %s were matched by their paths\n", strings.Join(res.Hosts, ", "))
	}
	if kept > 0 {
		a.printf(a.out, "%s ignored, because the page already has another one in the ledger:\n", words.Count(kept, "ID"))
		for _, i := range res.Matched {
			if i.Kept != "" {
				a.printf(a.out, "  %s keeps %s, the feed has %s\n", i.File, i.Kept, i.ID)
			}
		}
	}
	if len(res.Unknown) > 0 {
		a.printf(a.out, "no page has the URL of %s:\n", words.Count(len(res.Unknown), "item"))
		for _, i := range res.Unknown {
			a.printf(a.out, "  %s %q (%s)\n", i.URL, i.Title, i.Feed)
		}
		a.printf(a.out,
			"  hint: if a page has one of them under another URL, add the old URL to its aliases; the ID is remembered\n")
	}
	if len(res.Missing) > 0 {
		a.printf(a.out, "no item found for %s newer than the oldest item:\n", words.Count(len(res.Missing), "page"))
		for _, i := range res.Missing {
			a.printf(a.out, "  %s (%s)\n", i.Page, i.File)
		}
	}
	if res.Older > 0 {
		a.printf(a.out, "older than all items: %s\n", words.Count(res.Older, "page"))
	}
	switch {
	case !res.Changed:
		a.printf(a.out, "%s already contains everything\n", res.Ledger)
	case dryRun:
		a.printf(a.out, "%s would be written\n", res.Ledger)
	default:
		a.printf(a.out, "wrote %s\n", res.Ledger)
	}
}
