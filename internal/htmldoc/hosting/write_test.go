package hosting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const typesBlock = `/%C3%A4/feed.json
  Content-Type: application/feed+json
/atom.xml
  Content-Type: application/atom+xml; charset=utf-8
/index.xml
  Content-Type: application/rss+xml; charset=utf-8
/sitemap-1.xml.gz
  Content-Type: application/gzip
`

// The project's own rules stay; ours follow in a separate block.
func TestWriteHeaders(t *testing.T) {
	feeds := Site{Files: []File{
		{Path: "/atom.xml", Type: "application/atom+xml; charset=utf-8"},
		{Path: "/index.xml", Type: "application/rss+xml; charset=utf-8"},
		{Path: "/sitemap-1.xml.gz", Type: "application/gzip"},
		{Path: "/ä/feed.json", Type: "application/feed+json"},
	}}
	whole := Site{
		Prefix: "/a b", Secure: true, NoIndex: true,
		Files: []File{
			{Path: "/a b/atom.xml", Type: "application/atom+xml", Links: []string{`<https://hub.example/>; rel="hub"`, `<https://e.example/a%20b/atom.xml>; rel="self"`}},
			{Path: "/a b/css/x.0123456789abcdef0123456789abcdef.css", Immutable: true},
			{Path: "/a b/p/one_hu_0123456789abcdef.jpg", Immutable: true},
			{Path: "/a b/p/two_hu_0123456789abcdef.jpg", Immutable: true},
			{Path: "/a b/search/t1.js", Immutable: true},
			{Path: "/a b/search/t2.js", Immutable: true},
			{Path: "/a b/talk.pdf", Links: []string{`<https://e.example/fr.pdf>; rel="alternate"; hreflang="fr"`}},
			{Path: "/a b/\u0001.xml", Type: "text/xml"},
		},
	}
	for _, c := range []struct {
		name, own, want string
		site            Site
	}{
		{"nothing", "", "", Site{}},
		{"types", "", blockBegin + "\n" + typesBlock + blockEnd + "\n", feeds},
		{
			"own types stand", "/*.xml\n  content-type: text/xml\n/*\n  X-Frame-Options: DENY",
			"/*.xml\n  content-type: text/xml\n/*\n  X-Frame-Options: DENY\n\n" + blockBegin + `
/%C3%A4/feed.json
  Content-Type: application/feed+json
/sitemap-1.xml.gz
  Content-Type: application/gzip
` + blockEnd + "\n", feeds,
		},
		{"all types are its own", "/*\n  Content-Type: text/plain\n", "/*\n  Content-Type: text/plain\n", feeds},
		{
			"a file that was copied from an output", "/a\n  X: y\n\n" + blockBegin + "\n/index.xml\n  Content-Type: old/type\n" + blockEnd + "\n/*\n  Content-Type: text/plain\n",
			"/a\n  X: y\n/*\n  Content-Type: text/plain\n", feeds,
		},
		{"all that there is", "", blockBegin + `
/a%20b/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  X-Frame-Options: SAMEORIGIN
  X-Robots-Tag: noindex
/a%20b/atom.xml
  Content-Type: application/atom+xml
  Link: <https://hub.example/>; rel="hub", <https://e.example/a%20b/atom.xml>; rel="self"
/a%20b/talk.pdf
  Link: <https://e.example/fr.pdf>; rel="alternate"; hreflang="fr"
/a%20b/*_hu_*.jpg
  Cache-Control: public, max-age=31536000, immutable
/a%20b/*_hu_:hash.jpg
  Cache-Control: public, max-age=31536000, immutable
/a%20b/css/x.0123456789abcdef0123456789abcdef.css
  Cache-Control: public, max-age=31536000, immutable
/a%20b/search/t*.js
  Cache-Control: public, max-age=31536000, immutable
` + blockEnd + "\n", whole},
		{
			"own headers for every file, and for some", "/a%20b/embed/*\n  X-Frame-Options: ALLOWALL\n/a%20b/search/*\n  Cache-Control: max-age=1\n/a%20b/atom.xml\n  Link: <x>\n",
			"/a%20b/embed/*\n  X-Frame-Options: ALLOWALL\n/a%20b/search/*\n  Cache-Control: max-age=1\n/a%20b/atom.xml\n  Link: <x>\n\n" + blockBegin + `
/a%20b/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  X-Robots-Tag: noindex
/a%20b/atom.xml
  Content-Type: application/atom+xml
/a%20b/talk.pdf
  Link: <https://e.example/fr.pdf>; rel="alternate"; hreflang="fr"
/a%20b/*_hu_*.jpg
  Cache-Control: public, max-age=31536000, immutable
/a%20b/*_hu_:hash.jpg
  Cache-Control: public, max-age=31536000, immutable
/a%20b/css/x.0123456789abcdef0123456789abcdef.css
  Cache-Control: public, max-age=31536000, immutable
` + blockEnd + "\n", whole,
		},
	} {
		got := string(c.site.WriteHeaders([]byte(c.own), HeaderReader{Most: 100}))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
		if _, found := ParseHeaders("_headers", got); len(found) > 0 {
			t.Errorf("%s: %v", c.name, found)
		}
		if again := string(c.site.WriteHeaders([]byte(got), HeaderReader{Most: 100})); again != got {
			t.Errorf("%s: written into itself it is another:\n%s", c.name, cmp.Diff(got, again))
		}
	}
}

// What a `_headers` file says of a file is what the model says.
func TestWrittenHeadersAreRead(t *testing.T) {
	s := Site{Prefix: "/x", Secure: true, Files: []File{{Path: "/x/ä b.xml", Type: "text/a"}, {Path: "/x/i/p_hu_0123456789abcdef.webp", Immutable: true}}}
	rules, _ := ParseHeaders("_headers", string(s.WriteHeaders(nil, HeaderReader{Most: 100})))
	for path, want := range map[string][2]string{
		"/x/ä b.xml": {"text/a", ""}, "/x/i/p_hu_0123456789abcdef.webp": {"", Forever}, "/x/i/p.webp": {}, "/y/i/p_hu_0123456789abcdef.webp": {},
	} {
		got := map[string]string{}
		for _, f := range rules.For(path) {
			got[f.Name] = f.Value
		}
		if got["Content-Type"] != want[0] || got["Cache-Control"] != want[1] || (got["X-Frame-Options"] == "") == strings.HasPrefix(path, "/x") {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// Hosts read a limited number of rules: feeds share rules by name, and omitted rules cause a warning.
func TestWriteHeadersMany(t *testing.T) {
	s := Site{Files: []File{{Path: "/feed.json", Type: "application/feed+json"}, {Path: "/index.xml", Type: "application/rss+xml"}}}
	for n := range 200 {
		s.Files = append(s.Files, File{Path: fmt.Sprintf("/tags/%d/index.xml", n), Type: "application/rss+xml", Links: []string{fmt.Sprint("<", n, ">")}})
	}
	want := blockBegin + "\n/*/index.xml\n  Content-Type: application/rss+xml\n/feed.json\n  Content-Type: application/feed+json\n/index.xml\n  Content-Type: application/rss+xml\n" + blockEnd + "\n"
	if diff := cmp.Diff(want, string(s.WriteHeaders(nil, HeaderReader{Most: 100}))); diff != "" {
		t.Error(diff)
	}
	if n := strings.Count(string(s.WriteHeaders(nil, HeaderReader{Most: 1000})), "index.xml"); n != 201 {
		t.Errorf("%d rules where the host reads many", n)
	}
	for n := range 200 {
		s.Files = append(s.Files, File{Path: fmt.Sprintf("/css/%032x.css", n), Immutable: true})
		s.Files[len(s.Files)-1].Path = fmt.Sprintf("/css/a.%032x.css", n)
	}
	text := string(s.WriteHeaders(nil, HeaderReader{Most: 100}))
	if n := strings.Count(text, "\n/"); n != 100 || !strings.Contains(text, "# 103 more rules are left out: the host reads 100.\n") {
		t.Errorf("%d rules:\n%s", n, text)
	}
}

func TestWriteRedirects(t *testing.T) {
	s := Site{
		Prefix:   "/s",
		NotFound: []string{"", "de"},
		Redirects: []Move{
			{"/s/", "/s/en/"},
			{"/s/:id/x/", "/s/x/"},
			{"/s/a*b/", "/s/x/"},
			{"/s/ä b/", "/s/n%C3%A4w/"},
			{"/s/line\nbreak/", "/s/x/"},
			{"/s/old/", "https://fr.example/neu/"},
			{"/s/own/", "/s/x/"},
			{"/s/page.html", "/s/page/"},
		},
	}
	const own = "# mine\n/s/own /s/mine\n/* /s/:splat\n"
	for _, c := range []struct {
		name, want string
		reader     Reader
	}{
		{"Netlify", blockBegin + `
/s/ /s/en/ 302!
/s/%C3%A4%20b/ /s/n%C3%A4w/ 301!
/s/old/ https://fr.example/neu/ 301!
/s/page.html /s/page/ 301!
/s/de/* /s/de/404.html 404
` + blockEnd + "\n\n" + own, Reader{Force: true, Errors: true}},
		{"others", blockBegin + `
/s/ /s/en/ 302
/s /s/en/ 302
/s/%C3%A4%20b/ /s/n%C3%A4w/ 301
/s/%C3%A4%20b /s/n%C3%A4w/ 301
/s/old/ https://fr.example/neu/ 301
/s/old https://fr.example/neu/ 301
/s/page.html /s/page/ 301
` + blockEnd + "\n\n" + own, Reader{Exact: true}},
	} {
		got := string(s.WriteRedirects([]byte(own), c.reader))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
		rules, found := ParseRedirects("_redirects", got)
		if len(found) > 0 {
			t.Errorf("%s: %v", c.name, found)
		}
		for path, want := range map[string]string{"/s/ä b": "/s/n%C3%A4w/", "/s/old/": "https://fr.example/neu/", "/s/own/": "/s/mine", "/s/a*b/": "/s/s/a%2Ab/"} {
			if a, _ := rules.Match(Request{Path: escapePath(path)}); a.To != want {
				t.Errorf("%s: %s leads to %s, want %s", c.name, path, a.To, want)
			}
		}
	}
	if got := (&Site{}).WriteRedirects(nil, Reader{}); len(got) > 0 {
		t.Errorf("nothing to say: %q", got)
	}
}

// Names of files and texts of headers are data: none of them ends a line, a string or a pattern of a server.
func TestServersAreToldNothingElse(t *testing.T) {
	evil := "/x\";}\nlocation / { return 200 \\"
	s := Site{
		Redirects: []Move{{evil, "/y"}, {"/ok/", "/$host\nx"}, {`/q"u\o.te/`, `/z&$1`}},
		Files: []File{
			{Path: evil, Type: "text/a", Links: []string{"<x>"}},
			{Path: evil + "_hu_0123456789abcdef.jpg", Immutable: true},
			{Path: `/d/a"b.xml`, Type: "text/b"},
			{Path: `/e/a"b.xml`, Type: "text/c"},
		},
	}
	own := []byte("/*\n  X-A: 100% \"$x\" \\\n")
	wantNginx := `charset utf-8;
location = "/q\"u\\o.te" { return 301 "/z&%241$is_args$args"; }
location = "/q\"u\\o.te/" { return 301 "/z&%241$is_args$args"; }
location = "/d/a\"b.xml" {
  types { }
  default_type "text/b";
}
location = "/e/a\"b.xml" {
  types { }
  default_type "text/c";
}
`
	if diff := cmp.Diff(wantNginx, without(string(s.WriteNginx(nil, own)), "#", "charset_types", "index ", "absolute", "location = \"/_", "location = \"/.ht")); diff != "" {
		t.Error(diff)
	}
	wantApache := `RedirectMatch 301 "^/q\"u\\\\o\\.te/?$" "/z\\&%241"
RedirectMatch 404 "^/(?:_headers|_redirects|_nginx\\.conf|\\.htaccess)$"
<If "%{REQUEST_URI} =~ m#^/d/a\x22b\.xml$#">
  ForceType "text/b"
</If>
<If "%{REQUEST_URI} =~ m#^/e/a\x22b\.xml$#">
  ForceType "text/c"
</If>
<IfModule mod_headers.c>
  Header always set X-A "100%% \"$x\" \\"
</IfModule>
`
	if diff := cmp.Diff(wantApache, without(string(s.WriteApache(nil, nil, own)), "#", "Add")); diff != "" {
		t.Error(diff)
	}
}

// without leaves out the lines that begin with one of these.
func without(text string, prefixes ...string) string {
	var b strings.Builder
line:
	for l := range strings.Lines(text) {
		for _, p := range prefixes {
			if strings.HasPrefix(l, p) {
				continue line
			}
		}
		b.WriteString(l)
	}
	return b.String()
}

// Removed pages are answered with 410 and the nearest 404 page, unless a rule of the project has an answer.
func TestWriteGone(t *testing.T) {
	s := Site{
		Prefix: "/s", NotFound: []string{"", "de"},
		Redirects: []Move{{"/s/moved/", "/s/new/"}},
		Gone:      []string{"/s/a b.pdf", "/s/de/alt/", "/s/line\nbreak/", "/s/mine/", "/s/missing/x/", "/s/news/one/", "/s/old/", "/s/star*/"},
	}
	const own = "/s/mine/ /s/my/ 302\n/s/news/* /s/posts/:splat\n/s/missing/* /s/404.html 404\n"
	for _, c := range []struct{ name, got, want string }{
		{"Netlify", string(s.WriteRedirects([]byte(own), Reader{Force: true, Errors: true})), blockBegin + `
/s/moved/ /s/new/ 301!
/s/a%20b.pdf /s/404.html 410
/s/de/alt/ /s/de/404.html 410
/s/missing/x/ /s/404.html 410
/s/old/ /s/404.html 410
/s/de/* /s/de/404.html 404
` + blockEnd + "\n\n" + own},
		{"Cloudflare", string(s.WriteRedirects([]byte(own), Reader{Exact: true})), blockBegin + `
/s/moved/ /s/new/ 301
/s/moved /s/new/ 301
` + blockEnd + "\n\n" + own},
		{"nginx", lines(string(s.WriteNginx([]byte(own), nil)), "410"), `location = "/s/a b.pdf" { error_page 410 "/s/404.html"; return 410; }
location = "/s/a b.pdf/" { error_page 410 "/s/404.html"; return 410; }
location = "/s/de/alt" { error_page 410 "/s/de/404.html"; return 410; }
location = "/s/de/alt/" { error_page 410 "/s/de/404.html"; return 410; }
location = "/s/missing/x" { error_page 410 "/s/404.html"; return 410; }
location = "/s/missing/x/" { error_page 410 "/s/404.html"; return 410; }
location = "/s/old" { error_page 410 "/s/404.html"; return 410; }
location = "/s/old/" { error_page 410 "/s/404.html"; return 410; }
location = "/s/star*" { error_page 410 "/s/404.html"; return 410; }
location = "/s/star*/" { error_page 410 "/s/404.html"; return 410; }
`},
		{"Apache", lines(string(s.WriteApache(nil, []byte(own), nil)), "410"), `RedirectMatch 410 "^/s/a b\\.pdf/?$"
RedirectMatch 410 "^/s/de/alt/?$"
RedirectMatch 410 "^/s/missing/x/?$"
RedirectMatch 410 "^/s/old/?$"
RedirectMatch 410 "^/s/star\\*/?$"
ErrorDocument 410 /s/404.html
  ErrorDocument 410 /s/de/404.html
`},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
	s.NotFound = nil
	if got := lines(string(s.WriteRedirects(nil, Reader{Errors: true})), "410"); got != "" {
		t.Errorf("without a 404 page: %s", got)
	}
	if got := lines(string(s.WriteNginx(nil, nil)), "/s/old/"); got != "location = \"/s/old/\" { return 410; }\n" {
		t.Errorf("without a 404 page: %s", got)
	}
}

// lines returns the lines of a text that contain a word.
func lines(text, word string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			out.WriteString(line)
		}
	}
	return out.String()
}
