// Package law tests that an incremental build equals a clean one. It edits a site at random, and after each
// edit compares the results of a builder that knows the earlier builds with those of a new builder. Both start
// from the same project and from the ledger before the edit.
//
// The results must agree in the bytes of every file, the ledger, every message, and the Result; unchanged files
// must keep their time and inode; a failed build must change nothing. A failure is reduced to few steps and
// written as a script that a test replays (testdata/law/*.txt).
package law

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// Builder is the interface of a builder under test.
type Builder interface {
	Build(context.Context) (*pipeline.Result, error)
}

// Bench runs cases.
type Bench struct {
	Repo string // the repository, for its example sites; required
	Temp string // folder for projects; required

	// Log, if not nil, is called before each step, so a crash can be traced to it.
	Log func(Case)

	// New creates the builder under test; default pipeline.New.
	New func(project.Options) (Builder, error)

	// cleaned has the clean builds of ReplayAll by the state of the project; nil: each is made.
	cleaned map[uint64]outcome
}

func (b Bench) builder(o project.Options) (Builder, error) {
	if b.New != nil {
		return b.New(o)
	}
	return pipeline.New(o)
}

// Mode is the way in which the builder under test is used.
type Mode string

// The modes; the zero value means Kept.
const (
	Kept      Mode = "kept"      // one Builder builds again and again
	Touched   Mode = "touched"   // the same, with a list of changed files, as from a watcher
	Processes Mode = "processes" // each build is a new process with the data that the previous one kept on disk
	Memory    Mode = "memory"    // one Builder that keeps its outputs in memory
	// processes that start so late after each change that times and sizes of files can be trusted
	Rested Mode = "rested"
	Shards Mode = "shards" // processes render one to four shards of the site, and another one merges them
	// each build is one on a new machine, without a cache, which shares a store with the others that is sometimes damaged
	Machines Mode = "machines"
)

// Modes returns all modes.
func Modes() []Mode { return []Mode{Kept, Touched, Processes, Memory, Rested, Shards, Machines} }

// Case is a site and the steps applied to it.
type Case struct {
	Site  string // of Sites
	Mode  Mode
	Steps []Step
}

// start is the time of the first build of a case.
var start = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// Violation describes a step after which the builds disagree.
type Violation struct {
	Step int // index in Case.Steps; -1 is the build before the first step
	// what differs: "tree", "ledger", "diagnostics", "error", "result", "times", "left behind", "changed", "cache"
	What string
	Text string // how, for people
}

func (v *Violation) Error() string {
	return fmt.Sprintf("after step %d: %s:\n%s", v.Step+1, v.What, v.Text)
}

// ReplayAll runs the cases of a script, which make the same edits in several modes, and returns the first violation of
// each. A state of the site is built cleanly once. A mode whose build differs from that repeats the clean build, which may
// depend on the times of files, before it reports a violation.
func (b Bench) ReplayAll(ctx context.Context, cases []Case) error {
	b.cleaned = map[uint64]outcome{}
	var all []error
	for _, c := range cases {
		if err := b.Replay(ctx, c, false); err != nil {
			all = append(all, fmt.Errorf("mode %s: %w", c.Mode, err))
		}
	}
	return errors.Join(all...)
}

// Replay runs a case and returns the first violation, as a *Violation, or the error that prevented running it.
// With last, only the last step is checked; otherwise builds must fail exactly where the case says so.
func (b Bench) Replay(ctx context.Context, c Case, last bool) error {
	w, err := b.newWorld(c.Site, c.Mode)
	if err != nil {
		return err
	}
	defer w.close()
	if err := w.begin(ctx, !last || len(c.Steps) == 0); err != nil {
		return violated(err, -1)
	}
	for i, s := range c.Steps {
		ok, err := w.build(ctx, s, !last || i == len(c.Steps)-1)
		if err != nil {
			return violated(err, i)
		}
		switch wanted := !strings.HasSuffix(s.Kind, fails); {
		case last || ok == wanted:
		case wanted:
			return fmt.Errorf("step %d, %q: the build failed: %w", i+1, s.Kind, w.err)
		default:
			return fmt.Errorf("step %d, %q: the build did not fail", i+1, s.Kind)
		}
	}
	return nil
}

// begin makes the first build. A site in the preview was built once before.
func (w *world) begin(ctx context.Context, check bool) error {
	if w.mode == Memory {
		if _, err := w.buildClean(ctx, w.options(w.project)); err != nil {
			return err
		}
	}
	_, err := w.build(ctx, Step{}, check)
	return err
}

// fails ends the kind of a step whose build has errors.
const fails = " (fails)"

// violated adds the step to an error.
func violated(err error, step int) error {
	if v, ok := err.(*Violation); ok {
		v.Step = step
		return v
	}
	return err
}
