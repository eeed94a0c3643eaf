package feeds

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// show writes a plan as ids: "| newest … | 2: … | 1: … oldest".
func show(items []Dated, plan []Document) string {
	var b strings.Builder
	for _, d := range plan {
		fmt.Fprintf(&b, "%d<%d>%d:", d.Next, d.Number, d.Prev)
		for _, i := range d.Items {
			b.WriteString(" " + items[i].ID)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// days makes items of one letter each, a day apart, oldest first.
func days(ids string) (items []Dated) {
	for i, r := range ids {
		items = append(items, Dated{ID: string(r), Date: day.AddDate(0, 0, i)})
	}
	return items
}

func TestPlanArchive(t *testing.T) {
	o := ArchiveOptions{Size: 3, Recent: 2}
	for _, c := range []struct {
		items []Dated
		o     ArchiveOptions
		want  string
	}{
		{nil, o, "0<0>0:\n"},
		{days("abcd"), o, "0<0>0: d c b a\n"},
		{days("abcde"), o, "0<0>1: e d\n0<1>0: c b a\n"},
		{days("abcdefgh"), o, "0<0>2: h g\n0<2>1: f e d\n0<1>0: c b a\n"},
		{days("abcdefghijk"), ArchiveOptions{Size: 3, Recent: 2, Forward: true}, "0<0>3: k j\n4<3>2: i h g\n3<2>1: f e d\n2<1>0: c b a\n"},
		// The same date: by id. No date: in no document.
		{[]Dated{{ID: "b", Date: day}, {ID: "x"}, {ID: "a", Date: day}}, o, "0<0>0: b a\n"},
		// Remembered documents: an old date goes to the current document, a deleted item leaves a gap.
		{[]Dated{
			{"a", day, 1}, {"late", day.AddDate(0, 0, 1), 0}, {"c", day.AddDate(0, 0, 2), 1}, {"d", day.AddDate(0, 0, 3), 0},
		}, o, "0<0>1: d late\n0<1>0: c a\n"},
		// Two closed documents, of which the newest was the last for long: its number is not used again.
		{days("abcde"), ArchiveOptions{Size: 3, Recent: 2, Last: 7, Forward: true}, "0<0>8: e d\n9<8>0: c b a\n"},
		// A document that lost all its items leaves the chain; its number stays its own.
		{[]Dated{{"a", day, 1}, {"z", day.AddDate(0, 0, 9), 3}}, o, "0<0>3:\n0<3>1: z\n0<1>0: a\n"},
	} {
		if got := show(c.items, PlanArchive(c.items, c.o)); got != c.want {
			t.Errorf("%v\n got %s\nwant %s", c.items, got, c.want)
		}
	}
}

// TestPlanArchiveProperties applies random edits to feeds that remember their documents and to feeds
// that do not.
func TestPlanArchiveProperties(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5005))
		o := ArchiveOptions{Size: 1 + r.IntN(7), Recent: 1 + r.IntN(5), Forward: r.IntN(2) == 0}
		remember := seed%2 == 0
		var items []Dated
		before, bare := map[int]string{}, map[int]string{}
		for step := range 150 {
			touched := "" // the document that an item was deleted from
			added := true
			switch {
			case len(items) > 0 && r.IntN(6) == 0:
				i := r.IntN(len(items))
				touched = fmt.Sprint(items[i].Document)
				items = slices.Delete(items, i, i+1)
				added = false
			case remember && r.IntN(6) == 0: // an old date
				items = append(items, Dated{ID: fmt.Sprintf("old%d", step), Date: day.AddDate(0, 0, -r.IntN(99))})
			default:
				items = append(items, Dated{ID: fmt.Sprintf("new%d", step), Date: day.AddDate(0, 0, step)})
			}
			plan := PlanArchive(items, o)

			// Every item is in one document, and Prev links all documents.
			seen := map[int]int{}
			for i, d := range plan {
				for _, n := range d.Items {
					seen[n]++
				}
				if d.Number == 0 != (i == 0) || i+1 < len(plan) && d.Prev != plan[i+1].Number || i+1 == len(plan) && d.Prev != 0 {
					t.Fatalf("walk: %s", show(items, plan))
				}
				if d.Number > 0 && len(d.Items) > o.Size {
					t.Fatalf("%d is over-full: %s", d.Number, show(items, plan))
				}
			}
			for i := range items {
				if seen[i] != 1 {
					t.Fatalf("%s stands in %d documents: %s", items[i].ID, seen[i], show(items, plan))
				}
			}

			// The order that items come in does not matter.
			shuffled := slices.Clone(items)
			r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			if a, b := show(items, plan), show(shuffled, PlanArchive(shuffled, o)); a != b {
				t.Fatalf("order:\n%s\n%s", a, b)
			}

			// Closed documents stay as they are.
			after, afterBare := map[int]string{}, map[int]string{}
			for _, d := range plan[1:] {
				after[d.Number] = show(items, []Document{d})
				d.Next = 0 // of another document when the newer one lost its last item
				afterBare[d.Number] = show(items, []Document{d})
				if old := before[d.Number]; old == "" || old == after[d.Number] || !added && bare[d.Number] == afterBare[d.Number] {
					continue
				}
				unlinked := len(after) < len(before) // the document before it lost its last item
				if added || remember && fmt.Sprint(d.Number) != touched && !unlinked {
					t.Fatalf("document %d changed from\n%s to\n%s", d.Number, before[d.Number], after[d.Number])
				}
			}
			before, bare = after, afterBare
			if remember {
				for _, d := range plan {
					o.Last = max(o.Last, d.Number)
					for _, i := range d.Items {
						items[i].Document = d.Number
					}
				}
			}
		}
	}
}

func TestDocumentPaging(t *testing.T) {
	address := func(n int) string { return fmt.Sprintf("https://example.org/%d", n) }
	current, middle := Document{Prev: 3}, Document{Number: 2, Prev: 1, Next: 3}
	if got := current.Paging(address); got != (Paging{PrevArchive: address(3)}) {
		t.Errorf("%+v", got)
	}
	want := Paging{Archive: true, Current: address(0), PrevArchive: address(1), NextArchive: address(3)}
	if got := middle.Paging(address); got != want {
		t.Errorf("%+v", got)
	}
}

func TestPlanPagesP4(t *testing.T) {
	address := func(n int) string { return fmt.Sprint(n) }
	for _, c := range []struct {
		items, size int
		want        string
	}{
		{0, 10, "[{}]"},
		{10, 10, "[{}]"},
		{11, 10, "[{0 1 1} {0 0 1}]"},
		{25, 10, "[{0 1 2} {0 0 2 2} {0 1 2}]"},
		{2, 0, "[{0 1 1} {0 0 1}]"},
	} {
		var got []string
		for _, p := range PlanPages(c.items, c.size, address) {
			got = append(got, "{"+strings.Join(strings.Fields(p.First+" "+p.Previous+" "+p.Next+" "+p.Last), " ")+"}")
		}
		if s := fmt.Sprint(got); s != c.want {
			t.Errorf("%d by %d: %s, not %s", c.items, c.size, s, c.want)
		}
	}
}

func BenchmarkPlanArchive(b *testing.B) {
	items := make([]Dated, 100_000)
	for i := range items {
		items[i] = Dated{ID: fmt.Sprint(i), Date: day.Add(time.Duration(i*7919%100_000) * time.Minute)}
	}
	for b.Loop() {
		PlanArchive(items, ArchiveOptions{})
	}
}
