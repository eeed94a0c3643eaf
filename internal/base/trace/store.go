package trace

import "github.com/sitegen/sitegen/internal/base/codec"

// Store writes the table, to be read by LoadTable in another process. It calls flush now and then, which may take what
// w has.
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

// LoadTable reads what Store wrote.
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

// StoreChanges writes how the table differs from what it was when it had n questions: the changed ones of
// these, in order, and those that came.
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

// LoadChanges applies what StoreChanges wrote and returns the numbers of the changed questions; false when
// it belongs to another table, which is then as it was. It counts only when r ends well.
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

// StoreIDs writes the numbers of what a render asked.
func StoreIDs(w *codec.Writer, ids []ID) {
	w.Uvarint(uint64(len(ids)))
	last := ID(0)
	for _, id := range ids {
		w.Int(int(id) - int(last)) // neighbours are asked together
		last = id
	}
}

// LoadIDs reads what StoreIDs wrote.
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
