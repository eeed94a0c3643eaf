package trace

// Join adds the questions of another table, which the same build could have asked on another machine, and returns what
// gives the records of that table their new numbers. It reports false, and leaves a record as it is, when something
// that the record asked had another answer in t: two answers cannot both stand, and what follows from the second is not
// kept. A group of inputs whose revisions differ has none any more, so that whatever depends on it is asked again.
func (t *Table) Join(o *Table) (renumber func(asked []ID) bool) {
	if len(t.questions) == 0 {
		t.revisions = o.revisions
	}
	for g := range t.revisions {
		if t.revisions[g] != o.revisions[g] {
			t.revisions[g] = 0
		}
	}
	moved := make([]ID, len(o.questions)) // new number + 1; 0: it has another answer here
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
