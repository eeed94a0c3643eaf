// Package resource declares files as templates see and process them: files next to a page, of assets/, of static
// folders, and resources made from them, above all images. It does not know pages: if a list of resources contains one,
// the caller provides its names.
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

// Options are the inputs of the resources of one build.
type Options struct {
	Config *config.Config
	Base   *site.Base     // the base of the site
	Assets []themes.Layer // folders of assets, in order of precedence
	Unread error          // why some of them could not be read; nil: all were read
	// Minify minifies content of a media type for resources.Minify; nil: it is unchanged.
	Minify  func(mediaType string, content []byte) ([]byte, error)
	Sass    *sass.LibSass // nil: that of the files before, or one that keeps nothing
	Images  *picture.Maker
	Imaging *picture.Defaults
	// Hash returns the hash of a file's bytes (trace.Hash), given its absolute path.
	Hash    func(file string) (uint64, error)
	Remote  *remote.Store // responses of other servers; nil: nothing is fetched
	Batches *jsbatch.Set  // of js.Batch
	// Names returns the names by which an element of Resources is found that is not a Resource: a page.
	Names func(v any) (name, original string)
}

// Files are the resources of one build, including those made from them.
type Files struct {
	o        Options
	made     sync.Map // derived and static resources, by derivedKey and staticKey
	assets   func() *assetFiles
	patterns few[string, *glob.Pattern]
	searches few[string, assetsFound]   // questions for files of assets/
	sass     func() (string, error)     // the program that compiles Sass
	project  func() uint64              // hash of the files of the project
	minified few[minifiedKey, []byte]   // of resources.Minify
	fonts    few[uint64, *picture.Font] // of images.Card, by the hash of the file; 0: the embedded one

	transforms *transforms
	failed     map[transformKey]*failure        // transformations of this build; guarded by transforms.mu, as
	asked      map[transformKey]*askedTransform // are those that did not fail
}

// New returns the resources of a build. Folders are read on first use. before are those of an earlier build, whose
// transformations are reused if their inputs are unchanged; nil: none.
func New(o Options, before *Files) *Files {
	switch {
	case o.Sass != nil:
	case before != nil:
		o.Sass = before.o.Sass
	default:
		o.Sass = sass.NewLibSass(o.Config.ProgramsDir())
	}
	f := &Files{
		o: o, transforms: &transforms{
			made: make(map[transformKey]*transformed),
		},
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

// Scope is the running execution, as resources see it.
type Scope interface {
	tmpl.Scope
	// Resources returns the resources of the build.
	Resources() *Files
	// Ask records a question with the hash of its answer.
	Ask(kind trace.Kind, key string, answer uint64)
	// Warn keeps a message for the result of the rendering; a project may ignore messages with an ID.
	Warn(severity diag.Severity, id, message string)
	// Publish adds a file to the outputs.
	Publish(o Output)
	// Host is the base of the page being rendered, since languages may have separate hosts.
	Host() *site.Base
	// ReadFile returns a file of the project.
	ReadFile(name string) (string, error)
	// PeekFile is ReadFile without a question: the caller asks for the file later.
	PeekFile(name string) ([]byte, error)
	// InText reports whether the text of a page is being rendered, which several pages may show.
	InText() bool
	// HashFile returns the hash of a project file, which is the answer to the question for it; 0 if it cannot be read.
	HashFile(name string) uint64
	// Execute executes a text as a plain-text template; name is used in errors.
	Execute(name, text string, dot any) (out string, ofSite bool, err error)
}

// pattern returns a parsed glob pattern, parsing it once for all pages.
func (f *Files) pattern(text string) (*glob.Pattern, error) {
	return f.patterns.of(text, func() (*glob.Pattern, error) { return glob.ParsePattern(text) })
}

// minifiedKey identifies content of a media type.
type minifiedKey struct {
	mediaType string
	size      int
	hash      uint64
}

// leastMinified is the least size of content whose result is cached: less is cheap to minify and usually used on one
// page.
const leastMinified = 2048

// Minify minifies content, or returns a cached result. Themes join the same scripts on every page (resources.Concat,
// resources.FromString), which makes a new resource each time, so only their bytes show that they are the same. Without
// Options.Minify it returns the content.
func (f *Files) Minify(mediaType string, data []byte) ([]byte, error) {
	switch {
	case f.o.Minify == nil:
		return data, nil
	case len(data) < leastMinified:
		return f.o.Minify(mediaType, data)
	}
	return f.minified.of(minifiedKey{mediaType, len(data), trace.Hash(data)}, func() ([]byte, error) {
		return f.o.Minify(mediaType, data)
	})
}
