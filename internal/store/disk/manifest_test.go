package disk

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

var testHead = head{project: "/home/a/site", id: 7, mode: 0o755}

func entries(n int) []Entry {
	list := make([]Entry, n)
	for i := range list {
		list[i] = Entry{
			Path: fmt.Sprintf("section/post-%06d/index.html", i), Size: int64(i), Hash: uint64(i) * 7919,
			State: 1_700_000_000_000_000_000 + uint64(i), Origin: uint64(i % 3),
		}
	}
	return list
}

func TestManifestRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		want := entries(n)
		b := encode(manifestFormat, testHead, want, nil)
		got, err := decode(manifestFormat, b)
		if err != nil || got.head != testHead || !slices.Equal(got.entries, want) {
			t.Errorf("%d entries: %v", n, err)
		}
		if !bytes.Equal(b, encode(manifestFormat, got.head, got.entries, got.away)) {
			t.Errorf("%d entries: not the same bytes again", n)
		}
		if _, err := decode(intentFormat, b); err == nil {
			t.Error("a manifest is no intent")
		}
	}
	away := entries(3)
	for i := range away {
		away[i].Away = true
	}
	b := encode(manifestFormat, testHead, entries(2), away)
	if got, err := decode(manifestFormat, b); err != nil || !slices.Equal(got.entries, entries(2)) || !slices.Equal(got.away, away) {
		t.Errorf("with outputs that are away: %v", err)
	}
	m := Manifest{entries: entries(50)}
	if e, ok := m.Find("section/post-000007/index.html"); !ok || e.Size != 7 {
		t.Errorf("Find: %+v, %v", e, ok)
	}
	if _, ok := m.Find("section"); ok {
		t.Error("Find finds what is not there")
	}
}

// A manifest names files that will be removed: paths that leave the folder make it unreadable.
func TestManifestRefusesPaths(t *testing.T) {
	for _, paths := range [][]string{{"../a"}, {"/a"}, {""}, {"b", "a"}, {"a", "a"}, {"a/../b"}} {
		var list []Entry
		for _, p := range paths {
			list = append(list, Entry{Path: p})
		}
		if _, err := decode(manifestFormat, encode(manifestFormat, testHead, list, nil)); err == nil {
			t.Errorf("%q: no error", paths)
		}
	}
}

func FuzzManifest(f *testing.F) {
	f.Add(encode(manifestFormat, testHead, entries(3), nil))
	f.Add(encode(manifestFormat, testHead, entries(3), entries(2)))
	f.Add([]byte(manifestFormat))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := decode(manifestFormat, b)
		if err != nil {
			return
		}
		if again, err := decode(manifestFormat, encode(manifestFormat, m.head, m.entries, m.away)); err != nil || again.head != m.head || !slices.Equal(again.entries, m.entries) {
			t.Errorf("decoded what cannot be encoded: %v", err)
		}
	})
}

func BenchmarkManifestRead(b *testing.B) {
	file := encode(manifestFormat, testHead, entries(10_000), nil)
	for b.Loop() {
		if _, err := decode(manifestFormat, file); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkManifestWrite(b *testing.B) {
	list := entries(10_000)
	for b.Loop() {
		encode(manifestFormat, testHead, list, nil)
	}
}
