package atomicfile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sitegen/sitegen/internal/store/disk/lock"
)

// list returns the names in a folder.
func list(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := Write(file, []byte(text)); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Fatalf("%q is in the file, not %q: %v", got, text, err)
	}
	if got := list(t, filepath.Dir(file)); !slices.Equal(got, []string{filepath.Base(file)}) {
		t.Errorf("the folder has %q", got)
	}
}

func TestWrite(t *testing.T) {
	for _, name := range []string{"ledger", ".hidden", "ünï côdé", strings.Repeat("x", 255), strings.Repeat("ü", 127)} {
		file := filepath.Join(t.TempDir(), name)
		write(t, file, "a long first text")
		write(t, file, "second")
		write(t, file, "")
	}
	if n := len(filepath.Base(tempName(strings.Repeat("x", 255), 99))); n != 255 {
		t.Errorf("a temporary name of %d bytes", n)
	}
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has other permissions")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	other := filepath.Join(t.TempDir(), "new")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	mode := func(file string) os.FileMode {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	write(t, file, "x")
	if mode(file) != mode(other) {
		t.Errorf("a new file has %v, others have %v", mode(file), mode(other))
	}
	for _, want := range []os.FileMode{0o600, 0o444, 0o640, 0o755} {
		if err := os.Chmod(file, want); err != nil {
			t.Fatal(err)
		}
		if write(t, file, want.String()); mode(file) != want {
			t.Errorf("%v became %v", want, mode(file))
		}
	}
}

// A temporary file that a killed process left behind is used again, whatever it holds and whatever its permissions are.
func TestLeftBehind(t *testing.T) {
	for _, mode := range []os.FileMode{0o666, 0o444} {
		file := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(tempName(file, 0), bytes.Repeat([]byte("left behind"), 100), mode); err != nil {
			t.Fatal(err)
		}
		write(t, file, "new")
	}
}

// A temporary file that another process is writing is left to it.
func TestAnotherProcess(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	other, err := os.Create(tempName(file, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if free, err := lock.Try(other); !free || err != nil {
		t.Fatal(free, err)
	}
	if err := Write(file, []byte("ours")); err != nil {
		t.Fatal(err)
	}
	if _, err := other.WriteString("theirs"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(file); string(got) != "ours" {
		t.Errorf("%q is in the file", got)
	}
	if err := Move(other.Name(), file); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(file); string(got) != "theirs" {
		t.Errorf("%q is in the file", got)
	}
	if got := list(t, dir); len(got) != 1 {
		t.Errorf("the folder has %q", got)
	}
}

// What cannot be written leaves the old file, and nothing else.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(file, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if Write(file, []byte("x")) == nil {
		t.Error("a folder was replaced")
	}
	if got := list(t, dir); !slices.Equal(got, []string{"folder"}) {
		t.Errorf("the folder has %q", got)
	}
	if err := Write(filepath.Join(dir, "none", "f"), nil); !os.IsNotExist(err) {
		t.Errorf("no such folder: %v", err)
	}
	if err := Move(filepath.Join(dir, "none"), filepath.Join(dir, "f")); !os.IsNotExist(err) {
		t.Errorf("no such file: %v", err)
	}
}

// A new version that is prepared changes nothing until it is committed, and may be rewritten, also in the place of a file
// that nobody may write.
func TestPrepare(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	write(t, file, "old")
	if err := os.Chmod(file, 0o444); err != nil {
		t.Fatal(err)
	}
	for _, texts := range [][]string{{"same length", "SAME LENGTH"}, {"longer before", "shorter"}, {"short", "longer after"}, {"once"}} {
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, commit := range []bool{false, true} {
			p, err := Prepare(file, []byte(texts[0]))
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range texts[1:] {
				if err := p.Rewrite([]byte(text)); err != nil {
					t.Fatal(err)
				}
			}
			if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, before) {
				t.Errorf("%q is in the file before the commit: %v", now, err)
			}
			want := before
			if commit {
				err, want = p.Commit(), []byte(texts[len(texts)-1])
			} else {
				p.Drop()
			}
			if now, readErr := os.ReadFile(file); err != nil || readErr != nil || !bytes.Equal(now, want) {
				t.Errorf("%q is in the file, not %q: %v, %v", now, want, err, readErr)
			}
			if got := list(t, dir); !slices.Equal(got, []string{"f"}) {
				t.Errorf("the folder has %q", got)
			}
		}
	}
}

// Concurrent readers and writers see only complete texts.
func TestAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be replaced")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	if err := Write(file, nil); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			text := bytes.Repeat([]byte(fmt.Sprint(i)), 1000*(i+1))
			for range 50 {
				if err := Write(file, text); err != nil {
					t.Error(err)
				}
				got, err := os.ReadFile(file)
				if err != nil {
					t.Error(err)
				}
				if len(got) > 0 && len(got) != 1000*(int(got[0]-'0')+1) || len(bytes.Trim(got, string(got[:min(1, len(got))]))) > 0 {
					t.Errorf("%d bytes of %q", len(got), got[:1])
				}
			}
		})
	}
	all.Wait()
	if got := list(t, dir); !slices.Equal(got, []string{"f"}) {
		t.Errorf("the folder has %q", got)
	}
}
