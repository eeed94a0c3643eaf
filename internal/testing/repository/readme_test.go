package repository_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shellBlock matches a block of shell commands.
var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestREADMECommands runs every shell command of the README in a clean clone, as a reader would.
func TestREADMECommands(t *testing.T) {
	if testing.Short() {
		t.Skip("clones the repository and builds a site")
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	clone := filepath.Join(t.TempDir(), "sitegen")
	if out, err := exec.Command("git", "clone", "--quiet", ".", clone).CombinedOutput(); err != nil {
		t.Skipf("not a git checkout: %v\n%s", err, out)
	}
	bin := t.TempDir()
	env := append(os.Environ(), "GOBIN="+bin, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	run := func(dir, command string) {
		t.Helper()
		cmd := exec.Command("sh", "-ec", command)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
	run(clone, "go install ./cmd/sitegen") // named in the text before the block that needs it

	ran := 0
	for _, block := range shellBlock.FindAllStringSubmatch(string(readme), -1) {
		dir := clone
		for _, command := range strings.Split(strings.TrimSpace(block[1]), "\n") {
			switch {
			case strings.HasPrefix(command, "cd "):
				dir = filepath.Join(dir, strings.TrimPrefix(command, "cd "))
			case command == "sitegen serve": // until it says where
				if line := firstLine(t, dir, filepath.Join(bin, "sitegen"), "serve"); !strings.HasPrefix(line, "http://127.0.0.1:") {
					t.Errorf("%s says %q", command, line)
				}
			case strings.HasPrefix(command, "git clone"): // done above
			case command == "./test.sh": // runs this very test
				if _, err := os.Stat(filepath.Join(clone, "test.sh")); err != nil {
					t.Error(err)
				}
			case command == "sitegen build": // in a folder of one's own
				site := t.TempDir()
				writeFile(t, filepath.Join(site, "content", "hello.md"), "# Hello\n\nFirst page.\n")
				run(site, command)
				if _, err := os.Stat(filepath.Join(site, "public", "hello", "index.html")); err != nil {
					t.Error(err)
				}
			default:
				run(dir, command)
			}
			ran++
		}
	}
	if ran < 4 {
		t.Fatalf("found only %d commands in README.md", ran)
	}
	for _, name := range []string{"index.html", "sitemap.xml", "sitemap.txt", "robots.txt", "index.xml", "atom.xml", "feed.json", "404.html"} {
		if _, err := os.Stat(filepath.Join(clone, "testdata", "sites", "blog", "public", name)); err != nil {
			t.Errorf("the README promises it: %v", err)
		}
	}
	for _, link := range regexp.MustCompile(`\]\(([^)#]+)\)`).FindAllStringSubmatch(string(readme), -1) {
		if _, err := os.Stat(link[1]); err != nil {
			t.Errorf("README.md links to %s: %v", link[1], err)
		}
	}
}

// .ci/run does what the README tells a newcomer to do, in its order: its first two blocks, after the clone.
func TestCIRunsTheREADME(t *testing.T) {
	var want, got []string
	for _, block := range shellBlock.FindAllStringSubmatch(read(t, "README.md"), 2) {
		for _, command := range strings.Split(strings.TrimSpace(block[1]), "\n") {
			if !strings.HasPrefix(command, "git clone ") {
				want = append(want, command)
			}
		}
	}
	for line := range strings.Lines(read(t, ".ci/run")) {
		line = strings.TrimSpace(line)
		word, _, _ := strings.Cut(line, " ")
		if line != "" && word[0] != '#' && !slices.Contains([]string{"set", "cd", "export"}, word) {
			got = append(got, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf(".ci/run is not what the README says (-README +.ci/run):\n%s", diff)
	}
	if len(got) == 0 || got[len(got)-1] != "./test.sh" {
		t.Errorf(".ci/run does not end with the tests: %q", got)
	}
}

// firstLine returns the first line that a program prints, and ends it.
func firstLine(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Errorf("%v: %v", args, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	cmd.Wait()
	return line
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
