package sitemap

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sitegen/sitegen/sitemap/internal/urlset"
)

// Writer writes the sitemaps of one site. It is not safe for concurrent use.
type Writer struct {
	o           Options
	origin, dir []byte // of Base, normalized: "https://example.org", and with the path "https://example.org/docs/"
	scope       []byte // what URLs in the open file must begin with

	xml                  sink // the open group
	xmlName              string
	text                 sink // nil: none
	images, videos, news sink // nil before the first of them
	groups, created      map[string]bool
	seen                 urlset.Set
	files                []File
	urls                 int
	err                  error

	scratch
}

// scratch contains buffers that Add reuses for each entry.
type scratch struct {
	loc, href, hrefs, rec []byte
	hash                  uint64 // of loc
	fault                 error  // with Strict, the first violation
	hashes                []uint64
	versions              []version
	codes                 map[string]string
}

// NewWriter returns a Writer, or an error for invalid options.
func NewWriter(o Options) (*Writer, error) {
	if o.Create == nil {
		return nil, errors.New("sitemap: Options.Create is missing")
	}
	w := &Writer{o: o, groups: map[string]bool{}, created: map[string]bool{}}
	var ok bool
	if w.dir, ok = appendLoc(nil, o.Base); !ok {
		return nil, Violation{Rule: "L1", Field: "base", Value: o.Base}
	}
	if last := o.Base[strings.LastIndexByte(o.Base, '/')+1:]; len(w.dir) > 0 && w.dir[len(w.dir)-1] != '/' &&
		strings.Contains(last, ".") {
		return nil, fmt.Errorf("sitemap: Options.Base %q is a file: it must be a folder, with a slash at its end", o.Base)
	}
	if i := strings.IndexByte(string(w.dir), '?'); i >= 0 {
		w.dir = w.dir[:i]
	}
	if w.dir[len(w.dir)-1] != '/' {
		w.dir = append(w.dir, '/')
	}
	w.origin, _, _ = appendOrigin(nil, strings.TrimSpace(o.Base))
	w.o.Name = cmp.Or(w.o.Name, "sitemap.xml")
	for _, name := range []string{w.o.Name, o.Text} {
		if err := checkName(name); name != "" && err != nil {
			return nil, err
		}
	}
	w.o.MaxURLs, w.o.MaxBytes = limit(o.MaxURLs, MaxURLs), limit(o.MaxBytes, MaxBytes)
	if o.Text != "" {
		w.text = w.newSink(o.Text, "", "", w.o.MaxURLs)
	}
	return w, nil
}

// checkName rejects a name that is not one of a file below the base.
func checkName(name string) error {
	if name == "." || !fs.ValidPath(name) || strings.Contains(name, `\`) {
		return fmt.Errorf("sitemap: %q is not the name of a file in the folder of the sitemaps", name)
	}
	return nil
}

// newSink returns the sink for the files of one name. Files without a header are text.
func (w *Writer) newSink(name, header, footer string, maxURLs int) sink {
	p := part{layout: &layout{
		create: w.create, name: name, header: header, footer: footer,
		maxURLs: maxURLs, maxBytes: w.o.MaxBytes, text: header == "", gzip: w.o.Gzip && header != "",
	}}
	if w.o.Stable {
		return &sharder{part: p}
	}
	return &splitter{part: p}
}

// create calls Options.Create; using a name twice is an error.
func (w *Writer) create(name string) (io.WriteCloser, error) {
	if w.created[name] {
		return nil, fmt.Errorf("sitemap: two files are both named %q", name)
	}
	w.created[name] = true
	f, err := w.o.Create(name)
	if err == nil && f == nil {
		err = fmt.Errorf("sitemap: Options.Create gave nothing to write %q to", name)
	}
	return f, err
}

// beside returns the name of a file for media or news: "sitemap-images.xml".
func (w *Writer) beside(kind string) string {
	stem, ext := cutExt(w.o.Name)
	return stem + "-" + kind + ext
}

func limit(n, most int) int {
	if n <= 0 || n > most {
		return most
	}
	return n
}

// Group closes the current files and begins files of this name for the following entries: "sitemap-en.xml"; if
// one is not enough "sitemap-en-1.xml", "sitemap-en-2.xml", and so on. Before the first call, entries go to
// Options.Name, and no group may follow them. A name is used once, and must be in the folder.
func (w *Writer) Group(name string) error {
	if w.err == nil {
		w.err = w.group(name)
	}
	return w.err
}

func (w *Writer) group(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	if err := w.closeGroup(); err != nil {
		return err
	}
	for _, f := range w.files {
		if f.Name == w.o.Name {
			return fmt.Errorf("sitemap: Group(%q) after entries without a group: their file %q has the name of the index; call Group before Add", name, f.Name)
		}
	}
	if w.groups[name] {
		return fmt.Errorf("sitemap: a second group named %q", name)
	}
	w.groups[name] = true
	w.xml = w.newSink(name, w.o.pageHeader(), urlsetFooter, w.o.MaxURLs)
	w.xmlName = name
	w.scope = w.dir
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		w.scope = appendPath(append([]byte(nil), w.dir[:len(w.dir)-1]...), "/"+name[:i+1])
	}
	if w.o.AnyDirectory {
		w.scope = append(append([]byte(nil), w.origin...), '/')
	}
	return nil
}

// closeGroup finishes the open group. If there will be an index, files named Options.Name get numbers, because
// the index has that name.
func (w *Writer) closeGroup() error {
	if w.xml == nil {
		return nil
	}
	beside := w.images != nil || w.videos != nil || w.news != nil || len(w.o.Extra) > 0 || len(w.files) > 0
	if w.xmlName == w.o.Name && (w.o.AlwaysIndex || beside) {
		w.xml.number()
	}
	files, err := w.xml.close()
	w.files = append(w.files, files...)
	w.xml = nil
	return err
}

// Add writes one entry. An entry with an invalid URL is left out; any other invalid value is left out by
// itself. Both are reported. An error is one of Create, of a file, or with Strict a Violation. Without
// Options.Report an entry is not left out silently: Add returns the Violation, and the Writer can continue with
// the next entry.
func (w *Writer) Add(e *Entry) error {
	if e == nil {
		return errors.New("sitemap: Add(nil)")
	}
	if w.err == nil && w.xml == nil {
		w.err = w.group(w.o.Name)
	}
	if w.err == nil && w.o.Report == nil && !w.o.Strict && !w.normalize(e.Loc) {
		return Violation{Rule: "L1", Entry: e.Loc, Field: "loc", Value: e.Loc}
	}
	if w.err == nil {
		w.err = w.add(e)
	}
	return w.err
}

func (w *Writer) add(e *Entry) error {
	if rule := w.locate(e.Loc); rule != "" {
		w.violate(rule, e, "loc", e.Loc)
		return w.fault
	}
	w.appendEntry(e)
	if w.fault != nil {
		return w.fault
	}
	if !w.fits() {
		w.violate("U2", e, "url", e.Loc)
		return w.fault
	}
	w.urls++
	mod := w.lastMod(e)
	if err := w.xml.add(w.rec, w.hash, mod); err != nil {
		return err
	}
	if w.text != nil {
		w.rec = append(append(w.rec[:0], w.loc...), '\n')
		if err := w.text.add(w.rec, w.hash, time.Time{}); err != nil {
			return err
		}
	}
	if w.o.Images == OwnFiles && len(e.Images) > 0 {
		if err := w.addBeside(&w.images, e, mod, "images", extImage, w.appendImages); err != nil {
			return err
		}
	}
	if w.o.Videos == OwnFiles && len(e.Videos) > 0 {
		if err := w.addBeside(&w.videos, e, mod, "videos", extVideo, w.appendVideos); err != nil {
			return err
		}
	}
	if e.News != nil {
		return w.addNews(e)
	}
	return nil
}

// locate sets w.loc to the URL and w.hash to its hash, and returns the rule that it breaks, if any.
func (w *Writer) locate(raw string) string {
	if !w.normalize(raw) {
		return "L1"
	}
	if !hasPrefix(w.loc, w.scope) {
		if !hasPrefix(w.loc, w.origin) || w.loc[len(w.origin)] != '/' {
			return "L4"
		}
		return "L5"
	}
	w.hash = urlset.Hash(w.loc)
	if !w.seen.Add(w.hash) {
		return "L7"
	}
	return ""
}

// fits reports whether the record fits into an empty file (rule U2).
func (w *Writer) fits() bool {
	const header = 1 << 10 // more than any header
	n := len(w.rec) + len(urlsetFooter)
	return n+header <= w.o.MaxBytes || n+len(w.o.pageHeader()) <= w.o.MaxBytes
}

// addBeside writes the media of e to separate files.
func (w *Writer) addBeside(to *sink, e *Entry, mod time.Time, kind string, x extension,
	media func([]byte, *Entry) []byte,
) error {
	b := append(w.rec[:0], "<url><loc>"...)
	b = append(appendURI(b, w.loc), "</loc>"...)
	n := len(b)
	b = media(b, e)
	w.rec = append(b, "</url>\n"...)
	if w.fault != nil || len(b) == n {
		return w.fault
	}
	if *to == nil {
		*to = w.newSink(w.beside(kind), w.o.header(x), urlsetFooter, w.o.MaxURLs)
	}
	return w.put(*to, e, mod)
}

// put adds w.rec to files for media or news.
func (w *Writer) put(to sink, e *Entry, mod time.Time) error {
	if !w.fits() {
		w.violate("U2", e, "url", e.Loc)
		return w.fault
	}
	return to.add(w.rec, w.hash, mod)
}

// normalize sets w.loc to the normal form of raw. Nearly all URLs begin like the base.
func (w *Writer) normalize(raw string) bool {
	w.loc = w.loc[:0]
	n, last := len(w.origin), len(raw)-1
	// without white space at the end
	if last >= n && raw[n] == '/' && raw[last] > ' ' && raw[last] < utf8.RuneSelf && raw[:n] == string(w.origin) {
		w.loc = appendPath(append(w.loc, w.origin...), raw[n:])
		return len(w.loc) <= maxLoc && len(w.loc) >= minLoc
	}
	var ok bool
	w.loc, ok = appendLoc(w.loc, raw)
	return ok
}

// lastMod returns the date that is written for e, or zero.
func (w *Writer) lastMod(e *Entry) time.Time {
	if !w.o.Now.IsZero() && e.LastMod.After(w.o.Now) {
		return time.Time{}
	}
	return e.LastMod
}

// violate reports a value that is left out; with Strict it stores the first one in w.fault, which ends the
// entry.
func (w *Writer) violate(rule string, e *Entry, field, value string) {
	v := Violation{Rule: rule, Entry: e.Loc, Field: field, Value: value}
	if w.o.Strict {
		if w.fault == nil {
			w.fault = v
		}
		return
	}
	if w.o.Report != nil {
		w.o.Report(v)
	}
}

// Close finishes all files and writes the index, if needed. Without entries nothing is written (rule I7).
func (w *Writer) Close() (*Result, error) {
	if w.err != nil {
		return nil, w.err
	}
	w.err = errors.New("sitemap: the writer is closed")
	if err := w.closeGroup(); err != nil {
		return nil, err
	}
	for _, beside := range []sink{w.images, w.videos, w.news} {
		if beside == nil {
			continue
		}
		files, err := beside.close()
		if err != nil {
			return nil, err
		}
		w.files = append(w.files, files...)
	}
	res := &Result{Files: w.files, URLs: w.urls}
	for _, f := range w.files {
		res.Roots = append(res.Roots, f.Name)
	}
	if len(w.files) > 1 || w.o.AlwaysIndex && len(w.files) > 0 || len(w.o.Extra) > 0 {
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
		files, err := w.text.close()
		if err != nil {
			return nil, err
		}
		res.Files = append(res.Files, files...)
	}
	return res, nil
}

func hasPrefix(b, prefix []byte) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == string(prefix)
}
