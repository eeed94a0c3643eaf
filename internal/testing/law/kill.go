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

// Kill builds a site several times with the program at binary, each time after an edit, and kills the program
// at a random moment. The next build must give the result of a clean one, and leave nothing unfinished. A
// reader of the output must never see a part of a file. It returns the number of builds that were killed, and a
// *Violation if the law is broken.
func (b Bench) Kill(ctx context.Context, binary, site string, seed uint64, runs int) (killed int, err error) {
	w, err := b.newWorld(site, Processes)
	if err != nil {
		return 0, err
	}
	defer w.close()
	w.afterKill = true
	chance, deck := rng(seed), &deck{rng: rng(seed + 1), site: w.site}
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
		before, err := w.readOutput()
		if err != nil {
			return killed, err
		}
		p := poll(w.output)
		ran, err := w.spawn(ctx, binary, delay)
		p.stop()
		if err != nil {
			return killed, err
		}
		if ran >= delay {
			killed++
		}
		if _, err := w.build(ctx, Step{}, true); err != nil {
			return killed, fmt.Errorf("%s; killed after %s: %w", s.Kind, delay, violated(err, n))
		}
		if part := p.parts(before, w.out); part != "" {
			return killed, fmt.Errorf("%s; killed after %s: %w", s.Kind, delay, &Violation{Step: n, What: "tree", Text: part})
		}
	}
	return killed, nil
}

// FullDisk builds a site several times with the program at binary, each time after an edit and with a random
// limit on the size of files, as on a full disk. A failed build must leave the output unchanged, and the next
// one must give the result of a clean build. It returns the number of failed builds, and a *Violation if the
// law is broken.
func (b Bench) FullDisk(ctx context.Context, binary, site string, seed uint64, runs int) (failed int, err error) {
	w, err := b.newWorld(site, Processes)
	if err != nil {
		return 0, err
	}
	defer w.close()
	w.afterKill = true
	if err := w.begin(ctx, false); err != nil {
		return 0, err
	}
	chance, deck := rng(seed), &deck{rng: rng(seed + 1), site: w.site}
	for n := range runs {
		s := w.nextOnDisk(chance, deck, n+1)
		if err := w.apply(ctx, s); err != nil {
			return failed, err
		}
		before, err := w.readOutput()
		if err != nil {
			return failed, err
		}
		limit := chance.IntN(100)
		cmd := exec.CommandContext(ctx, "sh",
			append([]string{"-c", fmt.Sprintf(`ulimit -f %d; exec "$@"`, limit), "sh", binary}, w.args()...)...)
		text, err := cmd.CombinedOutput()
		if ctx.Err() != nil {
			return failed, ctx.Err()
		}
		if err != nil {
			failed++
			after, err := w.readOutput()
			if err != nil {
				return failed, err
			}
			if d := difference(after, before); d != "" {
				v := &Violation{Step: n, What: "tree", Text: "a build that could not write changed the output\n" + d + string(text)}
				return failed, fmt.Errorf("%s; files of at most %d blocks: %w", s.Kind, limit, v)
			}
		}
		if _, err := w.build(ctx, Step{}, true); err != nil {
			return failed, fmt.Errorf("%s; files of at most %d blocks: %w", s.Kind, limit, violated(err, n))
		}
	}
	return failed, nil
}

// args returns the arguments of the program for a build of the project.
func (w *world) args() []string {
	args := []string{
		"build", "--source", w.project, "--clock", w.o.Clock.Format(time.RFC3339), "--jobs",
		strconv.Itoa(w.o.Jobs), "--quiet",
	}
	if w.o.BaseURL != "" {
		args = append(args, "--baseURL", w.o.BaseURL)
	}
	if w.o.Destination != "" {
		args = append(args, "--destination", w.o.Destination)
	}
	return args
}

// nextOnDisk is next with only those edits that change files; sometimes the output and everything that is kept
// are deleted.
func (w *world) nextOnDisk(chance *rand.Rand, deck *deck, n int) Step {
	if n%8 == 0 {
		return Step{Kind: "from nothing", Ops: append(remove("public"), remove(".sitegen")...)}
	}
	for {
		s := w.next(chance, deck, n)
		if s.Kind == repaired {
			s.Ops = slices.DeleteFunc(s.Ops, func(o Op) bool { return o.Verb == "option" })
		}
		if !slices.ContainsFunc(s.Ops, func(o Op) bool {
			return slices.Contains([]string{"process", "clock", "jobs", "option", "moved", "rest", "cancel"}, o.Verb)
		}) {
			return s
		}
	}
}

// spawn runs the program on the project and kills it after a delay. It returns how long the program ran; a
// build that ends with errors is not an error here.
func (w *world) spawn(ctx context.Context, binary string, delay time.Duration) (time.Duration, error) {
	cmd := exec.CommandContext(ctx, binary, w.args()...)
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
