package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// memory is a tree of texts; "file:NAME" as a text is a file of the disk.
type memory map[string]string

func (m memory) Lookup(path string) (File, bool) {
	text, ok := m[path]
	f := File{Path: path, Open: func(context.Context) (io.ReadSeekCloser, error) {
		if name, ok := strings.CutPrefix(text, "file:"); ok {
			return os.Open(name)
		}
		return closer{strings.NewReader(text)}, nil
	}}
	if strings.HasSuffix(path, ".html") {
		f.MediaType, f.Page = "text/html", "content/"+path
	}
	return f, ok
}

type closer struct{ *strings.Reader }

func (closer) Close() error { return nil }

// site makes a site with one mount at a prefix.
func site(t *testing.T, prefix string, tree Tree) *Site {
	t.Helper()
	s, found := NewSite(t.Context(), tree, []Mount{{Prefix: prefix}}, nil)
	if len(found) > 0 {
		t.Fatal(found)
	}
	return s
}

// start serves a tree at a prefix.
func start(t *testing.T, prefix string, tree Tree, o Options) *Server {
	t.Helper()
	if o.ID == "" {
		o.ID = "t"
	}
	s := New(o)
	s.Show(site(t, prefix, tree), nil, "")
	return s
}

// get asks as `curl -H ... ADDRESS` does: headers are "Name: value".
func get(s *Server, address string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", address, nil)
	r.Host = "127.0.0.1:1313"
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// brief is a response in one line: status, where to, type, and the body without our script.
func brief(w *httptest.ResponseRecorder) string {
	out := fmt.Sprint(w.Code)
	if l := w.Header().Get("Location"); l != "" {
		return out + " to " + l
	}
	body, _, _ := strings.Cut(w.Body.String(), "<script async")
	if len(body) > 60 {
		body = body[:60] + "…"
	}
	return out + " " + w.Header().Get("Content-Type") + " " + body
}

func TestFirstBuildFails(t *testing.T) {
	s := New(Options{ID: "t", Project: "/site", Editor: Editors()["vscode"]})
	s.Fail(diag.List{{File: "hugo.toml", Line: 2, Col: 3, Message: "<bad> thing", Excerpt: "a = <b"}})
	w := get(s, "/any/", "Accept: text/html")
	for _, want := range []string{
		`<a href="vscode://file/site/hugo.toml:2:3">hugo.toml:2:3</a>`, "&lt;bad&gt; thing", "a <mark>=</mark> &lt;b", "data-failed", "<script async",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the page has no %s:\n%s", want, w.Body)
		}
	}
	if w.Code != 503 {
		t.Errorf("status %d", w.Code)
	}
	text := get(s, "/a.css")
	if want := "hugo.toml:2:3: error: <bad> thing\n  2 | a = <b\n    |   ^\n"; text.Code != 503 || text.Body.String() != want {
		t.Errorf("what is no page: %d %q", text.Code, text.Body)
	}
	failed := versionOf(t, s, "/")
	if !strings.Contains(w.Body.String(), `data-version="`+failed+`"`) {
		t.Errorf("the page has not the version %q", failed)
	}
	s.Show(site(t, "/", memory{"index.html": "HOME"}), nil, "")
	if versionOf(t, s, "/") == failed {
		t.Error("the recovered site has the version of the failure")
	}
}

// TestRequestsWait sends a request before the first build is done.
func TestRequestsWait(t *testing.T) {
	s := New(Options{ID: "t"})
	got := make(chan string)
	go func() { got <- brief(get(s, "/")) }()
	s.Show(site(t, "/", memory{"index.html": "HOME"}), nil, "")
	if g := <-got; g != "200 text/html; charset=utf-8 HOME" {
		t.Error(g)
	}
}

func TestServeEnds(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, "/", memory{"index.html": "HOME"}, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	stream := follow(t, "http://"+l.Addr().String())
	stream.next()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if stream.scan.Scan() && stream.scan.Err() == nil && stream.scan.Text() != "" {
		t.Errorf("after the end: %q", stream.scan.Text())
	}
}
