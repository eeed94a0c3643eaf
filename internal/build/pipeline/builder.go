// Package pipeline runs the stages from source files to written outputs, and keeps what the next build can reuse.
// Package builder is its interface for other programs.
//
//	b, err := pipeline.New(pipeline.Options{Source: "."})
//	res, err := b.Build(ctx)
//
// Call Build again to rebuild. A clean build runs the same code with nothing kept. A stage reports all problems that it
// finds, and no later stage runs after one that found errors; the output folder is not touched before every stage is
// done.
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

// Builder builds one project, and keeps state for the next Build. Its methods are not safe for concurrent use.
type Builder struct {
	o    project.Options
	kept kept.Memo
	// touched are the paths that changed since the last good build; nil if unknown.
	touched []string
	// anything is set if paths that are not in touched may have changed, too.
	anything bool
	// reads is the function that Reads returns.
	reads func(string) bool
	// save writes the cache; nil if there is nothing to write.
	save func() error
	// share writes the cache that machines share, and returns what the summary says about it; nil if there is nothing to
	// do.
	share func() string
}

// New checks the options. It reads nothing: each Build reads the configuration again.
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

// Reads returns a function that reports whether a change of a file or folder, given by its absolute path, can affect
// the next Build: see unchanged.MayMatter. The function may be called while a Build runs. It is nil until a build
// succeeds: every path can affect that one.
func (b *Builder) Reads() func(path string) bool { return b.reads }

// clock returns the time before the build reads anything, by the clock of the file system. It waits for the next tick
// after the state folder was made: making it changed the project's folder, which would otherwise look as if it changed
// while the build reads.
func (b *Builder) clock() int64 {
	if project, err := os.Stat(b.o.Source); err == nil && !b.o.Memory {
		return filestat.Await(b.stateDir(), filestat.Of(project).Changed())
	}
	return filestat.Clock(b.stateDir())
}

// Config returns the configuration that a Build would use, with the problems found in it; it is nil if they include
// errors.
func (b *Builder) Config() (*config.Config, diag.List) { return inputs.LoadConfig(b.o, nil) }

// ConfigOf is like Config, with the versions of modules that query returns (see modules.Options).
func (b *Builder) ConfigOf(query func(path, from, version string) string) (*config.Config, diag.List) {
	return inputs.LoadConfig(b.o, query)
}

// Touch tells the next Build that only these absolute paths, files or folders, changed since the last good Build, so it
// checks no others. Further calls add to them. Without Touch, the next Build checks everything. After a Touch without
// paths, every Build does so until one is good, whatever else is touched.
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

// saveNow writes the cache. The first Build calls it, because it may be the only one; later ones leave it to Close.
func (b *Builder) saveNow() error {
	if b.save == nil {
		return nil
	}
	err := b.save()
	b.save = nil
	return err
}

// Retire writes the cache and releases it for a Builder with other options that replaces this one. Outputs can be
// opened until Close; Build must not be called again.
func (b *Builder) Retire() error {
	err := b.saveNow()
	if b.kept.Store != nil {
		err = errors.Join(err, b.kept.Store.Close())
	}
	return err
}

// Close writes the cache and releases what the Builder keeps. Outputs that it returned can no longer be opened.
func (b *Builder) Close() error { return errors.Join(b.saveNow(), b.kept.Close()) }

// stateDir is the folder in which sitegen keeps its state between builds.
func (b *Builder) stateDir() string { return project.StateDir(b.o.Source, b.o.StateDir) }
