// Package pipeline runs the stages from source files to written outputs, and keeps what the next build may
// use. Package builder is the door to it for other programs.
//
//	b, err := pipeline.New(pipeline.Options{Source: "."})
//	res, err := b.Build(ctx)
//
// Call Build again to rebuild. There is one Build: a clean build is that path with nothing kept.
// A stage reports all problems that it finds, and no later stage runs after one that found errors;
// the output folder is not touched before every stage is done.
package pipeline

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/build/inputs"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
)

// Builder builds one project, and keeps what it knows for the next Build. Its methods are not safe for
// concurrent use.
type Builder struct {
	o    project.Options
	kept kept.Memo
	// touched are the paths that changed since the last good build; nil: not known.
	touched []string
	// anything, also what is not among touched, may have changed since.
	anything bool
	// reads is what Reads returns.
	reads func(string) bool
	// save writes the cache; nil: there is nothing to write.
	save func() error
}

// New checks the options. Nothing is read yet: each Build reads the configuration anew.
func New(o project.Options) (*Builder, error) {
	if o.Jobs < 0 {
		return nil, fmt.Errorf("the number of jobs must not be negative, as %d is", o.Jobs)
	}
	source, err := filepath.Abs(o.Source)
	if err != nil {
		return nil, fmt.Errorf("find the project folder: %w", err)
	}
	o.Source = source
	return &Builder{o: o}, nil
}

// Reads returns what tells whether a change of a file or folder, an absolute path, can make a difference to the next
// Build: see unchanged.MayMatter. It may be called while a Build runs. nil without a good build so far: every path
// can.
func (b *Builder) Reads() func(path string) bool { return b.reads }

// clock returns the time before the build reads anything, by the clock of the file system. It waits for the next tick
// after the state folder was made: that changed the project's folder, which then would look like
// one that changes while the build reads.
func (b *Builder) clock() int64 {
	if project, err := os.Stat(b.o.Source); err == nil && !b.o.Memory {
		return filestat.Await(b.stateDir(), filestat.Of(project).Changed())
	}
	return filestat.Clock(b.stateDir())
}

// Config returns the configuration that a Build would use, with the problems found in it; it is nil
// when they hold errors.
func (b *Builder) Config() (*config.Config, diag.List) { return inputs.LoadConfig(b.o, nil) }

// ConfigOf is Config with the versions of modules that query names (see modules.Options).
func (b *Builder) ConfigOf(query func(path, from, version string) string) (*config.Config, diag.List) {
	return inputs.LoadConfig(b.o, query)
}

// Touch says that nothing but these absolute paths, files or whole folders, changed since the last good
// Build; called again, it adds to them. Only they are looked at then. Without it the next Build looks at
// everything, and after a Touch without paths each does until one is good, whatever is touched besides.
func (b *Builder) Touch(paths ...string) {
	if len(paths) == 0 {
		b.touched, b.anything = nil, true
	}
	if !b.anything {
		b.touched = append(b.touched, paths...)
	}
}

// Options are those of New, with an absolute Source.
func (b *Builder) Options() project.Options { return b.o }

// SetClock sets Options.Clock for the builds to come.
func (b *Builder) SetClock(now time.Time) { b.o.Clock = now }

// saveNow writes the cache. The first Build does, since it may be the only one; those after it leave it
// to Close.
func (b *Builder) saveNow() error {
	if b.save == nil {
		return nil
	}
	err := b.save()
	b.save = nil
	return err
}

// Retire writes the cache and lets another Builder have it, one with other options that takes the place of this one.
// Outputs can be opened until Close; there must be no further Build.
func (b *Builder) Retire() error {
	err := b.saveNow()
	if b.kept.Store != nil {
		err = errors.Join(err, b.kept.Store.Close())
	}
	return err
}

// Close writes the cache and gives back what the Builder keeps. Outputs that it returned cannot be opened
// any more.
func (b *Builder) Close() error { return errors.Join(b.saveNow(), b.kept.Close()) }

// stateDir is where sitegen keeps what it knows between builds.
func (b *Builder) stateDir() string { return project.StateDir(b.o.Source, b.o.StateDir) }
