// Package sitemap writes sitemaps as sitemaps.org and the search engines define them: entries in,
// valid files out.
//
//	w, err := sitemap.NewWriter(sitemap.Options{
//		Base:   "https://example.org/",
//		Create: func(name string) (io.WriteCloser, error) { return os.Create(name) },
//	})
//	err = w.Add(&sitemap.Entry{Loc: "https://example.org/", LastMod: changed})
//	res, err := w.Close()
//
// # What a sitemap is
//
// A sitemap is an XML file that lists pages of one host: for each its address, and, where they are
// known, when it last changed and which other languages it exists in. A file holds at most 50,000
// addresses and 52,428,800 bytes; a site with more writes several files and an index that names
// them. A text sitemap is the same list with one address a line.
//
// # What the package takes care of
//
// The Writer streams: its memory does not grow with the entries, apart from eight bytes each, by
// which it knows an address that it has seen, and one file, which it holds back until it knows whether
// there will be a second. It splits by number and by bytes (rules U1, U2), writes the index when there
// is more than one file (I8), makes addresses valid (L1 to L3), keeps foreign ones out (L4, L5), drops
// duplicates (L7), and writes dates as the schema wants them (M1).
//
// Nothing invalid is ever written. A bad value is left out and reported as a Violation, which names the
// rule; with Options.Strict it is an error instead. The rules are those of the sitemaps.org protocol,
// of its XML schema and of the documentation of Google, Bing and Yandex; their ids are explained where
// they are used.
package sitemap
