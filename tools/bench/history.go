package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// underGit lets the pages of a project have their dates from git.
func underGit(project string) error {
	name := filepath.Join(project, "hugo.toml")
	text, err := os.ReadFile(name)
	if err == nil {
		err = os.WriteFile(name, append([]byte("enableGitInfo = true\n"), text...), 0o666)
	}
	if err != nil {
		return err
	}
	return repository(project)
}

// repository puts a project under git, with a history in which each commit writes ten files; later commits change
// every seventh of them once more. The same files make the same commits.
func repository(project string) error {
	var files []string
	err := filepath.WalkDir(project, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		return err
	}
	var revised []string
	for i := 0; i < len(files); i += 7 {
		revised = append(revised, files[i])
	}
	stream, err := os.Create(project + ".git-stream")
	if err != nil {
		return err
	}
	defer func() {
		stream.Close()
		os.Remove(stream.Name())
	}()
	h := &history{w: bufio.NewWriter(stream), project: project}
	for batch := range slices.Chunk(files, 10) {
		if err := h.commit(batch, func(file, text string) string {
			if slices.Contains(revised, file) {
				return text + "\nFirst draft.\n"
			}
			return text
		}); err != nil {
			return err
		}
	}
	for batch := range slices.Chunk(revised, 10) {
		if err := h.commit(batch, func(_, text string) string { return text }); err != nil {
			return err
		}
	}
	if err := h.w.Flush(); err != nil {
		return err
	}
	if _, err := stream.Seek(0, 0); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--initial-branch=main"},
		{"fast-import", "--quiet"},
		{"reset", "--quiet"},
	} {
		cmd := exec.Command("git", append([]string{"-C", project}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
		if args[0] == "fast-import" {
			cmd.Stdin = stream
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}

// history writes commits in the format of git fast-import, one an hour.
type history struct {
	w       *bufio.Writer
	project string
	commits int
}

// commit writes a commit of some files, each with what version makes of its text.
func (h *history) commit(files []string, version func(file, text string) string) error {
	h.commits++
	when := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(h.commits) * time.Hour).Unix()
	message := fmt.Sprintf("Commit %d", h.commits)
	fmt.Fprintf(h.w, "commit refs/heads/main\ncommitter Bench <bench@example.org> %d +0000\ndata %d\n%s\n", when,
		len(message), message)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(h.project, file)
		if err != nil {
			return err
		}
		data := version(file, string(text))
		fmt.Fprintf(h.w, "M 100644 inline %s\ndata %d\n%s\n", filepath.ToSlash(name), len(data), data)
	}
	_, err := h.w.WriteString("\n")
	return err
}
