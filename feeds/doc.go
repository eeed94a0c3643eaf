// Package feeds writes RSS 2.0, Atom 1.0 and JSON Feed 1.1 from one model: a Feed and its Items.
//
//	w, err := feeds.NewWriter(out, feeds.RSS, &feeds.Feed{Title: "Notes", Home: "https://example.org/", …}, feeds.Options{})
//	err = w.Add(&feeds.Item{URL: "https://example.org/one/", Title: "One", Content: "<p>…</p>"})
//	err = w.Close()
//
// The Writer streams: an item is written as it comes, and nothing of it is kept but a hash of its id.
// What it writes depends on what it is given and on nothing else; there is no clock in it.
//
// # What the package takes care of
//
// Every document is well-formed whatever the texts hold: control characters and broken UTF-8 are taken
// out, "]]>" needs no care as there is no CDATA, namespaces are declared. Dates have the form and the
// weekday that each format wants, and no date is made up (rules B2, A7). A value that breaks a rule is
// left out and reported as a Violation; with Options.Strict it is an error. The rules are those of
// RFC 4287, of RSS 2.0 with the profile of the RSS Advisory Board, and of JSON Feed 1.1.
//
// # What the caller takes care of
//
// HTML in Summary and Content is written as it is given: its links should be absolute, as a reader has
// no page to resolve them against, and it should have no scripts, frames or forms, which readers
// remove (rule B7).
package feeds
