package serve

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReflog(t *testing.T) {
	top := t.TempDir()
	sub := filepath.Join(top, "repository", "docs")
	beside := filepath.Join(top, "beside")
	for _, dir := range []string{filepath.Join(top, "repository", ".git"), sub, beside} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(beside, ".git"), []byte("gitdir: ../repository/.git/worktrees/beside\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{
		filepath.Join(top, "repository"): "repository/.git/logs/HEAD",
		sub:                              "repository/.git/logs/HEAD",
		beside:                           "repository/.git/worktrees/beside/logs/HEAD",
	} {
		if got := reflog(dir); got != filepath.Join(top, want) {
			t.Errorf("%s: got %q, want %s", dir, got, want)
		}
	}
	if got := reflog(top); got != "" && filepath.Dir(filepath.Dir(got)) == filepath.Join(top, ".git") {
		t.Errorf("a folder in no work tree: got %q", got)
	}
}
