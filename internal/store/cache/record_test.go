package cache

import (
	"bytes"
	"os"
	"testing"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// A record that is written in parts is the one that SetRecord writes, before and after the commit.
func TestRecordInParts(t *testing.T) {
	dir := t.TempDir()
	s := Open(dir, "v", Options{})
	var want bytes.Buffer
	to := s.NewRecord("parts")
	var w codec.Writer
	for i := range 3 * flushed / 8 {
		w.Fixed(uint64(i))
		want.Write(w.Bytes()[w.Len()-8:])
		if to.Flush(&w); w.Len() >= flushed {
			t.Fatalf("%d bytes wait", w.Len())
		}
	}
	to.Add(w.Bytes())
	if _, there := s.Record("parts"); there {
		t.Error("a record that is not ended is there")
	}
	to.End()
	s.SetRecord("whole", want.Bytes())
	for _, committed := range []bool{false, true} {
		for _, name := range []string{"parts", "whole"} {
			if got, ok := s.Record(name); !ok || !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%s, committed %v: %d bytes, %v; want %d", name, committed, len(got), ok, want.Len())
			}
		}
		if err := s.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = Open(dir, "v", Options{})
	defer s.Close()
	if got, ok := s.Record("parts"); !ok || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("in another process: %d bytes, %v", len(got), ok)
	}
}

// A record that cannot be written is an error of the commit, which leaves the cache as it was; the one after it is none.
func TestRecordThatIsLost(t *testing.T) {
	s := Open(t.TempDir(), "v", Options{})
	defer s.Close()
	s.SetRecord("a", []byte("one"))
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	w := s.NewRecord("a")
	w.file.Close() // as a full disk
	w.Add([]byte("two"))
	w.End()
	if err := s.Commit(); err == nil {
		t.Error("no error")
	}
	if got, ok := s.Record("a"); !ok || string(got) != "one" {
		t.Errorf("the record is %q, %v", got, ok)
	}
	s.SetRecord("a", []byte("three"))
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, ok := s.Record("a"); !ok || string(got) != "three" {
		t.Errorf("the record is %q, %v", got, ok)
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == numbered("a", 1) {
			t.Error("the file of the first record is still there")
		}
	}
}
