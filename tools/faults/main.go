// Command faults builds sites while one system call after the other fails, each in a build of its own, and tells what
// is not as it should be: see internal/testing/faults.
//
//	go run -C tools ./faults
//	go run -C tools ./faults -site many -case edited -op open,read -path content
//	go run -C tools ./faults -every        # every error of a call, not one of them
//	go run -C tools ./faults -site many -case edited -one 'close ./.sitegen/clock 1 EIO'
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/testing/faults"
	"github.com/sitegen/sitegen/tools/workdir"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx)
	if errors.Is(err, faults.ErrUnsupported) {
		fmt.Println("skipped:", err)
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

type flags struct {
	repo, tmp, sites, cases, ops, one string
	path                              *regexp.Regexp
	every, verbose                    bool
	jobs                              int
}

func run(ctx context.Context) error {
	f := flags{path: regexp.MustCompile("")}
	flag.StringVar(&f.repo, "repo", "..", "the repository")
	flag.StringVar(&f.tmp, "tmp", "", "folder for projects; a fresh one when empty")
	flag.StringVar(&f.sites, "site", "plain,many,big", "sites, separated by commas: folders of testdata/law")
	flag.StringVar(&f.cases, "case", "first,edited,again",
		"cases, separated by commas: nothing was built before, something was and changed since, nothing changed")
	flag.StringVar(&f.ops, "op", "", "calls, separated by commas, such as open,read; all when empty")
	flag.StringVar(&f.one, "one", "", "this fault alone, as the report shows it")
	flag.BoolVar(&f.every, "every", false, "every error that a call may have, not one of them")
	flag.BoolVar(&f.verbose, "v", false, "tell each fault")
	flag.IntVar(&f.jobs, "jobs", 2, "builds at once")
	flag.Func("path", "only files whose path matches a regular expression", func(s string) (err error) {
		f.path, err = regexp.Compile(s)
		return err
	})
	flag.Parse()
	remove, err := workdir.Prepare("faults-", &f.repo, &f.tmp)
	defer remove()
	if err != nil {
		return err
	}
	if err := workdir.Build(f.repo, f.binary()); err != nil {
		return err
	}
	return f.all(ctx)
}

func (f *flags) binary() string { return filepath.Join(f.tmp, "sitegen") }

// all tries the faults of all sites in all cases and prints figures.
func (f *flags) all(ctx context.Context) error {
	start := time.Now()
	var total faults.Figures
	for site := range strings.SplitSeq(f.sites, ",") {
		for kind := range strings.SplitSeq(f.cases, ",") {
			b := &faults.Bench{Program: f.binary(), Temp: f.tmp, Jobs: f.jobs, Plan: f.plan}
			b.Prepare = func(dir string) error { return prepare(b, filepath.Join(f.repo, "testdata", "law", site), dir, kind) }
			b.Tell = func(x faults.Fault, wrong string) {
				if wrong != "" {
					fmt.Printf("FAILED -site %s -case %s -one '%s': %s\n", site, kind, x, wrong)
				} else if f.verbose {
					fmt.Println("ok", x)
				}
			}
			g, err := b.Run(ctx)
			if err != nil {
				return fmt.Errorf("site %s, case %s: %w", site, kind, err)
			}
			fmt.Printf("%s, %s: %d calls, %d faults, %d of them did not come about, %d failures\n", site, kind, g.Calls,
				g.Faults, g.Missed, g.Failed)
			total.Faults, total.Failed = total.Faults+g.Faults, total.Failed+g.Failed
		}
	}
	fmt.Printf("%d faults in %s, %d failures\n", total.Faults, time.Since(start).Round(time.Second), total.Failed)
	if total.Failed > 0 {
		return fmt.Errorf("%d faults broke the rule", total.Failed)
	}
	return nil
}

// plan returns the faults to try: of each call one of its errors, another with each call, or all.
func (f *flags) plan(calls []faults.Call) []faults.Fault {
	var out []faults.Fault
	for i, c := range calls {
		if f.ops != "" && !slices.Contains(strings.Split(f.ops, ","), c.Op) || !f.path.MatchString(c.Path) {
			continue
		}
		errs := faults.Errors(c.Op)
		if !f.every && f.one == "" {
			errs = errs[i%len(errs) : i%len(errs)+1]
		}
		for _, err := range errs {
			if x := (faults.Fault{Call: c, Err: err}); f.one == "" || f.one == x.String() {
				out = append(out, x)
			}
		}
	}
	return out
}
