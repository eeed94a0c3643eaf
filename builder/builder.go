// Package builder builds sites from Go.
//
//	b, err := builder.New(builder.Options{Source: "."})
//	defer b.Close()
//	res, err := b.Build(ctx)
//
// Keep the Builder and call Build again after a change: it renders only what changed, and the output is the same, byte
// for byte, as that of a clean build. When a build fails, the output folder stays as it was.
package builder

import (
	"context"
	"errors"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// Options says what to build and how. The zero value builds the current folder into its public folder. Relative paths
// are relative to Source, as in Hugo (https://gohugo.io/commands/hugo/).
type Options struct {
	Source      string   // project folder; the current one when empty
	Destination string   // output folder; the configured publishDir ("public") when empty
	ConfigFile  string   // configuration file, or several separated by commas; the known names when empty
	ContentDir  string   // content folder; the configured contentDir ("content") when empty
	BaseURL     string   // URL of the site; the configured baseURL when empty
	Themes      []string // names of folders in themes/; the first one takes precedence; the configured ones when empty
	Environment string   // "production" when empty
	StateDir    string   // where sitegen keeps what it knows between builds; ".sitegen" when empty

	// Values are further configuration values by dotted key ("params.color"); they override files.
	Values map[string]any

	Drafts  bool // build pages that are drafts
	Future  bool // build pages that are not published yet at Clock
	Expired bool // build pages that are expired at Clock
	Minify  bool // minify HTML, CSS, JavaScript, JSON, SVG and XML

	// Clock is the build's "now". The zero time means that it does not matter: future and expired pages are built, and
	// no ledger of changes is kept.
	Clock time.Time

	Jobs   int  // workers of parallel stages; one per processor when 0
	Adopt  bool // write into an output folder that contains other files, and replace those in the way
	Strict bool // treat warnings as errors

	// Cache names the program, such as "my-tool 1.2", whose builds may use the cache on disk. With "" nothing but the
	// ledger is kept between processes.
	Cache string

	// Memory keeps the outputs in Result.Outputs: nothing is written to Destination, and the ledger is only read.
	Memory bool
}

// Builder builds one project and keeps what it knows for the next Build. Its methods are not safe for concurrent use.
type Builder struct{ p *pipeline.Builder }

// New checks the options. It reads nothing: each Build reads the configuration again.
func New(o Options) (*Builder, error) {
	p, err := pipeline.New(project.Options{
		Source: o.Source, Destination: o.Destination, ConfigFile: o.ConfigFile, ContentDir: o.ContentDir, BaseURL: o.BaseURL,
		Themes: o.Themes, Environment: o.Environment, StateDir: o.StateDir, Flags: o.Values,
		Drafts: o.Drafts, Future: o.Future, Expired: o.Expired, Minify: o.Minify, Clock: o.Clock,
		Jobs: o.Jobs, Adopt: o.Adopt, Strict: o.Strict, Version: o.Cache, Memory: o.Memory,
	})
	if err != nil {
		return nil, err
	}
	return &Builder{p}, nil
}

// Build builds the site. The error is Diagnostics when the user's files are the cause. The Result is never nil and
// contains the warnings found so far. After an error the output folder is as it was, unless the error says otherwise.
func (b *Builder) Build(ctx context.Context) (*Result, error) {
	r, err := b.p.Build(ctx)
	var list diag.List
	if errors.As(err, &list) {
		err = diagnostics(list)
	}
	out := &Result{
		Destination: r.Destination, Pages: r.Pages, Rendered: r.Rendered, Images: r.Images,
		Written: r.Written, Unchanged: r.Unchanged, Removed: r.Removed, SitemapURLs: r.SitemapURLs, FeedItems: r.FeedItems,
		URLs: URLs(r.URLs), NextBuild: r.NextBuild, Warnings: diagnostics(r.Diagnostics), Changed: r.Changed,
	}
	for _, l := range r.Left {
		out.Left = append(out.Left, Left(l))
	}
	if r.Outputs != nil {
		out.Outputs = &Outputs{r.Outputs}
	}
	return out, err
}

// SetClock sets Options.Clock for the builds that follow.
func (b *Builder) SetClock(now time.Time) { b.p.SetClock(now) }

// Close writes the cache and releases what the Builder keeps. Outputs that it returned cannot be read after that.
func (b *Builder) Close() error { return b.p.Close() }
