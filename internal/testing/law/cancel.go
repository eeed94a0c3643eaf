package law

import (
	"context"
	"maps"
)

// cancelled begins a build and cancels it, if the step says so. The next build must then give the right result.
func (w *world) cancelled(ctx context.Context, s Step) error {
	w.interrupted = false
	if w.cancel == 0 {
		return nil
	}
	after := w.cancel
	w.cancel, w.interrupted = 0, true
	b, err := w.builder()
	if err != nil {
		return err
	}
	w.touch(s)
	if w.early != nil {
		w.early.begin(w.out.paths())
	}
	short, stop := context.WithTimeout(ctx, after)
	defer stop()
	res, err := b.Build(short)
	if err != nil || w.mode != Memory {
		return ctx.Err() // what it wrote until then is whatever it is
	}
	if w.out, err = inMemory(ctx, res); err != nil {
		return err
	}
	w.fresh, w.good = false, maps.Clone(w.files)
	return nil
}
