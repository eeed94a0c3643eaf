package output_test

import (
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// An output in parts is one like any other in memory, too.
func TestCreate(t *testing.T) {
	spool := disk.NewSpool(t.TempDir(), 0)
	defer spool.Close()
	m := output.NewMemory(spool, nil, false)
	want := strings.Repeat("a", 1000) + strings.Repeat("b", 1000)
	w := m.Create("feed.xml", "test")
	for _, part := range []string{want[:1000], want[1000:]} {
		if _, err := w.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
	}
	if m.Has("feed.xml") {
		t.Error("it is there before it is closed")
	}
	if size, hash, err := w.Close(); size != 2000 || hash != xxhash.Sum64String(want) || err != nil {
		t.Errorf("size %d, hash %x, %v", size, hash, err)
	}
	if got, err := output.Read(m, "feed.xml", nil); string(got) != want || err != nil {
		t.Errorf("it has %d bytes, %v", len(got), err)
	}
	if err := m.Add("feed.xml", []byte("other"), "somebody else"); err == nil {
		t.Error("other bytes were taken under the same path")
	}
}
