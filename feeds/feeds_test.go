package feeds

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/testing/schematest"
)

var day = time.Date(2025, 1, 1, 2, 3, 4, 0, time.FixedZone("", -5*3600))

var formats = []Format{RSS, Atom, JSON}

func feed() *Feed {
	return &Feed{
		Title: "Notes & <Queries>", Description: "All", Home: "https://example.org/?a=1&b=2", Self: "https://example.org/feed",
		Language: "en-GB", Copyright: "© 2025", Generator: "sitegen", Updated: day.Add(time.Hour),
		Authors: []Person{{Name: "Ann", Email: "ann@example.org"}, {Name: "Bob", URL: "https://example.org/bob"}},
	}
}

func items() []Item {
	return []Item{
		{
			URL: "https://example.org/one/", ID: "tag:example.org,2025:1", Title: "One & <two>", Summary: "<p>Short</p>", Content: "<p>Long &amp; \"]]>\"</p>",
			Published: day, Updated: day.Add(time.Hour), Authors: []Person{{Name: "Cy"}}, Categories: Terms("A & B", "C"),
		},
		{URL: "https://example.org/undated/", Title: "Undated", Summary: "<p>Short</p>"},
		{URL: "https://example.org/bare/", Published: day},
	}
}

// write returns a feed and what was reported.
func write(t testing.TB, format Format, f *Feed, items ...Item) (string, []Violation) {
	t.Helper()
	var out bytes.Buffer
	var reported []Violation
	w, err := NewWriter(&out, format, f, Options{Report: func(v Violation) { reported = append(reported, v) }})
	if err != nil {
		t.Fatal(err)
	}
	for i := range items {
		if err := w.Add(&items[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String(), reported
}

// validate checks a document by its schema.
func validate(t *testing.T, format Format, document string) {
	t.Helper()
	kind, name := schematest.RSS, "index.xml"
	switch format {
	case Atom:
		schematest.Need(t, "jing")
		kind, name = schematest.Atom, "atom.xml"
	case JSON:
		kind, name = schematest.JSONFeed, "feed.json"
	}
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(document), 0o644); err != nil {
		t.Fatal(err)
	}
	problems, err := schematest.SchemaCheck(kind, name)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%v\n%s", p, document)
	}
}

const wantRSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>Notes &#x26; &#x3C;Queries&gt;</title>
<link>https://example.org/?a=1&amp;b=2</link>
<description>All</description>
<generator>sitegen</generator>
<language>en-GB</language>
<copyright>© 2025</copyright>
<dc:creator>Ann</dc:creator>
<dc:creator>Bob</dc:creator>
<lastBuildDate>Wed, 01 Jan 2025 03:03:04 -0500</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="https://example.org/feed"/>
<item>
<title>One &#x26; &#x3C;two&gt;</title>
<link>https://example.org/one/</link>
<pubDate>Wed, 01 Jan 2025 02:03:04 -0500</pubDate>
<atom:updated>2025-01-01T03:03:04-05:00</atom:updated>
<dc:creator>Cy</dc:creator>
<category>A &#x26; B</category>
<category>C</category>
<guid isPermaLink="false">tag:example.org,2025:1</guid>
<description>&lt;p&gt;Short&lt;/p&gt;</description>
<content:encoded>&lt;p&gt;Long &amp;amp; "]]&gt;"&lt;/p&gt;</content:encoded>
</item>
<item>
<title>Undated</title>
<link>https://example.org/undated/</link>
<guid>https://example.org/undated/</guid>
<description>&lt;p&gt;Short&lt;/p&gt;</description>
</item>
<item>
<link>https://example.org/bare/</link>
<pubDate>Wed, 01 Jan 2025 02:03:04 -0500</pubDate>
<guid>https://example.org/bare/</guid>
<description>https://example.org/bare/</description>
</item>
</channel>
</rss>
`

const wantAtom = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en-GB">
<id>https://example.org/feed</id>
<title type="html">Notes &amp;amp; &amp;lt;Queries&amp;gt;</title>
<subtitle>All</subtitle>
<updated>2025-01-01T03:03:04-05:00</updated>
<link rel="self" type="application/atom+xml" href="https://example.org/feed"/>
<link rel="alternate" type="text/html" href="https://example.org/?a=1&amp;b=2"/>
<author>
<name>Ann</name>
<email>ann@example.org</email>
</author>
<author>
<name>Bob</name>
<uri>https://example.org/bob</uri>
</author>
<rights>© 2025</rights>
<generator>sitegen</generator>
<entry>
<id>tag:example.org,2025:1</id>
<title type="html">One &amp;amp; &amp;lt;two&amp;gt;</title>
<link rel="alternate" type="text/html" href="https://example.org/one/"/>
<published>2025-01-01T02:03:04-05:00</published>
<updated>2025-01-01T03:03:04-05:00</updated>
<author>
<name>Cy</name>
</author>
<category term="A &amp; B"/>
<category term="C"/>
<summary type="html">&lt;p&gt;Short&lt;/p&gt;</summary>
<content type="html">&lt;p&gt;Long &amp;amp; "]]&gt;"&lt;/p&gt;</content>
</entry>
<entry>
<id>https://example.org/bare/</id>
<title>https://example.org/bare/</title>
<link rel="alternate" type="text/html" href="https://example.org/bare/"/>
<published>2025-01-01T02:03:04-05:00</published>
<updated>2025-01-01T02:03:04-05:00</updated>
<summary>https://example.org/bare/</summary>
</entry>
</feed>
`

const wantJSON = `{
"version": "https://jsonfeed.org/version/1.1",
"title": "Notes & <Queries>",
"home_page_url": "https://example.org/?a=1&b=2",
"feed_url": "https://example.org/feed",
"description": "All",
"language": "en-GB",
"authors": [{"name": "Ann"}, {"name": "Bob", "url": "https://example.org/bob"}],
"items": [
{"id": "tag:example.org,2025:1",
 "url": "https://example.org/one/",
 "title": "One & <two>",
 "date_published": "2025-01-01T02:03:04-05:00",
 "date_modified": "2025-01-01T03:03:04-05:00",
 "authors": [{"name": "Cy"}],
 "tags": ["A & B", "C"],
 "content_html": "<p>Long &amp; \"]]>\"</p>"},
{"id": "https://example.org/undated/",
 "url": "https://example.org/undated/",
 "title": "Undated",
 "content_html": "<p>Short</p>"},
{"id": "https://example.org/bare/",
 "url": "https://example.org/bare/",
 "date_published": "2025-01-01T02:03:04-05:00",
 "content_text": "https://example.org/bare/"}
]
}
`

// TestWhole compares complete documents. Rule A1 excludes the undated item from Atom, and B2 its date from the
// others.
func TestWhole(t *testing.T) {
	for format, want := range map[Format]string{RSS: wantRSS, Atom: wantAtom, JSON: wantJSON} {
		got, reported := write(t, format, feed(), items()...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", format.MediaType(), diff)
		}
		if format == Atom {
			if len(reported) != 1 || reported[0] != (Violation{Rule: "A1", Entry: "https://example.org/undated/", Field: "updated"}) {
				t.Errorf("A1: %v", reported)
			}
		} else if len(reported) > 0 {
			t.Errorf("%s: %v", format.MediaType(), reported)
		}
		validate(t, format, got)
	}
}

func TestEmpty(t *testing.T) {
	for _, format := range formats {
		f := feed()
		f.Authors, f.Description, f.Language, f.Copyright, f.Generator = nil, "", "", "", ""
		got, _ := write(t, format, f)
		validate(t, format, got)
		if format == Atom && !strings.Contains(got, "<name>Notes &amp; &lt;Queries&gt;</name>") {
			t.Errorf("A2: %s", got)
		}
		if format == RSS && !strings.Contains(got, "<description>Notes &#x26; &#x3C;Queries&gt;</description>") {
			t.Errorf("B1: %s", got)
		}
	}
}

func TestRules(t *testing.T) {
	const url = "https://example.org/a/"
	for _, c := range []struct {
		rule    string
		formats []Format
		item    Item
		kept    bool
		lacks   string // in the document
	}{
		{"B4", formats, Item{Title: "no address"}, false, "no address"},
		{"B7", formats, Item{URL: "/relative/", Title: "relative", Published: day}, false, "relative"},
		{"B7", formats, Item{URL: "javascript:alert(1)", Published: day}, false, "alert"},
		{"A5", []Format{Atom}, Item{URL: url, ID: "post 1", Published: day}, true, "post 1"},
		{"B2", []Format{RSS, JSON}, Item{URL: url, Published: time.Date(12025, 1, 1, 0, 0, 0, 0, time.UTC)}, true, "12025"},
		{"U4", formats, Item{URL: url, Title: "a\x00b\x1b\x7f\u0080\u0085\ufffe\uffff", Published: day}, true, "\x1b"},
		{"U4", formats, Item{URL: url, Content: "\xff\xfe", Published: day}, true, "\xff"},
	} {
		for _, format := range c.formats {
			got, reported := write(t, format, feed(), c.item)
			if len(reported) == 0 || reported[0].Rule != c.rule || reported[0].Entry != c.item.URL || !strings.Contains(reported[0].Error(), c.rule) {
				t.Errorf("%s %+v: %v", c.rule, c.item, reported)
			}
			if strings.Contains(got, c.lacks) || strings.Contains(got, url) != c.kept {
				t.Errorf("%s %+v: %s", c.rule, c.item, got)
			}
			validate(t, format, got)

			w, err := NewWriter(io.Discard, format, feed(), Options{Strict: true})
			if err != nil {
				t.Fatal(err)
			}
			var v Violation
			if err := w.Add(&c.item); !errors.As(err, &v) || v.Rule != c.rule {
				t.Errorf("strict %s: %v", c.rule, err)
			}
			if w.Close() == nil {
				t.Error("a writer that failed must not finish")
			}
		}
	}
}

func TestDuplicateA6(t *testing.T) {
	for _, format := range formats {
		got, reported := write(t, format, feed(),
			Item{URL: "https://example.org/a/", ID: "urn:x", Published: day, Title: "first"},
			Item{URL: "https://example.org/b/", ID: "urn:x", Published: day, Title: "second"})
		if len(reported) != 1 || reported[0].Rule != "A6" || strings.Contains(got, "second") {
			t.Errorf("%v\n%s", reported, got)
		}
	}
}

func TestFeedErrors(t *testing.T) {
	for _, c := range []struct {
		rule   string
		format Format
		change func(*Feed)
	}{
		{"B1", RSS, func(f *Feed) { f.Title = " " }},
		{"B1", Atom, func(f *Feed) { f.Title = "" }},
		{"B1", JSON, func(f *Feed) { f.Title = "" }},
		{"B1", RSS, func(f *Feed) { f.Home = "" }},
		{"B1", RSS, func(f *Feed) { f.Self = "" }},
		{"B7", RSS, func(f *Feed) { f.Self = "/feed" }},
		{"A1", Atom, func(f *Feed) { f.Updated = time.Time{} }},
		{"A5", Atom, func(f *Feed) { f.ID = "feed" }},
	} {
		f := feed()
		c.change(f)
		_, err := NewWriter(io.Discard, c.format, f, Options{})
		var v Violation
		if !errors.As(err, &v) || v.Rule != c.rule {
			t.Errorf("%s: %v", c.rule, err)
		}
	}
}

// TestNoDatesB2: nothing is dated, and nothing is made up.
func TestNoDatesB2(t *testing.T) {
	f := feed()
	f.Updated = time.Time{}
	for _, format := range []Format{RSS, JSON} {
		got, reported := write(t, format, f, Item{URL: "https://example.org/a/", Title: "A"})
		if strings.Contains(strings.ToLower(got), "date") || len(reported) > 0 {
			t.Errorf("%v\n%s", reported, got)
		}
		validate(t, format, got)
	}
}

func TestWriteError(t *testing.T) {
	for _, format := range formats {
		w, err := NewWriter(full{}, format, feed(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			err = w.Add(&Item{URL: fmt.Sprintf("https://example.org/%d/", i), Published: day, Content: strings.Repeat("x", flushAt)})
		}
		if err == nil || w.Close() == nil {
			t.Error("a full disk goes unnoticed")
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// FuzzRoundTrip: whatever the texts hold, a parser reads back what was written.
func FuzzRoundTrip(f *testing.F) {
	f.Add("a & b <c> ]]> \"", "<p>\x00\r\n</p>\u2028\ufffe")
	f.Add("\xff", "\xc2\x80\xef\xbf\xbf\xe2\x80\xa9")
	f.Fuzz(func(t *testing.T, title, content string) {
		item := Item{URL: "https://example.org/a/", Title: title, Content: content, Published: day}
		for _, format := range formats {
			got, reported := write(t, format, feed(), item)
			var back struct {
				Title   string `xml:"title" json:"title"`
				Content string `xml:"content" json:"content_html"`
				Encoded string `xml:"encoded" json:"-"`
				RSS     string `xml:"description" json:"-"` // without a summary, RSS has the text here
			}
			var err error
			if format == JSON {
				var doc struct{ Items []json.RawMessage }
				if err = json.Unmarshal([]byte(got), &doc); err == nil {
					err = json.Unmarshal(doc.Items[0], &back)
				}
			} else {
				start := strings.Index(got, "<item>") + strings.Index(got, "<entry>") + 1
				var wrap any = &back
				err = xml.NewDecoder(strings.NewReader(got[start:])).Decode(wrap)
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, got)
			}
			if len(reported) > 0 {
				continue // characters were taken out
			}
			if strings.TrimSpace(content) == "" {
				content, back.RSS = "", "" // white space alone does not count as content, and RSS requires a title or a description
			}
			if strings.Contains(got[strings.Index(got, "<entry>")+1:], `<title type="html">`) {
				back.Title = html.UnescapeString(back.Title)
			}
			title := title
			if strings.TrimSpace(title) == "" {
				title = back.Title // which is the URL where the format requires one
			}
			// Titles are in one line, and end tags in those of RSS have a space more.
			if strings.Join(strings.Fields(back.Title), "") != strings.Join(strings.Fields(title), "") || back.Content+back.Encoded+back.RSS != content {
				t.Errorf("%q, %q came back as %q, %q", title, content, back.Title, back.Content+back.Encoded+back.RSS)
			}
		}
	})
}

// writeMany writes an item of about 4 kB for each address and returns the number of bytes.
func writeMany(t testing.TB, format Format, urls []string, o Options) int64 {
	content := strings.Repeat("<p>A paragraph of a post, with <em>some</em> markup &amp; “quotes”, as they come.</p>\n", 48)
	var n counter
	w, err := NewWriter(&n, format, feed(), o)
	if err != nil {
		t.Fatal(err)
	}
	item := Item{Title: "A post", Content: content, Published: day}
	for _, u := range urls {
		item.URL = u
		if err := w.Add(&item); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return int64(n)
}

func addresses100k() []string {
	urls := make([]string, 100_000)
	for i := range urls {
		urls[i] = fmt.Sprintf("https://example.org/posts/%d/", i)
	}
	return urls
}

// TestMemory: a feed of 400 MB takes no more memory than the hashes of its ids.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 400 MB")
	}
	urls := addresses100k()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	writeMany(t, Atom, urls, Options{})
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / uint64(len(urls)); n > 400 {
		t.Errorf("%d bytes were allocated for an item", n)
	}
}

// BenchmarkWrite writes 100,000 items.
func BenchmarkWrite(b *testing.B) {
	urls := addresses100k()
	for _, format := range formats {
		b.Run(format.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.SetBytes(writeMany(b, format, urls, Options{}))
			}
		})
	}
	b.Run("Atom XHTML", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			b.SetBytes(writeMany(b, Atom, urls[:10_000], Options{XHTML: true}))
		}
	})
}

type counter int64

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// A style sheet is named before the root element of RSS and Atom, and changes nothing else.
func TestStylesheet(t *testing.T) {
	for href, want := range map[string]string{
		"/xml.css":            `<?xml-stylesheet type="text/css" href="/xml.css"?>` + "\n",
		"/a.XSL?v=1&w=\"?>\"": `<?xml-stylesheet type="text/xsl" href="/a.XSL?v=1&amp;w=&quot;?&gt;&quot;"?>` + "\n",
	} {
		for _, format := range []Format{RSS, Atom, JSON} {
			var plain, styled bytes.Buffer
			f := &Feed{Title: "T", Home: "https://e.example/", Self: "https://e.example/a.xml", Updated: time.Unix(1e9, 0)}
			for out, o := range map[*bytes.Buffer]Options{&plain: {}, &styled: {Stylesheet: href}} {
				w, err := NewWriter(out, format, f, o)
				if err == nil {
					err = w.Close()
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			before, after, there := strings.Cut(styled.String(), want)
			if there == (format == JSON) || before+after != plain.String() {
				t.Errorf("%v: %s", format, styled.String())
			}
		}
	}
}
