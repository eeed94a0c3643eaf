package main

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestMemorySize(t *testing.T) {
	for _, tt := range []struct {
		text  string
		bytes int64
		shown string
	}{
		{"800M", 800 << 20, "800M"},
		{"1g", 1 << 30, "1G"},
		{" 1.5 GiB ", 3 << 29, "1536M"},
		{"64MB", 64 << 20, "64M"},
		{"1000", 1000, "1000"},
		{"2048B", 2048, "2K"},
		{"", 0, ""},
		{"0", 0, ""},
		{"-1M", 0, ""},
		{"M", 0, ""},
		{"1X", 0, ""},
		{"NaN", 0, ""},
		{"1e300", 0, ""},
		{"0.1", 0, ""},
	} {
		var m memorySize
		err := m.Set(tt.text)
		if int64(m) != tt.bytes || m.String() != tt.shown || (err == nil) != (tt.bytes > 0) {
			t.Errorf("%q: %d bytes, shown as %q, %v", tt.text, m, m.String(), err)
		}
	}
}

// collections returns how often so many MB of garbage are collected.
func collections(mb int) uint32 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var held []byte
	for range mb {
		held = make([]byte, 1<<20)
	}
	runtime.KeepAlive(held)
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}

// The limit of the command line has garbage collected that nobody collects without it, and a site is built all the same.
func TestMaxMemory(t *testing.T) {
	t.Cleanup(func() { debug.SetMemoryLimit(math.MaxInt64) })
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // as collectLate does
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sitegen.toml"), []byte("title = \"Small\"\nbaseURL = \"https://example.org/\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	if n := collections(200); n != 0 {
		t.Errorf("without a limit, garbage is collected %d times", n)
	}
	const most = 96 << 20
	var out, problems strings.Builder
	if code := run(t.Context(), []string{"build", "--source", dir, "--max-memory", "96M"}, &out, &problems, nil); code != exitOK {
		t.Fatalf("exit code %d: %s", code, problems.String())
	}
	if limit := debug.SetMemoryLimit(-1); limit >= most || limit < most/2 {
		t.Errorf("the limit is %d MB", limit>>20)
	}
	if n := collections(200); n == 0 {
		t.Error("200 MB of garbage were not collected")
	}
	if code := run(t.Context(), []string{"build", "--source", dir, "--max-memory", "much"}, &out, &problems, nil); code != exitUsage {
		t.Errorf("exit code %d for a limit that is none", code)
	}
}
