package foreign

import (
	"slices"
	"testing"
)

func TestExcluded(t *testing.T) {
	got := Excluded("*.py\n/templates/\n# words\n!keep.md\n\n/drafts/\napi/internal.md\n!/templates/\n!.assets\n")
	want := []string{"**/*.py", "**/*.py/**", "drafts/**", "api/internal.md", "api/internal.md/**"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What the Python package pathspec says about paths of files, as MkDocs asks it.
func TestPatterns(t *testing.T) {
	files := []string{"index.md", "a.md", "c d.md", "#h.md", "!b.md", "[x].md", "drafts/x.md", "drafts/keep.md", "guide/a.md", "guide/drafts/z.md"}
	for text, want := range map[string][]string{
		"a.md":                             {"a.md", "guide/a.md"},
		"/a.md":                            {"a.md"},
		"drafts/":                          {"drafts/x.md", "drafts/keep.md", "guide/drafts/z.md"},
		"drafts/\n!keep.md":                {"drafts/x.md", "guide/drafts/z.md"},
		"drafts/**\n!drafts/keep.md":       {"drafts/x.md"},
		"/guide\n!/guide/a.md":             {"guide/drafts/z.md"},
		"*\n!index.md":                     {"a.md", "c d.md", "#h.md", "!b.md", "[x].md", "drafts/x.md", "drafts/keep.md", "guide/a.md", "guide/drafts/z.md"},
		"*.md\n!drafts/":                   {"index.md", "a.md", "c d.md", "#h.md", "!b.md", "[x].md", "drafts/x.md", "drafts/keep.md", "guide/a.md", "guide/drafts/z.md"},
		"!a.md\na.md":                      {"a.md", "guide/a.md"},
		"**/":                              {"drafts/x.md", "drafts/keep.md", "guide/a.md", "guide/drafts/z.md"},
		"a.md/\n/\n# words\n#h.md\n\r\n":   nil,
		"\\#h.md\n\\!b.md\n\\[x\\].md  \n": {"#h.md", "!b.md", "[x].md"},
		"c\\ d.md":                         {"c d.md"},
		"[ac]?*d.md\n[!a-z]b.md\n[":        {"c d.md", "!b.md"},
		"guide/**/z.md":                    {"guide/drafts/z.md"},
		"**/**/z.md":                       {"guide/drafts/z.md"},
		"{a,b}.md":                         nil,
	} {
		p, err := ParsePatterns(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		var got []string
		for _, file := range files {
			if p.Match(file) {
				got = append(got, file)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if p, _ := ParsePatterns("drafts/\n"); !p.Prunes("drafts") || !p.Prunes("guide/drafts") || p.Prunes("guide") {
		t.Error("a folder is ignored with everything in it")
	}
	if p, _ := ParsePatterns("drafts/\n!keep.md"); p.Prunes("drafts") {
		t.Error("a file in the folder is taken back")
	}
	for _, text := range []string{"!", "\\", "a\\"} {
		if p, err := ParsePatterns("a.md\n" + text); err == nil || len(p) != 1 {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
}

func FuzzPatterns(f *testing.F) {
	f.Add("drafts/\n!keep.md", "drafts/keep.md")
	f.Add("[]a-\\]\n**/**/x[^", "a/b")
	f.Fuzz(func(t *testing.T, text, file string) {
		p, _ := ParsePatterns(text)
		if p.Match(file); p.Prunes(file) && !p.Match(file+"/x") {
			t.Errorf("%q prunes %q, but does not ignore what is in it", text, file)
		}
	})
}
