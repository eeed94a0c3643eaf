// Package resource is files as templates see and process them: those beside a page, of assets/, of static
// folders, and what is made of them, images above all. It knows no page: where a list of resources holds
// one, the caller says by which names it is found.
package resource

import (
	"sync"

	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/assets/sass"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/themes"
)

// Options is what the resources of one build are made from.
type Options struct {
	Config *config.Config
	Base   *site.Base     // where the site is served
	Assets []themes.Layer // folders of assets, the strongest first
	Unread error          // why there may be more of them; nil: there are not
	// Minify is what resources.Minify does to content of a media type; nil: nothing.
	Minify  func(mediaType string, content []byte) ([]byte, error)
	Images  *picture.Maker
	Imaging *picture.Defaults
	// Hash returns the hash of a file's bytes (trace.Hash), given its absolute path.
	Hash    func(file string) (uint64, error)
	Remote  *remote.Store // of what other servers answered; nil: nothing is fetched
	Batches *jsbatch.Set  // of js.Batch
	// Names returns what an element of Resources is found by that is not a Resource: a page.
	Names func(v any) (name, original string)
}

// Files are the resources of one build. What was found or made of them is kept as long as they are.
type Files struct {
	o        Options
	made     sync.Map // what is kept, by derivedKey and staticKey
	assets   func() *assetFiles
	patterns patterns
	searches searches
	sass     func() (string, error) // the program that compiles Sass
	project  func() uint64          // what the files of the project are
	minified minified

	transforms *transforms
	failed     map[transformKey]*failure        // transformations of this build; guarded by transforms.mu, as
	asked      map[transformKey]*askedTransform // are those that did not fail
}

// New returns the resources of a build. Folders are read when they are first asked for. before are those of an earlier
// build, whose transformations are used again where nothing that they read has changed; nil: there are none.
func New(o Options, before *Files) *Files {
	f := &Files{
		o: o, transforms: &transforms{made: make(map[transformKey]*transformed), libSass: sass.NewLibSass()},
		failed: make(map[transformKey]*failure), asked: make(map[transformKey]*askedTransform),
	}
	if before != nil {
		f.transforms = before.transforms
	}
	f.assets = sync.OnceValue(f.readAssets)
	f.project = sync.OnceValue(f.hashProject)
	f.sass = sync.OnceValues(func() (string, error) { return sassProgram(o.Config) })
	return f
}

// Scope is what resources see of the running execution.
type Scope interface {
	tmpl.Scope
	// Resources returns the resources of the build.
	Resources() *Files
	// Ask records a question with the hash of its answer.
	Ask(kind trace.Kind, key string, answer uint64)
	// Warn keeps a message for the result of the rendering; id is what a project may say it does not want to hear.
	Warn(severity diag.Severity, id, message string)
	// Publish adds a file to the outputs.
	Publish(o Output)
	// Host is the base of the page being rendered, where languages have hosts of their own.
	Host() *site.Base
	// ReadFile returns a file of the project.
	ReadFile(name string) (string, error)
	// PeekFile is ReadFile without a question: the caller asks for the file later.
	PeekFile(name string) ([]byte, error)
	// InText reports whether the text of a page is rendered, which is kept for all that show it.
	InText() bool
	// HashFile returns the hash of a file of the project, which is the answer to the question for it; 0 if it cannot be
	// read.
	HashFile(name string) uint64
	// Execute executes a text as a plain-text template; name is that of the text for errors.
	Execute(name, text string, dot any) (out string, ofSite bool, err error)
}

// patterns are the glob patterns that templates use.
type patterns struct {
	mu   sync.Mutex
	read map[string]*glob.Pattern
}

// mostPatterns is how many patterns are known: a template may make them of what pages say.
const mostPatterns = 256

// pattern reads a pattern, once for all pages that are asked for files like it.
func (p *patterns) pattern(text string) (*glob.Pattern, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if g, ok := p.read[text]; ok {
		return g, nil
	}
	g, err := glob.ParsePattern(text)
	if err != nil {
		return nil, err
	}
	if p.read == nil || len(p.read) >= mostPatterns {
		p.read = make(map[string]*glob.Pattern)
	}
	p.read[text] = g
	return g, nil
}
