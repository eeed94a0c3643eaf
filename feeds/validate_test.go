package feeds

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

const goodRSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:fh="http://purl.org/syndication/history/1.0">
<channel>
<title>Notes</title>
<link>https://example.org/</link>
<description>All</description>
<language>en</language>
<managingEditor>ann@example.org (Ann)</managingEditor>
<lastBuildDate>Wed, 01 Jan 2025 02:03:04 +0000</lastBuildDate>
<image><url>https://example.org/i.png</url><title>Notes</title><link>https://example.org/</link><width>88</width></image>
<atom:link rel="self" type="application/rss+xml" href="https://example.org/feed"/>
<item>
<title>One</title>
<link>https://example.org/one/</link>
<pubDate>Wed, 01 Jan 2025 02:03:04 +0000</pubDate>
<author>bob@example.org (Bob)</author>
<category>x</category>
<guid>https://example.org/one/</guid>
<description>&lt;p&gt;Short&lt;/p&gt;</description>
<content:encoded>&lt;p&gt;Long&lt;/p&gt;</content:encoded>
<enclosure url="https://example.org/a.mp3" length="5" type="audio/mpeg"/>
<media:content url="https://example.org/a.png" type="image/png" medium="image" width="5"/>
</item>
</channel>
</rss>
`

// podcastHead is what Apple asks of a channel.
const podcastHead = `<x:category xmlns:x="http://www.itunes.com/dtds/podcast-1.0.dtd" text="Arts"/><x:explicit xmlns:x="http://www.itunes.com/dtds/podcast-1.0.dtd">false</x:explicit><x:owner xmlns:x="http://www.itunes.com/dtds/podcast-1.0.dtd"><x:email>ann@example.org</x:email></x:owner>`

const goodAtom = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>https://example.org/atom</id>
<title>Notes</title>
<updated>2025-01-01T02:03:04Z</updated>
<link rel="self" type="application/atom+xml" href="https://example.org/feed"/>
<link rel="alternate" type="text/html" href="https://example.org/"/>
<author><name>Ann</name><email>ann@example.org</email></author>
<entry>
<id>tag:example.org,2025:1</id>
<title>One</title>
<link rel="alternate" type="text/html" href="https://example.org/one/"/>
<updated>2025-01-01T02:03:04Z</updated>
<category term="x"/>
<summary>Short</summary>
<content type="html">&lt;p&gt;Long&lt;/p&gt;</content>
</entry>
</feed>
`

const goodJSON = `{
"version": "https://jsonfeed.org/version/1.1",
"title": "Notes",
"home_page_url": "https://example.org/",
"feed_url": "https://example.org/feed",
"language": "en",
"items": [
{"id": "1",
 "url": "https://example.org/one/",
 "date_published": "2025-01-01T02:03:04Z",
 "tags": ["x"],
 "attachments": [{"url": "https://example.org/a.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 5}],
 "content_html": "<p>Long</p>"}
]
}
`

// inHTML returns a document of a format with a piece of HTML.
func inHTML(format Format, s string) [2]string {
	switch format {
	case JSON:
		return [2]string{"<p>Long</p>", strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)}
	}
	return [2]string{"&lt;p&gt;Long&lt;/p&gt;", strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)}
}

// change is one edit of a good document, and the rules that it breaks: none when it is still good.
type change struct {
	format   Format
	rule     string
	broken   bool
	old, new string
}

func bad(rule string, format Format, old, new string) change {
	return change{format, rule, true, old, new}
}

func good(rule string, format Format, old, new string) change {
	return change{format, rule, false, old, new}
}

func markupChanges() (out []change) {
	for _, c := range []struct {
		rule      string
		broken    bool
		fragments []string
	}{
		{"S1", true, []string{"<script>x</script>", "<iframe src='https://a.example/'></iframe>", "<p><style>p{}</style></p>", "<form action='https://a.example/'></form>", "<object data='https://a.example/'></object>", "<svg></svg>"}},
		{"S1", false, []string{"<p>a &lt;script&gt;</p>", "<details><summary>s</summary>x</details>", "<video src='https://a.example/v.mp4' controls></video>"}},
		{"S2", true, []string{"<p onclick='x()'>a</p>", "<p style='position:fixed'>a</p>", "<p style='background:url(x)'>a</p>", "<p role='note'>a</p>", "<p aria-label='x'>a</p>"}},
		{"S2", false, []string{"<p class='onclick' style='text-align:center'>a</p>"}},
		{"S3", true, []string{"<a href='javascript:x'>a</a>", "<a href=' java&#9;script:x'>a</a>", "<a href='vbscript:x'>a</a>", "<img src='data:text/html,x'>", "<img srcset='javascript:x 1x'>"}},
		{"S3", false, []string{"<a href='mailto:a@b.example'>a</a>", "<img src='data:image/png;base64,AA=='>"}},
		{"S5", true, []string{"<div>a", "<b>a</i></b>", "<p>a</div>", "<b><i>a</b></i>", "<wow>a</wow>", "a <b"}},
		{"S5", false, []string{"<p>a<p>b", "<ul><li>a<li>b</ul>", "a<br>b<hr/>", "<p>1 < 2", "<table><tr><td>x</table>"}},
		{"B7", true, []string{"<a href='/x'>a</a>", "<img src=x.png>", "<a href='#n'>a</a>", "<img srcset='a.png 1x'>", "<a href=''>a</a>"}},
		{"B7", false, []string{"<a href='https://a.example/#n'>a</a>", "<img srcset='https://a.example/a.png 1x, https://a.example/b.png 2x'>"}},
	} {
		for _, format := range formats {
			for _, f := range c.fragments {
				in := inHTML(format, f)
				out = append(out, change{format, c.rule, c.broken, in[0], in[1]})
			}
		}
	}
	return out
}

var changes = []change{
	bad("E1", RSS, "</item>", ""), bad("E1", RSS, "<title>One", "<title>&nbsp;One"), bad("E1", RSS, ` length="5"`, ` length="5" length="6"`),
	bad("E1", RSS, "</rss>", "</rss><rss/>"), bad("E1", RSS, "</rss>", "</rss>x"), bad("E1", Atom, "</feed>", ""),
	bad("E1", JSON, `"x"]`, `"x",]`), bad("E1", JSON, "]\n}\n", "]\n}\n{}"), good("E1", RSS, "<title>One", "<title><![CDATA[One]]>&#233;"),
	bad("E2", RSS, ` xmlns:content="http://purl.org/rss/1.0/modules/content/"`, ""), bad("E2", RSS, "mrss/", "mrss"),
	bad("E2", RSS, "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"", `xmlns:dc="http://example.org/"`),
	bad("E2", Atom, "http://www.w3.org/2005/Atom", "http://www.w3.org/2005/atom"), good("E2", RSS, "xmlns:dc", `xmlns:x="https://example.org/ns" xmlns:dc`),
	bad("E3", RSS, "<category>x</category>", "<tag>x</tag>"), bad("E3", Atom, "<category term=\"x\"/>", "<pubDate/>"), bad("E3", JSON, `"language"`, `"lang"`),
	good("E3", JSON, `"language": "en"`, `"_lang": {}`), good("E3", RSS, "<category>x</category>", `<x:y xmlns:x="https://example.org/ns">z</x:y>`),
	bad("E3", RSS, "<channel>", "<channel>text"),
	bad("E4", RSS, "<rss", `<!DOCTYPE rss [<!ENTITY a "b">]><rss`), good("E4", RSS, "<rss", "<!-- rss --><rss"),
	bad("E5", RSS, `version="2.0"`, `version="3"`), bad("E5", RSS, `version="2.0"`, `version="0.91"`), good("E5", RSS, `version="2.0"`, `version='2.0'`),
	bad("E5", JSON, "version/1.1", "version/1"),
	bad("E6", RSS, "<title>One</title>", "<title>One</title><title>One</title>"), bad("E6", Atom, "<summary>Short</summary>", "<summary>a</summary><summary>b</summary>"),
	good("E6", RSS, "<category>x</category>", "<category>x</category><category>y</category>"),
	bad("E7", RSS, "<title>One</title>", "<title> </title>"), bad("E7", Atom, "<title>One</title>", "<title/>"), bad("E7", RSS, "<category>x</category>", "<category/>"),
	good("E7", RSS, "<title>One</title>", ""), bad("E7", JSON, "<p>Long</p>", ""),
	bad("E8", RSS, "</channel>", "<ttl>60</ttl></channel>"), good("E8", RSS, "<item>", "<ttl>60</ttl><item>"), bad("E8", Atom, "</feed>", "<rights>x</rights></feed>"),
	bad("U3", RSS, "UTF-8", "ISO-8859-1"), bad("U3", RSS, "UTF-8", "EBCDIC"), bad("U3", RSS, "One", "\xff"), bad("U3", JSON, "Notes", "\xff"), good("U3", RSS, "UTF-8", "utf-8"),
	bad("U4", RSS, "<title>One", "<title>\x01One"), bad("U4", Atom, "<title>One", "<title>\u0085One"), bad("U4", JSON, "Long", "\ufffd"), good("U4", RSS, "<title>One", "<title>😀\u202e\u200f"),
	bad("A1", Atom, "<id>tag:example.org,2025:1</id>", ""), bad("A1", Atom, "<title>One</title>", ""), bad("A1", Atom, "<updated>2025-01-01T02:03:04Z</updated>\n<category", "<category"),
	bad("A1", Atom, "<title>Notes</title>", ""), good("A1", Atom, "<title>One</title>", `<title type="html">One</title>`),
	bad("A2", Atom, "<author><name>Ann</name><email>ann@example.org</email></author>", ""), bad("A2", Atom, "<name>Ann</name>", ""),
	bad("A3", Atom, "<summary>Short</summary>\n<content type=\"html\">&lt;p&gt;Long&lt;/p&gt;</content>", ""), bad("A3", Atom, ` type="html">&lt;p&gt;Long&lt;/p&gt;</content>`, ` src="https://example.org/x">y</content>`),
	good("A3", Atom, `<content type="html">&lt;p&gt;Long&lt;/p&gt;</content>`, ""), good("A3", Atom, ` type="html">&lt;p&gt;Long&lt;/p&gt;</content>`, ` type="video/mp4" src="https://example.org/x"/>`),
	bad("A4", Atom, "<category", `<link type="text/html" href="https://example.org/2"/><category`), bad("A4", Atom, "<author>", `<link rel="self" href="https://example.org/2"/><author>`),
	good("A4", Atom, "<category", `<link type="text/html" hreflang="de" href="https://example.org/2"/><category`), bad("A4", Atom, `rel="alternate" type="text/html" href="https://example.org/one/"`, `rel="wow" href="https://example.org/one/"`),
	bad("A4", Atom, `<category`, `<link rel="related"/><category`),
	bad("A5", Atom, "tag:example.org,2025:1", "1"), bad("A5", Atom, "<id>tag:example.org,2025:1", "<id> tag:example.org,2025:1"), bad("A5", Atom, "<updated>2025-01-01T02:03:04Z</updated>\n<category", "<updated>2025-01-01t02:03:04z</updated>\n<category"),
	bad("A5", Atom, "<category", "<published>2025-01-01</published><category"), good("A5", Atom, "<category", "<published>2025-01-01T02:03:04.5+05:45</published><category"),
	bad("A6", RSS, "</item>", "</item><item><title>2</title><guid>https://example.org/one/</guid></item>"), good("A6", RSS, "</item>", "</item><item><title>2</title><guid>https://example.org/2/</guid></item>"),
	bad("A6", Atom, `<content type="html">&lt;p&gt;Long&lt;/p&gt;`, `<content type="xhtml"><p>x</p>`), good("A6", Atom, `<content type="html">&lt;p&gt;Long&lt;/p&gt;`, `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>x</p></div>`),
	bad("A6", Atom, "<summary>Short", "<summary><b>Short</b>"), bad("A6", Atom, "<summary>", `<summary type="text/html">`), bad("A6", JSON, "]\n}", `,{"id": "1", "content_text": "x"}]}`),
	bad("A7", Atom, "<updated>2025-01-01T02:03:04Z</updated>\n<link", "<updated>2024-01-01T02:03:04Z</updated>\n<link"), bad("A7", RSS, "<lastBuildDate>Wed, 01 Jan 2025", "<lastBuildDate>Mon, 01 Jan 2024"),
	good("A7", RSS, "<lastBuildDate>Wed, 01 Jan 2025", "<lastBuildDate>Thu, 02 Jan 2025"),
	bad("B1", RSS, "<description>All</description>", ""), bad("B1", RSS, "<title>Notes</title>\n", ""), bad("B1", RSS, "<link>https://example.org/</link>\n", ""), bad("B1", JSON, `"home_page_url": "https://example.org/",`, ""),
	bad("B1", RSS, "</item>", "</item><item><guid>https://example.org/2/</guid></item>"), good("B1", RSS, "<title>One</title>\n", ""),
	bad("B2", RSS, "<pubDate>Wed", "<pubDate>Sat"), bad("B2", RSS, "<pubDate>Wed, 01 Jan 2025", "<pubDate>Wed, 01 Jan 25"), bad("B2", RSS, "<pubDate>Wed, 01 Jan 2025 02:03:04 +0000", "<pubDate>2025-01-01"),
	bad("B2", RSS, "<pubDate>Wed, 01 Jan 2025", "<pubDate>Wed, 32 Jan 2025"), good("B2", RSS, "<pubDate>Wed, 01 Jan 2025 02:03:04 +0000", "<pubDate>1 Jan 2025 02:03 GMT"), bad("B2", RSS, "<pubDate>Wed, 01 Jan 2025 02:03:04 +0000", "<pubDate>soon"),
	bad("B3", RSS, `rel="self"`, `rel="related"`), bad("B3", Atom, `rel="self"`, `rel="related"`), bad("B3", JSON, `"feed_url": "https://example.org/feed",`, ""), good("B3", RSS, `rel="self" type="application/rss+xml"`, `rel="self"`),
	bad("B3", RSS, `href="https://example.org/feed"`, `href="https://example.org/other"`),
	bad("B4", RSS, "<guid>https://example.org/one/</guid>", ""), bad("B4", RSS, "<guid>https://example.org/one/", "<guid>one"), bad("B4", RSS, "<guid>https://example.org/one/", `<guid isPermaLink="no">https://example.org/one/`),
	bad("B4", RSS, "<guid>https://example.org/one/", `<guid isPermaLink="false">123`), bad("B4", RSS, "<guid>https://example.org/one/", "<guid>"), good("B4", RSS, "<guid>https://example.org/one/", `<guid isPermaLink="false">one`),
	bad("B5", RSS, "bob@example.org (Bob)", "Unknown"), bad("B5", RSS, "bob@example.org (Bob)", "bob@example.org"), bad("B5", RSS, "<category>x", "<dc:creator>Bob</dc:creator><category>x"), bad("B5", Atom, "ann@example.org", "ann"),
	good("B5", RSS, "<author>bob@example.org (Bob)</author>", "<dc:creator>Bob</dc:creator>"),
	bad("B6", RSS, ` length="5"`, ""), bad("B6", RSS, ` length="5"`, ` length="-1"`), bad("B6", RSS, ` type="audio/mpeg"`, ` type="mp3"`), bad("B6", RSS, `url="https://example.org/a.mp3"`, `url="a.mp3"`),
	bad("B6", RSS, "<enclosure", `<enclosure url="https://example.org/b.mp3" length="5" type="audio/mpeg"/><enclosure`), bad("B6", Atom, "<category", `<link rel="enclosure" href="https://example.org/a.mp3"/><category`),
	good("B6", Atom, "<category", `<link rel="enclosure" type="audio/mpeg" length="0" href="https://example.org/a.mp3"/><category`), bad("B6", JSON, `"mime_type": "audio/mpeg"`, `"mime_type": "mp3"`),
	good("B6", RSS, ` length="5"`, ` length="0"`),
	bad("B7", RSS, "<link>https://example.org/one/", "<link>/one/"), bad("B7", RSS, "<link>https://example.org/one/", "<link>https://example.org/é/"), bad("B7", JSON, `"url": "https://example.org/one/"`, `"url": "/one/"`),
	good("B7", RSS, "<link>https://example.org/one/", "<link>https://example.org/%C3%A9/"), bad("S3", RSS, "<link>https://example.org/one/", "<link>javascript:alert(1)"),
	bad("B8", RSS, "<title>Notes</title><link>", "<title>Other</title><link>"), bad("B8", RSS, "<link>https://example.org/</link><width>", "<link>https://example.org/x</link><width>"), bad("B8", RSS, "88", "145"), bad("B8", RSS, "i.png", "i.webp"),
	bad("B8", RSS, "<url>https://example.org/i.png</url>", ""), good("B8", RSS, "88", "144"),
	bad("B9", RSS, "<description>&lt;p&gt;Short&lt;/p&gt;</description>", ""), good("B9", RSS, "<content:encoded>&lt;p&gt;Long&lt;/p&gt;</content:encoded>", ""),
	bad("B10", RSS, "<language>en", "<ttl>soon</ttl><language>en"), bad("B10", RSS, "<language>en", "<skipHours><hour>24</hour></skipHours><language>en"), bad("B10", RSS, "<language>en", "<skipDays><day>Mon</day></skipDays><language>en"),
	bad("B10", RSS, "<language>en", "<textInput/><language>en"), good("B10", RSS, "<language>en", "<ttl>60</ttl><skipHours><hour>0</hour></skipHours><skipDays><day>Monday</day></skipDays><language>en"),
	bad("B10", RSS, "<language>en", `<cloud domain="a" port="80" path="/" protocol="soap"/><language>en`),
	bad("C1", RSS, "<language>en", "<language>en_GB"), bad("C1", RSS, "<language>en", "<language>gr"), bad("C1", Atom, `xml:lang="en"`, `xml:lang="english!"`), bad("C1", JSON, `"language": "en"`, `"language": "xx"`), good("C1", RSS, "<language>en", "<language>zh-Hant-TW"),
	bad("D1", RSS, "<pubDate>Wed, 01 Jan 2025", "<pubDate>Thu, 01 Jan 1970"), bad("D1", JSON, "2025-01-01", "2030-01-01"), good("D1", JSON, "2025-01-01", "1999-01-01"),
	bad("J1", JSON, `"id": "1",`, ""), bad("J1", JSON, `"title": "Notes",`, ""), bad("J1", JSON, "version/1.1", "version/9"), bad("J1", JSON, `"content_html": "<p>Long</p>"`, `"_x": 1`), bad("J1", JSON, `"items"`, `"_items"`), good("J1", JSON, "content_html", "content_text"),
	bad("J2", JSON, `"id": "1"`, `"id": 1`), bad("J2", JSON, `["x"]`, `"x"`), bad("J2", JSON, `["x"]`, `[1]`), bad("J2", JSON, `"language"`, `"expired": "no", "language"`), bad("J2", JSON, `"size_in_bytes": 5`, `"size_in_bytes": "5"`),
	bad("J2", JSON, "2025-01-01T02:03:04Z", "2025-01-01"), bad("J2", JSON, `"language"`, `"hubs": [{"type": "WebSub"}], "language"`), bad("J2", JSON, `"language"`, `"authors": [{}], "language"`), bad("J2", JSON, `"language"`, `"author": {"name": "A"}, "language"`),
	good("J2", JSON, `"language"`, `"expired": true, "authors": [{"name": "A"}], "hubs": [{"type": "WebSub", "url": "https://hub.example/"}], "language"`),
	bad("M1", RSS, `medium="image"`, `medium="picture"`), bad("M1", RSS, `width="5"`, `width="wide"`), bad("M1", RSS, ` type="image/png"`, ` type="png"`), bad("M1", RSS, `content url="https://example.org/a.png"`, "content"), good("M1", RSS, `medium="image"`, `medium="document"`),
	bad("P1", RSS, "<item>", `<fh:complete/><atom:link rel="prev-archive" href="https://example.org/1"/><item>`), good("P1", RSS, "<item>", "<fh:complete/><item>"), bad("P1", RSS, "<item>", "<fh:complete/><fh:archive/><item>"),
	bad("P2", RSS, "<item>", "<fh:archive/><item>"), good("P2", RSS, "<item>", `<fh:archive/><atom:link rel="current" href="https://example.org/feed"/><item>`), bad("P2", Atom, "<category", `<link rel="prev-archive" href="https://example.org/1"/><category`),
	bad("P2", Atom, "<author>", `<link rel="next-archive" href="https://example.org/1"/><author>`),
	bad("P4", JSON, `"language"`, `"next_url": "https://example.org/feed", "language"`), good("P4", JSON, `"language"`, `"next_url": "https://example.org/feed/2", "language"`),
	bad("S4", RSS, "<title>One", "<title>&lt;b&gt;One&lt;/b&gt;"), bad("S4", Atom, "<title>One", "<title>&lt;b&gt;One&lt;/b&gt;"), good("S4", JSON, `"Notes"`, `"<b>Notes</b>"`), good("S4", RSS, "<title>One", "<title>a &lt; b &amp;amp; c"), good("S4", RSS, "<title>One", "<title>&#x3C;b&gt;One&#x3C;/b&gt;"),
	bad("Q1", RSS, "<item>", podcastHead+"<x:type xmlns:x=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">weekly</x:type><item>"), good("Q1", RSS, "<item>", podcastHead+"<x:type xmlns:x=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">serial</x:type><item>"),
	bad("R1", Atom, "<category", `<thr:total xmlns:thr="http://purl.org/syndication/thread/1.0">few</thr:total><category`), good("R1", Atom, "<category", `<thr:total xmlns:thr="http://purl.org/syndication/thread/1.0">2</thr:total><category`),
	bad("Y1", RSS, "<category", `<geo:lat xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#">91</geo:lat><category`), good("Y1", RSS, "<category", `<geo:lat xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#">-89.5</geo:lat><category`),
	good("A2", Atom, "<name>Ann</name><email>ann@example.org</email>", "<name>Ann</name><uri>https://example.org/</uri>"),
}

func documents() map[Format]string {
	return map[Format]string{RSS: goodRSS, Atom: goodAtom, JSON: goodJSON}
}

func check(t testing.TB, s string) []Finding {
	t.Helper()
	found, err := Validate(strings.NewReader(s), ValidateOptions{Address: "https://example.org/feed", Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestValidate edits good documents: each edit breaks its rule and no other, or none.
func TestValidate(t *testing.T) {
	for format, s := range documents() {
		if found := check(t, s); len(found) > 0 {
			t.Errorf("good %s: %v", format, found)
		}
	}
	tested := map[string][2]bool{}
	for _, c := range append(markupChanges(), changes...) {
		document := documents()[c.format]
		name := fmt.Sprintf("%s %s: %s -> %s", c.rule, c.format, c.old, c.new)
		if !strings.Contains(document, c.old) {
			t.Errorf("%s: nothing to change", name)
			continue
		}
		found := check(t, strings.Replace(document, c.old, c.new, 1))
		if !c.broken {
			if len(found) > 0 {
				t.Errorf("%s: %v", name, found)
			}
		} else if len(found) == 0 {
			t.Errorf("%s: nothing found", name)
		}
		for _, v := range found {
			if lost := c.rule == "U3" && v.Rule == "U4"; c.broken && v.Rule != c.rule && !lost {
				t.Errorf("%s: %v", name, v)
			}
			if v.Line == 0 || !strings.Contains(v.Error(), v.Rule) || Rule(v.Rule) == "" {
				t.Errorf("%s: %+v", name, v)
			}
		}
		was := tested[c.rule]
		was[map[bool]int{true: 0, false: 1}[c.broken]] = true
		tested[c.rule] = was
	}
	for _, m := range more {
		if m.format == rss10 { // its cases differ from the other documents of the writer: TestMoreMessagesOfW3C
			tested[m.rule] = [2]bool{true, true}
		}
	}
	for rule := range rules {
		if tested[rule] != [2]bool{true, true} {
			t.Errorf("rule %s has no good or no bad test", rule)
		}
	}
}

// TestValidateOwn: what the Writer writes has no error and no warning.
func TestValidateOwn(t *testing.T) {
	for _, name := range []string{"full.rss", "full.atom", "full.json"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if found := check(t, string(data)); len(found) > 0 {
			t.Errorf("%s: %v", name, found)
		}
	}
	for _, format := range formats {
		s, _ := write(t, format, feed(), items()...)
		if found := check(t, s); len(found) > 0 {
			t.Errorf("%s: %v\n%s", format, found, s)
		}
	}
}

// TestValidateOthers: files that are not feeds, and feeds of old formats.
func TestValidateOthers(t *testing.T) {
	for in, rule := range map[string]string{
		"":                              "E1",
		"hello":                         "E1",
		"<html/>":                       "E5",
		"[1]":                           "E1",
		"{}":                            "J1",
		`<rss version="2.0"/>`:          "B1",
		`<feed><title>x</title></feed>`: "E2",
		`<feed xmlns="http://purl.org/atom/ns#" version="0.3"><entry><title/></entry></feed>`:                                    "E5",
		`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel/></rdf:RDF>`: "E5",
	} {
		found := check(t, in)
		if len(found) == 0 || found[0].Rule != rule {
			t.Errorf("%s: %v", in, found)
		}
	}
}

// The document type of RSS 0.91 is one that its readers know, with its entities; entities of others are not.
func TestDocumentTypeOfRSS091(t *testing.T) {
	const rest = `<rss version="0.91"><channel><title>Tsch&uuml;ss</title><link>https://example.org/</link><description>d</description><language>de</language></channel></rss>`
	for doctype, want := range map[string]string{
		`<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://www.rssboard.org/rss-0.91.dtd">`:                      "",
		`<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">`:       "E4",
		`<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://www.rssboard.org/rss-0.91.dtd" [<!ENTITY uuml "u">]>`: "E4 E1",
		`<!DOCTYPE rss>`: "E4 E1",
		``:               "E1",
	} {
		var errs []string
		for _, f := range check(t, doctype+rest) {
			if !f.Warning {
				errs = append(errs, f.Rule)
			}
		}
		if got := strings.Join(errs, " "); got != want {
			t.Errorf("%s: %s, want %s", doctype, got, want)
		}
	}
}

// FuzzValidate: no document makes the validator fail.
func FuzzValidate(f *testing.F) {
	for _, s := range documents() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := Validate(strings.NewReader(string(data)), ValidateOptions{MaxBytes: 1 << 20})
		if err != nil && !strings.HasPrefix(err.Error(), "read feed: ") {
			t.Fatal(err)
		}
	})
}
