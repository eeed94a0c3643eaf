package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sitegen/sitegen/internal/testing/leaks"
	"github.com/sitegen/sitegen/internal/testing/race"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"sitegen": main})
}

// TestScripts runs testdata/script, one script per visible behavior. If UPDATE_SCRIPTS is set, files that a
// script compares with cmp are rewritten; review the changes. The condition [race] is set with the race
// detector, which makes everything many times slower: only every sixth script runs then, and parts that it
// cannot check may be skipped, because test.sh also runs all scripts without it.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "script", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	if race.Enabled {
		var some []string
		for i := 0; i < len(files); i += 6 {
			some = append(some, files[i])
		}
		files = some
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Condition: func(name string) (bool, error) {
			if name != "race" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return race.Enabled, nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("NO_COLOR", "1")
			repo, err := filepath.Abs(filepath.Join("..", ".."))
			e.Setenv("REPO", repo)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"unprivileged": unprivileged,
			"exitcode":     exitCode,
			"touch":        touch,
			"sametree":     sameTree,
			"big":          big,
			"latin1":       latin1,
			"utf16":        utf16File,
			"elf":          elfFile,
			"waitfor":      waitFor,
			"publish":      release,
			"leaks":        showsSyntax,
		},
	})
}

// unprivileged runs a program as nobody when the test runs as root, whom file permissions do not bind.
//
//	[!] unprivileged program args...
func unprivileged(ts *testscript.TestScript, neg bool, args []string) {
	if os.Getuid() == 0 {
		for dir := ts.Getenv("WORK"); dir != os.TempDir() && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			ts.Check(os.Chmod(dir, 0o755))
		}
		args = append([]string{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}, args...)
	}
	if err := ts.Exec(args[0], args[1:]...); (err != nil) != neg {
		ts.Fatalf("%v: %v", args, err)
	}
}

// exitCode runs a program and compares its exit code: exitcode 2 program args...
func exitCode(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var failed *exec.ExitError
	got := 0
	if errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// showsSyntax looks for syntax of other tools in the text of a site: [!] leaks folder
func showsSyntax(ts *testscript.TestScript, neg bool, args []string) {
	list, err := leaks.In(os.DirFS(ts.MkAbs(args[0])))
	if ts.Check(err); len(list) > 0 != !neg {
		ts.Fatalf("%d leaks: %+v", len(list), list)
	}
}

// touch sets a file's times: touch 2020-01-02 file...
func touch(ts *testscript.TestScript, neg bool, args []string) {
	when, err := time.Parse("2006-01-02", args[0])
	ts.Check(err)
	for _, name := range args[1:] {
		ts.Check(os.Chtimes(ts.MkAbs(name), when, when))
	}
}

// sameTree compares two folders, file by file: [!] sametree one two
func sameTree(ts *testscript.TestScript, neg bool, args []string) {
	one, two := readTree(ts, args[0]), readTree(ts, args[1])
	diff := cmp.Diff(one, two)
	if (diff != "") != neg {
		ts.Fatalf("%s and %s (-%s +%s):\n%s", args[0], args[1], args[0], args[1], diff)
	}
}

func readTree(ts *testscript.TestScript, dir string) map[string]string {
	tree := map[string]string{}
	dir = ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(file)
		rel, _ := filepath.Rel(dir, file)
		tree[filepath.ToSlash(rel)] = string(b)
		return err
	}))
	if len(tree) == 0 {
		ts.Fatalf("%s holds no file", dir)
	}
	return tree
}

// big writes a file of so many bytes, made of words, with the race detector an eighth of them: big 50000000 file
func big(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.Atoi(args[0])
	ts.Check(err)
	if race.Enabled {
		size /= 8 // which take as long as all do without
	}
	line := "A line of *some* words, again and again.\n\n"
	f, err := os.OpenFile(ts.MkAbs(args[1]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	ts.Check(err)
	_, err = f.WriteString(strings.Repeat(line, size/len(line)))
	ts.Check(err)
	ts.Check(f.Close())
}

// latin1 writes a Markdown file with a byte that is not UTF-8 in its fourth line: latin1 file
func latin1(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("---\ntitle: Latin\n---\ncaf\xe9\n"), 0o666))
}

// utf16File writes a page as some editors of Windows do: utf16 content/a.md
func utf16File(ts *testscript.TestScript, _ bool, args []string) {
	text := []byte{0xFF, 0xFE}
	for _, c := range utf16.Encode([]rune("---\ntitle: Wide\n---\nText.\n")) {
		text = binary.LittleEndian.AppendUint16(text, c)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o666))
}

// elfFile writes the head of a program for Linux on amd64, which is all that is read of one: elf bin/program
func elfFile(ts *testscript.TestScript, _ bool, args []string) {
	head := elf.Header64{Type: uint16(elf.ET_EXEC), Machine: uint16(elf.EM_X86_64), Version: uint32(elf.EV_CURRENT), Ehsize: 64}
	copy(head.Ident[:], elf.ELFMAG)
	head.Ident[elf.EI_CLASS], head.Ident[elf.EI_DATA], head.Ident[elf.EI_VERSION] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)
	var b bytes.Buffer
	ts.Check(binary.Write(&b, binary.LittleEndian, head))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o777))
}

// waitFor waits, a minute at most, until a file is there whose name matches: waitfor .sitegen/*.lock
func waitFor(ts *testscript.TestScript, _ bool, args []string) {
	for range 6000 {
		names, err := filepath.Glob(ts.MkAbs(args[0]))
		ts.Check(err)
		if len(names) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("no file %s after a minute", args[0])
}
