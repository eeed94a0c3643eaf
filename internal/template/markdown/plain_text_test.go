package markdown

import (
	"html/template"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

func TestPlain(t *testing.T) {
	for _, test := range []struct{ html, want string }{
		{"", ""},
		{"no markup\nat  all", "no markup\nat  all"},
		{"<p>One\ntwo</p>\n<p>three</p>\n", "One two\nthree\n"},
		{"<p>A &amp; B<br>C<br />D</p>", "A &amp; B\nC\nD\n"},
		{"a < b, I <3 you", "a < b, I <3 you"},
		{`<a title="1>2" href=x>y</a>`, "y"},
		{"a<!-- no > comment -->b", "ab"},
		{"a<script>var x = '<p>';</script>b<style>p{}</style>c", "abc"},
		{"<textarea><b></textarea>", "<b>"},
		{"cut <a href='", "cut "},
		{"<ul>\n<li>x</li>\n</ul>", " x "},
		{"a\u00a0 b<i></i>", "a\u00a0b"},
		{">", ">"},
	} {
		if got := Plain(test.html); got != test.want {
			t.Errorf("Plain(%q) = %q, want %q", test.html, got, test.want)
		}
	}
}

// attributeTemplate strips the tags of HTML with html/template, and then escapes the result.
var attributeTemplate = template.Must(template.New("").Parse(`<i title="{{ . }}">`))

// strip is Hugo's rule with html/template's stripping: the reference for Plain.
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
		got := Plain(s)
		if notCompared.MatchString(s) || strings.ToValidUTF8(s, "") != s {
			return
		}
		if want := strip(t, s); got != want {
			t.Errorf("Plain(%q) = %q, want %q", s, got, want)
		}
	})
}
