package remote_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/assets/remote"
)

func anything(string) error { return nil }

// server responds with the number of requests so far; /busy does so from the third request on.
func server(t *testing.T) (*httptest.Server, *atomic.Int32) {
	t.Helper()
	var asked atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := asked.Add(1)
		switch r.URL.Path {
		case "/gone":
			http.NotFound(w, r)
			return
		case "/no":
			http.Error(w, "not you", http.StatusForbidden)
			return
		case "/to":
			http.Redirect(w, r, "/secret", http.StatusFound)
			return
		case "/busy":
			if n < 3 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
		}
		w.Header().Set("Content-Type", "text/plain")
		fmt.Fprintf(w, "%s %s %d %s", r.Method, r.URL.Path, n, r.Header.Get("X-Own"))
	}))
	t.Cleanup(s.Close)
	return s, &asked
}

func get(t *testing.T, o remote.Options, q remote.Request) (string, error) {
	t.Helper()
	if o.Allowed == nil {
		o.Allowed = anything
	}
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	if q.Method == "" {
		q.Method = "GET"
	}
	res, err := remote.New(o).Get(context.Background(), q)
	if err != nil {
		return "", err
	}
	if res.Code == http.StatusNotFound {
		return "nothing", nil
	}
	return string(res.Body), nil
}

func TestAnswersAreKept(t *testing.T) {
	s, asked := server(t)
	o := remote.Options{Dir: t.TempDir(), MaxAge: -1}
	for range 2 {
		if got, err := get(t, o, remote.Request{URL: s.URL + "/a", Headers: http.Header{"X-Own": {"yes"}}}); err != nil || got != "GET /a 1 yes" {
			t.Fatal(got, err)
		}
	}
	if got, err := get(t, o, remote.Request{URL: s.URL + "/a", Method: "POST", Body: []byte("x")}); err != nil || got != "POST /a 2 " {
		t.Fatal(got, err)
	}
	for range 2 {
		if got, err := get(t, o, remote.Request{URL: s.URL + "/gone"}); err != nil || got != "nothing" {
			t.Fatal(got, err)
		}
	}
	if n := asked.Load(); n != 3 {
		t.Errorf("asked %d times, want 3", n)
	}

	o.Offline = true
	if _, err := get(t, o, remote.Request{URL: s.URL + "/a", Headers: http.Header{"X-Own": {"yes"}}}); err != nil {
		t.Error(err)
	}
	if _, err := get(t, o, remote.Request{URL: s.URL + "/b"}); err == nil || !strings.Contains(err.Error(), "--offline") {
		t.Error(err)
	}

	files, _ := filepath.Glob(filepath.Join(o.Dir, "*"))
	if len(files) < 2 {
		t.Fatal(files)
	}
	rotate(t, files, 1)
	if got, err := get(t, o, remote.Request{URL: s.URL + "/a", Headers: http.Header{"X-Own": {"yes"}}}); err == nil {
		t.Error("the answer to another request is used:", got)
	}
	rotate(t, files, len(files)-1)
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(data), `"Body":"`, `"Body":"AAAA`, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o.Offline = false
	if got, err := get(t, o, remote.Request{URL: s.URL + "/a", Headers: http.Header{"X-Own": {"yes"}}}); err != nil || got != "GET /a 4 yes" {
		t.Error("a damaged answer is used:", got, err)
	}
}

// rotate gives each file the content of the file a number of places before it.
func rotate(t *testing.T, files []string, by int) {
	t.Helper()
	var all [][]byte
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	for i, data := range all {
		if err := os.WriteFile(files[(i+by)%len(files)], data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMaxAge(t *testing.T) {
	s, _ := server(t)
	o := remote.Options{Dir: t.TempDir(), MaxAge: time.Hour}
	for i, want := range []string{"GET /a 1 ", "GET /a 1 ", "GET /a 2 "} {
		if i == 2 {
			files, _ := filepath.Glob(filepath.Join(o.Dir, "*"))
			old := time.Now().Add(-2 * time.Hour)
			if err := os.Chtimes(files[0], old, old); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := get(t, o, remote.Request{URL: s.URL + "/a"}); err != nil || got != want {
			t.Fatal(i, got, err)
		}
	}
}

func TestAttempts(t *testing.T) {
	s, asked := server(t)
	if got, err := get(t, remote.Options{}, remote.Request{URL: s.URL + "/busy"}); err != nil || got != "GET /busy 3 " {
		t.Fatal(got, err)
	}
	asked.Store(0)
	_, err := get(t, remote.Options{Timeout: time.Millisecond * 100}, remote.Request{URL: s.URL + "/busy"})
	if err == nil || !strings.Contains(err.Error(), "Service Unavailable, still after 100ms") {
		t.Error(err)
	}
	var status *remote.StatusError
	_, err = get(t, remote.Options{}, remote.Request{URL: s.URL + "/no"})
	if !errors.As(err, &status) || status.Code != http.StatusForbidden || string(status.Body) != "not you\n" {
		t.Error(err)
	}
}

func TestForbidden(t *testing.T) {
	s, asked := server(t)
	o := remote.Options{Allowed: func(url string) error {
		if strings.Contains(url, "secret") {
			return errors.New("forbidden")
		}
		return nil
	}}
	for _, path := range []string{"/secret", "/to"} {
		if _, err := get(t, o, remote.Request{URL: s.URL + path}); err == nil || !strings.Contains(err.Error(), "forbidden") {
			t.Error(path, err)
		}
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("asked %d times, want 1", n)
	}
}

// TestPrivate: by default, nothing on this computer is requested, whatever name is used for it.
func TestPrivate(t *testing.T) {
	s, asked := server(t)
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "127.1"} {
		at := "http://" + host + s.URL[strings.LastIndex(s.URL, ":"):] + "/a"
		if _, err := get(t, remote.Options{Public: true}, remote.Request{URL: at}); err == nil {
			t.Errorf("%s was asked", at)
		}
	}
	for _, at := range []string{"file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/"} {
		if _, err := get(t, remote.Options{}, remote.Request{URL: at}); err == nil {
			t.Errorf("%s was read", at)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("asked %d times", n)
	}
}

// TestSecrets: messages contain no passwords or tokens.
func TestSecrets(t *testing.T) {
	s, _ := server(t)
	for _, at := range []string{s.URL + "/no?token=SECRET", "http://ann:SECRET@" + strings.TrimPrefix(s.URL, "http://") + "/no", "http://127.0.0.1:1/?token=SECRET"} {
		_, err := get(t, remote.Options{}, remote.Request{URL: at})
		if err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s: %v", at, err)
		}
		_, err = get(t, remote.Options{Offline: true}, remote.Request{URL: at})
		if err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s, offline: %v", at, err)
		}
	}
}

func TestLock(t *testing.T) {
	s, _ := server(t)
	q := remote.Request{URL: s.URL + "/a", Method: "GET"}
	first := remote.New(remote.Options{Allowed: anything, Timeout: time.Second})
	res, err := first.Get(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	file := remote.WriteLock(map[string]*remote.Response{q.ID(): res})
	lock, err := remote.ReadLock(file)
	if err != nil {
		t.Fatal(err)
	}
	o := remote.Options{Lock: lock}
	if _, err := get(t, o, q); err == nil || !strings.Contains(err.Error(), "does not match remote.lock") {
		t.Error("another answer:", err) // the server counts requests
	}
	if _, err := get(t, o, remote.Request{URL: s.URL + "/b"}); err == nil || !strings.Contains(err.Error(), "remote.lock does not have") {
		t.Error("another request:", err)
	}
	if _, err := remote.ReadLock([]byte("a b c\n")); err == nil || err.Error() != "line 1 has 3 words, not 5" {
		t.Error(err)
	}
}
