package feeds

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseElements(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Element
		err  string
	}{
		{text: " \n"},
		{
			text: `<geo:lat>48.2</geo:lat> <!-- c --> <a:b x="1 &amp; 2" p:y='"'/>`,
			want: []Element{{Name: "geo:lat", Text: "48.2"}, {Name: "a:b", Attrs: []Attr{{"x", "1 & 2"}, {"p:y", `"`}}}},
		},
		{
			text: "<a:b>\n<a:c><![CDATA[<x>]]> &lt;</a:c>\n<d:e/>\n</a:b>",
			want: []Element{{Name: "a:b", Children: []Element{{Name: "a:c", Text: "<x> <"}, {Name: "d:e"}}}},
		},
		{text: "text", err: `line 1: text "text" is outside of all elements`},
		{text: "<a:b/>\ntext", err: `line 2: text "text" is outside of all elements`},
		{text: "<a:b>\nx<a:c/></a:b>", err: `line 2: text "x" is next to elements`},
		{text: "<a:b>\n</a:c>", err: "line 2: element <a:b> is closed by </a:c>"},
		{text: "<a:b>", err: "line 1: element <a:b> is not closed"},
		{text: "</a:b>", err: "line 1: element <> is closed by </a:b>"},
		{text: "<a:b\n", err: "line 2: unexpected EOF"},
		{text: "<a:b>&nbsp;</a:b>", err: "line 1: invalid character entity &nbsp;"},
		{text: "<?x y?>", err: "line 1: only elements are allowed here"},
		{text: `<a:b xmlns:a="https://example.org/"/>`, err: "line 1: element <a:b> declares a namespace: declare it in the settings of the feed"},
	} {
		got, err := ParseElements(c.text)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != c.err {
			t.Errorf("%q: %q, want %q", c.text, said, c.err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
	}
}

// What no namespace declares is left out and reported, whatever it is called: the document stays well-formed.
func TestExtensionsWithoutNamespace(t *testing.T) {
	f := feed()
	f.Namespaces = []Namespace{
		{"geo", nsGeo},
		{"media", nsMedia},
		{"atom", "https://example.org/other"},
		{"", "https://example.org/"},
		{"xmlx", "https://example.org/"},
		{"a b", "https://example.org/"},
		{"rel", "relative"},
		{"geo", "https://example.org/again"},
	}
	f.Extensions = []Element{{Name: "rel:x"}, {Name: "geo:lat", Text: "1"}}
	i := items()[0]
	i.Extensions = []Element{
		{Name: "title", Text: "none"},
		{Name: "geo:l a", Text: "none"},
		{Name: "fh:archive"},
		{Name: "geo:point", Children: []Element{{Name: "nope:x", Text: "none"}, {Name: "geo:long", Text: "2", Attrs: []Attr{{"a=b", "none"}, {"nope:a", "none"}, {"xml:lang", "en"}}}}},
	}
	for _, format := range []Format{RSS, Atom} {
		got, reported := write(t, format, f, i)
		found, err := Validate(strings.NewReader(got), ValidateOptions{})
		if err != nil || len(found) > 0 {
			t.Errorf("%s: %v, %v", format, found, err)
		}
		if want := "<geo:point>\n<geo:long xml:lang=\"en\">2</geo:long>\n</geo:point>\n"; strings.Count(got, want) != 1 || strings.Contains(got, "none") || strings.Contains(got, "fh:") {
			t.Errorf("%s: %s", format, got)
		}
		var fields []string
		for _, v := range reported {
			if v.Rule == "E2" {
				fields = append(fields, v.Field)
			}
		}
		want := []string{"xmlns:atom", "xmlns:", "xmlns:xmlx", "xmlns:a b", "xmlns:rel", "xmlns:geo", "rel:x", "title", "geo:l a", "fh:archive", "nope:x", "a=b", "nope:a"}
		if diff := cmp.Diff(want, fields); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format, diff)
		}
	}
}
