package trace

import (
	"math"
	"slices"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// Store writes the table for LoadTable: the questions and then the answers, because the former are compressed better
// alone. It sometimes calls flush, which may take the bytes of w.
func (t *Table) Store(w *codec.Writer, flush func(*codec.Writer)) {
	for _, r := range t.revisions {
		w.Fixed(r)
	}
	w.Uvarint(uint64(len(t.questions)))
	for _, q := range t.questions {
		w.Uvarint(uint64(q.Kind))
		w.Text(q.Key)
		flush(w)
	}
	for _, a := range t.answers {
		w.Fixed(a)
		flush(w)
	}
}

// LoadTable reads the result of Store.
func LoadTable(r *codec.Reader) *Table {
	var revisions Revisions
	for i := range revisions {
		revisions[i] = r.Fixed()
	}
	n := r.Len(10)
	questions, answers := make([]Question, n), make([]uint64, n)
	for i := range n {
		questions[i] = Question{Kind(r.Uvarint()), r.Text()}
	}
	for i := range n {
		answers[i] = r.Fixed()
	}
	t := Load(questions, answers)
	t.revisions = revisions
	return t
}

// StoreChanges writes the changes since the table had n questions: the changed ones among these, in order, and
// the new ones.
func (t *Table) StoreChanges(w *codec.Writer, n int, changed []ID) {
	w.Uvarint(uint64(n))
	w.Uvarint(uint64(len(changed)))
	for _, id := range changed {
		w.Uvarint(uint64(id))
		w.Fixed(t.answers[id])
	}
	more := Table{questions: t.questions[n:], answers: t.answers[n:], revisions: t.revisions}
	more.Store(w, func(*codec.Writer) {})
}

// LoadChanges applies the result of StoreChanges and returns the numbers of the changed questions. If they
// belong to another table, it returns false and changes nothing. The result is valid only if r ends without an
// error.
func (t *Table) LoadChanges(r *codec.Reader) (changed []ID, ok bool) {
	if r.Uvarint() != uint64(len(t.questions)) {
		return nil, false
	}
	changed = make([]ID, r.Len(9))
	answers := make([]uint64, len(changed))
	for i := range changed {
		n := r.Uvarint()
		if n >= uint64(len(t.questions)) {
			return nil, false
		}
		changed[i], answers[i] = ID(n), r.Fixed()
	}
	more := LoadTable(r)
	for i, id := range changed {
		t.answers[id] = answers[i]
	}
	t.revisions = more.revisions
	t.questions, t.answers = append(t.questions, more.questions...), append(t.answers, more.answers...)
	return changed, true
}

// StoreIDs writes the numbers of the questions of a render. The questions of two pages lie in other places, but in the
// same order, so a number is written as a distance from one before it: cards of linked pages then differ, and the rest
// of what two pages ask has the same bytes.
func StoreIDs(w *codec.Writer, ids []ID) {
	w.Uvarint(uint64(len(ids)))
	var last places
	for _, id := range ids {
		at := slices.IndexFunc(last[:], func(n int) bool { return int(id)-n >= -reach && int(id)-n < reach })
		if at >= 0 {
			w.Uvarint(uint64((int(id)-last[at]+reach)*len(last) + at))
		} else {
			at = len(last) - 1
			w.Uvarint(uint64(2*reach*len(last) + int(id)))
		}
		last.move(at, int(id))
	}
}

// LoadIDs reads the result of StoreIDs.
func LoadIDs(r *codec.Reader) []ID {
	n := r.Len(1)
	if n == 0 {
		return nil
	}
	out := make([]ID, n)
	var last places
	for i := range out {
		code := int(r.Uvarint() & math.MaxInt32) // of a damaged file, too, not below 0
		at, id := len(last)-1, code-2*reach*len(last)
		if id < 0 {
			at = code % len(last)
			id = last[at] + code/len(last) - reach
		}
		last.move(at, id)
		out[i] = ID(id)
	}
	return out
}

// places are numbers of questions that were asked last, in different places of the table, the latest first.
type places [4]int

// move replaces one of the places and makes it the first.
func (p *places) move(at, id int) {
	copy(p[1:at+1], p[:at])
	p[0] = id
}

// reach is how near questions of one place lie together.
const reach = 8
