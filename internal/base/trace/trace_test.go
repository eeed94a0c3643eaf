package trace

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRecorderKeepsFirstAnswersInOrder(t *testing.T) {
	var r Recorder
	r.Ask(PageCard, "en:/a", 1)
	r.Ask(List, "en:/posts", 2)
	r.Ask(PageCard, "en:/a", 1)
	r.Ask(PageParams, "en:/a", 3)
	want := Record{Steps: []Step{
		{Question{PageCard, "en:/a"}, 1}, {Question{List, "en:/posts"}, 2}, {Question{PageParams, "en:/a"}, 3},
	}}
	got := r.Record()
	if diff := cmp.Diff(want.Steps, got.Steps); diff != "" {
		t.Error(diff)
	}
	r.Ask(Now, "", 9)
	if diff := cmp.Diff(want.Steps, got.Steps); diff != "" {
		t.Error("a record changes with its recorder: " + diff)
	}
	if n := len(r.Record().Steps); n != 4 {
		t.Errorf("%d steps after one more question", n)
	}
}

func TestHashStringsTellsBoundaries(t *testing.T) {
	seen := map[uint64][]string{}
	for _, ss := range [][]string{{}, {""}, {"ab"}, {"a", "b"}, {"", "ab"}, {"ab", ""}, {"b", "a"}} {
		h := HashStrings(ss...)
		if other, there := seen[h]; there {
			t.Errorf("%q and %q have the same hash", ss, other)
		}
		seen[h] = ss
	}
}
