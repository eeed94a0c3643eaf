package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// command returns the complete command tree. Without a subcommand, sitegen prints its help, because a build
// publishes files and must be requested explicitly.
func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "sitegen",
		Short: "Build a static site: pages, sitemaps and feeds",
		Long: `sitegen turns a folder of Markdown files into a website with sitemaps,
robots.txt, and RSS, Atom, and JSON feeds. It builds Hugo projects unchanged.`,
		Example: `  sitegen init blog my-blog    start a site
  sitegen serve                preview it while you write
  sitegen build                write it to public/`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(usage)
	root.AddCommand(a.initCommand(), a.newCommand(), a.buildCommand(), sharing{a}.mergeCommand(),
		sharing{a}.indexCommand(), a.serveCommand(), a.listCommand(), a.configCommand(), a.modCommand(), a.remoteCommand(),
		a.explainCommand(), a.checkCommand(), a.diffCommand(), a.migrateCommand(), a.postCommand(),
		a.publishCommand(), a.notifyCommand(), a.feedsCommand(),
		a.versionCommand(), a.manCommand(), deployCommand(a))
	return root
}

// noSuchCommand rejects arguments, and suggests the nearest command, or -s for the folder of a project. Cobra's own
// check would run before the flags of the root command are parsed, and take the value of an unknown flag for a command.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !cmd.HasSubCommands() {
		hint := fmt.Sprintf("run %q to see what it takes", cmd.CommandPath()+" --help")
		if info, err := os.Stat(args[0]); err == nil && info.IsDir() && cmd.Flags().Lookup("source") != nil {
			hint = fmt.Sprintf("the flag -s names the folder of the project: %s -s %s", cmd.CommandPath(), args[0])
		}
		return fmt.Errorf("unknown argument %q for %q\n  hint: %s", args[0], cmd.CommandPath(), hint)
	}
	hint := fmt.Sprintf("run %q to see all commands", cmd.CommandPath()+" --help")
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return fmt.Errorf("unknown command %q for %q\n  hint: %s", args[0], cmd.CommandPath(), hint)
}

// flagError adds the nearest flag to the message about an unknown flag.
func flagError(cmd *cobra.Command, err error) error {
	help := fmt.Sprintf("run %q to see all flags", cmd.CommandPath()+" --help")
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		var bad *pflag.InvalidValueError
		var value *strconv.NumError
		if errors.As(err, &bad) && errors.As(err, &value) {
			want := map[string]string{"bool": "true or false", "int": "a whole number"}[bad.GetFlag().Value.Type()]
			err = errors.New(strings.Replace(err.Error(), value.Error(), "it must be "+cmp.Or(want, "a number"), 1))
		}
		return fmt.Errorf("%w\n  hint: %s", err, help)
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if cmd == cmd.Root() && ofBuild(cmd, unknown) {
		return fmt.Errorf("%w without a command\n  hint: to build the site, run \"sitegen build\" with the same flags", err)
	}
	name := strings.ToLower(strings.TrimLeft(unknown.GetSpecifiedName(), "-"))
	near := cmp.Or(map[string]string{"output": "destination", "host": "bind"}[name], diag.Nearest(name, names))
	if near == "" { // --drafts for --buildDrafts
		for _, flag := range slices.Backward(names) {
			if strings.Contains(strings.ToLower(flag), name) {
				near = flag
			}
		}
	}
	if near != "" && slices.Contains(names, near) {
		help = fmt.Sprintf("did you mean --%s?", near)
	}
	return fmt.Errorf("%w\n  hint: %s", err, help)
}

// ofBuild reports whether the build command has a flag.
func ofBuild(root *cobra.Command, unknown *pflag.NotExistError) bool {
	build, _, err := root.Find([]string{"build"})
	if err != nil {
		return false
	}
	if unknown.GetSpecifiedShortnames() != "" {
		return build.Flags().ShorthandLookup(unknown.GetSpecifiedName()) != nil
	}
	return build.Flags().Lookup(unknown.GetSpecifiedName()) != nil
}

// errorf prints an error without a position in a file.
func (a *app) errorf(format string, args ...any) {
	l := diag.List{{Message: fmt.Sprintf(format, args...)}}
	l.Write(a.err, a.colored())
}

// takes returns a check of the number of arguments. most 0 means no maximum.
func takes(least, most int, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || most > 0 && len(args) > most {
			return errors.New(hint)
		}
		return nil
	}
}

// thereIs checks that the folder of a finished site exists.
func thereIs(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the folder %s does not exist\n  hint: build the site first, or name the folder that the generator writes", dir)
	}
	return nil
}
