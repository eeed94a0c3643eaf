package glob

import "testing"

func TestPattern(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"/docs", "/docs", true},
		{"/docs", "/docs/a", false},
		{"/docs/**", "/docs", false},
		{"/docs/**", "/docs/a/b", true},
		{"/{docs,docs/**}", "/docs", true},
		{"/{docs,docs/**}", "/docs/a/b", true},
		{"/{docs,docs/**}", "/docsx", false},
		{"/docs/*", "/docs/a", true},
		{"/docs/*", "/docs/a/b", false},
		{"**", "/any/thing", true},
		{"/a?c", "/abc", true},
		{"/a?c", "/a/c", false},
		{"/[ab]x", "/bx", true},
		{"/[!ab]x", "/bx", false},
		{"/[!ab]x", "/cx", true},
		{"/DOCS/*", "/docs/A", true},
		{`/a\*`, "/a*", true},
		{`/a\*`, "/ab", false},
		{"*.{png,jpg}", "photo.JPG", true},
		{"*.png", "sub/x.png", false},
		{"**.png", "sub/x.png", true},
		{"/über/*", "/über/ß", true},
	} {
		p, err := ParsePattern(tt.pattern)
		if err != nil {
			t.Errorf("ParsePattern(%q): %v", tt.pattern, err)
			continue
		}
		if got := p.Match(tt.path); got != tt.want {
			t.Errorf("%q matches %q: %v, want %v", tt.pattern, tt.path, got, tt.want)
		}
	}
	for _, bad := range []string{"{a", "a}", "[a", `a\`} {
		if _, err := ParsePattern(bad); err == nil {
			t.Errorf("ParsePattern(%q): no error", bad)
		}
	}
}
