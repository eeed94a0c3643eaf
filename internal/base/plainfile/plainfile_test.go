package plainfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// What Create writes is what Read reads, into buffers of all sizes, with the state that os tells.
func TestCreateAndRead(t *testing.T) {
	dir := t.TempDir()
	for i, size := range []int{0, 1, 4095, 4096, 100_000} {
		name := filepath.Join(dir, string(rune('a'+i)))
		want := bytes.Repeat([]byte("x"), size)
		if err := Create(name, func(w io.Writer) error {
			for _, part := range [][]byte{want[:size/2], want[size/2:]} {
				if n, err := w.Write(part); n != len(part) || err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range []int{0, 1, size, size + 1, 2*size + 10} {
			got, state, err := Read(name, make([]byte, 0, room))
			if err != nil || !bytes.Equal(got, want) || state != filestat.Of(info) {
				t.Errorf("%d bytes into %d: %d bytes, %v, state %v", size, room, len(got), err, state)
			}
		}
	}
}

// Files that say that they are empty are read to their end.
func TestReadWithoutSize(t *testing.T) {
	const name = "/proc/self/status"
	want, err := os.ReadFile(name)
	if err != nil {
		t.Skip("there are no files without a size")
	}
	got, _, err := Read(name, nil)
	if err != nil || len(got) < len(want)/2 || !bytes.HasPrefix(got, want[:5]) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Read(dir, nil); err != ErrFolder {
		t.Errorf("a folder: %v", err)
	}
	var at *fs.PathError
	none := filepath.Join(dir, "none")
	if _, _, err := Read(none, nil); !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &at) || at.Path != none {
		t.Errorf("no file: %v", err)
	}
	if err := Create(filepath.Join(none, "f"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	file := filepath.Join(dir, "f")
	failed := errors.New("failed")
	if err := Create(file, func(io.Writer) error { return failed }); err != failed {
		t.Errorf("the error of fill: %v", err)
	}
	if err := Create(file, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there: %v", err)
	}
}

// Head reads the beginning of a file, and all of it if it is shorter.
func TestHead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("abcdef"), 0o666); err != nil {
		t.Fatal(err)
	}
	for most, want := range map[int]string{1: "a", 5: "abcde", 6: "abcdef", 7: "abcdef"} {
		for _, room := range []int{0, 3, 100} {
			if got, _, err := Head(name, make([]byte, 0, room), most); err != nil || string(got) != want {
				t.Errorf("%d bytes into %d: %q, %v; want %q", most, room, got, err, want)
			}
		}
	}
}
