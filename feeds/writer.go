package feeds

import (
	"bytes"
	"errors"
	"hash/maphash"
	"io"
	"path"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// Options tells how a feed is written, and how to treat invalid values.
type Options struct {
	Report func(Violation) // receives every value that is left out; may be nil
	Strict bool            // every violation is an error, of type Violation

	// Stylesheet is the URL of a style sheet for people who open RSS or Atom in a browser: CSS, or XSLT if its name
	// ends in .xsl or .xslt. "" writes none.
	Stylesheet string

	// XHTML writes summaries and contents of Atom as type="xhtml": as elements instead of escaped text. It
	// implies Safe for all formats; SVG and MathML are left out.
	XHTML bool

	// Safe writes the HTML of summaries and contents balanced, and without scripts, frames, forms, styles,
	// event handlers, and URLs that run code. Without it HTML is written unchanged.
	Safe bool
}

// Writer writes one feed. It is not safe for concurrent use.
type Writer struct {
	out      io.Writer
	feed     *Feed
	o        Options
	enc      encoder
	buf      []byte
	shared   bool   // buf is part of the buffer of out
	tidied   []byte // where HTML is made safe
	seed     maphash.Seed
	seen     map[uint64]struct{}
	newest   time.Time
	items    int
	err      error
	entry    string          // URL of the item at work
	prefixes map[string]bool // that extensions may have

	flushed  int64 // bytes that left buf
	reports  int   // violations so far
	at, size int64 // position of the last item in the feed; size 0 if it was left out, or caused a report
}

// encoder is one of the three formats; what it appends goes to Writer.buf.
type encoder interface {
	begin(w *Writer, f *Feed) error
	item(w *Writer, i *Item, id string) error
	between() string // the text before every item except the first
	end(w *Writer)
}

// prolog appends the text before the root element.
func (w *Writer) prolog() error {
	w.put(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if w.o.Stylesheet == "" {
		return nil
	}
	name, _, _ := strings.Cut(w.o.Stylesheet, "?")
	mediaType := "text/css"
	if ext := strings.ToLower(path.Ext(name)); ext == ".xsl" || ext == ".xslt" {
		mediaType = "text/xsl"
	}
	w.put(`<?xml-stylesheet type="` + mediaType + `"`)
	err := w.attr("href", w.o.Stylesheet)
	w.put("?>\n")
	return err
}

// flushAt is the number of bytes that a Writer buffers before it writes.
const flushAt = 32 << 10

// NewWriter begins a feed. A feed without title, home, or self URL is an error, and so is an Atom feed without
// a date. If out has the method AvailableBuffer of bytes.Buffer and bufio.Writer, the feed is written directly
// into that buffer if it has room.
func NewWriter(out io.Writer, format Format, feed *Feed, o Options) (*Writer, error) {
	if out == nil || feed == nil {
		return nil, errors.New("feeds: NewWriter needs an io.Writer and a Feed")
	}
	w := &Writer{out: out, o: o, seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}}
	feed, err := w.cleanFeed(feed)
	if err != nil {
		return nil, err
	}
	w.feed = feed
	switch format {
	case Atom:
		w.enc = atom{}
	case JSON:
		w.enc = jsonFeed{}
	default:
		w.enc = rss{}
	}
	for _, f := range []struct{ rule, field, value string }{
		{"B1", "title", strings.TrimSpace(feed.Title)}, {"B1", "home", feed.Home}, {"B1", "self", feed.Self},
	} {
		if f.value == "" {
			return nil, Violation{Rule: f.rule, Field: f.field}
		}
	}
	for _, f := range []struct{ field, value string }{{"home", feed.Home}, {"self", feed.Self}} {
		if !absolute(f.value) {
			return nil, Violation{Rule: "B7", Field: f.field, Value: f.value}
		}
	}
	if err := w.checkPaging(&feed.Paging); err != nil {
		return nil, err
	}
	w.buf = w.room()
	w.err = w.enc.begin(w, feed)
	return w, w.err
}

// Add writes one item. An item that breaks a rule concerning the entire item is left out; of two items with the
// same ID the first stays (rule A6).
func (w *Writer) Add(i *Item) error {
	if i == nil {
		return errors.New("feeds: Add(nil)")
	}
	if w.err == nil {
		w.err = w.add(i)
	}
	return w.err
}

func (w *Writer) add(i *Item) error {
	reports := w.reports
	w.entry, w.size = i.URL, 0
	if !absolute(i.URL) {
		rule := "B7"
		if i.URL == "" {
			rule = "B4"
		}
		return w.violate(rule, "url", i.URL)
	}
	i, err := w.cleanItem(i)
	if err != nil {
		return err
	}
	id := idOf(i)
	if !w.first(id) {
		return w.violate("A6", "id", id)
	}
	before, at := w.items, w.length()
	if err := w.enc.item(w, i, id); err != nil {
		return err
	}
	if w.items > before {
		w.newest = Newest(w.newest, i.Date())
		if w.reports == reports {
			w.at, w.size = at, w.length()-at
		}
	}
	if len(w.buf) >= flushAt {
		return w.flush()
	}
	return nil
}

// length returns the number of bytes of the feed so far.
func (w *Writer) length() int64 { return w.flushed + int64(len(w.buf)) }

// Written returns the offset and length of the last item in the feed, including the separator before it. The
// size is 0 if the item was left out, or if something about it was reported.
func (w *Writer) Written() (at, size int64) { return w.at, w.size }

// AddWritten adds an item that another Writer with the same format and Options has written: written are the
// bytes at the position that Written returned after adding an item equal to i. Summary and Content of i are not
// read.
func (w *Writer) AddWritten(i *Item, written []byte) error {
	if w.err == nil {
		w.err = w.addWritten(i, written)
	}
	return w.err
}

func (w *Writer) addWritten(i *Item, written []byte) error {
	w.entry, w.size = i.URL, 0
	bare := *i
	bare.Summary, bare.Content = "", ""
	clean, err := w.cleanItem(&bare)
	if err != nil {
		return err
	}
	if id := idOf(clean); !w.first(id) {
		return w.violate("A6", "id", id)
	}
	between := w.enc.between()
	written = bytes.TrimPrefix(written, []byte(between))
	w.at = w.length()
	if w.items > 0 {
		w.put(between)
	}
	w.buf = append(w.buf, written...)
	w.size = w.length() - w.at
	w.items++
	w.newest = Newest(w.newest, i.Date())
	if len(w.buf) >= flushAt {
		return w.flush()
	}
	return nil
}

// idOf returns the ID of an item as written.
func idOf(i *Item) string {
	if i.ID == "" || i.ID == i.URL {
		return plainURL(i.URL)
	}
	return i.ID
}

// first reports whether id is new. Eight bytes of each ID are stored.
func (w *Writer) first(id string) bool {
	before := len(w.seen)
	w.seen[maphash.String(w.seed, id)] = struct{}{}
	return len(w.seen) > before
}

// Close ends the feed; the underlying writer stays open. It reports an item that is newer than the date of the
// feed (rule A7).
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	w.err = errors.New("feeds: the writer is closed")
	w.entry = ""
	w.enc.end(w)
	err := w.flush()
	// RSS has no fractions
	if err == nil && !w.feed.Updated.IsZero() && w.newest.Truncate(time.Second).After(w.feed.Updated) {
		err = w.violate("A7", "updated", w.newest.Format(time.RFC3339))
	}
	return err
}

// Items returns the number of items written.
func (w *Writer) Items() int { return w.items }

func (w *Writer) flush() error {
	n, err := w.out.Write(w.buf)
	w.flushed += int64(n)
	w.buf = w.room()
	return err
}

// room returns the empty buffer for the next part of the feed: that of out if it is large enough, else the
// Writer's own.
func (w *Writer) room() []byte {
	if out, ok := w.out.(interface{ AvailableBuffer() []byte }); ok {
		if room := out.AvailableBuffer(); cap(room) >= flushAt {
			w.shared = true
			return room
		}
	}
	if w.shared { // out already contains what was written in it
		w.shared = false
		return nil
	}
	return w.buf[:0]
}

func (w *Writer) violate(rule, field, value string) error {
	w.reports++
	v := Violation{Rule: rule, Entry: w.entry, Field: field, Value: value}
	if w.o.Strict {
		return v
	}
	if w.o.Report != nil {
		w.o.Report(v)
	}
	return nil
}

// date reports whether t is known and can be written.
func (w *Writer) date(field string, t time.Time) (bool, error) {
	if t.IsZero() {
		return false, nil
	}
	if y := t.Year(); y < 1 || y > 9999 {
		return false, w.violate("B2", field, t.Format(time.RFC3339))
	}
	return true, nil
}

// url returns a URL as it is written; for one that is not absolute, it reports that and returns "".
func (w *Writer) url(field, s string) (string, error) {
	if s == "" {
		return "", nil
	}
	if !absolute(s) {
		return "", w.violate("B7", field, s)
	}
	return plainURL(s), nil
}

// urlElement appends an element that holds a URL.
func (w *Writer) urlElement(name, s string) error {
	s, err := w.url(name, s)
	if err != nil {
		return err
	}
	return w.element(name, s)
}

// language returns a valid language tag, else "".
func (w *Writer) language(s string) (string, error) {
	if s == "" || isLanguage(s) {
		return s, nil
	}
	return "", w.violate("C1", "language", s)
}

// html returns a summary or content in the form for the feed, or "" if nothing of it would be visible.
func (w *Writer) html(field, s string) (string, error) {
	if !says(s) {
		if len(stripped(s)) < len(s) {
			return "", w.violate("U4", field, s)
		}
		return "", nil
	}
	if !w.o.Safe && !w.o.XHTML {
		return s, nil
	}
	s, err := w.clean(field, s)
	if err != nil {
		return "", err
	}
	if legal := stripped(s); len(legal) < len(s) { // reported here, because tidying hides it
		if err := w.violate("U4", field, s); err != nil {
			return "", err
		}
		s = legal
	}
	w.tidied = markup.Tidy(w.tidied[:0], s)
	if len(bytes.TrimSpace(w.tidied)) == 0 {
		return "", nil
	}
	return string(w.tidied), nil
}

// checkPaging reports contradictory links (rules P1, P2).
func (w *Writer) checkPaging(p *Paging) error {
	switch {
	case p.Complete && *p != (Paging{Complete: true}):
		return Violation{Rule: "P1", Field: "paging"}
	case p.Archive && p.Current == "":
		return Violation{Rule: "P2", Field: "current"}
	}
	return nil
}

// rel is a link between the documents of a feed.
type rel struct{ name, href string }

// links returns the links of p in a fixed order.
func (p *Paging) links() []rel {
	all := []rel{
		{"current", p.Current},
		{"prev-archive", p.PrevArchive},
		{"next-archive", p.NextArchive},
		{"first", p.First},
		{"previous", p.Previous},
		{"next", p.Next},
		{"last", p.Last},
	}
	out := all[:0]
	for _, r := range all {
		if r.href != "" {
			out = append(out, r)
		}
	}
	return out
}
