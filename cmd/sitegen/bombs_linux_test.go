package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/internal/testing/cputime"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// What a bomb may take on a fast processor. Go reserves about 1.3 GB of addresses before main runs and never uses most of
// them, so the limit of addresses is higher by that; the limit of data is that of what the process can write to, which is
// the true measure.
const (
	bombCPU    = 10 * time.Second
	bombMemory = 1 << 30
	goReserve  = 1500 << 20
)

// cpuLimit returns bombCPU on this machine, in full seconds.
func cpuLimit() time.Duration { return cputime.Limit(bombCPU).Round(time.Second) }

// allBombs also runs the bombs that are like another one; `./test.sh soak` sets it.
var allBombs = flag.Bool("bombs", false, "TestBombs runs all bombs, not one of each kind")

// TestBombs builds the small sites in testdata/hostile/bombs that would take hours or all memory. Each must
// fail, within the limits, with the expected message, which names a file and a line. See bomb for the format.
//
// By default it skips sites that exceed the same limit as another one, which they name ("like:"). To run all:
// go test -run TestBombs ./cmd/sitegen -args -bombs
func TestBombs(t *testing.T) {
	race.Skip(t, "the race detector takes more than the limits by itself; test.sh runs this without it, too")
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "hostile", "bombs", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no bombs", err)
	}
	said, err := limited(t.Context(), "sh", "-c", "ulimit -t; ulimit -v; ulimit -d").Output()
	if want := fmt.Sprintf("%d\n%d\n%d\n", cpuLimit()/time.Second, (bombMemory+goReserve)>>10, bombMemory>>10); string(said) != want || err != nil {
		t.Fatalf("the limits are %q, want %q: %v", said, want, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(file) != ".txt" {
				t.Fatal("the name of a bomb ends with .txt")
			}
			b := readBomb(t, string(data))
			if b.like != "" {
				if _, err := os.Stat(filepath.Join(filepath.Dir(file), b.like+".txt")); err != nil {
					t.Fatal(err)
				}
				if !*allBombs {
					t.Skipf("like %s: runs with -args -bombs", b.like)
				}
			}
			b.explode(t)
		})
	}
}

// bomb is a site that has to fail. Its file is a txtar archive whose comment describes it and has these lines:
//
//	run: build --minify    (arguments; build is the default)
//	error: assets/a\.scss:1:1: error: .*    (required; matches a whole line of what is printed)
//	like: sass-while    (another bomb that meets the same bound in the same way)
//
// Actions of text/template between « and » make large files from few lines: «range $i := 22»…«$i»…«add $i 1»…«end».
type bomb struct {
	args  []string
	error *regexp.Regexp
	like  string
	files []txtar.File
}

func readBomb(t *testing.T, text string) *bomb {
	t.Helper()
	funcs := template.FuncMap{"add": func(a, b int) int { return a + b }}
	tmpl, err := template.New("bomb").Delims("«", "»").Funcs(funcs).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var made bytes.Buffer
	if err := tmpl.Execute(&made, nil); err != nil {
		t.Fatal(err)
	}
	archive := txtar.Parse(made.Bytes())
	b := &bomb{args: []string{"build"}, files: archive.Files}
	for line := range strings.Lines(string(archive.Comment)) {
		line = strings.TrimSpace(line)
		if args, ok := strings.CutPrefix(line, "run: "); ok {
			b.args = strings.Fields(args)
		}
		if like, ok := strings.CutPrefix(line, "like: "); ok {
			b.like = like
		}
		if want, ok := strings.CutPrefix(line, "error: "); ok {
			b.error = regexp.MustCompile(`(?m)^(?:` + want + `)$`)
		}
	}
	if b.error == nil || len(b.files) == 0 {
		t.Fatal("a bomb has files and a line \"error: …\"")
	}
	return b
}

// explode builds the site, or whatever the bomb says.
func (b *bomb) explode(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range b.files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := limited(t.Context(), "sitegen", b.args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // what the state says counts
	if cmd.ProcessState == nil {
		t.Fatal("it did not run")
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10 // Linux counts in kilobytes
	t.Logf("%.1f s of %v of CPU, %d MB", used.Seconds(), cpuLimit(), peak>>20)
	if used > cpuLimit() || peak > bombMemory {
		t.Errorf("it took %v of CPU and %d MB", used, peak>>20)
	}
	if code := cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("%v, want exit status 1", cmd.ProcessState)
	}
	if line := b.error.FindString(out.String()); !placed.MatchString(line) {
		t.Errorf("no line %s with a file and a line in\n%.4000s", b.error, out.String())
	}
}

// placed is a message that names a file and a line.
var placed = regexp.MustCompile(`^"?[^ :]+:[1-9][0-9]*:`)

// limited returns a program under the limits. Threads of C have small stacks and share what they allocate: their reserves
// would count.
func limited(ctx context.Context, program string, args ...string) *exec.Cmd {
	limits := []string{
		fmt.Sprintf("--cpu=%d", cpuLimit()/time.Second), fmt.Sprintf("--as=%d", bombMemory+goReserve), fmt.Sprintf("--data=%d", bombMemory),
		fmt.Sprintf("--stack=%d:", 1<<20), "--core=0", "--", program,
	}
	cmd := exec.CommandContext(ctx, "prlimit", append(limits, args...)...)
	cmd.Env = append(cmd.Environ(), "NO_COLOR=1", "MALLOC_ARENA_MAX=1")
	return cmd
}
