package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/finished/diff"
	"github.com/sitegen/sitegen/internal/finished/hugodiff"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// migrateCommand returns `sitegen migrate`.
func (a *app) migrateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Find out what changes if you switch to sitegen",
		Args:  noSuchCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(migrating{a}.checkCommand())
	return cmd
}

// migrating compares a project with what its previous generator wrote.
type migrating struct{ *app }

func (a migrating) checkCommand() *cobra.Command {
	var hugo string
	var all bool
	cmd := &cobra.Command{
		Use:   "check --hugo FOLDER",
		Short: "Compare a build with the folder that Hugo wrote",
		Long: `Compare a build of a Hugo project with the folder that Hugo wrote, page by page.
The table shows how many pages and files are identical or different, and how
many only one of them has; below it are the URLs that would be lost, findings
for search engines and feed readers, and the differences by cause. White space,
the order of attributes, comments, and hashes in names don't count.

The project is built in memory: nothing is written to it, or to its output
folder. If pages differ, it is built again with the behavior of the version of
Hugo that the folder names, to find the differences that newer versions made.

Let Hugo write into a new folder, since files of earlier builds count as lost.

Exit codes: 0 nothing is lost, 1 URLs or feed items are lost, or the site has
errors, 2 invalid command line.`,
		Example: `  hugo -d /tmp/hugo && sitegen migrate check --hugo /tmp/hugo`,
		Args:    noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if hugo == "" {
				return errors.New("name the folder that Hugo wrote: sitegen migrate check --hugo FOLDER")
			}
			return a.check(cmd.Context(), hugo, all)
		},
	}
	s := cmd.Flags()
	s.StringVar(&hugo, "hugo", "", "`folder` that Hugo wrote")
	s.BoolVar(&all, "all", false, "list every file instead of the first of each cause")
	a.flags.site(s)
	s.BoolVarP(&a.flags.drafts, "buildDrafts", "D", false, "include drafts, as in the build by Hugo")
	s.BoolVarP(&a.flags.future, "buildFuture", "F", false, "include pages with a date in the future")
	s.BoolVarP(&a.flags.expired, "buildExpired", "E", false, "include expired pages")
	s.BoolVar(&a.flags.minify, "minify", false, "minify HTML, CSS, JavaScript, JSON, SVG, and XML")
	s.IntVarP(&a.flags.jobs, "jobs", "j", 0, "`number` of workers (default: one per processor)")
	return cmd
}

// check compares a build with the folder that Hugo wrote.
func (a migrating) check(ctx context.Context, folder string, all bool) error {
	if err := thereIs(folder); err != nil {
		return err
	}
	o, cfg, err := a.configured()
	if err != nil {
		return err
	}
	if cfg != nil && disk.Wrote(disk.Options{
		Dir: absolute(folder), State: project.StateDir(cfg.Project, ""), Project: cfg.Project,
	}) {
		return fmt.Errorf("sitegen wrote %s\n  hint: let Hugo write another folder: hugo -d FOLDER", folder)
	}
	res, cfg, err := a.compare(ctx, o, folder)
	if err != nil {
		return err
	}
	if behavior := olderThan(res, cfg); behavior != "" {
		o.Flags["compatibility"] = behavior
		older, _, err := a.compare(ctx, o, folder)
		if err != nil {
			return err
		}
		res.Explain(older)
	}
	if a.flags.json {
		err = a.json(migrateJSON(res))
	} else {
		err = a.migrated(res, cfg, all)
	}
	if err == nil && res.Loses() {
		err = exit(exitFindings)
	}
	return err
}

// absolute returns the absolute path of a folder.
func absolute(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

// olderThan returns the version of Hugo whose behavior explains differences: the one that the folder names, if pages
// differ and the project gets the behavior of a newer one. It returns "" if no other build can explain anything.
func olderThan(res *hugodiff.Result, cfg *config.Config) string {
	if len(res.Differences)+len(res.Lost)+len(res.Added) == 0 || cfg.Release != 0 {
		return ""
	}
	version := cmp.Or(res.Hugo, config.OldestRelease)
	if config.NewerVersion(config.HugoVersion, version) {
		return version
	}
	return ""
}

// compare builds the project in memory, copies the outputs to a temporary folder, and compares.
func (a migrating) compare(ctx context.Context, o project.Options, folder string) (
	*hugodiff.Result, *config.Config, error,
) {
	dir, err := os.MkdirTemp("", "sitegen-migrate-")
	if err != nil {
		return nil, nil, fmt.Errorf("make a folder for the build: %w", err)
	}
	defer os.RemoveAll(dir)
	b, outputs, err := a.buildInMemory(ctx, o, filepath.Join(dir, "state"))
	if err != nil {
		return nil, nil, err
	}
	defer b.Close()
	site := filepath.Join(dir, "site")
	if err := copyOutputs(ctx, outputs, site); err != nil {
		return nil, nil, err
	}
	cfg, _ := b.Config()
	ho := hugodiff.Options{Jobs: o.Jobs}
	if u, err := url.Parse(cfg.BaseURL); err == nil && u.Host != "" {
		ho.Base = cfg.BaseURL
	}
	res, err := hugodiff.Compare(ctx, folder, site, ho)
	return res, cfg, err
}

// copyOutputs writes the files of a build in memory to a folder.
func copyOutputs(ctx context.Context, files *output.Files, dir string) error {
	write := func(path string) error {
		file, ok := files.Lookup(path)
		if !ok {
			return nil
		}
		in, err := file.Open(ctx)
		if err != nil {
			return err
		}
		defer in.Close()
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		out, err := os.Create(name)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		return errors.Join(err, out.Close())
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, path := range files.Paths() {
		if err := write(path); err != nil {
			return fmt.Errorf("copy %s: %w", path, err)
		}
	}
	return nil
}

// migrated prints the result for people.
func (a migrating) migrated(res *hugodiff.Result, cfg *config.Config, all bool) error {
	examples := 3
	if all {
		examples = 0
	}
	from, to := strings.TrimSuffix(res.Bases[0], "/"), strings.TrimSuffix(cfg.BaseURL, "/")
	if from != "" && to != "" && from != to {
		a.printf(a.out, "Hugo built the site for %s, and this build is for %s.\n  hint: use the same URL: --baseURL %s/\n\n",
			from, to, from)
	}
	if err := res.Write(a.out, examples); err != nil {
		return err
	}
	switch {
	case res.Loses():
		a.printf(a.out, "\nSwitching would lose what is listed above.\n")
	case res.Same():
		a.printf(a.out, "\nNothing is lost: sitegen writes the same site.\n")
	default:
		a.printf(a.out, "\nNothing is lost.\n")
	}
	return nil
}

// migrateJSON returns the result for programs.
func migrateJSON(res *hugodiff.Result) any {
	return struct {
		Hugo        string                `json:"hugo,omitempty"` // version that the pages name
		Loses       bool                  `json:"loses"`
		Pages       hugodiff.Count        `json:"pages"`
		Files       hugodiff.Count        `json:"files"`
		Lost        []hugodiff.File       `json:"lost"`
		Redirected  []hugodiff.File       `json:"redirected"`
		Added       []hugodiff.File       `json:"added"`
		Differences []hugodiff.Difference `json:"differences"`
		Findings    []diff.Finding        `json:"findings"`
	}{
		res.Hugo, res.Loses(), res.Pages, res.Files, append([]hugodiff.File{}, res.Lost...),
		append([]hugodiff.File{}, res.Redirected...), append([]hugodiff.File{}, res.Added...),
		append([]hugodiff.Difference{}, res.Differences...), append([]diff.Finding{}, res.Findings...),
	}
}
