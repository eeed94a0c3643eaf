package sitemap

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/sitegen/sitegen/internal/testing/cputime"
	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// readAll returns copies of all entries.
func readAll(r io.Reader, o ReadOptions) (entries []Entry, format Format, err error) {
	rd := NewReader(r, o)
	if format, err = rd.Format(); err != nil {
		return nil, 0, err
	}
	for {
		e, err := rd.Next()
		if err == io.EOF {
			return entries, format, nil
		}
		if err != nil {
			return entries, format, err
		}
		entries = append(entries, clone(e))
	}
}

func clone(e *Entry) Entry {
	c := *e
	c.Alternates = append([]Alternate(nil), e.Alternates...)
	c.Images = append([]Image(nil), e.Images...)
	c.Videos = append([]Video(nil), e.Videos...)
	if e.News != nil {
		n := *e.News
		c.News = &n
	}
	return c
}

// summary shows what was read in a line for each entry.
func summary(entries []Entry) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%s", e.Loc)
		if !e.LastMod.IsZero() {
			date, _ := appendLastMod(nil, e.LastMod, e.DateOnly)
			fmt.Fprintf(&b, " %s", date)
		}
		if e.ChangeFreq != "" {
			fmt.Fprintf(&b, " %s", e.ChangeFreq)
		}
		if e.HasPriority {
			fmt.Fprintf(&b, " %g", e.Priority)
		}
		for _, a := range e.Alternates {
			fmt.Fprintf(&b, " %s=%s", a.Lang, a.Href)
		}
		for _, i := range e.Images {
			fmt.Fprintf(&b, " image=%s", i.Loc)
		}
		for _, v := range e.Videos {
			fmt.Fprintf(&b, " video=%s", v.Title)
		}
		if e.News != nil {
			fmt.Fprintf(&b, " news=%s", e.News.Title)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

const ns = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`

func pack(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func TestReader(t *testing.T) {
	for _, c := range []struct {
		name, in string
		format   Format
		want     string
		err      string // part of it
	}{
		{"one", `<urlset` + ns + `><url><loc>https://a.example/</loc><lastmod>2026-01-02</lastmod><changefreq>daily</changefreq><priority>0.5</priority></url></urlset>`, URLSet, "https://a.example/ 2026-01-02 daily 0.5\n", ""},
		{"BOM and declaration", "\ufeff<?xml version='1.0' encoding='utf-8'?>\n<?xml-stylesheet href='a'?><!-- a > b -->\n<urlset" + ns + "><url><loc>\n https://a.example/ \n</loc></url></urlset>\n<!-- end -->", URLSet, "https://a.example/\n", ""},
		{"gzip", pack(`<urlset` + ns + `><url><loc>a</loc></url></urlset>`), URLSet, "a\n", ""},
		{"CDATA and references", `<urlset` + ns + `><url><loc><![CDATA[a?b&c]]>&amp;d&#38;e&#x26;&lt;&gt;&quot;&apos;</loc></url></urlset>`, URLSet, "a?b&c&d&e&<>\"'\n", ""},
		{"prefix", `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>a</s:loc></s:url></s:urlset>`, URLSet, "a\n", ""},
		{"foreign", `<urlset` + ns + ` xmlns:x="urn:x"><x:meta><x:loc>no</x:loc></x:meta><url><x:loc>no</x:loc><loc>a</loc><x:y a="1>2"/></url><x:z/></urlset>`, URLSet, "a\n", ""},
		{"no namespace", `<urlset><url><loc>a</loc></url></urlset>`, URLSet, "a\n", ""},
		{"wrong namespace", `<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/"><url><loc>a</loc></url></urlset>`, URLSet, "a\n", ""},
		{"any order", `<urlset` + ns + `><url><lastmod>2026-01-02T03:04Z</lastmod><loc>a</loc></url></urlset>`, URLSet, "a 2026-01-02T03:04:00Z\n", ""},
		{"bad values", `<urlset` + ns + `><url><loc>a</loc><lastmod>x</lastmod><changefreq>x</changefreq><priority>2</priority></url><url/><url><loc> </loc></url></urlset>`, URLSet, "a\n", ""},
		{
			"extensions", `<urlset` + ns + ` xmlns:i="http://www.google.com/schemas/sitemap-image/1.1" xmlns:v="http://www.google.com/schemas/sitemap-video/1.1" xmlns:n="http://www.google.com/schemas/sitemap-news/0.9" xmlns:h="http://www.w3.org/1999/xhtml"><url><loc>a</loc>` +
				`<h:link rel="alternate" hreflang="de" href="b&amp;c"/><h:link rel='alternate' media='x' href='m'/><i:image><i:loc>i</i:loc><i:title>old</i:title></i:image><v:video><v:title>T</v:title></v:video><n:news><n:title>N</n:title></n:news></url></urlset>`,
			URLSet, "a de=b&c image=i video=T news=N\n", "",
		},
		{"index", `<sitemapindex` + ns + `><sitemap><loc>a</loc><lastmod>2026-01-02T03:04:05+02:00</lastmod></sitemap><url><loc>no</loc></url></sitemapindex>`, Index, "a 2026-01-02T03:04:05+02:00\n", ""},
		{
			"RSS", `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>no</link><atom:link href="no"/><item><atom:link href="no"/><link>a</link><pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate></item>` +
				`<item><guid>b</guid><atom:updated>2026-01-02T03:04:05Z</atom:updated></item><item><guid isPermaLink="false">no</guid></item></channel></rss>`,
			RSS, "a 2026-01-02T03:04:05Z\nb 2026-01-02T03:04:05Z\n", "",
		},
		{
			"Atom", `<feed xmlns="http://www.w3.org/2005/Atom"><link href="no"/><entry><link rel="self" href="no"/><link href="a"/><updated>2026-01-02T03:04:05Z</updated></entry></feed>`,
			Atom, "a 2026-01-02T03:04:05Z\n", "",
		},
		{"text", "\ufeffhttps://a.example/\r\n\n https://b.example/?x&y \nhttps://c.example/", Text, "https://a.example/\nhttps://b.example/?x&y\nhttps://c.example/\n", ""},
		{"entity declared", `<!DOCTYPE urlset [<!ENTITY a "b"><!ENTITY c ']>'>]><urlset` + ns + `><url><loc>&a;</loc></url></urlset>`, URLSet, "", "entity"},
		{"DOCTYPE", `<!DOCTYPE urlset SYSTEM "x>"><urlset` + ns + `><url><loc>a</loc></url></urlset>`, URLSet, "a\n", ""},
		{"empty", "", 0, "", "empty"},
		{"white", " \n ", 0, "", "empty"},
		{"html", "<html></html>", 0, "", "not the root element of a sitemap"},
		{"UTF-16", "\xff\xfe<\x00", 0, "", "UTF-16"},
		{"Latin 1", `<?xml version="1.0" encoding="ISO-8859-1"?><urlset/>`, 0, "", "iso-8859-1"},
		{"white space and BOM before the declaration", "\n \ufeff\n<?xml version='1.0'?><urlset><url><loc>a</loc></url></urlset>", URLSet, "a\n", ""},
		{"declaration late", `<urlset><?xml version="1.0"?></urlset>`, URLSet, "", "beginning"},
		{"any text", "Not found\nsee the home page", 0, "", "neither XML nor a list"},
		{"JSON", `{"urls": ["https://a.example/"]}`, 0, "", "neither XML nor a list"},
		{"text with a heading", "# pages\nhttps://a.example/\n", Text, "# pages\nhttps://a.example/\n", ""},
		{"several addresses", `<urlset` + ns + `><url><loc>a</loc><loc>b</loc><loc>a</loc><lastmod>2026-01-02</lastmod></url><url><loc>c</loc></url></urlset>`, URLSet, "a 2026-01-02\nb 2026-01-02\nc\n", ""},
		{"index without addresses", `<sitemapindex` + ns + `><sitemap><lastmod>2026-01-02</lastmod></sitemap><sitemap><loc>a</loc></sitemap><sitemap/></sitemapindex>`, Index, "a\n", ""},
		{"cut off behind the address", `<urlset` + ns + `><url><loc>a</loc></url><url><loc>b</loc><lastm`, URLSet, "a\nb\n", "ends inside"},
		{"cut off in the address", `<urlset` + ns + `><url><loc>a</loc></url><url><loc>https://b.exa`, URLSet, "a\n", "ends inside"},
		{"cut off before the end", `<urlset` + ns + `><url><loc>a</loc></url>`, URLSet, "a\n", "ends inside"},
		{
			"RSS 1.0", `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><link>no</link></channel><item><link>a</link><dc:date>2026-01-02</dc:date></item><item><link>b</link></item></rdf:RDF>`,
			RSS, "a 2026-01-02T00:00:00Z\nb\n", "",
		},
		{
			"Atom 0.3", `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><link rel="alternate" href="a"/><issued>2026-01-01T00:00:00Z</issued><modified>2026-01-02T03:04:05Z</modified></entry></feed>`,
			Atom, "a 2026-01-02T03:04:05Z\n", "",
		},
		{
			"RSS, ids and old dates", `<rss><channel><item><guid isPermaLink="false">https://a.example/</guid><pubDate>Fri, 02 Jan 26 03:04:05 GMT</pubDate></item></channel></rss>`,
			RSS, "https://a.example/ 2026-01-02T03:04:05Z\n", "",
		},
		{"declaration malformed", `<?xml encoding="utf-8"?><urlset/>`, 0, "", "malformed"},
		{"not UTF-8", `<urlset` + ns + `><url><loc>` + "\xff" + `</loc></url></urlset>`, URLSet, "", "UTF-8"},
		{"text not UTF-8", "https://a.example/\xff", Text, "", "UTF-8"},
		{"control", `<urlset` + ns + `><url><loc>` + "\x01" + `</loc></url></urlset>`, URLSet, "", "control"},
		{"bad reference", `<urlset` + ns + `><url><loc>a&b</loc></url></urlset>`, URLSet, "", "entity"},
		{"reference to nothing", `<urlset` + ns + `><url><loc>&#0;</loc></url></urlset>`, URLSet, "", "entity"},
		{"cut off", `<urlset` + ns + `><url><loc>a</loc></url><url><loc>`, URLSet, "a\n", "ends inside"},
		{"cut off in a tag", `<urlset` + ns + `><url><lo`, URLSet, "", "ends inside"},
		{"wrong end", `<urlset` + ns + `><url><loc>a</url></loc></urlset>`, URLSet, "", "expected"},
		{"two roots", `<urlset` + ns + `></urlset><urlset/>`, URLSet, "", "second root"},
		{"text behind", `<urlset` + ns + `></urlset>x`, URLSet, "", "outside"},
		{"prefix not declared", `<urlset` + ns + `><url><x:y/></url></urlset>`, URLSet, "", "not declared"},
		{"attribute twice", `<urlset` + ns + `><url a="1" a="2"/></urlset>`, URLSet, "", "twice"},
		{"attribute bare", `<urlset` + ns + `><url a=1/></urlset>`, URLSet, "", "quotes"},
		{"gzip cut off", pack(strings.Repeat("https://a.example/\n", 100))[:30], Text, "https://a.example/\n", "EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			entries, format, err := readAll(strings.NewReader(c.in), ReadOptions{})
			if got := summary(entries); got != c.want || format != c.format || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("got %s, %q, %v\nwant %s, %q, %q", format, got, err, c.format, c.want, c.err)
			}
			slow, slowFormat, slowErr := readAll(iotest.OneByteReader(strings.NewReader(c.in)), ReadOptions{})
			if summary(slow) != summary(entries) || slowFormat != format || fmt.Sprint(slowErr) != fmt.Sprint(err) {
				t.Errorf("byte by byte: %s, %q, %v", slowFormat, summary(slow), slowErr)
			}
		})
	}
}

// endless repeats a piece after a beginning.
type endless struct {
	begin, again string
	rest         string
	read         int64
}

func (e *endless) Read(b []byte) (int, error) {
	if e.rest == "" {
		e.rest, e.begin = e.begin, ""
		if e.rest == "" {
			e.rest = strings.Repeat(e.again, 1+32<<10/len(e.again))
		}
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	e.read += int64(n)
	return n, nil
}

// TestHostile: each input is endless, and the reader ends, within little memory.
func TestHostile(t *testing.T) {
	bomb := endless{begin: "<urlset" + ns + ">", again: "<url><loc>a</loc></url>"}
	for _, c := range []struct{ name, begin, again string }{
		{"text line", "", "a"},
		{"tag", "<urlset a='", "a"},
		{"many attributes", "<urlset ", "a=''"},
		{"text", "<urlset" + ns + "><url><loc>", "a"},
		{"comment", "<urlset" + ns + "><!--", "a "},
		{"CDATA", "<urlset" + ns + "><url><loc><![CDATA[", "a"},
		{"CDATA again", "<urlset" + ns + "><url><loc>", "<![CDATA[aaaaaaaaaaaaaaaa]]>"},
		{"DOCTYPE", "<!DOCTYPE x [", "<!ENTITY a 'b'>"},
		{"depth", "<urlset" + ns + ">", "<url>"},
		{"children", "<urlset" + ns + "><url>", "<loc/>"},
		{"white", "", " "},
		{"entries", bomb.begin, bomb.again},
		{"instructions", "", "<?a b?>"},
		{"foreign", "<urlset" + ns + "><x>", "<y/>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := NewReader(&endless{begin: c.begin, again: c.again}, ReadOptions{})
			var err error
			for err == nil {
				_, err = r.Next()
			}
			runtime.ReadMemStats(&after)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Errorf("%v", err)
			}
			if r.Bytes() > MaxBytes+1<<20 {
				t.Errorf("read %d bytes", r.Bytes())
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 96<<20 {
				t.Errorf("the heap grew by %d bytes", grown)
			}
		})
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	io.CopyN(w, &bomb, 200<<20)
	w.Close()
	r := NewReader(&packed, ReadOptions{})
	var err error
	for err == nil {
		_, err = r.Next()
	}
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || syntax.Rule != "U2" {
		t.Errorf("gzip bomb: %v after %d bytes", err, r.Bytes())
	}
}

// TestReadBack: what is written is what is read.
func TestReadBack(t *testing.T) {
	video := fullVideo()
	video.Duration, video.Tags = 90*time.Second, []string{"one", "two"}
	video.Published = day.Truncate(time.Second)
	video.Countries.Values, video.Platforms.Values = []string{"DE", "AT"}, []string{"web", "tv"}
	want := Entry{
		Loc: base + "a?b&c'd", LastMod: day.Truncate(time.Second), ChangeFreq: "daily", Priority: 0.25, HasPriority: true,
		Alternates: []Alternate{{"en", base + "a?b&c'd"}, {"de", "https://beispiel.example/"}, {"x-default", base + "a?b&c'd"}},
		Images:     []Image{{base + "1.jpg"}, {base + "2.jpg"}}, Videos: []Video{video},
	}
	m, reported, _ := write(t, Options{Now: now, Gzip: true}, want)
	entries, _, err := readAll(m["sitemap.xml.gz"], ReadOptions{Report: func(v Violation) { t.Error(v) }})
	if err != nil || len(entries) != 1 || len(reported) > 0 {
		t.Fatal(err, entries, reported)
	}
	if got, want := fmt.Sprintf("%+v", entries[0]), fmt.Sprintf("%+v", want); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	news := Entry{Loc: base, News: &News{"The <T>", "en", now.Add(-time.Hour), false, "A & B"}}
	m, _, _ = write(t, Options{Now: now}, news)
	entries, _, err = readAll(m["sitemap-news.xml"], ReadOptions{})
	if err != nil || len(entries) != 1 || !reflect.DeepEqual(*entries[0].News, *news.News) {
		t.Errorf("%v, %+v", err, entries)
	}
}

func TestWalk(t *testing.T) {
	files := map[string]string{
		"https://a.example/sitemap.xml": `<sitemapindex` + ns + `><sitemap><loc>https://a.example/1.xml</loc></sitemap><sitemap><loc>https://a.example/2.xml</loc></sitemap>` +
			`<sitemap><loc>https://a.example/1.xml</loc></sitemap><sitemap><loc>https://a.example/sitemap.xml</loc></sitemap><sitemap><loc>https://a.example/3.txt</loc></sitemap><sitemap><loc>https://a.example/none</loc></sitemap></sitemapindex>`,
		"https://a.example/1.xml": `<urlset` + ns + `><url><loc>one</loc></url><url><loc>`,
		"https://a.example/2.xml": `<sitemapindex` + ns + `></sitemapindex>`,
		"https://a.example/3.txt": "https://a.example/three\n",
	}
	var got []string
	for e, err := range Walk("https://a.example/sitemap.xml", func(loc string) (io.ReadCloser, error) {
		content, ok := files[loc]
		if !ok {
			return nil, os.ErrNotExist
		}
		return io.NopCloser(strings.NewReader(content)), nil
	}, ReadOptions{}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, e.Loc)
	}
	want := "one\n" +
		"read https://a.example/1.xml: line 1: the file ends inside of <loc>\n" +
		`sitemap "https://a.example/2.xml" breaks rule I3: an index names sitemaps, not another index` + "\n" +
		"https://a.example/three\nfetch https://a.example/none: file does not exist"
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func samples(t testing.TB) []string {
	files, err := filepath.Glob(filepath.Join(schematest.Schemas(), "samples", "*.xml"))
	if err != nil || len(files) < 18 {
		t.Fatal(err, files)
	}
	return files
}

func FuzzReader(f *testing.F) {
	for _, file := range samples(f) {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("https://example.org/\n"))
	f.Add([]byte(`<rss><channel><item><link>a</link></item></channel></rss>`))
	f.Add([]byte(pack("<urlset/>")))
	f.Fuzz(func(t *testing.T, b []byte) {
		entries, format, err := readAll(bytes.NewReader(b), ReadOptions{MaxBytes: 1 << 20})
		for _, e := range entries {
			if e.Loc == "" {
				t.Error("an entry without an address")
			}
		}
		slow, slowFormat, slowErr := readAll(iotest.OneByteReader(bytes.NewReader(b)), ReadOptions{MaxBytes: 1 << 20})
		if summary(slow) != summary(entries) || slowFormat != format || (slowErr == nil) != (err == nil) {
			t.Errorf("byte by byte %v, else %v", slowErr, err)
		}
		if err == nil && format != Text && !bytes.HasPrefix(b, []byte("\x1f\x8b")) && !bytes.Contains(b, []byte("<!DOCTYPE")) {
			wellFormed(t, bytes.TrimLeft(b, " \t\r\n\ufeff"))
		}
	})
}

// wellFormed: what the Reader takes encoding/xml takes, but for what it does not know.
func wellFormed(t *testing.T, b []byte) {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		_, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			for _, known := range []string{"invalid XML name", "invalid character entity", "invalid sequence", "illegal character", "unsupported version", "expected element name", "expected attribute name", "invalid UTF-8", "must escape", "expected target name", "EOF"} {
				if strings.Contains(err.Error(), known) {
					return
				}
			}
			t.Errorf("encoding/xml: %v", err)
			return
		}
	}
}

func FuzzReadBack(f *testing.F) {
	f.Add("a b", "T & <t>", "D", "tag", int64(1_700_000_000), 0.5, int64(90))
	f.Fuzz(func(t *testing.T, path, title, description, tag string, unix int64, number float64, n int64) {
		want := Entry{
			Loc: base + path, LastMod: time.Unix(unix, 0).UTC(), Priority: number, HasPriority: true,
			Images: []Image{{base + title}},
			Videos: []Video{{
				Thumbnail: base + tag, Title: title, Description: description, Content: base + "v/" + path, Tags: []string{tag},
				Duration: time.Duration(n), Rating: number, HasRating: true, Views: n, Uploader: tag,
			}},
		}
		m := memory{}
		w, err := NewWriter(Options{Base: base, Create: m.create})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(&want); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		first := m["sitemap.xml"]
		if first == nil {
			return // an address that is too long
		}
		wrote := first.String()
		entries, _, err := readAll(strings.NewReader(wrote), ReadOptions{Report: func(v Violation) { t.Error(v) }})
		if err != nil || len(entries) != 1 {
			t.Fatalf("%v\n%s", err, wrote)
		}
		again := memory{}
		if w, err = NewWriter(Options{Base: base, Create: again.create, Strict: true}); err != nil {
			t.Fatal(err)
		}
		if err := w.Add(&entries[0]); err != nil {
			t.Fatalf("%v\n%s", err, wrote)
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if got := again["sitemap.xml"].String(); got != wrote {
			t.Errorf("written %s\nread and written %s", wrote, got)
		}
	})
}

// bigFile is a sitemap of 50,000 addresses.
func bigFile(b *testing.B) []byte {
	m := memory{}
	w, err := NewWriter(Options{Base: base, Create: m.create})
	if err != nil {
		b.Fatal(err)
	}
	for i := range MaxURLs {
		loc := fmt.Sprintf("%sposts/2026/a-post-of-usual-length-%d/", base, i)
		e := Entry{Loc: loc, LastMod: day, Images: []Image{{loc + "a.jpg"}}, Alternates: []Alternate{{"en", loc}, {"de", loc + "de/"}}}
		if err := w.Add(&e); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return m["sitemap.xml"].Bytes()
}

func BenchmarkReader(b *testing.B) {
	file := bigFile(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	before := cputime.Used()
	for b.Loop() {
		r := NewReader(bytes.NewReader(file), ReadOptions{})
		n := 0
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != MaxURLs {
			b.Fatal(n)
		}
	}
	b.ReportMetric((cputime.Used()-before).Seconds()/float64(b.N), "cpu-s/op")
}

// BenchmarkEncodingXML decodes the same file with the standard library, entry by entry.
func BenchmarkEncodingXML(b *testing.B) {
	type url struct {
		Loc     string    `xml:"loc"`
		LastMod time.Time `xml:"lastmod"`
		Links   []struct {
			Lang string `xml:"hreflang,attr"`
			Href string `xml:"href,attr"`
		} `xml:"link"`
		Images []struct {
			Loc string `xml:"loc"`
		} `xml:"image"`
	}
	file := bigFile(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	before := cputime.Used()
	for b.Loop() {
		d := xml.NewDecoder(bytes.NewReader(file))
		n := 0
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			if start, ok := tok.(xml.StartElement); ok && start.Name.Local == "url" {
				var u url
				if err := d.DecodeElement(&u, &start); err != nil {
					b.Fatal(err)
				}
				n++
			}
		}
		if n != MaxURLs {
			b.Fatal(n)
		}
	}
	b.ReportMetric((cputime.Used()-before).Seconds()/float64(b.N), "cpu-s/op")
}
