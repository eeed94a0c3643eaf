package main

import (
	"github.com/spf13/cobra"

	"github.com/sitegen/sitegen/internal/config"
)

// configCommand returns `sitegen config`.
func (a *app) configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the resolved configuration and where each value comes from",
		Args:  noSuchCommand,
		RunE:  func(*cobra.Command, []string) error { return a.config() },
	}
	a.flags.site(cmd.Flags())
	return cmd
}

// readConfig reads the configuration of the project and reports its problems.
func (a *app) readConfig() (*config.Config, error) {
	b, err := a.builder()
	if err != nil {
		return nil, err
	}
	cfg, found := b.Config()
	a.problems(found)
	if cfg == nil {
		return nil, exit(exitFindings)
	}
	return cfg, nil
}

func (a *app) config() error {
	cfg, err := a.readConfig()
	if err != nil {
		return err
	}
	settings := cfg.Settings()
	if a.flags.json {
		return a.json(append([]config.Setting{}, settings...))
	}
	for _, s := range settings {
		a.printf(a.out, "%s  # %s\n", s, s.Origin)
	}
	return nil
}
