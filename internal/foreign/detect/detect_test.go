package detect

import (
	"fmt"
	"testing"
	"testing/fstest"
)

// tree returns a file system with these files.
func tree(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestThemeOfLargeTree(t *testing.T) {
	files := map[string]string{}
	for i := range 1500 {
		files[fmt.Sprintf("manual/part%d/page%02d.md", i/30, i%30)] = "# Page\n"
	}
	for i := range 150 {
		files[fmt.Sprintf("diary/%03d.md", i)] = "---\ndate: 2026-01-02\n---\n"
	}
	for _, tt := range []struct {
		roots []string
		want  string
	}{{[]string{"."}, "docs"}, {[]string{"diary"}, "blog"}, {[]string{"manual"}, "docs"}, {[]string{"nothing"}, "docs"}} {
		if got, _ := Theme(tree(files), nil, tt.roots, nil); got != tt.want {
			t.Errorf("%v is %s, want %s", tt.roots, got, tt.want)
		}
	}
}

func TestTitleOfFile(t *testing.T) {
	for text, want := range map[string]string{
		"# Plain\n":                                   "Plain",
		"\n<p>\n\n# ![logo](a.png) *Fine* ##\n":       "Fine",
		"---\ntitle: \"Of the page\"\n---\n# Other\n": "Of the page",
		"Text\n\n## Not this\n":                       "",
		"# ![logo][l]\n\n# `cmd` &c.\r\n":             "cmd &c.",
		"+++\ntitle = 'Toml'\n+++\n":                  "Toml",
		"#hashtag\n":                                  "",
		"Text\n```sh\n# no title\n```\n# Title\n":     "Title",
	} {
		if got := titleOf("x.md", []byte(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTitleInFrontMatter(t *testing.T) {
	for text, want := range map[string]string{
		"---\ntitle: 'It''s'\n---\n": "It's", "---\ntitle: >-\n  a\n  b\n---\n": "a b", "---\nx: {title: no}\n---\n# Head\n": "Head", "+++\ntitle = \"C\\u00e9\"\n+++\n": "Cé",
	} {
		if got := titleOf("x.md", []byte(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
