package trace

import "github.com/sitegen/sitegen/internal/wire"

// Store writes the table, to be read by LoadTable in another process.
func (t *Table) Store(w *wire.Writer) {
	w.Uvarint(uint64(len(t.questions)))
	for i, q := range t.questions {
		w.Uvarint(uint64(q.Kind))
		w.Text(q.Key)
		w.Fixed(t.answers[i])
	}
}

// LoadTable reads what Store wrote.
func LoadTable(r *wire.Reader) *Table {
	n := r.Len(10)
	questions, answers := make([]Question, n), make([]uint64, n)
	for i := range n {
		questions[i] = Question{Kind(r.Uvarint()), r.Text()}
		answers[i] = r.Fixed()
	}
	return Load(questions, answers)
}

// StoreIDs writes the numbers of what a render asked.
func StoreIDs(w *wire.Writer, ids []ID) {
	w.Uvarint(uint64(len(ids)))
	last := ID(0)
	for _, id := range ids {
		w.Int(int(id) - int(last)) // neighbours are asked together
		last = id
	}
}

// LoadIDs reads what StoreIDs wrote.
func LoadIDs(r *wire.Reader) []ID {
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
