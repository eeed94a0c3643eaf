package esbuild

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// build bundles one of the files, which are found like assets.
func build(t *testing.T, files map[string]string, entry string, o Options, project string) (*Result, error) {
	t.Helper()
	return Build(&Entry{
		Name: entry, Content: files[entry], Style: strings.HasSuffix(entry, ".css"), Project: project, Output: "out",
		Asset: func(name string) ([]byte, string, bool) {
			text, ok := files[name]
			return []byte(text), "assets/" + name, ok
		},
	}, &o)
}

// The caller records which files a bundle asks for, so only one goroutine may ask at a time.
func TestFilesAreAskedForInTurn(t *testing.T) {
	var imports strings.Builder
	for i := range 40 {
		fmt.Fprintf(&imports, "@import \"./%d.css\";\n", i)
	}
	var busy atomic.Bool
	_, err := Build(&Entry{
		Name: "css/main.css", Content: imports.String(), Style: true, Project: t.TempDir(), Output: "out",
		Asset: func(name string) ([]byte, string, bool) {
			if !busy.CompareAndSwap(false, true) {
				t.Error("two goroutines ask at once")
			}
			time.Sleep(100 * time.Microsecond)
			busy.Store(false)
			return []byte("a { color: red }"), "assets/" + name, true
		},
	}, &Options{})
	if err != nil {
		t.Fatal(err)
	}
}

func TestBuildScript(t *testing.T) {
	project := t.TempDir()
	dir := filepath.Join(project, "node_modules", "pkg")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.js"), []byte(`export const fromNode = 3`), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := build(t, map[string]string{
		"js/main.ts": `
			import { a } from "./a"
			import { b } from "lib/b"
			import { c } from "./typed.js"
			import * as params from "@params"
			import { fromNode } from "pkg"
			console.log(a, b, c, params.color, fromNode as number, WHERE)`,
		"js/a.js":        `export const a = "from a"`,
		"lib/b/index.js": `export const b = "from b"`,
		"js/typed.ts":    `export const c: string = "from c"`,
	}, "js/main.ts", Options{Minify: true, Params: map[string]any{"color": "red"}, Defines: map[string]string{"WHERE": `"here"`}}, project)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"from a"`, `"from b"`, `"from c"`, `"red"`, `"here"`, `,3,`} {
		if !strings.Contains(string(r.Content), want) {
			t.Errorf("no %s in %s", want, r.Content)
		}
	}
	if diff := cmp.Diff([]string{"node_modules/pkg/index.js"}, r.Read); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	for _, name := range []string{"js/a.js", "js/a.tsx", "lib/b.js", "js/typed.js", "js/typed.ts"} {
		if name != "js/a.tsx" && !strings.Contains(strings.Join(r.Assets, " "), name) {
			t.Errorf("%s is not among the assets %v", name, r.Assets)
		}
	}
}

func TestBuildStyle(t *testing.T) {
	r, err := build(t, map[string]string{
		"css/main.css":     `@import "hugo:vars"; @import "part.css"; a { background: url(images/x.png) } b { & c { color: red } }`,
		"css/part.css":     `p { color: blue }`,
		"css/images/x.png": "png",
	}, "css/main.css", Options{
		Minify: true, Vars: map[string]any{"size": "1rem", "--own": 2}, PublicPath: "/sub/css", Target: []string{"chrome80"}, SourceMap: "linked",
	}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{":root{--own: 2;--size: 1rem}", "p{color:#00f}", `url("/sub/css/x-`, "b c{color:red}", "sourceMappingURL=out.map"} {
		if !strings.Contains(string(r.Content), want) {
			t.Errorf("no %s in %s", want, r.Content)
		}
	}
	if len(r.Files) != 1 || r.Map == nil {
		t.Errorf("files %v, map %d bytes", r.Files, len(r.Map))
	}
}

func TestBuildErrors(t *testing.T) {
	for _, c := range []struct {
		name, want, script string
		options            Options
	}{
		{"syntax", `assets/js/a.js:2:3: Unexpected`, "\n  ?", Options{}},
		{"import", `assets/js/a.js:1:8: Could not resolve "./nothing"`, `import "./nothing"`, Options{}},
		{"format", `format: "x" is not one of cjs, esm, iife`, ``, Options{Format: "x"}},
		{"target", `target: "chrome" is neither`, ``, Options{Target: []string{"chrome"}}},
		{"inject", `inject: file not found: assets/b.js`, ``, Options{Inject: []string{"b.js"}}},
	} {
		_, err := build(t, map[string]string{"js/a.js": c.script}, "js/a.js", c.options, t.TempDir())
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
