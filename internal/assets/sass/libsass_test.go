package sass

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// libSass is one compiler for all tests, since starting it takes a while.
var libSass = NewLibSass("")

func TestLibSass(t *testing.T) {
	project := t.TempDir()
	write(t, filepath.Join(project, "node_modules", "lib", "scss", "_main.scss"), `@import "part"; .lib { color: $hue }`, 0o600)
	write(t, filepath.Join(project, "node_modules", "lib", "scss", "_part.scss"), `$hue: teal;`, 0o600)
	write(t, filepath.Join(project, "vendor", "_far.scss"), `.far { a: b }`, 0o600)
	e := entry(map[string]string{
		"scss/main.scss": `// @use "nothing"
@import "hugo:vars"; @import "hugo:vars/dark";
@import "tools", "sub/with space", "lib/scss/main", "old", "vendor/far", "theme.mod";
@import "kept.css";
@mixin m { @warn "mind this"; x: y }
@warn "and this";
@for $i from 1 through 2 { .x-#{$i} { width: (100% / 3); @include m } }
a { b { color: $color; content: $said; width: $width; c: $shade; w: $w; un: $un } }`,
		"scss/tools/_index.scss":    `@import "size";`,
		"scss/tools/size.scss":      `$w: 3px;`,
		"scss/sub/_with space.scss": `.space { a: b }`,
		"scss/_theme.mod.scss":      `.mod { a: b }`,
		"scss/_old.sass":            ".old\n\ta: b\n.new\n  c: d\n",
	}, "scss/main.scss", project)
	o := &Options{
		OutputStyle: "compressed", EnableSourceMap: true, IncludePaths: []string{"node_modules"},
		Vars: NewVars(map[string]any{"color": "#ff0000", "said": Quoted("x"), "un": "p q", "width": 2, "Dark": map[string]any{"shade": "black"}}),
	}
	r, err := libSass.Compile(e, o, "main.css", true)
	if err != nil {
		t.Fatal(err)
	}
	want := `.space{a:b}.lib{color:teal}.old{a:b}.new{c:d}.far{a:b}.mod{a:b}` +
		`.x-1{width:33.33333333%;x:y}.x-2{width:33.33333333%;x:y}a b{color:red;content:"x";width:2;c:black;w:3px;un:p q}` +
		"\n\n/*# sourceMappingURL=main.css.map */"
	if got := string(r.Content); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var sourceMap struct {
		File    string
		Sources []string
	}
	if err := json.Unmarshal(r.Map, &sourceMap); err != nil {
		t.Fatal(err)
	}
	sources := []string{
		"assets/scss/main.scss", "hugo:vars", "hugo:vars/dark", "assets/scss/tools/_index.scss", "assets/scss/tools/size.scss",
		"assets/scss/sub/_with space.scss", "node_modules/lib/scss/_main.scss", "node_modules/lib/scss/_part.scss",
		"assets/scss/_old.sass", "vendor/_far.scss", "assets/scss/_theme.mod.scss",
	}
	if sourceMap.File != "main.css" || !slices.Equal(sourceMap.Sources, sources) {
		t.Errorf("source map of %s: %q", sourceMap.File, sourceMap.Sources)
	}
	for _, name := range []string{"scss/_tools.scss", "scss/tools/_index.scss", "scss/tools/_size.scss", "scss/tools/size.scss", "scss/_old.sass"} {
		if !slices.Contains(r.Assets, name) {
			t.Errorf("%s is not among the assets %v", name, r.Assets)
		}
	}
	for _, name := range []string{"lib/scss/_main.scss", "node_modules/lib/scss/_main.scss", "node_modules/lib/scss/_part.scss", "vendor/_far.scss"} {
		if !slices.Contains(r.Read, name) {
			t.Errorf("%s is not among the files %v", name, r.Read)
		}
	}
	warnings := []string{`"assets/scss/main.scss":6:1: and this`, `"assets/scss/main.scss":5:12: mind this`}
	if !slices.Equal(r.Warnings, warnings) {
		t.Errorf("warnings %q, want %q", r.Warnings, warnings)
	}
	again, err := libSass.Compile(e, o, "main.css", true)
	if err != nil || string(again.Content) != want || string(again.Map) != string(r.Map) {
		t.Errorf("again: %v", err)
	}
}

func TestLibSassStyles(t *testing.T) {
	for style, want := range map[string]string{
		"":           "a {\n  b: 0.333; }\n  a c {\n    d: e; }\n\n@import \"x.css\";\n",
		"expanded":   "a {\n  b: 0.333;\n}\n\na c {\n  d: e;\n}\n\n@import \"x.css\";\n",
		"compact":    "a { b: 0.333; }\n\na c { d: e; }\n\n@import \"x.css\";\n",
		"Compressed": "a{b:.333}a c{d:e}\n",
	} {
		r, err := libSass.Compile(entry(map[string]string{"a.sass": "a\n  b: 1/3*1\n  c\n    d: e\n", "a.scss": "a { b: (1/3); c { d: e } }\n@import \"x.css\";\n"}, "a.scss", t.TempDir()),
			&Options{OutputStyle: style, Precision: 3}, "a.css", false)
		if err != nil || string(r.Content) != want || r.Map != nil {
			t.Errorf("%q: %q, %v, want %q", style, r.Content, err, want)
		}
	}
}

// TestLibSassErrors: errors have positions, and endless loops and excessive memory are stopped.
func TestLibSassErrors(t *testing.T) {
	const tooLong = `assets/main.scss: it takes too long: a loop may never end, or selectors multiply`
	for _, x := range []struct{ name, main, want string }{
		{"import", `@import "nothing";`, `assets/main.scss:1:1: File to import not found or unreadable: nothing.`},
		{"part", `@import "part";`, `assets/_part.scss:2:6: Undefined variable: "$c".`},
		{"outside", `@import "../../../etc/passwd";`, `assets/main.scss:1:1: File to import not found or unreadable: ../../../etc/passwd.`},
		{"absolute", `@import "/etc/passwd";`, `assets/main.scss:1:1: File to import not found or unreadable: /etc/passwd.`},
		{"syntax", "a {\n  b: c", `assets/main.scss:2:6: Invalid CSS after "  b: c": expected "}", was ""`},
		{"error", `@error "no";`, `assets/main.scss:1:1: no`},
		{"itself", `@import "loop";`, `assets/_loop.scss:1:1: An @import loop has been found: assets/main.scss imports assets/_loop.scss assets/_loop.scss imports assets/_loop.scss assets/_loop.scss imports assets/_loop.scss`},
		{"recursion", `@function f($x) { @return f($x) + 1; } a { b: f(1) }`, `assets/main.scss:1:27: Stack depth exceeded max of 1024`},
		{"nesting", strings.Repeat("a{", 100_000), `assets/main.scss:1:1021: Code too deeply nested`},
		{"endless", `@while true { }`, tooLong},
		{"calls", `@function f($n) { @if $n <= 0 { @return 1; } @return f($n - 1) + f($n - 1); } a { b: f(100) }`, tooLong},
		{"selectors", strings.Repeat("a, b { ", 40) + "c: d" + strings.Repeat("}", 40), tooLong},
		{"memory", `$s: "aaaaaaaa"; @while true { $s: $s + $s; }`, `assets/main.scss: it takes more than 128 MB of memory: values or selectors multiply`},
	} {
		steps := int32(mostSteps / 100)
		if x.name == "memory" {
			steps = mostSteps
		}
		_, err := (&LibSass{libSass.program, steps, newResults("", "")}).Compile(entry(map[string]string{
			"main.scss": x.main, "_part.scss": "a { /* ü𝄞 */\n  b: $c }", "_loop.scss": `@import "loop"`,
		}, "main.scss", t.TempDir()), &Options{}, "main.css", true)
		if err == nil || err.Error() != x.want {
			t.Errorf("%s:\n got %v\nwant %s", x.name, err, x.want)
		}
	}
}

// TestLibSassModules: Dart Sass compiles style sheets that LibSass would print unchanged, unless the options demand
// LibSass.
func TestLibSassModules(t *testing.T) {
	files := map[string]string{"main.scss": `@import "part";`, "_part.scss": "/*\n@use \"x\";\n*/\n  @use \"sass:math\";"}
	r, err := libSass.Compile(entry(files, "main.scss", t.TempDir()), &Options{}, "main.css", true)
	if !errors.Is(err, ErrModules) || !slices.Contains(r.Assets, "_part.scss") {
		t.Errorf("%v, %v", r, err)
	}
	r, err = libSass.Compile(entry(files, "main.scss", t.TempDir()), &Options{}, "main.css", false)
	if err != nil || !strings.Contains(string(r.Content), `@use "sass:math"`) {
		t.Errorf("%v, %v", r, err)
	}
	files["_part.scss"] = "/*\n@use \"x\";\n*/"
	if _, err = libSass.Compile(entry(files, "main.scss", t.TempDir()), &Options{}, "main.css", true); err != nil {
		t.Error(err)
	}
}
