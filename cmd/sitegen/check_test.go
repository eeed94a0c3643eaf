package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// Other servers are asked with --external only, and not again for what the cache knows.
func TestCheckExternal(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if !strings.HasPrefix(r.UserAgent(), "sitegen-check/") {
			t.Errorf("user agent %q", r.UserAgent())
		}
		if r.URL.Path != "/ok" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer server.Close()
	address := server.URL
	dir := t.TempDir()
	page := `<!doctype html><html lang="en"><title>x</title><a href="` + address + `/ok">a</a> <a href="` + address + `/none">b</a></html>`
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	cache := filepath.Join(t.TempDir(), "links")
	for _, c := range []struct {
		args  []string
		code  int
		asked int32 // in all
	}{
		{nil, exitOK, 0},
		{[]string{"--external", "--external-cache", cache}, exitOK, 0},                             // a text may name what only this machine reaches
		{[]string{"--external", "--external-private", "--external-cache", cache}, exitFindings, 3}, // HEAD /none, then GET
		{[]string{"--external", "--external-private", "--external-cache", cache}, exitFindings, 3},
	} {
		var out, errs bytes.Buffer
		args := append([]string{"check", dir, "--only", "external-*", "--external-pause", "1ms", "--clock", "2026-01-01"}, c.args...)
		code := run(context.Background(), args, &out, &errs, nil)
		if code != c.code || asked.Load() != c.asked {
			t.Errorf("%q: exit code %d, %d requests, want %d and %d\n%s", c.args, code, asked.Load(), c.code, c.asked, errs.String())
		}
		if c.code == exitFindings && !strings.Contains(errs.String(), address+`/none" answers 404 Not Found [external-dead]`) {
			t.Errorf("%s", errs.String())
		}
	}
}

// A published site is checked by cause, and an interrupted check continues.
func TestCheckLive(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var asked atomic.Int32
	var interrupt atomic.Pointer[context.CancelFunc]
	var address string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.UserAgent(), "sitegen-check/") {
			t.Errorf("user agent %q", r.UserAgent())
		}
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
		case "/sitemap.xml":
			w.Header().Set("Content-Type", "application/xml")
			list := `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
			for _, page := range []string{"/", "/gone/", "/lost/"} {
				list += "<url><loc>" + address + page + "</loc></url>"
			}
			io.WriteString(w, list+"</urlset>")
		case "/gone/":
			if stop := interrupt.Swap(nil); stop != nil {
				(*stop)()
			}
			fallthrough
		default:
			w.WriteHeader(http.StatusNotFound)
		}
		if r.Method == http.MethodHead {
			asked.Add(1)
		}
	}))
	defer server.Close()
	address = server.URL
	check := func(ctx context.Context, args ...string) (int, string, string) {
		t.Helper()
		var out, errs bytes.Buffer
		args = append([]string{"check", "--live", address, "--live-jobs", "1", "--live-pause", "1ns"}, args...)
		code := run(ctx, args, &out, &errs, nil)
		return code, out.String(), strings.ReplaceAll(errs.String(), address, "HOST")
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	interrupt.Store(&stop)
	if code, _, errs := check(ctx); code == exitOK || !strings.Contains(errs, "the same command continues") {
		t.Errorf("interrupted: exit code %d\n%s", code, errs)
	}
	before := asked.Load()
	code, out, errs := check(context.Background(), "--clock", "")
	if code != exitFindings || asked.Load()-before != 2 {
		t.Errorf("exit code %d, %d requests for pages", code, asked.Load()-before)
	}
	if want := "HOST/gone/: error: a listed page does not exist: status 404 Not Found (and 1 more URLs) [live-missing]"; !strings.Contains(errs, want) || strings.Contains(errs, "HOST/lost/") {
		t.Errorf("%s", errs)
	}
	if !strings.Contains(out, "1 sitemap, 3 URLs, 0 feeds: 2 errors, 0 warnings") {
		t.Error(out)
	}
	if _, out, _ := check(context.Background(), "--json"); strings.Count(out, "\"severity\": \"error\",\n      \"file\"") != 2 {
		t.Error(out)
	}
	if code, _, errs := check(context.Background(), "--skip", "live-missing"); code != exitOK {
		t.Errorf("exit code %d\n%s", code, errs)
	}
	if code, _, errs := check(context.Background(), "--only", "live-mising"); code == exitOK || !strings.Contains(errs, "did you mean \"live-missing\"?") {
		t.Errorf("exit code %d\n%s", code, errs)
	}
}
