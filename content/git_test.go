package content

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// repo is a work tree for tests.
type repo struct {
	t   *testing.T
	dir string
	n   int
}

func newRepo(t *testing.T) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	r := &repo{t: t, dir: t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) {
	r.t.Helper()
	day := fmt.Sprintf("2024-01-%02dT12:00:00+01:00", r.n)
	cmd := exec.Command("git", append([]string{"-c", "user.name=Ann Ö", "-c", "user.email=ann@example.org", "-c", "commit.gpgSign=false", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+day, "GIT_COMMITTER_DATE="+strings.Replace(day, "T12", "T13", 1), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// commit writes files and commits them, on the n-th of January 2024 for the n-th commit.
func (r *repo) commit(message string, files ...string) {
	r.t.Helper()
	r.n++
	for _, f := range files {
		name := filepath.Join(r.dir, filepath.FromSlash(f))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			r.t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(message), 0o666); err != nil {
			r.t.Fatal(err)
		}
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
}

// days returns the dates in g as lines "path day".
func days(g *Git) []string {
	var out []string
	for file, c := range g.Files {
		out = append(out, fmt.Sprintf("%s %d %s", file, c.AuthorDate.Day(), c.Subject))
	}
	slices.Sort(out)
	return out
}

func TestReadGit(t *testing.T) {
	r := newRepo(t)
	g, err := ReadGit(context.Background(), r.dir)
	if err != nil || g == nil || len(g.Files) != 0 {
		t.Fatalf("no commit yet: %+v, %v", g, err)
	}
	r.commit("first", "site/content/a.md", "site/content/b c.md", "site/content/über.md", "other.txt")
	r.commit("second\n\nWith a body\nof two lines.\n", "site/content/a.md")
	r.git("checkout", "-q", "-b", "side", "HEAD~1")
	r.commit("side", "site/content/side.md")
	r.git("checkout", "-q", "main")
	r.n++
	r.git("merge", "-q", "--no-ff", "-m", "merge", "side")
	r.commit("rest", "other.txt", "site/content/new\tline.md")

	g, err = ReadGit(context.Background(), filepath.Join(r.dir, "site"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"content/a.md 2 second", "content/b c.md 1 first", "content/new\tline.md 5 rest", "content/side.md 3 side", "content/über.md 1 first"}
	if diff := cmp.Diff(want, days(g)); diff != "" || g.Shallow {
		t.Errorf("shallow %v; -want +got\n%s", g.Shallow, diff)
	}
	got := *g.Files["content/a.md"]
	if len(got.Hash) != 40 || !strings.HasPrefix(got.Hash, got.AbbreviatedHash) || got.AbbreviatedHash == "" {
		t.Errorf("hashes %q, %q", got.Hash, got.AbbreviatedHash)
	}
	got.Hash, got.AbbreviatedHash = "", ""
	cet := time.FixedZone("", 3600)
	commit := Commit{
		Subject: "second", Body: "With a body\nof two lines.", AuthorName: "Ann Ö", AuthorEmail: "ann@example.org",
		AuthorDate: time.Date(2024, 1, 2, 12, 0, 0, 0, cet), CommitDate: time.Date(2024, 1, 2, 13, 0, 0, 0, cet),
	}
	if diff := cmp.Diff(commit, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Files outside of the folder are included if they are requested; files outside of the work tree never are.
func TestReadGitElsewhere(t *testing.T) {
	r := newRepo(t)
	r.commit("first", "docs/site/a.md", "docs/notes/b.md", "README.md", "LICENSE")
	r.commit("second", "docs/notes/b.md")
	g, err := ReadGit(context.Background(), filepath.Join(r.dir, "docs", "site"), "../notes", "../../README.md", "../../../README.md", "/etc")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"../../README.md 1 first", "../notes/b.md 2 second", "a.md 1 first"}
	if diff := cmp.Diff(want, days(g)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestReadGitShallow: the boundary commit of a shallow clone seems to add every file, but its date is not used for them
// (rule M4).
func TestReadGitShallow(t *testing.T) {
	r := newRepo(t)
	r.commit("one", "old.md", "changed.md")
	r.commit("two", "changed.md")
	r.commit("three", "changed.md", "new.md")
	clone := filepath.Join(t.TempDir(), "clone")
	r.git("clone", "-q", "--depth", "2", "file://"+r.dir, clone)
	g, err := ReadGit(context.Background(), clone)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"changed.md 3 three", "new.md 3 three"}, days(g)); diff != "" || !g.Shallow {
		t.Errorf("shallow %v; -want +got\n%s", g.Shallow, diff)
	}
}

// TestReadGitPartial: reading a repository must not run the program that it configures for fetching missing parts of a
// partial clone.
func TestReadGitPartial(t *testing.T) {
	r := newRepo(t)
	r.git("config", "uploadpack.allowFilter", "true")
	r.commit("one", "a/b.md")
	dir := t.TempDir()
	clone, ran := filepath.Join(dir, "clone"), filepath.Join(dir, "ran")
	r.git("clone", "-q", "--no-checkout", "--filter=tree:0", "file://"+r.dir, clone)
	r.git("-C", clone, "config", "remote.origin.uploadpack", "touch "+ran+"; git-upload-pack")
	if _, err := ReadGit(context.Background(), clone); err == nil || !strings.Contains(err.Error(), "git fetch --refetch --filter=blob:none") {
		t.Errorf("a clone without folders: %v", err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program that the repository names was run")
	}
	r.git("-C", clone, "config", "--unset", "remote.origin.uploadpack")
	r.git("-C", clone, "config", "gc.auto", "0") // otherwise it continues in the background while the folder is removed
	r.git("-C", clone, "config", "maintenance.auto", "false")
	r.git("-C", clone, "fetch", "-q", "--refetch", "--filter=blob:none")
	g, err := ReadGit(context.Background(), clone)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a/b.md 1 one"}, days(g)); diff != "" {
		t.Errorf("with folders, -want +got\n%s", diff)
	}
}

func TestReadGitNowhere(t *testing.T) {
	dir := t.TempDir()
	if g, err := ReadGit(context.Background(), dir); g != nil || err != nil {
		t.Errorf("outside of a work tree: %v, %v", g, err)
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git"), []byte("gitdir: nowhere\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadGit(context.Background(), dir); err == nil || !strings.Contains(err.Error(), "git rev-parse: ") {
		t.Errorf("a broken work tree: %v", err)
	}
}

// Files of a repository below the project, such as a submodule with the content, get their dates from that repository.
func TestReadGitBelow(t *testing.T) {
	inner := newRepo(t)
	inner.commit("one", "posts/a.md")
	outer := newRepo(t)
	outer.commit("first", "sitegen.toml")
	outer.git("submodule", "--quiet", "add", inner.dir, "docs/content")
	own := newRepo(t)
	own.n = 5
	own.commit("own", "b.md")
	if err := os.Rename(own.dir, filepath.Join(outer.dir, "notes")); err != nil {
		t.Fatal(err)
	}
	days := func() map[string]string {
		t.Helper()
		g, err := ReadGit(t.Context(), outer.dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Unread) > 0 {
			t.Error(g.Unread)
		}
		out := map[string]string{}
		for name, c := range g.Files {
			out[name] = c.AuthorDate.Format("02")
		}
		return out
	}
	before := GitHead(t.Context(), outer.dir)
	want := map[string]string{"sitegen.toml": "01", "docs/content/posts/a.md": "01", "notes/b.md": "06"}
	if diff := cmp.Diff(want, days()); diff != "" {
		t.Error(diff)
	}
	below := *inner
	below.dir, below.n = filepath.Join(outer.dir, "docs", "content"), 7
	below.commit("two", "posts/a.md")
	if GitHead(t.Context(), outer.dir) == before {
		t.Error("a commit of the submodule does not count")
	}
	want["docs/content/posts/a.md"] = "08"
	if diff := cmp.Diff(want, days()); diff != "" {
		t.Error(diff)
	}
	if err := os.RemoveAll(filepath.Join(outer.dir, ".git", "modules")); err != nil {
		t.Fatal(err)
	}
	if g, err := ReadGit(t.Context(), outer.dir); err != nil || len(g.Unread) != 1 || !strings.HasPrefix(g.Unread[0], "docs/content: ") {
		t.Errorf("a submodule without its repository: %v, %+v", err, g)
	}
}

// A repository of another user is an error, with the command that allows it.
func TestDubiousOwnership(t *testing.T) {
	r := newRepo(t)
	r.commit("one", "a.md")
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "true")
	_, err := ReadGit(t.Context(), r.dir)
	if d := new(diag.Diagnostic); !errors.As(err, &d) || !strings.Contains(d.Hint, "git config --global --add safe.directory ") {
		t.Errorf("%v", err)
	}
}
