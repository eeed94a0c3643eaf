// Package emission says what an output of the listing is: an Emission with a name, a hash of all that it reads, and a
// function that writes its files. The packages beside it make the emissions, internal/emit lists them.
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

// Emission is one piece of what is written of a listing. Pieces are independent of each other and may run at the same
// time, each with a Text of its own.
type Emission struct {
	Name string // what it is, for progress and errors: "sitemap", "posts/index.xml" // required
	// Base is the absolute address at which the files of sitemaps are served, Dir their folder in the output,
	// "" or "fr/"; Base is "" for other files, and when no base URL is known.
	Base, Dir string

	// Run writes the files. Problems of the user's pages are in Emitted.Found; the error is for a file that
	// cannot be written and a text that cannot be rendered. // required
	Run func(Inputs, Create) (Emitted, error)
	// Fingerprint hashes all that Run takes from the listing, as far as another build with the same configuration, site
	// and templates can have other values: what rendered pages say of themselves, the ledger, and the clock. Two builds
	// in which these, and all that Run reads from its Inputs, are the same write the same, if what the first wrote
	// Stands. With Alone it hashes all that Run takes from the configuration and the site, too, so a change elsewhere in
	// the site does not concern the emission. // required
	Fingerprint func() uint64
	Alone       bool
	// Dated reports whether what an emission with the same Fingerprint wrote has the dates that Run would write. nil:
	// always.
	Dated func(*Emitted) bool
}

// Stands reports whether what an emission with the same Fingerprint wrote is what Run would write.
func (e Emission) Stands(was *Emitted) bool { return e.Dated == nil || e.Dated(was) }

// Create opens a file of the output folder by its slash path. Files of one Emission may be open at
// the same time. After an error, which ends the build, some may stay open.
type Create func(file, mediaType string) (io.WriteCloser, error)

// Options is what the listing cannot know by itself; the zero value is a project that brings nothing of its own.
type Options struct {
	// Robots is the project's robots.txt, from its static folder or rendered from its template; it is
	// written with Sitemap lines added. nil: the project has none.
	Robots []byte
	// RobotsBlock says that Robots is the file in the output itself, so that it is written with a block of
	// Sitemap lines that the next run replaces.
	RobotsBlock bool
	// Own reports whether the project renders this RSS output with a template of its own. nil: never.
	Own func(*site.Page, site.Target) bool
	// Sitemap renders the sitemap of a language with the project's own template (layouts/sitemap.xml), Index the index
	// over the sitemaps of several languages (layouts/sitemapindex.xml). nil: there is none.
	Sitemap, Index Template
	// Taken reports whether the project brings a file itself (a static sitemap.xml, say): it is not
	// written then. It is not asked for robots.txt. nil: never.
	Taken func(file string) bool
}

// Template renders a file with a template of the project; nil without an error when it has none.
type Template func(text Text, e *site.Edition, file string) ([]byte, error)

// Inputs are what an Emission reads beside the listing.
type Inputs struct {
	Text Text
	// Assets tells facts of files of the output. nil: what the listing has.
	Assets listing.Assets
	// Taken is asked in place of that of Options while the Emission runs. nil: that.
	Taken func(file string) bool
	// Reuse is what the Emission left before. nil: files do not stay as they are given to Create, so that nothing of
	// them can be taken over.
	Reuse *Reuse
}

// Text gives the rendered text of a page.
type Text interface {
	// Content returns the body as HTML, Summary the summary as HTML.
	Content(*site.Page) (template.HTML, error)
	Summary(*site.Page) (template.HTML, error)
}

// ItemText is a Text that also knows what a page says of itself to feeds: title, authors, categories, picture.
type ItemText interface {
	Text
	Item(*feeds.Item, *site.Page) error
}

// ElementText is a Text that knows elements of the project's own for RSS and Atom, under its namespaces.
type ElementText interface {
	Text
	// ItemElements returns those of the item of a page, FeedElements those of the feed of a list.
	ItemElements(*site.Page) ([]feeds.Element, error)
	FeedElements(*site.Page) ([]feeds.Element, error)
}

// HashedText is a Text that also tells by hashes whether texts are what they were.
type HashedText interface {
	Text
	ContentHash(*site.Page) (uint64, error)
	SummaryHash(*site.Page) (uint64, error)
}

// Emitted says what an Emission wrote.
type Emitted struct {
	Files []string // slash paths in the output folder, in the order of their creation
	URLs  int      // addresses in sitemaps
	Items int      // items in feeds
	Found diag.List

	// For the ledger: hashes of sitemaps, ids of Atom feeds, and what stands in archives.
	Hashes   []FileHash
	FeedIDs  []FeedID
	Archived []listing.Archived

	pieces []filePieces // for the next build
}

// FileHash is a file that an emission wrote.
type FileHash struct {
	Name    string
	Sum     uint64
	Changed int64 // when its bytes last changed, in seconds: an index says it
}

// FeedID is the permanent id of an Atom feed.
type FeedID struct{ File, ID string }

// Write writes a file as a whole.
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

// Ledger returns the ledger after a build: the pages, and what the emissions wrote.
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
