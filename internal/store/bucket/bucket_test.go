package bucket

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

func open(t *testing.T, address string, a Access) Bucket {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(u, a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// server returns the access to a bucket in memory, behind what wrap makes of it.
func server(t *testing.T, wrap func(http.Handler) http.Handler) Access {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	h := gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog()), gofakes3.WithTimeSkewLimit(0)).Server()
	s := httptest.NewServer(wrap(h))
	t.Cleanup(s.Close)
	return Access{Endpoint: s.URL, ID: "id", Secret: "secret"}
}

func same(h http.Handler) http.Handler { return h }

// unconditional is a server that knows neither conditions for writing nor redirects.
func unconditional(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := r.Header
		if sent.Get("If-Match")+sent.Get("If-None-Match")+sent.Get("X-Amz-Website-Redirect-Location") != "" && r.Method == http.MethodPut {
			w.WriteHeader(http.StatusNotImplemented)
			_, _ = w.Write([]byte("<Error><Code>NotImplemented</Code></Error>"))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// All buckets return parts of objects.
func TestParts(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]Bucket{
		"folder": open(t, "file://"+filepath.ToSlash(dir), Access{}),
		"S3":     open(t, "s3://bucket/p", server(t, same)),
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if _, err := b.Put(ctx, "a", []byte("0123456789"), PutOptions{}); err != nil {
				t.Fatal(err)
			}
			for _, test := range []struct {
				from, size int64
				want       string
			}{{0, 1, "0"}, {3, 4, "3456"}, {9, 1, "9"}, {0, 10, "0123456789"}} {
				if got, err := b.Part(ctx, "a", test.from, test.size, 10); err != nil || string(got) != test.want {
					t.Errorf("%d bytes from %d: %q, %v", test.size, test.from, got, err)
				}
			}
			for _, name := range []string{"b", "folder"} {
				if _, err := b.Part(ctx, name, 0, 1, 10); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
}

// All buckets do the same.
func TestBuckets(t *testing.T) {
	for name, b := range map[string]Bucket{
		"folder":             open(t, "file://"+filepath.ToSlash(filepath.Join(t.TempDir(), "a")), Access{}),
		"S3":                 open(t, "s3://bucket/some/prefix/", server(t, same)),
		"S3 without prefix":  open(t, "s3://bucket", server(t, same)),
		"without conditions": open(t, "s3://bucket/p", server(t, unconditional)),
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if _, _, err := b.Get(ctx, "a/b.txt", 10); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("an object that does not exist: %v", err)
			}
			if there, err := b.Has(ctx, "a/b.txt"); there || err != nil {
				t.Error(there, err)
			}
			if err := b.Delete(ctx, "a/b.txt"); err != nil {
				t.Error(err)
			}
			if _, err := b.Put(ctx, "a/b.txt", []byte("x"), PutOptions{Match: strings.Repeat("0", 32)}); !errors.Is(err, ErrChanged) {
				t.Errorf("replaced although it does not exist: %v", err)
			}
			first, err := b.Put(ctx, "a/b.txt", []byte("first"), PutOptions{Match: Absent})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.Put(ctx, "a/b.txt", []byte("again"), PutOptions{Match: Absent}); !errors.Is(err, ErrChanged) {
				t.Errorf("written although it exists: %v", err)
			}
			data, tag, err := b.Get(ctx, "a/b.txt", 10)
			if string(data) != "first" || tag != first || err != nil {
				t.Errorf("%q %q (%q) %v", data, tag, first, err)
			}
			second, err := b.Put(ctx, "a/b.txt", []byte("second"), PutOptions{Match: first})
			if err != nil || second == first {
				t.Error(second, err)
			}
			if _, err := b.Put(ctx, "a/b.txt", []byte("third"), PutOptions{Match: first}); !errors.Is(err, ErrChanged) {
				t.Errorf("replaced although it was changed: %v", err)
			}
			if data, _, err := b.Get(ctx, "a/b.txt", 3); string(data) != "seco" || err != nil {
				t.Errorf("%q %v", data, err)
			}
			if there, err := b.Has(ctx, "a/b.txt"); !there || err != nil {
				t.Error(there, err)
			}
			odd := "a/Ü b+c%41 &?#=é/index.html"
			if _, err := b.Put(ctx, odd, nil, PutOptions{}); err != nil {
				t.Error(err)
			}
			if data, _, err := b.Get(ctx, odd, 10); len(data) > 0 || err != nil {
				t.Error(data, err)
			}
			for _, name := range []string{"a/b.txt", odd} {
				if err := b.Delete(ctx, name); err != nil {
					t.Error(err)
				}
				if there, err := b.Has(ctx, name); there || err != nil {
					t.Error(name, there, err)
				}
			}
			for range 2 {
				if _, err := b.Put(ctx, "old.html", nil, PutOptions{Redirect: "https://example.alt/new/"}); err != nil {
					t.Error(err)
				}
			}
			ended, cancel := context.WithCancel(ctx)
			cancel()
			if _, err := b.Put(ended, "a/b.txt", nil, PutOptions{}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
}

// Of all that write under the same condition at the same time, one does.
func TestOneWriter(t *testing.T) {
	dir := "file://" + filepath.ToSlash(t.TempDir())
	var wait sync.WaitGroup
	done := make(chan error, 20)
	for range cap(done) {
		b := open(t, dir, Access{})
		wait.Go(func() {
			_, err := b.Put(t.Context(), "manifest", []byte("x"), PutOptions{Match: Absent})
			done <- err
		})
	}
	wait.Wait()
	wrote := 0
	for range cap(done) {
		switch err := <-done; {
		case err == nil:
			wrote++
		case !errors.Is(err, ErrChanged):
			t.Error(err)
		}
	}
	if wrote != 1 {
		t.Errorf("%d wrote", wrote)
	}
}

// No name leads out of a folder, and deleting leaves files and folders of others.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	b := open(t, "file://"+filepath.ToSlash(filepath.Join(dir, "site")), Access{})
	for _, name := range []string{"../a", "/a", "a/../../b", ""} {
		if _, err := b.Put(t.Context(), name, nil, PutOptions{}); err == nil {
			t.Errorf("%q was written", name)
		}
		if err := b.Delete(t.Context(), name); err == nil {
			t.Errorf("%q was deleted", name)
		}
		if _, _, err := b.Get(t.Context(), name, 1); err == nil {
			t.Errorf("%q was read", name)
		}
	}
	if _, err := b.Put(t.Context(), "a/b/c", nil, PutOptions{}); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "site", "a", "other")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := b.Delete(t.Context(), "a/b/c"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "site", "a", "b")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder stays: %v", err)
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	if err := b.Delete(t.Context(), "a/x"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "site")); err != nil {
		t.Errorf("the folder itself: %v", err)
	}
}

// A mounted folder whose server is gone makes calls hang.
func TestStuckFolder(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	block := make(chan struct{})
	defer close(block)
	if _, err := unlessStuck(ctx, func() (bool, error) { <-block; return true, nil }); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// Servers get what they send with an object, and requests are signed for the region.
func TestHeaders(t *testing.T) {
	var got http.Header
	a := server(t, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got = r.Header.Clone()
			h.ServeHTTP(w, r)
		})
	})
	a.Region, a.Session = "eu-west-7", "session"
	b := open(t, "s3://bucket", a)
	o := PutOptions{Type: "text/css; charset=utf-8", Control: "max-age=1", Redirect: "/new/"}
	if _, err := b.Put(t.Context(), "a", []byte("x"), o); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Content-Type": o.Type, "Cache-Control": o.Control, "X-Amz-Website-Redirect-Location": o.Redirect,
		"X-Amz-Security-Token": "session",
	} {
		if got.Get(name) != want {
			t.Errorf("%s: %q", name, got.Get(name))
		}
	}
	if !strings.Contains(got.Get("Authorization"), "/eu-west-7/s3/") {
		t.Error(got.Get("Authorization"))
	}
	a.ID = ""
	if _, err := open(t, "s3://bucket", a).Put(t.Context(), "a", nil, PutOptions{}); err != nil || got.Get("Authorization") != "" {
		t.Error(got.Get("Authorization"), err)
	}
}

func TestFromEnvironment(t *testing.T) {
	env := map[string]string{
		"AWS_ENDPOINT_URL": "https://a.alt", "AWS_DEFAULT_REGION": "r", "AWS_ACCESS_KEY_ID": "i", "AWS_SECRET_ACCESS_KEY": "s",
		"AWS_SESSION_TOKEN": "t",
	}
	get := func(name string) string { return env[name] }
	want := Access{Endpoint: "https://a.alt", Region: "r", ID: "i", Secret: "s", Session: "t"}
	if got := FromEnvironment(get); got != want {
		t.Errorf("%+v", got)
	}
	env["AWS_ENDPOINT_URL_S3"], env["AWS_REGION"] = "https://b.alt", "q"
	want.Endpoint, want.Region = "https://b.alt", "q"
	if got := FromEnvironment(get); got != want {
		t.Errorf("%+v", got)
	}
}
