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
	first := table.Begin(Revisions{})
	ab, bc := first.Keep(record(was, "a", "b"), nil), first.Keep(record(was, "b", "c"), nil)
	first.Commit()

	is := world{"a": 1, "b": 2, "c": 9}
	second := table.Begin(Revisions{})
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
	third := table.Begin(Revisions{})
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
	first := table.Begin(Revisions{})
	a := first.Keep(record(w, "a"), nil)
	first.Commit()

	lost := table.Begin(Revisions{})
	lost.Keep(record(world{"a": 2, "b": 3}, "a", "b"), nil)

	next := table.Begin(Revisions{})
	var asked []string
	if same, err := next.Same(a, w.ask(&asked)); err != nil || !same || table.Len() != 1 {
		t.Errorf("a lost round left traces: same %v, %v, %d questions", same, err, table.Len())
	}
}

func TestRoundStopsAtTheFirstDifference(t *testing.T) {
	table := Load(nil, nil)
	first := table.Begin(Revisions{})
	ab := first.Keep(record(world{"a": 1, "b": 2}, "a", "b"), nil)
	first.Commit()
	second := table.Begin(Revisions{})
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
	r := table.Begin(Revisions{})
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
			s := Step{small.questions[id], small.answers[id]}
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

// A question that depends on no group of inputs that changed keeps its answer, and nobody asks.
func TestDurability(t *testing.T) {
	revisions := func(changed ...Group) (r Revisions) {
		for g := range r {
			r[g] = 1
		}
		for _, g := range changed {
			r[g] = 2
		}
		return r
	}
	kinds := []Kind{PageCard, PageBody, Template, Source, File, Now}
	for _, tt := range []struct {
		name  string
		now   Revisions
		asked []Kind
	}{
		{"nothing", revisions(), nil},
		{"a text", revisions(TextGroup), []Kind{PageBody, Source, File}},
		{"a template", revisions(TemplateGroup), []Kind{PageBody, Template, File}},
		{"front matter", revisions(SiteGroup), []Kind{PageCard, PageBody, Source, File, Now}},
		{"the clock", revisions(ClockGroup), []Kind{PageBody, File, Now}},
		{"nobody knows", Revisions{}, kinds},
	} {
		table := Load(nil, nil)
		first := table.Begin(revisions())
		var ids [][]ID
		for _, k := range kinds {
			ids = append(ids, first.Keep(Record{Steps: []Step{{Question{k, "x"}, 5}}}, nil))
		}
		first.Commit()
		var asked []Kind
		second := table.Begin(tt.now)
		for _, list := range ids {
			if same, err := second.Same(list, func(q Question) (uint64, error) {
				asked = append(asked, q.Kind)
				return 5, nil
			}); !same || err != nil {
				t.Errorf("%s: %v is not the same: %v", tt.name, list, err)
			}
		}
		if !slices.Equal(asked, tt.asked) {
			t.Errorf("%s changed: asked for %v, want %v", tt.name, asked, tt.asked)
		}
	}
}

// Every kind is in the table: a kind that depends on nothing would never be asked again.
func TestEveryKindDependsOnSomething(t *testing.T) {
	for k := Template; k <= Related; k++ {
		if int(k) >= len(durability) || durability[k] == afterwards {
			t.Errorf("kind %d depends on no group of inputs", k)
		}
	}
}
