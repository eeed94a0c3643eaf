package pipeline_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// datesOf returns the dates of change of the page /posts/one/ in everything that crawlers read.
func datesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for file, pattern := range map[string]string{
		"sitemap.xml":          `(?s)<loc>https://example.org/posts/one/</loc>\s*<lastmod>([^<]*)<`,
		"atom.xml":             `(?s)<entry>.*?<updated>([^<]*)<.*?</entry>`,
		"atom-updates.xml":     `(?s)<entry>.*?<updated>([^<]*)<.*?</entry>`,
		"feed.json":            `(?s)"items".*?"date_modified":\s*"([^"]*)"`,
		"posts/one/index.html": `article:modified_time" content="([^"]*)"`,
		"posts/one/#":          `"dateModified":\s*"([^"]*)"`,
	} {
		text, err := os.ReadFile(filepath.Join(dir, "public", filepath.FromSlash(strings.Replace(file, "#", "index.html", 1))))
		if err != nil {
			t.Fatal(err)
		}
		if m := regexp.MustCompile(pattern).FindSubmatch(text); m != nil {
			at, err := time.Parse(time.RFC3339, string(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			out[file] = at.UTC().Format(time.RFC3339)
		}
	}
	return out
}

// everywhere returns the result of datesOf if all dates are the same.
func everywhere(date string) map[string]string {
	out := map[string]string{}
	for _, file := range []string{"sitemap.xml", "atom.xml", "atom-updates.xml", "feed.json", "posts/one/index.html", "posts/one/#"} {
		out[file] = date
	}
	return out
}

// A page that says only when it was published has the date of the change that a build saw, in everything that crawlers
// read. Its own lastmod takes precedence; a template changes no date. With and without a cache the output is the same.
func TestOneDateOfChange(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sitegen.toml", "title = \"T\"\nbaseURL = \"https://example.org/\"\ntheme = \"blog\"\n")
	const page = "---\ntitle: One\ndate: 2026-01-01\n---\n"
	write(t, dir, "content/posts/one.md", page+"The first text.\n")
	build := func(clock string, noCache bool) {
		t.Helper()
		at, err := time.Parse(time.DateOnly, clock)
		if err != nil {
			t.Fatal(err)
		}
		b, err := pipeline.New(project.Options{Source: dir, Clock: at, Version: "test", NoCache: noCache})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if _, err := b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct{ what, clock, file, text, want string }{
		{"the first build", "2026-04-01", "", "", "2026-01-01T00:00:00Z"},
		{"an edit", "2026-05-20", "content/posts/one.md", page + "Another text.\n", "2026-05-20T00:00:00Z"},
		{"nothing", "2026-05-25", "", "", "2026-05-20T00:00:00Z"},
		{"a template", "2026-05-26", "layouts/_partials/footer.html", "<footer>another</footer>", "2026-05-20T00:00:00Z"},
		{"front matter that nobody sees", "2026-05-27", "content/posts/one.md", strings.Replace(page, "---\n", "---\nmood: good\n", 1) + "Another text.\n", "2026-05-20T00:00:00Z"},
		{"a lastmod", "2026-05-28", "content/posts/one.md", strings.Replace(page, "---\n", "---\nlastmod: 2026-03-03\n", 1) + "A third text.\n", "2026-03-03T00:00:00Z"},
		{"no lastmod any more, which the page showed", "2026-05-29", "content/posts/one.md", page + "A third text.\n", "2026-05-29T00:00:00Z"},
	} {
		if step.file != "" {
			write(t, dir, step.file, step.text)
		}
		clean := testsite.Temp(t, dir) // with the ledger of the build before, and no cache
		if ledger, err := os.ReadFile(filepath.Join(dir, ".sitegen", "ledger")); err == nil {
			write(t, clean, ".sitegen/ledger", string(ledger))
		}
		build(step.clock, false)
		if diff := cmp.Diff(everywhere(step.want), datesOf(t, dir)); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", step.what, diff)
		}
		project := dir
		dir = clean
		build(step.clock, true)
		dir = project
		for _, file := range []string{"public/posts/one/index.html", "public/index.html", "public/sitemap.xml", ".sitegen/ledger"} {
			warm, _ := os.ReadFile(filepath.Join(dir, file))
			cold, _ := os.ReadFile(filepath.Join(clean, file))
			if diff := cmp.Diff(string(cold), string(warm)); diff != "" {
				t.Errorf("after %s: %s of a clean build and of this one (-clean +warm):\n%s", step.what, file, diff)
			}
		}
	}
}
