package main

import (
	"cmp"
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

// What the program reads in internal/base/trace: kinds of questions, groups of inputs, and which of these an answer can
// depend on.
var (
	kindLine  = regexp.MustCompile(`(?m)^\t([A-Z]\w+)\s+(?:Kind = iota.*)?// key: `)
	groupLine = regexp.MustCompile(`(?m)^\t([A-Z]\w+Group)\s+(?:Group = iota.*)?// `)
	cellLine  = regexp.MustCompile(`(?m)^\t([A-Z]\w+):\s+(everything|of\(([\w, ]*)\)),`)
)

const (
	askHead = "func (r *Recorder) Ask(kind Kind, key string, answer uint64) {\n"

	// mutantFile is added to the package trace.
	mutantFile = `package trace

import (
	"fmt"
	"os"
)

var forgotten Kind

func init() {
	var what string
	var kind, group int
	fmt.Sscan(os.Getenv("LAWSOAK_MUTANT"), &what, &kind, &group)
	switch what {
	case "question":
		forgotten = Kind(kind)
	case "group":
		for k := range durability {
			if durability[k] &^= 1 << group; durability[k] == afterwards && Kind(k) != Head {
				durability[k] = 1 << 15 // of no group, and not answered afterwards
			}
		}
	case "cell":
		durability[kind] &^= 1 << group
	}
}
`
)

// mutant is a way to make incremental builds wrong.
type mutant struct {
	name string // for people
	code string // for mutantFile
	must bool   // the law must find it
}

// mutants proves the proof. Each mutant forgets a kind of question, or takes an answer for one that does not depend on
// a group of inputs, and random edits must show that. A question that nobody misses is one that nothing needs, or that
// no edit is made for. Some cells of the table are there to be on the safe side: those that nobody misses are listed.
func mutants(ctx context.Context, f flags) error {
	dir := filepath.Join(f.repo, "internal", "base", "trace")
	trace, err := os.ReadFile(filepath.Join(dir, "trace.go"))
	if err != nil {
		return err
	}
	table, err := os.ReadFile(filepath.Join(dir, "durability.go"))
	if err != nil {
		return err
	}
	list := mutantsOf(string(trace), string(table))
	if !strings.Contains(string(trace), askHead) ||
		!slices.ContainsFunc(list, func(m mutant) bool { return strings.HasPrefix(m.code, "cell ") }) {
		return fmt.Errorf("%s is not as this program knows it", dir)
	}
	program, err := f.buildMutant(ctx, dir, string(trace))
	if err != nil {
		return err
	}
	var missed []string
	for _, m := range list {
		if f.only != "" && !slices.Contains(strings.Split(f.only, ","), m.name) || f.only == "" && !m.must && !f.cells {
			continue
		}
		caught, err := f.run(ctx, program, m)
		if err != nil {
			return err
		}
		fmt.Printf("%-32s %s\n", m.name, cmp.Or(caught, "nobody misses it"))
		if caught == "" && m.must {
			missed = append(missed, m.name)
		}
	}
	if len(missed) > 0 {
		return fmt.Errorf("nobody misses %s", strings.Join(missed, ", "))
	}
	return nil
}

// mutantsOf reads which mutants there are: each question, each group as a whole, and with the flag -cells each cell of
// the table.
func mutantsOf(trace, table string) []mutant {
	var out []mutant
	var kinds, groups []string
	for i, m := range kindLine.FindAllStringSubmatch(trace, -1) {
		kinds = append(kinds, m[1])
		out = append(out, mutant{m[1], fmt.Sprintf("question %d", i+1), true})
	}
	for i, m := range groupLine.FindAllStringSubmatch(table, -1) {
		groups = append(groups, m[1])
		out = append(out, mutant{m[1], fmt.Sprintf("group 0 %d", i), true})
	}
	for _, m := range cellLine.FindAllStringSubmatch(table, -1) {
		for g, group := range groups {
			if m[2] == "everything" || slices.Contains(strings.Split(m[3], ", "), group) {
				out = append(out, mutant{m[1] + "/" + group, fmt.Sprintf("cell %d %d", 1+slices.Index(kinds, m[1]), g), false})
			}
		}
	}
	return out
}

// buildMutant builds this program with a package trace that has all mutants in it.
func (f flags) buildMutant(ctx context.Context, dir, trace string) (program string, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for name, text := range map[string]string{
		"trace.go":  strings.Replace(trace, askHead, askHead+"\tif kind == forgotten {\n\t\treturn\n\t}\n", 1),
		"mutant.go": mutantFile,
	} {
		changed := filepath.Join(f.tmp, name)
		if err := os.WriteFile(changed, []byte(text), 0o666); err != nil {
			return "", err
		}
		replace[filepath.Join(dir, name)] = changed
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	list := filepath.Join(f.tmp, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		return "", err
	}
	program = filepath.Join(f.tmp, "mutant")
	build := exec.CommandContext(ctx, "go", "build", "-overlay", list, "-o", program, "./lawsoak")
	build.Dir, build.Stderr = filepath.Join(f.repo, "tools"), os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("build the mutants: %w", err)
	}
	return program, nil
}

// run returns how a mutant was caught, by the scripts that ask each question or by random edits; "" when it was not.
func (f flags) run(ctx context.Context, program string, m mutant) (string, error) {
	scripts, err := filepath.Glob(filepath.Join(f.repo, "testdata", "law", "questions*.txt"))
	if err != nil {
		return "", err
	}
	for _, script := range scripts {
		run := exec.CommandContext(ctx, program, "-repo", f.repo, "-tmp", f.tmp, "-replay", script)
		run.Env = append(os.Environ(), "LAWSOAK_MUTANT="+m.code)
		out, err := run.CombinedOutput()
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if _, what, ok := strings.Cut(string(out), "after step "); ok && err != nil {
			what, _, _ = strings.Cut(what, "\n")
			return "caught by " + filepath.Base(script) + " after step " + what, nil
		}
		if err != nil {
			return "", fmt.Errorf("the mutant %s failed: %w\n%s", m.name, err, out)
		}
	}
	run := exec.CommandContext(ctx, program, "-repo", f.repo, "-tmp", f.tmp, "-out", f.tmp, "-shrink", "0", "-first",
		"-steps", fmt.Sprint(f.soak.Steps), "-seed", fmt.Sprint(f.soak.Seed), "-modes", cmp.Or(f.modes,
			"kept"), "-sites", cmp.Or(f.sites, "many,themed,docs,blog,feeds,dates,bare"))
	run.Env = append(os.Environ(), "LAWSOAK_MUTANT="+m.code)
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
	return "", fmt.Errorf("the mutant %s failed:\n%s%s", m.name, out, failed.Stderr)
}
