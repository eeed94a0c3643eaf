// Package search turns the texts of pages into an index that a browser reads piece by piece, from any static host or a
// folder of files. A query loads only the pieces with its words, whatever the size of the site.
//
//	page := new(search.Splitter).Read(document)  // the terms of one page
//	index := search.Build(pages)                 // all pages of one language, in order
//	files, index, err := index.Files(making)     // what to write
//	kept := search.KeepIndex(store, index, once) // for the next build
//
// After edits, Next changes an index that was kept, and Files makes only the files of the terms that changed.
//
// The files are:
//
//   - the entry file, the only one with a fixed name: it lists the others, and the sections and tags to filter by;
//   - shards: the terms of an interval of the alphabet, each with related words of the same stem and with the pages that
//     contain it, or the 800 in which it has the most weight;
//   - wide shards: the terms that more pages contain, with all of them, for queries of several words;
//   - blocks: URL, title, section, and excerpt files of 32 pages each;
//   - excerpt files: the texts of pages by headings, those of several short pages or a part of a long one.
//
// All files are scripts that call one function (see Call), since browsers refuse to fetch data from a folder of files
// but load scripts from there. Names contain hashes of the content, so files may be cached forever. The index uses only
// integers, so all machines produce the same bytes.
package search

// Format is the version of the results of Read and Files. Kept results of another version are not used.
const Format = "10"

// Call is the global function that the files call with their data. The browser's script defines it.
const Call = "sitegenSearch"

// Document is the searchable content of one page.
type Document struct {
	Title       string
	Keywords    []string  // same weight as a heading
	Description string    // same weight as a heading
	Labels      []string  // what filters select the page by: see Labels
	Passages    []Passage // in the order of the page; excerpt files number them
}

// Passage is the text below one heading of a page.
type Passage struct {
	ID      string // of the heading, for links
	Heading string // "" before the first one
	Text    string
}

// Entry is the data of a page that results show.
type Entry struct {
	Address  string // URL relative to the root of the language: "posts/one/"; or an absolute path
	Title    string
	Section  string // titles of its sections: see Trail; "" for none
	Tags     []string
	Excerpts string // names its excerpt files: see Pack
}

// File is one file of the index.
type File struct {
	Name string // within the folder of the index
	Data []byte
}
