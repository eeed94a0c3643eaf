package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kindLine matches the constants of trace.Kind.
var kindLine = regexp.MustCompile(`(?m)^\t([A-Z]\w+)\s+(Kind = iota.*)?// key: `)

const askHead = "func (r *Recorder) Ask(kind Kind, key string, answer uint64) {\n"

// mutants proves the proof: for each kind of question it builds this program anew, with a recorder that
// forgets such questions, and runs random edits until the law is found broken. A mutant that survives is a
// question that nothing needs, or that no edit is made for.
func mutants(ctx context.Context, f flags) error {
	file, err := filepath.Abs(filepath.Join(f.repo, "internal", "trace", "trace.go"))
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	kinds := kindLine.FindAllStringSubmatch(string(text), -1)
	if len(kinds) == 0 || !strings.Contains(string(text), askHead) {
		return fmt.Errorf("%s is not as this program knows it", file)
	}
	var alive []string
	for _, k := range kinds {
		if f.only != "" && !slices.Contains(strings.Split(f.only, ","), k[1]) {
			continue
		}
		if asked, err := f.asks(k[1]); err != nil || !asked {
			fmt.Printf("without %-12s no template asks it\n", k[1])
			if err != nil {
				return err
			}
			continue
		}
		caught, err := f.mutant(ctx, file, string(text), k[1])
		if err != nil {
			return err
		}
		fmt.Printf("without %-12s %s\n", k[1], caught)
		if caught == "" {
			alive = append(alive, k[1])
		}
	}
	if len(alive) > 0 {
		return fmt.Errorf("nobody misses %s", strings.Join(alive, ", "))
	}
	return nil
}

// asks reports whether rendering knows a kind of question.
func (f flags) asks(kind string) (bool, error) {
	var files []string
	for _, dir := range []string{"render", "view", "view/resource"} {
		list, err := filepath.Glob(filepath.Join(f.repo, "internal", dir, "*.go"))
		if err != nil {
			return false, err
		}
		files = append(files, list...)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return false, err
		}
		if !strings.HasSuffix(name, "_test.go") && regexp.MustCompile(`\btrace\.`+kind+`\b`).Match(text) {
			return true, nil
		}
	}
	return false, nil
}

// mutant returns how the mutant that forgets a kind of question was caught; "" when it was not.
func (f flags) mutant(ctx context.Context, file, text, kind string) (string, error) {
	dir := filepath.Join(f.tmp, kind)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	changed := filepath.Join(dir, "trace.go")
	text = strings.Replace(text, askHead, askHead+"\tif kind == "+kind+" {\n\t\treturn\n\t}\n", 1)
	if err := os.WriteFile(changed, []byte(text), 0o666); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		return "", err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "lawsoak")
	build := exec.CommandContext(ctx, "go", "build", "-overlay", list, "-o", program, "./lawsoak")
	build.Dir, build.Stderr = filepath.Join(f.repo, "tools"), os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("build without %s: %w", kind, err)
	}
	run := exec.CommandContext(ctx, program, "-repo", f.repo, "-tmp", dir, "-out", dir, "-shrink", "0", "-first",
		"-steps", fmt.Sprint(f.soak.Steps), "-seed", fmt.Sprint(f.soak.Seed), "-modes", "kept", "-sites", "many,themed,docs,blog")
	out, err := run.Output()
	var failed *exec.ExitError
	if err == nil || ctx.Err() != nil {
		return "", ctx.Err()
	}
	if !errors.As(err, &failed) {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, l := range lines {
		if what, ok := strings.CutPrefix(l, "FAILED "); ok {
			return "caught " + what + " [" + lines[len(lines)-1] + "]", nil
		}
	}
	return "", fmt.Errorf("the program without %s failed:\n%s%s", kind, out, failed.Stderr)
}
