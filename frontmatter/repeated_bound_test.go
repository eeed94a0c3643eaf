package frontmatter

import (
	"fmt"
	"strings"
	"testing"
)

// Keys that are given many times take no time that grows with their square.
func TestManyRepeated(t *testing.T) {
	const n = 100_000
	b, err := Parse("a.org", []byte("#+title: t\n"+strings.Repeat("#+x: y\n", n)))
	if err != nil || len(b.Values["x"].(string)) != 2*n-1 {
		t.Error("keywords of Org", err)
	}
	for name, text := range map[string]string{
		"YAML": "---\n" + strings.Repeat("a: b\n", n) + "---\n",
		"JSON": "{" + strings.Repeat("\"a\": 1,\n", n) + "\"a\": 1}\n",
	} {
		b, err := Parse("a.md", []byte(text))
		if err == nil || !strings.Contains(err.Error(), "the key \"a\" appears twice") {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
	var lower, upper strings.Builder
	for i := range n {
		fmt.Fprintf(&lower, "k%d: 1\n", i)
		fmt.Fprintf(&upper, "K%d: 2\n", i)
	}
	b, err = Parse("a.md", []byte("---\n"+lower.String()+upper.String()+"---\n"))
	if err != nil || len(b.Values) != n || fmt.Sprint(b.Values["k7"]) != "2" {
		t.Error("capitals", err)
	}
}
