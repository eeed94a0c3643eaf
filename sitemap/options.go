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

// Options says where the sitemaps of a site go and what they may contain.
type Options struct {
	// Base is the absolute URL of the folder that file names are relative to,
	// "https://example.org/docs/". // required
	Base string
	// Create opens the file with this slash-separated name. Files are written one after the other, except
	// that those of text, media and news may be open at the same time as that of the pages. // required
	Create func(name string) (io.WriteCloser, error)

	// Name is the file to announce to search engines: the sitemap itself, or the index over several.
	// Default: "sitemap.xml".
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
	// Now is the time beyond which a LastMod is in the future and left out (rule M3), and by which news
	// and videos expire (rules N5, V6); zero: no check, and no news.
	Now time.Time

	// Images and Videos say where the media of pages go: into the entry of the page, into files of their
	// own, or nowhere. News always have files of their own, "sitemap-news.xml".
	Images, Videos Placement

	// Gzip compresses the files of URLs ("sitemap.xml.gz"); the index and the text sitemap stay as
	// they are. The limits count uncompressed bytes (rule U9).
	Gzip bool
	// SchemaLocation writes xsi:schemaLocation, for validators that want it.
	SchemaLocation bool
	// Stable numbers files by a hash of the URL instead of by order: a new page then changes one
	// file and the index, while in order it moves a URL in each file after its own (rule U10). It
	// keeps all entries in memory, compressed, until their group is closed.
	Stable bool

	// Extra are further sitemaps for the index, which is then always written (rule I9).
	Extra []IndexEntry
	// Changed says when the bytes of a file last changed, as far as the caller knows; the index carries
	// it when it is later than all dates in the file (rule I6). nil: unknown.
	Changed func(File) time.Time

	// Report receives every value that is left out; it may be nil.
	Report func(Violation)
	// Strict makes every violation an error, of type Violation.
	Strict bool
}

// File is a file that was written.
type File struct {
	Name    string
	URLs    int       // URLs, or sitemaps in an index
	Bytes   int64     // uncompressed
	LastMod time.Time // newest in the file; zero when it has none
	Index   bool
	Text    bool
}

// Result is what a Writer wrote.
type Result struct {
	Files []File   // in the order in which they were finished
	Roots []string // names of the files to announce (robots.txt, rule X4): the index, else the sitemap
	URLs  int      // different URLs in all
}
