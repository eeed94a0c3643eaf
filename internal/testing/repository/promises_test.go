package repository_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	ruleLine  = regexp.MustCompile(`(?m)^- ([A-Z]\d+) `)
	namedTest = regexp.MustCompile("`([\\w/]+): (Test\\w+)`")
)

// The tables of what holds name rules that exist, all of them, and tests that exist.
func TestPromisesAreHeld(t *testing.T) {
	rules, err := os.ReadFile("docs/discovery-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]bool{}
	for _, m := range ruleLine.FindAllStringSubmatch(string(rules), -1) {
		held[m[1]] = false
	}
	rows := 0
	for _, file := range []string{"docs/sitemaps.md", "docs/feeds.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, table, ok := strings.Cut(string(text), "## Rules and tests\n")
		if !ok {
			t.Fatalf("%s has no such table", file)
		}
		for line := range strings.Lines(table) {
			cells := strings.Split(line, "|")
			if len(cells) != 6 || strings.TrimSpace(cells[1]) == "" || strings.HasPrefix(cells[1], "-") {
				continue
			}
			rows++
			for rule := range strings.FieldsSeq(cells[3]) {
				if _, ok := held[rule]; !ok {
					t.Errorf("%s, %s: there is no rule %s", file, cells[1], rule)
				}
				held[rule] = true
			}
			tests := namedTest.FindAllStringSubmatch(cells[4], -1)
			if len(tests) == 0 {
				t.Errorf("%s, %s: no test is named", file, cells[1])
			}
			for _, m := range tests {
				if !hasTest(t, m[1], m[2]) {
					t.Errorf("%s, %s: %s has no test %s", file, cells[1], m[1], m[2])
				}
			}
		}
	}
	if rows != 34 || len(held) < 90 {
		t.Errorf("%d rows, %d rules", rows, len(held))
	}
	for rule, named := range held {
		if !named {
			t.Errorf("no row names the rule %s", rule)
		}
	}
}

// hasTest reports whether a folder has a test.
func hasTest(t *testing.T, folder, name string) bool {
	files, err := filepath.Glob(folder + "/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T)") {
			return true
		}
	}
	return false
}
