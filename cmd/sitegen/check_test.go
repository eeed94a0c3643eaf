package main

import (
	"bytes"
	"context"
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
