package sitemap

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)

func fullVideo() Video {
	return Video{
		Thumbnail: base + "t.jpg", Title: "A <b> & c", Description: `say "hi"`, Content: base + "v.mp4", Player: base + "p?v=1&a=b",
		Duration: 90*time.Second + 400*time.Millisecond, Expires: now.Add(time.Hour), Rating: 4.5, HasRating: true, Views: 12, Published: day,
		Tags: []string{"one", "", "two"}, FamilyFriendly: Yes, Countries: Restriction{"deny", []string{"de", "AT"}},
		Platforms: Restriction{"allow", []string{"web", "TV"}}, RequiresSubscription: No,
		Uploader: "Ann", UploaderInfo: base + "ann", Live: No,
	}
}

const fullVideoXML = `<video:video><video:thumbnail_loc>https://example.org/t.jpg</video:thumbnail_loc>` +
	`<video:title>A &lt;b&gt; &amp; c</video:title><video:description>say &quot;hi&quot;</video:description>` +
	`<video:content_loc>https://example.org/v.mp4</video:content_loc><video:player_loc>https://example.org/p?v=1&amp;a=b</video:player_loc>` +
	`<video:duration>90</video:duration><video:expiration_date>2026-06-15T13:00:00Z</video:expiration_date><video:rating>4.5</video:rating>` +
	`<video:view_count>12</video:view_count><video:publication_date>2026-01-02T03:04:05+02:00</video:publication_date>` +
	`<video:tag>one</video:tag><video:tag>two</video:tag><video:family_friendly>yes</video:family_friendly>` +
	`<video:restriction relationship="deny">DE AT</video:restriction><video:requires_subscription>no</video:requires_subscription>` +
	`<video:uploader info="https://example.org/ann">Ann</video:uploader><video:platform relationship="allow">web tv</video:platform>` +
	`<video:live>no</video:live></video:video>`

func TestMedia(t *testing.T) {
	required := `<video:video><video:thumbnail_loc>https://example.org/t.jpg</video:thumbnail_loc><video:title>T</video:title>` +
		`<video:description>D</video:description><video:content_loc>https://example.org/v.mp4</video:content_loc>`
	video := func(edit func(*Video)) Entry {
		v := Video{Thumbnail: base + "t.jpg", Title: "T", Description: "D", Content: base + "v.mp4"}
		edit(&v)
		return Entry{Videos: []Video{v}}
	}
	images := func(n int) (out []Image) {
		for i := range n {
			out = append(out, Image{fmt.Sprint("https://cdn.example/", i)})
		}
		return out
	}
	imagesXML := func(n int) (out string) {
		for i := range n {
			out += fmt.Sprintf("<image:image><image:loc>https://cdn.example/%d</image:loc></image:image>", i)
		}
		return out
	}
	for _, c := range []struct {
		name  string
		entry Entry
		want  string // after </loc>
		rules string
	}{
		{"G1 other host", Entry{Images: []Image{{"https://cdn.example/ä.jpg?a&b"}}}, `<image:image><image:loc>https://cdn.example/%C3%A4.jpg?a&amp;b</image:loc></image:image>`, ""},
		{"G1 relative", Entry{Images: []Image{{"/a.jpg"}, {""}}}, "", "G1 G1"},
		{"G1 twice", Entry{Images: []Image{{base + "a"}, {base + "a#b"}}}, `<image:image><image:loc>https://example.org/a</image:loc></image:image>`, ""},
		{"G4 data", Entry{Images: []Image{{"data:image/png;base64,AA"}, {"DATA:,"}}}, "", ""},
		{"G1 1000", Entry{Images: images(1000)}, imagesXML(1000), ""},
		{"G1 1001", Entry{Images: images(1001)}, imagesXML(1000), "G1"},
		{"V2 everything", Entry{Videos: []Video{fullVideo()}}, fullVideoXML, ""},
		{"V1 least", video(func(*Video) {}), required + "</video:video>", ""},
		{"V1 thumbnail", video(func(v *Video) { v.Thumbnail = "t.jpg" }), "", "V1"},
		{"V1 title", video(func(v *Video) { v.Title = " " }), "", "V1"},
		{"V1 description", video(func(v *Video) { v.Description = "" }), "", "V1"},
		{"V1 no source", video(func(v *Video) { v.Content = "" }), "", "V1"},
		{"V1 page itself", video(func(v *Video) { v.Content = base + "page" }), "", "V1"},
		{"V1 player is the page", video(func(v *Video) { v.Player = base + "page#x" }), required + "</video:video>", "V1"},
		{"V2 long title", video(func(v *Video) { v.Title = strings.Repeat("é", 60) + " " + strings.Repeat("x", 60) }), strings.Replace(required, ">T<", ">"+strings.Repeat("é", 60)+"<", 1) + "</video:video>", "V2"},
		{"V2 title of 100", video(func(v *Video) { v.Title = strings.Repeat("é", 100) }), strings.Replace(required, ">T<", ">"+strings.Repeat("é", 100)+"<", 1) + "</video:video>", ""},
		{"V2 duration", video(func(v *Video) { v.Duration = 28801 * time.Second }), required + "</video:video>", "V2"},
		{"V2 half a second", video(func(v *Video) { v.Duration = time.Second / 2 }), required + "</video:video>", "V2"},
		{"V2 eight hours", video(func(v *Video) { v.Duration = 8 * time.Hour }), required + "<video:duration>28800</video:duration></video:video>", ""},
		{"V2 rating", video(func(v *Video) { v.Rating, v.HasRating = 5.1, true }), required + "</video:video>", "V2"},
		{"V2 views", video(func(v *Video) { v.Views = -1 }), required + "</video:video>", "V2"},
		{"V2 tags", video(func(v *Video) { v.Tags = slices.Repeat([]string{"x"}, 33) }), required + strings.Repeat("<video:tag>x</video:tag>", 32) + "</video:video>", "V2"},
		{"V2 country", video(func(v *Video) { v.Countries = Restriction{"allow", []string{"UK", "GB"}} }), required + `<video:restriction relationship="allow">GB</video:restriction></video:video>`, "V2"},
		{"V2 no country", video(func(v *Video) { v.Countries = Restriction{"allow", []string{"UK"}} }), required + `</video:video>`, "V2"},
		{"V2 relationship", video(func(v *Video) { v.Platforms = Restriction{"", []string{"web"}} }), required + `</video:video>`, "V2"},
		{"V2 uploader", video(func(v *Video) { v.Uploader = strings.Repeat("x", 256) }), required + `</video:video>`, "V2"},
		{"V2 uploader elsewhere", video(func(v *Video) { v.Uploader, v.UploaderInfo = "A", "https://a.example/me" }), required + `<video:uploader>A</video:uploader></video:video>`, "V2"},
		{"V6 expired", video(func(v *Video) { v.Expires = now }), "", ""},
		{"U4 control", video(func(v *Video) { v.Title = "T\x00\ufffe" }), required + "</video:video>", "U4"},
		{"U3 not UTF-8", video(func(v *Video) { v.Title = "T\xff" }), required + "</video:video>", "U4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.entry.Loc = base + "page"
			m, reported, _ := write(t, Options{Now: now}, c.entry)
			want := urlsetHeader + "<url><loc>https://example.org/page</loc>" + c.want + "</url>\n" + urlsetFooter
			if got := m["sitemap.xml"].String(); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if got := ruleIDs(reported); got != c.rules {
				t.Errorf("got %q %v, want %q", got, reported, c.rules)
			}
			m.validate(t)
		})
	}
}

func ruleIDs(violations []Violation) string {
	var ids []string
	for _, v := range violations {
		ids = append(ids, v.Rule)
	}
	return strings.Join(ids, " ")
}

func TestNews(t *testing.T) {
	for _, c := range []struct {
		name  string
		news  News
		want  string // name, language, date, title; "": not there
		rules string
	}{
		{"N1", News{"The <Times>", "en", now.Add(-time.Hour), false, "A & b"}, "The &lt;Times&gt; en 2026-06-15T11:00:00Z A &amp; b", ""},
		{"N1 name", News{"", "en", now, false, "A"}, "", "N1"},
		{"N1 title", News{"T", "en", now, false, ""}, "", "N1"},
		{"N1 date", News{"T", "en", time.Time{}, false, "A"}, "", "N1"},
		{"N2 region", News{"T", "en-US", now, false, "A"}, "T en 2026-06-15T12:00:00Z A", ""},
		{"N2 zh-Hans", News{"T", "zh_Hans", now, false, "A"}, "T zh-cn 2026-06-15T12:00:00Z A", ""},
		{"N2 zh-TW", News{"T", "zh-TW", now, false, "A"}, "T zh-tw 2026-06-15T12:00:00Z A", ""},
		{"N2 zh", News{"T", "zh", now, false, "A"}, "T zh 2026-06-15T12:00:00Z A", ""},
		{"N2 three letters", News{"T", "fil", now, false, "A"}, "T fil 2026-06-15T12:00:00Z A", ""},
		{"N2 unknown", News{"T", "gr", now, false, "A"}, "", "N2"},
		{"N2 unknown three", News{"T", "qqx", now, false, "A"}, "", "N2"},
		{"N3 day", News{"T", "de", now, true, "A"}, "T de 2026-06-15 A", ""},
		{"N3 future", News{"T", "de", now.Add(time.Second), false, "A"}, "", "N3"},
		{"N5 old", News{"T", "de", now.Add(-48 * time.Hour), false, "A"}, "", ""},
		{"N5 nearly old", News{"T", "de", now.Add(-48*time.Hour + time.Second), false, "A"}, "T de 2026-06-13T12:00:01Z A", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, reported, _ := write(t, Options{Now: now}, Entry{Loc: base, News: &c.news})
			if got := ruleIDs(reported); got != c.rules {
				t.Errorf("got %q, want %q", got, c.rules)
			}
			if c.want == "" { // N6: no empty file, and no index over one file
				if got := strings.Join(m.names(), " "); got != "sitemap.xml" {
					t.Error(got)
				}
				return
			}
			got := m["sitemap-news.xml"].String()
			strip := strings.NewReplacer("<news:news><news:publication><news:name>", "", "</news:name><news:language>", " ", "</news:language></news:publication><news:publication_date>", " ",
				"</news:publication_date><news:title>", " ", "</news:title></news:news>", "", "<url><loc>https://example.org/</loc>", "")
			want := xmlHeader + `<urlset xmlns="` + nsSitemap + `" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">` + "\n" + c.want + "</url>\n" + urlsetFooter
			if strip.Replace(got) != want {
				t.Errorf("got  %s\nwant %s", strip.Replace(got), want)
			}
			m.validate(t)
		})
	}
	w, _ := NewWriter(Options{Base: base, Create: memory{}.create})
	if err := w.Add(&Entry{Loc: base, News: &News{"T", "en", now, false, "A"}}); !errors.Is(err, errNewsClock) {
		t.Errorf("N5: no clock gives %v", err)
	}
}

func TestNewsLimitN4(t *testing.T) {
	for n, want := range map[int]string{1000: "sitemap-1.xml sitemap-news.xml sitemap.xml", 1001: "sitemap-1.xml sitemap-news-1.xml sitemap-news-2.xml sitemap.xml"} {
		var entries []Entry
		for i := range n {
			entries = append(entries, Entry{Loc: fmt.Sprint(base, i), News: &News{"T", "en", now, false, "A"}})
		}
		m, _, res := write(t, Options{Now: now}, entries...)
		if got := strings.Join(m.names(), " "); got != want || res.Roots[0] != "sitemap.xml" {
			t.Errorf("N4: %d articles: %s", n, got)
		}
		m.validate(t)
	}
}

func TestOwnFiles(t *testing.T) {
	entry := Entry{Loc: base, LastMod: day, Images: []Image{{base + "a.jpg"}}, Videos: []Video{fullVideo()}}
	m, reported, res := write(t, Options{Now: now, Images: OwnFiles, Videos: OwnFiles, Gzip: true, SchemaLocation: true},
		entry, Entry{Loc: base + "b", Images: []Image{{"data:,"}}})
	if got := strings.Join(m.names(), " "); got != "sitemap-1.xml.gz sitemap-images.xml.gz sitemap-videos.xml.gz sitemap.xml" || len(reported) > 0 {
		t.Fatal(got, reported)
	}
	for i, want := range []string{
		xmlHeader + `<urlset xmlns="` + nsSitemap + `" xmlns:xhtml="` + nsXHTML + `" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
			` xsi:schemaLocation="` + nsSitemap + ` http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd">` + "\n" +
			"<url><loc>https://example.org/</loc><lastmod>2026-01-02T03:04:05+02:00</lastmod></url>\n<url><loc>https://example.org/b</loc></url>\n" + urlsetFooter,
		xmlHeader + `<urlset xmlns="` + nsSitemap + `" xmlns:image="` + nsImage + `" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
			` xsi:schemaLocation="` + nsSitemap + ` http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd ` + nsImage + " " + nsImage + `/sitemap-image.xsd">` + "\n" +
			"<url><loc>https://example.org/</loc><image:image><image:loc>https://example.org/a.jpg</image:loc></image:image></url>\n" + urlsetFooter,
		xmlHeader + `<urlset xmlns="` + nsSitemap + `" xmlns:video="` + nsVideo + `" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
			` xsi:schemaLocation="` + nsSitemap + ` http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd ` + nsVideo + " " + nsVideo + `/sitemap-video.xsd">` + "\n" +
			"<url><loc>https://example.org/</loc>" + fullVideoXML + "</url>\n" + urlsetFooter,
	} {
		f := res.Files[i]
		if got := gunzip(t, m[f.Name].Bytes()); got != want || int(f.Bytes) != len(got) {
			t.Errorf("%s, %d bytes said, %d written\ngot  %s\nwant %s", f.Name, f.Bytes, len(got), got, want)
		}
	}
	index := xmlHeader + `<sitemapindex xmlns="` + nsSitemap + `" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
		` xsi:schemaLocation="` + nsSitemap + ` http://www.sitemaps.org/schemas/sitemap/0.9/siteindex.xsd">` + "\n" +
		"<sitemap><loc>https://example.org/sitemap-1.xml.gz</loc><lastmod>2026-01-02T03:04:05+02:00</lastmod></sitemap>\n" +
		"<sitemap><loc>https://example.org/sitemap-images.xml.gz</loc><lastmod>2026-01-02T03:04:05+02:00</lastmod></sitemap>\n" +
		"<sitemap><loc>https://example.org/sitemap-videos.xml.gz</loc><lastmod>2026-01-02T03:04:05+02:00</lastmod></sitemap>\n" + indexFooter
	if got := m["sitemap.xml"].String(); got != index {
		t.Errorf("got  %s\nwant %s", got, index)
	}
	m.validate(t)
}

// gunzip decompresses a file, and checks that its header does not depend on time or machine (rule U9).
func gunzip(t *testing.T, b []byte) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if !r.ModTime.IsZero() || r.Name != "" || r.Comment != "" || r.OS != 255 {
		t.Errorf("U9: header %+v", r.Header)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestExtraI4(t *testing.T) {
	m, reported, res := write(t, Options{Base: base + "docs/", Extra: []IndexEntry{
		{Loc: "blog/atom.xml", LastMod: day, DateOnly: true},
		{Loc: base + "docs/sub/sitemap.xml"},
		{Loc: base + "sitemap.xml"},
		{Loc: "https://other.example/docs/sitemap.xml"},
		{Loc: "ftp://example.org/docs/sitemap.xml"},
		{Loc: "sitemap.xml"},
		{Loc: "sitemap-1.xml"},
		{Loc: "blog/atom.xml"},
	}, Changed: func(f File) time.Time { return day.Add(time.Hour) }}, Entry{Loc: base + "docs/", LastMod: day})
	want := indexHeader + "<sitemap><loc>https://example.org/docs/sitemap-1.xml</loc><lastmod>2026-01-02T04:04:05+02:00</lastmod></sitemap>\n" +
		"<sitemap><loc>https://example.org/docs/blog/atom.xml</loc><lastmod>2026-01-02</lastmod></sitemap>\n" +
		"<sitemap><loc>https://example.org/docs/sub/sitemap.xml</loc></sitemap>\n" + indexFooter
	if got := m["sitemap.xml"].String(); got != want || ruleIDs(reported) != "I4 I4 I1 I3 L7 L7" || res.Roots[0] != "sitemap.xml" {
		t.Errorf("got  %s\nwant %s\n%v", got, want, reported)
	}
	m.validate(t)
}

func TestStrictMedia(t *testing.T) {
	for _, c := range []struct {
		rule  string
		entry Entry
	}{
		{"L4", Entry{Loc: "https://other.example/"}},
		{"M6", Entry{Loc: base, ChangeFreq: "x"}},
		{"H3", Entry{Loc: base, Alternates: []Alternate{{"gr", base}}}},
		{"G1", Entry{Loc: base, Images: []Image{{"x"}}}},
		{"V1", Entry{Loc: base, Videos: []Video{{}}}},
		{"N1", Entry{Loc: base, News: &News{}}},
	} {
		w, err := NewWriter(Options{Base: base, Create: memory{}.create, Strict: true, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		var v Violation
		if err := w.Add(&c.entry); !errors.As(err, &v) || v.Rule != c.rule {
			t.Errorf("%s: %v", c.rule, err)
		}
		if _, err := w.Close(); !errors.As(err, &v) {
			t.Errorf("%s: Close gives %v", c.rule, err)
		}
	}
}

// No source documents a limit for videos, so all are written (rule V5).
func TestManyVideosV5(t *testing.T) {
	e := Entry{Loc: base}
	for i := range 1001 {
		v := fullVideo()
		v.Content = fmt.Sprint(base, i, ".mp4")
		e.Videos = append(e.Videos, v)
	}
	m, reported, _ := write(t, Options{Now: now}, e)
	if n := strings.Count(m["sitemap.xml"].String(), "<video:video>"); n != 1001 || len(reported) > 0 {
		t.Errorf("%d videos, %v", n, reported)
	}
}
