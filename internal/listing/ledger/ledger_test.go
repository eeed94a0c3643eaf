package ledger

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var (
	day1 = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	day2 = day1.AddDate(0, 0, 1)
	day3 = day1.AddDate(0, 0, 2)
)

func item(url string, main, source uint64, was ...string) Item {
	return Item{URL: url, Main: main, Source: source, ID: "https://a.example" + url, Was: was}
}

func TestUpdateM2M5(t *testing.T) {
	var none *Ledger
	first, changes := none.Update(day1, []Item{item("/b/", 2, 20), item("/a/", 1, 10), item("/a/", 9, 9)})
	first = first.UpdateFiles(day1, []Item{{URL: "file:sitemap.xml", Main: 5}})
	if diff := cmp.Diff(Changes{Added: []string{"/a/", "/b/"}}, changes); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		name    string
		items   []Item
		changes Changes
		changed time.Time // of /a/
	}{
		{"nothing", []Item{item("/a/", 1, 10), item("/b/", 2, 20)}, Changes{}, time.Time{}},
		{"the content", []Item{item("/a/", 3, 30), item("/b/", 2, 20)}, Changes{Changed: []string{"/a/"}}, day2},
		{"the template alone", []Item{item("/a/", 3, 10), item("/b/", 4, 20)}, Changes{}, time.Time{}},
		{"the front matter alone", []Item{item("/a/", 1, 30), item("/b/", 2, 20)}, Changes{}, time.Time{}},
		{"nobody knows the content", []Item{item("/a/", 0, 30), item("/b/", 2, 20)}, Changes{}, time.Time{}},
		{"nobody knows the source", []Item{item("/a/", 3, 0), item("/b/", 2, 20)}, Changes{Changed: []string{"/a/"}}, day2},
		{"a page more", []Item{item("/a/", 1, 10), item("/b/", 2, 20), item("/c/", 3, 30)}, Changes{Added: []string{"/c/"}}, time.Time{}},
		{"a page less", []Item{item("/a/", 1, 10)}, Changes{Removed: []string{"/b/"}}, time.Time{}},
	} {
		next, changes := first.Update(day2, c.items)
		if len(changes.Lost) != len(changes.Removed) {
			t.Errorf("%s: lost %v", c.name, changes.Lost)
		}
		changes.Lost = nil
		if diff := cmp.Diff(c.changes, changes); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if e, ok := next.Find("/a/"); !ok || !e.Changed.Equal(c.changed) || !e.Seen.Equal(day1) {
			t.Errorf("%s: %+v", c.name, e)
		}
		again, none := next.Update(day3, c.items)
		if diff := cmp.Diff(Changes{}, none); diff != "" {
			t.Errorf("%s, again: %s", c.name, diff)
		}
		if string(again.Text()) != string(next.Text()) {
			t.Errorf("%s: the same input gives another ledger:\n%s\n%s", c.name, next.Text(), again.Text())
		}
	}
}

func TestUpdateGoneAndBack(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{item("/a/", 1, 1)})
	l, _ = l.Update(day2, nil)
	if e, _ := l.Find("/a/"); !e.Gone.Equal(day2) {
		t.Errorf("%+v", e)
	}
	l, changes := l.Update(day3, []Item{item("/a/", 1, 1)})
	if e, _ := l.Find("/a/"); !e.Gone.IsZero() || !e.Seen.Equal(day1) || !slices.Equal(changes.Added, []string{"/a/"}) {
		t.Errorf("%+v %+v", e, changes)
	}
}

func TestUpdateMovesB4(t *testing.T) {
	var old *Ledger
	old, _ = old.Update(day1, []Item{item("/a/", 1, 1), item("/b/", 2, 2), item("/c/", 3, 3), item("/d/", 3, 3)})
	for _, c := range []struct {
		name  string
		items []Item
		id    string // of /new/
		seen  time.Time
	}{
		{"by alias", []Item{item("/new/", 9, 9, "/x/", "/a/")}, "https://a.example/a/", day1},
		{"by content", []Item{item("/new/", 2, 9)}, "https://a.example/b/", day1},
		{"content of two", []Item{item("/new/", 3, 3)}, "https://a.example/new/", day2},
		{"content at two", []Item{item("/new/", 2, 2), item("/new2/", 2, 2)}, "https://a.example/new/", day2},
		{"the old one is still there", []Item{item("/b/", 2, 2), item("/new/", 2, 2)}, "https://a.example/new/", day2},
		{"an alias that is still there", []Item{item("/a/", 1, 1), item("/new/", 9, 9, "/a/")}, "https://a.example/new/", day2},
	} {
		l, _ := old.Update(day2, c.items)
		if e, _ := l.Find("/new/"); e.ID != c.id || !e.Seen.Equal(c.seen) {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
}

func TestText(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{item("/b/", 1, 0), item("/a/", 1<<63, 255)})
	l = l.UpdateFiles(day1, []Item{{URL: "file:sitemap.xml", Main: 7}, {URL: "file:sitemap-news.xml", Main: 8}})
	l, _ = l.Update(day2, []Item{item("/a/", 2, 254)})
	l = l.UpdateFiles(day2, []Item{{URL: "file:sitemap.xml", Main: 9}})
	want := strings.ReplaceAll(`# sitegen ledger 1: address, content, source, first seen, last changed, gone, id, name, archives
/a/ 0000000000000002 00000000000000fe 2026-01-01T00:00:00Z 2026-01-02T00:00:00Z - https://a.example/a/
/b/ 0000000000000001 - 2026-01-01T00:00:00Z - 2026-01-02T00:00:00Z https://a.example/b/
file:sitemap-news.xml 0000000000000008 - 2026-01-01T00:00:00Z - 2026-01-02T00:00:00Z -
file:sitemap.xml 0000000000000009 - 2026-01-01T00:00:00Z 2026-01-02T00:00:00Z - -
`, " ", "\t")
	want = strings.Replace(want, strings.ReplaceAll(header, " ", "\t"), header, 1)
	if diff := cmp.Diff(want, string(l.Text())); diff != "" {
		t.Error(diff)
	}
	for _, text := range []string{want, "\ufeff" + strings.ReplaceAll(want, "\n", "\r\n")} {
		back, problems := Parse(text)
		if diff := cmp.Diff(l.Entries(), back.Entries()); diff != "" || problems != nil {
			t.Error(diff, problems)
		}
	}
}

func TestParseMerged(t *testing.T) {
	text := strings.ReplaceAll(`<<<<<<< ours
/b/ 1 1 2026-01-01T00:00:00Z 2026-01-02T00:00:00Z - first
/a/ 1 1 2026-01-01T00:00:00Z - - a
======= 
/b/ 2 2 2026-01-02T00:00:00Z 2026-01-03T00:00:00Z 2026-01-03T00:00:00Z second
>>>>>>> theirs
/c/ x 1 2026-01-01T00:00:00Z - - c
/d/ 1 1 yesterday - - d
/e/ 1
/f/ 1 1 - - - f g
`, " ", "\t")
	l, problems := Parse(text)
	want := []Entry{
		{URL: "/a/", Main: 1, Source: 1, Seen: day1, ID: "a"},
		{URL: "/b/", Main: 2, Source: 2, Seen: day1, Changed: day3, ID: "first"},
	}
	if diff := cmp.Diff(want, l.Entries()); diff != "" {
		t.Error(diff)
	}
	var lines []int
	for _, p := range problems {
		lines = append(lines, p.Line)
	}
	if !slices.Equal(lines, []int{7, 8, 9, 10}) {
		t.Error(problems)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("/a/\t1\t1\t2026-01-01T00:00:00Z\t-\t-\ta\n")
	f.Add("<<<<<<<\n\ufeff#\n\t\t\t\t\t\t\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, _ := Parse(text)
		once := l.Text()
		again, problems := Parse(string(once))
		if string(again.Text()) != string(once) {
			t.Errorf("%q becomes %q, then %q (%v)", text, once, again.Text(), problems)
		}
	})
}

func BenchmarkParseAndText(b *testing.B) {
	var items []Item
	for i := range 10_000 {
		items = append(items, item("/posts/a-post-of-usual-length-"+string(rune('a'+i%26))+strings.Repeat("x", i%40)+string(rune('0'+i%10))+"/", uint64(i+1), uint64(i+1)))
	}
	var l *Ledger
	l, _ = l.Update(day1, items)
	text := string(l.Text())
	b.ReportAllocs()
	for b.Loop() {
		l, _ := Parse(text)
		l, _ = l.Update(day2, items)
		l.Text()
	}
}
