package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The folder is deleted while the store is open. After Renew the store has all blobs again, and what another
// process put into the new folder.
func TestRenew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	s := open(t, dir, Options{})
	for i := range 5 {
		s.Put(key(i), text(i))
	}
	commit(t, s)
	s.Put(key(5), text(5))
	if s.Gone() {
		t.Error("gone, and it is there")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if !s.Gone() {
		t.Error("not gone")
	}
	other := open(t, dir, Options{})
	other.SetRecord("theirs", []byte("a"))
	other.Put(key(6), text(6))
	commit(t, other)
	if !s.Gone() {
		t.Error("another one's folder is taken for the store's own")
	}
	shut(t, other)

	if err := s.Renew(); err != nil || s.Off() != "" {
		t.Fatal(err, s.Off())
	}
	s.SetRecord("ours", []byte("b"))
	commit(t, s)
	shut(t, s)

	next := open(t, dir, Options{})
	for i := range 7 {
		if b, ok := next.Blob(key(i)); !ok || !bytes.Equal(b, text(i)) {
			t.Errorf("blob %d is lost", i)
		}
	}
	for _, name := range []string{"theirs", "ours"} {
		if _, ok := next.Record(name); !ok {
			t.Errorf("the record %s is lost", name)
		}
	}
}

// Where another process has the folder by now, nothing is kept.
func TestRenewWhereAnotherIs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	s := open(t, dir, Options{})
	s.Put(key(1), text(1))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	open(t, dir, Options{})
	if third := Open(dir, "v1", Options{}); third.Off() == "" {
		third.Close()
		t.Skip("no locks here")
	}
	if err := s.Renew(); err != nil || s.Off() == "" {
		t.Errorf("it is %v, %q", err, s.Off())
	}
	if _, ok := s.Blob(key(1)); ok {
		t.Error("a store that is off has a blob")
	}
	if err := s.Commit(); err != nil {
		t.Error(err)
	}
}
