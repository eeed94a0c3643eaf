package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// modCommand returns `sitegen mod`, which has the most important subcommands of `hugo mod`.
func (a *app) modCommand() *cobra.Command {
	m := modding{app: a, update: new(string)}
	cmd := &cobra.Command{
		Use:   "mod",
		Short: "Fetch and list the modules of a Hugo project",
		Long: `Fetch and list the modules that a project imports, such as its theme. You don't
need Go: modules come from the proxy that GOPROXY names (default: that of Go),
and go.sum contains their checksums. A checksum that go.sum doesn't have yet is
checked against the checksum database that GOSUMDB names (default: that of Go);
GOPRIVATE and GONOSUMDB name exceptions.`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, c := range []struct {
		use, short string
		args       cobra.PositionalArgs
		run        func(ctx context.Context, args []string) error
	}{
		{"get [MODULE[@VERSION]...]", "Write the versions of modules to go.mod, and fetch them", cobra.ArbitraryArgs, m.get},
		{"graph", "List the modules, their versions, and what imports them", noSuchCommand, m.graph},
		{"tidy", "Make go.mod and go.sum name the modules in use, and no others", noSuchCommand, m.tidy},
		{"vendor", "Copy the modules into _vendor, to build without a network", noSuchCommand, m.vendor},
		{"verify", "Compare the modules in the cache with go.sum", noSuchCommand, m.verify},
	} {
		sub := &cobra.Command{
			Use: c.use, Short: c.short, Args: c.args,
			RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
		}
		a.flags.site(sub.Flags())
		if sub.Name() == "get" {
			sub.Long = getLong
			sub.Flags().StringVarP(m.update, "update", "u", "",
				"also update what the modules import, to the latest `releases`, or with =patch to the latest patches")
			sub.Flags().Lookup("update").NoOptDefVal = "upgrade"
		}
		cmd.AddCommand(sub)
	}
	return cmd
}

const getLong = `Write the versions of modules to go.mod and go.sum, and fetch them. A VERSION is
one such as v1.2.3, a prefix such as v1, a condition such as "<v2.0.0", a
branch, or a commit (default: the latest release, or the latest prerelease when
no release exists). Without a MODULE, all imports of the project are updated.`

// modding edits the modules of a project.
type modding struct {
	*app
	update *string // "upgrade" or "patch" for the imports of modules; "" for neither
}

func (a modding) get(ctx context.Context, args []string) error {
	o, err := a.options()
	if err != nil {
		return err
	}
	if *a.update != "" && *a.update != "upgrade" && *a.update != "patch" {
		return fmt.Errorf("--update must be empty or patch, not %q", *a.update)
	}
	project, err := filepath.Abs(o.Source)
	if err != nil {
		return err
	}
	named := map[string]bool{}
	for _, arg := range args {
		name, version, _ := strings.Cut(arg, "@")
		got, err := modules.Get(ctx, modules.Options{Project: project, Environ: a.environ}, name, version)
		if err != nil {
			a.problems(diag.List{{Rule: "module", Message: name + " is not fetched: " + err.Error()}})
			return exit(exitFindings)
		}
		for _, v := range got {
			a.printf(a.out, "%s %s\n", v.Path, v.Version)
		}
		named[name] = true
	}
	if len(args) > 0 && *a.update == "" {
		return nil
	}
	under := maps.Clone(named) // and what these import
	return a.edit(ctx, modules.Update, func(path, from, version string) string {
		switch {
		case named[path]:
			return ""
		case under[from]:
			under[path] = true
		case len(named) > 0 || from != "" && *a.update == "":
			return ""
		}
		return cmp.Or(*a.update, "upgrade")
	})
}

// edit resolves the modules of a project with the versions that a query names, and calls change to write go.mod
// and go.sum.
func (a modding) edit(ctx context.Context,
	write func(context.Context, modules.Options, []modules.Module) ([]string, error), query func(path, from,
		version string) string,
) error {
	b, err := a.builder()
	if err != nil {
		return err
	}
	cfg, found := b.ConfigOf(query)
	a.problems(found)
	if cfg == nil {
		return exit(exitFindings)
	}
	changes, err := write(ctx, modules.Options{Project: cfg.Project, Environ: a.environ}, cfg.Modules)
	if err != nil {
		a.problems(diag.List{{Rule: "module", Message: "go.mod is not changed: " + err.Error()}})
		return exit(exitFindings)
	}
	for _, c := range changes {
		a.printf(a.out, "%s\n", c)
	}
	return nil
}

// resolved returns the modules of the project.
func (a modding) resolved() (project string, list []modules.Module, err error) {
	cfg, err := a.readConfig()
	if err != nil {
		return "", nil, err
	}
	return cfg.Project, cfg.Modules, nil
}

func (a modding) graph(context.Context, []string) error {
	project, list, err := a.resolved()
	if err != nil {
		return err
	}
	for _, m := range list {
		from := cmp.Or(m.From, "the project")
		dir := m.Dir
		if rel, err := filepath.Rel(project, dir); err == nil && filepath.IsLocal(rel) {
			dir = filepath.ToSlash(rel)
		}
		a.printf(a.out, "%s, imported by %s: %s\n", m.Label(), from, dir)
	}
	return nil
}

func (a modding) tidy(ctx context.Context, _ []string) error {
	return a.edit(ctx, modules.Tidy, func(_, _, version string) string {
		if version == "" {
			return "latest"
		}
		return ""
	})
}

func (a modding) verify(context.Context, []string) error {
	project, list, err := a.resolved()
	if err != nil {
		return err
	}
	checked, differ, err := modules.Verify(project, list)
	if err != nil {
		differ = append(differ, err)
	}
	var found diag.List
	for _, d := range differ {
		found = append(found, &diag.Diagnostic{Rule: "module", Message: d.Error()})
	}
	if len(found) > 0 {
		a.problems(found)
		return exit(exitFindings)
	}
	a.printf(a.out, "%d modules match go.sum\n", checked)
	return nil
}

func (a modding) vendor(context.Context, []string) error {
	project, list, err := a.resolved()
	if err != nil {
		return err
	}
	n, err := modules.Vendor(project, list)
	if err != nil {
		a.problems(diag.List{{Rule: "module", Message: "nothing is vendored: " + err.Error()}})
		return exit(exitFindings)
	}
	a.printf(a.out, "%d modules are in _vendor\n", n)
	return nil
}
