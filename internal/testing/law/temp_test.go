package law

import (
	"os"
	"testing"
)

func temp(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "law-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
