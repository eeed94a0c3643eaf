// Package view declares the values that templates see: pages, the site, its menus and taxonomies, lists of pages and
// their methods, resources, pagers, and shortcode calls. A method that reads more than its receiver records the
// question in its Call.
//
// Values that a view does not have, such as the rendered body of a page, come from a Renderer. New makes the views of
// one build; those that only depend on the Site are reused while it is the same.
package view

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/assets/sass"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view/language"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
	"github.com/sitegen/sitegen/internal/template/view/resource"
	"github.com/sitegen/sitegen/themes"
)

// Options are the inputs of the views of one build.
type Options struct {
	Site    *site.Site
	Tree    *content.Tree
	Listing *listing.Listing
	// Declared is the Listing before it was sealed; nil: it is not sealed.
	Declared *listing.Listing
	Now      time.Time

	Data     map[string]any // the data files,
	DataHash uint64         // and the hash of all of them
	Assets   []themes.Layer // folders of assets, in order of precedence
	Unread   error          // why some of them could not be read; nil: all were read

	// Minify minifies content of a media type for resources.Minify; nil: it is unchanged.
	Minify func(mediaType string, content []byte) ([]byte, error)
	// Hash returns the hash of a file's bytes (trace.Hash), given its absolute path; nil: files are read.
	Hash    func(file string) (uint64, error)
	Sass    *sass.LibSass
	Images  *picture.Maker
	Imaging *picture.Defaults
	Remote  *remote.Store // responses of other servers; nil: nothing is fetched
	Batches *jsbatch.Set  // of js.Batch; nil: none
	// Backlinks returns the pages whose texts link to a page, by title, and records the question; nil: there are none.
	Backlinks func(*Call, *site.Page) []*site.Page
}

// Views are the values that the templates of one build see. They are made on first use, and shared by all renderings.
type Views struct {
	o Options
	*perSite
	perBuild
}

// Languages and Language are the types of package language.
type (
	Languages = language.Languages
	Language  = language.Language
)

// perSite has the values that only depend on the Site. The next build of the same Site reuses them.
type perSite struct {
	site      *site.Site
	pages     []atomic.Pointer[Page] // by site.Page.ID
	Sites     Sites                  // by language index
	languages Languages              // by language index
	hugo      *Hugo
	config    uint64              // hash of the configuration
	named     *projectfile.Places // by paths in templates
	keys      func() map[string]*site.Page
	documents func() map[string]*content.Document // by file
	// memo holds the pages in bundles by *site.Page, the lists of the site by listKey, and by sliceID.
	memo sync.Map
}

// perBuild has the results that depend on files, bodies, and templates of one build.
type perBuild struct {
	// answers has the results of sorting, filtering, and lookups, by keys of different types.
	answers   sync.Map
	keptPages atomic.Int64 // see Call.keep
	files     *resource.Files
}

// New returns the views of a build. before are those of an earlier build of the same Site; nil: none.
func New(o Options, before *Views) *Views {
	v := &Views{o: o}
	var files *resource.Files
	if before != nil {
		v.perSite, files = before.perSite, before.files
	} else {
		v.perSite = newPerSite(o.Site, o.Tree)
	}
	v.files = resource.New(resource.Options{
		Config: o.Site.Config, Base: v.base(), Assets: o.Assets, Unread: o.Unread, Minify: o.Minify, Images: o.Images,
		Imaging: o.Imaging, Sass: o.Sass,
		Names:  func(p any) (name, original string) { return p.(*Page).resourceNames() },
		Hash:   v.hashFile,
		Remote: o.Remote, Batches: o.Batches,
	}, files)
	return v
}

// End stops the programs that the build started. One that is needed later starts again.
func (v *Views) End() error { return v.files.End() }

func newPerSite(in *site.Site, tree *content.Tree) *perSite {
	s := &perSite{
		site: in, pages: make([]atomic.Pointer[Page], len(in.Pages)), Sites: make(Sites, len(in.Editions)),
		languages: make(Languages, len(in.Config.Languages)), config: configHash(in.Config),
		named: projectfile.New(in.Config),
	}
	s.hugo = &Hugo{s: s}
	for _, l := range in.Config.Languages {
		s.languages[l.Index] = language.New(l, formatsOf(in.Config, l))
	}
	for _, e := range in.Editions {
		s.Sites[e.Language.Index] = newSite(s, e)
	}
	s.keys = sync.OnceValue(s.readKeys)
	s.documents = sync.OnceValue(func() map[string]*content.Document { return documentsByFile(tree) })
	return s
}

// Page returns the view of p; nil for nil.
func (s *perSite) Page(p *site.Page) *Page {
	if p == nil {
		return nil
	}
	if p.ID < 0 || p.ID >= len(s.pages) || s.site.Pages[p.ID] != p {
		// A content file inside a bundle is a page resource: it is in no list of the site.
		return par.OnceFor(&s.memo, p, func() *Page { return &Page{p: p, s: s} })
	}
	return par.Once(&s.pages[p.ID], func() *Page { return &Page{p: p, s: s} })
}

// Root returns the home page for robots.txt and similar files: its lists are those of the site.
func (s *perSite) Root(e *site.Edition) *Page { return &Page{p: e.Home, s: s, all: true} }

// Site returns the view of a language's site.
func (s *perSite) Site(e *site.Edition) *Site {
	return s.Sites[e.Language.Index]
}

// base returns the base of the site.
func (s *perSite) base() *site.Base {
	for _, e := range s.site.Editions {
		if e.Base != nil {
			return e.Base
		}
	}
	return site.NewBase(s.site.Config.Base())
}
