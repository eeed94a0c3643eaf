package tools

import (
	"testing"

	"github.com/sitegen/sitegen/internal/foreign"
)

func TestJSX(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`<img src={require('./a.png').default} alt="A b" width="5" />`, `![A b](./a.png)`},
		{"<p>\n<img src={require('./a.png').default} />\n</p>", "<p>\n<img src=\"./a.png\" />\n</p>"},
		{`Text <img src={useBaseUrl("/img/a.png")} className="x"/>.`, `Text ![](/img/a.png).`},
		{`<div className="row" style={{color: 'red', margin: 0}}>x</div>`, `<div class="row" style="color: red; margin: 0">x</div>`},
		{`![a](@site/static/img/a.png) [b](@site/docs/b.md) [c](pathname:///c.html)`, `![a](/img/a.png) [b](/docs/b.md) [c](/c.html)`},
		{"`<a className=\"x\">` {/* gone */}", "`<a className=\"x\">` "},
		{"## Title {/* #my-id */}", "## Title {#my-id}"},
		{"Text {/* #my-id */}", "Text "},
	} {
		if got := text(dialect(t, "docusaurus"), tt.in); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestNumbersInFrontMatter(t *testing.T) {
	for _, tt := range []struct {
		file, key string
		in        map[string]any
		want      any
	}{
		{"01-a.md", "weight", map[string]any{}, 11},
		{"01-a.md", "weight", map[string]any{"sidebar_position": 5}, 51},
		{"02-x/index.md", "weight", map[string]any{}, 21},
		{"02-x/02-x.md", "weight", map[string]any{}, 21},
		{"02-x/a.md", "weight", map[string]any{}, nil},
		{"02-x/01-a.md", "slug", map[string]any{"id": "a"}, nil},
		{"02-x/01-a.md", "slug", map[string]any{"id": "b"}, "b"},
		{"02-x/01-a.md", "url", map[string]any{"slug": "./b"}, "/x/b/"},
		{"02-x/index.md", "url", map[string]any{"slug": "b"}, "/x/b/"},
		{"02-x/01-a.md", "url", map[string]any{"parse_number_prefixes": false}, "/02-x/01-a/"},
		{"02-x/01-a.md", "weight", map[string]any{"parse_number_prefixes": false}, nil},
	} {
		dialect(t, "docusaurus").ReadFront(&foreign.Page{File: tt.file, Path: tt.file, Values: tt.in}, nil)
		if got := tt.in[tt.key]; got != tt.want {
			t.Errorf("%s: %s is %v, want %v: %v", tt.file, tt.key, got, tt.want, tt.in)
		}
	}
}
