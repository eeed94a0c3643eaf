package esbuild

import (
	"strings"
	"testing"
)

// TestCheckScript: scripts that would use up memory in esbuild are rejected with a position; scripts that are only long
// are not.
func TestCheckScript(t *testing.T) {
	r := strings.Repeat
	for _, x := range []struct{ name, text, want string }{
		{"signs", "x = " + r("- ", 60_000) + "1", "x:1:100001: a statement of more than 50000 parts"},
		{"arrows on lines", "let b = 1\nx = " + r("a =>\n", 40_000) + "1", "a statement of more than 50000 parts"},
		{"conditions on lines", r("if (a)\n", 30_000) + "b()", "a statement of more than 50000 parts"},
		{"else", r("if (a) b(); else ", 20_000) + "c()", "a statement of more than 50000 parts"},
		{"sum", "x = " + r(`"`+r("a", 98)+`" + `, 20_000), "too many long texts are added to each other"},
		{"enumeration", "enum E {a = '" + r("a", 1000) + "'" + r(", a = a + a", 40) + "}", "the value of an enum member has more than 1000 bytes"},
		{"template", "enum E {a = '" + r("a", 1000) + "'" + r(", a = `${a}${E.a}`", 40) + "}", "the value of an enum member has more than 1000 bytes"},
		{"many members", "enum E {a = '" + r("a", 990) + "'" + r(", b = a", 1100) + "}", "the texts of enumerations take more than 1 MB"},
		{"statements", r("a = b\nf()\nif (a) { b() }\nfunction f(a) { return a }\nx = a ? `${b}` : c\n", 50_000), ""},
		{"list", "x = [" + r("{a: 'b' + c},", 100_000) + "]", ""},
		{"members", "enum E {" + r("a = 'b' + 'c', d,", 10_000) + "}", ""},
	} {
		err := checkScript("x", x.text)
		if got := ""; err != nil {
			if got = err.Error(); x.want == "" || !strings.HasSuffix(got, x.want) {
				t.Errorf("%s: %s, want %q", x.name, got, x.want)
			}
		} else if x.want != "" {
			t.Errorf("%s: no error, want %q", x.name, x.want)
		}
	}
}

func TestCheckStyle(t *testing.T) {
	r := strings.Repeat
	for _, x := range []struct{ name, text, want string }{
		{"lists", r("a, b {", 30) + "c: d", "x:1:102: nested rules expand to more than 200000 selectors"},
		{"parents", "@media x { a {" + r("& + & {", 30) + "c: d", "nested rules expand to more than 200000 selectors"},
		{"rules", r(".a{b:c}", 30_001), "x:1:210003: more than 30000 rules next to each other can't be minified"},
		{"media", r("@media x {"+r("a, b { c: d; & e, f { g: h } }", 50)+"}", 100), ""},
	} {
		err := checkStyle("x", x.text, true)
		if (err == nil) != (x.want == "") || err != nil && !strings.HasSuffix(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.name, err, x.want)
		}
	}
}
