// Package builder is the door for programs and the pipeline itself: it runs the stages from source
// files to written outputs.
//
//	b, err := builder.New(builder.Options{Source: "."})
//	res, err := b.Build(ctx)
//
// Call Build again to rebuild. There is one Build: a clean build is that path with nothing kept.
package builder

import (
	"context"
	"errors"
	"time"

	"github.com/sitegen/sitegen/internal/diag"
)

// Diagnostic and Diagnostics are what Build reports about the user's files.
type (
	Diagnostic  = diag.Diagnostic
	Diagnostics = diag.List
)

// Options says what to build; the zero value builds the current folder into its public folder.
type Options struct {
	Source      string    // project folder; "." by default
	Destination string    // output folder; the configured publishDir by default
	Clock       time.Time // the build's "now"; required to be set by the caller for future and expired pages, the zero time means that nothing is future or expired
}

// Builder builds one project.
type Builder struct{}

// New reads the configuration.
func New(o Options) (*Builder, error) { return nil, errors.New("not there yet") }

// Result is what a build did.
type Result struct{ Diagnostics Diagnostics }

// Build runs the pipeline.
func (b *Builder) Build(ctx context.Context) (*Result, error) {
	return nil, errors.New("not there yet")
}
