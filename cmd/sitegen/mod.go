package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/modules"
)

// modCommand returns `sitegen mod`, which has the subcommands of `hugo mod` that projects need.
func (a *app) modCommand() *cobra.Command {
	m := modding{a}
	cmd := &cobra.Command{
		Use:   "mod",
		Short: "Fetch and list the modules of a Hugo project",
		Long: `Fetch and list the modules that a project imports, such as its theme. You don't
need Go: modules come from the proxy that GOPROXY names (default:
https://proxy.golang.org), and go.sum contains their checksums.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, c := range []struct {
		use, short string
		args       cobra.PositionalArgs
		run        func(ctx context.Context, args []string) error
	}{
		{"get MODULE[@VERSION]", "Write the version of a module to go.mod, and fetch it", cobra.ExactArgs(1), m.get},
		{"graph", "List the modules, their versions, and what imports them", cobra.NoArgs, m.graph},
		{"tidy", "Limit go.mod and go.sum to the modules in use", cobra.NoArgs, m.tidy},
		{"vendor", "Copy the modules into _vendor, to build without a network", cobra.NoArgs, m.vendor},
		{"verify", "Compare the modules in the cache with go.sum", cobra.NoArgs, m.verify},
	} {
		sub := &cobra.Command{
			Use: c.use, Short: c.short, Args: c.args,
			RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
		}
		a.flags.site(sub.Flags())
		cmd.AddCommand(sub)
	}
	return cmd
}

// modding works on the modules of a project.
type modding struct{ *app }

func (a modding) get(ctx context.Context, args []string) error {
	o, err := a.options()
	if err != nil {
		return err
	}
	project, err := filepath.Abs(o.Source)
	if err != nil {
		return err
	}
	name, version, _ := strings.Cut(args[0], "@")
	got, err := modules.Get(ctx, modules.Options{Project: project, Environ: a.environ}, name, version)
	if err != nil {
		a.problems(diag.List{{Rule: "module", Message: name + " is not fetched: " + err.Error()}})
		return exit(exitFindings)
	}
	a.printf(a.out, "%s %s\n", name, got)
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
		from := m.From
		if from == "" {
			from = "the project"
		}
		dir := m.Dir
		if rel, err := filepath.Rel(project, dir); err == nil && filepath.IsLocal(rel) {
			dir = filepath.ToSlash(rel)
		}
		a.printf(a.out, "%s, imported by %s: %s\n", m.Label(), from, dir)
	}
	return nil
}

func (a modding) tidy(context.Context, []string) error {
	project, list, err := a.resolved()
	if err != nil {
		return err
	}
	changes, err := modules.Tidy(project, list)
	if err != nil {
		a.problems(diag.List{{Rule: "module", Message: "go.mod is not tidied: " + err.Error()}})
		return exit(exitFindings)
	}
	for _, c := range changes {
		a.printf(a.out, "%s\n", c)
	}
	return nil
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
	a.printf(a.out, "%d modules are as go.sum says\n", checked)
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
