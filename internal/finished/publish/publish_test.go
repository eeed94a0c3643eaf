package publish

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// store is a bucket of S3 in memory with a log of its requests.
type store struct {
	backend gofakes3.Backend
	handler http.Handler

	mu      sync.Mutex
	log     []string
	headers map[string]http.Header // of objects that were sent
	// before answers a request instead, if it returns true; nil: none. n is the number of the request, from 0.
	before func(w http.ResponseWriter, r *http.Request, n int) bool
}

func newStore(t *testing.T) *store {
	t.Helper()
	s := &store{backend: s3mem.New(), headers: map[string]http.Header{}}
	if err := s.backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	s.handler = gofakes3.New(s.backend, gofakes3.WithLogger(gofakes3.DiscardLog()), gofakes3.WithTimeSkewLimit(0)).Server()
	return s
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	n, before := len(s.log), s.before
	name := strings.TrimPrefix(r.URL.Path, "/bucket/www/")
	s.log = append(s.log, r.Method+" "+name)
	s.mu.Unlock()
	if before != nil && before(w, r, n) {
		return
	}
	if r.Method == http.MethodPut {
		s.mu.Lock()
		s.headers[name] = r.Header.Clone()
		s.mu.Unlock()
	}
	s.handler.ServeHTTP(w, r)
}

// dead is a header that says that the connection ends instead of the answer.
const dead = "Dead"

// RoundTrip implements http.RoundTripper without a network.
func (s *store) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	in := r.Clone(r.Context())
	in.RequestURI, in.Host = r.URL.RequestURI(), r.URL.Host
	in.Header.Set("Content-Length", fmt.Sprint(r.ContentLength))
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, in)
	if w.Header().Get(dead) != "" {
		return nil, io.ErrUnexpectedEOF
	}
	res := w.Result()
	res.Request = r
	return res, nil
}

// since returns the requests since the last call, and sets before.
func (s *store) since(before func(http.ResponseWriter, *http.Request, int) bool) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.log
	s.log, s.before = nil, before
	return log
}

func (s *store) bucket(t *testing.T) bucket.Bucket {
	t.Helper()
	u, err := url.Parse("s3://bucket/www")
	if err != nil {
		t.Fatal(err)
	}
	b, err := bucket.Open(u, bucket.Access{Endpoint: "http://store.alt", ID: "id", Secret: "secret", Transport: s})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// objects returns the objects without the manifest.
func (s *store) objects(t *testing.T) map[string]string {
	t.Helper()
	all := s.all(t)
	delete(all, Manifest)
	return all
}

// copied returns another store with the same objects.
func (s *store) copied(t *testing.T) *store {
	t.Helper()
	c := newStore(t)
	for name, text := range s.all(t) {
		c.put(t, name, text)
	}
	return c
}

func (s *store) all(t *testing.T) map[string]string {
	t.Helper()
	prefix := gofakes3.NewPrefix(new("www/"), nil)
	out := map[string]string{}
	page := gofakes3.ListBucketPage{MaxKeys: 100_000}
	all, err := s.backend.ListBucket("bucket", &prefix, page)
	if err != nil || all.IsTruncated {
		t.Fatal(err)
	}
	for _, c := range all.Contents {
		o, err := s.backend.GetObject("bucket", c.Key, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(o.Contents)
		o.Contents.Close()
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimPrefix(c.Key, "www/")] = string(data)
	}
	return out
}

func (s *store) put(t *testing.T, name, text string) {
	t.Helper()
	r := strings.NewReader(text)
	if _, err := s.backend.PutObject("bucket", "www/"+name, map[string]string{"Last-Modified": "Mon, 2 Jan 2006 15:04:05 GMT"}, r, r.Size(), nil); err != nil {
		t.Fatal(err)
	}
}

// build writes a site, and returns the options to publish it.
func build(t *testing.T, site map[string]string) Options {
	t.Helper()
	o := Options{Dir: t.TempDir(), Types: media.NewTypes(nil), Base: "https://example.alt/", Host: true, Jobs: 4}
	for _, path := range slices.Sorted(maps.Keys(site)) {
		e := disk.Entry{Path: path, Size: int64(len(site[path])), Hash: xxhash.Sum64String(site[path])}
		if err := os.MkdirAll(filepath.Dir(e.File(o.Dir)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(e.File(o.Dir), []byte(site[path]), 0o666); err != nil {
			t.Fatal(err)
		}
		state, _ := filestat.Regular(e.File(o.Dir))
		e.State = state.Sum()
		o.Outputs = append(o.Outputs, e)
	}
	return o
}

// version is a site whose pages load files with a hash in their names, and other files that come with them.
func version(n int) map[string]string {
	css := fmt.Sprintf("css/main.%032x.css", n)
	site := map[string]string{
		css: "css", "robots.txt": "robots", "static.txt": "static", fmt.Sprintf("data/%d.json", n): "{}",
		fmt.Sprintf("img/photo_hu_%016x.webp", n): "image",
		"search/index.js":                         fmt.Sprintf("%s(%d)", search.Call, n),
		fmt.Sprintf("search/b0-%05d.js", n):       "part",
	}
	var urls []string
	for i := range 10 {
		at := i
		if i > 6 {
			at += n * 10 // these pages are new in each version
		}
		p := fmt.Sprintf("posts/%d/index.html", at)
		site[p] = fmt.Sprintf(`<p>%d %d</p> loads "%s" "img/photo_hu_%016x.webp" "data/%d.json" "search/b0-%05d.js" "static.txt"`, n, i, css, n, n, n)
		urls = append(urls, p)
	}
	site["index.html"] = site["posts/0/index.html"]
	slices.Sort(urls)
	site["sitemap.xml"] = `<urlset> "` + strings.Join(urls, `" "`) + `"`
	return site
}

var quoted = regexp.MustCompile(`"([^"]+)"`)

// whole reports whether everything that pages load and sitemaps list exists.
func whole(t *testing.T, what string, objects map[string]string) {
	t.Helper()
	for name, text := range objects {
		if !strings.HasSuffix(name, ".html") && name != "sitemap.xml" {
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			if _, ok := objects[m[1]]; !ok {
				t.Errorf("%s: %s needs %s", what, name, m[1])
			}
		}
	}
}

func run(t *testing.T, o Options, b bucket.Bucket) *Result {
	t.Helper()
	o.Target = b
	res, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestPublish(t *testing.T) {
	s := newStore(t)
	s.put(t, "other/foreign.txt", "foreign")
	one := build(t, version(1))
	res := run(t, one, s.bucket(t))
	if n, _ := res.Sent(); n != len(one.Outputs) || res.Unchanged != 0 || len(res.Deleted) > 0 {
		t.Errorf("%+v", res)
	}
	want := version(1)
	want["other/foreign.txt"] = "foreign"
	if diff := cmp.Diff(want, s.objects(t)); diff != "" {
		t.Error(diff)
	}
	var order []string
	for _, line := range s.since(nil) {
		if name, ok := strings.CutPrefix(line, "PUT "); ok {
			order = append(order, name)
		}
	}
	last := stamped
	k := kinds{map[string]bool{"search/": true}}
	for i, name := range order {
		if name == Manifest {
			if i != 0 && i != len(order)-1 {
				t.Errorf("the manifest is request %d of %d", i, len(order))
			}
			continue
		}
		if step := k.stepOf(name); step < last {
			t.Errorf("%s is sent too late", name)
		} else {
			last = step
		}
	}

	if res := run(t, one, s.bucket(t)); res.Unchanged != len(one.Outputs) || len(res.Steps)+len(res.Deleted) > 0 {
		t.Errorf("nothing changed, but %+v", res)
	}
	if log := s.since(nil); !slices.Equal(log, []string{"GET " + Manifest}) {
		t.Error(log)
	}

	two := build(t, version(2))
	res = run(t, two, s.bucket(t))
	want = version(2)
	want["other/foreign.txt"] = "foreign"
	for path, text := range version(1) { // readers may have pages open that load these
		if hosting.NamedByContent(path) || path == "search/b0-00001.js" {
			want[path] = text
		}
	}
	if diff := cmp.Diff(want, s.objects(t)); diff != "" || res.Late != 3 {
		t.Error(diff, res.Late)
	}
	if want := []string{"data/1.json", "posts/17/index.html", "posts/18/index.html", "posts/19/index.html"}; !slices.Equal(want, slices.Sorted(slices.Values(res.Deleted))) {
		t.Error(res.Deleted)
	}
	run(t, build(t, version(3)), s.bucket(t))
	for path := range s.objects(t) {
		if strings.Contains(path, "00001") {
			t.Errorf("%s stays", path)
		}
	}
	s.since(nil)
	run(t, build(t, version(2)), s.bucket(t)) // the files of version 2 are still there
	log := s.since(nil)
	if slices.Contains(log, "PUT "+fmt.Sprintf("css/main.%032x.css", 2)) {
		t.Error("a file that was there was sent again")
	}
	whole(t, "back", s.objects(t))
}

// One edit of many pages takes a few requests, and nothing is listed.
func TestOneEdit(t *testing.T) {
	s, site := newStore(t), version(1)
	for i := range 2000 {
		site[fmt.Sprintf("p/%d/index.html", i)] = fmt.Sprint("page ", i)
	}
	run(t, build(t, site), s.bucket(t))
	s.since(nil)
	site["p/77/index.html"], site["robots.txt"] = "edited", "other"
	run(t, build(t, site), s.bucket(t))
	want := []string{
		"GET " + Manifest, "PUT " + Manifest, "PUT p/77/index.html", "PUT robots.txt", "PUT " + Manifest,
	}
	if log := s.since(nil); !slices.Equal(log, want) {
		t.Errorf("%q", log)
	}
}

// killed answers nothing from the n-th request on.
func killed(n int) func(http.ResponseWriter, *http.Request, int) bool {
	return func(w http.ResponseWriter, _ *http.Request, at int) bool {
		if at < n {
			return false
		}
		w.Header().Set(dead, "yes")
		return true
	}
}

// A publication that dies at any request leaves a site whose pages have everything that they load, and the next one
// finishes it, or any other version, without sending everything again. Files of others stay.
func TestKilledAtEachRequest(t *testing.T) {
	sites := map[int]map[string]string{}
	builds := map[int]Options{}
	for v := 1; v <= 3; v++ {
		sites[v] = version(v)
		for i := range 80 {
			sites[v][fmt.Sprintf("more/%d.html", i)] = fmt.Sprint("page ", i, " of ", v)
		}
		builds[v] = build(t, sites[v])
		builds[v] = func(o Options) Options { o.Jobs = 1; return o }(builds[v])
	}
	first := newStore(t)
	first.put(t, "foreign.txt", "foreign")
	run(t, builds[1], first.bucket(t))
	ended := false
	for k := 0; !ended; k++ {
		for next := 1; next <= 3; next++ {
			s := first.copied(t)
			b := s.bucket(t)
			s.since(killed(k))
			o := builds[2]
			o.Target = b
			_, err := Run(t.Context(), o)
			log := s.since(nil)
			ended = err == nil
			what := fmt.Sprintf("killed at request %d", k)
			objects := s.objects(t)
			whole(t, what, objects)
			if objects["foreign.txt"] != "foreign" {
				t.Errorf("%s: the file of others", what)
			}
			res := run(t, builds[next], b)
			again := s.since(nil)
			objects = s.objects(t)
			whole(t, what+", then version "+fmt.Sprint(next), objects)
			for path, text := range sites[next] {
				if objects[path] != text {
					t.Fatalf("%s, then version %d: %s is %q (%+v)", what, next, path, objects[path], res)
				}
				delete(objects, path)
			}
			for path := range objects {
				if path != "foreign.txt" && !hosting.NamedByContent(path) && !strings.HasPrefix(path, "search/b0-") {
					t.Errorf("%s, then version %d: %s stays", what, next, path)
				}
			}
			if sent := len(log) - 3; next == 2 && !ended && len(again) > len(sites[2])+20-sent+leastSaved {
				t.Errorf("%s: %d requests after %d", what, len(again), len(log))
			}
			if t.Failed() {
				return
			}
			if k%9 != 0 && !ended {
				break // the other versions now and then
			}
		}
	}
}

// Two publications at the same time notice each other, and what is left is one whole version after the next run at the
// latest.
func TestAtTheSameTime(t *testing.T) {
	for k := range 40 {
		s := newStore(t)
		run(t, build(t, version(1)), s.bucket(t))
		one, two := build(t, version(2)), build(t, version(3))
		one.Target, two.Target = s.bucket(t), s.bucket(t)
		var second error
		began := make(chan struct{})
		var wait sync.WaitGroup
		s.since(func(_ http.ResponseWriter, _ *http.Request, n int) bool {
			if n == k { // the second begins in the middle of the first
				close(began)
				wait.Go(func() { _, second = Run(context.Background(), two) })
			}
			return false
		})
		_, first := Run(t.Context(), one)
		select {
		case <-began:
		default:
			return // the first has fewer requests
		}
		wait.Wait()
		s.since(nil)
		for _, err := range []error{first, second} {
			if err != nil && !errors.Is(err, ErrBusy) {
				t.Fatal(k, err)
			}
		}
		if first != nil && second != nil {
			run(t, two, s.bucket(t))
		}
		last := run(t, two, s.bucket(t))
		objects := s.objects(t)
		for path, text := range version(3) {
			if objects[path] != text {
				t.Errorf("%d: %s is %q (%v, %v, %+v)", k, path, objects[path], first, second, last)
			}
		}
		whole(t, fmt.Sprint(k), objects)
	}
	t.Error("the first never ended")
}

func TestHeaders(t *testing.T) {
	s := newStore(t)
	site := map[string]string{
		"index.html": "<p>", "old/index.html": `<meta http-equiv="refresh" content="0; url=https://example.alt/new/">`,
		"rel/a.html": `<meta http-equiv=refresh content="0; url=../b/">`,
		"wait.html":  `<meta http-equiv="refresh" content="5; url=/b/">`,
		"feed.xml":   `<?xml version="1.0"?><rss version="2.0">`, "atom.xml": `<feed xmlns="http://www.w3.org/2005/Atom">`,
		"sitemap.xml": "<urlset>", "sitemap.xml.gz": "\x1f\x8b", "feed.json": `{"version": "https://jsonfeed.org/version/1.1"}`,
		"data.json": "{}", "a.css": "a", "a.0123456789abcdef0123456789abcdef.css": "a", "page.md": "# a", "x.bin": "x",
		"search/index.js": search.Call + "({})", "search/b0-abcde.js": "part", "js/index.js": "mine()", "js/b0-abcde.js": "mine",
		"_headers": "/*", ".htaccess": "x", "sub/_headers": "x", "ü b.txt": "x",
	}
	o := build(t, site)
	o.Control = Control{Pages: "public, max-age=60", Files: "public, max-age=5"}
	run(t, o, s.bucket(t))
	const redirect = "X-Amz-Website-Redirect-Location"
	for path, want := range map[string][3]string{
		"index.html":                             {"text/html; charset=utf-8", "public, max-age=60", ""},
		"old/index.html":                         {"text/html; charset=utf-8", "public, max-age=60", "https://example.alt/new/"},
		"rel/a.html":                             {"text/html; charset=utf-8", "public, max-age=60", "https://example.alt/b/"},
		"wait.html":                              {"text/html; charset=utf-8", "public, max-age=60", ""},
		"feed.xml":                               {"application/rss+xml; charset=utf-8", "public, max-age=5", ""},
		"atom.xml":                               {"application/atom+xml; charset=utf-8", "public, max-age=5", ""},
		"sitemap.xml":                            {"application/xml; charset=utf-8", "public, max-age=5", ""},
		"sitemap.xml.gz":                         {"application/gzip", "public, max-age=5", ""},
		"feed.json":                              {"application/feed+json", "public, max-age=5", ""},
		"data.json":                              {"application/json", "public, max-age=5", ""},
		"a.css":                                  {"text/css; charset=utf-8", "public, max-age=5", ""},
		"a.0123456789abcdef0123456789abcdef.css": {"text/css; charset=utf-8", hosting.Forever, ""},
		"page.md":                                {"text/markdown; charset=utf-8", "public, max-age=5", ""},
		"x.bin":                                  {"application/octet-stream", "public, max-age=5", ""},
		"search/index.js":                        {"text/javascript; charset=utf-8", "public, max-age=5", ""},
		"search/b0-abcde.js":                     {"text/javascript; charset=utf-8", hosting.Forever, ""},
		"js/b0-abcde.js":                         {"text/javascript; charset=utf-8", "public, max-age=5", ""},
		"ü b.txt":                                {"text/plain; charset=utf-8", "public, max-age=5", ""},
	} {
		h := s.headers[path]
		if got := [3]string{h.Get("Content-Type"), h.Get("Cache-Control"), h.Get(redirect)}; got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	objects := s.objects(t)
	for path, sent := range map[string]bool{"_headers": false, ".htaccess": false, "sub/_headers": true} {
		if _, ok := objects[path]; ok != sent {
			t.Errorf("%s: %v", path, ok)
		}
	}

	s.since(nil)
	o.Control.Files = "no-cache" // what is sent with a file counts as its content
	res := run(t, o, s.bucket(t))
	if n, _ := res.Sent(); n != 14 {
		t.Errorf("%d sent: %+v", n, res.Steps)
	}
}

// TestAway: outputs without a file are in the target. They are read there if their headers change, and a target that
// lacks them is refused.
func TestAway(t *testing.T) {
	s, site := newStore(t), version(1)
	o := build(t, site)
	o.Target = s.bucket(t)
	if _, err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	want := s.objects(t)
	found, err := Find(t.Context(), o.Target)
	if err != nil {
		t.Fatal(err)
	}
	for i := range o.Outputs {
		e := &o.Outputs[i]
		if !found.Has(e.Path, e.Size, e.Hash) || found.Has(e.Path, e.Size, e.Hash+1) || found.Has(e.Path+"x", e.Size, e.Hash) {
			t.Errorf("%s: not found as it was sent", e.Path)
		}
		if got := string(found.Read(e.Path, e.Size)); got != site[e.Path] {
			t.Errorf("%s: %q", e.Path, got)
		}
		if err := os.Remove(e.File(o.Dir)); err != nil {
			t.Fatal(err)
		}
		e.Away = true
	}
	if found.Read("missing.txt", 1) != nil || found.Read(o.Outputs[0].Path, o.Outputs[0].Size) == nil {
		t.Error("a missing file ends everything")
	}
	s.since(nil)
	if res, err := Run(t.Context(), o); err != nil || res.Unchanged != len(o.Outputs) {
		t.Errorf("%+v, %v", res, err)
	}
	if log := s.since(nil); len(log) != 2 { // the list, and whether search/index.js belongs to a search
		t.Errorf("%q", log)
	}

	o.Control.Pages = "no-cache"
	res, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Steps) != 1 || res.Steps[0].What != "pages" {
		t.Errorf("%+v", res.Steps)
	}
	if diff := cmp.Diff(want, s.objects(t)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	var stale *ErrStale
	o.Target = newStore(t).bucket(t)
	if _, err := Run(t.Context(), o); !errors.As(err, &stale) {
		t.Errorf("another target: %v", err)
	}
	if _, err := Describe(t.Context(), o); !errors.As(err, &stale) {
		t.Errorf("described: %v", err)
	}
}

// TestFind: a target that nothing was published to has nothing, and one that can't be read is an error.
func TestFind(t *testing.T) {
	s := newStore(t)
	p, err := Find(t.Context(), s.bucket(t))
	if err != nil || p.Has("index.html", 0, 0) {
		t.Errorf("%v", err)
	}
	s.put(t, Manifest, "damaged")
	if _, err := Find(t.Context(), s.bucket(t)); !errors.Is(err, ErrManifest) {
		t.Errorf("damaged: %v", err)
	}
	s.since(func(w http.ResponseWriter, _ *http.Request, _ int) bool {
		w.WriteHeader(http.StatusForbidden)
		return true
	})
	if _, err := Find(t.Context(), s.bucket(t)); err == nil {
		t.Error("forbidden: no error")
	}
	for range 2 {
		if p.Read("a", 1) != nil {
			t.Error("forbidden: read")
		}
	}
	if log := s.since(nil); len(log) != 2 {
		t.Errorf("a target that fails is asked again: %q", log)
	}
}

// Nothing is sent if a file is not what the build wrote.
func TestStale(t *testing.T) {
	for name, spoil := range map[string]func(file string) error{
		"edited":    func(file string) error { return os.WriteFile(file, []byte("edited"), 0o666) },
		"same size": func(file string) error { return os.WriteFile(file, []byte("Static"), 0o666) },
		"removed":   os.Remove,
		"a folder": func(file string) error {
			return errors.Join(os.Remove(file), os.Mkdir(file, 0o777))
		},
	} {
		s, o := newStore(t), build(t, version(1))
		o.Target = s.bucket(t)
		file := filepath.Join(o.Dir, "static.txt")
		if err := spoil(file); err != nil {
			t.Fatal(err)
		}
		_, err := Run(t.Context(), o)
		var stale *ErrStale
		if err == nil || name != "a folder" && (!errors.As(err, &stale) || stale.File != file) {
			t.Errorf("%s: %v", name, err)
		}
		if objects := s.objects(t); len(objects) > 0 {
			t.Errorf("%s: %v", name, objects)
		}
	}
	s, o := newStore(t), build(t, version(1)) // touched, but the same
	if err := os.Chmod(filepath.Join(o.Dir, "static.txt"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, o, s.bucket(t))
}

// A target with a site that others published, and one whose manifest is damaged, are refused.
func TestForeign(t *testing.T) {
	s, o := newStore(t), build(t, version(1))
	o.Target = s.bucket(t)
	s.put(t, "index.html", "of others")
	s.put(t, "old.html", "of others")
	var foreign *ErrForeign
	if _, err := Run(t.Context(), o); !errors.As(err, &foreign) || foreign.Path != "index.html" {
		t.Error(err)
	}
	o.Adopt = true
	run(t, o, s.bucket(t))
	want := version(1)
	want["old.html"] = "of others"
	if diff := cmp.Diff(want, s.objects(t)); diff != "" {
		t.Error(diff)
	}
	s.put(t, Manifest, "damaged")
	o.Adopt = false
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrManifest) {
		t.Error(err)
	}
	o.Adopt = true
	if n, _ := run(t, o, s.bucket(t)).Sent(); n != len(o.Outputs) {
		t.Errorf("%d sent", n)
	}
	o.Adopt = false
	if n, _ := run(t, o, s.bucket(t)).Sent(); n != 0 {
		t.Errorf("%d sent", n)
	}
}

func TestDryRun(t *testing.T) {
	s, o := newStore(t), build(t, version(1))
	o.DryRun = true
	res := run(t, o, s.bucket(t))
	if n, size := res.Sent(); n != len(o.Outputs) || size == 0 {
		t.Errorf("%+v", res)
	}
	if len(s.objects(t)) > 0 {
		t.Error("something was sent")
	}
	for _, line := range s.since(nil) {
		if strings.HasPrefix(line, "PUT") || strings.HasPrefix(line, "DELETE") {
			t.Error(line)
		}
	}
}

// A folder gets the same as a bucket, with the files that configure servers.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	u := &url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}
	b, err := bucket.Open(u, bucket.Access{})
	if err != nil {
		t.Fatal(err)
	}
	for v := 1; v <= 3; v++ {
		site := version(v)
		site[".htaccess"] = "x"
		o := build(t, site)
		o.Host = false
		run(t, o, b)
		for path, text := range site {
			if data, err := os.ReadFile(filepath.Join(dir, path)); err != nil || string(data) != text {
				t.Errorf("%s: %q %v", path, data, err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "posts", "17")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a page stays")
	}
}

// Copied files are read only if they were copied from another file.
func TestCopies(t *testing.T) {
	s, o := newStore(t), build(t, version(1))
	for i := range o.Outputs {
		if o.Outputs[i].Path == "static.txt" {
			o.Outputs[i].Hash, o.Outputs[i].Origin = 0, 7
		}
	}
	run(t, o, s.bucket(t))
	if err := os.Remove(filepath.Join(o.Dir, "static.txt")); err != nil {
		t.Fatal(err)
	}
	if n, _ := run(t, o, s.bucket(t)).Sent(); n > 0 {
		t.Error("something was sent")
	}
	for i := range o.Outputs {
		if o.Outputs[i].Origin == 7 {
			o.Outputs[i].Origin = 8
		}
	}
	o.Target = s.bucket(t)
	var stale *ErrStale
	if _, err := Run(t.Context(), o); !errors.As(err, &stale) {
		t.Error(err)
	}
}

// A store that can't be written to, or that lies, is an error.
func TestStoreRefuses(t *testing.T) {
	for code, want := range map[int]string{403: "403 Forbidden", 404: "", 500: "500 Internal", 507: "507 Insufficient"} {
		s, o := newStore(t), build(t, version(1))
		o.Target = s.bucket(t)
		s.since(func(w http.ResponseWriter, r *http.Request, _ int) bool {
			if r.Method == http.MethodPut && strings.HasSuffix(r.URL.Path, ".html") {
				w.WriteHeader(code)
				return true
			}
			return false
		})
		if _, err := Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "send ") {
			t.Errorf("%d: %v", code, err)
		}
		whole(t, fmt.Sprint(code), s.objects(t))
	}
}

func FuzzManifest(f *testing.F) {
	f.Add((&target{}).encode())
	f.Add((&target{7, 1, []entry{{"a/b", 1, 2, 3, 4, sure}, {"a/c", 0, 0, 0, 0, unsure}, {"b", 1, 2, 3, 0, leaving}}}).encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decode(data)
		if err != nil {
			return
		}
		again, err := decode(m.encode())
		if err != nil || !bytes.Equal(again.encode(), m.encode()) {
			t.Errorf("%v: %v", m, err)
		}
	})
}
