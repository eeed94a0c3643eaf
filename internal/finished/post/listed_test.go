package post

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/listing"
)

// prepared returns a run on a folder with these files that has not written anything yet.
func prepared(t *testing.T, o Options, files map[string]string) *run {
	t.Helper()
	o.Dir, o.Base, o.Now = filepath.Join(t.TempDir(), "site"), "https://e.example/", clock
	for name, text := range files {
		write(t, filepath.Join(o.Dir, name), text)
	}
	r, err := prepare(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// doc returns a page with these elements in its head.
func doc(head string) string {
	return "<!doctype html><html lang=en><head><title>T</title>" + head + "</head><body><main><p>x</p></main></body></html>"
}

func canonical(to string) string { return doc(`<link rel=canonical href="` + to + `">`) }

// The page, its host and robots.txt decide whether lists contain a page.
func TestReasons(t *testing.T) {
	files := map[string]string{
		"index.html":               canonical("https://e.example/"),
		"a.html":                   doc(""),
		"b/index.html":             canonical("/b"),
		"c/index.html":             canonical("https://e.example/b/"),
		"d.html":                   canonical("https://other.example/d"),
		"e.html":                   canonical("/nothing"),
		"f.html":                   `<base href="https://evil.example/">` + canonical("f.html"),
		"404.html":                 doc(""),
		"de/404.html":              doc(""),
		"404/index.html":           doc(""),
		"templates/404/index.html": doc(""),
		"docs/404.html":            doc(""),
		"alias/index.html":         doc(`<meta http-equiv=refresh content="0; url=/b/">`),
		"reload/index.html":        doc(`<meta http-equiv=refresh content="0; url=/reload/">`),
		"slow/index.html":          doc(`<meta http-equiv=refresh content="30; url=/b/">`),
		"no.html":                  doc(`<meta name=robots content="noindex, follow">`),
		"hidden/x.html":            doc(""),
		"private/x.html":           doc(""),
		"old.html":                 doc(""),
		"kept/index.html":          doc(""),
		"forced/x/index.html":      doc(""),
		"posts/page/2/index.html":  doc(""),
		"google123.html":           "google-site-verification: google123.html",
		"part.html":                "<p>x</p>",
		"skip/me.html":             doc(""),
		"nl\nx.html":               doc(""),
		"bad\xff.html":             doc(""),
		"ä ö/index.html":           doc(""),
		"x.css":                    "",
		"_headers":                 "/hidden/*\n  X-Robots-Tag: noindex\n",
		"_redirects":               "/old.html /b/\n/kept/* /b/\n/forced/* /b/ 301!\n/* /404.html 404\n",
		"robots.txt":               "User-agent: *\nDisallow: /private/\n",
	}
	got := func(host string) string {
		var b strings.Builder
		why := map[string]listing.Reason{}
		r := prepared(t, Options{Host: host, Exclude: []string{"skip/**"}}, files)
		for _, x := range r.res.Excluded {
			why[x.File] = x.Reason
		}
		for _, p := range r.pages.Pages {
			fmt.Fprintf(&b, "%q %s %s\n", p.Path, p.URL, why[p.Path])
		}
		return strings.ReplaceAll(b.String(), "https://e.example", "")
	}
	const want = `"404.html" /404.html not-found
"404/index.html" /404/ not-found
"a.html" /a.html 
"alias/index.html" /alias/ refresh
"b/index.html" /b 
"bad\xff.html" /bad%FF.html unreadable
"c/index.html" /c/ canonical
"d.html" /d.html canonical
"de/404.html" /de/404.html not-found
"docs/404.html" /docs/404.html 
"e.html" /e.html canonical
"f.html" /f.html canonical
"forced/x/index.html" /forced/x/ redirected
"google123.html" /google123.html fragment
"hidden/x.html" /hidden/x.html noindex
"index.html" / 
"kept/index.html" /kept/ 
"nl\nx.html" /nl%0Ax.html unreadable
"no.html" /no.html noindex
"old.html" /old.html redirected
"part.html" /part.html fragment
"posts/page/2/index.html" /posts/page/2/ later
"private/x.html" /private/x.html robots
"reload/index.html" /reload/ 
"skip/me.html" /skip/me.html excluded
"slow/index.html" /slow/ 
"templates/404/index.html" /templates/404/ 
"ä ö/index.html" /%C3%A4%20%C3%B6/ 
`
	if diff := cmp.Diff(want, got("")); diff != "" {
		t.Error(diff)
	}
	// On Netlify, /b redirects to /b/, so /b/ is listed; on Cloudflare Pages, URLs of pages have no ".html".
	if text := got("cloudflare"); !strings.Contains(text, `"a.html" /a `+"\n") {
		t.Error(text)
	}
	for host, line := range map[string]string{"netlify": `"b/index.html" /b/ `, "cloudflare": `"kept/index.html" /kept/ redirected`, "s3": `"hidden/x.html" /hidden/x.html `} {
		if text := got(host); !strings.Contains(text, line+"\n") {
			t.Errorf("%s: no %s in\n%s", host, line, text)
		}
	}
}

// Sitemaps list the versions that name each other and themselves.
func TestVersions(t *testing.T) {
	links := func(list ...string) string {
		var b strings.Builder
		for _, s := range list {
			lang, href, _ := strings.Cut(s, " ")
			fmt.Fprintf(&b, `<link rel=alternate hreflang=%s href=%q>`, lang, href)
		}
		return doc(b.String())
	}
	both := links("en https://e.example/", "de https://e.example/de/", "x-default /", "fr_FR https://f.example/", "pl /gone/")
	r := prepared(t, Options{}, map[string]string{
		"index.html":    both,
		"de/index.html": both,
		"a.html":        links("en /a.html", "de /de/"),  // /de/ does not name it
		"b.html":        links("de /de/", "fr /fr.html"), // it does not name itself
		"c.html":        links("en /c.html", "de /c-de.html"),
		"c-de.html":     strings.Replace(links("en /c.html", "de /c-de.html"), "<title>", "<meta name=robots content=noindex><title>", 1),
	})
	var got []string
	for i, p := range r.site.Pages {
		for _, a := range r.listing.Alternates(p) {
			got = append(got, r.pages.Pages[i].Path+" "+a.Lang+" "+a.Href)
		}
	}
	var want []string
	for _, p := range []string{"de/index.html", "index.html"} {
		want = append(want, p+" en https://e.example/", p+" de https://e.example/de/", p+" x-default https://e.example/", p+" fr-FR https://f.example/")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
