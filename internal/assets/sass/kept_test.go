package sass

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/sitegen/sitegen/internal/base/sandbox"
)

// TestKeepIn: the next process has the same result without LibSass, unless anything that the style sheet depends on is
// different.
func TestKeepIn(t *testing.T) {
	dir, project := filepath.Join(t.TempDir(), "sass"), t.TempDir()
	write(t, filepath.Join(project, "vendor", "_far.scss"), `.far { a: b }`, 0o600)
	files := map[string]string{
		"scss/main.scss":  `@import "part", "vendor/far"; @warn "mind"; a { b: $c }`,
		"scss/_part.scss": `$c: red;`,
	}
	options := func() *Options { return &Options{EnableSourceMap: true, Vars: NewVars(map[string]any{"x": 1})} }
	compile := func(l *LibSass, files map[string]string, o *Options, strict bool) (*Result, error) {
		return l.Compile(entry(files, "scss/main.scss", project), o, "main.css", strict)
	}
	compiling := func() *LibSass { return (&LibSass{program: libSass.program, steps: mostSteps}).KeepIn(dir, "v1") }
	// reading returns a compiler whose program does not start.
	reading := func(version string) *LibSass {
		return (&LibSass{program: sandbox.New("nothing", nil, nil)}).KeepIn(dir, version)
	}
	want, err := compile(compiling(), files, options(), true)
	if err != nil {
		t.Fatal(err)
	}
	got, err := compile(reading("v1"), files, options(), true)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nwant %+v", got, err, want)
	}
	with := func(name, text string) map[string]string {
		out := maps.Clone(files)
		out[name] = text
		return out
	}
	for _, x := range []struct {
		name, version string
		files         map[string]string
		change        func(o *Options)
		strict        bool
	}{
		{"program", "v2", files, nil, true},
		{"text", "v1", with("scss/main.scss", files["scss/main.scss"]+" "), nil, true},
		{"import", "v1", with("scss/_part.scss", `$c: blue;`), nil, true},
		{"import that is found first", "v1", with("scss/vendor/far.scss", ``), nil, true},
		{"style", "v1", files, func(o *Options) { o.OutputStyle = "compressed" }, true},
		{"variable", "v1", files, func(o *Options) { o.Vars = NewVars(map[string]any{"x": 2}) }, true},
		{"modules", "v1", files, nil, false},
	} {
		o := options()
		if x.change != nil {
			x.change(o)
		}
		if r, err := compile(reading(x.version), x.files, o, x.strict); err == nil {
			t.Errorf("another %s: %s", x.name, r.Content)
		}
	}
	write(t, filepath.Join(project, "vendor", "_far.scss"), `.near { a: b }`, 0o600)
	if _, err := compile(reading("v1"), files, options(), true); err == nil {
		t.Error("another file of the project is not noticed")
	}
	if r, err := compile(compiling(), files, options(), true); err != nil || string(r.Content) == string(want.Content) {
		t.Errorf("%v, %v", r, err)
	}
	kept, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("%q, %v", kept, err)
	}
	for _, damage := range []string{"", "{", "{}"} {
		write(t, kept[0], damage, 0o600)
		if r, err := compile(reading("v1"), files, options(), true); err == nil {
			t.Errorf("a damaged file is read: %+v", r)
		}
	}
	if _, err := compile(compiling(), files, options(), true); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if r, err := compile(reading("v1"), files, options(), true); err == nil && os.Getuid() >= 0 {
		t.Errorf("a folder that others can write to is read: %+v", r)
	}
}

// TestPruneResults: the folder of results does not grow without limit.
func TestPruneResults(t *testing.T) {
	k := newResults(t.TempDir(), "")
	for i := range mostResults + 3 {
		k.write(filepath.Join(k.dir, fmt.Sprintf("%03d.json", i)), &keptResult{Content: []byte("a")})
	}
	if kept, err := filepath.Glob(filepath.Join(k.dir, "*.json")); err != nil || len(kept) != mostResults {
		t.Errorf("%d files, %v", len(kept), err)
	}
	k.write(filepath.Join(k.dir, "large.json"), &keptResult{Content: make([]byte, mostResultBytes)})
	if _, err := os.Stat(filepath.Join(k.dir, "large.json")); err == nil {
		t.Error("a result of 32 MB is kept")
	}
}
