package portable

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTwins(t *testing.T) {
	for _, c := range []struct {
		name  string
		paths []string
		want  [][2]string
	}{
		{"none", []string{"a/index.html", "ab/index.html", "b", "b.html"}, nil},
		{"files", []string{"A.html", "a.html"}, [][2]string{{"A.html", "a.html"}}},
		{"folders and what is in them", []string{"x/Go/index.html", "x/Go/index.xml", "x/go/index.html"}, [][2]string{{"x/Go", "x/go"}}},
		{"a file and a folder", []string{"Go", "go/index.html"}, [][2]string{{"Go", "go"}}},
		{"accents composed and not", []string{"cafe\u0301/index.html", "caf\u00e9/index.html"}, [][2]string{{"cafe\u0301", "caf\u00e9"}}},
		{"both", []string{"CAFE\u0301", "caf\u00e9"}, [][2]string{{"CAFE\u0301", "caf\u00e9"}}},
		{"three", []string{"AB", "Ab", "ab"}, [][2]string{{"AB", "Ab"}, {"AB", "ab"}}},
		{"letters of other scripts", []string{"Σ", "σ", "ς", "ß", "ss"}, [][2]string{{"Σ", "ς"}, {"Σ", "σ"}}},
	} {
		if diff := cmp.Diff(c.want, Twins(c.paths)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestProblem(t *testing.T) {
	for path, want := range map[string]string{
		"index.html": "", "console/com/lpt0/com10/nulls/auxiliary.html": "", "a.con": "", "com": "", "lptx": "",
		"tags/con/index.html": `Windows reserves the name "con" for a device`,
		"Aux.tar.gz":          `Windows reserves the name "Aux.tar.gz" for a device`,
		"a/nul .txt":          `Windows reserves the name "nul .txt" for a device`,
		"COM1":                `Windows reserves the name "COM1" for a device`,
		"lpt³.html":           `Windows reserves the name "lpt³.html" for a device`,
		"etc./index.html":     `in Windows, the name "etc." can't end with a period or space`,
		"a /b":                `in Windows, the name "a " can't end with a period or space`,
		"a/what?/index.html":  `in Windows, the name "what?" can't have the character '?'`,
		"12:30":               `in Windows, the name "12:30" can't have the character ':'`,
		"a\\b":                `in Windows, the name "a\\b" can't have the character '\\'`,
		"tab\t":               `in Windows, the name "tab\t" can't have the character '\t'`,
	} {
		if diff := cmp.Diff(want, Problem(path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}
