package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

// findingFlags are the flags of commands that report findings.
type findingFlags struct {
	format, fail  string
	sarif, github bool
}

// add adds the flags; --fail, whose values depend on the command, is not one of them.
func (f *findingFlags) add(a *app, s *pflag.FlagSet, formats ...string) {
	s.StringVar(&f.format, "format", "text", "`format` of the findings: "+named(formats))
	s.BoolVar(&a.flags.json, "json", false, "the same as --format json")
	s.BoolVar(&f.sarif, "sarif", false, "the same as --format sarif")
	s.BoolVar(&f.github, "github", false, "the same as --format github: annotations for GitHub Actions")
	s.BoolVar(&a.flags.strict, "strict", false, "the same as --fail warning")
}

// choose sets the format and the severity that shorter flags stand for.
func (f *findingFlags) choose(a *app, formats ...string) error {
	switch {
	case a.flags.json:
		f.format = "json"
	case f.sarif:
		f.format = "sarif"
	case f.github:
		f.format = "github"
	}
	if !slices.Contains(formats, f.format) {
		return fmt.Errorf("--format must be %s, not %q", named(formats), f.format)
	}
	if f.fail == "" && a.flags.strict {
		f.fail = "warning"
	}
	return nil
}
