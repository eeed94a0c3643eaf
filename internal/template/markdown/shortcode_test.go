package markdown

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// fakeTemplates says that names starting with "in" read .Inner, and that the name "no" has no template.
func fakeTemplates(name string) (bool, error) {
	if name == "no" {
		return false, &diag.Diagnostic{Message: "there is no shortcode no", Hint: "did you mean nothing?"}
	}
	if name == "plain-error" {
		return false, errors.New("there is no such shortcode")
	}
	return strings.HasPrefix(name, "in"), nil
}

// shape prints parts for comparison: texts quoted, calls as name(args){inner}.
func shape(parts []Part) string {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteByte(' ')
		}
		c := p.Call
		if c == nil {
			fmt.Fprintf(&b, "%q", p.Text)
			continue
		}
		if c.Percent {
			b.WriteByte('%')
		}
		b.WriteString(c.Name)
		if c.Named != nil {
			fmt.Fprintf(&b, "(%#v)", c.Named)
		} else if c.Positional != nil {
			fmt.Fprintf(&b, "%#v", c.Positional)
		}
		if c.Closed {
			b.WriteString("{" + shape(c.Inner) + "}")
		}
		if c.Indent != "" {
			fmt.Fprintf(&b, "~%q", c.Indent)
		}
	}
	return strings.NewReplacer("(map[string]interface {}", "", "[]interface {}", "", "})", "}").Replace(b.String())
}

func TestParseShortcodes(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"", `""`},
		{"no { {< or {{ x }} here {{", `"no { {< or {{ x }} here {{"`},
		{"a {{< b >}} c", `"a " b " c"`},
		{"{{<b>}}{{%c%}}", `b %c`},
		{"{{< a/b-c_d >}}", `a/b-c_d`},
		{`{{< a b "c d" 'e >}}`, ""}, // an error, see below
		{"{{< a b \"c d\" `e \"f\" \\n` >}}", `a{"b", "c d", "e \"f\" \\n"}`},
		{`{{< a "b \"c\" \n" "d\n" >}}`, `a{"b \"c\" n", "d\\n"}`},
		{`{{< a \"b\" >}}`, `a{"b"}`},
		{"{{< a b=1 c=\"d e\" f=`g` h=\\\"i\\\" l= \"m\" >}}", `a{"b":1, "c":"d e", "f":"g", "h":"i", "l":"m"}`},
		{"{{< a b = c >}}", `a{"b":"c"}`},
		{"{{< a\n  b   = c\n  def = \"g\"\n>}}", `a{"b":"c", "def":"g"}`},
		{"{{< a\n  b=\"c\"\n  d=`e\nf`\n>}}", `a{"b":"c", "d":"e\nf"}`},
		{"{{< a 1 -2 4.5 -.5 true false tRue 1e3 1. \"1\" `true` 99999999999999999999 >}}", `a{1, -2, 4.5, -0.5, true, false, "tRue", "1e3", "1.", "1", "true", "99999999999999999999"}`},
		{"{{< in >}}x{{< /in >}}", `in{"x"}`},
		{"{{< in >}}{{< /in >}}y", `in{} "y"`},
		{"{{< in />}}x", `in{} "x"`},
		{"{{< in a b=c />}}", ""},
		{`{{< in a="b" />}}`, `in{"a":"b"}{}`},
		{"{{< in >}}a {{< b >}} c {{% in2 %}}d{{% / in2 %}}{{</in>}}", `in{"a " b " c " %in2{"d"}}`},
		{"{{< in >}}{{< in >}}a{{< /in >}}b{{< /in >}}c", `in{in{"a"} "b"} "c"`},
		{"{{< in >}}a{{< in2 >}}b{{< /in >}}c{{< /in2 >}}", `in{"a" in2{"b"} "c"}`}, // Hugo closes the innermost
		{"{{< in >}}{{% in2 %}}a{{%/%}}b{{< z >}}{{</>}}c", `in{%in2{"a"} "b" z} "c"`},
		{"a {{</* b */>}} {{%/* c d */%}} e {{< f >}}", `"a {{< b >}} {{% c d %}} e " f`},
		{"{{</* b */>}}", `"{{< b >}}"`},
		{"x\n  {{< in >}}\n  y\n\t{{< z >}}{{< /in >}}\n {{< a >}} {{< b >}}", `"x\n  " in{"\n  y\n\t" z~"\t"}~"  " "\n " a~" " " " b~" "`},
		{"x {{< a >}}", `"x " a`},
		{"```\n{{< a >}}\n```", "\"```\\n\" a \"\\n```\""},
		{"a {{< t.inline >}}{{ now }} {{< x >}}{{< /t.inline >}} b {{< t.inline />}}", `"a " t.inline{"{{ now }} {{< x >}}"} " b " t.inline{}`},
		{"{{< ä é=ü >}}", `ä{"é":"ü"}`},
	} {
		parts, err := ParseShortcodes("a.md", 1, test.src, fakeTemplates)
		if test.want == "" {
			if err == nil {
				t.Errorf("%q: no error", test.src)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.src, err)
		} else if got := shape(parts); got != test.want {
			t.Errorf("%q: got\n%s\nwant\n%s", test.src, got, test.want)
		}
	}
}

func TestShortcodePositions(t *testing.T) {
	parts, err := ParseShortcodes("a.md", 5, "é {{< in >}}\n{{< b >}}{{< c >}}{{< /in >}}", fakeTemplates)
	if err != nil {
		t.Fatal(err)
	}
	in := parts[1].Call
	b, c := in.Inner[1].Call, in.Inner[2].Call
	type place struct{ Line, Col, Offset, Ordinal int }
	got := []place{{in.Line, in.Col, in.Offset, in.Ordinal}, {b.Line, b.Col, b.Offset, b.Ordinal}, {c.Line, c.Col, c.Offset, c.Ordinal}}
	if want := []place{{5, 3, 3, 0}, {6, 1, 14, 0}, {6, 10, 23, 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestShortcodeErrors(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"a\n {{< b", "a.md:4:2: unclosed shortcode action"},
		{"{{< >}}", "a.md:3:1: shortcode has no name"},
		{"{{</ >}}", "a.md:3:1: a closing tag has no open shortcode"},
		{"{{< \"a\" >}}", "a.md:3:5: unrecognized character in shortcode action: U+0022 '\"'"},
		{"{{< a b='c' >}}{{< a 'b' >}}", "a.md:3:22: unrecognized character in shortcode action: U+0027 '''"},
		{"{{< a \"b\n\" >}}", "a.md:3:7: unterminated quoted string in shortcode parameter-argument"},
		{"{{< a `b >}}", "a.md:3:7: unterminated raw string in shortcode parameter-argument"},
		{"{{< a b c=d >}}", "a.md:3:9: got named parameter 'c'. Cannot mix named and positional parameters"},
		{"{{< a b=c d >}}", "a.md:3:11: got positional parameter 'd'. Cannot mix named and positional parameters"},
		{"{{< a b=c \"d\" >}}", "a.md:3:11: got quoted positional parameter. Cannot mix named and positional parameters"},
		{"{{< a = b >}}", "a.md:3:7: a value has no name before its ="},
		{"{{< a.b >}}", "a.md:3:6: period in shortcode name only allowed for inline identifiers"},
		{"{{</* a >}}", "a.md:3:1: the comment of a shortcode must be closed"},
		{"x {{< in >}} y", `a.md:3:3: shortcode "in" must be closed or self-closed`},
		{"{{< in >}}{{< in >}}{{< /in >}}", `a.md:3:1: shortcode "in" must be closed or self-closed`},
		{"{{< /in >}}", `a.md:3:1: closing tag for shortcode "in" does not match an open one`},
		{"{{< in >}}{{< /in2 >}}", `a.md:3:11: closing tag for shortcode "in2" does not match an open one`},
		{"{{< a >}}{{< /a >}}", `a.md:3:10: shortcode "a" does not evaluate .Inner or .InnerDeindent, yet it is closed`},
		{"{{< a />}}", `a.md:3:1: shortcode "a" does not evaluate .Inner or .InnerDeindent, yet it is closed`},
		{"{{< in >}}{{< /in x >}}", "a.md:3:11: unclosed shortcode"},
		{"{{< t.inline >}}x", `a.md:3:1: shortcode "t.inline" must be closed or self-closed`},
		{"\n{{< no >}}", "a.md:4:1: there is no shortcode no"},
		{"{{% plain-error %}}", "a.md:3:1: there is no such shortcode"},
	} {
		_, err := ParseShortcodes("a.md", 3, test.src, fakeTemplates)
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%q: got %v, want a diagnostic", test.src, err)
			continue
		}
		if d.Error() != test.want {
			t.Errorf("%q: got %s, want %s", test.src, d, test.want)
		}
		if want := strings.Split(test.src, "\n")[d.Line-3]; d.Excerpt != want {
			t.Errorf("%q: excerpt %q, want %q", test.src, d.Excerpt, want)
		}
	}
}

func TestShortcodeHints(t *testing.T) {
	const straight = `put a value that is not one word in straight double quotes: "…"`
	for _, test := range []struct{ src, want string }{
		{"{{< a b %}}", "3:9 end it with >}}"},
		{"{{% a b >}}", "3:9 end it with %}}"},
		{"{{< a b }}", "3:9 end it with >}}"},
		{"{{< in >}}{{< /in %}}", "3:11 end it with >}}"},
		{"{{< a 'b' >}}", "3:7 " + straight},
		{"{{< a $b >}}", "3:7 quote arguments that are not plain words"},
		{"{{< a “b” >}}", "3:7 " + straight},
		{"{{< a b=x y >}}", "3:11 " + straight},
		{"{{< in >}}{{% in2 %}}x{{< /in >}}", "3:11 add {{% /in2 %}} before {{< /in >}}, or end the call with /%}}"},
		{"{{< in >}}{{< in2 >}}{{< /in >}}{{< in2 >}}{{< /in2 >}}", "3:11 add {{< /in2 >}} before {{< /in >}}, or end the call with />}}"},
		{"{{< in >}}{{< in2 >}}{{< /in >}}{{< /in2 >}}{{< in >}}", "3:45 add {{< /in >}}, or end the call with />}}"},
	} {
		_, err := ParseShortcodes("a.md", 3, test.src, func(name string) (bool, error) { return strings.HasPrefix(name, "in"), nil })
		var d *diag.Diagnostic
		if !errors.As(err, &d) {
			t.Errorf("%q: got %v, want a diagnostic", test.src, err)
		} else if got := fmt.Sprintf("%d:%d %s", d.Line, d.Col, d.Hint); got != test.want {
			t.Errorf("%q: got %s, want %s", test.src, got, test.want)
		}
	}
}

func TestIndentation(t *testing.T) {
	s := Shortcode{Indent: "  "}
	if got, want := s.IndentOutput("a\nb\n\nc"), "a\n  b\n  \n  c"; got != want {
		t.Errorf("IndentOutput: %q, want %q", got, want)
	}
	if got, want := s.Deindent("\n  a\n    b\n c"), "\na\n  b\n c"; got != want {
		t.Errorf("Deindent: %q, want %q", got, want)
	}
	s.Inner = []Part{{Text: "x"}}
	if got := s.IndentOutput("a\nb"); got != "a\nb" {
		t.Errorf("with inner content: %q", got)
	}
}

func TestShortInner(t *testing.T) {
	for _, test := range []struct{ source, html, want string }{
		{"a", "<p>a</p>\n", "a"},
		{"a\nb", "<p>a\nb</p>\n", "<p>a\nb</p>\n"},
		{"# a", "<h1>a</h1>\n", "<h1>a</h1>\n"},
	} {
		if got := ShortInner(test.source, []byte(test.html)); got != test.want {
			t.Errorf("%q: got %q, want %q", test.source, got, test.want)
		}
	}
}

func FuzzParseShortcodes(f *testing.F) {
	for _, s := range []string{
		"a {{< b c=\"d\" >}} e {{% in %}}f{{% /in %}}", "{{</* x */>}}", "{{< a \\\"b\\\" `c` 1 >}}", "{{< in />}}", "{{<", "{{< a \"\\", "{{< t.inline >}}{{< /t.inline >}}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		parts, err := ParseShortcodes("a.md", 1, s, fakeTemplates)
		if err != nil {
			var d *diag.Diagnostic
			if !errors.As(err, &d) || d.Line < 1 {
				t.Errorf("%v is no diagnostic with a position", err)
			}
			return
		}
		if !strings.Contains(s, "{{") && (len(parts) != 1 || parts[0].Text != s) {
			t.Errorf("text without calls was changed: %s", shape(parts))
		}
		MarkDivider(parts)
	})
}
