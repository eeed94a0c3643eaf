package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// The help of every command fits into a terminal of 80 columns, and each common flag exists.
func TestHelp(t *testing.T) {
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		var b bytes.Buffer
		cmd.SetOut(&b)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > helpWidth {
				t.Errorf("%s: too wide: %s", cmd.CommandPath(), line)
			}
		}
		for _, name := range commonFlags(cmd) {
			if name != "help" && cmd.Flags().Lookup(name) == nil {
				t.Errorf("%s has no flag --%s", cmd.CommandPath(), name)
			}
		}
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(new(app).command())
}

// TestHelpOfServe: the defaults of the preview differ from those of a build.
func TestHelpOfServe(t *testing.T) {
	cmd, _, err := new(app).command().Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"environment": "(default: development)", "buildDrafts": "(default, unless", "buildFuture": "(default, unless", "buildExpired": "(default, unless",
	} {
		if usage := cmd.Flags().Lookup(name).Usage; !strings.Contains(usage, want) {
			t.Errorf("--%s: %s", name, usage)
		}
	}
}
