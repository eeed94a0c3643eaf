package exec

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"testing"
	texttemplate "text/template"
	"text/template/parse"
)

// TestPrinter: the direct output of a function equals the printed result, and nothing is printed directly unless it is
// HTML in the text of a page.
func TestPrinter(t *testing.T) {
	asked := ""
	part := func(kind string, rest ...any) (any, error) {
		switch kind {
		case "html":
			return template.HTML(fmt.Sprint("<b>", rest, "</b>")), nil
		case "value":
			return "<v>", nil
		case "nothing":
			return nil, nil
		}
		return nil, errSome
	}
	print := func(out *bytes.Buffer, args []any) (any, bool, error) {
		asked += "p"
		v, err := part(args[0].(string), args[1:]...)
		if html, ok := v.(template.HTML); ok {
			out.WriteString(string(html))
			return nil, true, nil
		}
		return v, false, err
	}
	for src, printed := range map[string]string{
		`<p>{{ part "html" }}{{ part "html" 1 2 }}</p>`: "pp", `<p>{{ (part "html") }}|{{ 3 | part "html" }}</p>`: "pp",
		`<p>{{ part "value" }}{{ part "nothing" }}</p>`: "pp", `<p title="{{ part "html" }}">{{ $x := part "html" }}{{ $x }}`: "",
		`<p>{{ with part "html" }}{{ . }}{{ end }}{{ part "html" | print }}`: "", `<p>a{{ part "error" }}</p>`: "p", `{{ part 1 }}`: "",
	} {
		set := template.Must(template.New("main").Funcs(template.FuncMap{"part": part}).Parse(src))
		if err := set.Execute(io.Discard, nil); err != nil {
			asked = "" // html/template has escaped the tree
		}
		var want, got bytes.Buffer
		wantErr := set.Execute(&want, nil)
		p, err := Compile("main", map[string]*parse.Tree{"main": set.Tree}, func(name string) any {
			if name == "part" {
				return Printer{Func: part, Print: print}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		asked = ""
		gotErr := new(Machine).Execute(p, &got, nil)
		if got.String() != want.String() || !same(gotErr, wantErr) || asked != printed {
			t.Errorf("%s\n got %q, %v, printed %q\nwant %q, %v, printed %q", src, got.String(), gotErr, asked, want.String(), wantErr, printed)
		}
		var e texttemplate.ExecError
		if gotErr != nil && !errors.As(gotErr, &e) {
			t.Errorf("%s: %T", src, gotErr)
		}
	}
}
