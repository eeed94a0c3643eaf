package docusaurus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/foreign"
)

func TestParts(t *testing.T) {
	files := map[string]string{
		"docs/a/_part.mdx": "---\nx: 1\n---\nimport Deep from './_deep.md';\n\nText for {props.name}: [b](./b.md) ![](c/d.png) [e](https://e.org).\n\n<Deep/>\n",
		"docs/a/_deep.md":  ":::tip\nDeep.\n:::\n<Unknown/>\n",
		"docs/_self.md":    "import Self from './_self.md';\n\nOnce.\n\n<Self/>\n",
		"docs/s.js":        "let a = `b`;\n\n# c\n",
	}
	for _, tt := range []struct{ name, in, want, lost string }{
		{
			"a part", "import Part from './a/_part.mdx';\n\n# T\n\n<Part\n  name=\"Jo\"\n/>\nend\n",
			"# T\n\nText for Jo: [b](a/b.md) ![](a/c/d.png) [e](https://e.org).\n\n> [!tip]\n> Deep.\n\nend\n",
			"5: the component <Unknown> is left out, its text is kept",
		},
		{
			"in a list", "import Part from '@site/docs/a/_deep.md'\n\n- a\n\n  <Part/>\n- <Part/>\n",
			"- a\n\n  > [!tip]\n  > Deep.\n-\n  > [!tip]\n  > Deep.\n", "5: the component <Unknown> is left out, its text is kept",
		},
		{
			"imports on a line, with signs that JavaScript escapes",
			"import A from '@theme/A'; import Part from './\\_self.md';\n\n<Part/>\n",
			"Once.\n", "3: the part <Self> is left out: the file includes itself",
		},
		{"in itself", "import Self from './_self.md';\n\n<Self/>\n", "Once.\n", "3: the part <Self> is left out: the file includes itself"},
		{"missing", "import No from './_no.md';\n\na\n\n<No/>\n", "a\n", "5: the part <No> is left out: no such file in the project or its git repository"},
		{
			"code", "import S from '!!raw-loader!./s.js';\n\n<CodeBlock language=\"js\" title=\"s\">{S}</CodeBlock>\n\n<CodeBlock>\n{`a\n\n  b`}\n</CodeBlock>\n\n- <CodeBlock>c</CodeBlock>\n",
			"``` {title=\"s\"}\n", "",
		},
		{"an import that is not used", "import S from '!!raw-loader!./s.js';\n\n`{S}`\n", "`{S}`\n", ""},
		{
			"details", "<Details summary=\"A *b*\" open>\n\nc\n\n</Details>\n",
			"<details open=\"open\">\n\n<summary>A *b*</summary>\n\nc\n\n</details>\n", "",
		},
		{"values that are no texts", "a{6} b{1.5} c{true} d{null} e{undefined} f{`g`}\n", "a6 b1.5 c d e fg\n", ""},
		{"table of contents", "a\n\n<TOCInline toc={toc} maxHeadingLevel={3} />\n", "a\n", "3: <TOCInline> is left out"},
	} {
		d := dialect(&manner{site: "."})
		body, lost := d.Convert(&foreign.Page{File: "docs/x.mdx", Path: "x.mdx", Read: func(file string) ([]byte, bool) {
			text, ok := files[file]
			return []byte(text), ok
		}}, []byte(tt.in))
		got := strings.TrimLeft(string(body), "\n")
		if tt.name == "code" {
			tt.want = "```js {title=\"s\"}\nlet a = `b`;\n\n# c\n```\n\n```\na\n\n  b\n```\n\n- ```\n  c\n  ```\n"
		}
		if diff := cmp.Diff(tt.want, strings.TrimRight(got, "\n")+"\n"); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.name, diff)
		}
		said := ""
		for _, l := range lost {
			said += string(rune('0'+l.Line)) + ": " + l.Message
		}
		if said != tt.lost {
			t.Errorf("%s: %s, want %s", tt.name, said, tt.lost)
		}
	}
}
