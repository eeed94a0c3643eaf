package check

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Findings are reported at the position in the content that causes them; if a template causes them, they name the
// content file.
func TestSources(t *testing.T) {
	dir := folder(t, map[string]string{"a/index.html": doc("https://e.example/a/", `<a href="none">n</a><a href="/b/">n</a><img src="/b.png" alt="">`)})
	text := "---\ntitle: none of it\n---\nSome words, and [none](none).\n"
	o := SiteOptions{
		Only:       []string{"link-dead", "image-size", "asset-dead"},
		Sources:    func(context.Context) map[string]string { return map[string]string{"a/": "content/a.md"} },
		ReadSource: func(file string) ([]byte, error) { return []byte(text), nil },
	}
	res := site1(t, dir, o)
	got := lines(dir, res.Found)
	want := []string{
		`a/index.html:2:30: "/b/" does not exist (made from content/a.md) [link-dead]`,
		`a/index.html:2:50: "/b.png" does not exist (made from content/a.md) [asset-dead]`,
		`warning: a/index.html:2:50: the image "/b.png" has no width and height: the layout shifts when it loads (made from content/a.md) [image-size]`,
		`content/a.md:4:24: "none" does not exist (in a/index.html) [link-dead]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A link to a content file has another URL in the page; the fragment identifies its position.
func TestSourcesOfFragments(t *testing.T) {
	dir := folder(t, map[string]string{
		"a/index.html": doc("https://e.example/a/", `<a href="/b/#gone">n</a><a href="/b/#twice">n</a><a href="#here">n</a>`),
		"b/index.html": doc("https://e.example/b/", ""),
	})
	text := "---\ntitle: A\n---\nSee [b](b.md#gone), [c](b.md#twice), [d](../b.md#twice) and\n[e]: <#here> and #gone.\n"
	res := site1(t, dir, SiteOptions{
		Only:       []string{"anchor-dead"},
		Sources:    func(context.Context) map[string]string { return map[string]string{"a/": "content/a.md"} },
		ReadSource: func(file string) ([]byte, error) { return []byte(text), nil },
	})
	want := []string{
		`a/index.html:2:34: "/b/#twice" leads to an ID that b/index.html does not have (made from content/a.md) [anchor-dead]`,
		`content/a.md:4:9: "/b/#gone" leads to an ID that b/index.html does not have (in a/index.html) [anchor-dead]`,
		`content/a.md:5:7: "#here" leads to an ID that this page does not have (in a/index.html) [anchor-dead]`,
	}
	if diff := cmp.Diff(want, lines(dir, res.Found)); diff != "" {
		t.Error(diff)
	}
}

// A finding on all pages is reported once, with the template.
func TestSourcesOfAllPages(t *testing.T) {
	files := map[string]string{"404.html": doc("", `<img src="/logo.png" alt="">`), "logo.png": "x"}
	for _, name := range []string{"", "a/", "b/"} {
		files[name+"index.html"] = doc("https://e.example/"+name, `<img src="/logo.png" alt=""><img src="/logo.png" alt="">`+map[string]string{"a/": `<img src="/own.png" alt="">`}[name])
	}
	files["own.png"] = "x"
	dir := folder(t, files)
	o := SiteOptions{
		Only: []string{"image-size"},
		Sources: func(context.Context) map[string]string {
			return map[string]string{"a/": "content/a.md", "": "content/_index.md"}
		},
		ReadSource: func(string) ([]byte, error) { return []byte("Words.\n"), nil },
		Template:   func(_ context.Context, page string) string { return "layouts/baseof.html for /" + page },
	}
	logo := `the image "/logo.png" has no width and height: the layout shifts when it loads`
	own := `warning: a/index.html:2:67: the image "/own.png" has no width and height: the layout shifts when it loads`
	want := []string{"warning: a/index.html:2:11: " + logo + " (on all 4 pages): fix it in layouts/baseof.html for /a/ [image-size]", own + " (made from content/a.md) [image-size]"}
	if diff := cmp.Diff(want, lines(dir, site1(t, dir, o).Found)); diff != "" {
		t.Error(diff)
	}
	o.Sources, o.Template = nil, nil
	want = []string{"warning: a/index.html:2:11: " + logo + " (on all 4 pages) [image-size]", own + " [image-size]"}
	if diff := cmp.Diff(want, lines(dir, site1(t, dir, o).Found)); diff != "" {
		t.Error(diff)
	}
}
