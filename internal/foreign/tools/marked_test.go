package tools

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Comments of Docusaurus highlight lines of code; the lines below the code keep their numbers.
func TestMarked(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{
			"next line and a range", "```js title=\"a.js\"\na\n// highlight-next-line\nb\n/* highlight-start */\nc\nd\n// highlight-end\ne\n```\ntext\n",
			"```js {title=\"a.js\" hl_lines=\"2 3 4\"}\na\nb\nc\nd\ne\n```\n\n\n\ntext\n",
		},
		{"other comments", "```py\n# highlight-next-line\na\n<!-- highlight-next-line -->\nb\n```", "```py {hl_lines=\"1 2\"}\na\nb\n```\n\n"},
		{"no fence that closes", "```sh\n# highlight-start\na", "```sh {hl_lines=\"1\"}\na\n"},
		{"nothing marked", "```js\n// highlight\na\n```\n// highlight-next-line\nb", "```js\n// highlight\na\n```\n// highlight-next-line\nb"},
	} {
		if diff := cmp.Diff(tt.want, text(dialect(t, "docusaurus"), tt.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
