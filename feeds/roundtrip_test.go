package feeds

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// hostile are texts that have broken feeds.
var hostile = []string{
	"]]>", "<![CDATA[x]]>", "a\x00b\x1bc\x7f", "\u0085\ufffe\uffff\ufffd", "\xff\xfe\xc3", "😀👩‍👩‍👧‍👦", "\u202eevil\u202c \u200f\u061c",
	"<p>a<b>c</p>d</b>", "<a href='javascript:alert(1)'>x</a>", "<img src='data:text/html;base64,PHNjcmlwdD4='>", "<script>alert(1)</script>",
	"&lt;b&gt; &amp;amp; &bogus; &#0; &", "a\r\nb\rc\td", "\u2028\u2029", `"quotes" 'n' \back\slash`, "<!-- -- --><?php ?><!DOCTYPE x>",
	strings.Repeat("<div>", 2000), strings.Repeat("\n", 300), "</title></item></channel></rss></feed>", "<iframe src=//a></iframe><svg onload=x>",
	"]]]]><![CDATA[>", "%00%0a&#x202e;", "\ufeffx",
}

// TestHostile writes each of the texts everywhere, unchanged and made safe: every document is valid by its
// schema and by Validate, and safe ones contain nothing that runs.
func TestHostile(t *testing.T) {
	for _, format := range formats {
		for _, o := range []Options{{}, {Safe: true}, {XHTML: true, Safe: true}} {
			f := feed()
			f.Title, f.Description = "Hostile "+hostile[0], strings.Join(hostile, " ")
			f.Copyright, f.Authors = f.Description, []Person{{Name: f.Description, Email: hostile[9], URL: hostile[8]}}
			f.Categories = Terms(hostile...)
			var out bytes.Buffer
			w, err := NewWriter(&out, format, f, o)
			if err != nil {
				t.Fatal(err)
			}
			for n, s := range hostile {
				item := Item{
					URL: fmt.Sprintf("https://example.org/%d/", n), Title: s, Summary: s, Content: s, Published: day,
					Authors: []Person{{Name: s, Email: s, URL: s}}, Categories: Terms(s), Rights: s, Language: s, Image: Image{URL: s}, ExternalURL: s,
					Enclosures: []Media{{URL: s, Type: s, Length: -1}}, Media: []Media{{URL: s, Type: s, Title: s}}, Source: &Source{Title: s, Self: s, ID: s},
				}
				if err := w.Add(&item); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			validate(t, format, out.String())
			for _, v := range check(t, out.String()) {
				markup := slices.Contains([]string{"S1", "S2", "S3", "S5", "B7"}, v.Rule)
				if o.Safe && v.Rule != "B7" || !o.Safe && !markup {
					t.Errorf("%s %+v: %v", format, o, v)
				}
			}
			if p := read(t, out.String()); len(p.Items) != len(hostile) {
				t.Errorf("%s: %d items", format, len(p.Items))
			}
		}
	}
}

// TestLarge: a post of 5 MB and a feed of 10,000 entries are written completely, in little memory.
func TestLarge(t *testing.T) {
	long := strings.Repeat("<p>Ünï & \"]]>\" 😀</p>", 5<<20/24)
	for _, format := range formats {
		w := &widest{}
		fw, err := NewWriter(w, format, feed(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := fw.Add(&Item{URL: "https://example.org/long/", Title: "Long", Content: long, Published: day}); err != nil {
			t.Fatal(err)
		}
		for n := range 10_000 {
			if err := fw.Add(&Item{URL: fmt.Sprintf("https://example.org/%d/", n), Title: "Short", Summary: "<p>x</p>", Published: day}); err != nil {
				t.Fatal(err)
			}
		}
		if err := fw.Close(); err != nil {
			t.Fatal(err)
		}
		if w.most > 8*piece {
			t.Errorf("%s: %d bytes were held back", format, w.most)
		}
		p := read(t, w.b.String())
		if len(p.Items) != 10_001 || p.Items[0].Content+p.Items[0].Summary != long {
			t.Errorf("%s: %d items", format, len(p.Items))
		}
		for _, v := range check(t, w.b.String()) {
			t.Errorf("%s: %v", format, v)
		}
	}
}

// widest remembers the largest piece that was written.
type widest struct {
	b    bytes.Buffer
	most int
}

func (w *widest) Write(b []byte) (int, error) {
	w.most = max(w.most, len(b))
	return w.b.Write(b)
}

// TestDeterministic: the same feed is the same bytes.
func TestDeterministic(t *testing.T) {
	for _, format := range formats {
		a, _ := write(t, format, fullFeed(), append(items(), fullItem())...)
		b, _ := write(t, format, fullFeed(), append(items(), fullItem())...)
		if a != b {
			t.Error(format)
		}
	}
}

// TestArchiveWalk writes an archived feed in each format and reads it as a subscriber does, along prev-archive:
// every item occurs once, newest first. Then a post is added, and only the expected documents change.
func TestArchiveWalk(t *testing.T) {
	address := func(n int) string { return fmt.Sprintf("https://example.org/feed/%d", n) }
	publish := func(format Format, n int) map[string]string {
		var dated []Dated
		var all []Item
		for i := range n {
			item := Item{URL: fmt.Sprintf("https://example.org/%03d/", i), Title: "A post", Content: "<p>x</p>", Published: day.AddDate(0, 0, i)}
			all = append(all, item)
			dated = append(dated, Dated{ID: item.URL, Date: item.Published})
		}
		documents := map[string]string{}
		for _, d := range PlanArchive(dated, ArchiveOptions{Size: 10, Recent: 5}) {
			f := feed()
			f.Self, f.ID, f.Updated, f.Paging = address(d.Number), "tag:example.org,2025:feed", time.Time{}, d.Paging(address)
			var chosen []Item
			for _, i := range d.Items {
				chosen = append(chosen, all[i])
				f.Updated = Newest(f.Updated, all[i].Date())
			}
			s, reported := write(t, format, f, chosen...)
			if len(reported) > 0 {
				t.Error(reported)
			}
			if found, err := Validate(strings.NewReader(s), ValidateOptions{Address: f.Self}); err != nil || len(found) > 0 {
				t.Errorf("%v %v", err, found)
			}
			documents[f.Self] = s
		}
		return documents
	}
	for _, format := range formats {
		before := publish(format, 47)
		var ids []string
		for at := address(0); at != ""; {
			p := read(t, before[at])
			for _, i := range p.Items {
				ids = append(ids, i.ID)
			}
			at = firstOf(p.Feed.Paging.PrevArchive, p.Feed.Paging.Next)
		}
		if len(ids) != 47 || !slices.IsSortedFunc(ids, func(a, b string) int { return strings.Compare(b, a) }) || len(slices.Compact(ids)) != 47 {
			t.Errorf("%s: %q", format, ids)
		}
		for n := 48; n < 70; n++ {
			after := publish(format, n)
			for name, s := range before {
				if name != address(0) && after[name] != s {
					t.Errorf("%s: %s changed with post %d", format, name, n)
				}
			}
			if len(after) > len(before)+1 {
				t.Errorf("%s: %d documents became %d", format, len(before), len(after))
			}
			before = after
		}
	}
}

// FuzzWriteRead: whatever the texts hold, a feed is written that is well-formed and breaks no rule but
// those of the HTML it was given, and the reader reads back what was written.
func FuzzWriteRead(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, hostile[(i+5)%len(hostile)], "en-GB", "https://example.org/"+s, int64(1e9), true)
	}
	f.Fuzz(func(t *testing.T, text, more, language, url string, seconds int64, safe bool) {
		i := Item{
			URL: url, ID: more, Title: text, Summary: more, Content: text, Language: language, Rights: more,
			Published: time.Unix(seconds, 0).UTC(), Authors: []Person{person(more)}, Categories: []Category{{Term: text, Scheme: url, Label: more}},
			Enclosures: []Media{{URL: url, Type: more, Length: seconds, Title: text}}, Image: Image{URL: url}, Source: &Source{Title: text, Self: url, ID: more},
		}
		for _, format := range formats {
			var out bytes.Buffer
			w, err := NewWriter(&out, format, feed(), Options{Safe: safe, XHTML: safe})
			if err == nil {
				err = w.Add(&i)
			}
			if err == nil {
				err = w.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			p, err := Read(bytes.NewReader(out.Bytes()), ReadOptions{Report: func(f Finding) { t.Errorf("%v\n%s", f, out.String()) }})
			if err != nil || len(p.Items) != w.Items() {
				t.Fatalf("%v\n%s", err, out.String())
			}
			found, err := Validate(bytes.NewReader(out.Bytes()), ValidateOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range found {
				switch v.Rule {
				case "S1", "S2", "S3", "S4", "S5":
					if safe && v.Rule != "S4" {
						t.Errorf("%v\n%s", v, out.String())
					}
				case "B7", "D1", "E7", "B5", "C1":
				default:
					if !v.Warning {
						t.Errorf("%s: %v\n%s", format, v, out.String())
					}
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for _, format := range formats {
		var out bytes.Buffer
		w, err := NewWriter(&out, format, feed(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		content := strings.Repeat("<p>A paragraph of a post, with <em>some</em> markup &amp; “quotes”.</p>\n", 55)
		for n := range 1000 {
			if err := w.Add(&Item{URL: fmt.Sprintf("https://example.org/%d/", n), Title: "A post", Content: content, Published: day}); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		for name, f := range map[string]func(io.Reader) error{
			"read":     func(r io.Reader) error { _, err := Read(r, ReadOptions{}); return err },
			"validate": func(r io.Reader) error { _, err := Validate(r, ValidateOptions{}); return err },
		} {
			b.Run(name+" "+format.String(), func(b *testing.B) {
				b.SetBytes(int64(out.Len()))
				b.ReportAllocs()
				for b.Loop() {
					if err := f(bytes.NewReader(out.Bytes())); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
