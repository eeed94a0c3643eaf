package wordpress

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/testing/cputime"
)

// converted converts a text of a site with a picture, a page, and a reusable block.
func converted(t *testing.T, in string) (out string) {
	t.Helper()
	s := &site{export: &export{}, byID: map[string]*item{
		"5": {ID: "5", Type: "attachment", Title: "Pic", Address: "https://old.alt/wp-content/uploads/a.jpg"},
		"6": {ID: "6", Type: "page", path: "/about/"},
		"7": {
			ID: "7", Type: "wp_block", Status: "publish",
			Encoded: []encoded{{Text: "<!-- wp:paragraph --><p>Shared</p><!-- /wp:paragraph -->"}},
		},
		"10": {ID: "10", Type: "attachment", Status: "private", Address: "https://old.alt/wp-content/uploads/secret.jpg", Title: "Secret"},
		"8":  {ID: "8", Type: "wp_block", Status: "draft", Encoded: []encoded{{Text: "<p>Secret</p>"}}},
		"9": {ID: "9", Type: "wp_block", Status: "publish", Encoded: []encoded{{
			Text: "<p>Ring</p>" + strings.Repeat(`<!-- wp:block {"ref":9} /-->`, 100),
		}}},
	}, files: map[string]*item{}, filled: map[string]int{}, codes: map[string]bool{"known": true}, words: map[string]bool{}}
	s.base = &url.URL{Scheme: "https", Host: "old.alt"}
	s.media.copied, s.media.left = map[string]bool{}, map[string]bool{}
	if err := port.Convert(&conversion.Work{}, "blog", func(p *port.Port) error {
		s.Port = p
		out = (&text{site: s, item: &item{File: "x.xml", Line: 3, Status: "publish"}}).convert(in)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"One\ntwo\n\nThree", "One  \ntwo\n\nThree\n"},
		{"<blockquote>A\n\nB</blockquote>\nC", "> A\n> \n> B\n\nC\n"},
		{"A -- b, <code>c -- d</code>", "A — b, `c -- d`\n"},
		{"<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n<!-- -->\n\n- b\n"},
		{"A <!--more Read on--> B", "A\n\n<!--more-->\n\nB\n"},
		{
			"<!-- wp:paragraph {\"align\":\"center\"} -->\n<p>A</p>\n<!-- /wp:paragraph -->\n\nLoose\nline",
			"A\n\nLoose  \nline\n",
		},
		{`<!-- wp:block {"ref":7} /-->`, "Shared\n"},
		{"<!-- wp:spacer {\"height\":\"9px\"} -->\n<div></div>\n<!-- /wp:spacer -->", ""},
		{
			`<p>See <a href="https://www.old.alt/about/?x=1#end">us</a>, <a href="http://old.alt/?page_id=6">us</a></p>`,
			"See [us](/about/?x=1#end), [us](/about/)\n",
		},
		{`[caption id="x" width="9"]<a href="https://e.alt/"><img src="/p.png" alt="P" srcset="/q.png 2x"></a> The <em>words</em>[/caption]`, `{{< figure src="/p.png" alt="P" link="https://e.alt/" caption="The *words*" >}}` + "\n"},
		{
			`[gallery ids="5,10"]`,
			"<div class=\"cards\">\n\n{{< figure src=\"https://old.alt/wp-content/uploads/a.jpg\" alt=\"Pic\" >}}\n\n</div>\n",
		},
		{"https://www.youtube.com/watch?v=abc_123", "{{< youtube abc_123 >}}\n"},
		{"[embed]https://vimeo.com/42[/embed]", "{{< vimeo 42 >}}\n"},
		{
			"<figure class=\"wp-block-embed\"><div>\nhttps://e.alt/x\n</div><figcaption>Cap</figcaption></figure>",
			"<https://e.alt/x>\n\nCap\n",
		},
		{`[audio mp3="/a.mp3"][/audio]`, `<figure><audio controls="" src="/a.mp3"></audio></figure>` + "\n"},
		{"[code lang=\"go\"]\nif a < b {\n\n}\n[/code]", "```go\nif a < b {\n\n}\n```\n"},
		{
			`$latex a_b &lt; c*d*&bg=fff&s=2$ and [latex]\frac{1}{2}[/latex], <code>$latex x$</code> for $5 in latex$`,
			`\(a_b < c*d*\) and \(\frac{1}{2}\), ` + "`$latex x$` for $5 in latex$\n",
		},
		{
			`<p>In <math data-latex="a"><mi>a</mi><annotation encoding="application/x-tex">a_1 &lt; b</annotation></math> and <math><mi>c</mi></math></p>` +
				`<math class="wp-block-math" display="block"><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></math>`,
			"In \\(a_1 < b\\) and <math><mi>c</mi></math>\n\n$$x^2$$\n",
		},
		{
			"<!-- wp:accordion --><div><!-- wp:accordion-item {\"openByDefault\":true} --><div class=\"is-open\"><!-- wp:accordion-heading --><h3><button>" +
				"<span class=\"wp-block-accordion-heading__toggle-title\">T <em>e</em></span><span aria-hidden=\"true\">+</span></button></h3>" +
				"<!-- /wp:accordion-heading --><!-- wp:accordion-panel --><div><!-- wp:paragraph --><p>P</p><!-- /wp:paragraph --></div>" +
				"<!-- /wp:accordion-panel --></div><!-- /wp:accordion-item --></div><!-- /wp:accordion --><p>After</p>",
			"<details open=\"\"><summary>T <em>e</em></summary><p>P</p></details>\n\nAfter\n",
		},
		{
			"<!-- wp:tabs --><div><!-- wp:tab-list --><div><button>A</button></div><!-- /wp:tab-list --><!-- wp:tab-panels --><div>" +
				"<!-- wp:tab-panel {\"label\":\"A &amp; {{<\"} --><section><!-- wp:list --><ul><li>one</li></ul><!-- /wp:list --></section>" +
				"<!-- /wp:tab-panel --></div><!-- /wp:tab-panels --></div><!-- /wp:tabs -->",
			"{{< tabs >}}\n\n{{< tab \"A & {&#123;<\" >}}\n\n- one\n\n{{< /tab >}}\n\n{{< /tabs >}}\n",
		},
		{
			`<!-- wp:playlist {"caption":"Songs"} --><figure><ol><!-- wp:playlist-track {"src":"/a.mp3","title":"S","artist":"B"} /-->` +
				`</ol><figcaption>Songs</figcaption></figure><!-- /wp:playlist -->`,
			"Songs\n\n<figure><audio controls=\"\" src=\"/a.mp3\"></audio><figcaption>S – B</figcaption></figure>\n",
		},
		{"<pre class=\"wp-block-preformatted\">a <em>b</em><br>c</pre>", "<pre class=\"wp-block-preformatted\">a <em>b</em><br/>c</pre>\n"},
		{"Words [sic] and [[gallery]]", "Words \\[sic] and \\[gallery]\n"},
		{
			`[caption align="alignright"]<img src="/p.png" alt='"P"' /> A "word" * {{< x >}} \ [/caption]`,
			"{{< figure src=\"/p.png\" alt=`\"P\"` caption=`A \"word\" * {{&lt; x &gt;}} \\\\` class=\"alignright\" >}}\n",
		},
		{`<p><img class="alignleft size-large" src="/p.png" alt="P"/>Text</p>`, `<img src="/p.png" alt="P" class="alignleft"/>Text` + "\n"},
		{`<h2 id="a-b">T {#x}</h2><p><a name="c"></a>P</p>`, "## T {#x\\} {#a-b}\n\n<a id=\"c\"></a>P\n"},
		{"<p>a <abbr>b</abbr> c <sup>d</sup> e</p>", "a <abbr>b</abbr> c <sup>d</sup> e\n"},
		{`<a href="/a">A</a><a href="/b">B</a>`, "[A](/a) [B](/b)\n"},
		{`<p id="x">A</p><p id="y">B</p><a href="#x">up</a>`, "<a id=\"x\"></a>A\n\nB\n\n[up](#x)\n"},
		{`<p style="text-align:center">A</p><p style="text-align: center">B</p>`, "<div class=\"align-center\">\n\nA\n\nB\n\n</div>\n"},
		{`<table><tr><td>a<br>b</td></tr></table>`, "<div class=\"table\"><table>\n<tbody><tr>\n<td>a<br/>b</td>\n</tr>\n</tbody></table></div>\n"},
		{"<details><summary>S</summary><p style=\"color:#000\">x<!-- hidden --></p><script>y</script></details>", "<details>\n<summary>S</summary>\n<p>x</p>\n</details>\n"},
		{"<!-- wp:query --><div><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --> None</div><!-- /wp:query -->", ""},
		{"<!-- wp:freeform -->A\n\nB<!-- /wp:freeform -->", "A\n\nB\n"},
		{`<!-- wp:block {"ref":8} /-->`, ""},
		{`<!-- wp:block {"ref":9} /-->`, "Ring\n"},
		{"<!-- wp:shortcode -->\n[contact]\n<!-- /wp:shortcode -->", ""},
		{"[playlist ids=\"5\"]", `<figure><audio controls="" src="https://old.alt/wp-content/uploads/a.jpg"></audio><figcaption>Pic</figcaption></figure>` + "\n"},
		{"A [tweet https://e.alt/1] [note\ncolor=\"red\"]b[/note]", "A b\n"},
		{"<code>[gallery]</code>", "`[gallery]`\n"},
		{`A [contact-form-7 id="1" title="x"] B [box]in[/box]`, "A B in\n"},
		{"<p>{{< x >}} {{% y %}}</p>", "{{&lt; x &gt;}} {{%/* y */%}}\n"},
		{"<p>H<sub>2</sub>O</p><form><input></form><script>x</script>", "H<sub>2</sub>O\n"},
		{
			"<figure class=\"wp-block-table\"><table><tr><td>a</td></tr></table><figcaption>T</figcaption></figure>",
			"|   |\n|---|\n| a |\n\nT\n",
		},
		{"<pre class=\"wp-block-verse\">a\n\n b</pre>", "<pre class=\"wp-block-verse\">a\n&#10; b</pre>\n"},
		{
			"<video controls>\n\n<source src=\"a.mp4\">\n\n</video>",
			"<video controls=\"\">\n<source src=\"a.mp4\"/>\n</video>\n",
		},
		{
			`<!-- wp:group {"metadata":{"blockVisibility":false}} --><div><!-- wp:paragraph --><p>S</p><!-- /wp:paragraph --></div><!-- /wp:group -->` +
				`<!-- wp:block {"ref":7,"blockVisibility":{"hideBlock":true}} /--><!-- wp:paragraph {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} --><p>A</p><!-- /wp:paragraph -->`,
			"A\n",
		},
		{
			`<!-- wp:pmpro/membership {"levels":["1"]} --><!-- wp:paragraph --><p>S</p><!-- /wp:paragraph --><!-- /wp:pmpro/membership -->` +
				`<!-- wp:ugb/team-member --><p>A</p><!-- /wp:ugb/team-member --><!-- wp:jetpack/paywall /--><!-- wp:paragraph --><p>S</p><!-- /wp:paragraph -->`,
			"A\n",
		},
		{
			"A[membership level=\"1\"]S <!--more-->\n<code>S</code>[private]S[/private]S[/MEMBERSHIP]B[restrict paid]S[/restrict]C[members_only]S[/members_only]" +
				"[mepr-protected-content rules=\"1\"]S[/mepr-protected-content][ihc-hide-content x='[1]']S[/ihc-hide-content]D",
			"ABCD\n",
		},
		{
			"A[s2If current_user_can(access_s2member_level1)]S[/s2If][vip]S[/vip][access_level_2]S[/access_level_2][x role='a'][x]S[/x]S[/x]" +
				"[y user=\"logged_in\"]S[/y]B[wlm_private Gold]S[/wlm_private]C [z if=a(b)]d[/z] [known] [sic] [note this] [a_b c]e",
			"ABC d \\[sic] \\[note this] e\n",
		},
		{
			"[[private]] [members] <code>[restrict]b[/restrict]</code> [team_member name=\"c\"]d[/team_member] [private]e",
			"\\[private] \\[members] `[restrict]b[/restrict]` d \\[private]e\n",
		},
		{
			"<figure><img src=\"/p.png\" alt='a `b\\` \"c\"\\'><figcaption>Cap `t` \"q\" \\ <code>\"x\\</code> <code>y</code></figcaption></figure>",
			"{{< figure src=\"/p.png\" alt=\"a `b` \\\"c\\\"\" caption=\"Cap &#96;t&#96; &quot;q&quot; &#92; <code>&#34;x\\</code> `y`\" >}}\n",
		},
		{
			"<p><strong>Note:</strong>text <b>a</b>b c<em>(a)</em>b <del>a.</del>b <strong>Note:</strong> x <em>e.</em>, <span><i>请：</i></span>请 " +
				"<b><em>z!</em></b>z <strong>q?</strong><code>c</code> y<strong><a href=\"/\">l</a></strong></p>",
			"<strong>Note:</strong>text **a**b c<em>(a)</em>b <del>a.</del>b **Note:** x *e.*, <i>请：</i>请 " +
				"<b><em>z!</em></b>z **q?**`c` y[**l**](/)\n",
		},
		{
			"<blockquote><pre><code>one\n\ntwo</code></pre><p>after</p><ul><li><pre>a\nb</pre></li></ul><blockquote><pre>c\nd</pre></blockquote></blockquote>",
			"> ```\n> one\n> \n> two\n> ```\n> \n> after\n> \n> - ```\n>   a\n>   b\n>   ```\n> \n> > ```\n> > c\n> > d\n> > ```\n",
		},
		{
			"<p>Guide ($$) and $$ or $5: |</p><p>: a colon</p><p>| a | b |<br>| - | :-: |<br>a | b<br>--- | ---</p>",
			"Guide (\\$\\$) and \\$\\$ or $5: |\n\n\\: a colon\n\n| a | b |  \n\\| - | :-: |  \na | b  \n\\--- \\| ---\n",
		},
		{
			"<p><code>{{&lt; ref x &gt;}}</code> <code>{{&lt; a</code></p><pre><code>{{% b %}}{{&lt;/* c */&gt;}}</code></pre>",
			"`{{</* ref x */>}}` `{&#123;< a`\n\n```\n{{%/* b */%}}{{</*/* c */*/>}}\n```\n",
		},
	} {
		if got := converted(t, c.in); got != c.want {
			t.Errorf("%s\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

// TestHostile: for a construct that starts many times and never ends, the time is linear in the size of the text.
func TestHostile(t *testing.T) {
	for _, part := range []string{
		"<!-- wp:a -->", "<!-- wp:a {", "<!--", "[caption]", "[caption ", "[code]", "[gallery", "[a b=c]", "[a]", "[[a",
		"<pre>", "<p>", "<div>",
		"<blockquote>", "<figure>", "<table><tr>", "<a href=\"", "\n\n", "https://a.alt\n\n", "<code>", "{{<", "*_`",
		"[audio ", "[members]", "[private]a[/private]", "<code></code>[members]", "[/members]", "[members \"", "<!-- wp:block {\"ref\":7} /-->", "<!-- wp:block {\"ref\":9} /-->", "<!-- wp:query -->", "[playlist", "<p>[a",
		"<sup data-fn=\"", "<div style=\"background-image:url(", "<p style=\"text-align:center\">", "<td>", "<a name=\"x\">",
	} {
		start := time.Now()
		converted(t, strings.Repeat(part, 100_000/len(part)))
		if took := time.Since(start); took > cputime.Limit(10*time.Second) { // searching for each end would take minutes
			t.Errorf("%q takes %v", part, took)
		} else {
			t.Logf("%q takes %v", part, took)
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"ISO-8859-1", "Caf\xe9 \x80", "Café €"},
		{"Windows-1252", "\x93a\x94", "“a”"},
		{"ISO-8859-1", "Café", "Café"}, // the declaration is wrong
		{"UTF-8", "a\xe9", "a\uFFFD"},
		{"ISO-8859-2", "\xb1", ""},
	} {
		file, x := filepath.Join(t.TempDir(), "a.xml"), &export{}
		text := `<?xml version="1.0" encoding="` + tt.name + `"?><rss><channel><title>` + tt.in + "</title></channel></rss>"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := x.read(file); x.Title != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s %q: %q, %v", tt.name, tt.in, x.Title, err)
		}
	}
}
