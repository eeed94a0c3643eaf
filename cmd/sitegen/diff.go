package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/finished/diff"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// diffFlags are the flags of `sitegen diff`.
type diffFlags struct {
	diff.Options
	diff.CompareOptions
	findingFlags
	save       string
	upgrade    string // version of Hugo, or recorded; "" if two states are compared
	all, rules bool
}

// diffFormats are the values of --format.
var diffFormats = []string{"text", "json", "sarif", "github", "markdown"}

// diffing compares two states of a site.
type diffing struct{ *app }

// diffCommand returns `sitegen diff`.
func (a *app) diffCommand() *cobra.Command {
	f := &diffFlags{}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare two states of a site: removed URLs, titles, dates, feeds",
		Long: `Compare two states of a site. The report lists new, removed, and moved URLs and
missing redirects; changed titles, descriptions, canonical links, and robots
directives; sitemap dates that went back or changed without reason; feed items
with other IDs; and language versions that no longer name each other.

OLD and NEW are folders that a web server would send, built by any generator;
sitemaps or lists of URLs (for an index, its files are looked up next to it); or
snapshots written by --save. With --save and one argument, nothing is compared.

Errors are losses for readers or search engines; notes are information for
reviewers of a change.

With --upgrade, the command builds the project in memory, with the behavior of
the Hugo that it was last built with (recorded in the ledger) or of the one that
you name, and with that of each later release, and lists the files that differ,
what these releases changed, and how to keep the old behavior.

Exit codes: 0 no findings of the severity of --fail, 1 findings,
2 invalid command line.`,
		Example: `  sitegen diff public.old public
  sitegen diff --save site.snapshot public
  sitegen diff site.snapshot public --format markdown --fail none
  sitegen diff old/sitemap.xml public/sitemap.xml --only 'url-*,lastmod-*'
  sitegen diff --upgrade`,
		Args: func(_ *cobra.Command, args []string) error { return f.arguments(args) },
		RunE: func(cmd *cobra.Command, args []string) error { return diffing{a}.diff(cmd.Context(), f, args) },
	}
	s := cmd.Flags()
	s.StringVar(&f.Base, "base-url", "", "base `URL` of the site (default: the one that canonical links agree on)")
	s.StringVar(&f.Host, "host", "", "`name` of the host: "+strings.Join(hosting.HostNames(), ", "))
	s.StringVar(&f.save, "save", "", "`file` to write a snapshot of NEW to; compressed if its name ends with .gz")
	s.StringSliceVar(&f.Only, "only", nil, "`rules` to report, such as url-removed or feed-*")
	s.StringSliceVar(&f.Skip, "skip", nil, "`rules` to skip")
	s.StringVar(&f.fail, "fail", "",
		"lowest `severity` that counts as a failure: error, warning, or none (default: error)")
	s.BoolVar(&f.all, "all", false, "list every note instead of only their number")
	s.IntVarP(&f.Jobs, "jobs", "j", 0, "`number` of workers (default: one per processor)")
	s.BoolVar(&f.rules, "rules", false, "list all rules")
	s.StringVar(&f.upgrade, "upgrade", "",
		"compare builds with the behavior of older and newer releases of Hugo, from the recorded `version` or the given one")
	s.Lookup("upgrade").NoOptDefVal = recorded
	s.StringVarP(&a.flags.source, "source", "s", "", "with --upgrade: project `folder`")
	s.StringVar(&a.flags.config, "config", "", "with --upgrade: configuration `file`, or several separated by commas")
	s.StringVarP(&a.flags.environment, "environment", "e", "", "with --upgrade: `name` of the environment")
	s.StringVar(&a.flags.clock, "clock", "", "with --upgrade: current `time` for the builds")
	f.add(a, s, diffFormats...)
	return cmd
}

// arguments checks the number of arguments.
func (f *diffFlags) arguments(args []string) error {
	switch {
	case f.upgrade != "" && len(args) > 0:
		return errors.New("--upgrade builds the project; it compares no other states")
	case f.upgrade != "" && f.save != "":
		return errors.New("--upgrade and --save exclude each other")
	case f.upgrade != "":
		return nil
	case f.rules && len(args) == 0, len(args) == 2, f.save != "" && len(args) == 1:
		return nil
	case len(args) == 1:
		return errors.New("say what to compare: name OLD and NEW, or use --save FILE")
	}
	return errors.New("name two states of the site: sitegen diff OLD NEW")
}

// understand checks the combination of flags.
func (f *diffFlags) understand(a *app) error {
	if err := f.choose(a, diffFormats...); err != nil {
		return err
	}
	f.fail = cmp.Or(f.fail, "error")
	if !slices.Contains([]string{"error", "warning", "none"}, f.fail) {
		return fmt.Errorf("--fail must be error, warning, or none, not %q", f.fail)
	}
	return nil
}

func (a diffing) diff(ctx context.Context, f *diffFlags, args []string) error {
	if err := f.understand(a.app); err != nil {
		return err
	}
	if f.rules {
		return a.diffRules(f.format)
	}
	if f.upgrade != "" {
		return a.upgrade(ctx, f)
	}
	if len(args) == 1 {
		s, err := diff.Open(ctx, args[0], f.Options)
		if err != nil {
			return err
		}
		return a.saveSnapshot(f.save, s)
	}
	from, to, err := diff.OpenBoth(ctx, args[0], args[1], f.Options)
	if err != nil {
		return err
	}
	res, err := diff.Compare(from, to, f.CompareOptions)
	if err != nil {
		return err
	}
	if err := a.diffed(f, res); err != nil {
		return err
	}
	if f.save != "" {
		if err := a.saveSnapshot(f.save, to); err != nil {
			return err
		}
	}
	if f.fail != "none" && res.Errors > 0 || f.fail == "warning" && res.Warnings > 0 {
		return exit(exitFindings)
	}
	return nil
}

// saveSnapshot writes a snapshot. An existing file is replaced only when the new one is complete.
func (a diffing) saveSnapshot(file string, s *diff.Snapshot) error {
	var b bytes.Buffer
	if err := s.Save(&b, strings.HasSuffix(file, ".gz")); err != nil {
		return err
	}
	if err := atomicfile.Write(file, b.Bytes()); err != nil {
		return err
	}
	a.printf(a.err, "%s: %s, %s\n", file, fmt.Sprintf("%d addresses", len(s.Pages)), words.Count(len(s.Feeds), "feed"))
	return nil
}

// diffed prints the differences.
func (a diffing) diffed(f *diffFlags, res *diff.Result) error {
	list := res.Diagnostics()
	switch f.format {
	case "json":
		return a.json(diffJSON(res))
	case "sarif":
		return list.WriteSARIF(a.out, version())
	case "markdown":
		return res.WriteMarkdown(a.out)
	case "github":
		err := slices.Concat(list.Errors(), list.Warnings()).WriteGitHub(a.out)
		a.diffText(a.err, f, res)
		return err
	}
	a.problems(list)
	if f.all {
		list.Notes().Write(a.out, a.colored())
	}
	a.diffText(a.out, f, res)
	return nil
}

// diffText prints the summary for people.
func (a diffing) diffText(w io.Writer, f *diffFlags, res *diff.Result) {
	for _, c := range res.Counts {
		if len(res.Findings) > mostByRule || c.Severity == diag.Note && !f.all {
			a.printf(w, "%7d %s\n", c.Count, c.Rule)
		}
	}
	a.printf(w, "%d → %s: %d added, %d removed, %d moved, %d changed: %s, %s, %s\n", res.OldPages,
		words.Count(res.NewPages, "page"),
		len(res.Added), len(res.Removed), len(res.Moved), len(res.Changed),
		words.Count(res.Errors, "error"), words.Count(res.Warnings, "warning"), words.Count(res.Notes, "note"))
}

// diffJSON returns the result for programs.
func diffJSON(res *diff.Result) any {
	return struct {
		OldBase  string         `json:"oldBase,omitempty"`
		NewBase  string         `json:"newBase,omitempty"`
		OldPages int            `json:"oldPages"`
		NewPages int            `json:"newPages"`
		Errors   int            `json:"errors"`
		Warnings int            `json:"warnings"`
		Notes    int            `json:"notes"`
		Hidden   int            `json:"hidden,omitempty"`
		Added    []string       `json:"added"`
		Removed  []string       `json:"removed"`
		Moved    []diff.Move    `json:"moved"`
		Changed  []string       `json:"changed"`
		Counts   []diff.Count   `json:"counts"`
		Findings []diff.Finding `json:"findings"`
	}{
		res.OldBase, res.NewBase, res.OldPages, res.NewPages, res.Errors, res.Warnings, res.Notes, res.Skipped,
		orEmpty(res.Added), orEmpty(res.Removed), append([]diff.Move{}, res.Moved...), orEmpty(res.Changed),
		append([]diff.Count{}, res.Counts...), append([]diff.Finding{}, res.Findings...),
	}
}

// diffRules prints all rules.
func (a diffing) diffRules(format string) error {
	type rule struct {
		ID       string        `json:"id"`
		Severity diag.Severity `json:"severity"`
		Tells    string        `json:"tells"`
	}
	var out []rule
	for _, r := range diff.Rules() {
		out = append(out, rule{r.ID, r.Severity, r.Asks})
	}
	if format == "json" {
		return a.json(out)
	}
	for _, r := range out {
		a.printf(a.out, "%-22s %-8s %s\n", r.ID, r.Severity, r.Tells)
	}
	return nil
}
