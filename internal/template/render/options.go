// Package render renders: bodies from Markdown, shortcodes and render hooks, and pages by the templates
// that their kind, format and place in the tree lead to. It finds templates in the layers that package
// themes returns, has package tmpl execute them, and shows them the views of package view. Load reads a
// Theme, a Run is the rendering of one build, and Workers do it.
package render

import (
	"bytes"
	"sync"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/render/tex"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Theme is every template, string table, data file and asset that a project's pages may use. It is
// read once and not changed; a Theme serves any number of Runs.
type Theme struct {
	cfg        *config.Config
	store      *lookup.Store
	vocabulary *tmpl.Vocabulary
	parser     *tmpl.Parser
	types      *tmpl.Types // of what templates see
	made       sync.Map    // sourceKey -> *sourceFile
	embedded   string      // name of the embedded theme in use; "": none
	floor      int         // the number of layers that are not embedded
	rest
}

// RunOptions is what one build hands to its templates.
type RunOptions struct {
	Site      *site.Site
	Tree      *content.Tree // bodies are read from it
	Listing   *listing.Listing
	Declared  *listing.Listing    // what Listing was before it was sealed; nil: it is not sealed
	Converter *markdown.Converter // nil: made from Site.Config.Markup
	Now       time.Time
	// Minify is what resources.Minify does to content of a media type; nil: nothing.
	Minify func(mediaType string, content []byte) ([]byte, error)
	// Round asks old questions again and numbers new ones; nil: nothing is remembered between builds.
	Round *trace.Round
	// Before is a run of the same Site with the same Theme, whose views this one goes on with; nil: none.
	Before *Run
	// Recall returns what Run.Bodies of the build before gave under a name; nil: nothing.
	Recall func(name string) *Body
	// Hash returns the hash of a file's bytes (trace.Hash), given its absolute path; nil: files are read.
	Hash func(file string) (uint64, error)
	// Images makes the images that templates ask for; nil: one that keeps nothing.
	Images *picture.Maker
	// Remote is what other servers answered; nil: nothing is fetched.
	Remote *remote.Store
	// Batches are the batches of scripts of js.Batch; nil: there are none.
	Batches *jsbatch.Set
	// Math typesets formulas; nil: one that only this run uses.
	Math *tex.Engine
	// Imaging is what specifications of images do not say; nil: what the configuration says.
	Imaging *picture.Defaults
	// Keep takes the text of a body out of memory and returns how to have it back; name and hash are those of
	// the body. nil: it stays there.
	Keep func(name string, hash uint64, text string) Reader
}

// Output is one file to write.
type Output = resource.Output

// Rendered is what one render gave.
type Rendered struct {
	Outputs []Output
	Trace   trace.Record
	// Messages are what templates warned of (warnf, broken references), and their errors that do not
	// end the rendering (errorf).
	Messages diag.List
	// NoTemplate: nothing was found to render this page in this format with; the caller warns.
	NoTemplate bool
	// PutOff: the template failed, which may be because a batch of scripts is not known yet. Outputs are what it added to
	// batches. The page has to be rendered again when more is known.
	PutOff bool

	lent []*bytes.Buffer // that hold the bytes of Outputs
}
