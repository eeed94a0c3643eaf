// Package search turns the texts of pages into an index that a browser reads piece by piece, from any static
// host or a folder of files: a query costs the pieces that its words lie in, whatever the size of the site.
//
//	page := search.Read(document)     // the terms of one page, and its text files
//	index := search.Build(pages)      // all pages of one language, in order
//	files := index.Files(entries)     // what to write
//
// The files are, beside the text files of each page:
//
//   - the entry file, the only one with a fixed name: it lists the others;
//   - shards: the terms of an interval of the alphabet, each with the pages that hold it;
//   - blocks: address, title and section of 32 pages each.
//
// All are scripts that call one function (see Call), since browsers refuse to fetch data from a folder of
// files and let scripts be loaded from there. Names are made from contents, so that they may be cached for
// ever. Nothing here is a fraction, so that all machines give the same bytes.
package search

// Format is the version of what Read and Files make; what was kept of another one is worthless.
const Format = "1"

// Call is the global function that the files call with what they hold. The browser's script defines it.
const Call = "sitegenSearch"

// Document is what is searched of one page.
type Document struct {
	Address  string // as Entry.Address; the names of its text files are made from it
	Title    string
	Keywords []string // weigh as much as a heading
	Passages []Passage
}

// Passage is what stands below one heading of a page.
type Passage struct {
	Heading string // "" before the first one
	Anchor  string // id of the heading, "" for none
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
