package diag

import "github.com/sitegen/sitegen/internal/codec"

// Store writes a list, to be read by Load in another process.
func Store(w *codec.Writer, l List) {
	w.Uvarint(uint64(len(l)))
	for _, d := range l {
		w.Text(d.Rule)
		w.Uvarint(uint64(d.Severity))
		w.Text(d.File)
		w.Int(d.Line)
		w.Int(d.Col)
		w.Text(d.Message)
		w.Text(d.Hint)
		w.Text(d.Excerpt)
	}
}

// Load reads what Store wrote.
func Load(r *codec.Reader) List {
	n := r.Len(8)
	if n == 0 {
		return nil
	}
	out := make(List, n)
	for i := range out {
		out[i] = &Diagnostic{
			Rule: r.Text(), Severity: Severity(r.Uvarint()), File: r.Text(), Line: r.Int(), Col: r.Int(),
			Message: r.Text(), Hint: r.Text(), Excerpt: r.Text(),
		}
	}
	return out
}
