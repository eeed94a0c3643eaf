package archive

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// place is a project with an output folder and an archive.
type place struct {
	t   *testing.T
	dir string
}

func (p *place) open() output.Sink {
	p.t.Helper()
	tree, err := disk.Open(disk.Options{Dir: filepath.Join(p.dir, "public"), State: filepath.Join(p.dir, "state")})
	if err != nil {
		p.t.Fatal(err)
	}
	return Over(output.Disk{Stage: tree.Stage()}, Options{Dir: filepath.Join(p.dir, "state", "outputs"), Jobs: 2})
}

func (p *place) commit(out output.Sink) {
	p.t.Helper()
	if _, err := out.Commit(p.t.Context(), 2); err != nil {
		p.t.Fatal(err)
	}
	if err := out.Discard(); err != nil {
		p.t.Error(err)
	}
}

// build makes a page and a feed in parts.
func (p *place) build() {
	p.t.Helper()
	out := p.open()
	if err := out.Add("a/index.html", page, "test"); err != nil {
		p.t.Fatal(err)
	}
	w := out.Create("feed.xml", "test")
	for _, part := range [][]byte{feed[:1000], feed[1000:]} {
		if _, err := w.Write(part); err != nil {
			p.t.Fatal(err)
		}
	}
	if _, _, err := w.Close(); err != nil {
		p.t.Fatal(err)
	}
	p.commit(out)
}

var (
	page = bytes.Repeat([]byte("<p>a page</p>\n"), 300)
	feed = bytes.Repeat([]byte("<item>an item</item>\n"), 500)
)

// kept asks the sink to reuse both outputs, and returns how many it could.
func (p *place) kept() (n int) {
	p.t.Helper()
	out := p.open()
	for name, data := range map[string][]byte{"a/index.html": page, "feed.xml": feed} {
		before := out.Before(name, int64(len(data)), xxhash.Sum64(data))
		ok, err := out.Keep(name, int64(len(data)), xxhash.Sum64(data), "test")
		if err != nil || ok != bytes.Equal(before, data) {
			p.t.Errorf("%s: kept %t, %d bytes before, %v", name, ok, len(before), err)
		}
		if ok {
			n++
		}
	}
	p.commit(out)
	return n
}

// If the output folder was deleted, outputs come from the archive. Outputs that the archive lacks, or that are
// damaged, are not reused.
func TestArchive(t *testing.T) {
	for name, c := range map[string]struct {
		change func(dir string) error
		files  int
	}{
		"the folder is there": {func(string) error { return nil }, 2},
		"no folder":           {func(dir string) error { return os.RemoveAll(filepath.Join(dir, "public")) }, 2},
		"no archive": {func(dir string) error {
			return os.RemoveAll(filepath.Join(dir, "state", "outputs"))
		}, 2},
		"neither": {func(dir string) error {
			return errors.Join(os.RemoveAll(filepath.Join(dir, "public")), os.RemoveAll(filepath.Join(dir, "state", "outputs")))
		}, 0},
		"damaged": {func(dir string) error {
			all, err := filepath.Glob(filepath.Join(dir, "state", "outputs", "pieces-*"))
			for _, file := range all {
				text, _ := os.ReadFile(file)
				text[len(text)/4] ^= 1
				text[len(text)*3/4] ^= 1
				err = errors.Join(err, os.WriteFile(file, text, 0o666))
			}
			return errors.Join(err, os.RemoveAll(filepath.Join(dir, "public")))
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			p := &place{t, t.TempDir()}
			p.build()
			if err := c.change(p.dir); err != nil {
				t.Fatal(err)
			}
			p.kept()
			got := map[string]string{}
			for _, name := range []string{"a/index.html", "feed.xml"} {
				if text, err := os.ReadFile(filepath.Join(p.dir, "public", name)); err == nil {
					got[name] = string(text)
				}
			}
			want := map[string]string{"a/index.html": string(page), "feed.xml": string(feed)}
			if c.files == 0 {
				want = map[string]string{}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if name == "no archive" { // what was kept is archived, too
				if err := os.RemoveAll(filepath.Join(p.dir, "public")); err != nil {
					t.Fatal(err)
				}
				if n := p.kept(); n != 2 {
					t.Errorf("%d of what the folder had were archived", n)
				}
			}
		})
	}
}

// An output that no build wants goes after some builds, and the archive is smaller than the outputs.
func TestAge(t *testing.T) {
	p := &place{t, t.TempDir()}
	size := func() (n int64) {
		all, _ := filepath.Glob(filepath.Join(p.dir, "state", "outputs", "pieces-*"))
		for _, file := range all {
			if info, err := os.Stat(file); err == nil {
				n += info.Size()
			}
		}
		return n
	}
	for i := range 5 * Builds {
		out := p.open()
		var noise []byte
		for j := range 2000 {
			noise = fmt.Appendf(noise, "%d %d,", i, i*j*j)
		}
		if err := out.Add("index.html", noise, "test"); err != nil {
			t.Fatal(err)
		}
		p.commit(out)
		if size() > int64(3*Builds*len(noise)) {
			t.Fatalf("%d bytes after %d builds of %d", size(), i, len(noise))
		}
	}
	if size() == 0 {
		t.Error("nothing is kept")
	}
}

// An archive that cannot be used is none.
func TestNoArchive(t *testing.T) {
	p := &place{t, t.TempDir()}
	if err := os.MkdirAll(filepath.Join(p.dir, "state"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.dir, "state", "outputs"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	p.build()
	if text, err := os.ReadFile(filepath.Join(p.dir, "public", "feed.xml")); err != nil || !bytes.Equal(text, feed) {
		t.Error(err)
	}
}
