package trace

import "testing"

// A record shows what was found out afterwards once it has the late question with that answer; it is rendered again when
// the answer is another one, and when the forecast is right again.
func TestAfterwards(t *testing.T) {
	table := Load(nil, nil)
	now := Revisions{1, 1, 1, 1, 1, 1, 1}
	forecast, head := Question{Projection, "a"}, Question{Head, "a"}
	other := Question{Projection, "b"}
	var shows, plain []ID
	late := []Step{{head, 7}}
	for n, step := range []struct {
		steps []Step
		again bool // what shows a
	}{
		{late, true},
		{late, false},
		{late, false},
		{[]Step{{head, 8}}, true},
		{[]Step{{head, 8}}, false},
		{nil, true},
		{nil, false},
	} {
		r := table.Begin(now)
		if got, want := r.Late(head), n > 0; got != want || r.Late(Question{Head, "b"}) || r.Late(forecast) {
			t.Errorf("step %d: the head is late: %v, want %v", n, got, want)
		}
		if n == 0 {
			shows = r.Keep(Record{Steps: []Step{{forecast, 1}}}, nil)
			plain = r.Keep(Record{Steps: []Step{{other, 2}}}, nil)
		}
		for _, asked := range [][]ID{shows, plain} {
			if same, err := r.Same(asked, func(q Question) (uint64, error) { t.Errorf("step %d asks %v", n, q); return 0, nil }); n > 0 && (!same || err != nil) {
				t.Errorf("step %d: %v is not the same: %v", n, asked, err)
			}
		}
		differs := r.Afterwards(Projection, step.steps)
		if got := differs(shows); got != step.again {
			t.Errorf("step %d: rendered again is %v, want %v", n, got, step.again)
		}
		if differs(plain) {
			t.Errorf("step %d: what shows another head is rendered again", n)
		}
		if step.again {
			shows = r.Keep(Record{Steps: append([]Step{{forecast, 1}}, step.steps...)}, shows)
		}
		r.Commit()
	}
}
