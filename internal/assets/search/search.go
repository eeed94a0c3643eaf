// Package search turns the texts of pages into an index that a browser reads piece by piece, from any static
// host or a folder of files: a query costs the pieces that its words lie in, whatever the size of the site.
//
//	page := new(search.Splitter).Read(document)  // the terms of one page
//	index := search.Build(pages)      // all pages of one language, in order
//	files := index.Files(entries)     // what to write
//
// The files are:
//
//   - the entry file, the only one with a fixed name: it lists the others;
//   - shards: the terms of an interval of the alphabet, each with other terms of the same stem and with the pages that hold
//     it, or the 800 where it weighs most;
//   - wide shards: the terms that more pages hold, with all of them, for queries of several words;
//   - blocks: address, title and section of 32 pages each.
//
// Texts are not among them: for an excerpt the browser reads the page itself, which has to be there anyway.
//
// All are scripts that call one function (see Call), since browsers refuse to fetch data from a folder of
// files and let scripts be loaded from there. Names are made from contents, so that they may be cached for
// ever. Nothing here is a fraction, so that all machines give the same bytes.
package search

// Format is the version of what Read and Files make; what was kept of another one is worthless.
const Format = "4"

// Call is the global function that the files call with what they hold. The browser's script defines it.
const Call = "sitegenSearch"

// Document is what is searched of one page.
type Document struct {
	Title       string
	Keywords    []string  // weigh as much as a heading
	Description string    // weighs the same
	Passages    []Passage // in the order in which the page says them; a browser finds them again by their numbers
}

// Passage is what stands below one heading of a page.
type Passage struct {
	Heading string // "" before the first one
	Text    string
}

// Entry is how a page stands among the results.
type Entry struct {
	Address string // relative to the root of the language: "posts/one/"; or an absolute path
	Title   string
	Section string // title of the section that it lies in, "" for none
}

// File is one file of the index.
type File struct {
	Name string // within the folder of the index
	Data []byte
}
