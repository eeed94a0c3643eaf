package repository_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	ruleLine  = regexp.MustCompile(`(?m)^\| ([A-Z]\d+) \|`)
	namedTest = regexp.MustCompile("`([\\w/]+): (Test\\w+)`")
)

// The tables of what holds name rules that exist, all of them, and tests that exist.
func TestPromisesAreHeld(t *testing.T) {
	rules := read(t, "docs/discovery-rules/_index.md") + read(t, "docs/discovery-rules/feeds.md")
	held := map[string]bool{}
	for _, m := range ruleLine.FindAllStringSubmatch(rules, -1) {
		held[m[1]] = false
	}
	rows := 0
	for _, file := range []string{"docs/sitemaps/ledger.md", "docs/feeds/rules.md"} {
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

// docs/build-step/settings.md names the table of each site of another generator; its package.json has exact versions.
func TestTablesOfOtherGenerators(t *testing.T) {
	text, err := os.ReadFile("docs/build-step/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := filepath.Glob("testdata/generators/*/truth*.txt")
	if err != nil || len(tables) != 5 {
		t.Fatalf("tables: %v %v", tables, err)
	}
	for _, table := range tables {
		if !strings.Contains(string(text), "`"+strings.TrimPrefix(filepath.ToSlash(table), "testdata/generators/")+"`") {
			t.Errorf("docs/build-step/settings.md does not name %s", table)
		}
		file := filepath.Join(filepath.Dir(table), "package.json")
		pinned, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range pinnedVersion.FindAllStringSubmatch(string(pinned), -1) {
			if !exactVersion.MatchString(m[2]) {
				t.Errorf("%s: %s is not an exact version of %s", file, m[2], m[1])
			}
		}
	}
	if !hasTest(t, "cmd/sitegen", "TestSitesOfOtherGenerators") {
		t.Error("no test reads the tables")
	}
}

var (
	pinnedVersion = regexp.MustCompile(`(?m)^    "([^"]+)": "([^"]+)"`)
	exactVersion  = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
)

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
