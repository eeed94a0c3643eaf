// Package feeds writes, reads and validates RSS 2.0, Atom 1.0 and JSON Feed 1.1 from one model: a Feed
// and its Items.
//
//	w, err := feeds.NewWriter(out, feeds.RSS, &feeds.Feed{Title: "Notes", Home: "https://example.org/", …}, feeds.Options{})
//	err = w.Add(&feeds.Item{URL: "https://example.org/one/", Title: "One", Content: "<p>…</p>"})
//	err = w.Close()
//
// # Writing
//
// The Writer streams: an item is written as it comes, in pieces when it is long, and nothing of it is
// kept but a hash of its id. What it writes depends on what it is given and on nothing else; there is no
// clock in it.
//
// Every document is well-formed whatever the texts hold: control characters and broken UTF-8 are taken
// out, "]]>" needs no care as there is no CDATA, namespaces are declared. Dates have the form and the
// weekday that each format wants, and no date is made up (rules B2, A7). URLs are in ASCII. A value
// that breaks a rule is left out and reported as a Violation; with Options.Strict it is an error. The
// rules are those of RFC 4287, of RSS 2.0 with the profile of the RSS Advisory Board, and of JSON Feed
// 1.1; Rule says what each asks for.
//
// HTML in Summary and Content is written as it is given, unless Options.Safe or Options.XHTML say
// otherwise: its links should be absolute, as a reader has no page to resolve them against (rule B7).
//
// # What each format says
//
// Everything in the model goes into every format that has a place for it. RSS takes much of it from
// others: atom:link for its own URL, hubs and archives, atom:updated for a later change,
// content:encoded for the whole text beside a summary, dc:creator for authors who are not one with a
// mail address, dc:language and dc:rights, Media RSS for files. Atom has Media RSS as well. JSON Feed
// calls files attachments, and the older documents of a feed next_url.
//
// # Archives
//
// A feed that has grown too long for one document is spread over several (RFC 5005): PlanArchive says
// which document each item is in: a new item changes one document, and closed documents never change, and
// Document.Paging gives the links. PlanPages does it for lists without dates, and Paging.Complete says that there is
// nothing but this document.
//
// # Reading and validating
//
// Read takes the three formats and their older versions, as leniently as it can. Validate takes them as
// strictly as the specifications and the warnings of known validators, and returns Findings: violations
// with their line in the document. Both are safe on
// untrusted documents: nothing is fetched, no entity is expanded, and size, depth and number of elements are
// bounded.
package feeds
