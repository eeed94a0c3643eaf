package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sitegen/sitegen/internal/diag"
)

// command returns the whole command tree. Called without a subcommand, sitegen builds, as hugo does.
func (a *app) command() *cobra.Command {
	root := a.buildCommand("sitegen")
	root.Short = "Build a static site: pages, sitemaps and feeds"
	root.Long = `sitegen turns a folder of Markdown files into a website with sitemaps, robots.txt and
RSS, Atom and JSON feeds. It builds Hugo projects unchanged.

Without a subcommand it builds, so that "sitegen -s site --minify" works like "hugo -s site --minify".`
	root.Args = nil // cobra's own check names the nearest subcommand
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(a.initCommand(), a.newCommand(), a.buildCommand("build"), a.serveCommand(), a.listCommand(), a.configCommand(), a.modCommand(), a.remoteCommand(), a.explainCommand(), a.checkCommand(), a.diffCommand(), a.postCommand(), a.notifyCommand(), a.feedsCommand(), a.versionCommand(), a.manCommand())
	return root
}

// flagError adds the nearest flag to the message about one that does not exist.
func flagError(cmd *cobra.Command, err error) error {
	help := fmt.Sprintf("run %q to see all flags", cmd.CommandPath()+" --help")
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return fmt.Errorf("%w\n  hint: %s", err, help)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := diag.Nearest(strings.TrimLeft(unknown.GetSpecifiedName(), "-"), names); near != "" {
		help = fmt.Sprintf("did you mean --%s?", near)
	}
	return fmt.Errorf("%w\n  hint: %s", err, help)
}

// errorf prints an error that has no place in a file.
func (a *app) errorf(format string, args ...any) {
	l := diag.List{{Message: fmt.Sprintf(format, args...)}}
	l.Write(a.err, a.colored())
}

// takes says what is missing when a command line has not the arguments that its command takes. Any number is
// enough with most 0.
func takes(least, most int, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most > 0 && len(args) > most {
			return errors.New(hint)
		}
		return nil
	}
}

// thereIs looks for the folder of a finished site.
func thereIs(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no folder %s\n  hint: build the site first, or name the folder that the generator writes", dir)
	}
	return nil
}
