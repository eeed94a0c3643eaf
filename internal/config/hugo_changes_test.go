package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChangesAreDocumented: the table of versions of Hugo in the documentation has the rows of Changes, in order.
func TestChangesAreDocumented(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "docs", "hugo-differences", "versions.md"))
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("| since | change |\n|---|---|\n")
	last := Release(0)
	for _, c := range Changes() {
		if c.Since < last || NewerVersion(c.Since.Version(), HugoVersion) || !NewerVersion(c.Since.Version(), OldestRelease) {
			t.Errorf("%d: out of order, or not between the oldest and the newest release: %s", c.Since, c.Says)
		}
		last = c.Since
		fmt.Fprintf(&want, "| 0.%d | %s |\n", c.Since, strings.ReplaceAll(c.Says, "|", `\|`))
	}
	if !strings.Contains(string(data), "\n\n"+want.String()+"\n") {
		t.Errorf("docs/hugo-differences/versions.md does not contain this table:\n%s", want.String())
	}
}

func TestChangesBetween(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want []Release
	}{
		{"0.165.0", "0.169.0", []Release{166, 167, 169}},
		{"0.169.0", "0.165.0", []Release{166, 167, 169}},
		{"0.166.0", "0.168.0", []Release{167}},
		{"0.167", "0.168", nil},
		{"0.160.0", "0.165.0", nil},
	} {
		var got []Release
		for _, c := range ChangesBetween(test.a, test.b) {
			if len(got) == 0 || got[len(got)-1] != c.Since {
				got = append(got, c.Since)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) {
			t.Errorf("%s to %s: %v, want %v", test.a, test.b, got, test.want)
		}
	}
}
