package trace

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Joined tables have each question once, records of both have the numbers of the joined one, and what follows from a second
// answer to a question is left out. Revisions that differ are not known.
func TestJoin(t *testing.T) {
	question := func(key string) Question { return Question{PageCard, key} }
	one := Load([]Question{question("a"), question("b")}, []uint64{1, 2})
	one.revisions = Revisions{SiteGroup: 5, TextGroup: 6}
	other := Load([]Question{question("c"), question("b"), question("a")}, []uint64{3, 9, 1})
	other.revisions = Revisions{SiteGroup: 5, TextGroup: 7}
	joined := Load(nil, nil)
	first, second := []ID{1, 0}, []ID{2, 0}
	if !joined.Join(one)(first) {
		t.Fatal("the first record is left out")
	}
	renumber := joined.Join(other)
	differs := []ID{0, 1}
	if !renumber(second) || renumber(differs) {
		t.Error("a record of the second table is left out, or one that asked what has another answer is not")
	}
	for _, c := range []struct{ want, got any }{
		{[]Question{question("a"), question("b"), question("c")}, joined.questions},
		{[]uint64{1, 2, 3}, joined.answers},
		{[]ID{1, 0}, first},
		{[]ID{0, 2}, second},
		{[]ID{0, 1}, differs},
		{Revisions{SiteGroup: 5}, joined.revisions},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
