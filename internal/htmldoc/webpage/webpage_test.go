package webpage

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// texts is a tree in memory.
type texts map[string]string

// Read implements webtree.Source.
func (t texts) Read(path string, buf []byte, most int64) ([]byte, bool, error) {
	text, ok := t[path]
	if !ok {
		return buf, false, os.ErrNotExist
	}
	return append(buf, text[:min(int64(len(text)), most)]...), int64(len(text)) > most, nil
}

var now = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

func read(t *testing.T, host string, files texts, o Options) *Set {
	t.Helper()
	h, err := hosting.ParseHost(host)
	if err != nil {
		t.Fatal(err)
	}
	var list []webtree.File
	for name, text := range files {
		list = append(list, webtree.File{Path: name, Size: int64(len(text))})
	}
	tree, err := webtree.New(files, list, webtree.Options{Base: "https://e.example/", Host: h})
	if err != nil {
		t.Fatal(err)
	}
	o.Now = now
	s, err := Read(context.Background(), tree, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// doc is a page with things in its head.
func doc(head string) string {
	return "<!doctype html><html lang=en><head><title>T</title>" + head + "</head><body><main><p>x</p></main></body></html>"
}

func canonical(to string) string { return doc(`<link rel=canonical href="` + to + `">`) }

func TestDates(t *testing.T) {
	ld := func(s string) string { return `<script type="application/ld+json">` + s + `</script>` }
	for _, c := range []struct{ name, head, body, published, modified string }{
		{"none", "", "", "", ""},
		{"linked data first", `<meta property="article:modified_time" content="2026-01-02">` + ld(`{"@type":"BlogPosting","datePublished":"2025-01-01","dateModified":"2026-01-03T10:00:00+01:00"}`), "", "2025-01-01 JSON-LD datePublished", "2026-01-03T10:00:00+01:00 JSON-LD dateModified"},
		{"meta", `<meta property="article:modified_time" content="2026-01-02"><meta property="article:published_time" content="2025-01-01T01:02Z">`, `<time itemprop="dateModified" datetime="2024-01-01">`, "2025-01-01T01:02:00Z article:published_time", "2026-01-02 article:modified_time"},
		{"microdata", `<meta itemprop="dateModified" content="2024-02-01">`, `<time itemprop="datePublished" datetime="2024-01-01">`, "2024-01-01 time datePublished", "2024-02-01 microdata dateModified"},
		{"a time of the main content", "", `<time datetime="2024-01-01">`, "2024-01-01 time", ""},
		{"graph", ld(`{"@context":"x","@graph":[{"@type":"WebSite","@id":"https://e.example/#website","dateModified":"2020-01-01"},{"@type":"WebPage","dateModified":"2021-01-01"},{"@type":["Article","X"],"mainEntityOfPage":{"@id":"https://e.example/a/#webpage"},"dateModified":"2022-01-01"}]}`), "", "", "2022-01-01 JSON-LD dateModified"},
		{"about another page", ld(`{"@type":"Article","url":"/","dateModified":"2022-01-01"}`), "", "", ""},
		{"parts of a list", ld(`{"@type":"Blog","blogPost":[{"@type":"BlogPosting","dateModified":"2022-01-01"}]}`), "", "", ""},
		{"main entity", ld(`[{"@type":"WebPage","mainEntity":{"@type":"Article","dateModified":"2022-01-01"}}]`), "", "", "2022-01-01 JSON-LD dateModified"},
		{"no date, then one", ld(`{"@type":"Article","dateModified":"soon"}`) + `<meta property="article:modified_time" content="2026-01-02">`, "", "", "2026-01-02 article:modified_time"},
		{"in the future, then one", ld(`{"@type":"Article","dateModified":"2030-01-01"}`) + `<meta property="article:modified_time" content="2026-01-02">`, "", "", "2026-01-02 article:modified_time"},
		{"year 1", `<meta property="article:modified_time" content="0001-01-01T00:00:00Z">`, "", "", ""},
	} {
		s := read(t, "", texts{"index.html": doc(""), "a/index.html": "<!doctype html><head>" + c.head + "</head><body><time datetime=2001-01-01></time><main>" + c.body + "</main>"}, Options{})
		text := func(d Date) string {
			switch {
			case d.Time.IsZero():
				return ""
			case d.DayOnly:
				return d.Time.Format("2006-01-02 ") + d.From
			}
			return d.Time.Format(time.RFC3339) + " " + d.From
		}
		if p, m := text(s.Pages[0].Published), text(s.Pages[0].Modified); p != c.published || m != c.modified {
			t.Errorf("%s: published %q, modified %q", c.name, p, m)
		}
	}
}

func TestMedia(t *testing.T) {
	s := read(t, "", texts{"index.html": `<!doctype html><head><title>T</title><meta name=description content=D><meta property=og:image content=/og.png>
<script type="application/ld+json">{"@type":"VideoObject","name":"N","description":"V","thumbnailUrl":["/t.png"],"contentUrl":"/v.mp4","duration":"PT1M2S","uploadDate":"2026-01-02"}</script><script type="application/ld+json">[{"@type":"Article","image":[{"@type":"ImageObject","url":"/ld.png"},"/og.png"],"author":{"@type":"Person","name":"A","image":"/face.png"}},{"@type":"ImageObject","contentUrl":"/photo.jpg"},{"@type":"BreadcrumbList","image":"/no.png"}]</script></head>
<body><img src=/outside.png><main><img src="a b.png" srcset="s.png 100w, l.png 200w"><img src="data:,x"><picture><source srcset="w.avif 2x"><img src=w.png></picture><nav><img src=nav.png></nav>
<iframe src="https://www.youtube.com/embed/abc?x=1" title="Tube"></iframe><iframe src="https://player.vimeo.com/video/1"></iframe><iframe src="https://maps.example/"></iframe><video src=v.mp4></video></main>`}, Options{Images: true, Videos: true})
	p := s.Pages[0]
	if diff := cmp.Diff([]string{"https://e.example/og.png", "https://e.example/l.png", "https://e.example/w.avif", "https://e.example/ld.png", "https://e.example/photo.jpg"}, p.Images); diff != "" {
		t.Error(diff)
	}
	var got []string
	for _, v := range p.Videos {
		got = append(got, fmt.Sprint(v.Title, " ", v.Description, " ", v.Thumbnail, " ", v.Content, v.Player, " ", v.Duration))
	}
	want := []string{
		"N V https://e.example/t.png https://e.example/v.mp4 1m2s",
		"Tube  https://i.ytimg.com/vi/abc/hqdefault.jpg https://www.youtube.com/embed/abc 0s",
		"  https://e.example/og.png https://player.vimeo.com/video/1 0s",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever the number of workers, the pages are the same; hostile scripts cost no more than their length.
func TestHostile(t *testing.T) {
	files := texts{
		"deep.html":   doc(`<script type="application/ld+json">` + strings.Repeat(`{"@type":"Article","mainEntity":`, 100_000) + `</script>`),
		"wide.html":   doc(`<script type="application/ld+json">[` + strings.Repeat(`{"@type":"Article","dateModified":"x"},`, 50_000) + `{}]</script>`),
		"broken.html": "<!doctype html><title>\xff\xfe</title><main>\xff" + strings.Repeat("<b", 100_000),
		"long.html":   doc(`<meta name=description content="` + strings.Repeat("é", 1<<20) + `">`),
		"empty.html":  "",
	}
	one := read(t, "", files, Options{Jobs: 1})
	four := read(t, "", files, Options{Jobs: 4})
	if diff := cmp.Diff(one.Pages, four.Pages); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(one.Found, four.Found); diff != "" {
		t.Error(diff)
	}
	i := slices.IndexFunc(one.Pages, func(p Page) bool { return p.Path == "long.html" })
	if n := len(one.Pages[i].Description); n > mostText+8 {
		t.Errorf("a description of %d bytes is kept", n)
	}
}

// Whatever a file holds, reading it ends, gives the same twice, and gives addresses that sitemaps take.
func FuzzRead(f *testing.F) {
	f.Add(canonical("/b"), "a/index.html")
	f.Add(doc(`<base href="//x/"><script type="application/ld+json">{"@graph":[{"@type":"Article","dateModified":"2026-01-02","image":{"url":"x"}}]}</script>`), "404.html")
	f.Add(`<picture><source srcset="a 1x,b"><img><video poster=x><source src=y></video><article itemprop=articleBody><h1>x`, "x\n.html")
	f.Fuzz(func(t *testing.T, text, name string) {
		if name == "" || strings.HasPrefix(name, "/") || strings.Contains(name, "//") {
			return
		}
		files := texts{name + ".html": text}
		one := read(t, "", files, Options{Images: true, Videos: true})
		two := read(t, "", files, Options{Images: true, Videos: true})
		if diff := cmp.Diff(one.Pages, two.Pages); diff != "" {
			t.Error(diff)
		}
		for i := range one.Pages {
			p := &one.Pages[i]
			if p.Unreadable != "" {
				continue
			}
			if loc, err := sitemap.Normalize(p.URL); err != nil || loc != p.URL {
				t.Errorf("%q is %q: %v", p.URL, loc, err)
			}
			if _, err := one.Article(p); err != nil {
				t.Error(err)
			}
		}
	})
}
