package literal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// show writes a value with the keys in their order.
func show(v any) string {
	switch v := v.(type) {
	case *Object:
		out := "{"
		for _, key := range v.Keys {
			out += fmt.Sprintf("%s: %s; ", key, show(v.Values[key]))
		}
		return out + "}"
	case []any:
		out := "["
		for _, e := range v {
			out += show(e) + "; "
		}
		return out + "]"
	}
	return fmt.Sprintf("%#v", v)
}

// TestExportOf: what a program exports is read as far as it is written out.
func TestExportOf(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": [1, true, "x"], "b": {"c": null}}`: `{a: [1; true; "x"; ]; b: {c: <nil>; }; }`,
		"// @ts-check\nconst {t} = require('t');\n/** @type {C} */\nmodule.exports = { t: 'it\\'s', url: `u`, e: `${x}/y`, p: require.resolve('./a.js'), n: -1.5, };": `{t: "it's"; url: "u"; e: <nil>; p: <nil>; n: -1.5; }`,
		"const config: Config = { list: [['classic', /** @type {O} */ ({ a: false }),],], };\nexport default config;":                                                 `{list: [["classic"; {a: false; }; ]; ]; }`,
		"module.exports = async function create() { const x = 1; return { a: 'b', ...x, m() { return { c: 1 }; }, f: (a, b) => a, z: 1 } }":                           `{a: "b"; f: <nil>; z: 1; }`,
		"export default { a: 'x' + y, b: ['c' as const, d], 'e-f': {} } satisfies Config;":                                                                            `{a: <nil>; b: ["c"; <nil>; ]; e-f: {}; }`,
		"const c: Config = {\n  a: 'b', // words\n}\n\nexport default c\n":                                                                                            `{a: "b"; }`,
		"export default make();":   `(*literal.Object)(nil)`,
		"module.exports = { a: [":  `{a: []; }`,
		"module.exports = { : } }": `{}`,
	} {
		got, err := Export(text)
		if err != nil {
			t.Error(err)
		}
		out := fmt.Sprintf("%#v", got)
		if got != nil {
			out = show(got)
		}
		if diff := cmp.Diff(want, out); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}

func FuzzExportOf(f *testing.F) {
	f.Add("module.exports = { a: [(1), 'b', `c`], ...d }")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = Export(text) })
}

// TestExportNested: what is nested too deeply ends early, with the position, also where no bracket is closed.
func TestExportNested(t *testing.T) {
	for _, open := range []string{"[", "(", "{a:", "[(", "(["} {
		_, err := Export("module.exports = {\n  a: " + strings.Repeat(open, 1_000_000) + "}")
		if at, ok := err.(*NestingError); !ok || at.Line != 2 || at.Col < 500 {
			t.Errorf("%s: %v", open, err)
		}
	}
	if got, err := Export("export default {a: " + strings.Repeat("[", 400) + strings.Repeat("]", 400) + "}"); err != nil || got == nil {
		t.Error(got, err)
	}
}
