package mkdocs

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/testing/cputime"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// page reads a text with files of the project.
func page(config map[string]any, text string, files map[string]string) (string, []foreign.Problem) {
	d := dialect(mannerOf(config, ".", "docs"))
	t := block.New(text)
	lost := d.Text(t, &foreign.Page{Values: map[string]any{}, Read: func(file string) ([]byte, bool) {
		text, ok := files[file]
		return []byte(text), ok
	}})
	return t.String(), lost
}

var withAPI = map[string]any{
	"plugins": []any{map[string]any{"mkdocstrings": map[string]any{"handlers": map[string]any{
		"python": map[string]any{"options": map[string]any{"show_root_heading": true}},
	}}}},
}

// griffe writes members as a list or as a table, and expressions as text, parts, or trees, depending on its version.
func TestAPI(t *testing.T) {
	const old = `{"p": {"kind": "module", "name": "p", "members": [
{"kind": "alias", "name": "T", "target_path": "p.m.T"}, {"kind": "alias", "name": "L", "target_path": "p.L"},
{"kind": "module", "name": "m", "members": [{"kind": "class", "name": "T", "docstring": {"value": "A thing."}, "members": [
{"kind": "function", "name": "__init__", "parameters": [{"name": "self"}, {"name": "a", "annotation": {"source": "int", "full": "int"}}]},
{"kind": "function", "name": "hidden", "parameters": []}, {"kind": "attribute", "name": "_p", "docstring": {"value": "x"}},
{"kind": "attribute", "name": "size", "lineno": 1, "annotation": ["list", "[", "str", "]"], "value": "[]", "docstring": {"value": "Its size."}},
{"kind": "function", "name": "grow", "lineno": 2, "parameters": [{"name": "self"}, {"name": "by", "kind": "positional or keyword", "default": "1"},
{"name": "fast", "kind": "keyword-only", "annotation": {"source": "Annotated[dict[str, int], Doc(x, y)]"}}, {"name": "kw", "kind": "variadic keyword", "default": "{}"}],
"returns": {"source": "T"}, "docstring": {"value": "Grow.\n\nArgs:\n    by: So much.\n        More.\n    fast (bool): Quick.\n\nEnd."}}
]}]}]}}`
	const fresh = `{"p": {"kind": "module", "name": "p", "members": {"f": {"kind": "function", "docstring": {"value": "F.\n\nReturns\n-------\nint\n"},
"parameters": [{"name": "a", "kind": "positional or keyword", "annotation": {"cls": "ExprBinOp", "left": {"cls": "ExprSubscript", "left": {"cls": "ExprName", "name": "list"},
"slice": {"cls": "ExprTuple", "elements": [{"cls": "ExprAttribute", "values": [{"cls": "ExprName", "name": "x"}, {"cls": "ExprName", "name": "Y"}]}, "1"]}}, "operator": "|", "right": "None"}}],
"returns": {"cls": "ExprNew"}}}}}`
	for _, tt := range []struct{ file, in, want string }{
		{old, "::: p.T\n", "\n## `T` {id=\"p.T\"}\n\n```python\nT(a: int)\n```\n\nA thing.\n\n### `grow` {id=\"p.T.grow\"}\n\n```python\n" +
			"grow(by = 1, *, fast: dict[str, int], **kw) -> T\n```\n\nGrow.\n\n\n**Args**\n\n- `by`: So much.\n  More.\n- `fast` (`bool`): Quick.\n\nEnd.\n\n" +
			"### `size` {id=\"p.T.size\"}\n\n```python\nsize: list[str] = []\n```\n\nIts size.\n"},
		{
			old, "::: p.m.T\n    options: {show_root_heading: false, heading_level: 9, members: false}\n\nEnd\n",
			"\n<a id=\"p.m.T\"></a>\n\n```python\nT(a: int)\n```\n\nA thing.\n\nEnd\n",
		},
		{old, "- a\n\n    ::: p.m.T\n        options: {members: [size]}\n", "- a\n\n\n  ## `T` {id=\"p.m.T\"}\n\n  ```python\n  T(a: int)\n  ```\n\n  A thing.\n\n" +
			"  ### `size` {id=\"p.m.T.size\"}\n\n  ```python\n  size: list[str] = []\n  ```\n\n  Its size.\n"},
		{fresh, "::: p.f\n", "\n## `f` {id=\"p.f\"}\n\n```python\nf(a: list[x.Y, 1] | None) -> …\n```\n\nF.\n\n\n**Returns**\n\nint\n\n"},
		{old, "```\n::: p.T\n```\n", "```\n::: p.T\n```\n"},
		{old, "::: p.L\n", "\n"},
		{old, "#### ::: p.m.T\n    options: {members: false}\n", "\n#### `T` {id=\"p.m.T\"}\n\n```python\nT(a: int)\n```\n\nA thing.\n"},
		{old, "## ::: q.T\n\nText\n", "\n\nText\n"},
		{old, "::: q.T\n", "\n"},
		{"{", "::: p.T\n", "\n"},
		{`{"p": null}`, "::: p.T\n", "\n"},
		{`{"p": {"members": {"T": null}}}`, "::: p.T\n", "\n"},
	} {
		got, _ := page(withAPI, tt.in, map[string]string{"griffe/p.json": tt.file})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
	}
}

// Whatever griffe's file contains, and however often pages show it, the work is bounded.
func TestHostileAPI(t *testing.T) {
	race.Skip(t, "one goroutine")
	var members strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&members, `%s{"kind": "function", "name": "f%d", "docstring": {"value": "%s"}}`, map[bool]string{true: ","}[i > 0], i,
			strings.Repeat("x: y\\n", 20))
	}
	for _, file := range []string{
		`{"p": {"kind": "class", "name": "p", "members": [` + members.String() + `]}}`,
		`{"p": ` + strings.Repeat(`{"members": [`, 20_000) + strings.Repeat(`]}`, 20_000) + `}`,
		`{"p": {"kind": "function", "name": "p", "returns": ` + strings.Repeat(`{"cls": "ExprSubscript", "left": `, 5000) + `1` + strings.Repeat("}", 5000) + `}}`,
		`{"p": {"name": "p", "members": [{"kind": "alias", "name": "a", "target_path": "p.b.a"}, {"kind": "alias", "name": "b", "target_path": "p.a.b"}]}}`,
	} {
		start := cputime.Used()
		got, _ := page(withAPI, strings.Repeat("::: p\n\n::: p.a.b\n\n", 200), map[string]string{"griffe/p.json": file})
		if took := cputime.Used() - start; took > cputime.Limit(5*time.Second) || len(got) > 2*mostIncluded {
			t.Errorf("%.60s: %v, %d bytes", file, took, len(got))
		}
	}
}
