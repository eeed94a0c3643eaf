package hosting

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each measure of a host's limits is counted, in any order of files, and the hints name what can go.
func TestTally(t *testing.T) {
	files := map[string]int64{
		"index.html": 10, "index.html.md": 5, "a/index.html": 10, "a/index.html.md": 5, "page/2/index.html": 10,
		"search/index.js": 7, "search/s0.1a2b.js": 7, "big.bin": 31 << 20, "bigger.bin": 40 << 20,
		"i/x_hu_0123456789abcdef.webp": 3, "i/y_hu_0123456789abcdef.webp": 3,
	}
	own := map[Measure]int64{
		Files: 4, FolderFiles: 4, TotalBytes: 60 << 20, RedirectRules: 1, PatternRules: 1, RedirectChars: 20, RedirectBytes: 50,
		HeaderRules: 2, HeaderChars: 30, FileBytes: 0,
	}
	redirects := "/a /b 301\n/aa /b\n# no rule, however long this comment is, counts as one\n/c/* /d/:splat\n/:x /y\n"
	headers := "/*\n  A: b\n/b\n  Link: <https://example.org/a-long-one>\n" + fmt.Sprintf(leftOutLine, 7, 2)
	want := []string{
		"the site has 11 files; deploy.limits.files allows 4 | the site can do without " +
			"2 texts of pages in Markdown (discovery.markdown = false), 2 sizes of images (fewer sizes in templates and in " +
			"imaging), 2 parts of the search index (params.search = false), 1 further pages of lists (a larger " +
			"pagination.pagerSize)",
		"the folder . has 8 entries; deploy.limits.folderFiles allows 4 | the site can do without 2 texts of pages in " +
			"Markdown (discovery.markdown = false), 2 sizes of images (fewer sizes in templates and in imaging), 2 parts of " +
			"the search index (params.search = false), 1 further pages of lists (a larger pagination.pagerSize)",
		"the file bigger.bin has 40 MiB (and 1 other); cloudflare allows 25 MiB | make it smaller, or put it on another host",
		"the site has 74,448,956 bytes (71.0 MiB); deploy.limits.totalBytes allows 60 MiB | the site can do without 10 bytes of texts of pages " +
			"in Markdown (discovery.markdown = false), 6 bytes of sizes of images (fewer sizes in templates and in imaging), " +
			"14 bytes of parts of the search index (params.search = false), 10 bytes of further pages of lists (a larger " +
			"pagination.pagerSize), which is not enough",
		"_redirects needs 2 rules; deploy.limits.redirects reads 1 | remove aliases that are no longer requested, or merge " +
			"rules with *",
		"_redirects needs 2 rules with * or placeholders; deploy.limits.redirectPatterns reads 1 | remove aliases that " +
			"are no longer requested, or merge rules with *",
		"_redirects has 94 bytes; deploy.limits.redirectBytes reads 50 bytes | remove aliases that are no " +
			"longer requested, or merge rules with *",
		"_headers needs 9 rules; deploy.limits.headerRules reads 2, so the others have no effect | turn off feeds that " +
			"nobody reads, merge rules in static/_headers, or say less with discovery.fileRules",
		"a header in _headers has 38 characters; deploy.limits.headerLength reads 30 | list fewer hubs, or shorten the " +
			"header in static/_headers",
	}
	for range 5 { // the order of a map differs
		tally := NewTally(LimitsOf([]string{"cloudflare"}, own))
		for file, size := range files {
			tally.Add(file, size)
		}
		tally.Rules(redirects, headers)
		var got []string
		for _, d := range tally.Found() {
			got = append(got, d.Message+" | "+d.Hint)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
}

// A site exactly at all limits of all hosts has no findings; one more of each exceeds it.
func TestLimitsAreInclusive(t *testing.T) {
	for _, l := range published() {
		for extra := range int64(2) {
			tally := NewTally([]Limit{l})
			switch n := l.Most + extra; l.Of {
			case Files:
				tally.files = int(n)
				tally.folders["."] = 1
			case FolderFiles:
				tally.folders["posts"] = int(n)
			case FileBytes, TotalBytes:
				tally.Add("a.bin", n)
			default:
				tally.rules[l.Of] = n
			}
			if got := len(tally.Over()); got != int(extra) {
				t.Errorf("%s, %s: %d findings at %d more than the limit", l.Host, l.Of, got, extra)
			}
		}
	}
}

// GitLab counts folders as entries, once each.
func TestFoldersAreEntries(t *testing.T) {
	tally := NewTally([]Limit{{Host: "gitlab-pages", Of: Files, Folders: true, Most: 5}})
	for _, file := range []string{"a/b/1", "a/b/2", "a/3", "4"} {
		tally.Add(file, 1)
	}
	if over := tally.Over(); len(over) != 1 || over[0].Has != 6 {
		t.Errorf("got %+v", over)
	}
}

// What the project sets overrides all hosts; a negative number turns the check off. Without hosts, only _headers counts.
func TestLimitsOf(t *testing.T) {
	list := func(limits []Limit) (out []string) {
		for _, l := range limits {
			out = append(out, fmt.Sprintf("%s %s %d", l.Host, l.Of, l.Most))
		}
		return out
	}
	got := list(LimitsOf([]string{"netlify", "github-pages", "nginx"}, map[Measure]int64{Files: 9, TotalBytes: -1}))
	want := []string{
		"sitegen headerRules 1000", " files 9", "netlify folderFiles 54000", fmt.Sprint("github-pages fileBytes ", 100<<20),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"cloudflare headerRules 100", "cloudflare headerLength 2000"}, list(HeadersAlone(nil))); diff != "" {
		t.Error(diff)
	}
}

// The table of the documentation has the limits, with their sources and days.
func TestLimitsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/deploy/hosts.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range published() {
		most := count(l.Most)
		if l.Of == FileBytes || l.Of == TotalBytes || l.Of == RedirectBytes {
			most = size(l.Most)
		}
		if l.Paid > 0 {
			most += " (" + count(l.Paid) + " with a paid plan)"
		}
		row := fmt.Sprintf("| `%s` | `%s` | %s | [%s](%s) | %s |", l.Host, l.Of, most, sourceName(l.Source), l.Source, l.Read)
		if !strings.Contains(string(text), row+"\n") {
			t.Errorf("docs/deploy/hosts.md lacks the row\n%s", row)
		}
	}
}

// sourceName is the host of a URL.
func sourceName(url string) string {
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "https://"), "/")
	return host
}
