// Package sitemap writes, reads, and checks sitemaps as sitemaps.org and the search engines define them,
// and robots.txt as RFC 9309 does.
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
// A sitemap is an XML file that lists pages of one host, for crawlers:
//
//	<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
//	<url><loc>https://example.org/</loc><lastmod>2026-01-02</lastmod></url>
//	</urlset>
//
// loc is the URL, absolute and percent-encoded. lastmod is when the page last changed in a way that
// matters to its readers; engines stop trusting a site that makes dates up, so an unknown date is left out.
// changefreq and priority exist, but Google and Bing ignore them.
//
// A file contains at most 50,000 URLs and 52,428,800 bytes, counted before compression. A site with
// more writes several files, and an index, the sitemapindex, which names them. An index never names
// another index. A sitemap may list only URLs of its own host, in its own folder and below, which is
// why sitemaps belong to the root. A text sitemap is the same list with one URL per line. The file to
// announce, in robots.txt, is the index, or the sitemap where there is only one: Result.Roots.
//
// # Extensions
//
// An entry can carry the language versions of its page (Entry.Alternates, hreflang): each version lists all
// of them, itself included. It can carry images, of which only the URL counts today, and videos,
// which need a thumbnail, a title, a description and the URL of a file or a player. Both are in
// the entry of their page, or in their own files (Options.Images, Options.Videos). Articles of a news
// publication (Entry.News) are in their own file for two days after publication, at most 1,000 per file.
//
// # Writing
//
// The Writer streams. For each entry it keeps only about ten bytes, by which it recognizes duplicate URLs, and it
// holds back one compressed file until it knows whether there will be a second. It splits by number and by bytes
// (rules U1, U2), writes the index if there is more than one file (I8), makes URLs valid (L1 to L3), excludes
// foreign ones (L4, L5), drops duplicates (L7), and writes dates in the form of the schema (M1). The same entries
// give the same bytes, including gzip.
//
// A large site should name groups of files by a property (Writer.Group: a language, a section); files are numbered
// within a group. With Options.Stable the number depends only on the URL, so a new page changes one file, and
// crawlers fetch one.
//
// The Writer never writes anything invalid. An invalid value is left out and reported as a Violation, which names
// the rule; with Options.Strict it is an error instead. The rules are those of the sitemaps.org protocol, of its
// XML schemas, and of the documentation of Google, Bing, and Yandex; docs/discovery-rules/_index.md of this module
// explains their IDs.
//
// # Reading and checking
//
// The Reader accepts everything that search engines accept as a sitemap: XML in any order and with any additions,
// gzip, text, RSS, and Atom; Walk follows an index. It is safe for untrusted input. The Validator reports what the
// schemas would report, and what they cannot express: limits, scope, duplicates, an index in an index, versions
// that do not name each other, stale news. Each of its findings is a Violation with its position in a file.
//
// # robots.txt
//
// MergeRobots and UpdateRobots add Sitemap lines to a robots.txt without changing its other contents, and groups for
// the known Crawlers that a CrawlerPolicy refuses. ParseRobots parses one, Robots.Allowed matches a URL, CheckRobots
// finds lines without effect.
package sitemap
