package scaffold

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A commit is part of the commands, so a tag that somebody moved stops the build.
func TestGet(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef01234567"
	build := ` && go build -C /tmp/sitegen -o /tmp/sitegen/sitegen ./cmd/sitegen`
	for _, tt := range []struct {
		ci     CI
		want   string
		pinned bool
	}{
		{CI{Repository: "u", Version: "v1.0.0"}, `git clone -q --depth 1 -b "$SITEGEN_VERSION" "$SITEGEN" /tmp/sitegen` + build, false},
		{CI{Repository: "u", Version: "v1.0.0", Commit: hash}, `git clone -q --depth 1 -b "$SITEGEN_VERSION" "$SITEGEN" /tmp/sitegen && test "$(git -C /tmp/sitegen rev-parse HEAD)" = ` + hash + build, true},
		{CI{Repository: "u", Version: hash}, `git init -q /tmp/sitegen && git -C /tmp/sitegen fetch -q --depth 1 "$SITEGEN" "$SITEGEN_VERSION" && git -C /tmp/sitegen checkout -q FETCH_HEAD` + build, true},
		{CI{Binary: "bin/sitegen"}, `mkdir -p /tmp/sitegen && install -m 755 "$SITEGEN" /tmp/sitegen/sitegen`, true},
	} {
		if got := tt.ci.Get(); got != tt.want || tt.ci.Pinned() != tt.pinned {
			t.Errorf("%+v: pinned %v: %s", tt.ci, tt.ci.Pinned(), got)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		ci   CI
		want string
	}{
		{CI{Service: "netlify"}, "sitegen is not published yet: say where netlify gets it"},
		{CI{Repository: "https://a/b", Binary: "bin/x"}, "choose one of"},
		{CI{Repository: "https://a/b"}, "--repository needs --version"},
		{CI{Repository: "https://a/b", Version: "$(x)"}, `--version "$(x)" contains "$"`},
		{CI{Repository: "-u", Version: "v1"}, `--repository "-u" contains "-"`},
		{CI{Binary: "bin/a b"}, `--binary "bin/a b" contains " "`},
		{CI{Repository: "git@a.example:b/c.git", Version: "v1.0.0+x", Branch: "feature/a"}, ""},
	} {
		err := tt.ci.Check()
		if got := ""; err != nil {
			if got = err.Error(); tt.want == "" || !strings.HasPrefix(got, tt.want) {
				t.Errorf("%+v: %s", tt.ci, got)
			}
		} else if tt.want != "" {
			t.Errorf("%+v: no error", tt.ci)
		}
	}
}

// The branch of a folder in a repository, of a worktree, and of a folder without either.
func TestBranch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("repo/.git/HEAD", "ref: refs/heads/topic/a\n")
	write("repo/site/x.md", "")
	write("clone/.git/HEAD", "ref: refs/heads/topic\n")
	write("clone/.git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/trunk\n")
	write("tree/.git", "gitdir: ../repo/.git/worktrees/tree\n")
	write("repo/.git/worktrees/tree/HEAD", "ref: refs/heads/other\n")
	write("loose/.git/HEAD", "0123456789abcdef0123456789abcdef01234567\n")
	for folder, want := range map[string]string{"repo": "topic/a", "repo/site": "topic/a", "clone": "trunk", "tree": "other", "loose": "main"} {
		if got := Branch(filepath.Join(dir, filepath.FromSlash(folder))); got != want {
			t.Errorf("%s: %s, want %s", folder, got, want)
		}
	}
}
