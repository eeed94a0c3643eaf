package pipeline

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/schematest"
)

const hostileSite = `baseURL = "https://h.example/"
title = "Hostile ]]> & <b>site</b>"
[markup.goldmark.renderer]
unsafe = true
[feeds]
limit = 0
[services.rss]
limit = -1
`

// hostile builds a site and returns its feeds, and checks that they are valid without a warning.
func hostile(t *testing.T, posts map[string]string) map[string]*feeds.Parsed {
	t.Helper()
	p := newProject(t, map[string]string{"sitegen.toml": hostileSite})
	for name, text := range posts {
		p.write("content/posts/"+name+".md", text)
	}
	files := p.build()
	if len(posts) == 1 { // large outputs take the tools too long
		schematest.Validate(t, p.last.Destination, "https://h.example/")
	}
	out := feedsOf(t, files)
	if len(out) < 4 {
		t.Fatalf("%d feeds", len(out))
	}
	for name, text := range files {
		if out[name] != nil && len(text) > 20<<20 {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
	return out
}

// attack is a post of the first of January.
func attack(title, body string) string {
	return fmt.Sprintf("---\ntitle: %q\ndate: 2025-01-01\n---\n%s\n", title, body)
}

// texts of the first item of each feed that has one.
func first(t *testing.T, all map[string]*feeds.Parsed, want func(name string, i feeds.Item)) {
	t.Helper()
	n := 0
	for name, p := range all {
		if len(p.Items) > 0 {
			want(name, p.Items[0])
			n++
		}
	}
	if n == 0 {
		t.Error("no feed has an item")
	}
}

func whole(i feeds.Item) string {
	if i.Content != "" {
		return i.Content
	}
	return i.Summary
}

func contains(t *testing.T, all map[string]*feeds.Parsed, part string) {
	t.Helper()
	first(t, all, func(name string, i feeds.Item) {
		if !strings.Contains(whole(i), part) && !strings.Contains(name, "updates") && !strings.Contains(name, "tags") {
			t.Errorf("%s lacks %q: %s", name, part, whole(i))
		}
	})
}

// unsafe matches text that no feed may contain.
var unsafe = regexp.MustCompile(`(?i)<(script|iframe|object|embed|form|style|svg|link|meta|base)|<[^>]*(\son[a-z]+=|="\s*(javascript|vbscript|data:text|data:image/svg))|(src|href|poster|srcset)="/`)

func safe(t *testing.T, all map[string]*feeds.Parsed) {
	t.Helper()
	for name, p := range all {
		for _, i := range p.Items {
			if bad := unsafe.FindString(i.Content + i.Summary); bad != "" {
				t.Errorf("%s: %q in %s", name, bad, i.Content+i.Summary)
			}
		}
	}
}

func TestHostileCDATA(t *testing.T) {
	all := hostile(t, map[string]string{"a": attack("End ]]> <![CDATA[ it", "Text ]]> more <![CDATA[x]]> and `]]>`.")})
	contains(t, all, "]]&gt;")
	first(t, all, func(name string, i feeds.Item) {
		if i.Title != "End ]]> <![CDATA[ it" {
			t.Errorf("%s: %q", name, i.Title)
		}
	})
}

func TestHostileControls(t *testing.T) {
	body := "a\x01b\x0bc\x1fd\u0085e\u009ff\ufffeg\uffffh\ufffdi &#1; &#x1f; &#65534; z"
	all := hostile(t, map[string]string{"a": attack("T\u0001\u0085\u009f\ufffdx", body)})
	first(t, all, func(name string, i feeds.Item) {
		for _, r := range i.Title + whole(i) {
			if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r == 0xFFFE || r == 0xFFFF || r == 0xFFFD {
				t.Errorf("%s holds %U: %q %q", name, r, i.Title, whole(i))
			}
		}
		if i.Title != "Tx" {
			t.Errorf("%s: %q", name, i.Title)
		}
	})
	contains(t, all, "abcdefghi")
}

func TestHostileEmoji(t *testing.T) {
	all := hostile(t, map[string]string{"a": attack("👩‍👩‍👧‍👦 🏳️‍🌈 𝔘", "Family 👩‍👩‍👧‍👦, flag 🇩🇪, \U0010FFFD.")})
	contains(t, all, "👩‍👩‍👧‍👦, flag 🇩🇪")
	first(t, all, func(name string, i feeds.Item) {
		if i.Title != "👩‍👩‍👧‍👦 🏳️‍🌈 𝔘" {
			t.Errorf("%s: %q", name, i.Title)
		}
	})
}

func TestHostileDirection(t *testing.T) {
	all := hostile(t, map[string]string{"a": attack("\u202eRTL\u202c שלום \u2066x\u2069", "<p dir=\"rtl\">\u200fשלום\u200e \u202eabc\u202c</p>\n\n<bdo dir=\"rtl\">abc</bdo>")})
	contains(t, all, "\u200fשלום\u200e \u202eabc\u202c")
	contains(t, all, `dir="rtl"`)
}

func TestHostileLongPost(t *testing.T) {
	race.Skip(t, "the time goes into the words of one page")
	long := 1 << 20
	posts := map[string]string{
		"paragraphs": attack("Paragraphs", strings.Repeat("A paragraph of some words, [a link](/x/) and `code`.\n\n", 5*long/54)),
		"one":        attack("One paragraph", strings.Repeat("word ", long)),
		"short":      attack("Short", "All of it."),
	}
	all := hostile(t, posts)
	for name, p := range all {
		sum := 0
		for _, i := range p.Items {
			sum += len(i.Content) + len(i.Summary)
		}
		if sum > 5<<20 {
			t.Errorf("%s: %d bytes of text", name, sum)
		}
	}
	contains(t, map[string]*feeds.Parsed{"short": {Items: all["feed.json"].Items[2:]}}, "All of it.")
}

func TestHostileNesting(t *testing.T) {
	bodies := []string{
		"<b><i>x</b></i><p><div>a</p></div></section>", "<table><td>a<table><tr>b<th>c</table>d", "<ul><li>a<li>b<ol></ul>c</ol>",
		"<a href='/a'>a<a href='/b'>b</a>", "<h2><h3>x</h2></h3>", "<p><p><blockquote><p>", "<dl><dd><dt><li>", "<select><option><textarea>x",
		"<details><summary><p>x</details>", "<ruby>a<rt>b<rp>c", "</p></div></body></html>x", "<!-- open", "<p title='a\"b<c>'>x", "<p a=1 a=2 class>x",
		"<math><mi>x<svg><style><img src=x onerror=y>", "<template><p>", "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
		strings.Repeat("<div>", 3000) + "deep" + strings.Repeat("<b><i>", 3000),
	}
	posts := map[string]string{}
	for n, b := range bodies {
		posts[fmt.Sprintf("p%02d", n)] = attack(fmt.Sprintf("Broken %d", n), "<div>\n"+b+"\n</div>")
	}
	all := hostile(t, posts)
	safe(t, all)
	if n := len(all["feed.json"].Items); n != len(bodies) {
		t.Errorf("%d items", n)
	}
}

func TestHostileScripts(t *testing.T) {
	all := hostile(t, map[string]string{"a": attack(`<script>alert(1)</script> "T"`, `Before.

<a href="javascript:alert(1)">a</a> <a href=" JAVA&#x0a;SCRIPT:alert(1)">b</a> <a href="&#106;avascript:alert(1)">c</a> <a href="vbscript:x">d</a>
<img src="x.png" onerror="alert(1)" onload=alert(1)> <img src="javascript:alert(1)"> <video poster="javascript:x" src="/v.mp4"></video>

<p style="background:url(javascript:alert(1))">e</p> <p style="width:expression(alert(1));behavior:url(x.htc);position:fixed">f</p>

<script>alert(1)</script><iframe src="https://evil.example/" srcdoc="<script>x</script>"></iframe><form action="/x"><input></form><object data="x.swf"></object>
<meta http-equiv="refresh" content="0"><base href="https://evil.example/"><link rel="stylesheet" href="/x.css"><style>p{}</style>

[m](javascript:alert(1)) ![n](javascript:alert(2)) <javascript:alert(3)>

After.`)})
	safe(t, all)
	contains(t, all, "Before.")
	contains(t, all, "After.")
}

func TestHostileData(t *testing.T) {
	all := hostile(t, map[string]string{"a": attack("Data", `<img src="data:image/png;base64,iVBORw0KGgo=" alt="dot"> <img src="data:image/svg+xml,<svg onload=alert(1)>" alt="svg">
<a href="data:text/html,<script>alert(1)</script>">x</a> <img srcset="data:image/png;base64,AA== 1x, /b.png 2x"> <img src="data:text/html,x"> <a href="data:image/png;base64,AA==">y</a>`)})
	safe(t, all)
	contains(t, all, `src="data:image/png;base64,iVBORw0KGgo="`)
}

func TestHostileManyItems(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("10,000 pages")
	}
	race.Skip(t, "TestChangesAreAddedToTheCache and the law have many pages, too")
	items := 10_000
	posts := map[string]string{}
	for n := range items {
		posts[fmt.Sprintf("p%05d", n)] = fmt.Sprintf("---\ntitle: Post %d\ndate: 2025-01-01T%02d:%02d:%02dZ\n---\nThe text of post %d.\n", n, n/3600, n/60%60, n%60, n)
	}
	all := hostile(t, posts)
	for _, name := range []string{"index.xml", "atom.xml", "feed.json"} {
		if n := len(all[name].Items); n != items {
			t.Errorf("%s: %d items", name, n)
		}
	}
}
