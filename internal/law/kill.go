package law

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// Kill builds a site so many times by the program at binary, each time after an edit, and kills the program
// at a random moment. The build after it must give what a clean one gives, and leave nothing unfinished. It
// returns how many builds were killed before they were done, and a *Violation when the law is broken.
func (b Bench) Kill(ctx context.Context, binary, site string, seed uint64, runs int) (killed int, err error) {
	w, err := b.newWorld(site, Processes)
	if err != nil {
		return 0, err
	}
	defer w.close()
	w.afterKill = true
	chance, deck := rng(seed), &deck{rng: rng(seed + 1)}
	took, err := w.spawn(ctx, binary, time.Hour)
	if err != nil {
		return 0, err
	}
	for n := range runs {
		s := w.nextOnDisk(chance, deck, n+1)
		if err := w.apply(ctx, s); err != nil {
			return killed, err
		}
		delay := time.Duration(chance.Int64N(int64(took) * 5 / 4))
		ran, err := w.spawn(ctx, binary, delay)
		if err != nil {
			return killed, err
		}
		if ran >= delay {
			killed++
		}
		if _, err := w.build(ctx, Step{}, true); err != nil {
			return killed, fmt.Errorf("%s; killed after %s: %w", s.Kind, delay, violated(err, n))
		}
	}
	return killed, nil
}

// nextOnDisk is next, with edits only that change files; now and then the output and all that is kept go.
func (w *world) nextOnDisk(chance *rand.Rand, deck *deck, n int) Step {
	if n%8 == 0 {
		return Step{Kind: "from nothing", Ops: append(remove("public"), remove(".sitegen")...)}
	}
	for {
		s := w.next(chance, deck, n)
		if s.Kind == "mended" {
			s.Ops = slices.DeleteFunc(s.Ops, func(o Op) bool { return o.Verb == "option" })
		}
		if !slices.ContainsFunc(s.Ops, func(o Op) bool {
			return slices.Contains([]string{"process", "clock", "jobs", "option", "moved", "rest"}, o.Verb)
		}) {
			return s
		}
	}
}

// spawn runs the program on the project and kills it after a delay. It returns how long the program ran;
// that a build ends with errors is none here.
func (w *world) spawn(ctx context.Context, binary string, delay time.Duration) (time.Duration, error) {
	args := []string{"build", "--source", w.project, "--clock", w.o.Clock.Format(time.RFC3339), "--jobs", strconv.Itoa(w.o.Jobs), "--quiet"}
	if w.o.BaseURL != "" {
		args = append(args, "--baseURL", w.o.BaseURL)
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = filepath.Dir(w.project)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	timer := time.AfterFunc(delay, func() { cmd.Process.Kill() })
	cmd.Wait()
	timer.Stop()
	return time.Since(start), ctx.Err()
}
