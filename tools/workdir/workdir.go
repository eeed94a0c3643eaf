// Package workdir prepares the folders of a long run: the repository that it tests, and one for its projects. It also
// runs and measures the programs.
package workdir

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Prepare makes both paths absolute, since programs are built in other folders. Where temp is "" it becomes a fresh
// folder, whose name begins with prefix; remove removes that one.
func Prepare(prefix string, repo, temp *string) (remove func(), err error) {
	remove = func() {}
	if *temp == "" {
		dir, err := os.MkdirTemp("", prefix)
		if err != nil {
			return remove, err
		}
		*temp, remove = dir, func() { os.RemoveAll(dir) }
	}
	for _, dir := range []*string{repo, temp} {
		full, err := filepath.Abs(*dir)
		if err != nil {
			return remove, err
		}
		*dir = full
	}
	return remove, nil
}

// Build compiles the sitegen of a repository into a file.
func Build(repo, binary string) error {
	build := exec.Command("go", "build", "-o", binary, "./cmd/sitegen")
	build.Dir, build.Stderr = repo, os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build sitegen: %w", err)
	}
	return nil
}
