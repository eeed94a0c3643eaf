package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
)

// remoteCommand returns `sitegen remote`.
func (a *app) remoteCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "remote",
		Short: "Lock the files that templates fetch from other servers",
		Long: `Files fetched with resources.GetRemote are kept in .sitegen/cache/remote until
you delete them. With a lock file, a build fails if it fetches anything else, so
the site is the same on every machine.`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	lock := &cobra.Command{
		Use: "lock", Short: "Write " + remote.LockFile +
			": the URL, hash, and media type of each response", Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.lockRemote(cmd.Context()) },
	}
	a.flags.site(lock.Flags())
	cmd.AddCommand(lock)
	return cmd
}

// lockRemote builds the site in memory and writes the lock file.
func (a *app) lockRemote(ctx context.Context) error {
	o, err := a.options()
	if err != nil {
		return err
	}
	o.Memory, o.LockRemote = true, true
	b, err := pipeline.New(o)
	if err != nil {
		return err
	}
	defer b.Close()
	res, err := b.Build(ctx)
	a.problems(res.Diagnostics)
	var list diag.List
	if errors.As(err, &list) {
		a.problems(list)
		return exit(exitFindings)
	}
	if err != nil {
		return err
	}
	a.printf(a.out, "%d responses are in %s\n", res.Locked, remote.LockFile)
	return nil
}
