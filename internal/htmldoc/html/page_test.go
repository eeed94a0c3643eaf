package html

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// summary lists what was read of a page, one short line per fact.
func summary(doc string) []string {
	var r PageReader
	p := r.Read([]byte(doc))
	var out []string
	add := func(what string, at int, more ...string) {
		end := strings.IndexAny(doc[at:], " >\n")
		out = append(out, strings.Join(append([]string{what, doc[at:][:max(0, end)]}, more...), "|"))
	}
	texts := func(what string, list []Text) {
		for _, t := range list {
			add(what, t.At, t.Text)
		}
	}
	if p.HasLang {
		add("lang", p.Lang.At, p.Lang.Text)
	}
	texts("title", p.Titles)
	texts("description", p.Descriptions)
	texts("robots", p.Robots)
	texts("canonical", p.Canonicals)
	texts("late", p.Late)
	texts("base", p.Bases)
	texts("id", p.IDs)
	texts("dir", p.Dirs)
	texts("silent", p.Silent)
	texts("untitled", p.Untitled)
	for _, a := range p.Alternates {
		add("alternate", a.At, a.Lang, a.URL)
	}
	for _, r := range p.Refs {
		add([]string{"link", "image", "player", "script", "style", "frame", "file", "social"}[r.Kind], r.At, r.URL)
	}
	for _, h := range p.Headings {
		add("heading", h.At, []string{"", "empty"}[b2i(h.Empty)])
	}
	for _, i := range p.Images {
		add("picture", i.At, []string{"", "no alt"}[b2i(!i.Alt)]+[]string{"", "no size"}[b2i(!i.Sized)]+[]string{"", "bad set"}[b2i(i.BadSet)])
	}
	for _, g := range p.OpenGraph {
		add("property", g.At, g.Name, g.Value)
	}
	for _, d := range p.Dates {
		out = append(out, strings.Join([]string{"date", d.From, d.Name, d.Value, doc[d.At:][:4]}, "|"))
	}
	for _, j := range p.JSONLD {
		add("json-ld", j.At, append(j.Types, j.Err)...)
		if j.Err != "" {
			out = append(out, "at|"+doc[j.ErrAt:])
		}
	}
	if p.NoIndex {
		out = append(out, "noindex")
	}
	if p.BaseNested {
		out = append(out, "base nested")
	}
	if p.Refresh.There {
		add("refresh", p.Refresh.At, p.Refresh.URL)
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestPage(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		want      []string
	}{
		{"empty", "", nil},
		{
			"head", `<!doctype html><html lang=" en "><head><meta charset=utf-8><title> A &amp;
 B </title><meta name=Description content="x  y"><link rel=canonical href=/a><base href=/b/></head>`,
			[]string{"lang|<html|en", "title|<title|A & B", "description|<meta|x y", "canonical|<link|/a", "base|<base|/b/"},
		},
		{
			"what a body does not count", `<body><link rel=canonical href=/a><base href=/b><title>x</title>`,
			[]string{"title|<title|x", "late|<link|/a", "base|<base|/b", "base nested"},
		},
		{"text ends the head", `x<link rel=canonical href=/a>`, []string{"late|<link|/a"}},
		{"a style does not", `<style>x</style><script>y</script><link rel=canonical href=/a>`, []string{"canonical|<link|/a"}},
		{"a title of a drawing", `<title>a</title><body><a href=/x><svg><title>b</title></svg></a>`, []string{"title|<title|a", "link|<a|/x"}},
		{"an unclosed title", `<title>a`, []string{"title|<title|a"}},
		{"no title text", `<title></title><meta name=robots content="a, NoIndex">`, []string{"title|<title|", "robots|<meta|a, NoIndex", "noindex"}},
		{
			"links", `<body><a href=" /x ">y</a><a href=/i><img src=i.png alt=""></a><a href=/j><img src=j.png alt=J width=1 height=2></a><a name=n></a><area href=/z><a href=/h aria-hidden=true></a><a href=/l aria-label=L></a>`,
			[]string{
				"id|<a|n", "silent|<a|/i", "link|<a|/x", "link|<a|/i", "image|<img|i.png", "link|<a|/j", "image|<img|j.png", "link|<area|/z", "link|<a|/h", "link|<a|/l",
				"picture|<img|no size", "picture|<img|",
			},
		},
		{
			"a template is inert", `<body><template><a href=/x id=i><img></template><p id=j>`, []string{"id|<p|j"},
		},
		{
			"media", `<body><video src=v.mp4 poster=p.png><track src=t.vtt></video><picture><source srcset="a.webp 1x, b.webp 2x"><img srcset="c.png 10w,d.png 20q" alt=x></picture><audio><source src=a.ogg></audio><iframe src=f></iframe><iframe src=g title=G></iframe><object data=o></object><input type=image src=s>`,
			[]string{
				"untitled|<iframe|f", "player|<video|v.mp4", "image|<video|p.png", "player|<track|t.vtt", "image|<source|a.webp", "image|<source|b.webp", "image|<img|c.png", "image|<img|d.png",
				"player|<source|a.ogg", "frame|<iframe|f", "frame|<iframe|g", "script|<object|o", "image|<input|s", "picture|<img|no sizebad set",
			},
		},
		{
			"link elements", `<link rel="stylesheet" href=a.css><link rel="shortcut icon" href=i.ico><link rel=preload as=font href=f.woff2><link rel=alternate hreflang=fr href=/fr/><link rel=alternate type=application/rss+xml href=/r.xml><link rel=preconnect href=//x><link rel=next href=/2/>`,
			[]string{"alternate|<link|fr|/fr/", "style|<link|a.css", "image|<link|i.ico", "file|<link|f.woff2", "file|<link|/r.xml", "link|<link|/2/"},
		},
		{"headings", `<body><h1>a</h1><h2> <span></span></h2><h3><img src=x alt=y></h3><h4 aria-label=z></h4>`, []string{"image|<img|x", "heading|<h1|", "heading|<h2|empty", "heading|<h3|", "heading|<h4|", "picture|<img|no size"}},
		{
			"properties and dates", `<meta property=og:title content=T><meta property="og:image" content=/o.png><meta property=article:published_time content=2026-01-02><body><time datetime=2026>x</time><time itemprop=dateModified datetime=2027>`,
			[]string{"social|<meta|/o.png", "property|<meta|og:title|T", "property|<meta|og:image|/o.png", "date|meta|article:published_time|2026-01-02|<met", "date|time||2026|<tim", "date|time|dateModified|2027|<tim"},
		},
		{
			"linked data", `<script type="application/ld+json">{"@context":"x","@graph":[{"@type":["A","B"],"dateModified":"2026"}]}</script>`,
			[]string{`date|json-ld|dateModified|2026|"202`, "json-ld|<script|A|B|"},
		},
		{"linked data, broken", `<script type="application/ld+json">{"a": 1,}</script>`, []string{"json-ld|<script|invalid character '}' looking for beginning of object key string", "at|,}</script>"}},
		{"linked data, ended", `<script type="application/ld+json">{"a": 1</script>`, []string{"json-ld|<script|it ends too early", "at|</script>"}},
		{"linked data, two values", `<script type="application/ld+json">1 2</script>`, []string{"json-ld|<script|something follows the end of the value", "at|</script>"}},
		{"refresh", `<meta http-equiv=Refresh content="0; URL='/a b'">`, []string{"refresh|<meta|/a b"}},
		{"refresh of itself", `<meta http-equiv=refresh content=5>`, []string{"refresh|<meta|"}},
		{"directions", `<body dir=rtl><p dir=left>`, []string{"dir|<p|left"}},
		{"an uncounted end", `</svg></template></a></h1><p id=x>`, []string{"id|<p|x"}},
	} {
		if diff := cmp.Diff(c.want, summary(c.doc)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// Linked data costs no more than its length, whatever it is.
func TestLinkedDataBounds(t *testing.T) {
	var r PageReader
	for name, text := range map[string]string{
		"deep": strings.Repeat("[", 1<<20), "many": "[" + strings.Repeat("1,", 1<<20) + "1]", "deep objects": strings.Repeat(`{"a":`, 1<<19),
	} {
		p := r.Read([]byte(`<script type="application/ld+json">` + text + "</script>"))
		if len(p.JSONLD) != 1 || p.JSONLD[0].Err != errBounds.Error() {
			t.Errorf("%s: %+v", name, p.JSONLD)
		}
	}
}

// What one document says does not reach the next.
func TestPageReaderForgets(t *testing.T) {
	full := `<!doctype html><html lang=en dir=x><title>a</title><meta charset=utf-8><body><a href=x><svg><template><h1>`
	var r PageReader
	r.Read([]byte(full))
	if diff := cmp.Diff(*new(PageReader).Read(nil), *r.Read(nil), cmp.Comparer(func(a, b []Text) bool { return len(a) == len(b) }),
		cmp.Comparer(func(a, b []Ref) bool { return len(a) == len(b) }), cmp.Comparer(func(a, b []Heading) bool { return len(a) == len(b) })); diff != "" {
		t.Error(diff)
	}
}

func FuzzPage(f *testing.F) {
	f.Add(`<!doctype html><html lang=en><title>a</title><link rel=canonical href=/a><body><h1>x<a href="x"><img srcset="a 1x,b 2x">`)
	f.Add(`<script type="application/ld+json">{"@type":"A","dateModified":"x"}</script><svg><title>a</template></svg>`)
	var r PageReader
	f.Fuzz(func(t *testing.T, doc string) {
		p := r.Read([]byte(doc))
		for _, list := range [][]Text{p.Titles, p.IDs, p.Silent, p.Canonicals} {
			for _, x := range list {
				if x.At < 0 || x.At >= len(doc) || doc[x.At] != '<' {
					t.Fatalf("%q is not at %d", x.Text, x.At)
				}
			}
		}
		for _, d := range p.Dates {
			if d.At < 0 || d.At >= len(doc) {
				t.Fatalf("%+v lies outside", d)
			}
		}
		for _, j := range p.JSONLD {
			if j.ErrAt < 0 || j.ErrAt > len(doc) {
				t.Fatalf("%+v lies outside", j)
			}
		}
	})
}

func BenchmarkPage(b *testing.B) {
	doc := []byte(`<!doctype html><html lang=en><head><title>x</title><meta name="description" content="a"><link rel="canonical" href="https://example.org/"></head><body>` +
		strings.Repeat(`<p class="a b">A paragraph of a <a href="/page/">page</a>, with <em>some</em> markup, as they come.</p><h2 id="h">x</h2>`+"\n", 80))
	var r PageReader
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		r.Read(doc)
	}
}
