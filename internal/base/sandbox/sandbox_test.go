package sandbox

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// module returns a packed WebAssembly module with one page of memory. It exports _initialize, add (of two integers),
// trap, and next, which counts its calls.
func module(t *testing.T) []byte {
	t.Helper()
	section := func(id byte, body ...byte) []byte { return append([]byte{id, byte(len(body))}, body...) }
	export := func(name string, kind, index byte) []byte {
		return append(append([]byte{byte(len(name))}, name...), kind, index)
	}
	text := bytes.Join([][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, 3, 0x60, 0, 0, 0x60, 2, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 1, 0x7f), // (), (i32 i32) i32, () i32
		section(3, 4, 0, 1, 0, 2),
		section(5, 1, 0, 1),
		section(6, 1, 0x7f, 1, 0x41, 0, 0x0b), // a variable, 0 at first
		section(7, append([]byte{5}, bytes.Join([][]byte{
			export("_initialize", 0, 0), export("add", 0, 1), export("trap", 0, 2), export("next", 0, 3), export("memory", 2, 0),
		}, nil)...)...),
		section(10, 4,
			2, 0, 0x0b,
			7, 0, 0x20, 0, 0x20, 1, 0x6a, 0x0b,
			3, 0, 0x00, 0x0b,
			11, 0, 0x23, 0, 0x41, 1, 0x6a, 0x24, 0, 0x23, 0, 0x0b),
	}, nil)
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func call(t *testing.T, i *Instance, name string, args ...uint64) int32 {
	t.Helper()
	got, err := i.Call(name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestCall(t *testing.T) {
	i, err := New("sums", module(t), nil).Take()
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if got := call(t, i, "add", Number(40), Number(-42)); got != -2 {
		t.Errorf("40 + -42 = %d", got)
	}
	if i.Size() != 1<<16 {
		t.Errorf("%d bytes of memory", i.Size())
	}
	if !i.Write(1<<16-3, []byte("end")) || i.Write(1<<16-3, []byte("ends")) {
		t.Error("a program must be written to within its memory, and only there")
	}
	if got, ok := i.Read(1<<16-3, 3); !ok || string(got) != "end" {
		t.Errorf("read %q, %v", got, ok)
	}
	if _, ok := i.Read(1<<16-3, 4); ok {
		t.Error("read beyond the memory")
	}
	if _, err := i.Call("trap"); err == nil {
		t.Error("a trap is not an error")
	}
}

// An instance that was given back is taken again, as it is; two that are in use share nothing.
func TestInstances(t *testing.T) {
	started := 0
	p := New("counter", module(t), func(*Instance) error { started++; return nil })
	take := func() *Instance {
		t.Helper()
		i, err := p.Take()
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	a, b := take(), take()
	call(t, a, "next")
	a.Write(0, []byte("a"))
	if got := call(t, b, "next"); got != 1 {
		t.Errorf("the second instance counts from %d", got)
	}
	if got, _ := b.Read(0, 1); got[0] != 0 {
		t.Error("instances share memory")
	}
	p.Give(a)
	if again := take(); call(t, again, "next") != 2 {
		t.Error("an instance that was given back is not taken again")
	}
	if started != 2 {
		t.Errorf("%d instances were prepared, want 2", started)
	}
}

// A compiled module is kept for the next process. A folder that can't be used, and a damaged file, change nothing.
func TestKeepIn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "programs")
	files := func() (out []string) {
		_ = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				out = append(out, name)
			}
			return nil
		})
		return out
	}
	sum := func(dir string) {
		t.Helper()
		i, err := New("sums", module(t), nil).KeepIn(dir).Take()
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		if got := call(t, i, "add", Number(40), Number(2)); got != 42 {
			t.Errorf("40 + 2 = %d", got)
		}
	}
	sum(dir)
	list := files()
	if len(list) != 1 {
		t.Fatalf("%d files, want 1", len(list))
	}
	kept, err := os.Stat(list[0])
	if err != nil {
		t.Fatal(err)
	}
	sum(dir)
	if again, err := os.Stat(list[0]); err != nil || !os.SameFile(kept, again) || !again.ModTime().Equal(kept.ModTime()) {
		t.Error("the compiled module was written again", err)
	}
	for _, damage := range []string{"", "nothing of the kind"} {
		if err := os.WriteFile(list[0], []byte(damage), 0o600); err != nil {
			t.Fatal(err)
		}
		sum(dir)
	}
	sum(list[0]) // a file where the folder should be
	if runtime.GOOS == "windows" {
		return
	}
	open := filepath.Join(t.TempDir(), "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	sum(open)
	if left, err := os.ReadDir(open); err != nil || len(left) > 0 {
		t.Errorf("a folder that others can write to was used: %v, %v", left, err)
	}
}

func TestMistakes(t *testing.T) {
	refuse := func(*Instance) error { return errors.New("no room") }
	for want, p := range map[string]*Program{
		"start a file: gzip: invalid header": New("a file", []byte("text that is not packed"), nil),
		"start the engine: no room":          New("the engine", module(t), refuse),
	} {
		if _, err := p.Take(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestServe: a program calls functions of Go, each instance its own, and its globals can be read and set.
func TestServe(t *testing.T) {
	text := bytes.Join([][]byte{
		[]byte("\x00asm\x01\x00\x00\x00"),
		{1, 10, 2, 0x60, 0, 0, 0x60, 2, 0x7f, 0x7f, 1, 0x7f}, // (), (i32 i32) i32
		append([]byte{2, 10, 1, 2}, "go\x03add\x00\x01"...),
		{3, 3, 2, 0, 1},
		{6, 6, 1, 0x7f, 1, 0x41, 5, 0x0b},
		append([]byte{7, 30, 3}, "\x0b_initialize\x00\x01\x04call\x00\x02\x05steps\x03\x00"...),
		{10, 13, 2, 2, 0, 0x0b, 8, 0, 0x20, 0, 0x20, 1, 0x10, 0, 0x0b},
	}, nil)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	p := New("calls", packed.Bytes(), nil)
	for _, more := range []int32{100, 200} {
		i, err := p.Take()
		if err != nil {
			t.Fatal(err)
		}
		defer i.Close()
		i.Serve(func(name string, args []int32) int32 {
			if name != "add" {
				t.Errorf("it calls %s", name)
			}
			return args[0] + args[1] + more
		})
		if got := call(t, i, "call", Number(1), Number(-3)); got != more-2 {
			t.Errorf("%d", got)
		}
		if i.Global("steps") != 5 {
			t.Errorf("%d steps", i.Global("steps"))
		}
		if i.SetGlobal("steps", -7); i.Global("steps") != -7 {
			t.Errorf("%d steps", i.Global("steps"))
		}
	}
}

func TestMemory(t *testing.T) {
	m := allocate(4, 20)
	first := m.Reallocate(3)
	copy(first, "abc")
	moved := 0
	for size := uint64(4); size <= 20; size++ {
		before := first
		first = m.Reallocate(size)
		if &first[0] != &before[0] {
			moved++
		}
		if got := string(first[:3]); len(first) != int(size) || cap(first) > 20 || got != "abc" || first[size-1] != 0 {
			t.Fatalf("%d of %d bytes, which begin with %q", len(first), cap(first), got)
		}
	}
	if moved != 3 { // to 8, 16, and 20 bytes
		t.Errorf("it moved %d times", moved)
	}
	m.Free()
}
