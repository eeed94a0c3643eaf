package cache

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/google/go-cmp/cmp"
	"github.com/sitegen/sitegen/internal/base/codec"
)

func open(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s := Open(dir, "v1", o)
	if s.Off() != "" {
		t.Fatal(s.Off())
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func commit(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
}

func shut(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func key(i int) Key { return KeyOf([]byte(fmt.Sprint(i))) }

// text is the bytes of blob i: of any length from none to some thousand.
func text(i int) []byte {
	b := bytes.Repeat(binary.LittleEndian.AppendUint64(nil, uint64(i)*0x9E3779B97F4A7C15), 1+i%300)
	return b[:len(b)*(i%7)/6]
}

// files returns the names and sizes in a folder.
func files(t testing.TB, dir string) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = info.Size()
	}
	return out
}

// check compares what the store has with what was put, and returns how many blobs it has.
func check(t testing.TB, s *Store, n int) (have int) {
	t.Helper()
	for i := range n {
		b, ok := s.Blob(key(i))
		if !ok {
			continue
		}
		have++
		if !bytes.Equal(b, text(i)) {
			t.Fatalf("blob %d has other bytes", i)
		}
	}
	return have
}

func TestKeeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "cache")
	s := open(t, dir, Options{})
	if _, ok := s.Record("documents"); ok || check(t, s, 10) != 0 {
		t.Error("a new cache has something")
	}
	s.SetRecord("documents", []byte("one"))
	s.SetRecord("traces", nil)
	for i := range 100 {
		s.Put(key(i), text(i))
	}
	for _, again := range []string{"before the commit", "after it", "in the next process", "elsewhere, beside a process that writes"} {
		if b, ok := s.Record("documents"); !ok || string(b) != "one" {
			t.Errorf("%s: the record is %q, %v", again, b, ok)
		}
		if b, ok := s.Record("traces"); !ok || len(b) != 0 {
			t.Errorf("%s: the empty record is %q, %v", again, b, ok)
		}
		if n := check(t, s, 101); n != 100 {
			t.Errorf("%s: %d blobs", again, n)
		}
		if !s.Use(key(99)) || s.Use(key(100)) {
			t.Errorf("%s: Use is wrong", again)
		}
		switch again {
		case "before the commit":
			commit(t, s)
		case "after it":
			shut(t, s)
			s = open(t, dir, Options{})
		case "in the next process":
			shut(t, s)
			moved := filepath.Join(t.TempDir(), "moved")
			if err := os.Rename(dir, moved); err != nil {
				t.Fatal(err)
			}
			open(t, moved, Options{})
			s = open(t, moved, Options{ReadOnly: true})
		}
	}
	s.Put(key(100), text(100))
	s.SetRecord("documents", []byte("two"))
	if s.Use(key(100)) || s.Commit() != nil {
		t.Error("a store that only reads has kept something")
	}
	if b, _ := s.Record("documents"); string(b) != "one" {
		t.Errorf("a store that only reads has set a record: %q", b)
	}
}

func TestPutAgain(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	put := func(text string) {
		t.Helper()
		s.Put(key(1), []byte(text))
		if b, ok := s.Blob(key(1)); !ok || string(b) != text {
			t.Fatalf("%q, %v", b, ok)
		}
	}
	put("one")
	put("one")
	commit(t, s)
	before := files(t, dir)
	put("one")
	commit(t, s)
	if diff := cmp.Diff(before, files(t, dir)); diff != "" {
		t.Error(diff)
	}
	put("another")
	put("a third")
	commit(t, s)
	shut(t, s)
	s = open(t, dir, Options{})
	if b, _ := s.Blob(key(1)); string(b) != "a third" || s.index.len() != 1 {
		t.Errorf("%q", b)
	}
}

func TestSameRecordIsNotWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for _, text := range []string{"one", "one", "two"} {
		s.SetRecord("a", []byte(text))
		s.SetRecord("b", []byte("b"))
		commit(t, s)
	}
	want := map[string]int64{"lock": 0, "index": files(t, dir)["index"], "a-00000003": 3, "b-00000001": 1}
	if diff := cmp.Diff(want, files(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestForeignVersionIsEmpty(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	s.SetRecord("documents", []byte("one"))
	s.Put(key(1), []byte("one"))
	commit(t, s)
	shut(t, s)
	other := Open(dir, "v2", Options{})
	if _, ok := other.Record("documents"); ok || other.Use(key(1)) {
		t.Error("another version sees it")
	}
	other.Put(key(2), []byte("two"))
	commit(t, other)
	shut(t, other)
	s = open(t, dir, Options{})
	if _, ok := s.Record("documents"); ok || s.Use(key(2)) {
		t.Error("the older version sees that of the newer")
	}
	if n := len(files(t, dir)); n != 3 {
		t.Errorf("what counts no more was left: %v", files(t, dir))
	}
}

func TestWithoutCommitNothingIsKept(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	s.Put(key(1), text(1))
	s.SetRecord("a", []byte("one"))
	commit(t, s)
	for i := range 50 {
		s.Put(key(i), text(i))
	}
	s.SetRecord("a", []byte("two"))
	shut(t, s) // as if it were killed
	s = open(t, dir, Options{})
	if b, _ := s.Record("a"); string(b) != "one" || check(t, s, 50) != 1 {
		t.Errorf("%q, %d blobs", b, check(t, s, 50))
	}
	for i := range 20 {
		s.Put(key(i), text(i))
	}
	commit(t, s)
	if n := check(t, s, 50); n != 20 {
		t.Errorf("%d blobs", n)
	}
}

func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir, Options{})
	first.Put(key(1), text(1))
	second := Open(dir, "v1", Options{})
	if second.Off() != "another process uses the cache" {
		t.Skip("no locks here: ", second.Off())
	}
	second.Put(key(2), text(2))
	second.SetRecord("a", nil)
	if _, ok := second.Record("a"); ok || second.Use(key(2)) || second.Commit() != nil {
		t.Error("a store that is off keeps something")
	}
	shut(t, second)
	commit(t, first)
	shut(t, first)
	if third := open(t, dir, Options{}); check(t, third, 5) != 1 {
		t.Error("the first lost what it put")
	}
}

func TestOffWithoutFolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s := Open(filepath.Join(name, "cache"), "v1", Options{})
	if want := "the cache folder cannot be made: not a directory"; s.Off() != want {
		t.Errorf("%q", s.Off())
	}
	s.Put(key(1), text(1))
	if _, ok := s.Blob(key(1)); ok {
		t.Error("it keeps something")
	}
	commit(t, s)
	shut(t, s)
}

func TestLimit(t *testing.T) {
	dir := t.TempDir()
	const size, limit = 1000, 10_500
	blob := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, size) }
	s := open(t, dir, Options{Limit: limit})
	for i := range 30 {
		s.Put(key(i), blob(i))
		s.Use(key(3))
		if i == 20 {
			s.SetRecord("a", make([]byte, 2*size))
		}
		commit(t, s)
		var sum int64
		for name, n := range files(t, dir) {
			if name != indexName {
				sum += n
			}
		}
		if sum > limit {
			t.Fatalf("%d bytes after commit %d: %v", sum, i, files(t, dir))
		}
		if i == 19 {
			shut(t, s)
			s = open(t, dir, Options{Limit: limit})
		}
	}
	var have []int
	for i := range 30 {
		if b, ok := s.Blob(key(i)); ok {
			have = append(have, i)
			if !bytes.Equal(b, blob(i)) {
				t.Errorf("blob %d has other bytes", i)
			}
		}
	}
	if diff := cmp.Diff([]int{3, 23, 24, 25, 26, 27, 28, 29}, have); diff != "" {
		t.Error(diff)
	}
	s.Put(key(99), make([]byte, limit+1))
	if s.Use(key(99)) {
		t.Error("a blob that cannot fit was kept")
	}
}

func TestAge(t *testing.T) {
	s := open(t, t.TempDir(), Options{Age: 3})
	for i := range 10 {
		s.Put(key(i), text(i))
		s.Use(key(1))
		commit(t, s)
	}
	var have []int
	for i := range 10 {
		if s.Use(key(i)) {
			have = append(have, i)
		}
	}
	if diff := cmp.Diff([]int{1, 6, 7, 8, 9}, have); diff != "" {
		t.Error(diff)
	}
}

// TestWorkers: several workers ask and put at once.
func TestWorkers(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, Options{})
	for range 3 {
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Go(func() {
				for i := range 500 {
					i = (i*7 + w*131) % 500
					if b, ok := s.Blob(key(i)); ok && !bytes.Equal(b, text(i)) {
						t.Errorf("blob %d has other bytes", i)
					}
					s.Put(key(i), text(i))
					s.Use(key(i))
					s.SetRecord("a", text(i))
					s.Record("a")
				}
			})
		}
		wg.Wait()
		commit(t, s)
	}
	if n := check(t, s, 500); n != 500 {
		t.Errorf("%d blobs", n)
	}
	var sum int64
	for i := range 500 {
		sum += int64(len(text(i)))
	}
	if s.index.end > 2*sum {
		t.Errorf("%d bytes for %d", s.index.end, sum)
	}
}

// TestDamage damages the files of a cache at random. Everything that the cache returns must be what was put,
// and after missing blobs are put again, all must be present.
func TestDamage(t *testing.T) {
	const blobs = 60
	good := t.TempDir()
	s := open(t, good, Options{})
	for i := range blobs {
		s.Put(key(i), text(i))
		if i == blobs/2 {
			commit(t, s)
		}
	}
	records := map[string][]byte{"documents": text(299), "traces": text(41)}
	for name, b := range records {
		s.SetRecord(name, b)
	}
	commit(t, s)
	shut(t, s)
	r := rand.New(rand.NewPCG(5, 5))
	missing, empty := 0, 0
	for step := range 500 {
		dir := filepath.Join(t.TempDir(), "c")
		if err := os.CopyFS(dir, os.DirFS(good)); err != nil {
			t.Fatal(err)
		}
		did := damage(t, r, dir)
		s := open(t, dir, Options{Limit: int64(r.IntN(2)) << 30})
		have := check(t, s, blobs)
		if have < blobs {
			missing++
		}
		if have == 0 {
			empty++
		}
		for name, want := range records {
			if b, ok := s.Record(name); ok && !bytes.Equal(b, want) {
				t.Fatalf("step %d, %s: the record %s has other bytes", step, did, name)
			}
			s.SetRecord(name, want)
		}
		for i := range blobs {
			s.Put(key(i), text(i))
		}
		commit(t, s)
		shut(t, s)
		s = open(t, dir, Options{})
		if n := check(t, s, blobs); n != blobs {
			t.Fatalf("step %d, %s: %d blobs after all were put again", step, did, n)
		}
		for name, want := range records {
			if b, ok := s.Record(name); !ok || !bytes.Equal(b, want) {
				t.Fatalf("step %d, %s: no record %s after it was set again", step, did, name)
			}
		}
		shut(t, s)
	}
	if missing < 100 || empty == missing {
		t.Errorf("of 500 damages %d took something away, %d everything", missing, empty)
	}
}

// damage changes a random file of a folder and says what it did.
func damage(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	var names []string
	fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, _ error) error {
		if d.Type().IsRegular() && path != lockName {
			names = append(names, path)
		}
		return nil
	})
	name := filepath.Join(dir, names[r.IntN(len(names))])
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	did := ""
	switch at := r.IntN(len(b)); r.IntN(7) {
	case 0:
		did, b = "cut off", b[:at]
	case 1:
		did, b = "longer", append(b, b[at:]...)
	case 2:
		did = "zeros"
		clear(b[at:min(len(b), at+512)])
	case 3:
		did = "gone"
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		return filepath.Base(name) + " " + did
	case 4:
		did = "another's"
		if b, err = os.ReadFile(filepath.Join(dir, names[r.IntN(len(names))])); err != nil {
			t.Fatal(err)
		}
	default:
		did = "a bit"
		b[at] ^= 1 << r.IntN(8)
	}
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Fatal(err)
	}
	return filepath.Base(name) + " " + did
}

// FuzzIndex: any bytes give an index that can be asked, or an error.
func FuzzIndex(f *testing.F) {
	x := &index{generation: 3, records: []record{{"a", 1, 5, 7}, {"b", 3, 0, 1}}, packed: 2, end: 500}
	var w codec.Writer
	for i := range 3 {
		writeBlob(&w, Key{byte(i)}, extent{int64(100 * i), 50, 2, uint64(i)})
	}
	x.blobs = string(w.Bytes())
	b := x.encode("v")
	f.Add(b[:len(b)-8])
	f.Add([]byte(indexFormat))
	f.Fuzz(func(t *testing.T, b []byte) {
		b = binary.LittleEndian.AppendUint64(b[:len(b):len(b)], xxhash.Sum64(b))
		x, err := decodeIndex("v", b)
		if err != nil {
			return
		}
		for i := range x.len() {
			if at, ok := x.find(x.key(i)); !ok || at != i {
				t.Errorf("blob %d is found at %d, %v", i, at, ok)
			}
		}
		x.find(Key{})
		if y, err := decodeIndex("v", x.encode("v")); err != nil || y.len() != x.len() || len(y.records) != len(x.records) {
			t.Error("it does not survive another round", err)
		}
	})
}

func BenchmarkBlobs(b *testing.B) {
	const n = 10_000
	data := make([][]byte, n)
	keys := make([]Key, n)
	for i := range data {
		data[i] = bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 1500)
		keys[i] = key(i)
	}
	dir := b.TempDir()
	b.Run("write", func(b *testing.B) {
		b.SetBytes(n * 3000)
		for b.Loop() {
			os.RemoveAll(dir)
			s := open(b, dir, Options{})
			for i := range data {
				s.Put(keys[i], data[i])
			}
			commit(b, s)
			s.Close()
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(n * 3000)
		for b.Loop() {
			s := open(b, dir, Options{})
			for i := range data {
				if _, ok := s.Blob(keys[i]); !ok {
					b.Fatal("missing")
				}
			}
			s.Close()
		}
	})
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			open(b, dir, Options{}).Close()
		}
	})
}
