package post

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const page = `<!doctype html><html lang=en><head><title>T</title><meta property="article:published_time" content="2026-01-02"></head><body><main>x</main></body></html>`

// rules returns the reported rules, each once, in order.
func rules(res Result) []string {
	var out []string
	for _, d := range res.Found {
		out = append(out, d.Rule)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A malicious tree is read within limits, unusual entries are reported, and nothing is written outside of it.
func TestHostileTree(t *testing.T) {
	work := t.TempDir()
	outside := filepath.Join(work, "outside")
	write(t, filepath.Join(outside, "kept.txt"), "User-agent: *\n")
	write(t, filepath.Join(outside, "secret", "index.html"), page)
	dir := filepath.Join(work, "site")
	write(t, filepath.Join(dir, "index.html"), page)
	write(t, filepath.Join(dir, "nl\nSitemap: x.html"), page)
	write(t, filepath.Join(dir, "utf\xff.html"), page)
	write(t, filepath.Join(dir, "bytes.html"), strings.Replace(page, "T<", "\xff\xfe\x00<", 1))
	write(t, filepath.Join(dir, "base.html"), strings.Replace(page, "<title>", `<base href="https://evil.example/"><link rel=canonical href="base.html"><title>`, 1))
	write(t, filepath.Join(dir, "bomb.html"), strings.Replace(page, "</head>", `<script type="application/ld+json">`+strings.Repeat(`[{"@type":"Article","@graph":`, 200_000)+`</script></head>`, 1))
	write(t, filepath.Join(dir, "rss", "x.html"), page)
	for name, to := range map[string]string{"out": outside, "file.html": filepath.Join(outside, "secret", "index.html"), "robots.txt": filepath.Join(outside, "kept.txt"), "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range []string{"huge.html", "huge.bin"} {
		write(t, filepath.Join(dir, name), page)
		if err := os.Truncate(filepath.Join(dir, name), 2<<30); err != nil {
			t.Skip(err)
		}
	}
	before := times(t, outside)
	o := Options{Dir: dir, Base: "https://e.example/", Now: clock, Feeds: []Feed{{Glob: "**"}}}

	res, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"U4", "file-long", "file-odd", "name-odd", "output-foreign"}, rules(res)); diff != "" {
		t.Error(diff, res.Found)
	}
	if len(res.Written) > 0 {
		t.Error("robots.txt is not ours, but something was written: ", res.Written)
	}

	o.Replace = true // a file replaces the link
	if res, err = Run(context.Background(), o); err != nil || res.Found.Err() != nil {
		t.Fatal(err, res.Found)
	}
	text, err := os.ReadFile(filepath.Join(dir, "sitemap.txt"))
	want := "https://e.example/bomb.html\nhttps://e.example/bytes.html\nhttps://e.example/huge.html\nhttps://e.example/\nhttps://e.example/rss/x.html\n"
	if err != nil || string(text) != want {
		t.Errorf("%v\n%s", err, text)
	}
	if info, err := os.Lstat(filepath.Join(dir, "robots.txt")); err != nil || !info.Mode().IsRegular() {
		t.Error(err, info)
	}

	// A feed in a folder that is a symbolic link out of the tree.
	o.Feeds = []Feed{{Glob: "**", File: "out/atom.xml"}}
	if res, err = Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"U4", "file-long", "file-odd", "name-odd", "output-path"}, rules(res)); diff != "" || len(res.Written) > 0 {
		t.Error(diff, res.Written)
	}
	o.Feeds = []Feed{{Glob: "**", File: "../../outside/atom.xml"}}
	if res, err = Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, times(t, outside)); diff != "" {
		t.Error("files outside of the tree: ", diff)
	}
	if _, err := os.Stat(filepath.Join(dir, "outside", "atom.xml")); err != nil {
		t.Error("a path that climbs stays below the root: ", err)
	}
}

// The number of workers does not change the files.
func TestWorkers(t *testing.T) {
	var first map[string]string
	for _, jobs := range []int{1, 7} {
		dir := filepath.Join(t.TempDir(), "site")
		copyTree(t, "../../../testdata/post/hugo/site", dir)
		foreignFeeds(t, dir)
		o := examples()[0].with(dir)
		o.Jobs = jobs
		if _, err := Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for name := range times(t, filepath.Dir(dir)) {
			if strings.HasSuffix(name, ".manifest") {
				continue // it contains the times of the files
			}
			data, err := os.ReadFile(filepath.Join(filepath.Dir(dir), name))
			if err != nil {
				t.Fatal(err)
			}
			got[name] = string(data)
		}
		if first == nil {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Error(diff)
		}
	}
}

func (e example) with(dir string) Options { return e.options(dir) }
