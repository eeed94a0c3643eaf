package media

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRead compares with the values of ffprobe 5.1.
func TestRead(t *testing.T) {
	types := NewTypes(nil)
	tests := []struct {
		file string
		want Facts
	}{
		{"a.flac", Facts{Duration: 1.5}},
		{"a.m4a", Facts{Duration: 1.5}},
		{"a.mp3", Facts{Duration: 1.567347}},
		{"a.ogg", Facts{Duration: 1.5}},
		{"a.opus", Facts{Duration: 1.5}},
		{"a.wav", Facts{Duration: 1.5}},
		{"frag.mp4", Facts{}}, // its header has no length
		{"i.avif", Facts{Width: 48, Height: 32}},
		{"i.bmp", Facts{Width: 48, Height: 32}},
		{"i.gif", Facts{Width: 48, Height: 32}},
		{"i.jpg", Facts{Width: 48, Height: 32}},
		{"i.png", Facts{Width: 48, Height: 32}},
		{"i.tiff", Facts{Width: 48, Height: 32}},
		{"i.webp", Facts{Width: 48, Height: 32}},
		{"noxing.mp3", Facts{Duration: 1.5675}},
		{"v.avi", Facts{Duration: 1.2}},
		{"v.mkv", Facts{Duration: 1.2}},
		{"v.mov", Facts{Duration: 1.2}},
		{"v.mp4", Facts{Duration: 1.2}},
		{"v.webm", Facts{Duration: 1.2}},
		{"vbr.mp3", Facts{Duration: 1.567347}},
	}
	for _, tt := range tests {
		b, err := os.ReadFile(filepath.Join("testdata", tt.file))
		if err != nil {
			t.Fatal(err)
		}
		r := &counting{ReaderAt: bytes.NewReader(b)}
		got := Read(r, int64(len(b)), types.Of(tt.file))
		if got.Width != tt.want.Width || got.Height != tt.want.Height || math.Abs(got.Duration-tt.want.Duration) > 0.01 {
			t.Errorf("%s: got %+v, want %+v", tt.file, got, tt.want)
		}
	}
}

// The suffix of an image may not match its format.
func TestReadMisnamed(t *testing.T) {
	for name, content := range map[string]string{
		"i.avif": "image/heif", "i.bmp": "image/bmp", "i.gif": "image/gif", "i.jpg": "image/jpeg", "i.png": "image/png",
		"i.tiff": "image/tiff", "i.webp": "image/webp",
	} {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, mediaType := range []string{"image/jpeg", "image/png", "image/webp"} {
			want := Facts{Width: 48, Height: 32, Content: content}
			if content == mediaType {
				want.Content = ""
			}
			if got := Read(bytes.NewReader(b), int64(len(b)), mediaType); got != want {
				t.Errorf("%s as %s: got %+v, want %+v", name, mediaType, got, want)
			}
		}
	}
	if got := Read(strings.NewReader("version https://git-lfs"), 23, "image/png"); got != (Facts{}) {
		t.Errorf("no image at all: got %+v", got)
	}
}

func TestReadImages(t *testing.T) {
	lossless := "RIFF\x00\x00\x00\x00WEBPVP8L\x00\x00\x00\x00\x2f" + string([]byte{0x8F, 0x81, 0x0C, 0x10}) + "\x00\x00\x00\x00\x00"
	extended := "RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00" + string([]byte{0x0F, 0x27, 0x00, 0x01, 0x00, 0x00})
	tests := []struct {
		mediaType, data string
		want            Facts
	}{
		{"image/webp", lossless, Facts{Width: 400, Height: 51}},
		{"image/webp", extended, Facts{Width: 10000, Height: 2}},
		{"image/svg+xml", `<?xml version="1.0"?><!-- x --><svg xmlns="x" width="10mm" height="2in"/>`, Facts{Width: 38, Height: 192}},
		{"image/svg+xml", `<svg viewBox="0 0 300 150.4">`, Facts{Width: 300, Height: 150}},
		{"image/svg+xml", `<svg viewBox="0,0,300,150" height="75px" width="100%">`, Facts{Width: 150, Height: 75}},
		{"image/svg+xml", `<svg width="1e99" height="2">`, Facts{}},
		{"image/svg+xml", `<html><svg width="1" height="2">`, Facts{}},
		{"image/png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\x00\x00\x00\x01", Facts{}},
		{"image/png", "x", Facts{}},
		{"text/plain", "x", Facts{}},
	}
	for _, tt := range tests {
		if got := Read(bytes.NewReader([]byte(tt.data)), int64(len(tt.data)), tt.mediaType); got != tt.want {
			t.Errorf("%s %q: got %+v, want %+v", tt.mediaType, tt.data, got, tt.want)
		}
	}
}

// TestBounded: only a small part of a file is read, however large it is.
func TestBounded(t *testing.T) {
	for _, file := range []string{"a.mp3", "noxing.mp3", "v.mp4", "v.webm", "a.ogg", "a.wav", "i.jpg", "i.avif"} {
		b, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		r := &counting{ReaderAt: bytes.NewReader(append(b, make([]byte, 8<<20)...))}
		Read(r, int64(len(b)+8<<20), NewTypes(nil).Of(file))
		if r.n > 200<<10 {
			t.Errorf("%s: %d bytes read", file, r.n)
		}
	}
}

type counting struct {
	io.ReaderAt
	n int
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	c.n += n
	return n, err
}

func TestTypes(t *testing.T) {
	own := NewTypes([]Type{{"text/zz", []string{"enr", "JPG"}}, {"text/enriched", []string{".enr"}}})
	tests := []struct {
		types      *Types
		name, want string
	}{
		{NewTypes(nil), "a/photo.JPG", "image/jpeg"},
		{NewTypes(nil), "pack.tar.gz", "application/gzip"},
		{NewTypes(nil), "noext", "application/octet-stream"},
		{NewTypes(nil), "x.unknown", "application/octet-stream"},
		{NewTypes(nil), "feed.xml", "application/xml"},
		{NewTypes(nil), "s.js", "text/javascript"},
		{own, "x.enr", "text/enriched"},
		{own, "x.jpg", "text/zz"},
	}
	for _, tt := range tests {
		if got, known := tt.types.Lookup(tt.name); got != tt.want || known == strings.HasSuffix(tt.name, ".unknown") {
			t.Errorf("%s: got %s, known %v; want %s", tt.name, got, known, tt.want)
		}
	}
}

// FuzzRead: no input makes a reader panic, run long, or return an impossible fact.
func FuzzRead(f *testing.F) {
	var types []string
	files, _ := filepath.Glob("testdata/*.*")
	table := NewTypes(nil)
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		types = append(types, table.Of(name))
		f.Add(byte(len(types)-1), b)
	}
	types = append(types, "image/svg+xml")
	f.Add(byte(len(types)-1), []byte(`<svg viewBox="0 0 1 2" width="3cm">`))
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		got := Read(bytes.NewReader(data), int64(len(data)), types[int(kind)%len(types)])
		if got.Width < 0 || got.Height < 0 || got.Width > maxSide || got.Height > maxSide || got.Duration < 0 || got.Duration > maxDuration || math.IsNaN(got.Duration) {
			t.Errorf("%+v", got)
		}
	})
}

func ExampleRead() {
	drawing := []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480"/>`)
	facts := Read(bytes.NewReader(drawing), int64(len(drawing)), NewTypes(nil).Of("chart.svg"))
	fmt.Println(facts.Width, facts.Height)
	// Output: 640 480
}
