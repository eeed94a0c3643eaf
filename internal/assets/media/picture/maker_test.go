package picture

import (
	"bytes"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
)

func TestKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "images")
	d := defaults(t, nil)
	i := original(t, encoded(t, sample(90, 60, false), JPEG), JPEG)
	var list []*Image
	for _, spec := range []string{"resize 30x", "resize 40x", "resize 50x png"} {
		out, err := d.Process(i, "", spec)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, out)
	}
	all := func(m *Maker) map[Key]string {
		out := map[Key]string{}
		if err := m.Each(list, func(i *Image, b []byte, _ *diag.Diagnostic) error {
			out[i.Key()] = string(b)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := NewMaker(MakerOptions{Dir: dir})
	want := all(first)
	if first.Made() != 3 || len(want) != 3 {
		t.Fatalf("%d made, %d images", first.Made(), len(want))
	}
	second := NewMaker(MakerOptions{Dir: dir})
	for k, v := range all(second) {
		if want[k] != v {
			t.Errorf("%s: other bytes", k)
		}
	}
	if second.Made() != 0 {
		t.Errorf("%d made again", second.Made())
	}
	// Every kind of damage is detected.
	file := filepath.Join(dir, list[0].Key().String())
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(filepath.Join(dir, list[1].Key().String())) // valid, but of another image
	if err != nil {
		t.Fatal(err)
	}
	for n, damaged := range [][]byte{other, nil, whole[:4], whole[:len(whole)-1], append(bytes.Clone(whole[:20]), whole[21:]...), bytes.Replace(whole, whole[100:104], []byte("abcd"), 1)} {
		if err := os.WriteFile(file, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		s := NewMaker(MakerOptions{Dir: dir})
		for k, v := range all(s) {
			if want[k] != v {
				t.Errorf("damage %d: %s: other bytes", n, k)
			}
		}
		if s.Made() != 1 {
			t.Errorf("damage %d: %d made", n, s.Made())
		}
	}
}

func TestPrune(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for n, name := range []string{"old", "used", "new"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, make([]byte, 100), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, now, now.Add(time.Duration(n-5)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	NewMaker(MakerOptions{Dir: dir, Max: 100}).Prune(map[string]bool{"used": true})
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if strings.Join(left, " ") != "new used" {
		t.Errorf("left: %v", left)
	}
}

func TestDamaged(t *testing.T) {
	d := defaults(t, nil)
	data := encoded(t, sample(90, 60, false), JPEG)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"cut":     {data[:len(data)/2], "content/sun.jpeg: the image cannot be decoded: "},
		"changed": {nil, "content/sun.jpeg: the image changed while the site was built"},
	} {
		i := original(t, data, JPEG)
		if c.data != nil {
			i = original(t, c.data, JPEG)
		} else if err := os.WriteFile(i.file.Path, data[:10], 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := d.Process(i, "resize", "30x")
		if err != nil {
			t.Fatal(err)
		}
		_, err = NewMaker(MakerOptions{Dir: t.TempDir()}).Bytes(out)
		var p *diag.Diagnostic
		if !errors.As(err, &p) || !strings.HasPrefix(p.Error(), c.want) || p.Rule != "image" || p.Hint == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTogether: concurrent requests for the same and other images get the same results as one alone.
func TestTogether(t *testing.T) {
	d := defaults(t, nil)
	i := original(t, encoded(t, sample(300, 200, false), PNG), PNG)
	want := map[Key][]byte{}
	var list []*Image
	for _, spec := range []string{"resize 30x", "resize 40x webp", "resize 50x jpg"} {
		out, _ := d.Process(i, "", spec)
		inner, err := d.Process(out, "", "crop 10x10")
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, out, inner)
		for _, img := range []*Image{out, inner} {
			if want[img.Key()], err = NewMaker(MakerOptions{}).Bytes(img); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := NewMaker(MakerOptions{Dir: t.TempDir()})
	var wg sync.WaitGroup
	for n := range 24 {
		wg.Go(func() {
			img := list[n%len(list)]
			if got, err := s.Bytes(img); err != nil || !bytes.Equal(got, want[img.Key()]) {
				t.Errorf("%v: %v, %d bytes, want %d", img.Key(), err, len(got), len(want[img.Key()]))
			}
		})
	}
	wg.Wait()
}

// TestBudget: a large image waits until it is alone, and one larger than the budget is not rejected.
func TestBudget(t *testing.T) {
	var d budget
	d.free.L = &d.mu
	d.take(mostDecoded - 1)
	var order []string
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() {
		d.take(2 * mostDecoded)
		mu.Lock()
		order = append(order, "large")
		mu.Unlock()
		d.give(2 * mostDecoded)
	})
	mu.Lock()
	order = append(order, "small")
	mu.Unlock()
	d.give(mostDecoded - 1)
	wg.Wait()
	if strings.Join(order, " ") != "small large" {
		t.Errorf("%v", order)
	}
}

func TestColors(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 100, 10))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	for x := range 30 {
		for y := range 10 {
			copy(img.Pix[y*img.Stride+x*4:], []uint8{10, 20, 200, 255})
		}
	}
	got, err := NewMaker(MakerOptions{}).Colors(original(t, encoded(t, img, PNG), PNG))
	if err != nil || len(got) != 2 || got[0].ColorHex() != "#ffffff" || got[1].String() != "#0a14c8" || got[0].Luminance() != 1 {
		t.Errorf("%v %v", got, err)
	}
}

// exifJPEG returns a JPEG with an orientation, a time, and a location.
func exifJPEG(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/exif.jpg")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestExif(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	data := exifJPEG(t)
	if n := Orientation(data, "image/jpeg"); n != 6 {
		t.Errorf("orientation %d", n)
	}
	x, err := defaults(t, nil).Exif(data, "image/jpeg", zone)
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Date.Format(time.RFC3339); got != "2024-05-06T07:08:09+02:00" {
		t.Errorf("date %s", got)
	}
	if x.Tags["Model"] != "Camera" || x.Tags["GPSLatitude"] != nil {
		t.Errorf("%v", x.Tags)
	}
	if x.Lat < 59.9 || x.Lat > 60 || x.Long < 10.7 || x.Long > 10.8 {
		t.Errorf("%v %v", x.Lat, x.Long)
	}
	x, _ = defaults(t, map[string]any{"exif": map[string]any{"disabledate": true, "disablelatlong": true, "includefields": "Orientation"}}).Exif(data, "image/jpeg", zone)
	if !x.Date.IsZero() || x.Lat != 0 || len(x.Tags) != 1 {
		t.Errorf("%+v", x)
	}
	m, err := defaults(t, map[string]any{"meta": map[string]any{"fields": []any{"**", "! model"}}}).Meta(data, "image/jpeg", zone)
	if err != nil || m.Orientation != 6 || m.EXIF["GPSLatitude"] == nil || m.EXIF["Model"] != nil {
		t.Errorf("%+v %v", m, err)
	}
	m, _ = defaults(t, map[string]any{"meta": map[string]any{"fields": []any{"! GPS*", "! *{Date,Time}*"}}}).Meta(data, "image/jpeg", zone)
	if m.EXIF["Model"] != "Camera" || m.Lat != 0 || !m.Date.IsZero() {
		t.Errorf("%+v", m)
	}
	// Damaged metadata is ignored.
	for _, cut := range []int{3, 30, 100, 200} {
		_, _ = defaults(t, nil).Exif(data[:cut], "image/jpeg", zone)
	}
}

func BenchmarkResize6MP(b *testing.B) {
	data := encoded(b, sample(3000, 2000, false), JPEG)
	i := original(b, data, JPEG)
	for _, spec := range []string{"resize 800x box", "resize 800x catmullrom", "resize 800x lanczos", "resize 800x webp"} {
		out, err := defaults(b, nil).Process(i, "", spec)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.ReplaceAll(spec, " ", "-"), func(b *testing.B) {
			s := NewMaker(MakerOptions{})
			if _, err := s.Bytes(out); err != nil { // made once
				b.Fatal(err)
			}
			b.ResetTimer()
			for range b.N {
				if _, err := s.Bytes(out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestLenient: an original that cannot be decoded is copied as it is if the recipe allows it, and is never kept.
func TestLenient(t *testing.T) {
	data := encoded(t, sample(90, 60, false), JPEG)
	data = data[:len(data)/2]
	dir := t.TempDir()
	for range 2 {
		out, err := defaults(t, nil).Process(original(t, data, JPEG), "resize", "30x webp orOriginal")
		if err != nil {
			t.Fatal(err)
		}
		said := 0
		err = NewMaker(MakerOptions{Dir: dir}).Each([]*Image{out}, func(_ *Image, b []byte, warning *diag.Diagnostic) error {
			if warning != nil && warning.Severity == diag.Warning && bytes.Equal(b, data) {
				said++
			}
			return nil
		})
		if err != nil || said != 1 {
			t.Errorf("%v, said %d times", err, said)
		}
	}
}
