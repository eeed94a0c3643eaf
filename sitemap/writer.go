package sitemap

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// The limits of the protocol for one file (rules U1, U2), in addresses and uncompressed bytes.
const (
	MaxURLs  = 50_000
	MaxBytes = 52_428_800
)

// Options says where the sitemaps of a site go and what may stand in them.
type Options struct {
	// Base is the absolute address of the folder that file names are relative to,
	// "https://example.org/docs/". // required
	Base string
	// Create opens the file with this slash-separated name. Files are written one after the other, except
	// that a text sitemap may be open beside an XML one. // required
	Create func(name string) (io.WriteCloser, error)

	// Name is the file that search engines are told of: the sitemap itself, or the index over several.
	// Default "sitemap.xml".
	Name string
	// Text is the name of a text sitemap with the same addresses, "sitemap.txt"; "" writes none.
	Text string

	// MaxURLs and MaxBytes lower the limits of one file; 0 and values above the protocol's mean the
	// protocol's.
	MaxURLs, MaxBytes int
	// AlwaysIndex writes an index even over a single file (rule I8).
	AlwaysIndex bool
	// AnyDirectory lets a sitemap in a sub-folder list addresses outside of it, on the same host. Google
	// allows that only for sitemaps submitted by hand (rule L5).
	AnyDirectory bool
	// Now is the time beyond which a LastMod is in the future and left out (rule M3); zero: no check.
	Now time.Time

	// Report is told of every value that was left out; nil means that nobody wants to know.
	Report func(Violation)
	// Strict makes every violation an error.
	Strict bool
}

// File is a file that was written.
type File struct {
	Name    string
	URLs    int   // addresses, or sitemaps in an index
	Bytes   int64 // uncompressed
	LastMod time.Time
	Index   bool
	Text    bool
}

// Result is what a Writer wrote.
type Result struct {
	Files []File   // in the order in which they were finished
	Roots []string // names of the files to announce (robots.txt, rule X4): the index, else the sitemap
	URLs  int      // different addresses in all
}

// Writer writes the sitemaps of one site. It is not safe for concurrent use.
type Writer struct {
	o           Options
	origin, dir []byte // of Base, normalised: "https://example.org", and with the path "https://example.org/docs/"
	scope       []byte // what addresses in the open file must begin with

	xml, text *splitter // the open group, and the text sitemap (nil: none)
	groups    map[string]bool
	seen      seen
	files     []File
	urls      int
	err       error

	// Scratch of Add.
	loc, hrefs, rec []byte
	versions        []version
	codes           map[string]string
}

// NewWriter checks the options.
func NewWriter(o Options) (*Writer, error) {
	if o.Create == nil {
		return nil, errors.New("sitemap: Options.Create is missing")
	}
	w := &Writer{o: o, groups: map[string]bool{}}
	var ok bool
	if w.dir, ok = appendLoc(nil, o.Base); !ok {
		return nil, Violation{Rule: "L1", Field: "base", Value: o.Base}
	}
	if i := strings.IndexByte(string(w.dir), '?'); i >= 0 {
		w.dir = w.dir[:i]
	}
	if w.dir[len(w.dir)-1] != '/' {
		w.dir = append(w.dir, '/')
	}
	w.origin, _, _ = appendOrigin(nil, strings.TrimSpace(o.Base))
	if w.o.Name == "" {
		w.o.Name = "sitemap.xml"
	}
	w.o.MaxURLs, w.o.MaxBytes = limit(o.MaxURLs, MaxURLs), limit(o.MaxBytes, MaxBytes)
	if o.Text != "" {
		w.text = w.newSplitter(o.Text, "", "")
		w.text.text = true
	}
	return w, nil
}

func limit(n, most int) int {
	if n <= 0 || n > most {
		return most
	}
	return n
}

// Group closes the files in use and lets the entries that follow go to files of this name:
// "sitemap-en.xml"; when one is not enough "sitemap-en-1.xml", "sitemap-en-2.xml" and so on. Without any
// call entries go to Options.Name. A name is used once.
func (w *Writer) Group(name string) error {
	if w.err == nil {
		w.err = w.group(name)
	}
	return w.err
}

func (w *Writer) group(name string) error {
	if err := w.closeGroup(); err != nil {
		return err
	}
	if w.groups[name] {
		return fmt.Errorf("sitemap: a second group named %q", name)
	}
	w.groups[name] = true
	w.xml = w.newSplitter(name, urlsetHeader, urlsetFooter)
	w.xml.numbered = name == w.o.Name && w.o.AlwaysIndex
	w.scope = w.dir
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		w.scope = appendPath(append([]byte(nil), w.dir[:len(w.dir)-1]...), "/"+name[:i+1])
	}
	if w.o.AnyDirectory {
		w.scope = append(append([]byte(nil), w.origin...), '/')
	}
	return nil
}

func (w *Writer) closeGroup() error {
	if w.xml == nil {
		return nil
	}
	err := w.xml.close()
	w.files = append(w.files, w.xml.files...)
	w.xml = nil
	return err
}

// Add writes one entry. An entry whose address breaks a rule is left out, any other bad value of it
// only itself; both are reported. An error is one of Create, of a file, or with Strict a Violation.
func (w *Writer) Add(e *Entry) error {
	if w.err == nil && w.xml == nil {
		w.err = w.group(w.o.Name)
	}
	if w.err == nil {
		w.err = w.add(e)
	}
	return w.err
}

func (w *Writer) add(e *Entry) error {
	if !w.normalize(e.Loc) {
		return w.violate("L1", e, "loc", e.Loc)
	}
	if !hasPrefix(w.loc, w.scope) {
		if !hasPrefix(w.loc, w.origin) || w.loc[len(w.origin)] != '/' {
			return w.violate("L4", e, "loc", e.Loc)
		}
		return w.violate("L5", e, "loc", e.Loc)
	}
	if !w.seen.add(w.loc) {
		return w.violate("L7", e, "loc", e.Loc)
	}
	if err := w.appendEntry(e); err != nil {
		return err
	}
	if len(w.rec)+len(urlsetHeader)+len(urlsetFooter) > w.o.MaxBytes {
		return w.violate("U2", e, "url", e.Loc)
	}
	w.urls++
	if err := w.xml.add(w.rec, w.lastMod(e)); err != nil || w.text == nil {
		return err
	}
	return w.text.add(append(w.loc, '\n'), time.Time{})
}

// normalize puts the normal form of raw into w.loc. Nearly all addresses begin as the base does.
func (w *Writer) normalize(raw string) bool {
	w.loc = w.loc[:0]
	if n := len(w.origin); len(raw) > n && raw[n] == '/' && raw[:n] == string(w.origin) {
		w.loc = appendPath(append(w.loc, w.origin...), raw[n:])
		return len(w.loc) <= maxLoc && len(w.loc) >= minLoc && raw[len(raw)-1] > ' '
	}
	var ok bool
	w.loc, ok = appendLoc(w.loc, raw)
	return ok
}

// lastMod is the date of e that is written; zero when it has none.
func (w *Writer) lastMod(e *Entry) time.Time {
	if !w.o.Now.IsZero() && e.LastMod.After(w.o.Now) {
		return time.Time{}
	}
	return e.LastMod
}

// appendEntry renders e into w.rec, its children in the order of the schema (rule U7).
func (w *Writer) appendEntry(e *Entry) error {
	b := append(w.rec[:0], "<url><loc>"...)
	b = append(appendURI(b, w.loc), "</loc>"...)
	if !e.LastMod.IsZero() {
		rule := "M3"
		if t := w.lastMod(e); !t.IsZero() {
			n := len(b)
			var ok bool
			if b, ok = appendLastMod(append(b, "<lastmod>"...), t, e.DateOnly); ok {
				b, rule = append(b, "</lastmod>"...), ""
			} else {
				b, rule = b[:n], "M1"
			}
		}
		if rule != "" {
			if err := w.violate(rule, e, "lastmod", e.LastMod.Format(time.RFC3339)); err != nil {
				return err
			}
		}
	}
	if e.ChangeFreq != "" {
		if validChangeFreq(e.ChangeFreq) {
			b = append(append(append(b, "<changefreq>"...), e.ChangeFreq...), "</changefreq>"...)
		} else if err := w.violate("M6", e, "changefreq", e.ChangeFreq); err != nil {
			return err
		}
	}
	if e.HasPriority {
		if e.Priority >= 0 && e.Priority <= 1 {
			b = strconv.AppendFloat(append(b, "<priority>"...), e.Priority, 'f', -1, 64)
			b = append(b, "</priority>"...)
		} else if err := w.violate("M6", e, "priority", strconv.FormatFloat(e.Priority, 'g', -1, 64)); err != nil {
			return err
		}
	}
	if len(e.Alternates) > 0 {
		if err := w.checkAlternates(e); err != nil {
			return err
		}
		b = w.appendVersions(b)
	}
	w.rec = append(b, "</url>\n"...)
	return nil
}

func (w *Writer) violate(rule string, e *Entry, field, value string) error {
	v := Violation{Rule: rule, Entry: e.Loc, Field: field, Value: value}
	if w.o.Strict {
		return v
	}
	if w.o.Report != nil {
		w.o.Report(v)
	}
	return nil
}

// Close finishes all files and writes the index, if there is to be one. Without entries nothing is
// written (rule I7).
func (w *Writer) Close() (*Result, error) {
	if w.err != nil {
		return nil, w.err
	}
	w.err = errors.New("sitemap: the writer is closed")
	if err := w.closeGroup(); err != nil {
		return nil, err
	}
	res := &Result{Files: w.files, URLs: w.urls}
	for _, f := range w.files {
		res.Roots = append(res.Roots, f.Name)
	}
	if len(w.files) > 1 || w.o.AlwaysIndex && len(w.files) > 0 {
		index, err := w.writeIndex(w.files)
		if err != nil {
			return nil, err
		}
		res.Roots = nil
		for _, f := range index {
			res.Files, res.Roots = append(res.Files, f), append(res.Roots, f.Name)
		}
	}
	if w.text != nil {
		if err := w.text.close(); err != nil {
			return nil, err
		}
		res.Files = append(res.Files, w.text.files...)
	}
	return res, nil
}

func hasPrefix(b, prefix []byte) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == string(prefix)
}
