package task

import (
	"context"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Problems turns a render's error into diagnostics, so that the other renders go on; the end of the
// context ends them all, and so does an error that says that templates do too much: others may take as long.
func Problems(ctx context.Context, err error) (diag.List, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found := diag.From(err)
	if render.TooMuch(found) {
		return nil, found
	}
	return found, nil
}
