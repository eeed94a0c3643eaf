package html

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// fragments are such as tokens reads to the end, and such as it leaves to the tokenizer.
var fragments = []struct {
	text  string
	plain bool
}{
	{`<p>a &amp; b <a href="/x?a=1&amp;b=2" class='c d' data-x>c</a><br/><img src=a.png alt="&#34;x&quot;"></p>`, true},
	{"text &notit; &copy", true},
	{`<h2 id="a">b</h2  >`, false},
	{"a < b <p>c</p>", false},
	{"a\r\nb", false},
	{"a\x00b", false},
	{"<a title=\"a\x00b\">", false},
	{`<a title="&copy=1">`, false},
	{`<a title="&notit;">`, false},
	{`<a title="&#x41;&#;">`, false},
	{`<p a=b a=c>`, false},
	{`<P>a</P>`, false},
	{`<p CLASS=a>`, false},
	{`<p>a</P>`, false},
	{`<script>a<b</script>`, false},
	{`<p><!-- a --></p>`, false},
	{`<my-note>a</my-note>`, false},
	{`<p a/b>`, false},
	{`<p>a</`, false},
	{`<p>a<`, false},
	{`<p a="b`, false},
	{`</ p>`, false},
	{`<?a?>`, false},
}

func TestTokens(t *testing.T) {
	for _, c := range fragments {
		z := new(tokens).begin(c.text)
		if got, want := tokensRead(z), tokensRead(html.NewTokenizer(strings.NewReader(c.text))); got != want {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, want)
		}
		if plain := z.z == nil; plain != c.plain {
			t.Errorf("%q: read without a tokenizer: %v", c.text, plain)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, c := range fragments {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := tokensRead(new(tokens).begin(s)), tokensRead(html.NewTokenizer(strings.NewReader(s))); got != want {
			t.Errorf("%q\n got %s\nwant %s", s, got, want)
		}
	})
}

// tokenizer is what tokens and html.Tokenizer have in common.
type tokenizer interface {
	Next() html.TokenType
	Text() []byte
	Raw() []byte
	TagName() ([]byte, bool)
	TagAttr() (key, value []byte, more bool)
}

// tokensRead lists the tokens of a fragment with all that is known of them.
func tokensRead(z tokenizer) string {
	var b strings.Builder
	for {
		kind := z.Next()
		if kind == html.SelfClosingTagToken {
			kind = html.StartTagToken // no reader tells them apart
		}
		if kind == html.ErrorToken {
			return b.String()
		}
		fmt.Fprintf(&b, "%v %q", kind, z.Raw())
		switch kind {
		case html.TextToken:
			fmt.Fprintf(&b, " %q", z.Text())
		case html.StartTagToken, html.EndTagToken:
			name, more := z.TagName()
			fmt.Fprintf(&b, " %q", name)
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				fmt.Fprintf(&b, " %q=%q", key, value)
			}
		}
		b.WriteByte('\n')
	}
}
