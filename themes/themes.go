// Package themes finds, layers and executes templates: the project's layouts, its theme's, what
// Hugo embeds, and the embedded themes for projects without layouts. It owns the views that
// templates see, fills bodies (Markdown, shortcodes, render hooks) and is reached through Run.
package themes

import (
	"context"
	"errors"
	"html/template"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/markdown"
	"github.com/sitegen/sitegen/internal/trace"
)

// Theme is every template, string table, data file and asset that a project's pages may use. It is
// read once and not changed; a Theme serves any number of Runs.
type Theme struct{}

// Load reads layouts/, the configured themes, i18n/, data/ and the embedded parts.
func Load(cfg *config.Config) (*Theme, diag.List) { return &Theme{}, nil }

// Embedded is the name of the embedded theme in use, "" when the project has layouts of its own.
func (t *Theme) Embedded() string { return "" }

// RunOptions is what one build hands to its templates.
type RunOptions struct {
	Site    *site.Site
	Listing *discovery.Listing
	Now     time.Time
}

// Run is the rendering side of one build: the views and the bodies of one Site. Workers share it.
type Run struct{}

// NewRun prepares rendering; views are made on demand.
func (t *Theme) NewRun(o RunOptions) (*Run, error) { return &Run{}, nil }

// Worker executes templates for one goroutine.
type Worker struct{}

// Worker returns a new worker with a template set of its own.
func (r *Run) Worker() *Worker { return &Worker{} }

// Body is a rendered body with its text facts. Several may read it at once.
type Body struct {
	HTML, Summary                          template.HTML
	WithoutSummary                         template.HTML
	Truncated                              bool
	TOC                                    *markdown.Fragments
	WordCount, FuzzyWordCount, ReadingTime int
	Warnings                               diag.List
	Trace                                  trace.Record
}

// Output is one file to write.
type Output struct {
	File      string // slash path in the output folder
	MediaType string
	Bytes     []byte
	From      string // path on disk to copy instead of Bytes
}

// Rendered is what one render gave.
type Rendered struct {
	Outputs []Output
	Trace   trace.Record
	// NoTemplate: nothing was found to render this page in this format with; the caller warns.
	NoTemplate bool
}

// Body returns the body of p, rendering it when no worker has yet.
func (w *Worker) Body(ctx context.Context, p *site.Page) (*Body, error) {
	return nil, errors.New("not there yet")
}

// Page renders p in one of its formats: the page, its pager pages, and what its templates published.
func (w *Worker) Page(ctx context.Context, p *site.Page, t site.Target) (*Rendered, error) {
	return nil, errors.New("not there yet")
}

// Alias renders a redirect page, with the project's alias.html if there is one.
func (w *Worker) Alias(ctx context.Context, a site.Alias) (*Rendered, error) {
	return nil, errors.New("not there yet")
}

// HasTemplate reports whether the project (not sitegen) has a template for p in t's format.
func (r *Run) HasTemplate(p *site.Page, t site.Target) bool { return false }
