package live

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/finished/linkcheck"
)

// host is a host without faults: a home page with a feed, two pages, a sitemap.
type host struct {
	*httptest.Server
	mu     sync.Mutex
	asked  []string // methods and paths, in order
	faults map[string]http.HandlerFunc
}

const feed = `<feed xmlns="http://www.w3.org/2005/Atom"></feed>`

func newHost(t *testing.T, faults map[string]http.HandlerFunc) *host {
	h := &host{faults: faults}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *host) list(paths ...string) string {
	var b strings.Builder
	b.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, p := range paths {
		if !strings.Contains(p, "://") {
			p = h.URL + p
		}
		fmt.Fprintf(&b, "<url><loc>%s</loc></url>", p)
	}
	return b.String() + "</urlset>"
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.asked = append(h.asked, r.Method+" "+r.URL.Path)
	fault := h.faults[r.URL.Path]
	h.mu.Unlock()
	if fault != nil {
		fault(w, r)
		return
	}
	switch r.URL.Path {
	case "/":
		page := `<!doctype html><link rel="alternate" type="application/atom+xml" href="feed.xml">` + strings.Repeat("x", 2000)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(packed(page))
			return
		}
		io.WriteString(w, page)
	case "/a/", "/b/":
		sends("text/html", "page")(w, r)
	case "/robots.txt":
		sends("text/plain", "User-agent: *\nAllow: /\nSitemap: "+h.URL+"/sitemap.xml\n")(w, r)
	case "/sitemap.xml":
		sends("application/xml", h.list("/", "/a/", "/b/"))(w, r)
	case "/feed.xml":
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		sends("application/atom+xml", feed)(w, r)
	default:
		http.NotFound(w, r)
	}
}

func packed(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.Bytes()
}

func sends(kind, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		io.WriteString(w, body)
	}
}

func fails(status int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
	}
}

func moves(status int, to string) http.HandlerFunc { return fails(status, "Location", to) }

func options() Options {
	return Options{Requests: linkcheck.Requests{Now: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), Sleep: func(context.Context, time.Duration) error { return nil }}}
}

// found returns the rules and paths of findings.
func (h *host) found(res Result) (out []string) {
	for _, d := range res.Found {
		out = append(out, d.Rule+" "+strings.TrimPrefix(d.File, h.URL))
	}
	slices.Sort(out)
	return out
}

func TestNoFaults(t *testing.T) {
	h := newHost(t, nil)
	res, err := Site(context.Background(), h.URL, options())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Result{Base: h.URL + "/", Sitemaps: 1, URLs: 3, Asked: 3, Feeds: 1}, res); diff != "" {
		t.Error(diff)
	}
	slices.Sort(h.asked)
	want := []string{
		"GET /", "GET /feed.xml", "GET /feed.xml", "GET /robots.txt", "GET /sitegen-check-no-such-page", "GET /sitemap.xml",
		"HEAD /", "HEAD /a/", "HEAD /b/",
	}
	if diff := cmp.Diff(want, h.asked); diff != "" {
		t.Errorf("requests: %s", diff)
	}
}

func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		faults map[string]http.HandlerFunc
		want   []string
	}{
		"missing":          {map[string]http.HandlerFunc{"/a/": fails(404), "/b/": fails(410)}, []string{"live-missing /a/", "live-missing /b/"}},
		"refused, failing": {map[string]http.HandlerFunc{"/a/": fails(403), "/b/": fails(500)}, []string{"live-failing /b/", "live-refused /a/"}},
		"no content":       {map[string]http.HandlerFunc{"/a/": fails(204)}, []string{"live-refused /a/"}},
		"HEAD is refused": {map[string]http.HandlerFunc{"/a/": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodHead {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			sends("text/html", "page")(w, r)
		}}, nil},
		"redirects": {map[string]http.HandlerFunc{"/a/": moves(301, "/a"), "/b/": moves(302, "/c/")}, []string{
			"live-redirect /b/", "live-redirect-form /a/",
		}},
		"redirects to a file, in another case": {map[string]http.HandlerFunc{"/a/": moves(301, "/a/index.html"), "/b/": moves(308, "/B/")}, []string{
			"live-redirect-case /b/", "live-redirect-form /a/",
		}},
		"noindex": {map[string]http.HandlerFunc{
			"/a/": sends("text/html", "", "X-Robots-Tag", "noindex"),
			"/b/": sends("text/html", "", "X-Robots-Tag", "otherbot: noindex, unavailable_after: 1 Jan 2030"),
		}, []string{"live-noindex /a/"}},
		"noindex for Google": {map[string]http.HandlerFunc{"/a/": sends("text/html", "", "X-Robots-Tag", "max-snippet: 5, googlebot: none")}, []string{
			"live-noindex /a/",
		}},
		"canonical": {map[string]http.HandlerFunc{
			"/a/": sends("text/html", "", "Link", `</x.css>; rel=preload, </b/>; rel="canonical"`),
			"/b/": sends("text/html", "", "Link", `</b/>; rel="canonical"`),
		}, []string{"live-canonical /a/"}},
		"types": {map[string]http.HandlerFunc{"/a/": sends("text/plain", "x"), "/b/": sends("", "")}, []string{
			"live-type /a/", "live-type /b/",
		}},
		"a feed as a page, sent again": {map[string]http.HandlerFunc{"/feed.xml": sends("text/html", feed, "ETag", `"1"`)}, []string{
			"live-feed-reload /feed.xml", "live-type /feed.xml",
		}},
		"a feed without ETag": {map[string]http.HandlerFunc{"/feed.xml": sends("application/atom+xml", feed)}, []string{"live-feed-reload /feed.xml"}},
		"no feed":             {map[string]http.HandlerFunc{"/feed.xml": fails(404)}, []string{"live-feed /feed.xml"}},
		"uncompressed":        {map[string]http.HandlerFunc{"/": sends("text/html", strings.Repeat("x", 2000))}, []string{"live-uncompressed /"}},
		"soft 404":            {map[string]http.HandlerFunc{"/sitegen-check-no-such-page": sends("text/html", "oh")}, []string{"live-soft-404 /sitegen-check-no-such-page"}},
		"a missing page redirects": {map[string]http.HandlerFunc{"/sitegen-check-no-such-page": moves(302, "/")}, []string{
			"live-soft-404 /sitegen-check-no-such-page",
		}},
		"robots.txt fails":     {map[string]http.HandlerFunc{"/robots.txt": fails(500)}, []string{"live-robots /robots.txt"}},
		"robots.txt is a page": {map[string]http.HandlerFunc{"/robots.txt": sends("text/html", "<p>")}, []string{"live-robots /robots.txt"}},
		"robots.txt redirects": {map[string]http.HandlerFunc{"/robots.txt": moves(301, "/r.txt")}, []string{"live-robots /robots.txt"}},
		"no robots.txt":        {map[string]http.HandlerFunc{"/robots.txt": fails(404)}, nil},
		"no sitemap":           {map[string]http.HandlerFunc{"/sitemap.xml": fails(404)}, []string{"live-sitemap /sitemap.xml"}},
		"a sitemap as a page":  {map[string]http.HandlerFunc{"/sitemap.xml": sends("text/html", "<p>")}, []string{"live-sitemap /sitemap.xml"}},
		"a sitemap redirects":  {map[string]http.HandlerFunc{"/sitemap.xml": moves(301, "/s.xml")}, []string{"live-sitemap /sitemap.xml"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, c.faults)
			res, err := Site(context.Background(), h.URL+"/", options())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, h.found(res)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestOtherHosts: no other host is asked, neither for a sitemap nor for a listed page, nor by a redirect.
func TestOtherHosts(t *testing.T) {
	other := newHost(t, nil)
	h := newHost(t, nil)
	h.faults = map[string]http.HandlerFunc{
		"/robots.txt":  sends("text/plain", "Sitemap: "+other.URL+"/sitemap.xml\nSitemap: "+h.URL+"/sitemap.xml\n"),
		"/sitemap.xml": sends("application/xml", h.list("/a/", other.URL+"/b/")),
		"/a/":          moves(301, other.URL+"/a/"),
	}
	res, err := Site(context.Background(), h.URL, options())
	if err != nil {
		t.Fatal(err)
	}
	if len(other.asked) > 0 {
		t.Errorf("asked another host: %v", other.asked)
	}
	if got := strings.Join(h.found(res), "\n"); !strings.Contains(got, "live-sitemap "+other.URL) || !strings.Contains(got, "live-redirect /a/") || !strings.Contains(got, "L4 ") {
		t.Errorf("found:\n%s", got)
	}
	h.faults["/"] = moves(301, other.URL+"/")
	if _, err = Site(context.Background(), h.URL, options()); err == nil || !strings.Contains(err.Error(), other.URL) {
		t.Errorf("a home page on another host: %v", err)
	}
}

func TestRobotsAreObeyed(t *testing.T) {
	h := newHost(t, nil)
	h.faults = map[string]http.HandlerFunc{
		"/robots.txt": sends("text/plain", "User-agent: sitegen-check\nDisallow: /a/\n\nUser-agent: *\nAllow: /\n"),
	}
	res, err := Site(context.Background(), h.URL, options())
	if err != nil {
		t.Fatal(err)
	}
	if res.Barred != 1 || res.Asked != 2 || slices.Contains(h.asked, "HEAD /a/") {
		t.Errorf("%+v, asked %v", res, h.asked)
	}
}

// TestResume: a host that asks to wait for too long gets no more requests, and the next check asks for the rest.
func TestResume(t *testing.T) {
	h := newHost(t, map[string]http.HandlerFunc{"/a/": fails(429, "Retry-After", "3600")})
	o := options()
	o.Jobs, o.Answers = 1, NewAnswers()
	res, err := Site(context.Background(), h.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	if res.Asked != 1 || res.Left != 2 || !strings.Contains(res.Stopped, "429") || len(res.Found) > 0 {
		t.Errorf("%+v", res)
	}
	var kept bytes.Buffer
	if err := o.Answers.Write(&kept); err != nil {
		t.Fatal(err)
	}
	if o.Answers, err = ReadAnswers(&kept); err != nil {
		t.Fatal(err)
	}
	h.faults, h.asked = nil, nil
	if res, err = Site(context.Background(), h.URL, o); err != nil {
		t.Fatal(err)
	}
	if res.Known != 1 || res.Asked != 2 || res.Left != 0 || slices.Contains(h.asked, "HEAD /") {
		t.Errorf("%+v, asked %v", res, h.asked)
	}
}

func TestPatience(t *testing.T) {
	busy := 2
	h := newHost(t, map[string]http.HandlerFunc{"/a/": func(w http.ResponseWriter, r *http.Request) {
		if busy--; busy >= 0 {
			fails(503, "Retry-After", "7")(w, r)
			return
		}
		sends("text/html", "page")(w, r)
	}})
	o := options()
	var waited time.Duration
	o.Jobs, o.Pause = 1, time.Nanosecond
	o.Sleep = func(_ context.Context, d time.Duration) error { waited += d; return nil }
	res, err := Site(context.Background(), h.URL, o)
	if err != nil || len(res.Found) > 0 || res.Left > 0 || waited.Round(time.Second) != 14*time.Second {
		t.Errorf("%v, %+v, waited %v", err, res, waited)
	}
}

func TestUnreachable(t *testing.T) {
	h := newHost(t, nil)
	h.Close()
	if _, err := Site(context.Background(), h.URL, options()); err == nil || !strings.Contains(err.Error(), "cannot be reached") {
		t.Error(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Site(ctx, h.URL, options()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestHostStops: a host that no longer answers gets few requests more.
func TestHostStops(t *testing.T) {
	h := newHost(t, nil)
	drop := func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			c.Close()
		}
	}
	paths := make([]string, 100)
	h.faults = map[string]http.HandlerFunc{}
	for i := range paths {
		paths[i] = fmt.Sprintf("/p%d/", i)
		h.faults[paths[i]] = drop
	}
	h.faults["/sitemap.xml"] = sends("application/xml", h.list(paths...))
	o := options()
	o.Jobs = 1
	res, err := Site(context.Background(), h.URL, o)
	if err != nil || res.Left < 90 || res.Stopped == "" {
		t.Errorf("%v, %+v", err, res)
	}
}

func TestBuilt(t *testing.T) {
	h := newHost(t, nil)
	o := options()
	o.Built = fstest.MapFS{
		"sitemap.xml": {Data: []byte(h.list("/", "/a/", "/b/"))}, "feed.xml": {Data: []byte("other")},
	}
	res, err := Site(context.Background(), h.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"live-outdated /feed.xml"}, h.found(res)); diff != "" {
		t.Error(diff)
	}
}

// TestIndex: an index with a compressed sitemap.
func TestIndex(t *testing.T) {
	h := newHost(t, nil)
	h.faults = map[string]http.HandlerFunc{
		"/sitemap.xml": sends("application/xml", `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>`+h.URL+"/one.xml.gz</loc></sitemap></sitemapindex>"),
		"/one.xml.gz":  sends("application/gzip", string(packed(h.list("/a/")))),
	}
	res, err := Site(context.Background(), h.URL, options())
	if err != nil || res.Sitemaps != 2 || res.URLs != 1 || len(res.Found) > 0 {
		t.Errorf("%v, %+v, %v", err, res, h.found(res))
	}
}
