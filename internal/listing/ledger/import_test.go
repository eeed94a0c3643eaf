package ledger

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestImport(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2025, 1, d, 0, 0, 0, 0, time.UTC) }
	old := &Ledger{entries: []Entry{
		{URL: "/default/", Seen: day(5), ID: "https://e.example/default/", Main: 7},
		{URL: "/own/", Seen: day(1), Changed: day(2), ID: "urn:own"},
	}}
	got, refused := old.Import(day(9), []Known{
		{URL: "/new/", ID: "urn:new", Seen: day(3), Changed: day(4), There: true},
		{URL: "/default/", ID: "urn:old", Default: "https://e.example/default/", Seen: day(2), Changed: day(3), There: true},
		{URL: "/own/", ID: "urn:other", Default: "https://e.example/own/", Seen: day(3), Changed: day(8), There: true},
		{URL: "/gone/", ID: "urn:gone"},
		{URL: FilePrefix + "atom.xml", ID: "urn:feed"},
	})
	want := []Entry{
		{URL: "/default/", Seen: day(2), Changed: day(3), ID: "urn:old", Main: 7},
		{URL: "/gone/", Seen: day(9), Gone: day(9), ID: "urn:gone"},
		{URL: "/new/", Seen: day(3), Changed: day(4), ID: "urn:new"},
		{URL: "/own/", Seen: day(1), Changed: day(2), ID: "urn:own"},
		{URL: "file:atom.xml", Seen: day(9), ID: "urn:feed"},
	}
	if diff := cmp.Diff(want, got.Entries()); diff != "" {
		t.Error(diff)
	}
	if len(refused) != 1 || refused[0].URL != "/own/" {
		t.Errorf("refused %v", refused)
	}
	if again, _ := got.Import(day(10), []Known{{URL: "/new/", ID: "urn:new", Seen: day(3), Changed: day(4), There: true}}); !cmp.Equal(again.Entries(), got.Entries()) {
		t.Error("a second import changes something")
	}

	// A build finds the pages: imported values stay, and a page that comes back is known.
	next, _ := got.Update(day(11), []Item{
		{URL: "/new/", ID: "https://e.example/new/", Main: 1},
		{URL: "/gone/", ID: "https://e.example/gone/", Main: 2},
		{URL: "/default/", ID: "https://e.example/default/", Main: 7},
		{URL: "/own/", ID: "https://e.example/own/", Main: 3},
		{URL: "/renamed/", ID: "https://e.example/renamed/", Main: 4},
	})
	for url, id := range map[string]string{"/new/": "urn:new", "/gone/": "urn:gone", "/default/": "urn:old", "/own/": "urn:own", "file:atom.xml": "urn:feed"} {
		if e, ok := next.Find(url); !ok || e.ID != id || !e.Gone.IsZero() {
			t.Errorf("%s: %+v", url, e)
		}
	}
	next, _ = got.Update(day(11), []Item{{URL: "/moved/", ID: "https://e.example/moved/", Was: []string{"/gone/"}, Main: 5}})
	if e, _ := next.Find("/moved/"); e.ID != "urn:gone" {
		t.Errorf("by its alias: %+v", e)
	}
}
