package diag

import "github.com/sitegen/sitegen/internal/wire"

// Store writes a list without its excerpts, to be read by Load in another process.
func Store(w *wire.Writer, l List) {
	w.Uvarint(uint64(len(l)))
	for _, d := range l {
		w.Text(d.Rule)
		w.Uvarint(uint64(d.Severity))
		w.Text(d.File)
		w.Int(d.Line)
		w.Int(d.Col)
		w.Text(d.Message)
		w.Text(d.Hint)
	}
}

// Load reads what Store wrote.
func Load(r *wire.Reader) List {
	n := r.Len(7)
	if n == 0 {
		return nil
	}
	out := make(List, n)
	for i := range out {
		out[i] = &Diagnostic{
			Rule: r.Text(), Severity: Severity(r.Uvarint()), File: r.Text(), Line: r.Int(), Col: r.Int(),
			Message: r.Text(), Hint: r.Text(),
		}
	}
	return out
}
