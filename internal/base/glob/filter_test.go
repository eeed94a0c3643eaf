package glob_test

import (
	"testing"

	"github.com/sitegen/sitegen/internal/base/glob"
)

func TestFilter(t *testing.T) {
	for _, tt := range []struct {
		patterns []string
		name     string
		dir      bool
		want     bool
	}{
		{nil, "a.md", false, true},
		{[]string{"! specs/**"}, "specs/a.md", false, false},
		{[]string{"! specs/**"}, "specs", true, true},
		{[]string{"! specs/**"}, "a.md", false, true},
		{[]string{"! **/README.md"}, "x/readme.md", false, false},
		{[]string{"! **/README.md"}, "README.md", false, true},
		{[]string{"docs/*.md"}, "docs/a.md", false, true},
		{[]string{"docs/*.md"}, "docs", true, true},
		{[]string{"docs/*.md"}, "docs", false, false},
		{[]string{"docs/*.md"}, "docs/a.txt", false, false},
		{[]string{"docs/*.md"}, "blog", true, false},
		{[]string{"a/**", "! a/b.md"}, "a/b.md", false, true}, // the first decides
		{[]string{"! a/b.md", "a/**"}, "a/b.md", false, false},
		{[]string{"! a/b.md", "a/**"}, "a/c.md", false, true},
		{[]string{"a/**"}, "", true, true},
	} {
		f, err := glob.NewFilter(tt.patterns)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Match(tt.name, tt.dir); got != tt.want {
			t.Errorf("%q: %q is %v", tt.patterns, tt.name, got)
		}
	}
	if _, err := glob.NewFilter([]string{"! a[b"}); err == nil {
		t.Error("no error for a pattern that is open")
	}
}
