package glob

import (
	"fmt"
	"testing"
)

func TestSet(t *testing.T) {
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"*.md", "a.md", true},
		{"*.md", "a/b.md", false},
		{"**/*.md", "b.md", true},
		{"**/*.md", "a/b/c.md", true},
		{"drafts/**", "drafts", true},
		{"drafts/**", "drafts/a/b", true},
		{"{a,b}/x", "b/x", true},
		{"A.md", "a.md", false},
		{"[!a]", "b", true},
	}
	for _, tt := range tests {
		s, err := NewSet([]string{"never", tt.pattern})
		if err != nil {
			t.Errorf("%q: %v", tt.pattern, err)
			continue
		}
		if got := s.Match(tt.name); got != tt.want {
			t.Errorf("%q on %q: got %v", tt.pattern, tt.name, got)
		}
	}
	for _, bad := range []string{"{a", "[a", `a\`} {
		if _, err := NewSet([]string{bad}); err == nil {
			t.Errorf("%q is taken for a pattern", bad)
		}
	}
	if (Set{}).Match("") {
		t.Error("the zero Set matches")
	}
}

func FuzzPattern(f *testing.F) {
	f.Add("/{a,b/**}[!x-z]?*\\*", "/a")
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if p, err := ParsePattern(pattern); err == nil {
			p.Match(name)
		}
	})
}

func ExampleParsePattern() {
	p, err := ParsePattern("/{posts,posts/**}")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Match("/posts"), p.Match("/Posts/one"), p.Match("/about"))
	// Output: true true false
}
