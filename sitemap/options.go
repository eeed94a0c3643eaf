package sitemap

import (
	"io"
	"time"
)

// The limits of the protocol for one file (rules U1, U2), in URLs and uncompressed bytes.
const (
	MaxURLs  = 50_000
	MaxBytes = 52_428_800
)

// Options tells where the sitemaps of a site are written and what they may contain.
type Options struct {
	// Base is the absolute URL of the folder that file names are relative to,
	// "https://example.org/docs/". // required
	Base string
	// Create opens the file with this slash-separated name. Files are written one after the other, except that
	// those for text, media, and news may be open at the same time as that of the pages. // required
	Create func(name string) (io.WriteCloser, error)

	// Name is the file to announce to search engines: the sitemap, or the index if there are several. Default:
	// "sitemap.xml".
	Name string
	// Text is the name of a text sitemap with the same URLs, "sitemap.txt"; "" writes none.
	Text string

	// MaxURLs and MaxBytes lower the limits of one file; 0 and values above the protocol's mean the
	// protocol's.
	MaxURLs, MaxBytes int
	// AlwaysIndex writes an index even over a single file (rule I8).
	AlwaysIndex bool
	// AnyDirectory lets a sitemap in a sub-folder list URLs outside of it, on the same host. Google
	// allows that only for sitemaps submitted by hand (rule L5).
	AnyDirectory bool
	// Now is the time after which a LastMod is in the future and left out (rule M3), and by which news and
	// videos expire (rules N5, V6); zero disables these checks and writes no news.
	Now time.Time

	// Images and Videos tell where the media of pages are written: in the entry of the page, in separate files,
	// or nowhere. News are always in separate files, "sitemap-news.xml".
	Images, Videos Placement

	// Gzip compresses the files of URLs ("sitemap.xml.gz"), but not the index and the text sitemap. The limits
	// count uncompressed bytes (rule U9).
	Gzip bool
	// Stylesheet is the URL of a style sheet for people who open a file in a browser: CSS, or XSLT if its name ends
	// in .xsl or .xslt. "" writes none.
	Stylesheet string
	// SchemaLocation writes xsi:schemaLocation, for validators that need it.
	SchemaLocation bool
	// Stable numbers files by a hash of the URL instead of by order: a new page then changes one file and the
	// index, while numbering by order moves a URL in each later file (rule U10). It keeps all entries of a
	// group in memory, compressed, until the group is closed.
	Stable bool

	// Extra are additional sitemaps for the index, which is then always written (rule I9).
	Extra []IndexEntry
	// Changed returns when the bytes of a file last changed, if known. The index contains that date if it is
	// later than all dates in the file (rule I6). nil means unknown.
	Changed func(File) time.Time

	// Report receives every value that is left out; it may be nil.
	Report func(Violation)
	// Strict makes every violation an error, of type Violation.
	Strict bool
}

// File is a written file.
type File struct {
	Name    string
	URLs    int       // URLs, or sitemaps in an index
	Bytes   int64     // uncompressed
	LastMod time.Time // newest in the file; zero when it has none
	Index   bool
	Text    bool
}

// Result describes what a Writer wrote.
type Result struct {
	Files []File   // in the order in which they were finished
	Roots []string // names of the files to announce (robots.txt, rule X4): the index, else the sitemap
	URLs  int      // different URLs in all
}
