package main

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/project/migrate"
	"github.com/sitegen/sitegen/internal/project/scaffold"
)

// initFrom adds --from to `sitegen init`.
func (a *app) initFrom(cmd *cobra.Command) {
	var from string
	var dry bool
	args, run := cmd.Args, cmd.RunE
	cmd.Use = "init blog|docs [FOLDER]\n  sitegen init --from FOLDER [blog|docs]"
	cmd.Long += `

With --from, it reads mkdocs.yml or the Hugo configuration in a folder and
writes a sitegen.toml next to it, which builds the existing content with one of
sitegen's themes, at the same URLs. The report says for each key whether it is
used, ignored, or needs your attention. No file changes.`
	cmd.Example += "\n  sitegen init --from manual --dry-run"
	cmd.Flags().StringVar(&from, "from", "", "`folder` of an MkDocs or Hugo project")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "with --from: print what would be written, without writing it")
	cmd.Args = func(cmd *cobra.Command, list []string) error {
		if from != "" {
			return cobra.MaximumNArgs(1)(cmd, list)
		}
		if dry {
			return errors.New("--dry-run is for --from")
		}
		return args(cmd, list)
	}
	cmd.RunE = func(cmd *cobra.Command, list []string) error {
		if from == "" {
			return run(cmd, list)
		}
		o := migrate.Options{}
		o.Title, _ = cmd.Flags().GetString("title")
		o.BaseURL, _ = cmd.Flags().GetString("baseURL")
		if len(list) == 1 {
			if o.Theme = list[0]; !slices.Contains(scaffold.Kinds(), o.Theme) {
				return fmt.Errorf("unknown theme %q\n  hint: choose one of %s", o.Theme, strings.Join(scaffold.Kinds(), ", "))
			}
		}
		return a.migrate(from, o, dry)
	}
}

// migrate writes what a project needs to be built by sitegen.
func (a *app) migrate(dir string, o migrate.Options, dry bool) error {
	plan, err := migrate.Read(dir, o)
	if errors.Is(err, migrate.ErrNone) {
		err = fmt.Errorf("%s: %w", dir, err)
	}
	if list := diag.From(err); err != nil {
		for _, d := range list {
			if d.File != "" {
				d.File = path.Join(filepath.ToSlash(dir), d.File)
			}
		}
		a.problems(list)
		return exit(exitFindings)
	}
	if !dry {
		if err := scaffold.Write(dir, plan.Files); err != nil {
			return a.failed(err)
		}
	}
	for _, f := range plan.Files {
		name := filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if dry {
			a.printf(a.out, "%s:\n%s\n", name, f.Data)
		} else {
			a.printf(a.out, "%s\n", name)
		}
	}
	a.fates(dir, plan)
	if dry {
		return nil
	}
	a.printf(a.out, "\nNext:\n")
	if filepath.Clean(dir) != "." {
		a.printf(a.out, "  cd %s\n", dir)
	}
	a.printf(a.out, "  sitegen serve\n  sitegen build && sitegen diff OLD public   # OLD is what %s wrote, or its sitemap.xml\n", plan.Tool)
	return nil
}

// fates prints what became of each key, as a table: what needs the user comes first, then what is used, then the rest.
func (a *app) fates(dir string, plan *migrate.Plan) {
	counts := map[migrate.Fate]int{}
	positions, keys := 0, 0
	for _, n := range plan.Notes {
		counts[n.Fate]++
		positions, keys = max(positions, len(n.Position())), max(keys, min(len(n.Key), 40))
	}
	a.printf(a.out, "\n%s, with the theme %s: %d used, %d ignored, %d need you (lines of %s)\n", plan.Tool, plan.Theme,
		counts[migrate.Used], counts[migrate.Ignored], counts[migrate.NeedsYou], path.Clean(filepath.ToSlash(dir)))
	order := []migrate.Fate{migrate.NeedsYou, migrate.Used, migrate.Ignored}
	notes := slices.SortedStableFunc(slices.Values(plan.Notes), func(a, b migrate.Note) int {
		return slices.Index(order, a.Fate) - slices.Index(order, b.Fate)
	})
	for _, n := range notes {
		a.printf(a.out, "%s\n", strings.TrimRight(fmt.Sprintf("  %-*s  %-9s  %-*s  %s", positions, n.Position(), n.Fate, keys, n.Key, n.Text), " "))
	}
}
