package ledger

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ids returns "URL id" of the entries that are not gone.
func ids(l *Ledger) string {
	var out []string
	for _, e := range l.Entries() {
		if e.Gone.IsZero() {
			out = append(out, e.URL+" "+e.ID)
		}
	}
	return strings.Join(out, "\n")
}

// named returns an item whose main content has a hash, and whose file has a name.
func named(url string, main, name uint64) Item {
	i := item(url, main, main)
	i.Name = name
	return i
}

func TestUpdateByNameB4(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{named("/a/", 1, 7), named("/b/", 2, 8), named("/c/", 3, 9)})
	for _, c := range []struct {
		name  string
		items []Item
		want  string // ids
		lost  string
	}{
		{
			"another address and another text",
			[]Item{named("/x/", 5, 7), named("/b/", 2, 8), named("/c/", 3, 9)},
			"/b/ https://a.example/b/\n/c/ https://a.example/c/\n/x/ https://a.example/a/", "",
		},
		{
			"the name is stronger than the text",
			[]Item{named("/x/", 2, 7), named("/c/", 3, 9)},
			"/c/ https://a.example/c/\n/x/ https://a.example/a/", "/b/",
		},
		{
			"another name, the same text",
			[]Item{named("/x/", 1, 6), named("/c/", 3, 9)},
			"/c/ https://a.example/c/\n/x/ https://a.example/a/", "/b/",
		},
		{
			"all new",
			[]Item{named("/x/", 5, 5), named("/b/", 2, 8), named("/c/", 3, 9)},
			"/b/ https://a.example/b/\n/c/ https://a.example/c/\n/x/ https://a.example/x/", "/a/",
		},
	} {
		next, changes := l.Update(day2, c.items)
		if diff := cmp.Diff(c.want, ids(next)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		var lost []string
		for _, e := range changes.Lost {
			lost = append(lost, e.URL)
		}
		if got := strings.Join(lost, " "); got != c.lost {
			t.Errorf("%s: lost %s, want %s", c.name, got, c.lost)
		}
	}
}

// Pages that exchange their URLs, or follow each other, keep their IDs and archives.
func TestUpdateExchangeB4(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{named("/a/", 1, 7), named("/b/", 2, 8)})
	l = l.WithArchives(map[string][]Archive{"/a/": {{"en:/", 1}}})
	for _, c := range []struct {
		name    string
		items   []Item
		want    string
		archive string // URL of the page in the archive
		changes Changes
	}{
		{
			"exchange",
			[]Item{named("/a/", 2, 8), named("/b/", 1, 7)},
			"/a/ https://a.example/b/\n/b/ https://a.example/a/", "/b/",
			Changes{Changed: []string{"/a/", "/b/"}},
		},
		{
			"a new page in the place of one that moved",
			[]Item{named("/a/", 9, 9), named("/b/", 2, 8), named("/c/", 1, 7)},
			"/a/ https://a.example/a/#20260102T000000Z\n/b/ https://a.example/b/\n/c/ https://a.example/a/", "/c/",
			Changes{Added: []string{"/c/"}, Changed: []string{"/a/"}},
		},
		{
			"another file at the same address",
			[]Item{named("/a/", 1, 6), named("/b/", 2, 8)},
			"/a/ https://a.example/a/\n/b/ https://a.example/b/", "/a/",
			Changes{},
		},
	} {
		next, changes := l.Update(day2, c.items)
		if diff := cmp.Diff(c.want, ids(next)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if diff := cmp.Diff(c.changes, changes); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		for _, e := range next.Entries() {
			if (e.Archive("en:/") > 0) != (e.URL == c.archive) {
				t.Errorf("%s: %+v", c.name, e)
			}
		}
		again, changes := next.Update(day3, c.items)
		if diff := cmp.Diff(Changes{}, changes); diff != "" || string(again.Text()) != string(next.Text()) {
			t.Errorf("%s, again: %s\n%s\n%s", c.name, diff, next.Text(), again.Text())
		}
	}
}

// A list that exchanges its name with a page still has no ID: the next build would remove it.
func TestUpdateExchangeWithListB4(t *testing.T) {
	list := func(url string, main, name uint64) Item {
		i := named(url, main, name)
		i.ID = ""
		return i
	}
	var l *Ledger
	l, _ = l.Update(day1, []Item{list("/", 1, 7), named("/b/", 2, 8)})
	items := []Item{list("/", 2, 7), named("/b/", 1, 8)}
	next, _ := l.Update(day2, items)
	if diff := cmp.Diff("/ \n/b/ https://a.example/b/", ids(next)); diff != "" {
		t.Error(diff)
	}
	if again, _ := next.Update(day3, items); string(again.Text()) != string(next.Text()) {
		t.Errorf("%s\n%s", next.Text(), again.Text())
	}
}

// A new page at the URL of one that moved must not have its ID.
func TestUpdateTellsApartA6(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{item("/a/", 1, 1)})
	l, _ = l.Update(day2, []Item{item("/b/", 1, 1)})
	l, _ = l.Update(day3, []Item{item("/a/", 2, 2), item("/b/", 1, 1)})
	const want = "/a/ https://a.example/a/#20260103T000000Z\n/b/ https://a.example/a/"
	if diff := cmp.Diff(want, ids(l)); diff != "" {
		t.Error(diff)
	}
	l, _ = l.Update(day3.AddDate(0, 0, 1), []Item{item("/a/", 2, 2), item("/b/", 1, 1)})
	if diff := cmp.Diff(want, ids(l)); diff != "" {
		t.Error("the next build:", diff)
	}

	var both *Ledger // in one build
	both, _ = both.Update(day1, []Item{item("/a/", 1, 1), item("/c/", 3, 3)})
	both, _ = both.Update(day2, []Item{item("/c/", 3, 3)})
	both, _ = both.Update(day3, []Item{item("/a/", 2, 2), item("/b/", 1, 1, "/a/"), item("/c/", 3, 3)})
	if diff := cmp.Diff("/a/ https://a.example/a/\n/b/ https://a.example/b/\n/c/ https://a.example/c/", ids(both)); diff != "" {
		t.Error(diff)
	}
}

// An ID of the author's counts, and stays when the front matter no longer has it. The ID of a URL that every new site
// begins with does not move: the next build would give the page another.
func TestMoveFromPlaceholderB4(t *testing.T) {
	at := func(url string) []Item {
		i := named(url, 1, 7)
		i.ID = "https://example.org" + url
		return []Item{i}
	}
	var l *Ledger
	l, _ = l.Update(day1, at("/en/only/"))
	l, _ = l.Update(day2, at("/only/"))
	if got, want := ids(l), "/only/ https://example.org/only/"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	again, _ := l.Update(day2, at("/only/"))
	if diff := cmp.Diff(string(l.Text()), string(again.Text())); diff != "" {
		t.Error(diff)
	}
}

func TestUpdateGivenB4(t *testing.T) {
	given := item("/a/", 1, 1)
	given.ID, given.Given = "urn:x:1", true
	var l *Ledger
	l, _ = l.Update(day1, []Item{item("/a/", 1, 1)})
	l, _ = l.Update(day2, []Item{given})
	l, _ = l.Update(day3, []Item{item("/a/", 1, 1)})
	if got := ids(l); got != "/a/ urn:x:1" {
		t.Error(got)
	}
	list := item("/a/", 1, 1)
	list.ID = ""
	if l, _ = l.Update(day3, []Item{list}); ids(l) != "/a/ " {
		t.Error("what is no item keeps an id:", ids(l))
	}
}

func TestArchivesP3(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{item("/a/", 1, 1), item("/b/", 2, 2), item("/c/", 3, 3)})
	l = l.WithArchives(map[string][]Archive{"/a/": {{"/", 1}, {"/tags/100% big data", 2}}, "/b/": {{"/", 2}}})
	text := string(l.Text())
	const want = "https://a.example/a/\t-\t/=1 /tags/100%25%20big%20data=2\n"
	if !strings.Contains(text, want) {
		t.Errorf("%s lacks %s", text, want)
	}
	back, problems := Parse(text)
	if diff := cmp.Diff(l.Entries(), back.Entries()); diff != "" || problems != nil {
		t.Error(diff, problems)
	}
	// Moved: the place moves with the page, and a new page at the old URL has none.
	moved, _ := back.Update(day2, []Item{item("/x/", 1, 1), item("/b/", 2, 2), item("/c/", 3, 3)})
	moved, _ = moved.Update(day3, []Item{item("/a/", 9, 9), item("/x/", 1, 1), item("/c/", 3, 3)})
	numbers := map[string]int{}
	for _, e := range moved.Entries() {
		numbers[e.URL] = e.Archive("/")
	}
	if diff := cmp.Diff(map[string]int{"/a/": 0, "/b/": 2, "/c/": 0, "/x/": 1}, numbers); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]int{"/": 2, "/tags/100% big data": 2}, moved.LastArchive()); diff != "" {
		t.Error(diff)
	}
	if _, problems := Parse(strings.Replace(text, "/=1", "/=x", 1)); len(problems) != 1 {
		t.Error(problems)
	}
}

// Content decides if a page is renamed while another takes its old name, and if two exchange names (rule B4).
func TestUpdateByContentB4(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{named("/a/", 1, 7), named("/b/", 2, 8), named("/c/", 3, 9)})
	const a, b, c = " https://a.example/a/", " https://a.example/b/", " https://a.example/c/"
	for _, tt := range []struct {
		name  string
		items []Item
		want  string
	}{
		{
			"another takes the name",
			[]Item{named("/a/", 5, 7), named("/b/", 2, 8), named("/c/", 3, 9), named("/x/", 1, 6)},
			"/a/" + a + "#20260102T000000Z\n/b/" + b + "\n/c/" + c + "\n/x/" + a,
		},
		{
			"two change names",
			[]Item{named("/a/", 2, 7), named("/b/", 1, 8), named("/c/", 3, 9)},
			"/a/" + b + "\n/b/" + a + "\n/c/" + c,
		},
		{
			"three in a ring",
			[]Item{named("/a/", 3, 7), named("/b/", 1, 8), named("/c/", 2, 9)},
			"/a/" + c + "\n/b/" + a + "\n/c/" + b,
		},
		{
			"an edit that copies another page is none",
			[]Item{named("/a/", 1, 7), named("/b/", 1, 8), named("/c/", 3, 9)},
			"/a/" + a + "\n/b/" + b + "\n/c/" + c,
		},
		{
			"a page that takes the place of another leaves it its id",
			[]Item{named("/a/", 5, 7), named("/b/", 1, 8), named("/c/", 3, 9)},
			"/a/" + a + "\n/b/" + b + "\n/c/" + c,
		},
		{
			"all texts change, as by a template",
			[]Item{named("/a/", 11, 7), named("/b/", 12, 8), named("/c/", 13, 9)},
			"/a/" + a + "\n/b/" + b + "\n/c/" + c,
		},
	} {
		next, changes := l.Update(day2, tt.items)
		if diff := cmp.Diff(tt.want, ids(next)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if len(changes.Lost) > 0 {
			t.Errorf("%s: lost %v", tt.name, changes.Lost)
		}
	}
}

// TestSettledB4: a page from the same source did not move, even if its templates gave another page its text. That is
// known before all other pages are.
func TestSettledB4(t *testing.T) {
	l, _ := (*Ledger)(nil).Update(day1, []Item{item("/a/", 1, 10), item("/b/", 2, 20)})
	same := item("/a/", 9, 10)
	next, _ := l.Update(day2, []Item{same, item("/c/", 1, 30)})
	a, _ := next.Find("/a/")
	was, _ := l.Find("/a/")
	if !was.Settled(same) || !a.Changed.IsZero() || a.ID != was.ID {
		t.Errorf("the page changed %v, and has the id %q", a.Changed, a.ID)
	}
	for _, i := range []Item{item("/a/", 9, 11), {URL: "/a/"}} {
		if was.Settled(i) {
			t.Errorf("%+v: the date is certain", i)
		}
	}
}

// TestGone: gone is a page that is at no URL now, also not on another host.
func TestGone(t *testing.T) {
	var l *Ledger
	l, _ = l.Update(day1, []Item{
		named("/a/", 1, 5), named("/b/", 2, 6), named("/c/", 3, 7), named("fr:/d/", 4, 8), named("/e/", 5, 9), named("fr:/f/", 6, 10),
	})
	l, _ = l.Update(day2, []Item{named("/a/", 1, 5), named("/z/", 2, 6), named("fr:/e/", 5, 9)})
	if diff := cmp.Diff([]Move{{"", "/b/", "/z/"}}, l.Moves()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Place{{"", "/c/"}, {"fr", "/d/"}, {"fr", "/f/"}}, l.Gone()); diff != "" {
		t.Error(diff)
	}
	l, _ = l.Update(day3, []Item{named("/a/", 1, 5), named("/c/", 3, 7)})
	if diff := cmp.Diff([]Place{{"", "/b/"}, {"", "/e/"}, {"", "/z/"}, {"fr", "/d/"}, {"fr", "/e/"}, {"fr", "/f/"}}, l.Gone()); diff != "" {
		t.Error(diff)
	}
}
