package clean

import (
	"fmt"
	"strings"
	"testing"
)

func ExampleHTML() {
	fmt.Println(HTML(`<p onclick="a()">See <a href="javascript:a()">this</a>, <a href="/b/">that</a>.<script>a()</script></p>`))
	// Output: <p>See <a>this</a>, <a href="/b/">that</a>.</p>
}

// What the notations write stays as it is.
func TestKept(t *testing.T) {
	for _, s := range []string{
		`<h2 id="a">A</h2><p>b <em>c</em> <code>d</code></p><!--more--><p>e</p>`,
		`<div class="highlight"><pre tabindex="0" style="color: #f8f8f2; background-color: #272822; -moz-tab-size: 4"><code class="language-go" data-lang="go"><span style="color: #f92672">x</span></code></pre></div>`,
		`<table border="2"><thead><tr><th scope="col" class="l">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>`,
		`<ul><li><input type="checkbox" checked="" disabled=""> done</li></ul>`,
		`<figure><img src="a.png" alt="b" title="c"><figcaption>d</figcaption></figure><video src="a.mp4" title="b"></video>`,
		`<sup class="footnote-reference"><a id="r-1" href="#f-1">1</a></sup><a href="mailto:a@e.org">m</a><img src="data:image/png;base64,iVBORw0KGgo=" alt="">`,
		`<p>a &lt;script&gt; &amp; “b” é &#34;</p>`,
	} {
		if got := HTML(s); got != s {
			t.Errorf("%s\nbecame\n%s", s, got)
		}
	}
}

func TestRemoved(t *testing.T) {
	for _, s := range []string{
		`<script>evil()</script>`, `<SCRIPT SRC=//e.org/evil.js></SCRIPT>`, `<img src=x onerror=evil()>`, `<a href="JaVaScript:evil()">x</a>`,
		`<a href="java&#x09;script:evil()">x</a>`, `<a href=" vbscript:evil">x</a>`, `<iframe src="/evil"></iframe>`, `<object data="evil"></object>`,
		`<form action="/evil"><button>x</button></form>`, `<base href="//evil">`, `<meta http-equiv=refresh content="0;evil">`,
		`<svg><script>evil()</script></svg>`, `<svg onload=evil()>`, `<math href="javascript:evil()">x</math>`, `<a href="data:text/html,evil">x</a>`,
		`<div style="background:url(javascript:evil())">x</div>`, `<input type=image src=x onerror=evil()>`, `<img srcset="javascript:evil() 1x">`,
		`<style>evil</style>`, `<link rel=stylesheet href=evil>`, `<img src="data:image/svg+xml;base64,evil">`,
	} {
		if got := HTML(s); strings.Contains(strings.ToLower(got), "evil") {
			t.Errorf("%s\nbecame\n%s", s, got)
		}
	}
}
