package docusaurus

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestNpmTo compares the commands with those that the package npm-to-yarn makes. The package leaves out the space before "&&",
// and writes "undefined" for npm alone.
func TestNpmTo(t *testing.T) {
	text, err := os.ReadFile("testdata/npm.txt")
	if err != nil {
		t.Fatal(err)
	}
	managers := []string{"yarn", "pnpm", "bun"}
	tests := 0
	for group := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		var said []string
		for line := range strings.SplitSeq(group, "\n") {
			if line[0] == '#' {
				continue
			}
			s, err := strconv.Unquote(line)
			if err != nil {
				t.Fatal(line, err)
			}
			said = append(said, s)
		}
		for i, manager := range managers {
			tests++
			if got, ok := npmTo(manager, said[0]); got != said[i+1] || !ok {
				t.Errorf("%q for %s:\n got %q\nwant %q", said[0], manager, got, said[i+1])
			}
		}
	}
	if tests < 300 {
		t.Errorf("only %d tests", tests)
	}
	for command, want := range map[string]string{
		"npm run build && npm run serve": "yarn build && yarn serve",
		"npm":                            "npm",
		"npm-run-all a b":                "npm-run-all a b",
	} {
		if got, _ := npmTo("yarn", command); got != want {
			t.Errorf("%q: got %q, want %q", command, got, want)
		}
	}
	if _, ok := npmTo("other", "npm install"); ok {
		t.Error("an unknown package manager")
	}
}
