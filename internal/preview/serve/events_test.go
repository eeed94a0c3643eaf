package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// stream reads events.
type stream struct {
	t    *testing.T
	body io.ReadCloser
	scan *bufio.Scanner
}

func listen(t *testing.T, s *Server) string {
	server := httptest.NewServer(s)
	t.Cleanup(server.Close) // after the streams, which are opened later
	return server.URL
}

func follow(t *testing.T, address string) *stream {
	t.Helper()
	res, err := http.Get(address + "/__sitegen/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	if got := res.Header.Get("Content-Type"); got != "text/event-stream; charset=utf-8" {
		t.Fatalf("Content-Type %q", got)
	}
	return &stream{t, res.Body, bufio.NewScanner(res.Body)}
}

func (s *stream) next() event {
	s.t.Helper()
	for s.scan.Scan() {
		if data, ok := strings.CutPrefix(s.scan.Text(), "data: "); ok {
			var e event
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				s.t.Fatal(err)
			}
			return e
		}
	}
	s.t.Fatalf("the stream ended: %v", s.scan.Err())
	return event{}
}

func TestEvents(t *testing.T) {
	tree := memory{"index.html": "HOME", "posts/a b/index.html": "ONE", "a.css": ""}
	s := start(t, "/sub/", tree, Options{ID: "run1", Project: "/site", Editor: Editors()["vscode"]})
	stream := follow(t, listen(t, s))
	want := []event{{ID: "run1-1"}}
	got := []event{stream.next()}

	s.Show(site(t, "/sub/", tree), []string{"a.css", "posts/a b/index.html"}, "posts/a b/index.html")
	got = append(got, stream.next())
	want = append(want, event{
		ID: "run1-2", After: "run1-1", Changed: []string{"/sub/a.css", "/sub/posts/a%20b/index.html"}, Go: "/sub/posts/a%20b/",
	})

	problem1 := diag.List{{Rule: "date", File: "content/a b.md", Line: 3, Col: 7, Message: "no date", Hint: "write it", Excerpt: "date: x"}}
	s.Fail(problem1)
	got = append(got, stream.next())
	want = append(want, event{ID: "run1-3", After: "run1-2", Changed: []string{}, Problems: []problem{{
		Place: "content/a b.md:3:7", Link: "vscode://file/site/content/a%20b.md:3:7", Message: "no date", Rule: "date", Hint: "write it", Line: 3, Col: 7, Excerpt: "date: x",
	}}})

	s.ShowEarly(site(t, "/sub/", tree))
	got = append(got, stream.next())
	want = append(want, event{ID: "run1-4", After: "run1-3", Problems: want[2].Problems})

	s.Fail(diag.List{{Message: "worse"}})
	got = append(got, stream.next())
	want = append(want, event{ID: "run1-5", After: "run1-4", Problems: []problem{{Message: "worse"}}})

	many := make([]string, mostChanged+1)
	s.Show(site(t, "/sub/", tree), many, "")
	got = append(got, stream.next())
	want = append(want, event{ID: "run1-6", After: "run1-5"})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	if n := s.Streams(); n != 1 {
		t.Errorf("%d streams are open", n)
	}
	stream.body.Close()
	for s.Streams() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// TestSlowListener shows many states to a stream that nobody reads: the last one must arrive.
func TestSlowListener(t *testing.T) {
	s := start(t, "/", memory{"index.html": "HOME"}, Options{})
	stream := follow(t, listen(t, s))
	for range 1000 {
		s.Show(site(t, "/", memory{"index.html": "HOME"}), []string{"index.html"}, "")
	}
	for stream.next().ID != "t-1001" {
	}
}

func TestHeartbeat(t *testing.T) {
	beat := make(chan time.Time)
	s := start(t, "/", memory{}, Options{After: func(time.Duration) <-chan time.Time { return beat }})
	stream := follow(t, listen(t, s))
	stream.next()
	beat <- time.Time{}
	for stream.scan.Scan() {
		if stream.scan.Text() == ": still here" {
			return
		}
	}
	t.Error("a silent stream gives no sign of life")
}

func TestEarlyAndBack(t *testing.T) {
	s := start(t, "/", memory{"index.html": "GOOD"}, Options{})
	s.ShowEarly(site(t, "/", memory{"index.html": "EARLY"}))
	if got := brief(get(s, "/")); !strings.HasSuffix(got, "EARLY") {
		t.Error(got)
	}
	s.Fail(diag.List{{Message: "no"}})
	if got := brief(get(s, "/")); !strings.HasSuffix(got, "GOOD") {
		t.Errorf("after a failed build: %s", got)
	}
}

// versionOf asks for the version of a page.
func versionOf(t *testing.T, s *Server, path string) string {
	t.Helper()
	var got changes
	w := get(s, "/__sitegen/version?path="+path)
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%s: %d: %v", path, w.Code, err)
	}
	return got.Version
}

// TestVersions asks as a page does whether it is still what it was.
func TestVersions(t *testing.T) {
	s := start(t, "/", memory{"index.html": "HOME", "404.html": "LOST", "_redirects": "/r /other\n"}, Options{})
	version := func(path string) string {
		t.Helper()
		return versionOf(t, s, path)
	}
	stated := func(path string) string {
		_, rest, _ := strings.Cut(get(s, path).Body.String(), `data-version="`)
		v, _, _ := strings.Cut(rest, `"`)
		return v
	}
	home, lost := version("/"), version("/lost")
	if home == "" || home != stated("/") || lost != stated("/lost") || home == lost {
		t.Errorf("versions: %q, %q; pages say %q, %q", home, lost, stated("/"), stated("/lost"))
	}
	if got := version("/r"); got != "none/other" {
		t.Errorf("a redirect: %q", got)
	}
	s.Show(site(t, "/", memory{"index.html": "HOME", "lost/index.html": "LOST"}), nil, "")
	if version("/") != home {
		t.Error("the same page has another version")
	}
	if version("/lost/") == lost {
		t.Error("a page that came has the version of the 404 page")
	}
	for _, bad := range []string{"", "x", "/../x", "http://evil/"} {
		if w := get(s, "/__sitegen/version?path="+bad); w.Code != 400 {
			t.Errorf("path %q: %d", bad, w.Code)
		}
	}
}

// TestEarlyIsNotTheLastWord asks for pages that a build at work cannot give: the answer is that of what
// follows, a good build or the last good site.
func TestEarlyIsNotTheLastWord(t *testing.T) {
	good := memory{"index.html": "GOOD", "a.html": "OLD"}
	for _, tt := range []struct {
		name    string
		follows func(*Server)
		want    map[string]string
	}{
		{
			"a good build", func(s *Server) { s.Show(site(t, "/", memory{"index.html": "NEW", "b.html": "CAME"}), nil, "") },
			map[string]string{"/": "200 NEW", "/b": "200 CAME", "/a": "404", "/__sitegen/version?path=/": "200"},
		},
		{
			"a failed build", func(s *Server) { s.Fail(diag.List{{Message: "no"}}) },
			map[string]string{"/": "200 GOOD", "/a": "200 OLD", "/b": "404"},
		},
		{
			"another early build", func(s *Server) { s.ShowEarly(site(t, "/", memory{"index.html": "NEXT"})) },
			map[string]string{"/": "200 NEXT"},
		},
	} {
		for address, want := range tt.want {
			s := start(t, "/", good, Options{NoReload: true})
			s.ShowEarly(site(t, "/", memory{"index.html": "file:/nowhere/at/all"}))
			got := make(chan string)
			go func() {
				w := get(s, address)
				got <- strings.TrimSpace(fmt.Sprint(w.Code, " ", w.Body))
			}()
			tt.follows(s)
			if g := <-got; !strings.HasPrefix(g, want) {
				t.Errorf("%s, %s: %q, want %q", tt.name, address, g, want)
			}
		}
	}
	s := start(t, "/", good, Options{})
	s.ShowEarly(site(t, "/", memory{}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, "GET", "/a", nil)
	r.Host = "localhost"
	s.ServeHTTP(httptest.NewRecorder(), r) // must end with the request
}
