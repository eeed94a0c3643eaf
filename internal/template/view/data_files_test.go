package view

import (
	"fmt"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// TestMistakesInDataFiles: messages about the data of a resource have a position in its file; resources made by
// templates have no file.
func TestMistakesInDataFiles(t *testing.T) {
	files := blog()
	files["assets/a.json"] = "{\n  \"a\": }\n"
	files["assets/same.json"] = files["assets/a.json"]
	files["assets/b.yaml"] = "a: b: c\n"
	files["assets/c.toml"] = "a = 1\nb =\n"
	files["content/posts/b/d.json"] = `[1,`
	p := newProject(t, files)
	for _, c := range []struct{ src, want string }{
		{`{{ resources.Get "a.json" | unmarshal }}`, "assets/a.json:2:8: the JSON cannot be read: invalid character '}' looking for beginning of value\n  \"a\": }\ntest:1"},
		{`{{ resources.Get "same.json" | unmarshal }}`, "assets/same.json:2:8: the JSON cannot be read: invalid character '}' looking for beginning of value\n  \"a\": }\ntest:1"},
		{`{{ resources.Get "b.yaml" | unmarshal }}`, "assets/b.yaml:1:5: the YAML cannot be read: mapping values are not allowed in this context\na: b: c\ntest:1"},
		{`{{ resources.Get "c.toml" | unmarshal }}`, "assets/c.toml:2:4: the TOML cannot be read: unexpected character U+000A at start of value\nb =\ntest:1"},
		{`{{ .Resources.Get "d.json" | unmarshal }}`, "content/posts/b/d.json:1:4: the JSON cannot be read: it ends too early\n[1,\ntest:1"},
		{`{{ resources.FromString "x.json" "[1," | unmarshal }}`, "transform.Unmarshal:1:4: the JSON cannot be read: it ends too early\n[1,\ntest:1"},
		{`{{ (resources.Get "a.json").Content | unmarshal }}`, "transform.Unmarshal:2:8: the JSON cannot be read: invalid character '}' looking for beginning of value\n  \"a\": }\ntest:1"},
	} {
		_, err := p.eval(p.page("/posts/b"), c.src)
		var got string
		for _, d := range diag.From(err) {
			got += fmt.Sprintf("%s:%d:%d: %s\n%s\n%s", d.File, d.Line, d.Col, d.Message, d.Excerpt, d.Callers)
		}
		if got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
	}
}
