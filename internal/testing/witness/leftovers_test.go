package witness_test

import (
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/testing/witness"
)

func TestLeftovers(t *testing.T) {
	for _, test := range []struct{ html, want string }{
		{`<p>Fine &amp; well, <a href="/a/">a</a> and <a href="https://x.example/edit/a.md">edit</a></p>`, ""},
		{`<p><code>ZgotmplZ {{&lt; x &gt;}} [TOC]</code><pre class="x"><span>javascript:</span></pre></p><!-- {:toc} -->`, ""},
		{`<style>a{--x:1}</style><script>var a = {/* x */}</script>`, ""},
		{`<a href="#ZgotmplZ">`, "ZgotmplZ"},
		{`<p ZgotmplZ="x">`, "ZgotmplZ"},
		{`<title>a &amp;amp; b</title>`, "&amp;amp;"},
		{`<script type="application/ld+json">{"name":"a \u0026amp; b"}</script>`, `\u0026amp;`},
		{`<script type="application/ld+json">{"url":"javascript:x"}</script>`, "javascript:"},
		{`<a href="javascript:alert%281%29">`, "javascript:"},
		{`<a href=" JavaScript:x">`, "href= JavaScript:x"},
		{"<a href=\"java\tscript&#58;x\">", "href="},
		{`<p>{{&lt; figure &gt;}}</p>`, "{{<"},
		{`<p>{{% x %}}</p>`, "{{%"},
		{`<p>text {: .class}</p>`, "{:"},
		{`<p>{/* c */}</p>`, "{/*"},
		{`<p>{::options /}</p>`, "{::"},
		{`<p>--8&lt;-- "x"</p>`, "--8<--"},
		{`<p>[TOC]</p>`, "[TOC]"},
		{`<a href="../b.md">`, `.md"`},
		{`<a href=../b.md>`, `.md"`},
	} {
		got := witness.Leftovers(test.html)
		if test.want == "" && len(got) > 0 || test.want != "" && (len(got) == 0 || !strings.Contains(strings.Join(got, " "), test.want)) {
			t.Errorf("%s: got %q, want %q", test.html, got, test.want)
		}
	}
	const said = "50 % off, &amp; more"
	if got := witness.Leftovers(`<p>50 % off, &amp;amp; more</p><script>"50 % off, \u0026amp; more"</script>`, said); len(got) > 0 {
		t.Error("it was said:", got)
	}
}
