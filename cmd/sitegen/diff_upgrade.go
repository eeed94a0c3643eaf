package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/store/output"
)

// recorded is the value of --upgrade that stands for the version in the ledger.
const recorded = "recorded"

// upgradeStep is what one release of Hugo changed for a site.
type upgradeStep struct {
	Hugo    string   `json:"hugo"`    // version, such as "0.167.0"
	Changes []string `json:"changes"` // what it changed, in Markdown
	Files   []string `json:"files"`   // of the output that are new, different, or gone since the version before
}

// upgrade compares builds in memory: with the behavior of the Hugo that the site was built with, and with that of each
// later release that changed something.
func (a diffing) upgrade(ctx context.Context, f *diffFlags) error {
	o, cfg, err := a.configured()
	if err != nil {
		return err
	}
	if cfg == nil {
		return errors.New("the configuration has errors\n  hint: sitegen build reports them")
	}
	from := f.upgrade
	if from == recorded {
		if from, err = builtWith(o, cfg); err != nil {
			return err
		}
	}
	to := cfg.Release.Version()
	steps, err := a.steps(ctx, o, cfg, from, to)
	if err != nil {
		return err
	}
	changed := slices.ContainsFunc(steps, func(s upgradeStep) bool { return len(s.Files) > 0 })
	if f.format == "json" {
		err = a.json(struct {
			From  string        `json:"from"`
			To    string        `json:"to"`
			Steps []upgradeStep `json:"steps"`
		}{from, to, append([]upgradeStep{}, steps...)})
	} else {
		a.upgraded(from, to, steps, f.all)
	}
	if err == nil && changed && f.fail != "none" {
		return exit(exitFindings)
	}
	return err
}

// builtWith returns the version of Hugo whose behavior the last build had, according to the ledger.
func builtWith(o project.Options, cfg *config.Config) (string, error) {
	p := project.Project{Options: o, Config: cfg}
	text, err := os.ReadFile(p.LedgerFile())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read the ledger: %w", err)
	}
	l, _ := ledger.Parse(string(text))
	if version := l.Built().Hugo; version != "" {
		return version, nil
	}
	return "", errors.New("the ledger does not say what the site was built with\n" +
		"  hint: name the version of Hugo: sitegen diff --upgrade=0.165")
}

// steps builds the site with the behavior of from and of each release up to to that changed one.
func (a diffing) steps(ctx context.Context, o project.Options, cfg *config.Config, from, to string) (
	[]upgradeStep, error,
) {
	changes := config.ChangesBetween(from, to)
	if len(changes) == 0 {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "sitegen-upgrade-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the builds: %w", err)
	}
	defer os.RemoveAll(dir)
	p := project.Project{Options: o, Config: cfg}
	o.Ledger = p.LedgerFile()
	build := func(version string) (*output.Files, func(), error) {
		o := o
		o.Flags = maps.Clone(o.Flags)
		o.Flags["compatibility"] = version
		b, outputs, err := a.buildInMemory(ctx, o, dir)
		if err != nil {
			return nil, nil, err
		}
		return outputs, func() { b.Close() }, nil
	}
	before, done, err := build(from)
	if err != nil {
		return nil, err
	}
	defer func() { done() }()
	var steps []upgradeStep
	for i, c := range changes {
		if i > 0 && changes[i-1].Since == c.Since {
			step := &steps[len(steps)-1]
			step.Changes = append(step.Changes, c.Says)
			continue
		}
		now, close, err := build(c.Since.Version())
		if err != nil {
			return nil, err
		}
		steps = append(steps, upgradeStep{c.Since.Version(), []string{c.Says}, output.Changed(before, now)})
		done()
		before, done = now, close
	}
	return steps, nil
}

// upgraded prints the steps for people.
func (a diffing) upgraded(from, to string, steps []upgradeStep, all bool) {
	short := func(version string) string { return strings.TrimSuffix(version, ".0") }
	changed := 0
	for _, s := range steps {
		if len(s.Files) == 0 {
			continue
		}
		changed++
		a.printf(a.out, "Hugo %s changes %s:\n", short(s.Hugo), words.Count(len(s.Files), "file"))
		for i, file := range s.Files {
			if i == mostUpgraded && !all {
				a.printf(a.out, "  … and %d more\n", len(s.Files)-i)
				break
			}
			a.printf(a.out, "  %s\n", file)
		}
		a.printf(a.out, "What changed in Hugo %s:\n", short(s.Hugo))
		for _, says := range s.Changes {
			a.printf(a.out, "  - %s\n", says)
		}
	}
	if changed == 0 {
		a.printf(a.out, "No file changes from the behavior of Hugo %s to that of Hugo %s.\n", short(from), short(to))
		return
	}
	if config.NewerVersion(to, from) {
		a.printf(a.out, "To keep the behavior of Hugo %s, set compatibility = %q in the configuration.\n",
			short(from), short(from))
	}
}

// mostUpgraded is the maximum number of files printed per release without --all.
const mostUpgraded = 10
