package serve

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestPaths(t *testing.T) {
	file := filepath.Join(t.TempDir(), "photo.jpg")
	if err := os.WriteFile(file, []byte("JPEG"), 0o666); err != nil {
		t.Fatal(err)
	}
	tree := memory{
		"index.html": "HOME", "posts/one/index.html": "ONE", "about.html": "ABOUT", "404.html": "LOST", "fr/404.html": "PERDU",
		"css/a.css": "a{}", "app.js": "1", "data.json": "{}", "sitemap.xml": "<x/>", "pic.svg": "<svg/>", "photo.jpg": "file:" + file,
		"a b/ü.txt": "text", "unknown.zzz": "?", "_redirects": "# none", "_headers": "# none",
	}
	for _, tt := range []struct{ prefix, address, want string }{
		{"/", "/", "200 text/html; charset=utf-8 HOME"},
		{"/", "/index.html", "200 text/html; charset=utf-8 HOME"},
		{"/", "/posts/one/", "200 text/html; charset=utf-8 ONE"},
		{"/", "/posts/one", "301 to /posts/one/"},
		{"/", "/posts/one?x=1&y", "301 to /posts/one/?x=1&y"},
		{"/", "/posts/", "404 text/html; charset=utf-8 LOST"},
		{"/", "/about", "200 text/html; charset=utf-8 ABOUT"},
		{"/", "/css/a.css", "200 text/css; charset=utf-8 a{}"},
		{"/", "/app.js", "200 text/javascript; charset=utf-8 1"},
		{"/", "/data.json", "200 application/json; charset=utf-8 {}"},
		{"/", "/sitemap.xml", "200 application/xml; charset=utf-8 <x/>"},
		{"/", "/pic.svg", "200 image/svg+xml; charset=utf-8 <svg/>"},
		{"/", "/photo.jpg", "200 image/jpeg JPEG"},
		{"/", "/a%20b/%C3%BC.txt", "200 text/plain; charset=utf-8 text"},
		{"/", "/unknown.zzz", "200 application/octet-stream ?"},
		{"/", "/nothing", "404 text/html; charset=utf-8 LOST"},
		{"/", "/fr/nothing/deep", "404 text/html; charset=utf-8 PERDU"},
		{"/", "/_redirects", "404 text/html; charset=utf-8 LOST"},
		{"/", "/_headers", "404 text/html; charset=utf-8 LOST"},
		{"/blog/", "/blog/", "200 text/html; charset=utf-8 HOME"},
		{"/blog/", "/blog", "301 to /blog/"},
		{"/blog/", "/", "302 to /blog/"},
		{"/blog/", "/blog/posts/one", "301 to /blog/posts/one/"},
		{"/blog/", "/posts/one/", "404 text/html; charset=utf-8 LOST"},
		{"/blog/", "/blog/fr/x", "404 text/html; charset=utf-8 PERDU"},
		{"/", "//posts/one", "404 text/html; charset=utf-8 LOST"},
		{"/", "/__sitegen/nothing", "404 text/plain; charset=utf-8 The preview has nothing here.\n"},
		{"/", "/posts/../../secret", "400 text/plain; charset=utf-8 This path is not valid.\n"},
		{"/", "/%2e%2e/secret", "400 text/plain; charset=utf-8 This path is not valid.\n"},
		{"/", "/posts%2f..%2f..%2fsecret", "400 text/plain; charset=utf-8 This path is not valid.\n"},
		{"/", "/..%5csecret", "400 text/plain; charset=utf-8 This path is not valid.\n"},
		{"/", "/a%00b", "400 text/plain; charset=utf-8 This path is not valid.\n"},
	} {
		if got := brief(get(start(t, tt.prefix, tree, Options{}), tt.address)); got != tt.want {
			t.Errorf("%s at %s: got %q, want %q", tt.address, tt.prefix, got, tt.want)
		}
	}
	if got := brief(get(start(t, "/", memory{"index.html": "HOME"}, Options{}), "/x")); !strings.HasPrefix(got, "404 text/html; charset=utf-8 <!DOCTYPE html>") {
		t.Errorf("a site without 404.html: %s", got)
	}
}

// A client that prefers Markdown gets the text of a page at the page's URL.
func TestMarkdown(t *testing.T) {
	s := start(t, "/", memory{
		"a/index.html": "PAGE", "a/index.html.md": "# TEXT", "b.html": "PAGE", "b.html.md": "# TEXT", "c/index.html": "PAGE",
		"c.md": "# OTHER", "404.html": "LOST", "404.html.md": "# LOST",
	}, Options{NoReload: true})
	const html, text = "200 text/html; charset=utf-8 PAGE", "200 text/markdown; charset=utf-8 # TEXT"
	for _, c := range []struct {
		path, accept, want string
		varies             bool
	}{
		{"/a/", "text/html,*/*;q=0.8", html, true},
		{"/a/", "text/markdown", text, true},
		{"/a/index.html", "text/markdown, text/html", text, true},
		{"/a/index.html.md", "", text, false},
		{"/b", "text/markdown", text, true},
		{"/b.html", "", html, true},
		{"/c/", "text/markdown", html, false},
		{"/a", "text/markdown", "301 to /a/", false},
		{"/x/", "text/markdown", "404 text/html; charset=utf-8 LOST", false},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Host = "localhost"
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if got := brief(w); got != c.want {
			t.Errorf("%s, Accept: %s: got %q, want %q", c.path, c.accept, got, c.want)
		}
		if varies := slices.Contains(w.Header().Values("Vary"), "Accept"); varies != c.varies {
			t.Errorf("%s: Vary: %v", c.path, w.Header().Values("Vary"))
		}
	}
}

// running are the outputs of a build that does not end.
type running struct{ memory }

func (r running) Lookup(path string) (File, bool) {
	f, ok := r.memory.Lookup(path)
	if !ok {
		select {}
	}
	return f, ok
}

// While a build is running, a browser gets a page without waiting for a text in Markdown that may never come.
func TestMarkdownDuringBuild(t *testing.T) {
	s := start(t, "/", memory{}, Options{NoReload: true})
	early, _ := NewSite(t.Context(), memory{}, []Mount{{Prefix: "/"}}, nil)
	s.ShowEarly(early.early(running{memory{
		"a/index.html": "PAGE", "b/index.html": "PAGE", "b/index.html.md": "# TEXT",
	}}))
	for _, c := range []struct{ path, accept, want string }{
		{"/a/", "text/html,*/*;q=0.8", "200 text/html; charset=utf-8 PAGE"},
		{"/a/", "", "200 text/html; charset=utf-8 PAGE"},
		{"/b/", "text/markdown", "200 text/markdown; charset=utf-8 # TEXT"},
	} {
		w := httptest.NewRecorder()
		done := make(chan struct{})
		go func() {
			defer close(done)
			r := httptest.NewRequest(http.MethodGet, c.path, nil)
			r.Host = "localhost"
			r.Header.Set("Accept", c.accept)
			s.ServeHTTP(w, r)
		}()
		select {
		case <-done:
			if got := brief(w); got != c.want || !slices.Contains(w.Header().Values("Vary"), "Accept") {
				t.Errorf("%s, Accept: %s: got %q, want %q, Vary: %v", c.path, c.accept, got, c.want, w.Header().Values("Vary"))
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s, Accept: %s: the page waits for the end of the build", c.path, c.accept)
		}
	}
}

func TestMethods(t *testing.T) {
	s := start(t, "/", memory{"index.html": "HOME"}, Options{})
	for method, want := range map[string]int{"POST": 405, "PUT": 405, "OPTIONS": 405, "HEAD": 200} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "/", nil)
		r.Host = "localhost"
		s.ServeHTTP(w, r)
		if w.Code != want || method == "HEAD" && w.Body.Len() > 0 {
			t.Errorf("%s: %d with %d bytes", method, w.Code, w.Body.Len())
		}
	}
}

func TestForeignHostsAreRefused(t *testing.T) {
	s := start(t, "/", memory{"index.html": "HOME"}, Options{Hosts: []string{"preview.example.com"}})
	for host, want := range map[string]int{
		"127.0.0.1:1313": 200, "localhost:1313": 200, "localhost": 200, "LOCALHOST.": 200, "de.localhost:1313": 200, "[::1]:1313": 200, "[::1]": 200,
		"192.168.1.20:1313": 200, "preview.example.com": 200, "Preview.Example.com:8080": 200,
		"evil.example:1313": 403, "127.0.0.1.evil.example": 403, "localhost.evil.example": 403, "": 403, "evillocalhost": 403,
	} {
		for _, address := range []string{"/", "/__sitegen/events", "/__sitegen/version?path=/"} {
			if address != "/" && want == 200 {
				continue // a stream does not end
			}
			if got := get(s, address, "Host: "+host); got.Code != want {
				t.Errorf("Host %q, %s: %d, want %d", host, address, got.Code, want)
			}
		}
	}
}

func TestRedirectsAndHeaders(t *testing.T) {
	tree := memory{
		"index.html": "HOME", "posts/one/index.html": "ONE", "app/index.html": "APP", "gone.html": "GONE",
		"_redirects": `
/old            /posts/one/          301
/news/*         /posts/:splat        302
/store id=:id   /posts/:id/          301
/posts/one/     /never               301
/hidden         /app/                200!
/spa/*          /app/index.html      200
/dead/*         /gone.html           410
/broken         /nowhere             200
/away           https://example.org/x?y=1
/climb          /../secret           200
`,
		"_headers": `
/*
  X-Frame-Options: DENY
  Cache-Control: public, max-age=31536000, immutable
  Strict-Transport-Security: max-age=31536000
  Link: </a.css>; rel=preload
/posts/*
  X-Robots-Tag: noindex
`,
	}
	s := start(t, "/", tree, Options{})
	for address, want := range map[string]string{
		"/old":           "301 to /posts/one/",
		"/old?a=b":       "301 to /posts/one/?a=b",
		"/news/one/":     "302 to /posts/one/",
		"/store?id=one":  "301 to /posts/one/",
		"/posts/one/":    "200 text/html; charset=utf-8 ONE",
		"/hidden":        "200 text/html; charset=utf-8 APP",
		"/spa/some/view": "200 text/html; charset=utf-8 APP",
		"/dead/page":     "410 text/html; charset=utf-8 GONE",
		"/away":          "301 to https://example.org/x?y=1",
	} {
		if got := brief(get(s, address)); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
	for _, address := range []string{"/broken", "/climb"} {
		if got := get(s, address); got.Code != 404 {
			t.Errorf("%s, whose target is not there: %d", address, got.Code)
		}
	}
	h := get(s, "/posts/one/").Header()
	for name, want := range map[string]string{
		"X-Frame-Options": "DENY", "X-Robots-Tag": "noindex", "Link": "</a.css>; rel=preload",
		"Cache-Control": "no-cache", "Strict-Transport-Security": "",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := get(s, "/old").Header().Get("X-Frame-Options"); got != "" {
		t.Error("a redirect has the headers of a file")
	}
}

func TestRewriteToAnotherServer(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, r.URL.Path, "?", r.URL.RawQuery, " cookies:", len(r.Cookies()))
	}))
	defer api.Close()
	s := start(t, "/", memory{"_redirects": "/api/* " + api.URL + "/v1/:splat 200\n/down http://127.0.0.1:1/x 200\n"}, Options{})
	if got := get(s, "/api/a"); got.Code != 502 || !strings.Contains(got.Body.String(), "it is an address of this computer or its network") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	s.now.Load().site.server.private = true
	if got := brief(get(s, "/api/a?b=c", "Cookie: secret=1")); got != "200 text/plain; charset=utf-8 /v1/a?b=c cookies:0" {
		t.Error(got)
	}
	if got := get(s, "/down"); got.Code != 502 || !strings.Contains(got.Body.String(), "http://127.0.0.1:1/x") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

func TestLanguagesOnePortPaths(t *testing.T) {
	tree := memory{"de/index.html": "DE", "fr/index.html": "FR", "fr/404.html": "PERDU", "fr/_redirects": "/alt /neu/\n/neu/* / 200\n"}
	s := New(Options{ID: "t"})
	made, _ := NewSite(t.Context(), tree, []Mount{{Prefix: "/de/", Dir: "de", Host: "/de"}, {Prefix: "/fr/", Dir: "fr", Host: "/fr"}}, nil)
	s.Show(made, nil, "")
	for address, want := range map[string]string{
		"/": "302 to /de/", "/de/": "200 text/html; charset=utf-8 DE", "/fr": "301 to /fr/", "/fr/alt": "301 to /fr/neu/",
		"/fr/neu/x": "200 text/html; charset=utf-8 FR", "/fr/x": "404 text/html; charset=utf-8 PERDU",
	} {
		if got := brief(get(s, address)); got != want {
			t.Errorf("%s: got %q, want %q", address, got, want)
		}
	}
}

func TestRangesAndConditions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "film.mp4")
	if err := os.WriteFile(file, []byte("0123456789"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := start(t, "/", memory{"film.mp4": "file:" + file, "a.css": "0123456789", "404.html": "LOST", "index.html": "HOME"}, Options{})
	for _, address := range []string{"/film.mp4", "/a.css"} {
		w := get(s, address, "Range: bytes=2-4")
		if w.Code != 206 || w.Body.String() != "234" || w.Header().Get("Content-Range") != "bytes 2-4/10" {
			t.Errorf("%s: %d %q %v", address, w.Code, w.Body, w.Header())
		}
		if w := get(s, address, "Range: bytes=20-"); w.Code != 416 {
			t.Errorf("%s: a range outside gives %d", address, w.Code)
		}
		etag := get(s, address).Header().Get("ETag")
		if w := get(s, address, "If-None-Match: "+etag); w.Code != 304 || w.Body.Len() > 0 {
			t.Errorf("%s with its ETag %s: %d", address, etag, w.Code)
		}
		if w := get(s, address, `If-None-Match: "other"`); w.Code != 200 {
			t.Errorf("%s with another ETag: %d", address, w.Code)
		}
	}
	etag := get(s, "/").Header().Get("ETag")
	if w := get(s, "/", "If-None-Match: "+etag); w.Code != 304 {
		t.Errorf("a page with its ETag: %d", w.Code)
	}
	s.Show(site(t, "/", memory{"index.html": "HOME"}), []string{}, "")
	if w := get(s, "/", "If-None-Match: "+etag); w.Code != 200 {
		t.Errorf("a page with the ETag of the build before, whose script names that build: %d", w.Code)
	}
	if w := get(s, "/x", "If-None-Match: *", "Range: bytes=0-1"); w.Code != 404 {
		t.Errorf("conditions on a page that is not there: %d", w.Code)
	}
	if got := get(start(t, "/", memory{"index.html": "HOME"}, Options{NoCache: true}), "/").Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("without cache: Cache-Control %q", got)
	}
}

func TestGzip(t *testing.T) {
	long := strings.Repeat("a { color: red }\n", 100)
	s := start(t, "/", memory{"a.css": long, "short.css": "a{}", "p.png": long, "index.html": long}, Options{})
	for _, tt := range []struct {
		address, accept string
		want            bool
	}{
		{"/a.css", "gzip, br", true},
		{"/a.css", "br, GZIP;q=0.5", true},
		{"/a.css", "gzip;q=0", false},
		{"/a.css", "br", false},
		{"/a.css", "", false},
		{"/short.css", "gzip", false},
		{"/p.png", "gzip", false},
		{"/", "gzip", true},
	} {
		w := get(s, tt.address, "Accept-Encoding: "+tt.accept)
		if got := w.Header().Get("Content-Encoding") == "gzip"; got != tt.want {
			t.Errorf("%s for %q: compressed is %v", tt.address, tt.accept, got)
		}
		if !tt.want {
			continue
		}
		if w.Header().Get("Content-Length") != fmt.Sprint(w.Body.Len()) || !strings.Contains(strings.Join(w.Header()["Vary"], ","), "Accept-Encoding") {
			t.Errorf("%s: %d bytes with %v", tt.address, w.Body.Len(), w.Header())
		}
		z, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(z); err != nil || !strings.HasPrefix(string(text), long) {
			t.Errorf("%s: %v %q", tt.address, err, text)
		}
	}
	if w := get(s, "/a.css", "Accept-Encoding: gzip", "Range: bytes=0-2"); w.Code != 206 || w.Header().Get("Content-Encoding") != "" || w.Body.String() != "a {" {
		t.Errorf("a range of what could be compressed: %d %v", w.Code, w.Header())
	}
}

func TestScriptIsInPagesOnly(t *testing.T) {
	tree := memory{"index.html": "<html><body>HI</body>\n</html>\n", "piece.html": "<p>no body</p>", "a.css": "a{}", "404.html": "LOST"}
	s := start(t, "/sub/", tree, Options{})
	got := get(s, "/sub/").Body.String()
	head, script, ok := strings.Cut(got, "<script async")
	if !ok || head != "<html><body>HI" || !strings.HasSuffix(script, "</script></body>\n</html>\n") {
		t.Errorf("the script is not before the end of the body: %q", got)
	}
	for _, want := range []string{`src="/__sitegen/preview.js"`, `data-id="t-1"`, `data-file="/sub/index.html"`, `data-version="`} {
		if !strings.Contains(script, want) {
			t.Errorf("the script has no %s: %s", want, script)
		}
	}
	if got := get(s, "/sub/piece.html").Body.String(); !strings.HasPrefix(got, "<p>no body</p><script async") {
		t.Errorf("a page without body: %q", got)
	}
	if got := get(s, "/sub/none").Body.String(); !strings.Contains(got, "<script async") || strings.Contains(got, "data-file") {
		t.Errorf("the 404 page stands for no file, and follows: %q", got)
	}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"a style sheet":          get(s, "/sub/a.css"),
		"a page read by script":  get(s, "/sub/piece.html", "Sec-Fetch-Dest: empty"),
		"a page without scripts": get(start(t, "/", tree, Options{NoReload: true}), "/piece.html"),
	} {
		if got := w.Body.String(); strings.Contains(got, "script") {
			t.Errorf("%s has our script: %q", name, got)
		}
	}
	if w := get(s, "/__sitegen/preview.js"); w.Code != 200 || !strings.Contains(w.Body.String(), "EventSource") {
		t.Errorf("the script itself: %d", w.Code)
	}
}

func TestBodyEnd(t *testing.T) {
	for _, tt := range []struct{ page, want string }{
		{"<body>x</body></html>", "<body>x|</body></html>"},
		{"<body>x</BODY >\n<!-- made by hand -->\n</html>\n", "<body>x|</BODY >\n<!-- made by hand -->\n</html>\n"},
		{`<body>x<script>y = "</body>"</script>`, `<body>x<script>y = "</body>"</script>|`},
		{`<body>x</body><script>y = "</body>"</script>`, `<body>x</body><script>y = "</body>"</script>|`},
		{"", "|"},
		{strings.Repeat("x", 9000) + "</body>", strings.Repeat("x", 9000) + "|</body>"},
	} {
		if got := string(insert([]byte(tt.page), "|")); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestBadges(t *testing.T) {
	s := New(Options{ID: "t"})
	made, _ := NewSite(t.Context(), memory{"index.html": "HOME"}, []Mount{{Prefix: "/"}},
		map[string]Badge{"content/index.html": {"Draft", `it says "draft: true"`}})
	s.Show(made, nil, "")
	got := get(s, "/").Body.String()
	if !strings.Contains(got, `data-badge="Draft" data-reason="it says &#34;draft: true&#34;"`) {
		t.Error(got)
	}
	s.Show(site(t, "/", memory{"index.html": "HOME"}), []string{}, "")
	if st := s.now.Load(); st.event.Changed != nil {
		t.Errorf("a badge went, and pages are not told to look: %v", st.event)
	}
}
