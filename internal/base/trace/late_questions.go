package trace

import "slices"

// Some answers are known only after everything is rendered: for example, whether the head of a page may name a
// version that its own template closes. Until then the render uses a forecast, which is a question that is
// answered early. If the forecast is wrong, the page is rendered again, and its record has both questions. The
// next build verifies the early question like any other and leaves the late one unchanged, so as long as the
// outcome is the same, nothing is rendered twice.

// Afterwards answers the late questions: steps has those whose answer differs from their forecast, the question
// of kind forecast with the same key. It returns a function that reports, for the questions of a record,
// whether its output must change.
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
	wanted := map[ID]late{} // late questions that a render with this forecast must also have asked
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

// Late reports whether a render of an earlier round asked this late question.
func (r *Round) Late(q Question) bool {
	id, ok := r.table.find(q)
	if !ok {
		return false
	}
	_, ok = slices.BinarySearch(r.later, id) // sorted by number
	return ok
}

// known returns the number of a question that some render asked, in this round or an earlier one.
func (r *Round) known(q Question) (id ID, ok bool) {
	if id, ok = r.table.find(q); ok {
		return id, true
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	n, ok := r.ids.find(q, r.fresh)
	return ID(r.old) + n, ok
}
