package feeds

import (
	"strings"
	"testing"
)

// w3c are the documented messages of the W3C feed validator (https://validator.w3.org/feed/docs/) about
// documents like those of this package: each with a document that causes the message, and one that does not. It
// omits messages about HTTP and about formats other than feeds; more has RSS 1.0 and everything that this
// package never writes.
var w3c = []struct {
	message   string
	bad, good change
}{
	// Errors.
	{"AttrNotBlank", bad("A4", Atom, `rel="alternate" type="text/html" href="https://example.org/one/"`, `rel="" href="https://example.org/one/"`), good("A4", Atom, ` type="text/html" href="https://example.org/one/"`, ` href="https://example.org/one/"`)},
	{"DuplicateAtomLink", bad("A4", Atom, "<category", `<link rel="alternate" type="text/html" href="https://example.org/2"/><category`), good("A4", Atom, "<category", `<link type="application/pdf" href="https://example.org/2"/><category`)},
	{"DuplicateElement", bad("E6", RSS, "<language>en</language>", "<language>en</language><language>en</language>"), good("E6", RSS, "<category>x</category>", "<category>x</category><category>x</category>")},
	{"DuplicateValue", bad("A6", RSS, "</item>", "</item><item><title>2</title><guid>https://example.org/one/</guid></item>"), good("A6", RSS, "</item>", `</item><item><title>2</title><guid isPermaLink="false">https://example.org/one/#2</guid></item>`)},
	{"DuplicateIds", bad("A6", JSON, "]\n}", `,{"id": "1", "content_text": "x"}]}`), good("A6", JSON, "]\n}", `,{"id": "2", "content_text": "x"}]}`)},
	{"EightDaysAWeek", bad("B10", RSS, "<item>", "<skipDays><day>Monday</day><day>Monday</day></skipDays><item>"), good("B10", RSS, "<item>", "<skipDays><day>Monday</day><day>Sunday</day></skipDays><item>")},
	{"FeedRelInCompleteFeed", bad("P1", Atom, "<author>", `<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/><link rel="prev-archive" href="https://example.org/1"/><author>`), good("P1", Atom, "<author>", `<fh:complete xmlns:fh="http://purl.org/syndication/history/1.0"/><author>`)},
	{"IncorrectDOW", bad("B2", RSS, "<pubDate>Wed", "<pubDate>Sat"), good("B2", RSS, "<pubDate>Wed, 01", "<pubDate>01")},
	{"InvalidBooleanAttribute", bad("B4", RSS, "<guid>", `<guid isPermaLink="yes">`), good("B4", RSS, "<guid>", `<guid isPermaLink="true">`)},
	{"InvalidContact", bad("B5", RSS, "ann@example.org (Ann)", "Ann"), good("B5", RSS, "ann@example.org (Ann)", "ann.b+c@mail.example.org (Ann B)")},
	{"InvalidDay", bad("B10", RSS, "<item>", "<skipDays><day>Someday</day></skipDays><item>"), good("B10", RSS, "<item>", "<skipDays><day>Friday</day></skipDays><item>")},
	{"InvalidFullLink", bad("B7", RSS, "<link>https://example.org/one/", "<link>one/"), good("B7", RSS, "<link>https://example.org/one/", "<link>http://example.org/one/?a=b&amp;c#d")},
	{"InvalidHour", bad("B10", RSS, "<item>", "<skipHours><hour>24</hour></skipHours><item>"), good("B10", RSS, "<item>", "<skipHours><hour>23</hour></skipHours><item>")},
	{"InvalidHttpGUID", bad("B4", RSS, "<guid>https://example.org/one/", "<guid>one"), good("B4", RSS, "<guid>", `<guid isPermaLink="false">tag:example.org,2025:`)},
	{"InvalidPermalink", bad("B4", RSS, "<guid>https://example.org/one/", "<guid>urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), good("B4", RSS, "<guid>https://example.org/one/", `<guid isPermaLink="false">urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6`)},
	{"InvalidIntegerAttribute", bad("B6", RSS, ` length="5"`, ` length="many"`), good("B6", RSS, ` length="5"`, ` length="123456789012"`)},
	{"InvalidNonNegativeInteger", bad("B6", Atom, "<category", `<link rel="enclosure" length="-1" href="https://example.org/a.mp3"/><category`), good("B6", Atom, "<category", `<link rel="enclosure" length="7" href="https://example.org/a.mp3"/><category`)},
	{"InvalidPositiveInteger", bad("B10", RSS, "<item>", "<ttl>0</ttl><item>"), good("B10", RSS, "<item>", "<ttl>1</ttl><item>")},
	{"InvalidIRI", bad("B7", Atom, `type="text/html" href="https://example.org/one/"`, `type="text/html" href="https://example.org/a b/"`), good("B7", Atom, `type="text/html" href="https://example.org/one/"`, `type="text/html" href="https://example.org/a%20b/"`)},
	{"InvalidLanguage", bad("C1", RSS, "<language>en", "<language>english"), good("C1", RSS, "<language>en", "<language>de-CH")},
	{"InvalidLink", bad("B7", RSS, "<url>https://example.org/i.png", "<url>i.png"), good("B7", RSS, "<url>https://example.org/i.png", "<url>https://example.org/i.jpeg")},
	{"InvalidMIMEAttribute", bad("B6", RSS, ` type="audio/mpeg"`, ` type="sound"`), good("B6", RSS, ` type="audio/mpeg"`, ` type="audio/ogg; codecs=opus"`)},
	{"InvalidMIMEType", bad("A6", Atom, `<content type="html">&lt;p&gt;Long&lt;/p&gt;`, `<content type="wow">x`), good("A6", Atom, `<content type="html">&lt;p&gt;Long&lt;/p&gt;`, `<content type="text">x`)},
	{"InvalidMediaMedium", bad("M1", RSS, `medium="image"`, `medium="photo"`), good("M1", RSS, `medium="image"`, `medium="video"`)},
	{"InvalidNamespace", bad("E2", Atom, "http://www.w3.org/2005/Atom", "http://www.w3.org/2005/Atom/"), good("E2", RSS, "<rss ", `<rss xmlns:x="https://example.org/ns" `)},
	{"InvalidRFC2822Date", bad("B2", RSS, "<pubDate>Wed, 01 Jan 2025 02:03:04 +0000", "<pubDate>2025-01-01T02:03:04Z"), good("B2", RSS, "<pubDate>Wed, 01 Jan 2025 02:03:04 +0000", "<pubDate>Wed, 01 Jan 2025 02:03:04 GMT")},
	{"InvalidRFC3339Date", bad("A5", Atom, "<category", "<published>2025-01-01 02:03</published><category"), good("A5", Atom, "<category", "<published>2025-01-01T02:03:04-08:00</published><category")},
	{"InvalidTextType", bad("A6", Atom, "<summary>", `<summary type="text/plain">`), good("A6", Atom, "<summary>", `<summary type="text">`)},
	{"InvalidURLAttribute", bad("B6", RSS, `enclosure url="https://example.org/a.mp3"`, `enclosure url="ftp://example.org/a.mp3"`), good("B6", RSS, `enclosure url="https://example.org/a.mp3"`, `enclosure url="http://example.org:8080/a.mp3"`)},
	{"InvalidHeight", bad("B8", RSS, "<width>88</width>", "<height>401</height>"), good("B8", RSS, "<width>88</width>", "<height>400</height>")},
	{"InvalidWidth", bad("B8", RSS, "<width>88</width>", "<width>0</width>"), good("B8", RSS, "<width>88</width>", "<width>1</width>")},
	{"ItemMustContainTitleOrDescription", bad("B1", RSS, "</item>", "</item><item><link>https://example.org/2/</link><guid>https://example.org/2/</guid></item>"), good("B1", RSS, "</item>", "</item><item><description>2</description><guid>https://example.org/2/</guid></item>")},
	{"MediaGroupWithoutAlternatives", bad("M1", RSS, "</item>", `<media:group><media:content url="https://example.org/b.png"/></media:group></item>`), good("M1", RSS, "</item>", `<media:group><media:content url="https://example.org/b.png"/><media:content url="https://example.org/c.png"/></media:group></item>`)},
	{"MediaRssNamespace", bad("E2", RSS, "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss"), good("E2", RSS, `version="2.0"`, `version='2.0'`)},
	{"MissingAttribute", bad("B6", RSS, ` type="audio/mpeg"`, ""), good("B6", RSS, ` length="5"`, ` length="0"`)},
	{"MissingContentOrAlternate", bad("A3", Atom, "<link rel=\"alternate\" type=\"text/html\" href=\"https://example.org/one/\"/>\n<updated>2025-01-01T02:03:04Z</updated>\n<category term=\"x\"/>\n<summary>Short</summary>\n<content type=\"html\">&lt;p&gt;Long&lt;/p&gt;</content>", "<updated>2025-01-01T02:03:04Z</updated><summary>Short</summary>"), good("A3", Atom, "<link rel=\"alternate\" type=\"text/html\" href=\"https://example.org/one/\"/>\n", "")},
	{"MissingDescription", bad("B1", RSS, "<description>All</description>\n", ""), good("B1", RSS, "<description>All", "<description>All &amp;amp; more")},
	{"MissingElement", bad("A1", Atom, "<id>tag:example.org,2025:1</id>\n", ""), good("A1", Atom, "<id>tag:example.org,2025:1</id>", "<id>https://example.org/one/</id>")},
	{"MissingHref", bad("A4", Atom, "<category", `<link rel="related"/><category`), good("A4", Atom, "<category", `<link rel="related" href="https://example.org/r"/><category`)},
	{"MissingLink", bad("B1", RSS, "<link>https://example.org/</link>\n", ""), good("B1", RSS, "<link>https://example.org/one/</link>\n", "")},
	{"MissingNamespace", bad("E2", RSS, "<category>x</category>", "<x:category>x</x:category>"), good("E2", RSS, "<category>x</category>", `<x:category xmlns:x="https://example.org/ns">x</x:category>`)},
	{"MissingTitle", bad("B1", RSS, "<title>Notes</title>\n<link>", "<link>"), good("B1", RSS, "<title>One</title>", "")},
	{"MissingXhtmlDiv", bad("A6", Atom, `<content type="html">&lt;p&gt;Long&lt;/p&gt;`, `<content type="xhtml">Long`), good("A6", Atom, `<content type="html">&lt;p&gt;Long&lt;/p&gt;`, `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Long</div>`)},
	{"SAXError", bad("E1", RSS, "<title>One", "<title>R & D"), good("E1", RSS, "<title>One", "<title>R &#x26; D")},
	{"UndefinedElement", bad("E3", RSS, "<category>x</category>", "<summary>x</summary>"), good("E3", RSS, "<category>x</category>", "<comments>https://example.org/c</comments>")},
	{"UndefinedNamedEntity", bad("E1", Atom, "<title>One", "<title>&eacute;"), good("E1", Atom, "<title>One", "<title>&#233;")},
	{"UnexpectedText", bad("E3", RSS, "<image>", "<image>here"), good("E3", RSS, "<image>", "<image>\n")},
	{"UnexpectedWhitespace", bad("A5", Atom, "<id>tag:example.org,2025:1", "<id>\ntag:example.org,2025:1"), good("A5", Atom, "<id>tag:example.org,2025:1", "<id>tag:example.org,2025:1")},
	{"UnicodeError", bad("U3", Atom, "<title>One", "<title>\xe9"), good("U3", Atom, "<title>One", "<title>é")},
	{"WPBlankLine", bad("E1", RSS, "<?xml", "\n<?xml"), good("E1", RSS, "?>\n<rss", "?>\n\n<rss")},

	// Warnings.
	{"BadCharacters", bad("U4", RSS, "<title>One", "<title>\u0093One\u0094"), good("U4", RSS, "<title>One", "<title>“One”")},
	{"CharacterData", bad("S4", RSS, "<title>One", "<title>&lt;b>One&lt;/b>"), good("S4", RSS, "<title>One", "<title>&#x3C;b>One&#x3C;/b>")},
	{"ContainsHTML", bad("S4", RSS, "<description>All", "<description>&lt;p&gt;All&lt;/p&gt;"), good("S4", RSS, "<description>All", "<description>1 &lt; 2")},
	{"ContainsUndeclaredHTML", bad("S4", Atom, "<summary>Short", "<summary>&lt;i&gt;Short&lt;/i&gt;"), good("S4", Atom, "<summary>Short", `<summary type="html">&lt;i&gt;Short&lt;/i&gt;`)},
	{"ContainsRelRef", bad("B7", RSS, "&lt;p&gt;Long&lt;/p&gt;", "&lt;a href=\"#fn:1\"&gt;1&lt;/a&gt;"), good("B7", RSS, "&lt;p&gt;Long&lt;/p&gt;", "&lt;a href=\"https://example.org/one/#fn:1\"&gt;1&lt;/a&gt;")},
	{"DangerousStyleAttr", bad("S2", RSS, "&lt;p&gt;Long", "&lt;p style=\"border: 1px solid pink\"&gt;Long"), good("S2", RSS, "&lt;p&gt;Long", "&lt;p style=\"border: 1px solid red; text-align: center\"&gt;Long")},
	{"DuplicateEnclosure", bad("B6", RSS, "<enclosure", `<enclosure url="https://example.org/b.mp3" length="5" type="audio/mpeg"/><enclosure`), good("B6", RSS, "<media:content", `<media:content url="https://example.org/b.mp3" type="audio/mpeg"/><media:content`)},
	{"DuplicateItemSemantics", bad("B5", RSS, "<category>x", "<dc:creator>Bob</dc:creator><category>x"), good("B5", RSS, "<author>bob@example.org (Bob)</author>", "<dc:creator>Bob</dc:creator><dc:creator>Eve</dc:creator>")},
	{"DuplicateSemantics", bad("B5", RSS, "<item>", "<dc:creator>Ann</dc:creator><item>"), good("B5", RSS, "<managingEditor>ann@example.org (Ann)</managingEditor>", "<dc:creator>Ann</dc:creator>")},
	{"EmailFormat", bad("B5", RSS, "bob@example.org (Bob)", "Bob &lt;bob@example.org&gt;"), good("B5", RSS, "bob@example.org (Bob)", "bob@example.org (Bob B.)")},
	{"MissingRealName", bad("B5", RSS, "bob@example.org (Bob)", "bob@example.org"), good("B5", RSS, "bob@example.org (Bob)", "b@example.org (B)")},
	{"FeedHistoryRelInEntry", bad("P2", Atom, "<category", `<link rel="current" href="https://example.org/1"/><category`), good("P2", Atom, "<author>", `<link rel="prev-archive" href="https://example.org/1"/><author>`)},
	{"ImageLinkDoesntMatch", bad("B8", RSS, "<link>https://example.org/</link><width>", "<link>https://example.org/about/</link><width>"), good("B8", RSS, "<width>88</width>", "")},
	{"ImageTitleDoesntMatch", bad("B8", RSS, "<title>Notes</title><link>", "<title>Logo</title><link>"), good("B8", RSS, "<width>88</width>", "<description>x</description>")},
	{"ImageUrlFormat", bad("B8", RSS, "i.png", "i.svg"), good("B8", RSS, "i.png", "i.gif")},
	{"ImplausibleDate", bad("D1", Atom, "<category", "<published>0001-01-01T00:00:00Z</published><category"), good("D1", Atom, "<category", "<published>1999-12-31T00:00:00Z</published><category")},
	{"MisplacedItem", bad("E8", RSS, "</channel>", "<copyright>x</copyright></channel>"), good("E8", RSS, "<item>", "<copyright>x</copyright><item>")},
	{"MissingAtomSelfLink", bad("B3", RSS, `rel="self"`, `rel="hub"`), good("B3", RSS, "<item>", `<atom:link rel="hub" href="https://hub.example/"/><item>`)},
	{"MissingCurrentInArchive", bad("P2", RSS, "<item>", "<fh:archive/><item>"), good("P2", RSS, "<item>", `<fh:archive/><atom:link rel="current" href="https://example.org/feed"/><item>`)},
	{"MissingGuid", bad("B4", RSS, "<guid>https://example.org/one/</guid>\n", ""), good("B4", RSS, "<guid>", `<guid isPermaLink="true">`)},
	{"MissingSelf", bad("B3", Atom, `<link rel="self" type="application/atom+xml" href="https://example.org/feed"/>`, ""), good("B3", Atom, ` type="application/atom+xml"`, "")},
	{"MissingTypeAttr", bad("A3", Atom, ` type="html">&lt;p&gt;Long&lt;/p&gt;</content>`, ` src="https://example.org/x"/>`), good("A3", Atom, ` type="html">&lt;p&gt;Long&lt;/p&gt;</content>`, ` type="audio/mpeg" src="https://example.org/x"/>`)},
	{"NeedDescriptionBeforeContent", bad("B9", RSS, "<description>&lt;p&gt;Short&lt;/p&gt;</description>\n", ""), good("B9", RSS, "<content:encoded>&lt;p&gt;Long&lt;/p&gt;</content:encoded>", "")},
	{"NonstdPrefix", bad("E2", RSS, `xmlns:media="http://search.yahoo.com/mrss/"`, `xmlns:media="http://search.yahoo.com/mrss/" xmlns:m="http://search.yahoo.com/mrss/"`), good("E2", RSS, "<rss ", `<rss xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" `)},
	{"NotBlank", bad("E7", RSS, "<title>One", "<title>"), good("E7", RSS, "<title>One", "<title>1")},
	{"NotHtml", bad("S5", RSS, "&lt;p&gt;Long&lt;/p&gt;", "&lt;wibble&gt;Long&lt;/wibble&gt;"), good("S5", RSS, "&lt;p&gt;Long&lt;/p&gt;", "&lt;ul&gt;&lt;li&gt;Long&lt;/ul&gt;")},
	{"NotHtml, a link in a link", bad("S5", Atom, "&lt;p&gt;Long&lt;/p&gt;", "&lt;a href='https://a.example/'&gt;&lt;a href='https://a.example/'&gt;x&lt;/a&gt;&lt;/a&gt;"), good("S5", Atom, "&lt;p&gt;Long&lt;/p&gt;", "&lt;a href='https://a.example/'&gt;x&lt;/a&gt;&lt;a href='https://a.example/'&gt;x&lt;/a&gt;")},
	{"NotHtml, a heading in a heading", bad("S5", Atom, "&lt;p&gt;Long&lt;/p&gt;", "&lt;h1&gt;&lt;h2&gt;x&lt;/h2&gt;&lt;/h1&gt;"), good("S5", Atom, "&lt;p&gt;Long&lt;/p&gt;", "&lt;h1&gt;x&lt;/h1&gt;&lt;h2&gt;x&lt;/h2&gt;")},
	{"NotHtml, a cell without a table", bad("S5", Atom, "&lt;p&gt;Long&lt;/p&gt;", "&lt;p&gt;a&lt;/p&gt;&lt;td&gt;x&lt;/td&gt;"), good("S5", Atom, "&lt;p&gt;Long&lt;/p&gt;", "&lt;table&gt;&lt;tr&gt;&lt;td&gt;x&lt;table&gt;&lt;tr&gt;&lt;td&gt;y&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;")},
	{"NotSufficientlyUnique", bad("B4", RSS, "<guid>https://example.org/one/", `<guid isPermaLink="false">12345678`), good("B4", RSS, "<guid>https://example.org/one/", `<guid isPermaLink="false">123456789`)},
	{"ObsoleteVersion", bad("E5", RSS, `version="2.0"`, `version="0.92"`), good("E5", RSS, "<rss", "<!-- 0.92 --><rss")},
	{"ProblematicalRFC822Date", bad("B2", RSS, "<pubDate>Wed, 01 Jan 2025", "<pubDate>Wed, 01 Jan 25"), good("B2", RSS, "<pubDate>Wed, 01 Jan 2025 02:03:04", "<pubDate>Wed, 1 Jan 2025 02:03")},
	{"ReservedPrefix", bad("E2", RSS, `xmlns:fh="http://purl.org/syndication/history/1.0"`, `xmlns:fh="https://example.org/fh"`), good("E2", RSS, "<rss ", `<rss xmlns:own="https://example.org/fh" `)},
	{"SecurityRisk", bad("S1", RSS, "&lt;p&gt;Long&lt;/p&gt;", "&lt;bdo dir='rtl'&gt;Long&lt;/bdo&gt;"), good("S1", RSS, "&lt;p&gt;Long&lt;/p&gt;", "&lt;bdi dir='rtl'&gt;Long&lt;/bdi&gt;")},
	{"SecurityRiskAttr", bad("S2", RSS, "&lt;p&gt;Long", "&lt;p onmouseover='x'&gt;Long"), good("S2", RSS, "&lt;p&gt;Long", "&lt;p title='x' dir='ltr' lang='en'&gt;Long")},
	{"SelfDoesntMatchLocation", bad("B3", Atom, `href="https://example.org/feed"`, `href="https://example.org/atom.xml"`), good("B3", Atom, `<link rel="self" type="application/atom+xml" href`, `<link href="https://example.org/feed2" rel="related"/><link rel="self" href`)},
	{"UnregisteredAtomLinkRel", bad("A4", Atom, "<category", `<link rel="sibling" href="https://example.org/s"/><category`), good("A4", Atom, "<category", `<link rel="https://example.org/rel/sibling" href="https://example.org/s"/><category`)},
	{"AvoidTextInput", bad("B10", RSS, "<item>", "<textInput/><item>"), good("B10", RSS, "<item>", "<ttl>60</ttl><item>")},
}

// TestMessagesOfW3C: Validate has a finding wherever the W3C feed validator has a message, and only there.
func TestMessagesOfW3C(t *testing.T) {
	for _, m := range w3c {
		for _, c := range []change{m.bad, m.good} {
			document := documents()[c.format]
			if !strings.Contains(document, c.old) {
				t.Errorf("%s: nothing to change: %s", m.message, c.old)
				continue
			}
			found := check(t, strings.Replace(document, c.old, c.new, 1))
			if c.broken && (len(found) == 0 || found[0].Rule != c.rule) {
				t.Errorf("%s: %v, want rule %s for %s", m.message, found, c.rule, c.new)
			}
			if !c.broken && len(found) > 0 {
				t.Errorf("%s: %v for %s", m.message, found, c.new)
			}
		}
	}
}
