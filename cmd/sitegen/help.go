package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is the maximum width of help texts.
const helpWidth = 80

// commonFlags returns the flags of a command that help lists first, because most people need them. Other
// commands have a single list.
func commonFlags(cmd *cobra.Command) []string {
	switch strings.TrimPrefix(cmd.CommandPath(), "sitegen ") {
	case "build":
		return []string{"baseURL", "buildDrafts", "destination", "help", "minify", "source", "strict", "watch", "yes"}
	case "serve":
		return []string{"baseURL", "bind", "buildDrafts", "help", "navigateToChanged", "openBrowser", "port", "source"}
	case "new":
		return []string{"bundle", "editor", "help", "kind", "lang", "source"}
	case "check":
		return []string{"base-url", "baseline", "fail", "github", "help", "host", "ignore", "only", "skip", "write-baseline"}
	case "migrate check":
		return []string{"all", "baseURL", "help", "hugo", "json", "minify", "source"}
	case "diff":
		return []string{"all", "base-url", "fail", "format", "help", "only", "save", "skip"}
	case "notify":
		return []string{"base-url", "dry-run", "help", "only", "since", "verify"}
	case "post":
		return []string{"base-url", "content", "dry-run", "explain", "feed", "help", "host", "replace"}
	case "config":
		return []string{"help", "json", "source"}
	case "explain":
		return []string{"help", "hugo", "json", "source"}
	}
	return nil
}

// usage prints the usage of a command: its forms, examples, subcommands, and flags, the common ones first.
func usage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", cmd.CommandPath())
	}
	if len(cmd.Aliases) > 0 {
		fmt.Fprintf(&b, "\nAliases:\n  %s\n", cmd.NameAndAliases())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nCommands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(&b, "  %-*s %s\n", c.NamePadding(), c.Name(), c.Short)
			}
		}
	}
	common, more := flagGroups(cmd)
	if common.HasAvailableFlags() {
		fmt.Fprintf(&b, "\nCommon flags:\n%s", common.FlagUsagesWrapped(helpWidth))
		fmt.Fprintf(&b, "\nMore flags:\n%s", more.FlagUsagesWrapped(helpWidth))
	} else if more.HasAvailableFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", more.FlagUsagesWrapped(helpWidth))
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nTo see the help of a command, run \"%s [command] --help\".\n", cmd.CommandPath())
	}
	_, err := fmt.Fprint(cmd.OutOrStderr(), b.String())
	return err
}

// flagGroups separates the common flags of a command from the others.
func flagGroups(cmd *cobra.Command) (common, more *pflag.FlagSet) {
	common, more = pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	names := commonFlags(cmd)
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(names, f.Name) {
			common.AddFlag(f)
		} else {
			more.AddFlag(f)
		}
	})
	return common, more
}
