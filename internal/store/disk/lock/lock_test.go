//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lock

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A lock is free at once, even when a child process that is being started still has the file.
func TestFree(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		t.Helper()
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	first, second := open(), open()
	if free, err := Try(first); !free || err != nil {
		t.Fatal(free, err)
	}
	if free, err := Try(second); free || err != nil {
		t.Fatal("locked twice", err)
	}
	child, err := syscall.Dup(int(first.Fd())) // as fork does
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(child)
	if err := Free(first); err != nil {
		t.Fatal(err)
	}
	if free, err := Try(second); !free || err != nil {
		t.Error("not free", err)
	}
	if err := Free(second); err != nil {
		t.Error(err)
	}
}
