package trace

import (
	"fmt"
	"testing"
)

// Each question has the number of its place, however many come, and one that did not come has none.
func TestNumbers(t *testing.T) {
	var list []Question
	for i := range 5000 {
		list = append(list, Question{Kind(i%7 + 1), fmt.Sprint(i / 7)})
	}
	var x numbers
	if _, ok := x.find(list[0], nil); ok {
		t.Error("an empty table knows a question")
	}
	for n := range list {
		x.add(list[:n+1], n)
		if n%1000 != 999 {
			continue
		}
		for i, q := range list {
			if id, ok := x.find(q, list[:n+1]); ok != (i <= n) || ok && int(id) != i {
				t.Fatalf("of %d questions, question %d is found as %d, %v", n+1, i, id, ok)
			}
		}
	}
	if room := 4 * len(x.places); room > 12*len(list) {
		t.Errorf("%d questions take %d bytes", len(list), room)
	}
}

// What was new in a round is found by the next one, after the first round and after a later one.
func TestTableTakesOverARound(t *testing.T) {
	table := Load(nil, nil)
	want := map[Question]ID{}
	for n := range 3 {
		r := table.Begin(Revisions{})
		for i := range 40 * (n + 1) {
			q := Question{PageCard, fmt.Sprint(i)}
			id := r.Keep(Record{Steps: []Step{{q, uint64(i)}}}, nil)[0]
			if old, there := want[q]; there && old != id {
				t.Fatalf("in round %d %v has the number %d, it had %d", n, q, id, old)
			}
			want[q] = id
		}
		r.Commit()
	}
	if table.Len() != len(want) {
		t.Errorf("the table has %d questions, want %d", table.Len(), len(want))
	}
}
