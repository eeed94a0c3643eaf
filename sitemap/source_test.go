package sitemap

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Changes leave all other bytes as they are, and new entries look like the others, in the layouts of generators.
func TestSource(t *testing.T) {
	const base = "https://e.test/"
	added := &Entry{
		Loc: base + "b?x=1&y=2", LastMod: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), DateOnly: true,
		Alternates: []Alternate{{"de", base + "de/b"}},
	}
	undated := &Entry{Loc: base + "b"}
	for _, c := range []struct {
		name, from string
		change     func(s *Source)
		want       string
	}{
		{
			"one line", `<urlset xmlns="` + nsSitemap + `"><url><loc>https://e.test/a</loc></url><url><loc>https://e.test/c</loc></url></urlset>`,
			func(s *Source) { s.Insert(1, added); s.Remove(1) },
			`<urlset xmlns="` + nsSitemap + `"><url><loc>https://e.test/a</loc></url><url><loc>https://e.test/b?x=1&amp;y=2</loc><lastmod>2026-01-02</lastmod></url></urlset>`,
		},
		{
			"indented", "<?xml version='1.0'?>\n<!-- mine -->\n<urlset xmlns='" + nsSitemap + "'>\n\t<url>\n\t\t<loc> https://e.test/a </loc>\n\t\t<lastmod>2026-05-05</lastmod>\n\t\t<changefreq>weekly</changefreq>\n\t\t<priority>0.5</priority>\n\t</url>\n\t<!-- two -->\n\t<url>\n\t\t<loc>https://e.test/c</loc>\n\t\t<changefreq>weekly</changefreq>\n\t\t<priority>0.4</priority>\n\t</url>\n</urlset>",
			func(s *Source) { s.SetLoc(0, base+"z"); s.SetLastMod(0, ""); s.Insert(2, added); s.Insert(2, undated) },
			"<?xml version='1.0'?>\n<!-- mine -->\n<urlset xmlns='" + nsSitemap + "'>\n\t<url>\n\t\t<loc> https://e.test/z </loc>\n\t\t<changefreq>weekly</changefreq>\n\t\t<priority>0.5</priority>\n\t</url>\n\t<!-- two -->\n\t<url>\n\t\t<loc>https://e.test/c</loc>\n\t\t<changefreq>weekly</changefreq>\n\t\t<priority>0.4</priority>\n\t</url>\n" +
				"\t<url>\n\t\t<loc>https://e.test/b?x=1&amp;y=2</loc>\n\t\t<lastmod>2026-01-02</lastmod>\n\t\t<changefreq>weekly</changefreq>\n\t</url>\n\t<url>\n\t\t<loc>https://e.test/b</loc>\n\t\t<changefreq>weekly</changefreq>\n\t</url>\n</urlset>",
		},
		{
			"extensions and CDATA", `<s:urlset xmlns:s="` + nsSitemap + `" xmlns:x="` + nsXHTML + `" xmlns:i="` + nsImage + `">
<s:url><s:loc><![CDATA[ https://e.test/a?a&b ]]></s:loc><x:link rel='alternate' hreflang='en' href='https://e.test/a' /><x:link rel="alternate" hreflang="de" href="https://e.test/de/a"></x:link><i:image><i:loc>https://e.test/a.png</i:loc></i:image></s:url>
</s:urlset>`,
			func(s *Source) {
				s.SetLoc(0, base+"z?1&2")
				s.SetLink(0, 0, base+"z?1&2")
				s.SetLink(0, 1, "")
				s.Insert(0, added)
			},
			`<s:urlset xmlns:s="` + nsSitemap + `" xmlns:x="` + nsXHTML + `" xmlns:i="` + nsImage + `">
<s:url><s:loc><![CDATA[ https://e.test/b?x=1&y=2 ]]></s:loc><s:lastmod>2026-01-02</s:lastmod><x:link rel="alternate" hreflang="de" href="https://e.test/de/b"/></s:url>
<s:url><s:loc><![CDATA[ https://e.test/z?1&2 ]]></s:loc><x:link rel='alternate' hreflang='en' href='https://e.test/z?1&amp;2' /><i:image><i:loc>https://e.test/a.png</i:loc></i:image></s:url>
</s:urlset>`,
		},
		{
			"empty root", `<urlset xmlns="` + nsSitemap + "\"/>\n", func(s *Source) { s.Insert(0, added); s.Insert(0, undated) },
			`<urlset xmlns="` + nsSitemap + "\">\n<url><loc>https://e.test/b?x=1&amp;y=2</loc><lastmod>2026-01-02</lastmod></url>\n<url><loc>https://e.test/b</loc></url>\n</urlset>\n",
		},
		{
			"no entry", `<urlset xmlns="` + nsSitemap + "\">\n</urlset>\n", func(s *Source) { s.Insert(0, undated) },
			`<urlset xmlns="` + nsSitemap + "\">\n<url><loc>https://e.test/b</loc></url>\n</urlset>\n",
		},
		{
			"everything goes", `<urlset xmlns="` + nsSitemap + "\">\n  <url>\n    <loc>https://e.test/a</loc>\n  </url>\n</urlset>\n",
			func(s *Source) { s.Remove(0); s.SetLoc(0, base+"x") },
			`<urlset xmlns="` + nsSitemap + "\">\n</urlset>\n",
		},
		{
			"index", `<sitemapindex xmlns="` + nsSitemap + "\">\n\t<sitemap>\n\t\t<loc>https://e.test/1.xml</loc>\n\t\t<lastmod>2026-01-01T00:00:00Z</lastmod>\n\t</sitemap>\n\t<sitemap>\n\t\t<loc/>\n\t</sitemap>\n</sitemapindex>",
			func(s *Source) { s.SetLastMod(0, "2025-01-01"); s.SetLoc(1, base+"2.xml") },
			`<sitemapindex xmlns="` + nsSitemap + "\">\n\t<sitemap>\n\t\t<loc>https://e.test/1.xml</loc>\n\t\t<lastmod>2025-01-01</lastmod>\n\t</sitemap>\n\t<sitemap>\n\t\t<loc>https://e.test/2.xml</loc>\n\t</sitemap>\n</sitemapindex>",
		},
		{
			"text", "\ufeffhttps://e.test/a\r\n  https://e.test/c\r\nhttps://e.test/d", func(s *Source) {
				s.Remove(0)
				s.SetLoc(1, base+"z")
				s.Insert(2, undated)
				s.Insert(3, undated)
			},
			"\ufeff  https://e.test/z\r\nhttps://e.test/b\r\nhttps://e.test/d\r\nhttps://e.test/b\r\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, packed := range []bool{false, true} {
				file := []byte(c.from)
				if packed {
					file = []byte(pack(c.from))
				}
				s, err := ParseSource(file)
				if err != nil {
					t.Fatal(err)
				}
				if same, err := s.Bytes(); err != nil || !bytes.Equal(same, file) {
					t.Fatalf("without changes: %v\n%s", err, same)
				}
				c.change(s)
				if got := string(s.Text()); got != c.want {
					t.Errorf("got\n%s\nwant\n%s", got, c.want)
				}
				file, err = s.Bytes()
				if err != nil {
					t.Fatal(err)
				}
				again, err := ParseSource(file)
				if err != nil || string(again.Text()) != c.want || len(again.Entries) != s.Len() {
					t.Errorf("read again: %v, %d entries, want %d", err, len(again.Entries), s.Len())
				}
			}
		})
	}
}

// A file that cannot be read to its end is refused with its position.
func TestSourceRefuses(t *testing.T) {
	for _, c := range []struct {
		from, at string
		line     int
	}{
		{"<urlset>\n<url><loc>https://e.test/a</url>", "</url>", 2},
		{"<urlset>\n<url><loc>https://e.test/?a&amp;c&b</loc></url></urlset>", "&b", 2},
		{"<urlset><url></url></urlset><x/>", "<x/>", 1},
	} {
		_, err := ParseSource([]byte(c.from))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Line != c.line || syntax.Offset != int64(strings.Index(c.from, c.at)) {
			t.Errorf("%s: %#v, want offset %d", c.from, err, strings.Index(c.from, c.at))
		}
	}
	if _, err := ParseSource([]byte(`<rss><channel/></rss>`)); err == nil {
		t.Error("a feed was taken for a sitemap")
	}
}

// FuzzSource: a Source finds the URLs that a Reader finds, and no change makes a file that it cannot read.
func FuzzSource(f *testing.F) {
	for _, file := range samples(f) {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(filepath.Base(file), err)
		}
		f.Add(b)
	}
	f.Add([]byte("https://example.org/\n"))
	f.Add([]byte("<a:urlset xmlns:a='x'><a:url><a:loc/></a:url></a:urlset>"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ParseSource(b)
		if err != nil {
			return
		}
		if same, err := s.Bytes(); err != nil || !bytes.Equal(same, b) {
			t.Fatalf("without changes: %v\n%q", err, same)
		}
		left := 0
		for i := range s.Entries {
			switch e := &s.Entries[i]; {
			case i%3 == 1 || e.Loc == "":
				s.Remove(i)
				continue
			case e.LastMod != "":
				s.SetLastMod(i, []string{"", "2026-01-02"}[i%2])
			}
			s.SetLoc(i, base+"moved")
			for k := range s.Entries[i].Links {
				s.SetLink(i, k, []string{"", base}[k%2])
			}
			left++
		}
		s.Insert(len(s.Entries), &Entry{Loc: base + "new", LastMod: day})
		s.Insert(0, &Entry{Loc: base + "new"})
		again, err := ParseSource(s.Text())
		if err != nil {
			t.Fatalf("%v\n%q\n%q", err, b, s.Text())
		}
		if len(again.Entries) != left+2 || s.Len() != left+2 {
			t.Fatalf("%d entries, Len %d, want %d\n%q\n%q", len(again.Entries), s.Len(), left+2, b, s.Text())
		}
		for i, e := range again.Entries {
			if e.Loc != base+"moved" && e.Loc != base+"new" || e.Loc == base+"moved" && (i == 0 || i == left+1) {
				t.Fatalf("entry %d is %q\n%q\n%q", i, e.Loc, b, s.Text())
			}
		}
	})
}
