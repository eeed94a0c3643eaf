package sitemap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTraps: what a program gets wrong is an error where it does so.
func TestTraps(t *testing.T) {
	for _, o := range []Options{
		{Base: "https://example.org/sitemap.xml"},
		{Base: "https://example.org/docs/index.html"},
		{Base: "/docs/"},
		{},
		{Base: base, Name: "../sitemap.xml"},
		{Base: base, Text: "/sitemap.txt"},
		{Base: base, Name: `a\b.xml`},
	} {
		o.Create = discard
		if _, err := NewWriter(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	for _, good := range []string{"https://example.org", "https://example.org/docs", "https://example.org/v1.2/"} {
		if _, err := NewWriter(Options{Base: good, Create: discard}); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, group := range []string{"../a.xml", "a/../../b.xml", "/a.xml", "", ".", `..\a.xml`} {
		w, _ := NewWriter(Options{Base: base, Create: discard})
		if err := w.Group(group); err == nil {
			t.Errorf("group %q: no error", group)
		}
	}
	if _, err := NewReader(nil, ReadOptions{}).Format(); err == nil {
		t.Error("a reader of nothing")
	}
	if _, err := NewReader(nil, ReadOptions{}).Next(); err == nil {
		t.Error("a reader of nothing")
	}
	if err := Write(nil, Options{Base: base}, slices.Values([]*Entry{})); err == nil {
		t.Error("a writer to nothing")
	}
}

// TestAddTraps: an address that is none is an error of Add, and the Writer goes on.
func TestAddTraps(t *testing.T) {
	files := map[string]*bytes.Buffer{}
	w, err := NewWriter(Options{Base: base, Create: func(name string) (io.WriteCloser, error) {
		files[name] = &bytes.Buffer{}
		return nopCloser{files[name]}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, loc := range []string{"", "/a/", "a", "mailto:a@example.org"} {
		var v Violation
		if err := w.Add(&Entry{Loc: loc}); !errors.As(err, &v) || v.Rule != "L1" {
			t.Errorf("%q: %v", loc, err)
		}
	}
	if err := w.Add(nil); err == nil {
		t.Error("nil: no error")
	}
	for _, e := range []Entry{{Loc: base + "a/", Priority: 0.8}, {Loc: base + "b/", HasPriority: true}, {Loc: base + "c/"}, {Loc: base + "d/", Priority: -1}} {
		if err := w.Add(&e); err != nil {
			t.Error(err)
		}
	}
	if err := w.Group("more.xml"); err == nil || !strings.Contains(err.Error(), "before Add") {
		t.Errorf("a group after entries without one: %v", err)
	}
	want := "<url><loc>" + base + "a/</loc><priority>0.8</priority></url>\n<url><loc>" + base + "b/</loc><priority>0</priority></url>\n<url><loc>" + base + "c/</loc></url>\n<url><loc>" + base + "d/</loc></url>\n"
	if got := files["sitemap.xml"].String(); !strings.Contains(got, want) {
		t.Errorf("%s", got)
	}
}

// TestNothing: nil arguments give errors instead of a panic.
func TestNothing(t *testing.T) {
	one := func(yield func(*Entry) bool) { yield(&Entry{Loc: base}) }
	for name, do := range map[string]func() error{
		"Write to nothing": func() error { return Write(nil, Options{Base: base}, one) },
		"Write of nothing": func() error { return Write(io.Discard, Options{Base: base}, nil) },
		"Add of nothing": func() error {
			return Write(io.Discard, Options{Base: base}, func(yield func(*Entry) bool) { yield(nil) })
		},
		"ReadAll of nothing": func() error { _, _, err := ReadAll(nil, ReadOptions{}); return err },
		"NewWriter": func() error {
			_, err := NewWriter(Options{Base: base})
			return err
		},
		"a file that is nothing": func() error {
			w, err := NewWriter(Options{Base: base, Create: func(string) (io.WriteCloser, error) { return nil, nil }})
			if err != nil {
				return err
			}
			err = w.Add(&Entry{Loc: base})
			_, closed := w.Close()
			return errors.Join(err, closed)
		},
		"Walk by nothing": func() error {
			for _, err := range Walk(base, nil, ReadOptions{}) {
				return err
			}
			return nil
		},
		"Walk of nothing": func() error {
			for _, err := range Walk(base, func(string) (io.ReadCloser, error) { return nil, nil }, ReadOptions{}) {
				return err
			}
			return nil
		},
	} {
		if err := do(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestIndexesHaveNames: when one index is not enough, neither has the name of a sitemap.
func TestIndexesHaveNames(t *testing.T) {
	var names []string
	o := Options{Base: base, MaxURLs: 1, Create: func(name string) (io.WriteCloser, error) {
		names = append(names, name)
		return nopCloser{io.Discard}, nil
	}}
	for i := range MaxURLs {
		o.Extra = append(o.Extra, IndexEntry{Loc: fmt.Sprintf("other/%d.xml", i)})
	}
	w, err := NewWriter(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, loc := range []string{"a", "b"} {
		if err := w.Add(&Entry{Loc: base + loc}); err != nil {
			t.Fatal(err)
		}
	}
	res, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"sitemap-index-1.xml", "sitemap-index-2.xml"}; !slices.Equal(res.Roots, want) {
		t.Errorf("%q, want %q", res.Roots, want)
	}
	if want := []string{"sitemap-1.xml", "sitemap-2.xml", "sitemap-index-1.xml", "sitemap-index-2.xml"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// TestWrite: one sitemap to one writer, or nothing.
func TestWrite(t *testing.T) {
	entries := []*Entry{{Loc: base + "a/", LastMod: day}, {Loc: base + "b/", Images: []Image{{base + "i.png"}}}}
	for _, gzip := range []bool{false, true} {
		var out bytes.Buffer
		if err := Write(&out, Options{Base: base, Gzip: gzip}, slices.Values(entries)); err != nil {
			t.Fatal(err)
		}
		got, format, err := ReadAll(&out, ReadOptions{})
		if err != nil || format != URLSet || len(got) != 2 || got[0].Loc != base+"a/" || !got[0].LastMod.Equal(day.Truncate(time.Second)) || got[1].Loc != base+"b/" || len(got[1].Images) != 1 {
			t.Errorf("%+v %v %v", got, format, err)
		}
	}
	var out bytes.Buffer
	if err := Write(&out, Options{Base: base, MaxURLs: 1}, slices.Values(entries)); err == nil || out.Len() > 0 {
		t.Errorf("two files: %v, %d bytes", err, out.Len())
	}
	for _, o := range []Options{{Text: "sitemap.txt"}, {AlwaysIndex: true}, {Images: OwnFiles}, {Extra: []IndexEntry{{Loc: "a.xml"}}}} {
		o.Base = base
		if err := Write(&out, o, slices.Values(entries)); err == nil || out.Len() > 0 {
			t.Errorf("%+v: %v, %d bytes", o, err, out.Len())
		}
	}
}

// TestReadAllBefore: with an error come the entries before it.
func TestReadAllBefore(t *testing.T) {
	got, _, err := ReadAll(strings.NewReader("<urlset"+ns+"><url><loc>a</loc></url><url><loc>b</loc><x>"), ReadOptions{})
	if len(got) != 2 || err == nil {
		t.Errorf("%+v %v", got, err)
	}
}
