// Package feeds writes, reads, and validates RSS 2.0, Atom 1.0, and JSON Feed 1.1 with one model: a Feed and its
// Items.
//
//	w, err := feeds.NewWriter(out, feeds.RSS, &feeds.Feed{Title: "Notes", Home: "https://example.org/", …}, feeds.Options{})
//	err = w.Add(&feeds.Item{URL: "https://example.org/one/", Title: "One", Content: "<p>…</p>"})
//	err = w.Close()
//
// # Writing
//
// The Writer streams: it writes each item immediately, in pieces if it is long, and keeps only a hash of its ID.
// The output depends only on the input; there is no clock in it.
//
// Every document is well-formed, whatever the texts contain: control characters and invalid UTF-8 are removed,
// there is no CDATA that "]]>" could end, and namespaces are declared. Dates have the form and the weekday that
// each format requires, and no date is made up (rules B2, A7). URLs are ASCII. A value that breaks a rule is left
// out and reported as a Violation; with Options.Strict it is an error. The rules are those of RFC 4287, of RSS 2.0
// with the profile of the RSS Advisory Board, and of JSON Feed 1.1; Rule describes each.
//
// HTML in Summary and Content is written unchanged, unless Options.Safe or Options.XHTML is set. Its links should
// be absolute, because a reader cannot resolve relative ones (rule B7).
//
// # Formats
//
// Everything in the model is written in every format that has a place for it. RSS uses elements of other
// namespaces: atom:link for its own URL, hubs, and archives, atom:updated for a later change, content:encoded for
// the full text in addition to a summary, dc:creator unless there is a single author with an email address,
// dc:language and dc:rights, and Media RSS for files. Atom uses Media RSS as well. JSON Feed calls files
// attachments, and the URL of the older documents of a feed next_url.
//
// # Archives
//
// A feed that is too long for one document is distributed over several (RFC 5005). PlanArchive assigns items to
// documents so that a new item changes one document and closed documents never change; Document.Paging returns
// the links. PlanPages does the same for lists without dates. Paging.Complete means that the document is the
// entire feed.
//
// # Reading and validating
//
// Read accepts the three formats and their older versions, as leniently as possible. Validate is as strict as the
// specifications and the warnings of known validators, and returns Findings: violations with their line in the
// document. Both are safe for untrusted documents: they fetch nothing, expand no entities, and limit size, depth,
// and number of elements.
package feeds
