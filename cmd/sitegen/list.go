package main

import (
	"context"
	"encoding/csv"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/inspect"
)

// listCommand returns `sitegen list`, with the output of `hugo list`.
func (a *app) listCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List content as CSV or JSON",
		Args:  noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	for _, c := range []struct{ name, short string }{
		{"all", "List all content"},
		{"drafts", "List drafts"},
		{"expired", "List expired content"},
		{"future", "List content with a date in the future"},
		{"published", "List content that a build publishes"},
	} {
		sub := &cobra.Command{
			Use: c.name, Short: c.short, Args: noSuchCommand,
			RunE: func(cmd *cobra.Command, _ []string) error { return a.list(cmd.Context(), c.name) },
		}
		a.flags.site(sub.Flags())
		cmd.AddCommand(sub)
	}
	return cmd
}

func (a *app) list(ctx context.Context, which string) error {
	b, err := a.builder()
	if err != nil {
		return err
	}
	rows, err := inspect.List(ctx, b.Options(), which)
	if err != nil {
		a.problems(diag.From(err))
		return exit(exitFindings)
	}
	if a.flags.json {
		return a.json(append([]inspect.Listed{}, rows...))
	}
	if len(rows) == 0 {
		a.printf(a.err, "No pages found.\n")
		return nil
	}
	w := csv.NewWriter(a.out)
	w.Write([]string{
		"path", "slug", "title", "date", "expiryDate", "publishDate", "draft", "permalink", "kind",
		"section",
	})
	for _, r := range rows {
		w.Write([]string{
			r.Path, r.Slug, r.Title, r.Date.Format(time.RFC3339), r.ExpiryDate.Format(time.RFC3339),
			r.PublishDate.Format(time.RFC3339),
			strconv.FormatBool(r.Draft), r.Permalink, r.Kind, r.Section,
		})
	}
	w.Flush()
	return w.Error()
}
