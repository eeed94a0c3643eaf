package faults

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/sitegen/sitegen/internal/base/par"
)

// Bench tries faults in builds of one project, each in a fresh copy. After any fault, the output must be the
// old one, or one that the next build silently completes to the result of a build without faults. The build
// must report the fault, and its exit status must be 1 unless the output is right.
type Bench struct {
	Program string                 // path of sitegen; required
	Temp    string                 // folder for projects; required
	Prepare func(dir string) error // creates the project as it is before the build that fails; required
	Plan    func([]Call) []Fault   // selects the faults to try from all calls of a build; required
	Jobs    int                    // builds at once; 1 when 0
	// if not nil, called with each fault and what was wrong after it ("" for nothing); calls do not overlap
	Tell func(f Fault, w string)

	old, new map[string]string // the output before and after the build
}

// Figures counts what a Bench did.
type Figures struct{ Calls, Faults, Missed, Failed int }

// Run tries all faults. Missed counts those whose call did not occur again.
func (b *Bench) Run(ctx context.Context) (Figures, error) {
	dry, err := b.dry(filepath.Join(b.Temp, "dry"))
	if err != nil {
		return Figures{}, err
	}
	todo := b.Plan(dry.Calls)
	g := Figures{Calls: len(dry.Calls), Faults: len(todo)}
	var mu sync.Mutex
	workers := 0
	folder := func() string { // of one worker
		mu.Lock()
		defer mu.Unlock()
		workers++
		return filepath.Join(b.Temp, fmt.Sprintf("run%d", workers))
	}
	_, err = par.MapWith(ctx, max(1, b.Jobs), todo, folder,
		func(_ context.Context, dir string, f Fault) (struct{}, error) {
			hit, wrong := b.try(dir, f)
			mu.Lock()
			defer mu.Unlock()
			if !hit {
				g.Missed++
			}
			if wrong != "" {
				g.Failed++
			}
			if b.Tell != nil {
				b.Tell(f, wrong)
			}
			return struct{}{}, nil
		})
	return g, err
}

// dry builds without a fault.
func (b *Bench) dry(dir string) (Report, error) {
	if err := b.fresh(dir); err != nil {
		return Report{}, err
	}
	defer os.RemoveAll(dir)
	b.old = tree(dir)
	r, said, err := b.build(dir, nil)
	if err == nil && r.Status != 0 {
		err = fmt.Errorf("the build fails without a fault:\n%s", said)
	}
	b.new = tree(dir)
	return r, err
}

// fresh creates the project again.
func (b *Bench) fresh(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return b.Prepare(dir)
}

// Build builds a project without tracing its calls. The error contains the output of the build.
func (b *Bench) Build(dir string) error {
	cmd := exec.Command(b.Program)
	cmd.Args, cmd.Dir, cmd.Env = args(), dir, env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
}

// args and env run a build with one thread at a time, so calls come in the same order.
func args() []string {
	return []string{"sitegen", "build", "--clock", "2027-01-01T00:00:00Z", "--jobs", "1"}
}

func env() []string {
	return append(os.Environ(), "GOMAXPROCS=1", "NO_COLOR=1", "GODEBUG=asyncpreemptoff=1")
}

// build builds a project with a fault and returns what it printed.
func (b *Bench) build(dir string, f *Fault) (Report, string, error) {
	out, err := os.CreateTemp(b.Temp, "said")
	if err != nil {
		return Report{}, "", err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	r, err := Run(Command{Program: b.Program, Args: args(), Root: dir, Output: out, Env: env()}, f)
	if err != nil {
		return r, "", err
	}
	said, err := os.ReadFile(out.Name())
	return r, string(bytes.TrimSpace(said)), err
}

// try builds with a fault and again without, and returns what was wrong.
func (b *Bench) try(dir string, f Fault) (hit bool, wrong string) {
	if err := b.fresh(dir); err != nil {
		return false, err.Error()
	}
	r, said, err := b.build(dir, &f)
	if err != nil {
		return false, err.Error()
	}
	bad := b.judge(r.Status, said, tree(dir))
	if err := b.Build(dir); err != nil {
		bad = append(bad, "the next build: "+err.Error())
	} else if d := difference(tree(dir), b.new); d != "" {
		bad = append(bad, "the next build does not complete the output: "+d)
	}
	if len(bad) == 0 {
		return r.Hit, ""
	}
	return r.Hit, strings.Join(bad, "\n") + "\nthe build said:\n" + said + "\n"
}

// judge returns what is wrong with a build that met a fault, given its exit status, what it printed, and its
// output.
func (b *Bench) judge(status int, said string, after map[string]string) (bad []string) {
	missing := difference(published(after), published(b.new))
	switch {
	case status == 0 && missing != "":
		bad = append(bad, "exit status 0, but the output differs from a clean build: "+missing)
	case status > 1:
		bad = append(bad, fmt.Sprintf("exit status %d", status))
	case status == 1 && !strings.Contains(said, "error"):
		bad = append(bad, "exit status 1 without an error")
	case status == 1 && difference(published(after), published(b.old)) != "" && !strings.Contains(said, "the next build"):
		bad = append(bad, "the output changed, and the message does not say so")
	}
	return bad
}

var names = map[syscall.Errno]string{
	syscall.EIO: "EIO", syscall.ENOSPC: "ENOSPC", syscall.EMFILE: "EMFILE", syscall.EACCES: "EACCES",
	syscall.EDQUOT: "EDQUOT", syscall.EXDEV: "EXDEV", syscall.EINTR: "EINTR",
}

// String returns the fault as one line: "stat ./content/a.md 1 EIO".
func (f Fault) String() string {
	s := f.Call.String() + " " + names[f.Err]
	if f.Last {
		s += " from then on"
	}
	return s
}
