package esbuild

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Two entries share a chunk; a script finds imports in its own files first, then in assets.
func TestBuildBatch(t *testing.T) {
	assets := map[string]string{"js/near.js": `export const near = "asset"`, "lib/far.ts": `export const far: string = "far"`}
	own := map[string]string{"./near.js": `import { far } from "lib/far"; export const near = "own" + far`}
	r, err := BuildBatch(&Batch{
		Entries: []string{"/run.js", "/g.js"}, Virtual: "__hu_v", Project: t.TempDir(),
		Scripts: map[string]*Source{
			"/run.js":        {Content: []byte(`export default function run(x) { console.log(x) }`)},
			"/g.js":          {Content: []byte(`import a from "__hu_v/js/a.js"; import b from "__hu_v/js/b.js"; import run from "/run.js"; run([a, b])`)},
			"__hu_v/js/a.js": {Content: []byte(`import { near } from "./near.js"; import { word } from "@params"; export default near + word`), Params: json.RawMessage(`{"word":"A"}`), Files: own},
			"__hu_v/js/b.js": {Content: []byte(`import { near } from "./near.js"; import { id } from "@params/config"; export default near + id`)},
		},
		Asset: func(name string) ([]byte, string, bool) {
			text, ok := assets[name]
			return []byte(text), "assets/" + name, ok
		},
		Context: func(of *Source, name string) (string, *Source) {
			if text, ok := own[name]; ok {
				return "__hu_v/own/" + strings.TrimPrefix(name, "./"), &Source{Content: []byte(text), Files: of.Files}
			}
			return "", nil
		},
	}, &Options{Minify: true, Params: map[string]any{"id": "C"}})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range r.Files {
		name := f.Name
		if strings.HasPrefix(name, "chunk-") {
			name = "chunk"
		}
		files[name] = string(f.Content)
	}
	if diff := cmp.Diff([]string{"chunk", "g.js", "run.js"}, slices.Sorted(maps.Keys(files))); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	for _, want := range []string{`"ownfar"`, `"asset"`, `"A"`, `"C"`} {
		if !strings.Contains(files["g.js"], want) {
			t.Errorf("no %s in %s", want, files["g.js"])
		}
	}
	if !slices.Contains(r.Assets, "js/near.js") || !slices.Contains(r.Assets, "lib/far.ts") {
		t.Errorf("assets: %v", r.Assets)
	}
}

func TestBuildBatchErrors(t *testing.T) {
	for _, c := range []struct {
		want, script string
		options      Options
	}{
		{"content/a.js:1:3: Unexpected", "  ?", Options{}},
		{`content/a.js:1:8: Could not resolve "./nothing"`, `import "./nothing"`, Options{}},
		{"format: a batch is bundled as esm only", "", Options{Format: "iife"}},
		{"inject: file not found: assets/b.js", "", Options{Inject: []string{"b.js"}}},
	} {
		_, err := BuildBatch(&Batch{
			Entries: []string{"/g.js"}, Virtual: "__hu_v", Project: t.TempDir(),
			Scripts: map[string]*Source{"/g.js": {Content: []byte(`import "__hu_v/a.js"`)}, "__hu_v/a.js": {Shown: "content/a.js", Content: []byte(c.script)}},
			Asset:   func(string) ([]byte, string, bool) { return nil, "", false },
		}, &c.options)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
