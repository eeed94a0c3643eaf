package post

import (
	"context"
	"flag"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/sitemap"
)

var update = flag.Bool("update", false, "write the expected sitemaps and feeds")

// example is a site of testdata/post.
type example struct {
	name, base, host string
	feeds            []Feed
	build            func(t *testing.T, src, out string) // with the generator
}

func examples() []example {
	return []example{
		{"hugo", "https://hugo.example/notes/", "github-pages", []Feed{{Glob: "20*/**"}, {Glob: "fr/2*/**", File: "fr/feed.json"}}, func(t *testing.T, src, out string) {
			run1(t, "hugo", src, "hugo", "--quiet", "-d", out)
		}},
		{"eleventy", "https://eleventy.example/", "netlify", []Feed{{Glob: "blog/**", Limit: 10}, {Glob: "blog/**", File: "blog/rss.xml"}}, func(t *testing.T, src, out string) {
			bin := os.Getenv("ELEVENTY")
			if bin == "" {
				t.Skip("ELEVENTY names no program: ./test.sh --full installs it")
			}
			run1(t, bin, src, bin, "--quiet", "--input=.", "--output="+out)
		}},
		{"mkdocs", "https://mkdocs.example/manual/", "github-pages", nil, func(t *testing.T, src, out string) {
			run1(t, "mkdocs", src, "mkdocs", "build", "-q", "-d", out)
		}},
	}
}

// run1 runs a generator.
func run1(t *testing.T, tool, dir string, command ...string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skip(tool + " is not installed")
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

var clock = time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)

func (e *example) options(dir string) Options {
	d := config.DefaultDiscovery()
	d.Images.Place, d.Videos.Place = "inline", "inline"
	return Options{Dir: dir, Base: e.base, Host: e.host, Now: clock, Feeds: e.feeds, Replace: true, Discovery: &d}
}

// The stored trees, and the current output of generators that are installed, give the lists that were written by hand.
// The output is valid, and a second run changes nothing.
func TestGenerators(t *testing.T) {
	for _, e := range examples() {
		src, err := filepath.Abs(filepath.Join("../../../testdata/post", e.name))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(e.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "site")
			copyTree(t, filepath.Join(src, "site"), dir)
			e.check(t, src, dir)
			compareEmitted(t, dir, filepath.Join(src, "want"))
		})
		t.Run(e.name+"-built", func(t *testing.T) {
			if testing.Short() {
				t.Skip("runs the generator")
			}
			work := t.TempDir()
			copyTree(t, filepath.Join(src, "src"), filepath.Join(work, "src"))
			dir := filepath.Join(work, "site")
			e.build(t, filepath.Join(work, "src"), dir)
			e.check(t, src, dir)
		})
	}
}

// check runs post on a folder and compares the result with the tables.
func (e *example) check(t *testing.T, src, dir string) {
	t.Helper()
	foreignFeeds(t, dir)
	res, err := Run(context.Background(), e.options(dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := res.Found.Err(); err != nil {
		t.Fatal(err)
	}
	want := lines(t, filepath.Join(src, "urls.txt"))
	var got []string
	for entry, err := range sitemap.Walk(e.base+"sitemap.xml", fetch(dir, e.base), sitemap.ReadOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, entry.Loc)
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var excluded []string
	for _, p := range res.Excluded {
		excluded = append(excluded, p.File+" "+string(p.Reason))
	}
	if diff := cmp.Diff(lines(t, filepath.Join(src, "excluded.txt")), excluded); diff != "" {
		t.Error(diff)
	}
	schematest.Validate(t, dir, e.base)

	before := times(t, filepath.Dir(dir))
	o := e.options(dir)
	o.Now = clock.Add(48 * time.Hour)
	again, err := Run(context.Background(), o)
	if err != nil || len(again.Written)+len(again.Removed) > 0 {
		t.Errorf("a second run wrote %v, removed %v: %v", again.Written, again.Removed, err)
	}
	if diff := cmp.Diff(before, times(t, filepath.Dir(dir))); diff != "" {
		t.Errorf("a second run touches files: %s", diff)
	}
}

// foreignFeeds removes the generator's own feeds and sitemaps, whose validity is not tested here.
func foreignFeeds(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasSuffix(file, "index.xml") || strings.HasSuffix(file, ".xml.gz")) {
			err = os.Remove(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// compareEmitted compares the written files with the expected ones.
func compareEmitted(t *testing.T, dir, want string) {
	t.Helper()
	for name := range times(t, dir) {
		if strings.HasSuffix(name, ".html") || strings.HasSuffix(name, ".png") || strings.HasPrefix(name, "_") {
			continue
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(want, name)
		if *update {
			write(t, file, string(got))
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(text), string(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func fetch(dir, base string) func(string) (io.ReadCloser, error) {
	return func(loc string) (io.ReadCloser, error) {
		return os.Open(filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(loc, base))))
	}
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// times returns the modification times of the files of a tree, by path.
func times(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		out[filepath.ToSlash(rel)] = info.ModTime().UnixNano()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
