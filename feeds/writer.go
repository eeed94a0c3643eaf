package feeds

import (
	"errors"
	"hash/fnv"
	"io"
	"strings"
	"time"
)

// Options says what to do about bad values.
type Options struct {
	Report func(Violation) // told of every value that was left out; nil: nobody wants to know
	Strict bool            // every violation is an error
}

// Writer writes one feed. It is not safe for concurrent use.
type Writer struct {
	out   io.Writer
	feed  *Feed
	o     Options
	enc   encoder
	buf   []byte
	seen  map[uint64]struct{}
	items int
	err   error
	entry string // URL of the item at work
}

// encoder is one of the three formats; what it appends goes to Writer.buf.
type encoder interface {
	begin(w *Writer, f *Feed) error
	item(w *Writer, i *Item, id string) error
	end(w *Writer)
}

// flushAt is how much a Writer collects before it writes.
const flushAt = 32 << 10

// NewWriter begins a feed. A feed without title, home or self address is an error, and so is an Atom
// feed without a date.
func NewWriter(out io.Writer, format Format, feed *Feed, o Options) (*Writer, error) {
	w := &Writer{out: out, feed: feed, o: o, seen: map[uint64]struct{}{}}
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
	w.err = w.enc.begin(w, feed)
	return w, w.err
}

// Add writes one item. An item that breaks a rule as a whole is left out; the first of two with one id
// stays (rule A6).
func (w *Writer) Add(i *Item) error {
	if w.err == nil {
		w.err = w.add(i)
	}
	return w.err
}

func (w *Writer) add(i *Item) error {
	w.entry = i.URL
	if !absolute(i.URL) {
		rule := "B7"
		if i.URL == "" {
			rule = "B4"
		}
		return w.violate(rule, "url", i.URL)
	}
	id := i.ID
	if id == "" {
		id = i.URL
	}
	if !w.first(id) {
		return w.violate("A6", "id", id)
	}
	if err := w.enc.item(w, i, id); err != nil {
		return err
	}
	if len(w.buf) >= flushAt {
		return w.flush()
	}
	return nil
}

// first reports whether id is new.
func (w *Writer) first(id string) bool {
	h := fnv.New64a()
	io.WriteString(h, id)
	before := len(w.seen)
	w.seen[h.Sum64()] = struct{}{}
	return len(w.seen) > before
}

// Close ends the feed; the underlying writer stays open.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	w.enc.end(w)
	err := w.flush()
	w.err = errors.New("feeds: the writer is closed")
	return err
}

// Items is the number of items written.
func (w *Writer) Items() int { return w.items }

func (w *Writer) flush() error {
	_, err := w.out.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

func (w *Writer) violate(rule, field, value string) error {
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

// absolute reports whether s has a scheme that a reader can open.
func absolute(s string) bool {
	return (strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")) && !strings.ContainsAny(s, " <>\"\n\t")
}

// isIRI reports whether s begins with a scheme (RFC 3987 §2.2) and holds nothing that cannot stand in an IRI.
func isIRI(s string) bool {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || scheme == "" || rest == "" || strings.ContainsAny(s, " <>\"{}|\\^`\n\t\r") {
		return false
	}
	for i := range len(scheme) {
		c := scheme[i] | 0x20
		if letter := 'a' <= c && c <= 'z'; !letter && (i == 0 || !('0' <= scheme[i] && scheme[i] <= '9' || strings.IndexByte("+-.", scheme[i]) >= 0)) {
			return false
		}
	}
	return true
}
