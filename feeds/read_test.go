package feeds

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/feeds/internal/dates"
)

func read(t testing.TB, s string) *Parsed {
	t.Helper()
	p, err := Read(strings.NewReader(s), ReadOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, s)
	}
	return p
}

// TestReadFull reads what TestFull wrote: what comes back is the model, less what a format cannot say.
func TestReadFull(t *testing.T) {
	for format, name := range map[Format]string{RSS: "full.rss", Atom: "full.atom", JSON: "full.json"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		feed, item := fullFeed(), fullItem()
		feed.Namespaces, feed.Extensions, item.Extensions = nil, nil, nil // nobody can say what they mean
		version := "1.1"
		switch format {
		case RSS:
			version = "2.0"
			feed.ID, feed.Icon, feed.Expired = "", "", false
			feed.Authors = []Person{{Name: "Ann"}, {Name: "Bob"}}
			feed.Contributors = []Person{{Name: "Dee"}}
			feed.Categories = []Category{{Term: "The Web", Scheme: "https://example.org/tags/"}}
			item.ExternalURL = ""
			item.Authors = []Person{{Name: "Ann [host]", Email: "ann@example.org"}}
			item.Categories[1] = Category{Term: "Audio & Sound"}
			second := item.Enclosures[1]
			second.Medium = "audio"
			item.Enclosures = item.Enclosures[:1]
			item.Enclosures[0].Title, item.Enclosures[0].Duration = "", 0
			item.Media = append([]Media{second}, item.Media...)
			item.Media[1].Medium = "video"
			item.Source = &Source{Title: "Elsewhere", Self: "https://example.com/feed"}
		case Atom:
			version = "1.0"
			feed.Logo.Width, feed.Logo.Height, feed.Expired = 0, 0, false
			for i := range item.Enclosures {
				item.Enclosures[i].Duration = 0
			}
			item.Media[0].Medium = "video"
		case JSON:
			feed.ID, feed.Copyright, feed.Generator, feed.Contributors, feed.Categories = "", "", "", nil, nil
			feed.Logo.Width, feed.Logo.Height, feed.Updated = 0, 0, time.Time{}
			feed.Authors[0].Email = ""
			feed.Paging = Paging{Next: feed.Paging.PrevArchive}
			item.Authors[0].Email, item.Contributors, item.Rights, item.Summary, item.Source = "", nil, "", "", nil
			item.Categories = Terms("pod", "Audio & Sound")
			item.Image.Width, item.Image.Height = 0, 0
			film := Media{URL: item.Media[0].URL, Type: "video/webm", Length: 99, Duration: time.Minute, Title: "Film & more"}
			item.Enclosures, item.Media = append(item.Enclosures, film), nil
		}
		got := read(t, string(data))
		want := &Parsed{Format: format, Version: version, Feed: *feed, Items: []Item{item}}
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestReadOthers: what other programs write, and wrote.
func TestReadOthers(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{
			"RSS 0.91 with a DTD and entities", `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="0.91"><channel><title>Caf&eacute;</title><link>http://a.example/</link><item><title>One</title><link>http://a.example/1</link></item></channel></rss>`,
			"RSS 0.91, 1 items|Café|http://a.example/| id= url=http://a.example/1 title=One date=0",
		},
		{
			"RSS 1.0", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="http://a.example/"><title>A</title><link>http://a.example/</link></channel>
<item rdf:about="http://a.example/1"><title>One</title><link>http://a.example/1</link><dc:date>2003-01-02T03:04:05Z</dc:date></item></rdf:RDF>`,
			"RSS 1.0, 1 items|A|http://a.example/| id=http://a.example/1 url=http://a.example/1 title=One date=1041476645",
		},
		{
			"Atom 0.3", `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>A</title><link rel="alternate" type="text/html" href="http://a.example/"/><modified>2003-12-13T18:30:02Z</modified>
<entry><title mode="escaped" type="text/html">1 &amp;lt; 2</title><link rel="alternate" href="http://a.example/1"/><id>tag:a.example,2003:1</id><issued>2003-12-13T18:30:02Z</issued><modified>2003-12-13T18:30:02Z</modified><content type="text/html" mode="escaped">&lt;p&gt;x&lt;/p&gt;</content></entry></feed>`,
			"Atom 0.3, 1 items|A|http://a.example/| id=tag:a.example,2003:1 url=http://a.example/1 title=1 < 2 date=1071340202",
		},
		{
			"Atom with xml:base and a prefix", `<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="http://a.example/x/"><a:title type="html">&lt;b&gt;A&lt;/b&gt;</a:title><a:link href=".."/>
<a:entry xml:base="y/"><a:id>urn:1</a:id><a:link href="1"/><a:title>One</a:title><a:updated>2003-12-13t18:30:02z</a:updated></a:entry></a:feed>`,
			"Atom 1.0, 1 items|A|http://a.example/| id=urn:1 url=http://a.example/x/y/1 title=One date=1071340202",
		},
		{
			"JSON Feed 1.0 with a number for an id", `{"version": "https://jsonfeed.org/version/1", "title": "A", "home_page_url": "http://a.example/", "author": {"name": "B"},
"items": [{"id": 7, "url": "http://a.example/1", "title": "One", "content_text": "a < b", "date_published": "2003-12-13T18:30:02+00:00"}]}`,
			"JSON Feed 1, 1 items|A|http://a.example/| id=7 url=http://a.example/1 title=One date=1071340202",
		},
		{
			"a permalink for an address, an undeclared prefix, a control character", "<rss version=\"2.0\"><channel><title>A\x01</title><item><guid>http://a.example/1</guid><content:encoded>x</content:encoded><pubDate>Sat, 13 Dec 03 18:30:02 GMT</pubDate></item></channel></rss>",
			"RSS 2.0, 1 items|A|| id=http://a.example/1 url=http://a.example/1 title= date=1071340202",
		},
		{
			"cut off", `<rss version="2.0"><channel><title>A</title><item><title>One</title></item><item><guid>2</guid><tit`,
			"RSS 2.0, 2 items|A|| id= url= title=One date=0 id=2 url= title= date=0",
		},
		{
			"unclosed elements", `<rss version="2.0"><channel><title>A<link>x</title><item><title>One</item></channel></rss>`,
			"RSS 2.0, 1 items|A|| id= url= title=One date=0",
		},
		{
			"ISO-8859-1", "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><rss version=\"2.0\"><channel><title>Caf\xe9 \x93x\x94</title></channel></rss>",
			"RSS 2.0, 0 items|Café “x”||",
		},
		{
			"declared Latin, written UTF-8", "<?xml version=\"1.0\" encoding='ISO-8859-1'?><rss version=\"2.0\"><channel><title>Café</title></channel></rss>",
			"RSS 2.0, 0 items|Café||",
		},
		{
			"UTF-16", "\xff\xfe" + wide(`<?xml version="1.0" encoding="UTF-16"?><rss version="2.0"><channel><title>Café</title></channel></rss>`),
			"RSS 2.0, 0 items|Café||",
		},
		{"a byte order mark and blank lines", "\xef\xbb\xbf\n\n<rss version=\"2.0\"><channel><title>A</title></channel></rss>", "RSS 2.0, 0 items|A||"},
		{"broken UTF-8", "<rss version=\"2.0\"><channel><title>A\xff</title></channel></rss>", "RSS 2.0, 0 items|A\ufffd||"},
	} {
		p := read(t, c.in)
		got := fmt.Sprintf("%s|%s|%s|", p, p.Feed.Title, p.Feed.Home)
		for _, i := range p.Items {
			got += fmt.Sprintf(" id=%s url=%s title=%s date=%d", i.ID, i.URL, i.Title, max(0, i.Date().Unix()))
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// wide is s in UTF-16LE.
func wide(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

func TestReadContent(t *testing.T) {
	entry := func(content string) string {
		return `<feed xmlns="http://www.w3.org/2005/Atom"><entry>` + content + `</entry></feed>`
	}
	for in, want := range map[string]string{
		entry(`<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a &lt; <b class="x">b</b><br/><i/></div></content>`): `a &lt; <b class="x">b</b><br/><i></i>`,
		entry(`<content type="html">&lt;p&gt;a &amp;lt; b&lt;/p&gt;</content>`):                                                     `<p>a &lt; b</p>`,
		entry(`<content><![CDATA[a < b]]></content>`):                                                                               `a &lt; b`,
		entry(`<content type="text/html"><![CDATA[<p>]]></content>`):                                                                `<p>`,
		entry(`<content type="image/png">iVBO</content>`):                                                                           ``,
		`<rss version="2.0"><channel><item><description>s</description><content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/"><![CDATA[<p>]]]]><![CDATA[></p>]]></content:encoded></item></channel></rss>`: `<p>]]></p>`,
		`{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "a < b"}]}`:                                                                                                                    `a &lt; b`,
	} {
		p := read(t, in)
		if len(p.Items) != 1 || p.Items[0].Content != want {
			t.Errorf("%s: %+v", in, p.Items)
		}
	}
}

func TestParseDate(t *testing.T) {
	for in, want := range map[string]string{
		"Wed, 01 Jan 2025 02:03:04 GMT":   "2025-01-01T02:03:04Z",
		"Wed, 1 Jan 2025 02:03:04 -0500":  "2025-01-01T07:03:04Z",
		"wednesday, 1 Jan 25 02:03 EST":   "2025-01-01T07:03:00Z",
		"01 Jan 2025 02:03:04 XYZ":        "2025-01-01T02:03:04Z",
		"Wed, 01 Jan 2025 02:03:04 (foo)": "2025-01-01T02:03:04Z",
		"Wed Jan 1 02:03:04 +0000 2025":   "2025-01-01T02:03:04Z",
		"2025-01-01T02:03:04.567+01:00":   "2025-01-01T01:03:04.567Z",
		"2025-01-01 02:03:04":             "2025-01-01T02:03:04Z",
		"2025-01-01T02:03Z":               "2025-01-01T02:03:00Z",
		"2025-01-01t02:03:04z":            "2025-01-01T02:03:04Z",
		"2025-01-01":                      "2025-01-01T00:00:00Z",
		"January 1, 2025":                 "2025-01-01T00:00:00Z",
		"":                                "0001-01-01T00:00:00Z",
		"yesterday":                       "0001-01-01T00:00:00Z",
		strings.Repeat("1", 100):          "0001-01-01T00:00:00Z",
	} {
		if got := dates.Parse(in).UTC().Format(time.RFC3339Nano); got != want {
			t.Errorf("%s: %s, not %s", in, got, want)
		}
	}
}

// TestReadHostile: malicious documents are rejected, or read in limited time and memory.
func TestReadHostile(t *testing.T) {
	rss := func(s string) string { return `<rss version="2.0"><channel>` + s + `</channel></rss>` }
	many := strings.Repeat("x", 1<<20)
	for name, c := range map[string]struct {
		in   string
		fine bool
	}{
		"nothing":                {"", false},
		"no XML":                 {"hello", false},
		"a page":                 {"<!DOCTYPE html><html><head><title>x</title></head></html>", false},
		"a JSON list":            {"[1]", false},
		"other JSON":             {`{"a": 1}`, false},
		"JSON, cut off":          {`{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1"`, false},
		"an unknown encoding":    {`<?xml version="1.0" encoding="EBCDIC"?><rss/>`, false},
		"deep XML":               {rss(strings.Repeat("<a>", 100_000)), false},
		"deep JSON":              {`{"version": "https://jsonfeed.org/version/1.1", "x": ` + strings.Repeat("[", 100_000), false},
		"many JSON lists":        {`{"version": "https://jsonfeed.org/version/1.1", "items": [{"x": [` + strings.Repeat("[],", 300_000) + `[]]}]}`, false},
		"many attributes":        {rss("<a " + strings.Repeat(`b="" `, 100_000) + "/>"), false},
		"many elements":          {rss("<item>" + strings.Repeat("<a/>", 300_000) + "</item>"), false},
		"a long line":            {rss("<title>" + strings.Repeat(many, 8) + "</title>"), true},
		"a long attribute":       {rss(`<a b="` + many + `"/>`), true},
		"a long name":            {rss("<" + many + "/>"), true},
		"no end of a CDATA":      {rss("<![CDATA[" + many), true},
		"entities in each other": {`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>` + rss("<title>&c;</title>"), true},
		"an external entity":     {`<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>` + rss("<title>&a;</title>"), true},
		"many items":             {rss(strings.Repeat("<item><guid>1</guid></item>", 50_000)), true},
	} {
		start := time.Now()
		p, err := Read(strings.NewReader(c.in), ReadOptions{})
		if (err == nil) != c.fine {
			t.Errorf("%s: %v", name, err)
		}
		if p != nil && (len(p.Feed.Title) > 8<<20 || strings.Contains(p.Feed.Title, "aaaa") || strings.Contains(p.Feed.Title, "root:")) {
			t.Errorf("%s: %.100s", name, p.Feed.Title)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s took %s", name, d)
		}
	}
	if _, err := Read(strings.NewReader(rss(many)), ReadOptions{MaxBytes: 1000}); err == nil {
		t.Error("more than MaxBytes")
	}
}

// TestReadReports: each repair is reported.
func TestReadReports(t *testing.T) {
	for in, rule := range map[string]string{
		"<rss version=\"2.0\"><channel>\n<title>A\x01</title></channel></rss>":                                          "U4",
		"<rss version=\"2.0\"><channel>\n<title>A\xff</title></channel></rss>":                                          "U3",
		"<?xml version=\"1.0\" encoding=\"latin1\"?><rss version=\"2.0\"><channel><title>A\xe9</title></channel></rss>": "U3",
	} {
		var found []Finding
		if _, err := Read(strings.NewReader(in), ReadOptions{Report: func(f Finding) { found = append(found, f) }}); err != nil {
			t.Error(err)
		}
		if len(found) != 1 || found[0].Rule != rule || found[0].Line == 0 {
			t.Errorf("%s: %v", rule, found)
		}
	}
}

// FuzzRead: no document makes the reader fail in another way than by an error.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"full.rss", "full.atom", "full.json"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><content mode="xml"><p>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(strings.NewReader(string(data)), ReadOptions{MaxBytes: 1 << 20})
		if (p == nil) == (err == nil) {
			t.Fatal(p, err)
		}
	})
}
