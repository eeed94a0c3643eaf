// Package emission declares Emission, one output of the listing: a name, a hash of its inputs, and a function that
// writes its files. The packages next to it make emissions; internal/emit lists them.
package emission

import (
	"html/template"
	"io"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// Emission writes one part of the outputs of a listing. Emissions are independent of each other and may run at the same
// time, each with its own Text.
type Emission struct {
	Name string // for progress and errors: "sitemap", "posts/index.xml" // required
	// Base is the absolute URL of the folder of the sitemaps, and Dir that folder in the output, "" or "fr/". Base is
	// "" for other files, and if no base URL is known.
	Base, Dir string

	// Run writes the files. Problems in the user's pages are in Emitted.Found. Run returns an error if a file cannot be
	// written or a text cannot be rendered. // required
	Run func(Inputs, Create) (Emitted, error)
	// Fingerprint hashes the inputs from the listing that can differ between two builds with the same configuration,
	// site, and templates: facts of rendered pages, the ledger, and the clock. If these are equal, all inputs read
	// through Inputs are equal, and Current reports true, the files of the earlier run are reused. With Alone, it also
	// hashes the inputs from the configuration and the site, so changes elsewhere in the site do not
	// matter. // required
	Fingerprint func() uint64
	Alone       bool
	// Dated reports whether the files of an earlier run with the same Fingerprint have the dates that Run would write.
	// nil: always.
	Dated func(*Emitted) bool
}

// Current reports whether the files of an earlier run with the same Fingerprint are those that Run would write.
func (e Emission) Current(was *Emitted) bool { return e.Dated == nil || e.Dated(was) }

// Create opens a file of the output folder by its slash path. An Emission may have several files open at a time. After
// an error, which ends the build, some may stay open.
type Create func(file, mediaType string) (io.WriteCloser, error)

// Options has the inputs that are not in the listing. The zero value is a project without its own templates and files.
type Options struct {
	// Robots is the project's robots.txt, from its static folder or its template. Sitemap lines are added to it. nil:
	// the project has none.
	Robots []byte
	// RobotsIn is Robots of the languages that have another one for their own host, by language.
	RobotsIn map[string][]byte
	// RobotsBlock says that Robots was read from the output folder. The Sitemap lines are then written as a marked
	// block, which the next run replaces.
	RobotsBlock bool
	// Own reports whether a template of the project renders this RSS output. nil: never.
	Own func(*site.Page, site.Target) bool
	// Sitemap renders the sitemap of a language with the project's template (layouts/sitemap.xml), and Index the index
	// of the sitemaps of several languages (layouts/sitemapindex.xml). nil: the project has no such template.
	Sitemap, Index Template
	// Taken reports whether the project has this file itself (for example, a static sitemap.xml), so that it is not
	// written. It is not called for robots.txt. nil: never.
	Taken func(file string) bool
	// NoSitemap says that no sitemap is written or announced.
	NoSitemap bool
}

// RobotsOf returns the project's robots.txt for the host of a language.
func (o *Options) RobotsOf(e *site.Edition) []byte {
	if own, ok := o.RobotsIn[e.Language.Lower]; ok {
		return own
	}
	return o.Robots
}

// Template renders a file with a template of the project. It returns nil without an error if there is no template.
type Template func(text Text, e *site.Edition, file string) ([]byte, error)

// Inputs are the inputs of an Emission other than the listing.
type Inputs struct {
	Text Text
	// Assets returns facts about files of the output. nil: those of the listing.
	Assets listing.Assets
	// Taken replaces Options.Taken while the Emission runs. nil: Options.Taken. Ask the Options of Source.Reading, which
	// decides between the two.
	Taken func(file string) bool
	// Reuse is the result of the previous run. nil: nothing can be copied from its files, since they may have been
	// changed after they were given to Create.
	Reuse *Reuse
}

// Text returns the rendered text of a page.
type Text interface {
	// Content returns the body as HTML, Summary the summary as HTML.
	Content(*site.Page) (template.HTML, error)
	Summary(*site.Page) (template.HTML, error)
}

// ItemText is a Text that also knows the title, authors, categories, and picture of a page in feeds.
type ItemText interface {
	Text
	Item(*feeds.Item, *site.Page) error
}

// ElementText is a Text that adds the project's elements, in its own namespaces, to RSS and Atom.
type ElementText interface {
	Text
	// ItemElements returns the elements of the item of a page, FeedElements those of the feed of a list.
	ItemElements(*site.Page) ([]feeds.Element, error)
	FeedElements(*site.Page) ([]feeds.Element, error)
}

// HashedText is a Text that also returns hashes of texts, to tell whether they changed.
type HashedText interface {
	Text
	ContentHash(*site.Page) (uint64, error)
	SummaryHash(*site.Page) (uint64, error)
}

// Emitted is the result of an Emission.
type Emitted struct {
	Files []string // slash paths in the output folder, in the order of their creation
	URLs  int      // URLs in sitemaps
	Items int      // items in feeds
	Found diag.List

	// For the ledger: hashes of sitemaps, IDs of Atom feeds, and the content of archives.
	Hashes   []FileHash
	FeedIDs  []FeedID
	Archived []listing.Archived

	// for the next build
	pieces []filePieces
	sizes  map[uint64]int // of texts, by the hash of their inputs
}

// FileHash is a file that an emission wrote.
type FileHash struct {
	Name    string
	Sum     uint64
	Changed int64 // when its bytes last changed, in seconds; printed in an index
}

// FeedID is the permanent ID of an Atom feed.
type FeedID struct{ File, ID string }

// Write writes a file at once.
func (r *Emitted) Write(create Create, file, mediaType string, content []byte) error {
	out, err := create(file, mediaType)
	if err != nil {
		return err
	}
	r.Files = append(r.Files, file)
	_, err = out.Write(content)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	return err
}

// Ledger returns the ledger after a build: the pages, and the results of the emissions.
func Ledger(l *listing.Listing, emitted []Emitted) *ledger.Ledger {
	var items []ledger.Item
	var archived []listing.Archived
	for _, e := range emitted {
		for _, f := range e.Hashes {
			items = append(items, ledger.Item{URL: ledger.FilePrefix + f.Name, Main: f.Sum})
		}
		for _, f := range e.FeedIDs {
			items = append(items, ledger.Item{URL: ledger.FilePrefix + f.File, ID: f.ID})
		}
		archived = append(archived, e.Archived...)
	}
	return l.Ledger(items, archived)
}
