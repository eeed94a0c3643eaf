package check_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
)

// owners compares maps by messages, which are other values in each check.
var owners = cmp.Transformer("owners", func(m map[*diag.Diagnostic]string) map[string]string {
	out := map[string]string{}
	for d, owner := range m {
		out[d.Error()] = owner
	}
	return out
})

// TestKept: a check that uses earlier records gives the same findings as a first check, whatever changes in the folder
// in between.
func TestKept(t *testing.T) {
	dir, memory := t.TempDir(), filepath.Join(t.TempDir(), "check", "site.pages")
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"index.html", "a.html", "a/index.html", "A.html", "b/index.html", "b/c.html", "b/d/index.html", "404.html", "s.css", "x.png", "b/y.png", "feed.xml", "_redirects"}
	refs := []string{"/", "/a", "/a/", "a.html", "../a/", "/b/", "/b/c", "c.html#h1", "d/", "/a#h2", "#h1", "/x.png", "y.png", "X.png", "https://other.example/", "http://site.example/a", "/gone", "/feed.xml", "mailto:x@y.example"}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	text := func(name string) string {
		switch filepath.Ext(name) {
		case ".css":
			return "body{background:url(" + pick(refs) + ")}"
		case ".html":
		default:
			if name == "_redirects" {
				return fmt.Sprintf("%s %s 301\n", pick([]string{"/old", "/gone", "/a"}), pick([]string{"/b/", "/a", "/gone"}))
			}
			return "x"
		}
		head := fmt.Sprintf("<title>%d</title><link rel=canonical href=%s><meta property=og:url content=%s>", r.IntN(3), pick(refs), pick(refs))
		if r.IntN(4) == 0 {
			head += "<meta name=robots content=noindex>"
		}
		if r.IntN(6) == 0 {
			head += "<meta http-equiv=refresh content='0; url=" + pick(refs) + "'>"
		}
		if r.IntN(3) == 0 {
			head += fmt.Sprintf("<link rel=alternate hreflang=de href=%s><meta property=article:published_time content=20%02d-01-01>", pick(refs), 24+r.IntN(5))
		}
		body := ""
		for range r.IntN(6) {
			body += fmt.Sprintf("<p id=h%d><a href='%s'>l</a><img src='%s' alt=x>", r.IntN(3), pick(refs), pick(refs))
		}
		return "<!doctype html><html lang=en><head><meta charset=utf-8>" + head + "</head><body>" + body + "</body></html>"
	}
	put := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names[:8] {
		put(name, text(name))
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for step := range 300 {
		name := pick(names)
		file := filepath.Join(dir, filepath.FromSlash(name))
		old, err := os.ReadFile(file)
		info, _ := os.Stat(file)
		what := "write"
		switch n := r.IntN(8); {
		case n == 0:
			what = "remove"
			os.Remove(file)
		case n == 1 && err == nil:
			what = "touch"
			_ = os.Chtimes(file, now, now.Add(time.Duration(step)*time.Second))
		case n == 2 && err == nil && len(old) > 0:
			what = "the same size and time"
			for i := range old {
				if old[i] == '1' || old[i] == '2' {
					old[i] ^= 3
				}
			}
			put(name, string(old))
			_ = os.Chtimes(file, info.ModTime(), info.ModTime())
		case n == 3:
			what = "nothing"
		case n == 4:
			what = "time passes"
			now = now.AddDate(0, r.IntN(14)-4, 0)
		case n == 5:
			what = "damage"
			if b, err := os.ReadFile(memory); err == nil {
				b[r.IntN(len(b))] ^= 1
				_ = os.WriteFile(memory, b, 0o666)
			}
		default:
			put(name, text(name))
		}
		if r.IntN(3) > 0 {
			time.Sleep(12 * time.Millisecond) // files are usually settled then
		}
		o := check.SiteOptions{Base: "https://site.example/", Now: now, Host: pick([]string{"", "", "", "netlify"})}
		want, err := check.Site(t.Context(), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Kept = kept.Options{File: memory, Program: "p"}
		got, err := check.Site(t.Context(), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(check.Baseline{}), owners); diff != "" {
			t.Fatalf("step %d, %s of %s: a check that remembers finds something else (-first +remembering):\n%s", step, what, name, diff)
		}
	}
}
