package sitemap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// memory keeps what a Writer writes.
type memory map[string]*bytes.Buffer

func (m memory) create(name string) (io.WriteCloser, error) {
	if m[name] != nil {
		return nil, errors.New("created twice: " + name)
	}
	m[name] = &bytes.Buffer{}
	return nopCloser{m[name]}, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func (m memory) names() []string {
	var names []string
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// validate checks every file by the schemas.
func (m memory) validate(t *testing.T) {
	t.Helper()
	schematest.Need(t, "xmllint")
	dir := t.TempDir()
	kinds := map[schematest.Kind][]string{}
	for name, content := range m {
		if plain, ok := strings.CutSuffix(name, ".gz"); ok {
			name, content = plain, bytes.NewBufferString(gunzip(t, content.Bytes()))
		}
		full := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(full, content.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		kind := schematest.KindOf(name, content.Bytes())
		kinds[kind] = append(kinds[kind], full)
	}
	for _, kind := range []schematest.Kind{schematest.Sitemap, schematest.Index} {
		problems, err := schematest.SchemaCheck(kind, kinds[kind]...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			t.Error(p)
		}
	}
}

const base = "https://example.org/"

// What files begin with, by default.
const (
	urlsetHeader = xmlHeader + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"` +
		` xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">` + "\n"
	indexHeader = xmlHeader + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"
)

// write writes entries and returns the files, what was reported, and the result.
func write(t *testing.T, o Options, entries ...Entry) (memory, []Violation, *Result) {
	t.Helper()
	m := memory{}
	var reported []Violation
	if o.Base == "" {
		o.Base = base
	}
	o.Create = m.create
	o.Report = func(v Violation) { reported = append(reported, v) }
	w, err := NewWriter(o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range entries {
		if err := w.Add(&entries[i]); err != nil {
			t.Fatal(err)
		}
	}
	res, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return m, reported, res
}

var day = time.Date(2026, 1, 2, 3, 4, 5, 600, time.FixedZone("", 2*3600))

func TestEntry(t *testing.T) {
	pair := []Alternate{{"en", base + "a/"}, {"de_AT", "https://beispiel.example/ä?b&c"}, {"x-default", base + "a/"}}
	for _, c := range []struct {
		name  string
		entry Entry
		want  string // between <url> and </url>; "" when the entry is left out
		rules string // of the violations
	}{
		{"address only", Entry{Loc: base}, `<loc>https://example.org/</loc>`, ""},
		{"U5 escaping", Entry{Loc: base + `a&b'c"d<e>`}, `<loc>https://example.org/a&amp;b&apos;c%22d%3Ce%3E</loc>`, ""},
		{
			"U7 order",
			Entry{Loc: base + "a/", LastMod: day, ChangeFreq: "daily", Priority: 0.5, HasPriority: true, Alternates: pair},
			`<loc>https://example.org/a/</loc><lastmod>2026-01-02T03:04:05+02:00</lastmod><changefreq>daily</changefreq><priority>0.5</priority>` +
				`<xhtml:link rel="alternate" hreflang="en" href="https://example.org/a/"/>` +
				`<xhtml:link rel="alternate" hreflang="de-AT" href="https://beispiel.example/%C3%A4?b&amp;c"/>` +
				`<xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/a/"/>`, "",
		},
		{"L1 relative", Entry{Loc: "/a/"}, "", "L1"},
		{"L4 host", Entry{Loc: "https://www.example.org/"}, "", "L4"},
		{"L4 scheme", Entry{Loc: "http://example.org/"}, "", "L4"},
		{"L4 port", Entry{Loc: "https://example.org:8443/"}, "", "L4"},
		{"L4 longer host", Entry{Loc: "https://example.org.evil.example/"}, "", "L4"},
		{"L4 default port", Entry{Loc: "https://EXAMPLE.org:443/a"}, `<loc>https://example.org/a</loc>`, ""},
		{"M1 day", Entry{Loc: base, LastMod: day, DateOnly: true}, `<loc>https://example.org/</loc><lastmod>2026-01-02</lastmod>`, ""},
		{"M1 year", Entry{Loc: base, LastMod: time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC)}, `<loc>https://example.org/</loc>`, "M1"},
		{"M6 changefreq", Entry{Loc: base, ChangeFreq: "sometimes"}, `<loc>https://example.org/</loc>`, "M6"},
		{"M6 priority", Entry{Loc: base, Priority: 1.1, HasPriority: true}, `<loc>https://example.org/</loc>`, "M6"},
		{"M6 priority zero", Entry{Loc: base, HasPriority: true}, `<loc>https://example.org/</loc><priority>0</priority>`, ""},
		{"M6 priority alone", Entry{Loc: base, Priority: 0.7}, `<loc>https://example.org/</loc><priority>0.7</priority>`, ""},
		{"H1 itself missing", Entry{Loc: base, Alternates: []Alternate{{"en", base + "a/"}, {"de", base + "b/"}}}, `<loc>https://example.org/</loc>`, "H1"},
		{"H2 relative", Entry{Loc: base, Alternates: []Alternate{{"en", base}, {"de", "/de/"}}}, `<loc>https://example.org/</loc>`, "H2"},
		{"H3 unknown", Entry{Loc: base, Alternates: []Alternate{{"en", base}, {"gr", base + "gr/"}}}, `<loc>https://example.org/</loc>`, "H3"},
		{
			"H4 two defaults",
			Entry{Loc: base, Alternates: []Alternate{{"en", base}, {"de", base + "de/"}, {"x-default", base}, {"X-Default", base + "de/"}}},
			`<loc>https://example.org/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.org/"/>` +
				`<xhtml:link rel="alternate" hreflang="de" href="https://example.org/de/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/"/>`, "H4",
		},
		{
			"H5 one language twice",
			Entry{Loc: base, Alternates: []Alternate{{"en", base}, {"de", base + "de/"}, {"de", base + "at/"}}},
			`<loc>https://example.org/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.org/"/>` +
				`<xhtml:link rel="alternate" hreflang="de" href="https://example.org/de/"/>`, "H5",
		},
		{"H5 group of one", Entry{Loc: base, Alternates: []Alternate{{"en", base}, {"x-default", base}}}, `<loc>https://example.org/</loc>`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, reported, _ := write(t, Options{Text: "sitemap.txt"}, c.entry)
			want := memory{}
			if c.want != "" {
				loc, _ := Normalize(c.entry.Loc)
				want["sitemap.xml"] = bytes.NewBufferString(urlsetHeader + "<url>" + c.want + "</url>\n" + urlsetFooter)
				want["sitemap.txt"] = bytes.NewBufferString(loc + "\n")
			}
			if got, want := fmt.Sprint(m), fmt.Sprint(want); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			var rules []string
			for _, v := range reported {
				rules = append(rules, v.Rule)
				if v.Entry != c.entry.Loc || v.Field == "" || !strings.Contains(v.Error(), v.Rule) {
					t.Errorf("violation %+v", v)
				}
			}
			if got := strings.Join(rules, " "); got != c.rules {
				t.Errorf("violations %q, want %q", got, c.rules)
			}
			m.validate(t)
		})
	}
}

func TestStrict(t *testing.T) {
	w, err := NewWriter(Options{Base: base, Create: memory{}.create, Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	err = w.Add(&Entry{Loc: base, ChangeFreq: "sometimes"})
	var v Violation
	if !errors.As(err, &v) || v != (Violation{"M6", base, "changefreq", "sometimes"}) {
		t.Errorf("got %v", err)
	}
	if _, again := w.Close(); again == nil {
		t.Error("a writer that failed must not finish")
	}
}

func TestFutureM3(t *testing.T) {
	m, reported, _ := write(t, Options{Now: day}, Entry{Loc: base, LastMod: day}, Entry{Loc: base + "a", LastMod: day.Add(time.Second)})
	if got := m["sitemap.xml"].String(); strings.Count(got, "<lastmod>") != 1 || len(reported) != 1 || reported[0].Rule != "M3" {
		t.Errorf("%s\n%v", got, reported)
	}
}

func TestDuplicatesL7(t *testing.T) {
	m := memory{}
	var reported []Violation
	w, err := NewWriter(Options{Base: base, Create: m.create, Report: func(v Violation) { reported = append(reported, v) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range []string{"sitemap-en.xml", "sitemap-de.xml"} {
		if err := w.Group(group); err != nil {
			t.Fatal(err)
		}
		for _, loc := range []string{base + "a", base + "a#b", base + "é", base + "%C3%A9", base + group} {
			if err := w.Add(&Entry{Loc: loc}); err != nil {
				t.Fatal(err)
			}
		}
	}
	res, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	if res.URLs != 4 || len(reported) != 6 || reported[0].Rule != "L7" {
		t.Errorf("%+v, %v", res, reported)
	}
	if got := strings.Join(m.names(), " "); got != "sitemap-de.xml sitemap-en.xml sitemap.xml" {
		t.Error(got)
	}
}

func TestScopeL5(t *testing.T) {
	for _, c := range []struct {
		any  bool
		want int
	}{{false, 1}, {true, 2}} {
		m := memory{}
		var reported []Violation
		w, err := NewWriter(Options{Base: base + "sub/", Create: m.create, AnyDirectory: c.any, Report: func(v Violation) { reported = append(reported, v) }})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Group("fr/sitemap.xml"); err != nil {
			t.Fatal(err)
		}
		for _, loc := range []string{base + "sub/fr/a", base + "sub/a"} {
			if err := w.Add(&Entry{Loc: loc}); err != nil {
				t.Fatal(err)
			}
		}
		res, err := w.Close()
		if err != nil {
			t.Fatal(err)
		}
		if res.URLs != c.want || res.Roots[0] != "fr/sitemap.xml" || len(reported) != 2-c.want {
			t.Errorf("any %v: %+v, %v", c.any, res, reported)
		}
	}
}

// TestSplit crosses each limit by one.
func TestSplit(t *testing.T) {
	record := len("<url><loc>https://example.org/0001</loc></url>\n")
	frame := len(urlsetHeader) + len(urlsetFooter)
	for _, c := range []struct {
		name    string
		o       Options
		entries int
		want    string
		roots   string
	}{
		{"none", Options{}, 0, "", ""},
		{"none but an index asked for (I7)", Options{AlwaysIndex: true}, 0, "", ""},
		{"U1 exactly", Options{MaxURLs: 3}, 3, "sitemap.txt:3 sitemap.xml:3", "sitemap.xml"},
		{"U1 one more", Options{MaxURLs: 3}, 4, "sitemap-1.txt:3 sitemap-1.xml:3 sitemap-2.txt:1 sitemap-2.xml:1 sitemap.xml:2", "sitemap.xml"},
		{"U2 exactly", Options{MaxBytes: frame + 4*record}, 4, "sitemap.txt:4 sitemap.xml:4", "sitemap.xml"},
		{"U2 one byte short", Options{MaxBytes: frame + 4*record - 1}, 4, "sitemap-1.xml:3 sitemap-2.xml:1 sitemap.txt:4 sitemap.xml:2", "sitemap.xml"},
		{"I8 always", Options{AlwaysIndex: true}, 1, "sitemap-1.xml:1 sitemap.txt:1 sitemap.xml:1", "sitemap.xml"},
		{"own name", Options{Name: "map/all.xml", MaxURLs: 1, AnyDirectory: true}, 2, "map/all-1.xml:1 map/all-2.xml:1 map/all.xml:2 sitemap-1.txt:1 sitemap-2.txt:1", "map/all.xml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.Text = "sitemap.txt"
			var entries []Entry
			for i := range c.entries {
				entries = append(entries, Entry{Loc: fmt.Sprintf("%s%04d", base, i)})
			}
			m, reported, res := write(t, c.o, entries...)
			var got []string
			for _, f := range res.Files {
				got = append(got, fmt.Sprintf("%s:%d", f.Name, f.URLs))
				if int(f.Bytes) != m[f.Name].Len() {
					t.Errorf("%s: %d bytes said, %d written", f.Name, f.Bytes, m[f.Name].Len())
				}
				if c.o.MaxBytes > 0 && m[f.Name].Len() > c.o.MaxBytes && !f.Index {
					t.Errorf("U2: %s has %d bytes", f.Name, m[f.Name].Len())
				}
			}
			slices.Sort(got)
			if got := strings.Join(got, " "); got != c.want || len(reported) > 0 || len(res.Files) != len(m) {
				t.Errorf("got %s, want %s; %v; %v", got, c.want, reported, m.names())
			}
			if got := strings.Join(res.Roots, " "); got != c.roots {
				t.Errorf("roots %q, want %q", got, c.roots)
			}
			m.validate(t)
		})
	}
}

// TestProtocolLimits takes the protocol's own limits: 50,000 addresses, and 52,428,800 bytes with
// twenty languages.
func TestProtocolLimits(t *testing.T) {
	var codes []string
	for code := range strings.FieldsSeq(languages) {
		codes = append(codes, code)
	}
	for _, c := range []struct {
		entries, languages int
		want               string
	}{
		{49_999, 0, "sitemap.xml:49999"},
		{50_000, 0, "sitemap.xml:50000"},
		{50_001, 0, "sitemap-1.xml:50000 sitemap-2.xml:1 sitemap.xml:2"},
		{21_000, 20, "sitemap-1.xml:19919 sitemap-2.xml:1081 sitemap.xml:2"}, // addresses of some 70 characters
	} {
		t.Run(fmt.Sprint(c.entries, "x", c.languages), func(t *testing.T) {
			m := memory{}
			w, err := NewWriter(Options{Base: base, Create: m.create})
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.entries {
				tail := fmt.Sprintf("a/path/of/the/usual/length/for/a/page/%06d/", i)
				e := Entry{Loc: base + tail, LastMod: day}
				for _, code := range codes[:c.languages] {
					e.Alternates = append(e.Alternates, Alternate{code, base + code + "/" + tail})
				}
				if c.languages > 0 {
					e.Alternates[0].Href = e.Loc
					e.Alternates = append(e.Alternates, Alternate{"x-default", e.Loc})
				}
				if err := w.Add(&e); err != nil {
					t.Fatal(err)
				}
			}
			res, err := w.Close()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range res.Files {
				got = append(got, fmt.Sprintf("%s:%d", f.Name, f.URLs))
				if m[f.Name].Len() > MaxBytes || f.URLs > MaxURLs {
					t.Errorf("%s: %d bytes, %d addresses", f.Name, m[f.Name].Len(), f.URLs)
				}
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if c.entries == 50_001 || c.languages > 0 {
				m.validate(t)
			}
		})
	}
}

func TestTooLargeU2(t *testing.T) {
	var reported []Violation
	m, reported, res := write(t, Options{MaxBytes: 500}, Entry{Loc: base + strings.Repeat("a", 600)}, Entry{Loc: base})
	if len(reported) != 1 || reported[0].Rule != "U2" || res.URLs != 1 || strings.Contains(m["sitemap.xml"].String(), "aaa") {
		t.Errorf("%v, %+v", reported, res)
	}
}

func TestIndexI6(t *testing.T) {
	m, _, res := write(t, Options{MaxURLs: 2},
		Entry{Loc: base + "1", LastMod: day}, Entry{Loc: base + "2", LastMod: day.Add(time.Hour)}, Entry{Loc: base + "3"})
	want := indexHeader +
		"<sitemap><loc>https://example.org/sitemap-1.xml</loc><lastmod>2026-01-02T04:04:05+02:00</lastmod></sitemap>\n" +
		"<sitemap><loc>https://example.org/sitemap-2.xml</loc></sitemap>\n" + indexFooter
	if got := m["sitemap.xml"].String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !res.Files[0].LastMod.Equal(day.Add(time.Hour)) {
		t.Errorf("%+v", res.Files)
	}
}

func TestOptions(t *testing.T) {
	create := memory{}.create
	for _, o := range []Options{{}, {Base: base}, {Create: create}, {Base: "/sub/", Create: create}} {
		if _, err := NewWriter(o); err == nil {
			t.Errorf("NewWriter(%q) gives no error", o.Base)
		}
	}
	w, err := NewWriter(Options{Base: "https://bücher.example/a b?c", Create: create})
	if err != nil || string(w.dir) != "https://xn--bcher-kva.example/a%20b/" {
		t.Errorf("%s, %v", w.dir, err)
	}
	if err := errors.Join(w.Group("x.xml"), w.Group("y.xml")); err != nil {
		t.Error(err)
	}
	if err := w.Group("x.xml"); err == nil {
		t.Error("a name used twice must be an error")
	}
}

// TestIndexName: a group must not take the place of the index over it.
func TestIndexName(t *testing.T) {
	w, err := NewWriter(Options{Base: base, Create: memory{}.create})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Group("sitemap.xml"), w.Add(&Entry{Loc: base})); err != nil {
		t.Fatal(err)
	}
	if err := w.Group("other.xml"); err == nil {
		t.Error("no error")
	}
}

type failing struct{ after int }

func (f *failing) Write(b []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, errors.New("disk full")
	}
	return len(b), nil
}

func (f *failing) Close() error { return nil }

func TestWriteError(t *testing.T) {
	for after := range 3 {
		w, err := NewWriter(Options{Base: base, MaxURLs: 1000, Create: func(string) (io.WriteCloser, error) { return &failing{after}, nil }})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 5000 {
			if err = w.Add(&Entry{Loc: fmt.Sprint(base, strings.Repeat("x", 100), i)}); err != nil {
				break
			}
		}
		if _, closeErr := w.Close(); closeErr == nil || !strings.Contains(closeErr.Error(), "disk full") {
			t.Errorf("after %d writes: %v, %v", after, err, closeErr)
		}
	}
}

func TestDeterministic(t *testing.T) {
	var first memory
	for range 2 {
		var entries []Entry
		for i := range 5000 {
			entries = append(entries, Entry{Loc: fmt.Sprint(base, i), LastMod: day})
		}
		m, _, _ := write(t, Options{MaxURLs: 100, Text: "sitemap.txt"}, entries...)
		if first != nil && fmt.Sprint(m) != fmt.Sprint(first) {
			t.Error("two runs differ")
		}
		first = m
	}
}

// A style sheet is named before the root element, and changes nothing else.
func TestStylesheet(t *testing.T) {
	for href, want := range map[string]string{
		"":                    "",
		"/xml.css":            `<?xml-stylesheet type="text/css" href="/xml.css"?>` + "\n",
		"/a.XSL?v=1&w=\"?>\"": `<?xml-stylesheet type="text/xsl" href="/a.XSL?v=1&amp;w=&quot;?&gt;&quot;"?>` + "\n",
	} {
		o := Options{Stylesheet: href}
		for _, s := range []string{o.pageHeader(), o.indexHeader(), o.header(extNews)} {
			if !strings.HasPrefix(s, xmlHeader+want+"<") {
				t.Errorf("%q: %s", href, s)
			}
		}
	}
}
