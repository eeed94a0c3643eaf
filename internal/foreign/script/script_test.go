package script

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// show returns a value as text, with keys in order.
func show(v any) string {
	switch v := v.(type) {
	case *Object:
		if v == nil {
			return "none"
		}
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
	case Unknown:
		return "?"
	}
	return fmt.Sprintf("%#v", v)
}

// TestExportOf: literal values of the exported object are read.
func TestExportOf(t *testing.T) {
	for text, want := range map[string]string{
		"export default {\"a\": [1, true, \"x\"], \"b\": {\"c\": null}}": `{a: [1; true; "x"; ]; b: {c: <nil>; }; }`,
		"// @ts-check\nconst {t} = require('t');\n/** @type {C} */\nmodule.exports = { t: 'it\\'s', url: `u`, e: `${x}/y`, p: require.resolve('./a.js'), q: path.join(__dirname, '../b', 'c'), r: require.resolve('d'), n: -1.5, };": `{t: "it's"; url: "u"; e: ?; p: "./a.js"; q: "./../b/c"; r: ?; n: -1.5; }`,
		"import type {C} from 'c';\nconst config: Config = { list: [['classic', /** @type {O} */ ({ a: false }),],], };\nexport default config;":                                                                                     `{list: [["classic"; {a: false; }; ]; ]; }`,
		"module.exports = async function create() { const x = 1; return { a: 'b', ...x, m() { return { c: 1 }; }, f: (a, b) => a, z: 1 } }":                                                                                          `{a: "b"; m: ?; f: ?; z: 1; }`,
		"export default { a: 'x' + y, b: ['c' as const, d], 'e-f': {} } satisfies Config;":                                                                                                                                           `{a: ?; b: ["c"; ?; ]; e-f: {}; }`,
		"const c: Config = {\n  a: 'b', // words\n}\n\nexport default c\n":                                                                                                                                                           `{a: "b"; }`,
		"export default make();": "none",
		"":                       "none",
		"const base = {a: 'x', b: 1}\nexport default {...base, a: 'y', c: `${base.a}/z`, ...other(), d: 'e'}": `{a: ?; b: ?; c: ?; d: "e"; }`,
		"const base = {a: 'x', b: 1}\nexport default {...base, a: 'y', c: `${base.a}/z`, t: 'a' + \"b\"}":     `{a: "y"; b: 1; c: "x/z"; t: "ab"; }`,
		"let a = 'x', b = 'y', c = ['z'], d = {}; a = f(); c.push(1); d.e = 2\nexport default {a, b, c, d}":   `{a: ?; b: "y"; c: ?; d: ?; }`,
		"const a = 'outer'; module.exports = (c) => { const a = 'inner'; c.add('x'); return {a} }":            `{a: "inner"; }`,
		"module.exports = c => ({dir: {input: 'src'}})":                                                       `{dir: {input: "src"; }; }`,
		"export default ({mode}) => { return wrap(extend(defineConfig({a: 1}))) }":                            `{a: 1; }`,
		"const a = b, b = a; export default {a}":                                                              `{a: ?; }`,
		"const RE = /['\"`{]/; /* }' */ export default {a: 'caf\\u00e9 \\x41\\u{1F600}', 'b\\'c': '//no'}":    `{a: "café A😀"; b'c: "//no"; }`,
		"export default {[key]: 1, a: {b: 2}.b, ['c' + 'd']: 3, n: 0x10, e: 1_000}":                           `{a: 2; cd: 3; n: 16; e: 1000; }`,
	} {
		got, err := Export("a.ts", []byte(text))
		if err != nil {
			t.Errorf("%s\n%v", text, err)
		}
		if diff := cmp.Diff(want, show(got)); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
	if got, err := Export("a.js", []byte("export default {a: <b c={1}>x</b>, d: 'e'}")); err != nil || show(got) != `{a: ?; d: "e"; }` {
		t.Error(show(got), err)
	}
	if got, err := Export("a.json", []byte(`{"z": [1], "a": "\u00e9"}`)); err != nil || show(got) != `{z: [1; ]; a: "é"; }` {
		t.Error(show(got), err)
	}
}

// TestApply: a function of the exported object gets its arguments, also by patterns.
func TestApply(t *testing.T) {
	page := Open(map[string]any{"page": Open(map[string]any{"slug": "x"})})
	for text, want := range map[string]any{
		"export default { f: ({page}) => `/a/${page.slug}/` }":                          "/a/x/",
		"module.exports = { f: function(data) { return '/b/' + data.page.slug } }":      "/b/x",
		"export default () => ({ f({page: {slug: s}}) { return `/${s}` } })":            "/x",
		"export default { f: (data) => `/${data.title}/` }":                             Unknown{},
		"export default { f: ({page}) => { if (page.slug) return '/y'; return '/n' } }": Unknown{},
		"export default { g: () => 'x' }":                                               Unknown{},
		"export default 1":                                                              Unknown{},
	} {
		p, err := Read("a.js", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Apply("f", page); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestValue: operators, members, and methods are evaluated if all their operands are known.
func TestValue(t *testing.T) {
	code := "export const n = 3, s = 'ab', o = {list: [1, 'x', [2]], k: {v: 'y'}}, f = (a, b) => a + b, p = {a: 1, ...q};\n"
	globals := map[string]any{"frontMatter": map[string]any{"mytitle": "T", "n": uint64(3)}, "props": &Object{}}
	for expression, want := range map[string]string{
		"1 + 1": "2", "7 % 4 - 2 * 3 / 4": "1.5", "2 ** 10": "1024", "-n + +2": "-1", "0.1 + 0.2": "0.30000000000000004",
		"'a' + 1": `"a1"`, "1 + 1 + 'a'": `"2a"`, "`${n} of ${s}`": `"3 of ab"`, "`a${o}`": "?",
		"o.list[1]": `"x"`, "o['k'].v": `"y"`, "o.list[2][0]": "2", "o.list.length": "3", "o.list[9]": "<nil>", "o.none": "<nil>", "p.none": "?", "o.none.v": "?",
		"s[1]": `"b"`, "'é€😀'.length": "4", "s.toUpperCase()": `"AB"`, "s.trim().toLowerCase()": `"ab"`,
		"o.list.join()": "?", "['a', 1, null].join('-')": `"a-1-"`, "['a', b].join()": "?", "n.toString()": `"3"`,
		"n > 2 ? 'more' : 'less'": `"more"`, "n === 3 && s": `"ab"`, "'' || 'd'": `"d"`, "null ?? 'd'": `"d"`,
		"undefined ?? 1": "1", "n === '3'": "false", "n != 4": "true", "'a' < 'b'": "true", "!n": "false", "!''": "true",
		"x ? 1 : 2": "?", "true || x": "true", "x || true": "?", "x + 1": "?", "f(n, 4)": "7", "f('a', x)": "?",
		"frontMatter.myTitle": `"T"`, "frontMatter.n > 2": "true", "!frontMatter.none": "true", "props.a": "<nil>", "new Date().getFullYear()": "?", "Math.max(1, 2)": "?",
		"process.env.A": "?", "process.env.A || 'd'": `"d"`, "process.env['A'] !== 'x' && 1": "1", "import.meta.env.A ? 1 : 2": "2",
		"!process.env.CI": "true", "s == null": "false", "x == null": "?",
		"[1, 2].map(x => x * n)": "[3; 6; ]", "['b', 'c'].map((x, i) => `${i}${x}`).join('; ')": `"0b; 1c"`,
		"[1, 2, 3].filter(x => x > 1)": "[2; 3; ]", "[1].map(g)": "[?; ]", "[1, 2].filter(x => y)": "?", "[{a: 1}].map(x => { x.b = 2; return x })": "[?; ]",
		"n++": "?", "": "?", "{a: 1}": "{a: 1; }",
	} {
		got, _ := Value("a.jsx", code, expression, globals)
		if show(got) != want {
			t.Errorf("%s: %s, want %s", expression, show(got), want)
		}
	}
}

// TestText: values are written as JavaScript writes them.
func TestText(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{1000000.0, "1000000"},
		{1e21, "1e+21"},
		{1.5e-7, "1.5e-7"},
		{1e-6, "0.000001"},
		{-0.5, "-0.5"},
		{0.0, "0"},
		{math.Inf(-1), "-Infinity"},
		{math.Inf(1), "Infinity"},
		{math.NaN(), "NaN"},
		{true, "true"},
		{"x", "x"},
		{nil, ""},
		{[]any{"x"}, ""},
		{&Object{}, ""},
		{Unknown{}, ""},
	} {
		if got, ok := Text(c.value); got != c.want || ok != (c.want != "") {
			t.Errorf("%#v: %q, %v, want %q", c.value, got, ok, c.want)
		}
	}
}

// TestImported: the arguments of the first call of the default export of a module are read.
func TestImported(t *testing.T) {
	p, err := Read("a.mjs", []byte("import make, {other} from 'm';\nimport no from 'n';\nno({a: 1});\nexport default f({x: [make({b: 2}, ...c), make(3)]})"))
	if err != nil {
		t.Fatal(err)
	}
	if got := show(p.Imported("m")); got != "[{b: 2; }; ?; ]" {
		t.Error(got)
	}
	if got := p.Imported("o"); got != nil {
		t.Error(got)
	}
}

// TestCalls: calls of methods are read with their arguments, and variables that are declared at the top level.
func TestCalls(t *testing.T) {
	p, err := Read("a.js", []byte("const dir = 'img', n = f();\nmodule.exports = function (c) {\n  c.copy(dir); c.copy({'a': \"b\"}, x);\n  [dir, 'e'].forEach(p => { c.copy(`x/${p}`) });\n  y.forEach(p => c.copy(p));\n  // c.copy('no')\n}"))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, args := range p.Calls("copy") {
		got += show(args)
	}
	if want := `["img"; ][{a: "b"; }; ?; ]["x/img"; ]["x/e"; ][?; ]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := show(p.Declared()); got != `{dir: "img"; n: ?; }` {
		t.Error(got)
	}
	if !p.HasKey("a") || p.HasKey("dir") {
		t.Error("keys of objects")
	}
}

func FuzzExportOf(f *testing.F) {
	f.Add("module.exports = { a: [(1), 'b', `c`], ...d }")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = Export("a.js", []byte(text)) })
}

// TestExportWrong: errors and too deep nesting are reported with their position.
func TestExportWrong(t *testing.T) {
	for _, open := range []string{"[", "(", "{a:", "[(", "(["} {
		_, err := Export("a.js", []byte("module.exports = {\n  a: "+strings.Repeat(open, 1_000_000)+"}"))
		if at, ok := err.(*diag.Diagnostic); !ok || at.Line != 2 || at.Col < 400 {
			t.Errorf("%s: %v", open, err)
		}
	}
	if got, err := Export("a.js", []byte("export default {a: "+strings.Repeat("[", 400)+strings.Repeat("]", 400)+"}")); err != nil || got == nil {
		t.Error(got, err)
	}
	_, err := Export("a.js", []byte("module.exports = {\n  a: [\n"))
	if at, ok := err.(*diag.Diagnostic); !ok || at.Line != 3 || at.File != "a.js" {
		t.Error(err)
	}
}

// TestProject: values of other files and results of functions are read; a program cannot take much time or memory.
func TestProject(t *testing.T) {
	files := map[string]string{
		"a/en.ts":        "import { more } from './more.js'\nexport const en: X = { t: nav('x'), ...more }\nfunction nav(to: string) { return [{ text: 'N', link: `/${to}` }] }\n",
		"a/more.ts":      "export { deep as more } from '../deep'\n",
		"deep/index.mjs": "const f = () => ({ d: 1 })\nexport const deep = f()\n",
		"p.json":         `{"version": "1.2"}`,
		"loop.ts":        "import { c } from './config'\nexport const l = c, f = (x) => f(x)\n",
	}
	for text, want := range map[string]string{
		"import {en} from './a/en'\nexport default defineConfig({en})":                                                                                                  `{en: {t: [{text: "N"; link: "/x"; }; ]; d: 1; }; }`,
		"import {version as v} from './p.json' with { type: 'json' }\nimport p from './p.json'\nimport q from 'q'\nexport default {v, p: p.version, q}":                 `{v: "1.2"; p: "1.2"; q: ?; }`,
		"export default withA(defineConfig(({mode}) => { const x = 'y'; return {x} }), 2)":                                                                              `{x: "y"; }`,
		"import {l, f} from './loop'\nexport const c = l\nexport default {c, f: f(1)}":                                                                                  `{c: ?; f: ?; }`,
		"import {gone} from './gone'\nexport default {gone, n: g(), h: defineX({a: 1}), i: x.y()}\nfunction g() { return h() }\nfunction h() { return i }\nconst i = 2": `{gone: ?; n: 2; h: {a: 1; }; i: ?; }`,
	} {
		p, err := ReadProject("config.ts", []byte(text), func(file string) ([]byte, bool) {
			if file == "config.ts" {
				return []byte(text), true
			}
			s, ok := files[file]
			return []byte(s), ok
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := show(p.Export()); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
	double := "const a0 = 'abcdefgh'; const o0 = {};"
	for i := range 60 {
		double += fmt.Sprintf("const a%d = a%d + a%[2]d; const o%[1]d = {a: o%[2]d, b: o%[2]d}; const f%[1]d = () => [f%[2]d(), f%[2]d()];", i+1, i)
	}
	if _, err := Export("a.ts", []byte(double+"export default {t: 1, a: a60, o: o60, f: f60()}")); err != nil {
		t.Error(err)
	}
}
