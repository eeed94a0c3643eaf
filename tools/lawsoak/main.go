// Command lawsoak tests for long that an incremental build equals a clean one: see internal/law.
//
//	go run -C tools ./lawsoak -steps 20000 -seed 7
//	go run -C tools ./lawsoak -kill 200
//	go run -C tools ./lawsoak -corrupt 500
//	go run -C tools ./lawsoak -mutants -steps 1000
//	go run -C tools ./lawsoak -replay ../testdata/law/some.txt
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/law"
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
	mutants                                   bool
	kill, corrupt                             int
}

func run(ctx context.Context) error {
	var f flags
	flag.IntVar(&f.soak.Steps, "steps", 1000, "edits, over all cases")
	flag.IntVar(&f.soak.Length, "length", 25, "edits of one case")
	flag.Uint64Var(&f.soak.Seed, "seed", 1, "what all chance comes from")
	flag.IntVar(&f.soak.Jobs, "jobs", 0, "cases at once; as many as processors when 0")
	flag.IntVar(&f.soak.Shrink, "shrink", 400, "builds spent on making a failure small")
	flag.StringVar(&f.sites, "sites", "", "sites, separated by commas: "+strings.Join(law.Sites(), ", "))
	flag.StringVar(&f.modes, "modes", "", "modes, separated by commas: kept, touched, processes, memory, rested")
	flag.StringVar(&f.replay, "replay", "", "a script to run instead")
	flag.StringVar(&f.out, "out", "", "folder for scripts of failures; the system's for temporary files when empty")
	flag.StringVar(&f.tmp, "tmp", "", "folder for projects; a fresh one when empty")
	flag.StringVar(&f.repo, "repo", "..", "the repository, for its example sites")
	flag.StringVar(&f.log, "log", "", "file that always holds the running case as a script: for crashes, with -jobs 1")
	flag.BoolVar(&f.verbose, "v", false, "tell how often each kind of edit came up")
	flag.IntVar(&f.kill, "kill", 0, "builds to kill instead")
	flag.BoolVar(&f.soak.First, "first", false, "stop at the first failure")
	flag.BoolVar(&f.mutants, "mutants", false, "prove that edits find what is not recorded instead: one kind of question after the other")
	flag.StringVar(&f.only, "only", "", "with -mutants: only these kinds of question, separated by commas")
	flag.IntVar(&f.corrupt, "corrupt", 0, "damages done to the cache instead")
	flag.Parse()
	if f.tmp == "" {
		dir, err := os.MkdirTemp("", "lawsoak-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		f.tmp = dir
	}
	for _, dir := range []*string{&f.repo, &f.tmp} { // programs are built in other folders
		full, err := filepath.Abs(*dir)
		if err != nil {
			return err
		}
		*dir = full
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
		return kill(ctx, b, f)
	case f.mutants:
		return mutants(ctx, f)
	case f.corrupt > 0:
		return corrupt(ctx, b, f)
	}
	return soak(ctx, b, f)
}

func replay(ctx context.Context, b law.Bench, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	c, err := law.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return b.Replay(ctx, c, false)
}

// kill kills builds of all sites in turn.
func kill(ctx context.Context, b law.Bench, f flags) error {
	binary := filepath.Join(f.tmp, "sitegen")
	make := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/sitegen")
	make.Dir, make.Stderr = f.repo, os.Stderr
	if err := make.Run(); err != nil {
		return fmt.Errorf("build sitegen: %w", err)
	}
	sites := law.Sites()
	killed := 0
	for i, site := range sites {
		runs := f.kill / len(sites)
		if i == 0 {
			runs += f.kill % len(sites)
		}
		n, err := b.Kill(ctx, binary, site, f.soak.Seed+uint64(i), runs)
		killed += n
		if err != nil {
			return fmt.Errorf("site %s, seed %d: %w", site, f.soak.Seed+uint64(i), err)
		}
	}
	fmt.Printf("%d builds, %d of them killed, no failure\n", f.kill, killed)
	return nil
}

// corrupt damages the caches of all sites in turn.
func corrupt(ctx context.Context, b law.Bench, f flags) error {
	sites := law.Sites()
	for i, site := range sites {
		runs := f.corrupt / len(sites)
		if i == 0 {
			runs += f.corrupt % len(sites)
		}
		if err := b.Corrupt(ctx, site, f.soak.Seed+uint64(i), runs); err != nil {
			return fmt.Errorf("site %s, seed %d: %w", site, f.soak.Seed+uint64(i), err)
		}
	}
	fmt.Printf("%d damages, no failure\n", f.corrupt)
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
		total.Steps, took.Round(time.Second), float64(total.Steps)/took.Seconds(), total.Failing, len(total.Kinds), len(law.Kinds())+1, len(failures))
	if f.verbose {
		for _, k := range slices.Sorted(slices.Values(append(law.Kinds(), "mended"))) {
			fmt.Printf("  %-40s %5d, felt %5d\n", k, total.Kinds[k], total.Felt[k])
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
