// Package law tests that an incremental build equals a clean one: it changes a site in random ways, and
// after each change compares what a builder that knows the builds before made with what one that knows
// nothing makes. Both start from the same project and from the ledger as it stood before the change.
//
// They must agree in the bytes of every file, in the ledger, in every message, and in what the Result
// says; files whose bytes stay keep their time and inode; a build that fails changes nothing. A failure is
// reduced to few steps and written as a script that a test replays (testdata/law/*.txt).
package law

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// Builder is what the law is about.
type Builder interface {
	Build(context.Context) (*pipeline.Result, error)
}

// Bench is where cases are run.
type Bench struct {
	Repo string // the repository, for its example sites; required
	Temp string // folder for projects; required

	// Log is called before each step, so that a crash can be traced to it; nil for none.
	Log func(Case)

	// New makes the builder under test; pipeline.New when nil.
	New func(project.Options) (Builder, error)
}

func (b Bench) builder(o project.Options) (Builder, error) {
	if b.New != nil {
		return b.New(o)
	}
	return pipeline.New(o)
}

// Mode is how the builder under test is used.
type Mode string

// The modes; Kept is the zero value's meaning.
const (
	Kept      Mode = "kept"      // one Builder builds again and again
	Touched   Mode = "touched"   // the same, with the list of changed files, as from a watcher
	Processes Mode = "processes" // each build is a process of its own, with what the one before kept on disk
	Memory    Mode = "memory"    // one Builder that keeps its outputs in memory
	// processes that begin so late after each change that times and sizes of files can be trusted
	Rested Mode = "rested"
	Shards Mode = "shards" // processes render shards of the site, one to four, and another one joins them
)

// Modes are all modes.
func Modes() []Mode { return []Mode{Kept, Touched, Processes, Memory, Rested, Shards} }

// Case is a site and what happens to it.
type Case struct {
	Site  string // of Sites
	Mode  Mode
	Steps []Step
}

// start is "now" in the first build of a case.
var start = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// Violation is a step after which the builds do not agree.
type Violation struct {
	Step int // index in Case.Steps; -1 is the build before the first step
	// what differs: "tree", "ledger", "diagnostics", "error", "result", "times", "left behind", "changed", "cache"
	What string
	Text string // how, for people
}

func (v *Violation) Error() string {
	return fmt.Sprintf("after step %d: %s:\n%s", v.Step+1, v.What, v.Text)
}

// Replay runs a case and returns the first violation, as a *Violation, or what kept it from running. With
// last only the last step is checked; else builds must also fail where the case says so, and nowhere else.
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

// begin makes the first build. What a preview shows was built for readers once.
func (w *world) begin(ctx context.Context, check bool) error {
	if w.mode == Memory {
		if _, err := w.buildClean(ctx, w.options(w.project)); err != nil {
			return err
		}
	}
	_, err := w.build(ctx, Step{}, check)
	return err
}

// fails is at the end of the kind of a step whose build has errors.
const fails = " (fails)"

// violated says after which step.
func violated(err error, step int) error {
	if v, ok := err.(*Violation); ok {
		v.Step = step
		return v
	}
	return err
}
