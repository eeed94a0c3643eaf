package feeds

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

const podcastRSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:trackback="http://madskills.com/public/xml/rss/module/trackback/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#">
<channel>
<title>Talks</title>
<link>https://example.org/</link>
<description>All</description>
<language>en</language>
<itunes:category text="Arts"><itunes:category text="Food"/></itunes:category>
<itunes:explicit>false</itunes:explicit>
<itunes:owner><itunes:email>ann@example.org</itunes:email></itunes:owner>
<atom:link rel="self" type="application/rss+xml" href="https://example.org/feed"/>
<!--feed-->
<item>
<title>One</title>
<guid>https://example.org/one/</guid>
<enclosure url="https://example.org/a.mp3" length="5" type="audio/mpeg"/>
<!--item-->
</item>
</channel>
</rss>
`

const threadAtom = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0" xmlns:app="http://www.w3.org/2007/app" xmlns:fh="http://purl.org/syndication/history/1.0" xml:lang="en">
<id>https://example.org/atom</id>
<title>Notes</title>
<updated>2025-01-01T02:03:04Z</updated>
<link rel="self" type="application/atom+xml" href="https://example.org/feed"/>
<author><name>Ann</name></author>
<!--feed-->
<entry>
<id>https://example.org/one/</id>
<title>One</title>
<link href="https://example.org/one/"/>
<updated>2025-01-01T02:03:04Z</updated>
<summary>Short</summary>
<!--item-->
</entry>
</feed>
`

const oldRDF = `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:trackback="http://madskills.com/public/xml/rss/module/trackback/">
<channel rdf:about="https://example.org/feed">
<title>Notes</title>
<link>https://example.org/</link>
<description>All</description>
<items><rdf:Seq><rdf:li rdf:resource="https://example.org/one/"/></rdf:Seq></items>
<!--feed-->
</channel>
<!--beside-->
<item rdf:about="https://example.org/one/">
<title>One</title>
<link>https://example.org/one/</link>
<!--item-->
</item>
</rdf:RDF>
`

// message is one of the W3C feed validator.
type message struct {
	message, severity, rule string
	format                  Format
	// "feed", "item", or "beside" the items; "items" of RSS 1.0; "all": the cases are complete documents
	place     string
	bad, good string
}

// in is the document with something at the place.
func (m message) in(text string) string {
	document := map[Format]string{RSS: podcastRSS, Atom: threadAtom, rss10: oldRDF}[m.format]
	switch m.place {
	case "all":
		return text
	case "items":
		from, to := strings.Index(document, "<items>"), strings.Index(document, "</items>")+len("</items>")
		return document[:from] + text + document[to:]
	}
	return strings.Replace(document, "<!--"+m.place+"-->", text, 1)
}

// rss10 is RSS 1.0, of which every document has the warning that RSS 2.0 has replaced it.
const rss10 Format = -1

// more are the messages about everything else in a feed or an item: the formats themselves, Media RSS, Apple's
// podcasts, RFC 4685, RFC 5005, and small modules. A severity in capitals is that of the finding.
var more = []message{
	// RSS 2.0.
	{"InvalidFormComponentName", "E", "B10", RSS, "feed", "<textInput><title>t</title><description>d</description><name>4</name><link>https://example.org/</link></textInput>", "<textInput><title>t</title><description>d</description><name>q</name><link>https://example.org/</link></textInput>"},
	{"InvalidCloudPort", "E", "B10", RSS, "feed", `<cloud domain="example.org" port="0" path="/" registerProcedure="p" protocol="soap"/>`, `<cloud domain="example.org" port="80" path="/" registerProcedure="p" protocol="soap"/>`},
	{"UseZeroForMidnight", "W", "B10", RSS, "feed", "<skipHours><hour>24</hour></skipHours>", "<skipHours><hour>0</hour></skipHours>"},
	{"MissingElement, in skipDays", "E", "B10", RSS, "feed", "<skipDays></skipDays>", "<skipDays><day>Sunday</day></skipDays>"},
	{"UndefinedElement, in skipDays", "E", "E3", RSS, "feed", "<skipDays><day>Sunday</day><days>Monday</days></skipDays>", "<skipDays><day>Sunday</day><day>Monday</day></skipDays>"},
	{"UndefinedElement, in text", "E", "E3", RSS, "item", "<description>a <b>bold</b> word</description>", "<description>a &lt;b&gt;bold&lt;/b&gt; word</description>"},
	{"UnexpectedAttribute", "E", "E3", RSS, "item", `<category dom="x">x</category>`, `<category domain="x">x</category>`},
	{"UriNotIri", "E", "B7", RSS, "item", "<comments>https://例.example/</comments>", "<comments>https://xn--fsq.example/</comments>"},
	{"InvalidUriChar", "E", "B7", RSS, "item", "<comments>https://example.org/a b</comments>", "<comments>https://example.org/a%20b</comments>"},
	{"InvalidContact, in the wrong order", "E", "B5", RSS, "item", "<author>Ann (ann@example.org)</author>", "<author>ann@example.org (Ann)</author>"},
	{"InvalidContact, mailto", "E", "B5", RSS, "item", "<author>mailto:ann</author>", "<author>mailto:ann%40example.org%20%28Ann%29</author>"},
	{"ProblematicalRFC822Date, comments", "W", "B2", RSS, "item", "<pubDate>Wed (midweek), 01 Jan(uary) 2025 02:03 +0000 (UTC)</pubDate>", "<pubDate>Wed, 01 Jan 2025 02:03 +0000</pubDate>"},
	{"ProblematicalRFC822Date, zone of one letter", "W", "B2", RSS, "item", "<pubDate>Wed, 01 Jan 2025 02:03:04 Q</pubDate>", "<pubDate>Wed, 01 Jan 2025 02:03:04 PST</pubDate>"},
	{"InvalidW3CDTFDate", "E", "A5", RSS, "item", "<dc:date>2025-1-1</dc:date>", "<dc:date>2025-01</dc:date>"},
	{"InvalidLatitude", "E", "Y1", RSS, "item", "<geo:lat>90.1</geo:lat>", "<geo:lat>-90</geo:lat>"},
	{"InvalidLongitude", "E", "Y1", RSS, "item", "<geo:long>181</geo:long>", "<geo:long>-0.5</geo:long>"},
	{"InvalidCommaSeparatedIntegers", "E", "Y1", RSS, "item", "<slash:hit_parade>1,two</slash:hit_parade>", "<slash:hit_parade>3,2, 1</slash:hit_parade>"},
	{"InvalidNonNegativeInteger, slash:comments", "E", "Y1", RSS, "item", "<slash:comments>-1</slash:comments>", "<slash:comments>0</slash:comments>"},
	{"InvalidUpdatePeriod", "E", "Y1", RSS, "feed", "<sy:updatePeriod>often</sy:updatePeriod>", "<sy:updatePeriod>hourly</sy:updatePeriod>"},
	{"InvalidPositiveInteger, sy:updateFrequency", "E", "Y1", RSS, "feed", "<sy:updateFrequency>0</sy:updateFrequency>", "<sy:updateFrequency>2</sy:updateFrequency>"},
	{"CommentRSS", "W", "Y1", RSS, "item", "<wfw:commentRSS>https://example.org/c</wfw:commentRSS>", "<wfw:commentRss>https://example.org/c</wfw:commentRss>"},
	{"InvalidFullLink, trackback:ping", "E", "E7", RSS, "item", "<trackback:ping/>", "<trackback:ping>https://example.org/tb</trackback:ping>"},
	{"UndefinedElement, trackback:ping", "E", "E3", RSS, "feed", "<trackback:ping>https://example.org/tb</trackback:ping>", "<item><title>2</title><guid>https://example.org/2/</guid><trackback:ping>https://example.org/tb</trackback:ping></item>"},

	// RSS 1.0.
	{"MissingElement, channel", "E", "E9", rss10, "all", "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'/>", oldRDF},
	{"MissingElement, items", "E", "E9", rss10, "items", "<!-- no items -->", "<items><rdf:Seq/></items>"},
	{"MissingElement, link", "E", "E9", rss10, "beside", "<item rdf:about='https://example.org/2/'><title>2</title></item>", "<item rdf:about='https://example.org/2/'><title>2</title><link>https://example.org/2/</link></item>"},
	{"MissingAttribute, rdf:about", "E", "E9", rss10, "beside", "<image><title>i</title><link>https://example.org/</link><url>https://example.org/i.png</url></image>", "<image rdf:about='https://example.org/i.png'><title>i</title><link>https://example.org/</link><url>https://example.org/i.png</url></image>"},
	{"InvalidLink, rdf:about", "E", "B7", rss10, "beside", "<image rdf:about='http:///i.png'><title>i</title><link>https://example.org/</link><url>https://example.org/i.png</url></image>", "<image rdf:about='urn:isbn:0451450523'><title>i</title><link>https://example.org/</link><url>https://example.org/i.png</url></image>"},
	{"UnexpectedAttribute, rdf:li", "E", "E3", rss10, "items", "<items><rdf:Seq><rdf:li rdf:resources='https://example.org/one/'/></rdf:Seq></items>", "<items><rdf:Seq><rdf:li resource='https://example.org/one/'/></rdf:Seq></items>"},
	{"UndefinedElement, language", "E", "E3", rss10, "feed", "<language>en</language>", "<dc:language xmlns:dc='http://purl.org/dc/elements/1.1/'>en</dc:language>"},
	{"UndefinedElement, item in the channel", "E", "E3", rss10, "feed", "<item rdf:about='https://example.org/2/'><title>2</title><link>https://example.org/2/</link></item>", "<dc:creator xmlns:dc='http://purl.org/dc/elements/1.1/'>Ann</dc:creator>"},
	{"UndefinedElement, pubDate", "E", "E3", rss10, "item", "<pubDate>Wed, 01 Jan 2025 02:03:04 GMT</pubDate>", "<dc:date xmlns:dc='http://purl.org/dc/elements/1.1/'>2025-01-01</dc:date>"},
	{"DuplicateElement, description", "E", "E6", rss10, "item", "<description>a</description><description>b</description>", "<description>a</description>"},
	{"InvalidRDF", "E", "E3", rss10, "item", "<description>a <b/></description>", "<description>a &lt;b>b&lt;/b></description>"},
	{"MissingAttribute, trackback:ping", "E", "E7", rss10, "item", "<trackback:ping>https://example.org/tb</trackback:ping>", "<trackback:ping rdf:resource='https://example.org/tb'/>"},

	// Document types.
	{"DeprecatedDTD", "E", "E4", RSS, "all", `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">` + podcastRSS[strings.Index(podcastRSS, "<rss"):], podcastRSS},
	{"UndefinedNamedEntity", "E", "E1", RSS, "all", `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://www.rssboard.org/rss-0.91.dtd">` + strings.Replace(podcastRSS[strings.Index(podcastRSS, "<rss"):], "One", "&hellip;", 1), podcastRSS},
	{"ObsoleteNamespace", "E", "E5", Atom, "all", "<feed xmlns='http://purl.org/atom/ns#' version='0.2'/>", threadAtom},

	// FeedBurner.
	{"InvalidUriChar, feedburner:origLink", "E", "B7", RSS, "item", "<feedburner:origLink xmlns:feedburner='http://rssnamespace.org/feedburner/ext/1.0'>https://example.org/a b</feedburner:origLink>", "<feedburner:origLink xmlns:feedburner='http://rssnamespace.org/feedburner/ext/1.0'>https://example.org/</feedburner:origLink>"},
	{"DuplicateElement, feedburner:origLink", "E", "E6", RSS, "item", "<f:origLink xmlns:f='http://rssnamespace.org/feedburner/ext/1.0'>https://example.org/</f:origLink><f:origLink xmlns:f='http://rssnamespace.org/feedburner/ext/1.0'>https://example.org/</f:origLink>", "<f:origLink xmlns:f='http://rssnamespace.org/feedburner/ext/1.0'>https://example.org/</f:origLink>"},
	{"InvalidUriChar, feedburner:feedFlare", "E", "B7", RSS, "feed", "<f:feedFlare xmlns:f='http://rssnamespace.org/feedburner/ext/1.0' href='https://example.org/a b' src='/i.png'>x</f:feedFlare>", "<f:feedFlare xmlns:f='http://rssnamespace.org/feedburner/ext/1.0' href='/a' src='/i.png'>x</f:feedFlare>"},

	// Atom 1.0.
	{"InvalidURIAttribute", "E", "B7", Atom, "item", `<content type="image/png" src="https://example.org/a b"/>`, `<content type="image/png" src="../a.png"/>`},
	{"InvalidIRI, in xml:base", "E", "B7", Atom, "item", `<rights xml:base="a b">x</rights>`, `<rights xml:base="../a">x</rights>`},
	{"UnexpectedWhitespace, in an address", "E", "B7", Atom, "feed", "<icon> https://example.org/i.png</icon>", "<icon>/i.png</icon>"},
	{"InvalidUUID", "E", "A5", Atom, "item", "<source><id>urn:uuid:1</id></source>", "<source><id>urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6</id></source>"},
	{"InvalidURN", "E", "A5", Atom, "item", "<source><id>urn:isbn</id></source>", "<source><id>urn:isbn:0451450523</id></source>"},
	{"InvalidTAG", "E", "A5", Atom, "item", "<source><id>tag:example.org:1</id></source>", "<source><id>tag:ann@example.org,2025-01-31:1</id></source>"},
	{"InvalidAddrSpec", "E", "B5", Atom, "item", "<contributor><name>B</name><email>b at example.org</email></contributor>", "<contributor><name>B</name><email>b@example.org</email></contributor>"},
	{"InvalidMIMEType, multipart", "E", "A6", Atom, "item", `<content type="multipart/alternative">x</content>`, `<content type="text/plain">x</content>`},
	{"InvalidMIMEType, with src", "E", "A6", Atom, "item", `<content type="html" src="https://example.org/x"/>`, `<content type="text/html" src="https://example.org/x"/>`},
	{"NotBase64", "E", "A6", Atom, "item", `<content type="image/png">not base 64!</content>`, `<content type="image/png">aGVs bG8=</content>`},
	{"UndefinedElement, in content of text", "E", "A6", Atom, "item", `<content type="text/plain">a <b>b</b></content>`, `<content type="text/plain">a b</content>`},
	{"UnexpectedText, in content of XML", "E", "E3", Atom, "item", `<content type="image/svg+xml">a <svg xmlns="http://www.w3.org/2000/svg"/></content>`, `<content type="image/svg+xml"><svg xmlns="http://www.w3.org/2000/svg"/></content>`},
	{"MissingNamespace, in XHTML", "E", "E2", Atom, "item", `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b xmlns="">x</b></div></content>`, `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b>x</b></div></content>`},
	{"UndefinedElement, in XHTML", "E", "E3", Atom, "item", `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><app:edited>x</app:edited></div></content>`, `<app:edited>2025-01-01T02:03:04Z</app:edited>`},
	{"UndefinedElement, in a generator", "E", "A6", Atom, "feed", "<generator>a<b/></generator>", `<generator uri="/about/">a</generator>`},
	{"DuplicateElement, in a source", "E", "E6", Atom, "item", "<source><title>a</title><title>b</title></source>", "<source><title>a</title><link href='https://a.example/'/></source>"},
	{"DuplicateAtomLink, in a source", "E", "A4", Atom, "item", "<source><link href='https://a.example/'/><link href='https://b.example/'/></source>", "<source><link href='https://a.example/'/><link rel='self' href='https://b.example/'/></source>"},
	{"UndefinedElement, in a source", "E", "E3", Atom, "item", "<source><entry/></source>", "<source><rights>x</rights></source>"},
	{"DuplicateIds, with another date", "W", "A6", Atom, "item", "</entry><entry><id>https://example.org/one/</id><title>One</title><link href='https://example.org/one/'/><updated>2024-01-01T02:03:04Z</updated><summary>Old</summary>", "</entry><entry><id>https://example.org/2/</id><title>One</title><link href='https://example.org/one/'/><updated>2024-01-01T02:03:04Z</updated><summary>Old</summary>"},
	{"AtomLinkNotEmpty", "W", "E3", Atom, "item", "<link rel='related' href='https://a.example/'>a</link>", "<link rel='RELATED' href='/a/'/>"},

	// Media RSS.
	{"InvalidCountryCode", "E", "M1", RSS, "item", `<media:restriction relationship="allow" type="country">UK</media:restriction>`, `<media:restriction relationship="deny" type="country">gb fr</media:restriction>`},
	{"InvalidMediaRestriction", "E", "M1", RSS, "item", `<media:restriction relationship="allow">some</media:restriction>`, `<media:restriction relationship="allow">none</media:restriction>`},
	{"InvalidMediaRestrictionRel", "E", "M1", RSS, "item", `<media:restriction relationship="maybe">all</media:restriction>`, `<media:restriction relationship="allow">all</media:restriction>`},
	{"InvalidMediaRestrictionType", "E", "M1", RSS, "item", `<media:restriction relationship="allow" type="planet"/>`, `<media:restriction relationship="allow" type="uri">https://example.org/</media:restriction>`},
	{"MissingAttribute, relationship", "E", "M1", RSS, "item", `<media:restriction>all</media:restriction>`, `<media:restriction relationship="deny">all</media:restriction>`},
	{"InvalidCreditRole", "E", "M1", RSS, "item", `<media:credit role="hero">Ann</media:credit>`, `<media:credit role="composer">Ann</media:credit><media:credit scheme="https://example.org/roles" role="hero">B</media:credit>`},
	{"InvalidFullLink, scheme", "E", "M1", RSS, "item", `<media:category scheme="mine">a</media:category>`, `<media:category scheme="https://example.org/c" label="A">a</media:category>`},
	{"InvalidFloat", "E", "M1", RSS, "item", `<media:content url="https://example.org/a.mp3" bitrate="fast"/>`, `<media:content url="https://example.org/a.mp3" bitrate="128" samplingrate="44.1" duration="5"/>`},
	{"InvalidInteger, channels", "E", "M1", RSS, "item", `<media:content url="https://example.org/a.mp3" channels="both"/>`, `<media:content url="https://example.org/a.mp3" channels="2"/>`},
	{"InvalidMediaExpression", "E", "M1", RSS, "item", `<media:content url="https://example.org/a.mp3" expression="half"/>`, `<media:content url="https://example.org/a.mp3" expression="full"/>`},
	{"InvalidTrueFalse, isDefault", "E", "M1", RSS, "item", `<media:content url="https://example.org/a.mp3" isDefault="1"/>`, `<media:content url="https://example.org/a.mp3" isDefault="true"/>`},
	{"InvalidLanguage, lang", "E", "C1", RSS, "item", `<media:content url="https://example.org/a.mp3" lang="klingon"/>`, `<media:content url="https://example.org/a.mp3" lang="de"/>`},
	{"InvalidMediaHash", "E", "M1", RSS, "item", `<media:hash algo="sha-1">0123456789abcdef0123456789abcdef</media:hash>`, `<media:hash>0123456789abcdef0123456789abcdef</media:hash>`},
	{"InvalidMediaRating", "E", "M1", RSS, "item", `<media:rating scheme="urn:icra">r (zz 1)</media:rating>`, `<media:rating scheme="urn:icra">r (cz 1 lz 1 nz 0 vc 1)</media:rating><media:rating scheme="urn:mpaa">pg</media:rating>`},
	{"InvalidMediaTextType", "E", "M1", RSS, "item", `<media:title type="text/plain">a</media:title>`, `<media:title type="plain">a</media:title>`},
	{"InvalidNPTTime", "E", "M1", RSS, "item", `<media:text start="1:2:3">a</media:text>`, `<media:text start="0:01:02.5" end="90">a</media:text>`},
	{"InvalidURLAttribute, player", "E", "E7", RSS, "item", `<media:player/>`, `<media:player url="https://example.org/p" width="5"/>`},
	{"DuplicateElement, media:title", "E", "E6", RSS, "item", `<media:title>a</media:title><media:title>b</media:title>`, `<media:title>a</media:title>`},
	{"DeprecatedMediaAdult", "W", "M1", RSS, "item", `<media:adult>true</media:adult>`, `<media:rating>adult</media:rating>`},

	// Apple's podcasts.
	{"InvalidDuration", "E", "Q1", RSS, "item", "<itunes:duration>1:75</itunes:duration>", "<itunes:duration>1:02:03</itunes:duration>"},
	{"InvalidPositiveInteger, itunes:episode", "E", "Q1", RSS, "item", "<itunes:episode>0</itunes:episode>", "<itunes:episode>1</itunes:episode><itunes:season>2</itunes:season>"},
	{"InvalidItunesEpisodeType", "E", "Q1", RSS, "item", "<itunes:episodeType>long</itunes:episodeType>", "<itunes:episodeType>bonus</itunes:episodeType>"},
	{"InvalidItunesChannelType", "E", "Q1", RSS, "feed", "<itunes:type>daily</itunes:type>", "<itunes:type>episodic</itunes:type>"},
	{"InvalidItunesCategory", "E", "Q1", RSS, "feed", `<itunes:category text="Arts"><itunes:category text="Golf"/></itunes:category>`, `<itunes:category text="Sports"><itunes:category text="Golf"/></itunes:category>`},
	{"MissingAttribute, category", "E", "Q1", RSS, "feed", `<itunes:category/>`, `<itunes:category text="Technology"/>`},
	{"ObsoleteItunesCategory", "W", "Q1", RSS, "feed", `<itunes:category text="Talk Radio"/>`, `<itunes:category text="True Crime"/>`},
	{"InvalidTrueFalse, itunes:explicit", "E", "Q1", RSS, "item", "<itunes:explicit>maybe</itunes:explicit>", "<itunes:explicit>true</itunes:explicit>"},
	{"InvalidYesNoClean", "E", "Q1", RSS, "item", "<itunes:block>perhaps</itunes:block>", "<itunes:block>Yes</itunes:block>"},
	{"MissingAttribute, image", "E", "Q1", RSS, "feed", "<itunes:image/>", `<itunes:image href="https://example.org/i.jpg"/>`},
	{"InvalidKeywords", "W", "Q1", RSS, "item", "<itunes:keywords>salt pepper</itunes:keywords>", "<itunes:keywords>salt, pepper</itunes:keywords>"},
	{"TooLong", "E", "Q1", RSS, "item", "<itunes:subtitle>" + strings.Repeat("a", 256) + "</itunes:subtitle>", "<itunes:subtitle>Salt</itunes:subtitle>"},
	{"DuplicateElement, itunes:summary", "E", "E6", RSS, "item", "<itunes:summary>a</itunes:summary><itunes:summary>b</itunes:summary>", "<itunes:summary>a</itunes:summary>"},
	{"UndefinedElement, itunes:duration in a channel", "E", "E3", RSS, "feed", "<itunes:duration>5</itunes:duration>", "<itunes:author>Ann</itunes:author>"},
	{"UnsupportedItunesFormat", "W", "Q1", RSS, "item", "</item><item><title>2</title><guid>https://example.org/2/</guid><enclosure url='https://example.org/a.wmv' length='5' type='video/x-ms-wmv'/>", "</item><item><title>2</title><guid>https://example.org/2/</guid><enclosure url='https://example.org/a.mp4' length='5' type='video/mp4'/>"},

	// RFC 4685.
	{"UndefinedElement, thr:children", "E", "E3", Atom, "item", "<thr:children>2</thr:children>", "<thr:total>2</thr:total>"},
	{"InvalidNonNegativeInteger, thr:count", "E", "R1", Atom, "item", "<link rel='replies' href='/r/' thr:count='few'/>", "<link rel='replies' href='/r/' thr:count='2' thr:updated='2025-01-01T02:03:04Z'/>"},
	{"InvalidRFC3339Date, thr:updated", "E", "R1", Atom, "item", "<link rel='replies' href='/r/' thr:updated='today'/>", "<link rel='replies' href='/r/' thr:updated='2025-01-01T02:03:04-08:00'/>"},
	{"NoThrWhen", "E", "R1", Atom, "item", "<link rel='replies' href='/r/' thr:when='2025-01-01T02:03:04Z'/>", "<link rel='replies' href='/r/' thr:updated='2025-01-01T02:03:04Z'/>"},
	{"UnexpectedAttribute, thr:count", "E", "R1", Atom, "item", "<link rel='related' href='/r/' thr:count='2'/>", "<link rel='replies' href='/r/' thr:count='2'/>"},
	{"InvalidFullLink, thr:in-reply-to", "E", "R1", Atom, "item", "<thr:in-reply-to ref='one'/>", "<thr:in-reply-to ref='https://a.example/1' href='/1' type='text/html'/>"},

	// RFC 5005.
	{"LinkPastEnd", "E", "P4", Atom, "feed", "<link rel='last' href='https://example.org/feed'/><link rel='next' href='https://example.org/2'/>", "<link rel='last' href='https://example.org/9'/><link rel='next' href='https://example.org/2'/>"},
	{"FeedHistoryRelInEntry, next", "W", "P2", Atom, "item", "<link rel='next' href='https://example.org/2'/>", "<link rel='related' href='https://example.org/2'/>"},
	{"CurrentNotSelfInCompleteFeed", "E", "P1", Atom, "feed", "<fh:complete/><link rel='current' href='https://example.org/2'/>", "<fh:complete/>"},
}

// TestMoreMessagesOfW3C is TestMessagesOfW3C for additions to a feed or an item.
func TestMoreMessagesOfW3C(t *testing.T) {
	for _, m := range more {
		found := check(t, m.in(m.bad))
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.Rule == m.rule && f.Warning == (m.severity == "W") }) {
			t.Errorf("%s: %v, want rule %s (%s) for %s", m.message, found, m.rule, m.severity, m.bad)
		}
		of := func(f Finding) bool { // problems of all documents of RSS 1.0, and of every textInput
			return f.Warning && (m.format == rss10 && f.Rule == "E5" || f.Field == "textInput")
		}
		if found := slices.DeleteFunc(check(t, m.in(m.good)), of); len(found) > 0 {
			t.Errorf("%s: %v for %s", m.message, found, m.good)
		}
	}
}

// TestTableOfMessages: the pages about the W3C validator have every message with the rule and the two cases.
func TestTableOfMessages(t *testing.T) {
	const head = "| message | format | rule | found in | not found in |\n|---|---|---|---|---|\n"
	tables := map[string]string{}
	add := func(message, format, rule, bad, good string) {
		file := "../docs/check/w3c.md"
		if format != "Atom" {
			file = "../docs/check/w3c-rss.md"
		}
		tables[file] += fmt.Sprintf("| %s | %s | %s | %s | %s |\n", message, format, rule, bad, good)
	}
	for _, m := range w3c {
		add(m.message, m.bad.format.String(), m.bad.rule, inTable(m.bad), inTable(m.good))
	}
	for _, m := range more {
		format := m.format.String()
		if m.format == rss10 {
			format = "RSS 1.0"
		}
		add(m.message, format, m.rule, code(m.bad), code(m.good))
	}
	for file, table := range tables {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Skip("the package stands alone, without the documentation")
		}
		intro, _, ok := strings.Cut(string(data), "| message |")
		if !ok {
			t.Fatalf("%s has no table", file)
		}
		want := intro + head + table
		if want == string(data) {
			continue
		}
		if !*update {
			t.Errorf("%s is not what the tests have: go test ./feeds -run TestTableOfMessages -update", file)
			continue
		}
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// inTable is what a change puts into a document, or what it takes out.
func inTable(c change) string {
	if c.new == "" {
		return "without " + code(c.old)
	}
	return code(c.new)
}

// code is a piece of a document as a cell of a table.
func code(s string) string {
	r := []rune(strings.Join(strings.Fields(strings.NewReplacer("|", "\\|", "`", "'", "\u0093", "&#x93;", "\u0094", "&#x94;", "\xe9", "\\xE9").Replace(s)), " "))
	if len(r) > 120 {
		r = append(r[:120], '…')
	}
	return "`" + string(r) + "`"
}
