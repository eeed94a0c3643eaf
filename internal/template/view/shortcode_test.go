package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/template/markdown"
)

// TestShortcodes: the context of a call and its questions: arguments belong to the call, references to the page.
// https://gohugo.io/methods/shortcode/
func TestShortcodes(t *testing.T) {
	p := newProject(t, blog())
	page := p.page("/posts/one")
	outer := NewShortcode(page, &markdown.Shortcode{Name: "outer", Named: map[string]any{"id": "x", "n": 5}, Line: 3, Col: 7}, nil)
	inner := NewShortcode(page, &markdown.Shortcode{Name: "inner", Positional: []any{"a", 2}, Ordinal: 1, Line: 4, Col: 1}, outer)
	none := NewShortcode(page, &markdown.Shortcode{Name: "none"}, nil)
	outer.Inner = "\n  deep\n"
	got, want := map[string]string{}, map[string]string{}
	for _, c := range []struct {
		of        *Shortcode
		src, want string
	}{
		{outer, `{{ .Name }} {{ .IsNamedParams }} {{ .Params.id }} {{ .Ordinal }} {{ with .Parent }}x{{ end }}`, "outer true x 0  | "},
		{inner, `{{ .Name }} {{ .IsNamedParams }} {{ index .Params 1 }} {{ .Ordinal }} {{ .Parent.Name }} {{ .Parent.Get "id" }}`, "inner false 2 1 outer x | "},
		{outer, `{{ .Get "id" }} {{ .Get "n" }} [{{ .Get "none" }}] [{{ .Get 0 }}]`, "x 5 [] [<no value>] | "},
		{inner, `{{ .Get 0 }} {{ .Get 1 }} [{{ .Get 2 }}] [{{ .Get "id" }}] {{ .Get 1.0 }}`, "a 2 [] [<no value>] 2 | "},
		{inner, `{{ .Get -1 }}`, "ERR test:1: no argument -1 (while rendering content/posts/one.md:4) | "},
		{none, `[{{ .Get 0 }}] [{{ .Get "id" }}] {{ len .Params }}`, "[<no value>] [<no value>] 0 | "},
		{outer, `{{ .Position }}`, `"content/posts/one.md:3:7" | `},
		{outer, `{{ .Page.Title }} {{ .Site.Title }}`, "One Blog | PageCard en:/posts/one; Config "},
		{inner, `{{ .Ref "two" }}`, "https://example.org/sub/posts/two/ | Resolve ref|en|en:/posts/one|two; PageCard en:/posts/two"},
		{inner, `{{ .RelRef "two" }} {{ relref . "two" }}`, "/sub/posts/two/ /sub/posts/two/ | Resolve ref|en|en:/posts/one|two; PageCard en:/posts/two"},
		{outer, `{{ .Store.Set "k" 1 }}{{ .Scratch.Add "k" 2 }}{{ .Store.Get "k" }}{{ .Page.Store.Get "k" }}`, "3<no value> | "},
	} {
		call := p.call(page)
		call.Shortcode = c.of
		out, err := call.execute(c.src, c.of)
		if err != nil {
			out = "ERR " + err.Error()
		}
		var asked []string
		for _, s := range call.Recorder.Record().Steps {
			asked = append(asked, kindName(s.Kind)+" "+strings.ReplaceAll(s.Key, "\x00", "|"))
		}
		got[c.src], want[c.src] = out+" | "+strings.Join(asked, "; "), c.want
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
