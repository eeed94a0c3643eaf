package scaffold

import (
	"os"
	"path/filepath"
	"strings"
)

// Branch returns the branch that a git repository publishes: the default branch of its remote "origin",
// otherwise the current branch. It returns "main" outside of a repository.
func Branch(dir string) string {
	git := gitFolder(dir)
	for _, f := range []struct{ name, before string }{
		{"refs/remotes/origin/HEAD", "ref: refs/remotes/origin/"}, {"HEAD", "ref: refs/heads/"},
	} {
		text, err := os.ReadFile(filepath.Join(git, filepath.FromSlash(f.name)))
		if name, ok := strings.CutPrefix(strings.TrimSpace(string(text)), f.before); ok && err == nil && git != "" {
			return name
		}
	}
	return "main"
}

// gitFolder returns the folder .git of the repository that contains a folder, or "". A worktree has a file of
// that name: https://git-scm.com/docs/gitrepository-layout.
func gitFolder(dir string) string {
	dir, err := filepath.Abs(dir)
	for ; err == nil; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		if info, err := os.Stat(git); err == nil {
			if info.IsDir() {
				return git
			}
			text, _ := os.ReadFile(git)
			to, _ := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
			if !filepath.IsAbs(to) {
				to = filepath.Join(dir, to)
			}
			return to
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return ""
}
