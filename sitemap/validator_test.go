package sitemap

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// TestSamples: the name of a sample describes it.
func TestSamples(t *testing.T) {
	want := map[string]string{ // of the bad ones
		"hreflang.bad-code.xml": "H3", "hreflang.bad-relative.xml": "H1 H2", "image.bad-noloc.xml": "G1 G3", "news.bad-geo.xml": "N7",
		"news.bad-notitle.xml": "N1", "siteindex.bad-namespace.xml": "U6 U6", "siteindex.bad-noloc.xml": "L1", "sitemap.bad-empty.xml": "I7",
		"sitemap.bad-lastmod.xml": "M1", "sitemap.bad-order.xml": "U7", "sitemap.bad-priority.xml": "M6", "video.bad-duration.xml": "V2", "video.bad-nothumb.xml": "V1",
	}
	for _, file := range samples(t) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		found := validate(name, "", bytes.NewReader(b), CheckOptions{})
		if got := ruleList(found); got != want[name] || strings.Contains(name, ".bad-") != hasError(found) {
			t.Errorf("%s: got %q, want %q: %v", name, got, want[name], found)
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
}

func ruleList(found []Finding) string {
	var ids []string
	for _, f := range found {
		ids = append(ids, f.Rule)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

func hasError(found []Finding) bool {
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Severity == Error })
}

const allNS = ns + ` xmlns:image="` + nsImage + `" xmlns:video="` + nsVideo + `" xmlns:news="` + nsNews + `" xmlns:xhtml="` + nsXHTML + `"`

// TestValidate also asks xmllint: what the schemas refuse the Validator reports.
func TestValidate(t *testing.T) {
	page := func(inner string) string { return "<url><loc>https://a.example/</loc>" + inner + "</url>" }
	video := func(inner string) string {
		return page("<video:video><video:thumbnail_loc>https://a.example/t</video:thumbnail_loc><video:title>T</video:title><video:description>D</video:description><video:content_loc>https://a.example/v</video:content_loc>" + inner + "</video:video>")
	}
	news := func(inner string) string {
		return page("<news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-06-15T10:00:00Z</news:publication_date><news:title>T</news:title>" + inner + "</news:news>")
	}
	link := func(lang, href string) string {
		return `<xhtml:link rel="alternate" hreflang="` + lang + `" href="` + href + `"/>`
	}
	for _, c := range []struct{ name, in, want string }{
		{"good", page(""), ""},
		{"L1 long", "<url><loc>https://a.example/" + strings.Repeat("a", 2048-18) + "</loc></url>", "L1"},
		{"L1 2047", "<url><loc>https://a.example/" + strings.Repeat("a", 2047-18) + "</loc></url>", ""},
		{"L1 relative", "<url><loc>/a/b/c/d/e/f/g/h</loc></url>", "L1"},
		{"L1 short", "<url><loc>http://a.b/</loc></url>", "L1"},
		{"L1 none", "<url></url>", "L1"},
		{"L2", "<url><loc>https://a.example/#b</loc></url>", "L2"},
		{"L3", "<url><loc>https://a.example/é</loc></url>", "L3"},
		{"L4", "<url><loc>https://b.example/</loc></url>", "L4"},
		{"L5", "<url><loc>https://a.example/</loc></url>", "L5"}, // in /sub/
		{"L7", page("") + page(""), "L7"},
		{"M1", page("<lastmod>2026-01</lastmod>"), "M1"},
		{"M1 minutes", page("<lastmod>2026-01-02T03:04Z</lastmod>"), "M1"},
		{"M1 no zone", page("<lastmod>2026-01-02T03:04:05</lastmod>"), "M1"},
		{"M1 day with a zone", page("<lastmod>2026-01-02Z</lastmod>"), "M1"},
		{"M1 fraction", page("<lastmod>2026-01-02T03:04:05.678+02:00</lastmod>"), ""},
		{"M1 no such day", page("<lastmod>2026-02-30</lastmod>"), "M1"},
		{"M3", page("<lastmod>2027-01-02</lastmod>"), "M3"},
		{"M6 changefreq", page("<changefreq> daily</changefreq>"), "M6"},
		{"M6 priority", page("<priority>1.01</priority>"), "M6"},
		{"M6 priority exponent", page("<priority>1e-1</priority>"), "M6"},
		{"M6 priority forms", page("<priority> +01.000 </priority>"), ""},
		{"M6 priority nought", page("<priority>-.0</priority>"), ""},
		{"U7", page("<priority>1</priority><lastmod>2026-01-02</lastmod>"), "U7"},
		{"U7 twice", page("<lastmod>2026-01-02</lastmod><lastmod>2026-01-02</lastmod>"), "U7"},
		{"U7 behind", page("<image:image><image:loc>https://a.example/i</image:loc></image:image><lastmod>2026-01-02</lastmod>"), "U7"},
		{"XSD unknown", page("<size>1</size>"), "XSD"},
		{"XSD attribute", page("<lastmod a='b'>2026-01-02</lastmod>"), "XSD"},
		{"XSD text", page("text"), "XSD"},
		{"XSD stray", "text" + page(""), "XSD"},
		{"XSD element in a value", page("<lastmod>2026-01-02<b xmlns=''/></lastmod>"), "M1 XSD"},
		{"XSD foreign", page(`<x:y xmlns:x="urn:x"/>`), "XSD"},
		{"XSD sitemap", page("") + "<sitemap><loc>https://a.example/s.xml</loc></sitemap>", "XSD"},
		{"U6 no namespace", page(`<image xmlns=""/>`), "U6"},
		{"U6 https", page(`<i:image xmlns:i="https://www.google.com/schemas/sitemap-image/1.1"/>`), "U6"},
		{"G1", page("<image:image><image:loc>/i.png</image:loc></image:image>"), "G1"},
		{"G1 1001", page(strings.Repeat("<image:image><image:loc>https://a.example/i</image:loc></image:image>", 1001)), "G1"},
		{"G1 1000", page(strings.Repeat("<image:image><image:loc>https://a.example/i</image:loc></image:image>", 1000)), ""},
		{"G1 two", page("<image:image><image:loc>https://a.example/i</image:loc><image:loc>https://a.example/i</image:loc></image:image>"), "G1"},
		{"G3", page("<image:image><image:loc>https://a.example/i</image:loc><image:caption>x</image:caption></image:image>"), "G3"},
		{"G3 order", page("<image:image><image:title>x</image:title><image:loc>https://a.example/i</image:loc></image:image>"), "G3 XSD"},
		{"V1 good", video(""), ""},
		{"V1 empty", page("<video:video/>"), "V1 V1 V1 V1"},
		{"V1 title of 101", strings.Replace(video(""), ">T<", ">"+strings.Repeat("é", 101)+"<", 1), "V1"},
		{"V1 title of 100", strings.Replace(video(""), ">T<", ">"+strings.Repeat("é", 100)+"<", 1), ""},
		{"V1 page", strings.Replace(video(""), "example/v<", "example/<", 1), "V1"},
		{"V1 order", video("<video:title>T</video:title>"), "V1 XSD"},
		{"V2 all", video(`<video:player_loc>https://a.example/p</video:player_loc><video:duration>28800</video:duration><video:expiration_date>2026-07-01</video:expiration_date><video:rating>5.0</video:rating><video:view_count>0</video:view_count><video:publication_date>2026-01-02T03:04:05Z</video:publication_date><video:tag>a</video:tag><video:family_friendly>No</video:family_friendly><video:restriction relationship="deny">DE AT</video:restriction><video:requires_subscription>YES</video:requires_subscription><video:uploader info="https://a.example/u">U</video:uploader><video:platform relationship="allow">web tv</video:platform><video:live>no</video:live>`), ""},
		{"V2 values", video(`<video:duration>-1</video:duration><video:rating>5.1</video:rating><video:view_count>x</video:view_count><video:family_friendly>maybe</video:family_friendly><video:restriction relationship="x">de</video:restriction><video:platform>car</video:platform>`), "V2 V2 V2 V2 V2 V2 V2 V2"},
		{"V2 country", video(`<video:restriction relationship="deny">UK</video:restriction>`), "V2"},
		{"V2 33 tags", video(strings.Repeat("<video:tag>a</video:tag>", 33)), "V2"},
		{"V2 32 tags", video(strings.Repeat("<video:tag>a</video:tag>", 32)), ""},
		{"V2 uploader", video(`<video:uploader info="https://b.example/u">U</video:uploader>`), "V2"},
		{"V3", video(`<video:category>c</video:category><video:price currency="EUR">1</video:price>`), "V3 V3"},
		{"V3 tvshow", video(`<video:tvshow><video:show_title>S</video:show_title><video:video_type>x</video:video_type></video:tvshow>`), "V3 V3"},
		{"V6", video("<video:expiration_date>2026-01-02</video:expiration_date>"), "V6"},
		{"N1 good", news(""), ""},
		{"N1 empty", page("<news:news/>"), "N1 N1 N1"},
		{"N2", strings.Replace(news(""), ">en<", ">en-US<", 1), "N2"},
		{"N2 zh", strings.Replace(news(""), ">en<", ">zh-cn<", 1), ""},
		{"N3 future", strings.Replace(news(""), "06-15T10", "06-15T13", 1), "N3"},
		{"N5", strings.Replace(news(""), "06-15T10", "06-13T10", 1), "N5"},
		{"N7", news("<news:keywords>a</news:keywords>"), "N7"},
		{"N7 geo", news("<news:geo_targeting>a</news:geo_targeting>"), "N7"},
		{"H good", page(link("en", "https://a.example/") + link("de", "https://a.example/de/") + link("x-default", "https://a.example/")), ""},
		{"H1", page(link("de", "https://a.example/de/")), "H1"},
		{"H2", page(link("en", "https://a.example/") + link("de", "//a.example/de/")), "H2"},
		{"H3 gr", page(link("en", "https://a.example/") + link("gr", "https://a.example/gr/")), "H3"},
		{"H3 UK", page(link("en-UK", "https://a.example/")), "H3"},
		{"H3 region", page(link("GB", "https://a.example/")), "H3"},
		{"H4", page(link("en", "https://a.example/") + link("x-default", "https://a.example/") + link("x-default", "https://a.example/b")), "H4"},
		{"H5", page(link("en", "https://a.example/") + link("en", "https://a.example/b")), "H5"},
		{"H rel", page(`<xhtml:link rel="canonical" hreflang="en" href="https://a.example/"/>`), "XSD"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := `<?xml version="1.0" encoding="UTF-8"?><urlset` + allNS + `>` + c.in + `</urlset>`
			loc := "https://a.example/sitemap.xml"
			if c.name == "L5" {
				loc = "https://a.example/sub/sitemap.xml"
			}
			found := validate("x", loc, strings.NewReader(file), CheckOptions{Now: now})
			if got := ruleList(found); got != c.want {
				t.Errorf("got %q, want %q: %v", got, c.want, found)
			}
			schematest.Need(t, "xmllint")
			full := filepath.Join(t.TempDir(), "x.xml")
			if err := os.WriteFile(full, []byte(file), 0o644); err != nil {
				t.Fatal(err)
			}
			problems, err := schematest.SchemaCheck(schematest.Sitemap, full)
			if err != nil {
				t.Fatal(err)
			}
			if len(problems) > 0 && len(found) == 0 {
				t.Errorf("the schema says %v", problems)
			}
			if len(problems) > 0 && !hasError(found) && !strings.Contains(c.want, "XSD") {
				t.Errorf("no error, but the schema says %v", problems)
			}
		})
	}
}

func TestValidateBroken(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", "XML"},
		{"cut off", "<urlset" + ns + "><url>", "XML"},
		{"html", "<html/>", "U6"},
		{"control", "<urlset" + ns + "><url><loc>\x02", "U4"},
		{"U1", "<urlset" + ns + ">" + numberedURLs(50_001) + "</urlset>", "U1"},
		{"U1 exactly", "<urlset" + ns + ">" + numberedURLs(50_000) + "</urlset>", ""},
		{"U2", "<urlset" + ns + ">" + strings.Repeat("<!-- -->", MaxBytes/8), "U2"},
		{"T1 text", "https://a.example/\nx\n", "L1"},
		{"T1 twice", "https://a.example/\nhttps://a.example/\n", "L7"},
		{"N4", "<urlset" + allNS + ">" + strings.ReplaceAll(numberedURLs(1001), "</loc>", "</loc><news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-06-15</news:publication_date><news:title>T</news:title></news:news>") + "</urlset>", "N4"},
		{"I1", "<sitemapindex" + ns + "><sitemap><loc>https://a.example/a.xml</loc><priority>1</priority></sitemap></sitemapindex>", "I1"},
		{"I4", "<sitemapindex" + ns + "><sitemap><loc>https://b.example/a.xml</loc></sitemap></sitemapindex>", "I4"},
		{"I2", "<sitemapindex" + ns + ">" + strings.NewReplacer("<url>", "<sitemap>", "</url>", "</sitemap>").Replace(numberedURLs(50_001)) + "</sitemapindex>", "I2"},
		{"L7 index", "<sitemapindex" + ns + "><sitemap><loc>https://a.example/a.xml</loc></sitemap><sitemap><loc>https://a.example/a.xml</loc></sitemap></sitemapindex>", "L7"},
	} {
		found := validate("x", "https://a.example/s.xml", strings.NewReader(c.in), CheckOptions{})
		if got := ruleList(found); got != c.want {
			t.Errorf("%s: got %q, want %q: %.3v", c.name, got, c.want, found)
		}
	}
	many := validate("x", "", strings.NewReader("<urlset"+ns+">"+strings.ReplaceAll(numberedURLs(50_000), "https", "gopher")+"</urlset>"), CheckOptions{})
	if len(many) != maxFindings+1 || !strings.Contains(fmt.Sprint(many), "49900 more") {
		t.Errorf("%d findings", len(many))
	}
}

// validate checks one file.
func validate(name, loc string, r io.Reader, o CheckOptions) []Finding {
	v := NewValidator(o)
	v.File(name, loc, r)
	return v.Close()
}

func numberedURLs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<url><loc>https://a.example/%d</loc></url>\n", i)
	}
	return b.String()
}

// TestWholeSet checks an index with all that it names.
func TestWholeSet(t *testing.T) {
	link := `<xhtml:link rel="alternate" hreflang="%s" href="https://a.example/%s"/>`
	de, en := fmt.Sprintf(link, "de", "de"), fmt.Sprintf(link, "en", "en")
	files := map[string]string{
		"": `<sitemapindex` + ns + `><sitemap><loc>https://a.example/1.xml</loc><lastmod>2026-01-01</lastmod></sitemap><sitemap><loc>https://a.example/2.xml.gz</loc></sitemap>` +
			`<sitemap><loc>https://a.example/3.xml</loc></sitemap><sitemap><loc>https://a.example/4.xml</loc></sitemap></sitemapindex>`,
		"1.xml": `<urlset` + allNS + `>` + "\n" + `<url><loc>https://a.example/de</loc><lastmod>2026-01-02</lastmod>` + de + en + `</url>` + "\n" +
			`<url><loc>https://a.example/en</loc>` + en + `</url></urlset>`,
		"2.xml.gz": pack(`<urlset` + allNS + `><url><loc>https://a.example/de</loc></url><url><loc>https://a.example/fr</loc>` + fmt.Sprintf(link, "fr", "fr") + fmt.Sprintf(link, "en", "en") + fmt.Sprintf(link, "es", "elsewhere") + `</url></urlset>`),
		"3.xml":    `<sitemapindex` + ns + `><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`,
	}
	var got []string
	v := NewValidator(CheckOptions{})
	const index = "https://a.example/"
	for _, loc := range v.File(index, index, strings.NewReader(files[""])).Children {
		r := iotest.ErrReader(os.ErrNotExist)
		if text, ok := files[strings.TrimPrefix(loc, index)]; ok {
			r = strings.NewReader(text)
		}
		v.File(loc, loc, r)
	}
	for _, f := range v.Close() {
		got = append(got, f.Error())
	}
	want := []string{
		`https://a.example/2.xml.gz:1: warning: the URL is also listed in another sitemap: "https://a.example/de" [L7]`,
		`https://a.example/4.xml: error: file does not exist [XML]`,
		`https://a.example/:1: warning: the date is older than the newest in the sitemap: "2026-01-01T00:00:00Z" ("https://a.example/1.xml") [I6]`,
		`https://a.example/:1: error: the index names another index: "https://a.example/3.xml" [I3]`,
		`https://a.example/1.xml:2: error: the version https://a.example/en does not link back to the page ("https://a.example/de") [H1]`,
		`https://a.example/2.xml.gz:1: error: the version https://a.example/en does not link back to the page ("https://a.example/fr") [H1]`,
		`https://a.example/2.xml.gz:1: warning: no sitemap lists this version of the page: "es" ("https://a.example/fr") [H1]`,
	}
	if got, want := strings.Join(got, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWrittenIsValid: the Validator finds nothing in what the Writer writes.
func TestWrittenIsValid(t *testing.T) {
	var entries []Entry
	for i := range 300 {
		de, en := fmt.Sprint(base, "de/", i), fmt.Sprint(base, "en/", i)
		alternates := []Alternate{{"de", de}, {"en", en}, {"x-default", en}}
		for _, loc := range []string{de, en} {
			entries = append(entries, Entry{
				Loc: loc + "?a&b='c'\"<>%é 😀", LastMod: day.AddDate(0, 0, -i), Images: []Image{{base + "i.jpg"}}, Videos: []Video{fullVideo()},
				News: &News{"N", "en", now.Add(-time.Hour), false, "T"},
			}, Entry{Loc: loc, LastMod: day, Alternates: alternates, ChangeFreq: "daily", Priority: 1, HasPriority: true})
		}
	}
	for _, o := range []Options{{}, {Gzip: true, Stable: true, MaxURLs: 300, SchemaLocation: true}, {Images: OwnFiles, Videos: OwnFiles, MaxBytes: 100_000}} {
		o.Now, o.Text = now, "sitemap.txt"
		m, reported, res := write(t, o, entries...)
		if len(reported) > 0 {
			t.Fatal(reported)
		}
		v := NewValidator(CheckOptions{Now: now, SameText: true})
		for _, f := range res.Files {
			checked := v.File(f.Name, base+f.Name, bytes.NewReader(m[f.Name].Bytes()))
			if checked.URLs != f.URLs || checked.Bytes != f.Bytes {
				t.Errorf("%+v, %+v", checked, f)
			}
		}
		for _, f := range v.Close() {
			t.Error(f)
		}
		m.validate(t)
	}
}

func TestSameTextT3(t *testing.T) {
	v := NewValidator(CheckOptions{SameText: true})
	v.File("a.xml", "", strings.NewReader("<urlset"+ns+"><url><loc>https://a.example/</loc></url></urlset>"))
	v.File("a.txt", "", strings.NewReader("https://a.example/b"))
	if found := v.Close(); ruleList(found) != "T3" {
		t.Error(found)
	}
}

// A group whose pages name each other in pairs only is not a group (rule H1).
func TestUnequalVersionsH1(t *testing.T) {
	url := func(loc string, langs ...string) string {
		s := "<url><loc>https://a.example/" + loc + "</loc>"
		for _, lang := range langs {
			s += fmt.Sprintf(`<xhtml:link rel="alternate" hreflang="%s" href="https://a.example/%s"/>`, lang, lang)
		}
		return s + "</url>\n"
	}
	found := validate("x", "", strings.NewReader("<urlset"+allNS+">"+url("de", "de", "en", "fr")+url("en", "de", "en")+url("fr", "de", "fr")+"</urlset>"), CheckOptions{})
	var got []string
	for _, f := range found {
		got = append(got, f.Error())
	}
	want := []string{
		`x:1: warning: the version https://a.example/en names other versions than the page ("https://a.example/de") [H1]`,
		`x:1: warning: the version https://a.example/fr names other versions than the page ("https://a.example/de") [H1]`,
		`x:2: warning: the version https://a.example/de names other versions than the page ("https://a.example/en") [H1]`,
		`x:3: warning: the version https://a.example/de names other versions than the page ("https://a.example/fr") [H1]`,
	}
	if got, want := strings.Join(got, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// More indexes than Google takes are worth a word (rule I5).
func TestManyIndexesI5(t *testing.T) {
	for n, want := range map[int]string{500: "", 501: "I5"} {
		v := NewValidator(CheckOptions{})
		for i := range n {
			v.File(fmt.Sprint(i), "", strings.NewReader("<sitemapindex"+ns+"><sitemap><loc>https://a.example/a.xml</loc></sitemap></sitemapindex>"))
		}
		if found := v.Close(); ruleList(found) != want {
			t.Errorf("%d indexes: %v", n, found)
		}
	}
}

// The longest values are far from the 100 bytes that Yandex reads (rule M7).
func TestShortValuesM7(t *testing.T) {
	m, _, _ := write(t, Options{}, Entry{Loc: base, LastMod: day, ChangeFreq: "monthly", Priority: 1. / 3, HasPriority: true})
	for _, field := range []string{"lastmod", "changefreq", "priority"} {
		_, value, _ := strings.Cut(m["sitemap.xml"].String(), "<"+field+">")
		if value, _, _ = strings.Cut(value, "<"); value == "" || len(value) > 100 {
			t.Errorf("%s: %q", field, value)
		}
	}
}

// Listed URLs must exist (rule L11), in XML and in text.
func TestExistsL11(t *testing.T) {
	for _, text := range []string{
		"<urlset" + ns + "><url><loc>https://a.example/é</loc></url><url><loc>https://a.example/gone</loc></url></urlset>",
		"https://a.example/%C3%A9\nhttps://a.example/gone\n",
	} {
		found := validate("x", "", strings.NewReader(text), CheckOptions{Exists: func(loc string) bool { return loc == "https://a.example/%C3%A9" }})
		var l11 []string
		for _, f := range found {
			if f.Rule == "L11" {
				l11 = append(l11, f.Entry)
			}
		}
		if strings.Join(l11, " ") != "https://a.example/gone" {
			t.Errorf("%s: %v", text, found)
		}
	}
}

func FuzzValidate(f *testing.F) {
	for _, file := range samples(f) {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		found := validate("x", "https://example.com/sitemap.xml", bytes.NewReader(b), CheckOptions{Now: now})
		for _, f := range found {
			if f.Rule == "" || f.Message == "" || f.Severity == 0 {
				t.Errorf("%+v", f)
			}
		}
		if hasError(found) {
			return
		}
		// A valid file can be read without loss.
		entries, _, err := readAll(bytes.NewReader(b), ReadOptions{})
		if err != nil || len(entries) == 0 {
			t.Errorf("%d entries, %v", len(entries), err)
		}
	})
}
