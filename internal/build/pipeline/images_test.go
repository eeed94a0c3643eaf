package pipeline_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// pictures makes a project whose pages show smaller pictures of one.
func pictures(t *testing.T) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 64, 48))
	for i := range 64 * 48 {
		img.SetNRGBA(i%64, i/64, color.NRGBA{uint8(i), uint8(i / 64 * 5), 90, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hugo.toml":                         "disableKinds = ['home', 'section', 'taxonomy', 'term', 'rss', 'sitemap', '404']\nbaseURL = 'https://example.org/'\n",
		"content/a/index.md":                "---\ntitle: A\n---\n![sun](sun.png)\n",
		"content/b/index.md":                "---\ntitle: B\n---\n",
		"content/a/sun.png":                 b.String(),
		"content/b/same.png":                b.String(),
		"layouts/page.html":                 `{{ .Content }}{{ range .Resources }}{{ with .Resize "16x" }}<img src="{{ .RelPermalink }}" width="{{ .Width }}" height="{{ .Height }}">{{ end }}{{ end }}`,
		"layouts/_markup/render-image.html": `{{ with .Page.Resources.Get .Destination }}{{ with .Fill "10x10 Top webp" }}<img src="{{ .RelPermalink }}" width="{{ .Width }}">{{ end }}{{ end }}`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// buildPictures builds with a new Builder, as another process would.
func buildPictures(t *testing.T, o project.Options) *pipeline.Result {
	t.Helper()
	o.Version = "test"
	b, err := pipeline.New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	res, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func derived(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "public", "*", "*_hu_*"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[f] = string(data)
	}
	return out
}

func TestImagesAreMadeOnce(t *testing.T) {
	dir := pictures(t)
	o := project.Options{Source: dir}
	if res := buildPictures(t, o); res.Images != 2 { // the pictures of a and b are alike
		t.Fatalf("%d images made, want 2", res.Images)
	}
	want := derived(t, dir)
	if len(want) != 3 {
		t.Fatalf("%d files", len(want))
	}
	same := func(what string, made int) {
		t.Helper()
		res := buildPictures(t, o)
		got := derived(t, dir)
		for f, data := range want {
			if got[f] != data {
				t.Errorf("%s: %s has other bytes", what, f)
			}
		}
		if res.Images != made || len(got) != len(want) {
			t.Errorf("%s: %d images made, want %d; %d files", what, res.Images, made, len(got))
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("content/a/index.md", "---\ntitle: A2\n---\nMore ![sun](sun.png)\n")
	same("a page is rendered again", 0)
	for f := range want {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	same("outputs are gone", 0)
	kept, err := filepath.Glob(filepath.Join(dir, ".sitegen", "cache", "images", "*"))
	if err != nil || len(kept) != 2 {
		t.Fatalf("%v %v", kept, err)
	}
	for _, f := range kept {
		if err := os.WriteFile(f, []byte("damaged as it can be"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for f := range want {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	same("outputs are gone and the cache is damaged", 2)
	write("layouts/page.html", `{{ .Content }}`)
	res := buildPictures(t, o)
	if got := derived(t, dir); res.Images != 0 || len(got) != 1 {
		t.Errorf("no page asks any more: %d made, %d files", res.Images, len(got))
	}
}

// TestImagesOfThePreview: no image is made before a request, and then it is the same as in a build.
func TestImagesOfThePreview(t *testing.T) {
	dir := pictures(t)
	buildPictures(t, project.Options{Source: dir})
	want := derived(t, dir)
	for _, noCache := range []bool{false, true} {
		b, err := pipeline.New(project.Options{Source: dir, Memory: true, Version: "test", NoCache: noCache})
		if err != nil {
			t.Fatal(err)
		}
		res, err := b.Build(context.Background())
		if err != nil || res.Images != 0 {
			t.Fatalf("%v, %d images made", err, res.Images)
		}
		n := 0
		for _, path := range res.Outputs.Paths() {
			if !strings.Contains(path, "_hu_") {
				continue
			}
			f, _ := res.Outputs.Lookup(path)
			r, err := f.Open(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil || string(data) != want[filepath.Join(dir, "public", filepath.FromSlash(path))] {
				t.Errorf("%s: %v, %d bytes", path, err, len(data))
			}
			n++
		}
		if n != len(want) {
			t.Errorf("%d images, want %d", n, len(want))
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDamagedImage(t *testing.T) {
	dir := pictures(t)
	file := filepath.Join(dir, "content", "a", "sun.png")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:len(data)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	b, err := pipeline.New(project.Options{Source: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err = b.Build(context.Background()); err == nil || !strings.Contains(err.Error(), "content/a/sun.png: the image cannot be decoded: ") {
		t.Errorf("%v", err)
	}
}

// screenshots makes a project of an embedded theme whose pages show two PNG files, the same in two languages, and a
// photograph that has to be rotated.
func screenshots(t *testing.T, theme, more string) string {
	t.Helper()
	shot := func(w, h int) string {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 90, 60)), nil); err != nil {
		t.Fatal(err)
	}
	turned := string(b.Bytes()[:2]) + "\xff\xe1\x00\x22Exif\x00\x00II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00" + string(b.Bytes()[2:])
	dir := t.TempDir()
	page := "---\ntitle: A\ndate: 2026-01-02\ncover: photo.jpg\n---\n![one](one.png)\n\n![two](two.png)\n"
	for name, text := range map[string]string{
		"sitegen.toml": "baseURL = 'https://example.org/'\ntheme = '" + theme + "'\n[languages.en]\ncontentDir = 'en'\n[languages.de]\ncontentDir = 'de'\n" +
			"[params.images]\nresponsive = true\n" + more,
		"en/a/index.md": page, "en/a/one.png": shot(1280, 40), "en/a/two.png": shot(1920, 50), "en/a/photo.jpg": turned,
		"de/a/index.md": page, "de/a/one.png": shot(1280, 40), "de/a/two.png": shot(1920, 50), "de/a/photo.jpg": turned,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestScreenshots: a PNG has few sizes, which are lossless WebP files made once for all languages, and img is the PNG.
func TestScreenshots(t *testing.T) {
	race.Skip(t, "it counts images; TestImagesAreMadeOnce makes some, too")
	for _, c := range []struct {
		theme, more, suffix string
		pngs, others        int // images of the screenshots, of the photograph
	}{
		{"docs", "", ".webp", 3, 0},
		{"blog", "", ".webp", 3, 1},
		{"docs", "webp = false\n", ".png", 3, 0},
		{"docs", "widths = [480, 800, 1300]\n", ".webp", 5, 0},
	} {
		for _, noCache := range []bool{false, true} {
			dir := screenshots(t, c.theme, c.more)
			res := buildPictures(t, project.Options{Source: dir, NoCache: noCache, Jobs: 16})
			if res.Images != c.pngs+c.others {
				t.Errorf("%s, %q, no cache %v: %d images made, want %d", c.theme, c.more, noCache, res.Images, c.pngs+c.others)
			}
			files := 0
			for _, pattern := range []string{"a", "de/a"} {
				found, err := filepath.Glob(filepath.Join(dir, "public", filepath.FromSlash(pattern), "*o*_hu_*"+c.suffix))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range found {
					if !strings.HasPrefix(filepath.Base(f), "photo") {
						files++
					}
				}
			}
			html, err := os.ReadFile(filepath.Join(dir, "public", "de", "a", "index.html"))
			if err != nil {
				t.Fatal(err)
			}
			if want := `<img src="/de/a/one.png"`; !strings.Contains(string(html), want) {
				t.Errorf("%s, %q: %q is missing in\n%s", c.theme, c.more, want, html)
			}
			// The photograph is upright in everything that a page says about it.
			for _, want := range []string{`<meta property="og:image:width" content="60">`, `<meta property="og:image:height" content="90">`, `"width":60`, `"height":90`} {
				if !strings.Contains(string(html), want) {
					t.Errorf("%s: %q is missing in\n%s", c.theme, want, html)
				}
			}
			if files != 2*c.pngs {
				t.Errorf("%s, %q: %d files ending in %s, want %d", c.theme, c.more, files, c.suffix, 2*c.pngs)
			}
		}
	}
}
