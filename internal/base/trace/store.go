package trace

import "github.com/sitegen/sitegen/internal/base/codec"

// Store writes the table for LoadTable. It sometimes calls flush, which may take the bytes of w.
func (t *Table) Store(w *codec.Writer, flush func(*codec.Writer)) {
	for _, r := range t.revisions {
		w.Fixed(r)
	}
	w.Uvarint(uint64(len(t.questions)))
	for i, q := range t.questions {
		w.Uvarint(uint64(q.Kind))
		w.Text(q.Key)
		w.Fixed(t.answers[i])
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

// StoreIDs writes the numbers of the questions of a render.
func StoreIDs(w *codec.Writer, ids []ID) {
	w.Uvarint(uint64(len(ids)))
	last := ID(0)
	for _, id := range ids {
		w.Int(int(id) - int(last)) // neighbours are asked together
		last = id
	}
}

// LoadIDs reads the result of StoreIDs.
func LoadIDs(r *codec.Reader) []ID {
	n := r.Len(1)
	if n == 0 {
		return nil
	}
	out := make([]ID, n)
	last := 0
	for i := range out {
		last += r.Int()
		out[i] = ID(last)
	}
	return out
}
