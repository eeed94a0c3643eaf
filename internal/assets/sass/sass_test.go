package sass

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func always(string) bool { return true }

// start starts the Dart Sass installed on this machine.
func start(t *testing.T) *Compiler {
	t.Helper()
	program, err := Find(t.TempDir(), always)
	if err != nil {
		t.Skip(err)
	}
	c, err := Start(program)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func entry(files map[string]string, name, project string) *Entry {
	return &Entry{
		Name: name, Content: files[name],
		Asset: func(name string) ([]byte, string, bool) {
			text, ok := files[name]
			return []byte(text), "assets/" + name, ok
		},
		File: func(name string) ([]byte, bool) {
			text, err := os.ReadFile(filepath.Join(project, filepath.FromSlash(name)))
			return text, err == nil
		},
	}
}

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func TestCompile(t *testing.T) {
	c := start(t)
	project := t.TempDir()
	write(t, filepath.Join(project, "node_modules", "lib", "scss", "_main.scss"), `@import "part"; .lib { color: $color }`, 0o600)
	write(t, filepath.Join(project, "node_modules", "lib", "scss", "_part.scss"), `$color: teal;`, 0o600)
	r, err := c.Compile(entry(map[string]string{
		"scss/main.scss": `@use "hugo:vars"; @use "hugo:vars/dark" as d; @use "tools"; @use "sub/with space" as s; @import "lib/scss/main"; @import "old";
			@warn "mind this";
			a { b { color: vars.$color; content: vars.$said; width: vars.$width; c: d.$color; w: tools.$w } }`,
		"scss/tools/_index.scss":    `@forward "size";`,
		"scss/tools/size.scss":      `$w: 3px;`,
		"scss/sub/_with space.scss": `.space { a: b }`,
		"scss/_old.sass":            ".old\n  a: b\n",
	}, "scss/main.scss", project), &Options{
		OutputStyle: "compressed", EnableSourceMap: true, Quiet: true, IncludePaths: []string{"node_modules"},
		Vars: NewVars(map[string]any{"color": "#ff0000", "said": Quoted("x"), "width": 2, "Dark": map[string]any{"color": "black"}}),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`a b{color:red;content:"x";width:2;c:black;w:3px}`, ".lib{color:teal}", ".old{a:b}", ".space{a:b}"} {
		if !strings.Contains(string(r.Content), want) {
			t.Errorf("no %s in %s", want, r.Content)
		}
	}
	if r.Map == nil || strings.Contains(string(r.Map), project) {
		t.Errorf("source map %s", r.Map)
	}
	for _, name := range []string{"scss/_tools.scss", "scss/tools/_size.scss", "scss/tools/size.scss", "scss/_old.sass"} {
		if !slices.Contains(r.Assets, name) {
			t.Errorf("%s is not among the assets %v", name, r.Assets)
		}
	}
	for _, name := range []string{"node_modules/lib/scss/_main.scss", "node_modules/lib/scss/_part.scss"} {
		if !slices.Contains(r.Read, name) {
			t.Errorf("%s is not among the files %v", name, r.Read)
		}
	}
	if want := []string{`"assets/scss/main.scss":1:1: mind this`}; !slices.Equal(r.Warnings, want) {
		t.Errorf("warnings %q, want %q", r.Warnings, want)
	}
	if r, err = c.Compile(entry(map[string]string{"a.sass": "a\n  $x: 1\n  b: $x"}, "a.sass", project), &Options{}); err != nil || string(r.Content) != "a {\n  b: 1;\n}" {
		t.Errorf("%v, %v", r, err)
	}
}

func TestCompileErrors(t *testing.T) {
	c := start(t)
	for _, x := range []struct{ name, main, want string }{
		{"import", `@import "nothing";`, `assets/main.scss:1:9: Can't find stylesheet to import.`},
		{"part", `@import "part";`, `assets/_part.scss:2:6: Undefined variable.`},
		{"outside", `@import "../../../etc/passwd";`, `assets/main.scss:1:9: Can't find stylesheet to import.`},
	} {
		_, err := c.Compile(entry(map[string]string{"main.scss": x.main, "_part.scss": "a { /* ü𝄞 */\n  b: $c }"}, "main.scss", t.TempDir()), &Options{Quiet: true})
		if err == nil || err.Error() != x.want {
			t.Errorf("%s: %v, want %s", x.name, err, x.want)
		}
	}
}

func TestFind(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs have other names")
	}
	project := t.TempDir()
	t.Setenv("PATH", t.TempDir())
	if _, err := Find(project, always); err == nil || !strings.Contains(err.Error(), "npm install --save-dev sass-embedded") {
		t.Error(err)
	}
	script := filepath.Join(project, "node_modules", ".bin", "sass")
	write(t, script, "#!/bin/sh\n", 0o700)
	if got, err := Find(project, always); got != script || err != nil {
		t.Error(got, err)
	}
	program := filepath.Join(project, "node_modules", "sass-embedded-linux-x64", "dart-sass", "sass")
	write(t, program, "#!/bin/sh\n", 0o700)
	if got, err := Find(project, always); got != program || err != nil {
		t.Error(got, err)
	}
	onPath := filepath.Join(os.Getenv("PATH"), "dart-sass")
	write(t, onPath, "#!/bin/sh\n", 0o700)
	if got, err := Find(project, always); got != onPath || err != nil {
		t.Error(got, err)
	}
	if got, err := Find(project, func(name string) bool { return name == "sass" }); got != program || err != nil {
		t.Error(got, err)
	}
	if _, err := Find(project, func(string) bool { return false }); err == nil || !strings.Contains(err.Error(), "security.exec.allow") {
		t.Error(err)
	}
}
