// Package themes finds, layers and executes templates: the project's layouts, its theme's, what
// Hugo embeds, and the embedded themes for projects without layouts. It owns the views that
// templates see, fills bodies (Markdown, shortcodes, render hooks) and is reached through Run.
package themes

import (
	"time"

	"github.com/sitegen/sitegen/content"
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
	Site      *site.Site
	Tree      *content.Tree // bodies are read from it
	Listing   *discovery.Listing
	Converter *markdown.Converter // nil: made from Site.Config.Markup
	Now       time.Time
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
