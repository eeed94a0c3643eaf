package html

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadMediaG4(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		want      Media
	}{
		{"nothing", "<main>text</main>", Media{}},
		{"outside", `<header><img src="/logo.png"></header><main>x</main><footer><img src="/f.png"></footer>`, Media{}},
		{"image", `<main><p><img alt="" src="/a.png"><IMG SRC=b.jpg><img src="/a.png"></main>`, Media{Images: []string{"/a.png", "b.jpg"}}},
		{"data", `<main><img src="data:image/png;base64,AA=="><img src=" "></main>`, Media{}},
		{"entities", `<main><img src="/a.png?x=1&amp;y=2"></main>`, Media{Images: []string{"/a.png?x=1&y=2"}}},
		{"srcset by width", `<main><img src="s.png" srcset="s.png 300w, l.png 1200w, m.png 600w"></main>`, Media{Images: []string{"l.png"}}},
		{"srcset by density", `<main><img src="s.png" srcset="s.png, l.png 2x"></main>`, Media{Images: []string{"l.png"}}},
		{"picture", `<main><picture><source srcset="a.webp 500w, b.webp 1000w"><img src="c.jpg"></picture><img src="d.jpg"></main>`, Media{Images: []string{"b.webp", "d.jpg"}}},
		{"picture by format", `<main><picture><source type="image/webp" srcset="a.webp"><img src="c.jpg"></picture></main>`, Media{Images: []string{"c.jpg"}}},
		{"figure", `<article><figure><img src="a.png"><figcaption>x</figcaption></figure></article>`, Media{Images: []string{"a.png"}}},
		{"og:image", `<head><meta property="og:image" content="https://e.example/og.png"></head><main><img src="a.png"></main>`, Media{Images: []string{"https://e.example/og.png", "a.png"}}},
		{"og:image of the title", `<head><meta property="og:image" content="/card.png" data-sitemap="false"></head><main><img src="a.png"></main>`, Media{Images: []string{"a.png"}}},
		{"og:image of the title that is shown", `<head><meta property="og:image" content="/card.png" data-sitemap="false"></head><main><img src="/card.png"></main>`, Media{Images: []string{"/card.png"}}},
		{"navigation", `<main><nav><img src="/icon.png"></nav><template><img src="t.png"></template><img src="a.png"></main>`, Media{Images: []string{"a.png"}}},
		{"video", `<main><video src="v.mp4" poster="p.jpg" title="V"></video><video aria-label="W"><source src="w.webm"><source src="w.mp4"></video></main>`, Media{Videos: []Video{{Src: "v.mp4", Poster: "p.jpg", Title: "V"}, {Src: "w.webm", Title: "W"}}}},
		{"frame", `<main><iframe src="https://www.youtube.com/embed/abc" title="T"></iframe><iframe srcdoc="x"></iframe></main>`, Media{Videos: []Video{{Src: "https://www.youtube.com/embed/abc", Frame: true, Title: "T"}}}},
		{"open video", `<main><video src="v.mp4">`, Media{Videos: []Video{{Src: "v.mp4"}}}},
	} {
		if diff := cmp.Diff(c.want, ReadMedia([]byte(c.doc))); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
