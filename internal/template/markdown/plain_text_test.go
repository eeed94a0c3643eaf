package markdown

import (
	"cmp"
	"html/template"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// TestPlain: the text of HTML, and what it was before Hugo 0.169 if that is something else.
func TestPlain(t *testing.T) {
	for _, test := range []struct{ html, want, old string }{
		{"", "", ""},
		{"no markup\nat  all", "no markup\nat  all", ""},
		{"<p>One\ntwo</p>\n<p>three</p>\n", "One two\nthree\n", ""},
		{"<p>A &amp; B<br>C<br />D</p>", "A &amp; B\nC\nD\n", ""},
		{"<P class=x>A</P >B<BR/>C<br clear=all>D", "A\nB\nC\nD", "ABCD"},
		{"a < b, I <3 you", "a < b, I <3 you", ""},
		{`<a title="1>2" href=x>y</a>`, "y", ""},
		{"a<!-- no > comment -->b", "ab", ""},
		{"a<![CDATA[b>c]]>d<?x y?>e<!doctype html>f</ g>h", "adefh", "a<![CDATA[b>c]]>d<?x y?>e<!doctype html>f</ g>h"},
		{"a<script>var x = '<p>';</script>b<style>p{}</style>c", "abc", ""},
		{"a<script/>b<style>never closed", "ab", "a"},
		{"<textarea><b>x</textarea>", "x", "<b>x"},
		{"cut <a href='", "cut ", ""},
		{"cut <!-- x", "cut ", ""},
		{"<ul>\n<li>x</li>\n</ul>", " x ", ""},
		{"<h1>One</h1>two<ul><li>x</li><li>y <b>z</b></li></ul>t<table><tr><td>1</td><td>2", "One two x y z t 1 2", "Onetwoxy zt12"},
		{"<div><div></div>a</div> <hr>b<hr><hr>", "a b", ""},
		{"a\u00a0 b<i></i>", "a\u00a0b", ""},
		{">", ">", ""},
		{"a>b\nc", "a>b\nc", "a>b c"},
	} {
		if got := Plain(test.html, 0); got != test.want {
			t.Errorf("Plain(%q) = %q, want %q", test.html, got, test.want)
		}
		if got := Plain(test.html, 168); got != cmp.Or(test.old, test.want) {
			t.Errorf("before Hugo 0.169, Plain(%q) = %q, want %q", test.html, got, cmp.Or(test.old, test.want))
		}
	}
}

// attributeTemplate strips the tags of HTML with html/template, and then escapes the result.
var attributeTemplate = template.Must(template.New("").Parse(`<i title="{{ . }}">`))

// strip is Hugo's rule with html/template's stripping: the reference for oldPlain.
func strip(t testing.TB, html string) string {
	const nl = "HNLH"
	if !strings.ContainsAny(html, "<>") {
		return html
	}
	s := strings.NewReplacer("\n", " ", "</p>", nl, "<br>", nl, "<br />", nl).Replace(html)
	var b strings.Builder
	if err := attributeTemplate.Execute(&b, template.HTML(s)); err != nil {
		t.Skip(err)
	}
	s = strings.TrimSuffix(strings.TrimPrefix(b.String(), `<i title="`), `">`)
	s = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&#43;", "+", "&#61;", "=", "&#96;", "`", nl, "\n").Replace(s)
	var out strings.Builder
	space := false
	for _, r := range s {
		if !unicode.IsSpace(r) || !space {
			out.WriteRune(r)
		}
		space = unicode.IsSpace(r)
	}
	return out.String()
}

var notCompared = regexp.MustCompile(`(?i)HNLH|&|\x00|<[^>]*(</p>|<br)|<script|<style|<textarea|<title|<meta`)

func FuzzPlain(f *testing.F) {
	for _, s := range []string{
		"<p>One\ntwo</p>", "a<br>b", `<a title="1>2">x</a>`, "<!-- x -->y", "<a x=y z>t", "<a 'x'>t", "<a =x>t",
		"a</p>b </ p>", "<b", "<b/>", "<a b= >c", "a  \u00a0\tb<i>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		Plain(s, 0)
		got := oldPlain(s)
		if notCompared.MatchString(s) || strings.ToValidUTF8(s, "") != s {
			return
		}
		if want := strip(t, s); got != want {
			t.Errorf("Plain(%q) = %q, want %q", s, got, want)
		}
	})
}
