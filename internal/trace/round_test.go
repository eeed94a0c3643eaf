package trace

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// world answers questions by their keys.
type world map[string]uint64

func (w world) ask(asked *[]string) func(Question) (uint64, error) {
	return func(q Question) (uint64, error) {
		*asked = append(*asked, q.Key)
		return w[q.Key], nil
	}
}

func record(w world, keys ...string) Record {
	var r Recorder
	for _, k := range keys {
		r.Ask(File, k, w[k])
	}
	return r.Record()
}

func TestRoundReusesWhatHasTheSameAnswers(t *testing.T) {
	was := world{"a": 1, "b": 2, "c": 3}
	table := Load(nil, nil)
	first := table.Begin(nil)
	ab, bc := first.Keep(record(was, "a", "b"), nil), first.Keep(record(was, "b", "c"), nil)
	first.Commit()

	is := world{"a": 1, "b": 2, "c": 9}
	second := table.Begin(nil)
	var asked []string
	for _, tt := range []struct {
		name string
		ids  []ID
		want bool
	}{{"unchanged", ab, true}, {"one answer differs", bc, false}, {"asked before", bc, false}} {
		same, err := second.Same(tt.ids, is.ask(&asked))
		if err != nil || same != tt.want {
			t.Errorf("%s: same is %v, %v", tt.name, same, err)
		}
	}
	if want := []string{"a", "b", "c"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want each once: %q", asked, want)
	}

	// The second render is repeated, with another question.
	cd := second.Keep(record(world{"c": 9, "d": 4}, "c", "d"), nil)
	second.Commit()
	third := table.Begin(nil)
	is["d"] = 4
	asked = nil
	for _, ids := range [][]ID{ab, cd} {
		if same, err := third.Same(ids, is.ask(&asked)); err != nil || !same {
			t.Errorf("after the commit %v is not the same: %v", ids, err)
		}
	}
}

func TestRoundThatFailsChangesNothing(t *testing.T) {
	w := world{"a": 1}
	table := Load(nil, nil)
	first := table.Begin(nil)
	a := first.Keep(record(w, "a"), nil)
	first.Commit()

	lost := table.Begin(nil)
	lost.Keep(record(world{"a": 2, "b": 3}, "a", "b"), nil)

	next := table.Begin(nil)
	var asked []string
	if same, err := next.Same(a, w.ask(&asked)); err != nil || !same || table.Len() != 1 {
		t.Errorf("a lost round left traces: same %v, %v, %d questions", same, err, table.Len())
	}
}

func TestRoundStopsAtTheFirstDifference(t *testing.T) {
	table := Load(nil, nil)
	first := table.Begin(nil)
	ab := first.Keep(record(world{"a": 1, "b": 2}, "a", "b"), nil)
	first.Commit()
	second := table.Begin(nil)
	same, err := second.Same(ab, func(q Question) (uint64, error) {
		if q.Key == "b" {
			return 0, errors.New("the second question must not be asked: it may make no sense any more")
		}
		return 7, nil
	})
	if same || err != nil {
		t.Errorf("same is %v, %v", same, err)
	}
}

func TestCompactForgetsWhatNobodyAsks(t *testing.T) {
	w := world{"a": 1, "b": 2, "c": 3, "d": 4}
	table := Load(nil, nil)
	r := table.Begin(nil)
	r.Keep(record(w, "a", "b"), nil)
	records := [][]ID{r.Keep(record(w, "d", "b"), nil), r.Keep(record(w, "c", "d"), nil)}
	r.Commit()
	small := table.Compact(slices.Values(records))
	if small.Len() != 3 {
		t.Errorf("%d questions are left, want 3", small.Len())
	}
	var got [][]string
	for _, ids := range records {
		var keys []string
		for _, id := range ids {
			s := small.At(id)
			if s.Answer != w[s.Key] {
				t.Errorf("%s is answered %d", s.Key, s.Answer)
			}
			keys = append(keys, s.Key)
		}
		got = append(got, keys)
	}
	if diff := cmp.Diff([][]string{{"d", "b"}, {"c", "d"}}, got); diff != "" {
		t.Error(diff)
	}
}

// Questions of sure kinds are not asked, but for those in doubt.
func TestRoundIsSure(t *testing.T) {
	was := world{"a": 1, "b": 2}
	table := Load(nil, nil)
	first := table.Begin(nil)
	a, b := first.Keep(record(was, "a"), nil), first.Keep(record(was, "b"), nil)
	first.Commit()

	is := world{"a": 7, "b": 8}
	var asked []string
	second := table.Begin(func(k Kind) bool { return k == File })
	second.Doubt(Question{File, "b"})
	second.Doubt(Question{File, "never asked"})
	for _, tt := range []struct {
		ids  []ID
		want bool
	}{{a, true}, {b, false}} {
		if same, err := second.Same(tt.ids, is.ask(&asked)); err != nil || same != tt.want {
			t.Errorf("%v: same is %v, %v", tt.ids, same, err)
		}
	}
	if want := []string{"b"}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if changed := second.Commit(); !slices.Equal(changed, b) {
		t.Errorf("changed: %v, want %v", changed, b)
	}
	if step := table.At(a[0]); step.Answer != 1 {
		t.Errorf("the sure answer is %d now", step.Answer)
	}
}
