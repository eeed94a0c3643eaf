// Package view is what templates see: pages, the site, its menus and taxonomies, lists of pages and their
// methods, resources, pagers, the call of a shortcode. A method that reads anything beyond its receiver
// records the question in the Call that it gets.
//
// What a view cannot know by itself, such as the rendered body of a page, it asks of a Renderer. Views of
// one build are made by New; what stands as long as the Site is the same is handed on to the next build.
package view

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/remote"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/view/language"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
	"github.com/sitegen/sitegen/internal/template/view/resource"
	"github.com/sitegen/sitegen/themes"
)

// ViewOptions is what the views of one build are made from.
type Options struct {
	Site    *site.Site
	Tree    *content.Tree
	Listing *listing.Listing
	// Declared is what Listing was before it was sealed; nil: it is not sealed.
	Declared *listing.Listing
	Now      time.Time

	Data     map[string]any // the data files,
	DataHash uint64         // and the hash of all of them
	Assets   []themes.Layer // folders of assets, the strongest first
	Unread   error          // why there may be more of them; nil: there are not

	// Minify is what resources.Minify does to content of a media type; nil: nothing.
	Minify func(mediaType string, content []byte) ([]byte, error)
	// Hash returns the hash of a file's bytes (trace.Hash), given its absolute path; nil: files are read.
	Hash    func(file string) (uint64, error)
	Images  *picture.Maker
	Imaging *picture.Defaults
	Remote  *remote.Store // of what other servers answered; nil: nothing is fetched
	Batches *jsbatch.Set  // of js.Batch; nil: none
	// Backlinks returns the pages whose texts link to a page, by title, and records the question; nil: none do.
	Backlinks func(*Call, *site.Page) []*site.Page
}

// Views are what the templates of one build see. They are made when they are first asked for, and shared
// by all who render.
type Views struct {
	o Options
	*perSite
	perBuild
}

// Languages and Language are those of package language.
type (
	Languages = language.Languages
	Language  = language.Language
)

// perSite is what stands as long as the Site is the same: the next build of that Site has it, too.
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

// perBuild is what was made of what one build read: files, bodies and what templates computed.
type perBuild struct {
	// answers holds what was sorted, filtered, looked up or made, by keys of a type for each.
	answers   sync.Map
	keptPages atomic.Int64 // see Call.keep
	files     *resource.Files
}

// NewViews returns the views of a build. before are those of an earlier build of the same Site; nil:
// there are none.
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
		Imaging: o.Imaging,
		Names:   func(p any) (name, original string) { return p.(*Page).resourceNames() },
		Hash:    v.hashFile,
		Remote:  o.Remote, Batches: o.Batches,
	}, files)
	return v
}

// End ends the programs that the build started. One that is needed after it starts again.
func (v *Views) End() error { return v.files.End() }

func newPerSite(in *site.Site, tree *content.Tree) *perSite {
	s := &perSite{
		site: in, pages: make([]atomic.Pointer[Page], len(in.Pages)), Sites: make(Sites, len(in.Editions)),
		languages: make(Languages, len(in.Config.Languages)), config: configHash(in.Config),
		named: projectfile.New(in.Config),
	}
	s.hugo = &Hugo{s: s}
	for _, l := range in.Config.Languages {
		s.languages[l.Index] = language.New(l)
	}
	for _, e := range in.Editions {
		s.Sites[e.Language.Index] = newSite(s, e)
	}
	s.keys = sync.OnceValue(s.readKeys)
	s.documents = sync.OnceValue(func() map[string]*content.Document { return documentsByFile(tree) })
	return s
}

// pageView returns the one view of p; nil for nil.
func (s *perSite) Page(p *site.Page) *Page {
	if p == nil {
		return nil
	}
	if p.ID < 0 || p.ID >= len(s.pages) || s.site.Pages[p.ID] != p {
		// A content file inside a bundle is a page resource: it stands in no list of the site.
		return par.OnceFor(&s.memo, p, func() *Page { return &Page{p: p, s: s} })
	}
	return par.Once(&s.pages[p.ID], func() *Page { return &Page{p: p, s: s} })
}

// rootView returns the home page as robots.txt and the like see it: its lists are those of the site.
func (s *perSite) Root(e *site.Edition) *Page { return &Page{p: e.Home, s: s, all: true} }

// siteView returns the one view of a language's site.
func (s *perSite) Site(e *site.Edition) *Site {
	return s.Sites[e.Language.Index]
}

// base is where the site is served.
func (s *perSite) base() *site.Base {
	for _, e := range s.site.Editions {
		if e.Home != nil && e.Home.URL.Base() != nil {
			return e.Home.URL.Base()
		}
	}
	return site.NewBase(s.site.Config.BaseURL)
}
