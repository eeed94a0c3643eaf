package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand returns `sitegen man`.
func (a *app) manCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "man",
		Short: "Print the manual page, or write one for each command",
		Args:  noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if dir == "" {
				return manPage(a.out, cmd.Root())
			}
			if err := a.manPages(cmd.Root(), dir); err != nil {
				a.errorf("write the manual pages: %v", err)
				return exit(exitFindings)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "`folder` for one page per command")
	return cmd
}

// manPages writes the manual pages of cmd and its subcommands.
func (a *app) manPages(cmd *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"))
	if err != nil {
		return err
	}
	if err := manPage(f, cmd); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	for _, sub := range cmd.Commands() {
		if !sub.IsAvailableCommand() {
			continue
		}
		if err := a.manPages(sub, dir); err != nil {
			return err
		}
	}
	return nil
}

// manPage writes the manual page of one command with the man macros of roff. It contains no date: the same
// program gives the same page.
func manPage(w io.Writer, cmd *cobra.Command) error {
	var b strings.Builder
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %q 1 \"\" \"sitegen\" \"sitegen manual\"\n", strings.ToUpper(name))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n[command] [flags]\n", roff(cmd.CommandPath()))
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", roff(strings.ReplaceAll(text, "\n\n", "\n.PP\n")))
	if flags := cmd.NonInheritedFlags(); flags.HasAvailableFlags() {
		b.WriteString(".SH OPTIONS\n")
		flags.VisitAll(func(f *pflag.Flag) { manFlag(&b, f) })
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.CommandPath()), roff(sub.Short))
			}
		}
	}
	b.WriteString(".SH EXIT STATUS\n0 done, 1 the site has errors, 2 the command line is wrong.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func manFlag(b *strings.Builder, f *pflag.Flag) {
	if f.Hidden {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	names := `\-\-` + roff(f.Name)
	if f.Shorthand != "" {
		names = `\-` + f.Shorthand + ", " + names
	}
	fmt.Fprintf(b, ".TP\n\\fB%s\\fR", names)
	if value != "" {
		fmt.Fprintf(b, " \\fI%s\\fR", roff(value))
	}
	fmt.Fprintf(b, "\n%s\n", roff(usage))
}

// roff escapes text: backslashes and hyphens, and a dot or a quote at the beginning of a line, except in our
// own .PP.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if l != ".PP" && (strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'")) {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
