package trace

// Join adds the questions of another table, which another machine asked for the same build, and returns a
// function that gives the records of that table their new numbers. That function reports false, and leaves a
// record unchanged, if something that the record asked has another answer in t; such a record cannot be used. A
// group of inputs whose revisions differ loses its revision, so everything that depends on it is asked again.
func (t *Table) Join(o *Table) (renumber func(asked []ID) bool) {
	if len(t.questions) == 0 {
		t.revisions = o.revisions
	}
	for g := range t.revisions {
		if t.revisions[g] != o.revisions[g] {
			t.revisions[g] = 0
		}
	}
	moved := make([]ID, len(o.questions)) // new number + 1; 0 if the answer here is different
	for i, q := range o.questions {
		switch id, known := t.find(q); {
		case !known:
			t.questions, t.answers = append(t.questions, q), append(t.answers, o.answers[i])
			t.ids.add(t.questions, len(t.questions)-1)
			moved[i] = ID(len(t.questions))
		case t.answers[id] == o.answers[i]:
			moved[i] = id + 1
		}
	}
	return func(asked []ID) bool {
		for _, id := range asked {
			if moved[id] == 0 {
				return false
			}
		}
		for i, id := range asked {
			asked[i] = moved[id] - 1
		}
		return true
	}
}
