package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// New blobs are written together, and readable before.
func TestTail(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	small, large := bytes.Repeat([]byte("s"), 1000), bytes.Repeat([]byte("l"), flushed+1)
	if !s.Put(key(1), small) {
		t.Fatal("a blob is not stored")
	}
	file := filepath.Join(dir, "pieces-00000001")
	if info, err := os.Stat(file); err != nil || info.Size() != 0 {
		t.Fatal("a small blob is written alone", err)
	}
	if !s.Put(key(2), large) || !s.Put(key(3), small) {
		t.Fatal("a blob is not stored")
	}
	if info, err := os.Stat(file); err != nil || info.Size() != int64(len(small)+len(large)) {
		t.Fatal("blobs before a large one are not written with it", err)
	}
	for range 2 {
		for i, want := range [][]byte{small, large, small} {
			if got, ok := s.Blob(key(1 + i)); !ok || !bytes.Equal(got, want) {
				t.Errorf("blob %d: %v, %d bytes", i, ok, len(got))
			}
			if got, ok := s.Part(key(1+i), 10, 20); !ok || got != string(want[10:20]) {
				t.Errorf("part of blob %d: %v, %q", i, ok, got)
			}
		}
		commit(t, s)
		shut(t, s)
		s = open(t, dir, Options{})
	}
}

// Blobs that the file doesn't take stay readable until the commit, which keeps those that were written.
func TestTailFull(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	large := bytes.Repeat([]byte("l"), flushed+1)
	if !s.Put(key(1), large) || !s.Put(key(2), []byte("small")) {
		t.Fatal("a blob is not stored")
	}
	file := s.writing
	full, err := os.Open(file.Name()) // can't be written
	if err != nil {
		t.Fatal(err)
	}
	s.writing = full
	if s.Put(key(3), large) || s.Put(key(4), []byte("more")) {
		t.Error("a blob counts as stored after an error")
	}
	if got, ok := s.Blob(key(2)); !ok || string(got) != "small" {
		t.Errorf("a blob in memory: %v, %q", ok, got)
	}
	commit(t, s)
	shut(t, s)
	file.Close()
	s = open(t, dir, Options{})
	if got, ok := s.Blob(key(1)); !ok || !bytes.Equal(got, large) {
		t.Error("a blob that was written is missing")
	}
	for i := 2; i <= 4; i++ {
		if got, ok := s.Blob(key(i)); ok {
			t.Errorf("blob %d: %q", i, got)
		}
	}
}
