package codec

import "github.com/sitegen/sitegen/internal/base/diag"

// Diagnostics writes a list of messages.
func (w *Writer) Diagnostics(l diag.List) {
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
		w.Text(d.About)
		w.Text(d.Callers)
		w.Text(d.Unless)
	}
}

// Diagnostics reads a list of messages.
func (r *Reader) Diagnostics() diag.List {
	n := r.Len(11)
	if n == 0 {
		return nil
	}
	out := make(diag.List, n)
	for i := range out {
		out[i] = &diag.Diagnostic{
			Rule: r.Text(), Severity: diag.Severity(r.Uvarint()), File: r.Text(), Line: r.Int(), Col: r.Int(),
			Message: r.Text(), Hint: r.Text(), Excerpt: r.Text(), About: r.Text(), Callers: r.Text(), Unless: r.Text(),
		}
	}
	return out
}
