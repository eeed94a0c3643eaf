package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/finished/linkcheck"
	"github.com/sitegen/sitegen/internal/finished/notify"
)

// A site is built, announced, edited, and announced again: search engines, hub, and Baidu get each change once.
func TestNotify(t *testing.T) {
	var heard []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heard = append(heard, r.URL.RequestURI()+" "+strings.TrimSpace(string(body)))
		if r.URL.Path == "/baidu" {
			fmt.Fprint(w, `{"remain":100,"success":1}`)
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("sitegen.toml", fmt.Sprintf(`baseURL = "https://www.site.dev/docs/"
title = "T"
disableKinds = ["taxonomy", "term"]
[feeds]
hubs = ["%[1]s/hub"]
atom = false
json = false
updates = []
[notify]
indexNowKey = "abcd1234efgh"
indexNow = ["%[1]s/indexnow"]
baidu = "%[1]s/baidu"
`, server.URL))
	for _, name := range []string{"index.html", "home.html", "page.html", "section.html"} {
		put("layouts/"+name, `<!doctype html><html lang="en"><head><title>{{ .Title }}</title><link rel="canonical" href="{{ .Permalink }}"></head><body><main>{{ .Content }}</main></body></html>`)
	}
	put("content/a.md", "---\ntitle: A\ndate: 2026-01-01\n---\nOne.\n")
	put("content/b.md", "---\ntitle: B\ndate: 2026-01-02\n---\nTwo.\n")
	step := func(code int, args ...string) (string, []string) {
		t.Helper()
		heard = nil
		var out, errs bytes.Buffer
		args = append(args, "-s", dir, "--clock", "2026-02-01")
		if got := run(context.Background(), args, &out, &errs, []string{"SITEGEN_NOTIFY_BAIDUTOKEN=secret"}); got != code {
			t.Fatalf("%q: exit code %d, want %d\n%s%s", args, got, code, out.String(), errs.String())
		}
		slices.Sort(heard)
		return out.String() + errs.String(), heard
	}
	same := func(got, want []string) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	indexNow := func(paths ...string) string {
		var urls []string
		for _, p := range paths {
			urls = append(urls, `"https://www.site.dev/docs/`+p+`"`)
		}
		return `/indexnow {"host":"www.site.dev","key":"abcd1234efgh","keyLocation":"https://www.site.dev/docs/abcd1234efgh.txt","urlList":[` + strings.Join(urls, ",") + `]}`
	}
	baidu := func(paths ...string) string {
		return "/baidu?site=https%3A%2F%2Fwww.site.dev&token=secret " + "https://www.site.dev/docs/" + strings.Join(paths, "\nhttps://www.site.dev/docs/")
	}
	hub := "/hub hub.mode=publish&hub.url=https%3A%2F%2Fwww.site.dev%2Fdocs%2Findex.xml"

	step(exitOK, "build")
	text, got := step(exitOK, "notify", "--dry-run")
	same(got, nil)
	if !strings.Contains(text, "    https://www.site.dev/docs/a/\n") || strings.Contains(text, "secret") {
		t.Error(text)
	}
	text, got = step(exitOK, "notify")
	same(got, []string{baidu("", "a/", "b/"), hub, indexNow("", "a/", "b/")})
	if !strings.Contains(text, ":"+server.URL+"/indexnow: 3 accepted, 0 left\n") || !strings.Contains(text, "https%3A%2F%2Fwww.site.dev%2Fdocs%2Fsitemap.xml") {
		t.Error(text)
	}
	_, got = step(exitOK, "notify")
	same(got, nil)

	put("content/a.md", "---\ntitle: A\ndate: 2026-01-01\n---\nOne, and more.\n")
	os.Remove(filepath.Join(dir, "content", "b.md"))
	put("content/c.md", "---\ntitle: C\ndate: 2026-01-02\n---\nThree.\n")
	step(exitOK, "build")
	_, got = step(exitOK, "notify", "--only", "indexnow")
	same(got, []string{indexNow("a/", "b/", "c/")})
	_, got = step(exitOK, "notify", "--only", "indexnow")
	same(got, nil)
	_, got = step(exitOK, "notify")
	same(got, []string{baidu("a/", "c/"), hub})

	text, got = step(exitFindings, "notify", "-e", "preview")
	same(got, nil)
	if !strings.Contains(text, `nothing was sent: "preview" is an environment for previews`) {
		t.Error(text)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Pages that are not online as in the folder are not announced, and nothing is without the key file.
func TestNotifyVerify(t *testing.T) {
	status := map[string]int{"/ok/": 200, "/late/": 404, "/gone/": 410, "/still/": 200, "/abcd1234.txt": 200}
	web := roundTrip(func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status[r.URL.Path], Body: io.NopCloser(strings.NewReader("abcd1234")), Header: http.Header{}, Request: r}, nil
	})
	const base = "https://www.site.dev"
	n := &notifying{
		notifyFlags: &notifyFlags{pause: 1},
		services:    []notify.Service{notify.IndexNow{Key: "abcd1234", KeyLocation: base + "/abcd1234.txt"}},
		options:     notify.Options{Requests: linkcheck.Requests{Transport: web}},
	}
	list := [][]notify.Change{{{URL: base + "/ok/", Print: "1"}, {URL: base + "/late/", Print: "1"}, {URL: base + "/gone/"}, {URL: base + "/still/"}}}
	out := &told{}
	got, err := n.verified(context.Background(), [][]notify.Change{slices.Clone(list[0])}, out)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]notify.Change{{list[0][0], list[0][2]}}, got); diff != "" {
		t.Error(diff)
	}
	want := []notify.Refusal{{URL: base + "/late/", Why: "it returned 404 Not Found"}, {URL: base + "/still/", Why: "it was removed from the site, but the server still returns it"}}
	if diff := cmp.Diff(want, out.Unready); diff != "" {
		t.Error(diff)
	}
	status["/abcd1234.txt"] = 404
	if _, err := n.verified(context.Background(), list, out); err == nil || !strings.Contains(err.Error(), "the key file https://www.site.dev/abcd1234.txt is not online: it returned 404") {
		t.Error(err)
	}
}
