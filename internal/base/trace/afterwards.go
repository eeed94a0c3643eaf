package trace

import "slices"

// Some answers are known only after everything is rendered: whether the head of a page may name a version that its own
// template closes. Until then the render goes by a forecast, which is a question that is answered early; where that
// turns out wrong it is rendered once more, and its record has both questions. The next build asks the early one as any
// other, and leaves the late one as it was: as long as the outcome is the same, nothing is rendered twice.

// Afterwards gives late questions their answers: steps are all that differ from their forecast, which is the question
// of that kind with the same key. It returns which records, by what they asked, show something else.
func (r *Round) Afterwards(forecast Kind, steps []Step) func(asked []ID) bool {
	now := make(map[Question]uint64, len(steps))
	for _, s := range steps {
		now[s.Question] = s.Answer
	}
	shown, gone := map[Question]ID{}, map[ID]bool{}
	for _, id := range r.later {
		q := r.table.questions[id]
		switch answer, there := now[q]; {
		case !there:
			r.Revise(q, 0)
			gone[id] = true
		case answer == r.table.answers[id]:
			shown[q] = id
		default:
			r.Revise(q, answer)
		}
	}
	type late struct {
		id    ID
		shown bool
	}
	wanted := map[ID]late{} // what who asked for the forecast must have asked for as well
	for _, s := range steps {
		if id, ok := r.known(Question{forecast, s.Key}); ok {
			is, there := shown[s.Question]
			wanted[id] = late{is, there}
		}
	}
	return func(asked []ID) bool {
		return len(wanted)+len(gone) > 0 && slices.ContainsFunc(asked, func(id ID) bool {
			l, there := wanted[id]
			return gone[id] || there && !(l.shown && slices.Contains(asked, l.id))
		})
	}
}

// Late reports whether a render in an earlier round asked this late question.
func (r *Round) Late(q Question) bool {
	id, ok := r.table.find(q)
	if !ok {
		return false
	}
	_, ok = slices.BinarySearch(r.later, id) // they are in the order of their numbers
	return ok
}

// known returns the number of a question that some render has asked, in this round or an earlier one.
func (r *Round) known(q Question) (id ID, ok bool) {
	if id, ok = r.table.find(q); ok {
		return id, true
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	n, ok := r.ids.find(q, r.fresh)
	return ID(r.old) + n, ok
}
