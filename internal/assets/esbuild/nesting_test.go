package esbuild

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNesting(t *testing.T) {
	functions := func(n int) string { return strings.Repeat("function f(){", n) + strings.Repeat("}", n) }
	for _, c := range []struct{ name, text, want string }{
		{"deep enough", functions(500), ""},
		{"functions", "a\n" + functions(501), "x.js:2:6511: nested more than 500 levels"},
		{"style sheet", strings.Repeat("{", 501), "x.js:1:501: nested more than 500 levels"},
		{"side by side", strings.Repeat("a(b[c]{d})", 1000), ""},
		{"strings", strings.Repeat(`a("(\"([", '{`+"\n", 300) + strings.Repeat(")", 300), ""},
		{"regular expressions", strings.Repeat("f(){/\\(/}", 1000), ""},
	} {
		var got string
		if err := checkNesting("x.js", c.text); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(c.name, diff)
		}
	}
}

// Every input of esbuild has limits: entries, scripts of batches, imports, and scripts that are minified.
func TestNestingBounded(t *testing.T) {
	deep := strings.Repeat("[", 501)
	asset := func(name string) ([]byte, string, bool) { return []byte(deep), "assets/" + name, name == "deep.js" }
	for entry, want := range map[string]string{
		deep:                 "assets/a.js:1:501: nested more than 500 levels",
		`import "./deep.js"`: "assets/deep.js:1:501: nested more than 500 levels",
	} {
		_, err := Build(&Entry{Name: "a.js", Content: entry, Project: t.TempDir(), Asset: func(name string) ([]byte, string, bool) {
			if name == "a.js" {
				return nil, "assets/a.js", true
			}
			return asset(name)
		}}, &Options{})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for script, want := range map[string]string{
		deep:                 "content/a.js:1:501: nested more than 500 levels",
		`import "./deep.js"`: "assets/deep.js:1:501: nested more than 500 levels",
	} {
		_, err := BuildBatch(&Batch{
			Entries: []string{"/g.js"}, Virtual: "__hu_v", Project: t.TempDir(), Asset: asset,
			Scripts: map[string]*Source{"/g.js": {Content: []byte(`import "__hu_v/a.js"`)}, "__hu_v/a.js": {Shown: "content/a.js", Content: []byte(script)}},
		}, &Options{})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("batch: %v, want %s", err, want)
		}
	}
	if _, err := Minify([]byte(deep)); err == nil || err.Error() != "script:1:501: nested more than 500 levels" {
		t.Error(err)
	}
}
