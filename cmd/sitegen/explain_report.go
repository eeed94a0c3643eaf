package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/finished/indexing"
	"github.com/sitegen/sitegen/internal/finished/post"
)

// explainReport explains the URLs in exports of search engines: of the project, or of a finished folder.
func (a *app) explainReport(cmd *cobra.Command, reports, args []string) error {
	if len(args) == 0 {
		return a.reported(reports, func(rows []indexing.Row) ([]indexing.Line, error) {
			o, err := a.options()
			if err != nil {
				return nil, err
			}
			b, err := pipeline.New(o)
			if err != nil {
				return nil, err
			}
			return inspect.ExplainReport(cmd.Context(), b.Options(), rows)
		})
	}
	if err := thereIs(args[0]); err != nil {
		return err
	}
	o, err := a.postOptions(&postFlags{changed: func(string) bool { return false }}, args[0])
	if err != nil {
		return err
	}
	if flag := cmd.Flags().Lookup("baseURL"); flag != nil && flag.Changed {
		o.Base = flag.Value.String()
	}
	return a.postReported(cmd.Context(), o, reports)
}

// postReported explains the URLs in exports of search engines for a finished folder.
func (a *app) postReported(ctx context.Context, o post.Options, reports []string) error {
	return a.reported(reports, func(rows []indexing.Row) ([]indexing.Line, error) {
		return post.ExplainReport(ctx, o, rows)
	})
}

// reported reads exports and prints the explanations.
func (a *app) reported(reports []string, explain func([]indexing.Row) ([]indexing.Line, error)) error {
	rows, err := indexing.Read(reports)
	if err != nil {
		return err
	}
	lines, err := explain(rows)
	if found := diag.List(nil); errors.As(err, &found) {
		a.problems(found)
		return exit(exitFindings)
	}
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.json(struct {
			URLs    []indexing.Line  `json:"urls"`
			Summary []indexing.Count `json:"summary"`
		}{append([]indexing.Line{}, lines...), append([]indexing.Count{}, indexing.Summary(lines)...)})
	}
	var parts []string
	for _, c := range indexing.Summary(lines) {
		parts = append(parts, fmt.Sprintf("%d %s", c.URLs, c.Cause))
		a.printf(a.out, "%s: %s\n", c.Cause, words.Count(c.URLs, "URL"))
		for _, l := range lines {
			if l.Cause.Cause == c.Cause {
				a.printf(a.out, "  %s\n", reportText(l))
			}
		}
	}
	a.printf(a.out, "%s: %s\n", words.Count(len(lines), "URL"), cmp.Or(strings.Join(parts, ", "), "all are indexed"))
	return nil
}

func reportText(l indexing.Line) string {
	s := l.URL + ": " + l.Why
	if l.Rule != "" {
		s += " [" + l.Rule + "]"
	}
	if at := position(l.Cause.File, l.Cause.Line); at != "" {
		s += " (" + at + ")"
	}
	var said []string
	if l.Said != "" {
		said = append(said, "the report says: "+l.Said)
	}
	if !l.Crawled.IsZero() {
		said = append(said, "last visit "+l.Crawled.Format("2006-01-02"))
	}
	if len(said) > 0 {
		s += "\n    " + strings.Join(said, ", ")
	}
	return s
}
