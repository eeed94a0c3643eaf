package post

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// commit commits everything in a folder on a day of May 2026.
func commit(t *testing.T, dir string, day int) {
	t.Helper()
	for _, args := range [][]string{{"add", "-A"}, {"commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@e.example", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = dir
		date := fmt.Sprintf("2026-05-%02dT12:00:00+02:00", day)
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// dated returns the dates of pages with their sources.
func dated(t *testing.T, o Options, pages ...string) string {
	t.Helper()
	var b strings.Builder
	for _, p := range pages {
		x, err := Explain(context.Background(), o, p)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s: %s %s", p, x.LastMod, x.From)
		for _, other := range x.Others {
			b.WriteString(", " + other)
		}
		if x.Source != "" {
			b.WriteString(", of " + x.Source)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The date of a page comes from the first of: the page, its front matter, git, a change recorded in the ledger.
func TestLastMod(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	work := t.TempDir()
	site, content := filepath.Join(work, "public"), filepath.Join(work, "content")
	html := func(head string) string {
		return "<!doctype html><html lang=en><head><title>T</title>" + head + "</head><body><main>x</main></body></html>"
	}
	write(t, filepath.Join(site, "own/index.html"), html(`<meta property="article:modified_time" content="2026-04-01">`))
	write(t, filepath.Join(content, "own.md"), "---\nlastmod: 2026-03-01\n---\nx")
	write(t, filepath.Join(site, "front/index.html"), html(""))
	write(t, filepath.Join(content, "front.md"), "+++\nlastmod = 2026-03-02\ndate = 2026-01-01\n+++\nx")
	write(t, filepath.Join(site, "git/index.html"), html(""))
	write(t, filepath.Join(content, "git.md"), "---\ndate: 2026-01-01\n---\nx")
	write(t, filepath.Join(site, "nobody/index.html"), html(""))
	write(t, filepath.Join(site, "far/index.html"), html(""))
	write(t, filepath.Join(content, "far.md"), "---\nlastmod: 2030-01-01\n---\nx")
	write(t, filepath.Join(site, "moved/away/index.html"), html(""))
	write(t, filepath.Join(content, "list.md"), "---\nlastmod: 2026-03-03\n---\nx")
	write(t, filepath.Join(work, "hugo.toml"), "")
	init := exec.Command("git", "init", "-q")
	init.Dir = work
	if out, err := init.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	commit(t, work, 1)
	write(t, filepath.Join(content, "git.md"), "---\ndate: 2026-01-01\n---\ny")
	commit(t, work, 2)

	all := []string{"/own/", "/front/", "/git/", "/nobody/", "/far/", "/moved/away/"}
	o := Options{Dir: site, Base: "https://e.example/", Now: clock, Content: content}
	const want = `/own/: 2026-04-01 article:modified_time, 2026-03-01 (lastmod of own.md), 2026-05-01T12:00:00+02:00 (git), of own.md
/front/: 2026-03-02 lastmod of front.md, 2026-05-01T12:00:00+02:00 (git), of front.md
/git/: 2026-05-02T12:00:00+02:00 git, of git.md
/nobody/:  
/far/: 2026-05-01T12:00:00+02:00 git, of far.md
/moved/away/:  
`
	if diff := cmp.Diff(want, dated(t, o, all...)); diff != "" {
		t.Error(diff)
	}

	list := filepath.Join(work, "list.csv")
	write(t, list, "path,slug,title,date,expiryDate,publishDate,draft,permalink\ncontent/list.md,,\"A, b\",2026-01-01T00:00:00Z,,,false,https://e.example/moved/away/\n")
	o.HugoList = list
	if got := dated(t, o, "/moved/away/"); got != "/moved/away/: 2026-03-03 lastmod of list.md, 2026-05-01T12:00:00+02:00 (git), of list.md\n" {
		t.Error(got)
	}

	// In a shallow clone, files of the first commit have no date.
	clone := filepath.Join(work, "clone")
	if out, err := exec.Command("git", "clone", "-q", "--depth=1", "file://"+work, clone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	shallow := o
	shallow.Content, shallow.HugoList = filepath.Join(clone, "content"), ""
	if got := dated(t, shallow, "/git/"); got != "/git/:  , of git.md\n" {
		t.Error(got)
	}
	res, err := Run(context.Background(), shallow)
	if err != nil || !slices.Contains(rules(res), "M4") {
		t.Error(err, res.Found)
	}
}

// The ledger records changes of pages without another date. If the source is known, a change of only the template does
// not count, and the page keeps its ID in feeds.
func TestLedger(t *testing.T) {
	work := t.TempDir()
	site, content := filepath.Join(work, "site"), filepath.Join(work, "content")
	page := func(name, text string) {
		write(t, filepath.Join(site, name), `<!doctype html><html lang=en><head><title>T</title><meta property="article:published_time" content="2026-01-02"></head><body><main>`+text+`</main></body></html>`)
	}
	page("a.html", "a")
	page("b.html", "b")
	write(t, filepath.Join(content, "b.md"), "b")
	o := Options{Dir: site, Base: "https://e.example/", Now: clock, Content: content, Generator: "plain", Feeds: []Feed{{Glob: "**"}}}
	run := func(days int) Result {
		t.Helper()
		o.Now = clock.AddDate(0, 0, days)
		res, err := Run(context.Background(), o)
		if err != nil || res.Found.Err() != nil {
			t.Fatal(err, res.Found)
		}
		return res
	}
	if res := run(0); len(res.Changes.Added) != 2 {
		t.Errorf("%+v", res.Changes)
	}
	page("a.html", "a, changed")
	page("b.html", "b in another template")
	run(1)
	if diff := cmp.Diff("/a.html: 2026-06-02T00:00:00Z ledger\n/b.html:  , of b.md\n", dated(t, o, "/a.html", "/b.html")); diff != "" {
		t.Error(diff)
	}
	write(t, filepath.Join(content, "b.md"), "b, changed")
	page("b.html", "b, changed")
	if res := run(2); strings.Join(res.Changes.Changed, " ") != "https://e.example/b.html" {
		t.Errorf("%+v", res.Changes)
	}
	// The page moves with its source and keeps its ID.
	for from, to := range map[string]string{filepath.Join(site, "a.html"): filepath.Join(site, "c.html")} {
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	run(3)
	atom, err := os.ReadFile(filepath.Join(site, "atom.xml"))
	if err != nil || !strings.Contains(string(atom), "<id>https://e.example/a.html</id>") || !strings.Contains(string(atom), `href="https://e.example/c.html"`) {
		t.Errorf("%v\n%s", err, atom)
	}
}
