package sitemap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/sitemap/internal/urlset"
)

// CheckOptions tells what to check. The zero value checks everything that needs no clock.
type CheckOptions struct {
	// Now is the time by which dates are in the future, news stale, and videos expired (rules M3, N5, V6); zero
	// disables these checks.
	Now time.Time
	// AnyDirectory allows URLs outside of the folder of their sitemap (rule L5).
	AnyDirectory bool
	// SameText requires that the text sitemaps and the XML sitemaps list the same pages (rule T3).
	SameText bool
	// Complete means that the files are all sitemaps of their host, as those of an index are assumed to be:
	// versions of pages that none of them lists are reported (rule H1).
	Complete bool
	// Unlisted reports whether a page, given by its URL in normal form, is left out of the sitemaps on purpose;
	// its versions may then name it (rule H1). nil means that none is.
	Unlisted func(loc string) bool
	// Exists reports whether there is a page at a URL in normal form (rule L11); nil disables the check.
	Exists func(loc string) bool
	// Allowed reports whether robots.txt lets crawlers fetch a URL in normal form (rule L9); nil disables the
	// check.
	Allowed func(loc string) bool
}

// Validator checks the sitemaps of a site, individually and together: what the schemas of the protocol require,
// and what they cannot express: limits, scope, duplicates, an index in an index, versions that do not name each
// other, stale news. Pass each file to File, then call Close. A single file is a site of one file. A Validator
// is not safe for concurrent use.
//
// It stores about ten bytes for each URL, and the language versions of pages that have them.
type Validator struct {
	o   CheckOptions
	out []Finding

	pages      urlset.Set          // of all XML files, to find duplicates
	others     urlset.Set          // of text files and feeds, without those in pages before
	annotated  map[uint64]versions // pages with versions, by hash
	order      []uint64            // keys of annotated in the order of the files
	indexes    map[string]bool     // URLs of files that are indexes
	indexCount int
	children   []child
	newest     map[string]time.Time // latest date in a file, by its URL
	text, xml  pageSet
	dates      dateSet
}

// dateSet counts entries by date, to find dates that are those of a build (rule M2).
type dateSet struct {
	first time.Time
	n     int
	more  bool // there are different ones
}

// sameDates is the number of entries with the same date from which on it looks like that of a build.
const sameDates = 100

func (d *dateSet) add(t time.Time) {
	if d.n++; d.n == 1 {
		d.first = t
	}
	d.more = d.more || !t.Equal(d.first)
}

// maxIndexes is the number of indexes that Google accepts for one property (rule I5).
const maxIndexes = 500

// versions contains what a page says about its versions.
type versions struct {
	file, loc string
	line      int
	hrefs     []uint64
	langs     []string // of hrefs
	set       uint64   // sum of hrefs: the same for the same versions
	// a bit for each of the first 64 hrefs: it is on the host of the page, so a sitemap should list it
	ours uint64
	self bool // the page is among them
}

// child is an entry of an index.
type child struct {
	file, loc string
	line      int
	mod       time.Time
	dateOnly  bool
}

// pageSet distinguishes sets of pages.
type pageSet struct {
	files, pages int
	sum          uint64
}

func (p *pageSet) add(hash uint64) { p.pages, p.sum = p.pages+1, p.sum+hash }

// Checked describes the type and contents of a file.
type Checked struct {
	Format   Format // 0 when that could not be seen
	URLs     int
	New      int       // URLs of pages that no file before this one has; those that are not valid count, too
	Bytes    int64     // uncompressed
	Children []string  // the URLs in an index, in normal form if they are valid
	LastMod  time.Time // newest in the file
}

// NewValidator starts a check.
func NewValidator(o CheckOptions) *Validator {
	return &Validator{o: o, annotated: map[uint64]versions{}, indexes: map[string]bool{}, newest: map[string]time.Time{}}
}

// File checks one file: a sitemap or an index, as XML, text, or a feed, plain or compressed with gzip. name is
// its name in findings. loc is its absolute URL; with "" the scope (rules L4, L5, I4) is not checked. A file
// that cannot be read to its end gets an Error finding. The files in an index are in Checked.Children; pass
// each to File as well.
func (v *Validator) File(name, loc string, r io.Reader) Checked {
	c := &fileCheck{v: v, name: name, r: NewReader(r, ReadOptions{})}
	c.r.s.strict = true
	if norm, err := Normalize(loc); err == nil {
		c.setScope(norm)
	}
	if err := c.run(); err != nil {
		c.broken(err)
	}
	c.atEnd()
	v.out = append(v.out, c.findings.all(name)...)
	c.checked.Bytes = c.r.Bytes()
	return c.checked
}

// Close returns all findings: those of each file in the order of the calls, by line, then those of several
// files together.
func (v *Validator) Close() []Finding {
	var fs findings
	for _, hash := range v.order {
		v.checkReturnLinks(&fs, hash)
	}
	for _, c := range v.children {
		if v.indexes[c.loc] {
			fs.add(Finding{c.file, c.line, Error, Violation{"I3", "", "loc", c.loc}, "the index names another index"})
		}
		newest := v.newest[c.loc]
		if c.dateOnly {
			newest = newest.Truncate(24 * time.Hour)
		}
		// feeds have fractions, which order their items
		if !c.mod.IsZero() && newest.Truncate(time.Second).After(c.mod) {
			fs.add(Finding{
				c.file, c.line, Warning,
				Violation{"I6", c.loc, "lastmod", c.mod.Format(time.RFC3339)},
				"the date is older than the newest in the sitemap",
			})
		}
	}
	if d := v.dates; d.n >= sameDates && !d.more {
		fs.add(Finding{
			Severity: Warning, Violation: Violation{
				Rule: "M2", Field: "lastmod",
				Value: d.first.Format(time.RFC3339),
			},
			Message: fmt.Sprintf("all %d dates are the same: search engines stop trusting dates that are only the time of a build", d.n),
		})
	}
	if v.indexCount > maxIndexes {
		fs.add(Finding{
			Severity: Warning, Violation: Violation{Rule: "I5"},
			Message: fmt.Sprintf("%d indexes: Google reads %d of a site", v.indexCount, maxIndexes),
		})
	}
	if v.o.SameText && v.text.files > 0 && v.xml.files > 0 && v.text != (pageSet{v.text.files, v.xml.pages, v.xml.sum}) {
		fs.add(Finding{
			Severity: Error, Violation: Violation{Rule: "T3"},
			Message: fmt.Sprintf("the text sitemaps list other pages (%d) than the XML sitemaps (%d)", v.text.pages,
				v.xml.pages),
		})
	}
	return append(v.out, fs.all("")...)
}

// unlisted reports whether sitemaps leave out a page on purpose.
func (v *Validator) unlisted(loc []byte) bool {
	return v.o.Unlisted != nil && v.o.Unlisted(string(loc))
}

// checkReturnLinks requires each version of a page that is in the files to name the page, and all the versions
// that the page names (rule H1).
func (v *Validator) checkReturnLinks(fs *findings, hash uint64) {
	page := v.annotated[hash]
	for i, href := range page.hrefs {
		if !v.pages.Has(href) {
			if whole := v.o.Complete || v.indexCount > 0; whole && i < 64 && page.ours>>i&1 == 1 {
				fs.add(Finding{
					page.file, page.line, Warning,
					Violation{"H1", page.loc, "hreflang", page.langs[i]},
					"no sitemap lists this version of the page",
				})
			}
			continue
		}
		if href == hash {
			continue
		}
		other, ok := v.annotated[href]
		if ok && page.self && other.set == page.set && len(other.hrefs) == len(page.hrefs) {
			continue // the same versions, the page among them
		}
		severity, message := Error, "a version of the page has no versions itself"
		switch {
		case ok && slices.Contains(other.hrefs, hash): // the pair is valid, the group is not
			severity, message = Warning, "the version "+other.loc+" names other versions than the page"
		case ok:
			message = "the version " + other.loc + " does not link back to the page"
		}
		fs.add(Finding{page.file, page.line, severity, Violation{"H1", page.loc, "hreflang", ""}, message})
	}
}

// fileCheck is the check of one file.
type fileCheck struct {
	v        *Validator
	name     string
	loc      string // normal form, "" when not known
	origin   string
	dir      string
	r        *Reader
	checked  Checked
	findings findings

	entry string     // the URL of the entry as written
	norm  []byte     // in normal form; empty when it has none
	mine  urlset.Set // pages of this file
	news  int
}

func (c *fileCheck) setScope(loc string) {
	path, _, _ := strings.Cut(loc, "?")
	c.loc = loc
	c.dir = path[:strings.LastIndexByte(path, '/')+1]
	i := strings.Index(loc, "://") + 3
	c.origin = loc[:i+strings.IndexByte(loc[i:], '/')+1]
	if c.v.o.AnyDirectory {
		c.dir = c.origin
	}
}

// add reports a problem in the current entry.
func (c *fileCheck) add(severity Severity, id, field, value, message string) {
	c.findings.add(Finding{c.name, c.r.Line(), severity, Violation{id, c.entry, field, value}, message})
}

// broken reports why the rest of the file cannot be read.
func (c *fileCheck) broken(err error) {
	f := Finding{File: c.name, Severity: Error, Violation: Violation{Rule: "XML"}, Message: err.Error()}
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		f.Line, f.Rule, f.Message = syntax.Line, syntax.Rule, syntax.Message
	}
	c.findings.add(f)
}

// file reports a problem of the file in general.
func (c *fileCheck) file(severity Severity, id, message string) {
	c.findings.add(Finding{c.name, 0, severity, Violation{Rule: id}, message})
}

func (c *fileCheck) run() error {
	format, err := c.r.Format()
	if err != nil {
		return err
	}
	c.checked.Format = format
	switch format {
	case URLSet, Index:
		return c.runXML()
	case Text:
		if name := strings.TrimSuffix(strings.ToLower(c.name), ".gz"); strings.HasSuffix(name, ".xml") {
			return c.r.s.fail("XML", "not XML: the file does not begin with <")
		}
	}
	for {
		e, err := c.r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		c.checked.URLs++
		c.checkLoc(e.Loc)
		c.page(format != Text)
		c.newest(e.LastMod)
	}
}

// atEnd checks what is known only at the end of the file.
func (c *fileCheck) atEnd() {
	switch {
	case c.checked.URLs == 0 && len(c.findings.list) == 0 && c.checked.Format != 0:
		c.file(Error, "I7", "the file lists nothing")
	case c.checked.URLs > MaxURLs && c.checked.Format == Index:
		c.file(Error, "I2", fmt.Sprintf("%d sitemaps in an index: at most %d are allowed", c.checked.URLs, MaxURLs))
	case c.checked.URLs > MaxURLs:
		c.file(Error, "U1", fmt.Sprintf("%d URLs: at most %d are allowed", c.checked.URLs, MaxURLs))
	}
	if c.news > MaxNews {
		c.file(Error, "N4", fmt.Sprintf("%d articles: at most %d are allowed", c.news, MaxNews))
	}
	switch c.checked.Format {
	case Text:
		if c.r.bom {
			c.file(Warning, "T3",
				"the text begins with a byte order mark, which some readers take for a part of the first address")
		}
		c.v.text.files++
	case URLSet:
		c.v.xml.files++
	case Index:
		c.v.indexes[c.loc] = c.loc != ""
		c.v.indexCount++
	}
	if c.loc != "" {
		c.v.newest[c.loc] = c.checked.LastMod
	}
}

func (c *fileCheck) newest(t time.Time) {
	if t.After(c.checked.LastMod) {
		c.checked.LastMod = t
	}
}

// runXML checks the root and its contents.
func (c *fileCheck) runXML() error {
	s, entry := &c.r.s, "url"
	if c.checked.Format == Index {
		entry = "sitemap"
	}
	if s.space != spaceSitemap {
		c.add(Error, "U6", string(s.name), "", "the namespace of the root is not "+nsSitemap)
	}
	for _, a := range s.attrs {
		if a.space == spaceNone {
			c.add(Error, "XSD", string(s.name), string(a.name), "the root has no such attribute")
		}
	}
	for {
		tok, err := s.next()
		if err != nil {
			return err
		}
		switch tok {
		case tokenEOF:
			return nil
		case tokenText:
			if text := bytes.TrimSpace(s.text); len(text) > 0 {
				c.r.rec.line, c.entry = s.line(), ""
				c.add(Error, "XSD", "", string(text), "text between entries")
			}
		case tokenStart:
			c.entry = ""
			if string(s.name) == entry && s.space != spaceImage && s.space != spaceVideo && s.space != spaceNews &&
				s.space != spaceXHTML {
				if err := c.r.rec.fill(s); err != nil {
					return err
				}
				c.checked.URLs++
				c.checkEntry()
				continue
			}
			c.r.rec.line = s.line()
			c.checkStray()
			if err := c.r.skip(); err != nil {
				return err
			}
		}
	}
}

// checkStray reports an element of the root that is not an entry. The schema allows those of other namespaces
// before the first entry.
func (c *fileCheck) checkStray() {
	s := &c.r.s
	name := string(s.name)
	switch {
	case s.space == spaceSitemap || s.space == spaceNone:
		c.add(Error, "XSD", name, "", "<"+name+"> is not an entry of this file")
	case c.checked.URLs > 0:
		c.add(Error, "XSD", name, "", "<"+name+"> of another namespace behind an entry")
	default:
		c.add(Warning, "XSD", name, "", "<"+name+"> is in a namespace that no search engine knows")
	}
}
