// Package render renders bodies from Markdown, shortcodes, and render hooks, and pages with the templates that fit
// their kind, format, and path. It finds templates in the layers of package themes, executes them with package tmpl,
// and passes them the views of package view. Load returns a Theme, a Run renders for one build, and Workers execute.
package render

import (
	"bytes"
	"sync"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/assets/sass"
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

// Theme has all templates, string tables, data files, and assets that the pages of a project may use. It is never
// changed, and may be used for any number of Runs.
type Theme struct {
	cfg        *config.Config
	store      *lookup.Store
	vocabulary *tmpl.Vocabulary
	parser     *tmpl.Parser
	types      *tmpl.Types // types that templates see
	made       sync.Map    // sourceKey -> *sourceFile
	embedded   string      // name of the embedded theme in use; "" for none
	floor      int         // number of layers that are not embedded
	stringsAndData
}

// RunOptions are the inputs of a Run.
type RunOptions struct {
	Site       *site.Site
	Tree       *content.Tree // source of the bodies
	Listing    *listing.Listing
	Declared   *listing.Listing                      // the Listing before it was sealed; nil: it is not sealed
	Converters map[*config.Local]*markdown.Converter // by the settings of languages; nil: made from Site.Config
	Now        time.Time
	// Minify minifies content of a media type for resources.Minify; nil: it is unchanged.
	Minify func(mediaType string, content []byte) ([]byte, error)
	// Round repeats old questions and numbers new ones; nil: nothing is reused between builds.
	Round *trace.Round
	// Before is a run of the same Site with the same Theme, whose views are reused; nil: none.
	Before *Run
	// Recall returns the body that Run.Bodies of the previous build yielded under a name; nil: none.
	Recall func(name string) *Body
	// Hash returns the hash of a file's bytes (trace.Hash), given its absolute path; nil: files are read.
	Hash func(file string) (uint64, error)
	// Sass compiles style sheets with LibSass; nil: it keeps nothing.
	Sass *sass.LibSass
	// Images makes the images that templates request; nil: one that keeps nothing.
	Images *picture.Maker
	// Remote has the responses of other servers; nil: nothing is fetched.
	Remote *remote.Store
	// Batches are the batches of scripts of js.Batch; nil: there are none.
	Batches *jsbatch.Set
	// Math typesets formulas; nil: this run gets its own.
	Math *tex.Engine
	// Imaging has the defaults for image specifications; nil: those of the configuration.
	Imaging *picture.Defaults
	// Keep moves the text of a body out of memory and returns how to read it. name and hash are those of the body. nil:
	// texts stay in memory.
	Keep func(name string, hash uint64, text string) Reader
}

// Output is one file to write.
type Output = resource.Output

// Rendered is the result of one rendering.
type Rendered struct {
	Outputs []Output
	Trace   trace.Record
	// Messages are the warnings of templates (warnf, broken references), and errors that do not end the rendering
	// (errorf).
	Messages diag.List
	// NoTemplate says that no template fits this page and format. The caller warns.
	NoTemplate bool
	// PutOff says that the template failed, possibly because a batch of scripts is not known yet. Outputs are its
	// additions to batches. The page has to be rendered again later.
	PutOff bool

	buffers  []*bytes.Buffer // with the bytes of Outputs
	recorder *trace.Recorder // with the steps of Trace; nil if Release may not reuse it
}
