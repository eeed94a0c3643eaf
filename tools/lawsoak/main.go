// Command lawsoak tests for long that an incremental build equals a clean one: see internal/testing/law.
//
//	go run -C tools ./lawsoak -steps 20000 -seed 7
//	go run -C tools ./lawsoak -kill 200
//	go run -C tools ./lawsoak -full 200
//	go run -C tools ./lawsoak -corrupt 500
//	go run -C tools ./lawsoak -mutants -steps 1000
//	go run -C tools ./lawsoak -replay ../testdata/law/some.txt
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/testing/law"
	"github.com/sitegen/sitegen/tools/workdir"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "lawsoak:", err)
		os.Exit(1)
	}
}

type flags struct {
	soak                                      law.Soak
	sites, modes, replay, out, tmp, log, only string
	repo                                      string
	verbose                                   bool
	mutants, cells                            bool
	kill, full, corrupt                       int
}

func run(ctx context.Context) error {
	debug.SetGCPercent(400) // builders come and go; memory is not what this is about
	var f flags
	flag.IntVar(&f.soak.Steps, "steps", 1000, "edits, over all cases")
	flag.IntVar(&f.soak.Length, "length", 25, "edits of one case")
	flag.Uint64Var(&f.soak.Seed, "seed", 1, "what all chance comes from")
	flag.IntVar(&f.soak.Jobs, "jobs", 0, "cases at once; as many as processors when 0")
	flag.IntVar(&f.soak.Shrink, "shrink", 400, "builds spent on making a failure small")
	flag.StringVar(&f.sites, "sites", "", "sites, separated by commas: "+strings.Join(law.Sites(), ", "))
	flag.StringVar(&f.modes, "modes", "", "modes, separated by commas: kept, touched, processes, memory, rested, shards")
	flag.StringVar(&f.replay, "replay", "", "a script to run instead")
	flag.StringVar(&f.out, "out", "", "folder for scripts of failures; the system's for temporary files when empty")
	flag.StringVar(&f.tmp, "tmp", "", "folder for projects; a fresh one when empty")
	flag.StringVar(&f.repo, "repo", "..", "the repository, for its example sites")
	flag.StringVar(&f.log, "log", "", "file that always holds the running case as a script: for crashes, with -jobs 1")
	flag.BoolVar(&f.verbose, "v", false, "tell how often each kind of edit came up")
	flag.IntVar(&f.kill, "kill", 0, "builds to kill instead")
	flag.IntVar(&f.full, "full", 0, "builds instead that have too little room on the disk")
	flag.BoolVar(&f.soak.First, "first", false, "stop at the first failure")
	flag.BoolVar(&f.mutants, "mutants", false,
		"prove instead that edits find what is not recorded, and what is taken for unchanged: one kind of question and group of inputs after the other")
	flag.StringVar(&f.only, "only", "", "with -mutants: only these, by name, separated by commas")
	flag.BoolVar(&f.cells, "cells", false, "with -mutants: each cell of the table of what answers depend on, too")
	flag.Func("often", "kinds of edit that come up much more often: a regular expression, such as 'output|copy'",
		func(s string) (err error) {
			f.soak.Often, err = regexp.Compile(s)
			return err
		})
	flag.IntVar(&f.corrupt, "corrupt", 0, "damages done to the cache instead")
	flag.Parse()
	remove, err := workdir.Prepare("lawsoak-", &f.repo, &f.tmp)
	defer remove()
	if err != nil {
		return err
	}
	if f.sites != "" {
		f.soak.Sites = strings.Split(f.sites, ",")
	}
	for m := range strings.SplitSeq(f.modes, ",") {
		if m != "" {
			f.soak.Modes = append(f.soak.Modes, law.Mode(m))
		}
	}
	b := law.Bench{Repo: f.repo, Temp: f.tmp}
	if f.log != "" {
		b.Log = func(c law.Case) { os.WriteFile(f.log, law.Script(c, "until now"), 0o666) }
	}
	if f.replay != "" {
		return replay(ctx, b, f.replay)
	}
	switch {
	case f.kill > 0:
		return harm(ctx, f, f.kill, "killed", b.Kill)
	case f.full > 0:
		return harm(ctx, f, f.full, "failed", b.FullDisk)
	case f.mutants:
		return mutants(ctx, f)
	case f.corrupt > 0:
		return harm(ctx, f, f.corrupt, "harmed",
			func(ctx context.Context, _, site string, seed uint64, runs int) (int, error) {
				return runs, b.Corrupt(ctx, site, seed, runs)
			})
	}
	return soak(ctx, b, f)
}

func replay(ctx context.Context, b law.Bench, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	cases, err := law.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return b.ReplayAll(ctx, cases)
}

// harm divides so many runs of a test that does builds harm among all sites. The test returns how many it did.
func harm(ctx context.Context, f flags, runs int, word string,
	test func(ctx context.Context, binary, site string, seed uint64, runs int) (int, error),
) error {
	binary := filepath.Join(f.tmp, "sitegen")
	if err := workdir.Build(f.repo, binary); err != nil {
		return err
	}
	sites := law.Sites()
	done := 0
	for i, site := range sites {
		share := runs / len(sites)
		if i < runs%len(sites) {
			share++
		}
		n, err := test(ctx, binary, site, f.soak.Seed+uint64(i), share)
		done += n
		if err != nil {
			return fmt.Errorf("site %s, seed %d: %w", site, f.soak.Seed+uint64(i), err)
		}
		fmt.Printf("%s: %d builds, %d of them %s\n", site, share, n, word)
	}
	fmt.Printf("%d builds, %d of them %s, no failure\n", runs, done, word)
	return nil
}

// soak runs random cases and prints figures.
func soak(ctx context.Context, b law.Bench, f flags) error {
	start := time.Now()
	done := 0
	f.soak.Tell = func(_ law.Plan, g law.Figures, failure *law.Failure) {
		before := done
		done += g.Steps
		if done/1000 > before/1000 {
			fmt.Printf("%d steps in %s\n", done, time.Since(start).Round(time.Second))
		}
		if failure != nil {
			fmt.Printf("\nFAILED %v\nscript: %s\n", failure, save(f.out, failure))
		}
	}
	total, failures, err := b.Soak(ctx, f.soak)
	took := time.Since(start)
	fmt.Printf("%d steps in %s, %.1f a second; %d with errors in the project; %d of %d kinds; %d failures\n",
		total.Steps, took.Round(time.Second), float64(total.Steps)/took.Seconds(), total.Failing, len(total.Kinds),
		len(law.Kinds())+1, len(failures))
	if f.verbose {
		for _, k := range slices.Sorted(slices.Values(append(law.Kinds(), "repaired"))) {
			fmt.Printf("  %-40s %5d, visible %5d\n", k, total.Kinds[k], total.Visible[k])
		}
	}
	if err == nil && len(failures) > 0 {
		err = fmt.Errorf("%d cases broke the law", len(failures))
	}
	return err
}

// save writes a failure as a script.
func save(dir string, f *law.Failure) string {
	if dir == "" {
		dir = os.TempDir()
	}
	name := filepath.Join(dir, fmt.Sprintf("law-%d-%d-%s-%s.txt", f.Plan.Seed, f.Plan.Skip, f.Plan.Site, f.Plan.Mode))
	if err := os.WriteFile(name, law.Script(f.Case, f.Error()), 0o666); err != nil {
		return err.Error()
	}
	return name
}
