package feeds

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Items copied with AddWritten are the same in another feed as if they were written again, in any order; items
// that were reported or left out must be written again.
func TestAddWritten(t *testing.T) {
	for _, format := range formats {
		type known struct {
			Item
			written []byte
		}
		var out bytes.Buffer
		w, err := NewWriter(&out, format, feed(), Options{Safe: true})
		if err != nil {
			t.Fatal(err)
		}
		list := items()
		list = append(list, Item{ID: "urn:uuid:long", URL: "https://example.org/long/", Published: day, Summary: "<p>" + string(bytes.Repeat([]byte("long & "), flushAt)) + "</p>"})
		type span struct{ at, size int64 }
		var spans []span
		for i := range list {
			if err := w.Add(&list[i]); err != nil {
				t.Fatal(err)
			}
			at, size := w.Written()
			spans = append(spans, span{at, size})
		}
		list = append(list, Item{URL: "https://example.org/odd/", Title: "a\x01b", Published: day}, Item{URL: "nowhere"})
		for _, i := range list[len(list)-2:] {
			if err := w.Add(&i); err != nil {
				t.Fatal(err)
			}
			if _, size := w.Written(); size != 0 {
				t.Errorf("%v: %q was reported, and can be had again", format, i.URL)
			}
			spans = append(spans, span{})
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		var all []known
		for i, s := range spans {
			all = append([]known{{list[i], out.Bytes()[s.at : s.at+s.size]}}, all...) // in another order
		}
		var again, want bytes.Buffer
		for _, into := range []*bytes.Buffer{&again, &want} {
			w, err := NewWriter(into, format, feed(), Options{Safe: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range all {
				if into == &again && len(k.written) > 0 {
					k.Summary, k.Content = "not", "read"
					err = w.AddWritten(&k.Item, k.written)
				} else {
					err = w.Add(&k.Item)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want.String(), again.String()); diff != "" {
			t.Errorf("%v: %s", format, diff)
		}
	}
}

// The first of two items with one id stays, however it comes (rule A6).
func TestAddWrittenKnowsIDs(t *testing.T) {
	var reported []Violation
	w, err := NewWriter(new(bytes.Buffer), RSS, feed(), Options{Report: func(v Violation) { reported = append(reported, v) }})
	if err != nil {
		t.Fatal(err)
	}
	i := items()[0]
	if err := w.Add(&i); err != nil {
		t.Fatal(err)
	}
	if err := w.AddWritten(&i, []byte("<item/>\n")); err != nil {
		t.Fatal(err)
	}
	if _, size := w.Written(); size != 0 || len(reported) != 1 || reported[0].Rule != "A6" || w.Items() != 1 {
		t.Errorf("%d items, reported %v", w.Items(), reported)
	}
}
