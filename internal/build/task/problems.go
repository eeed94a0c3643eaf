package task

import (
	"context"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Problems turns a render's error into diagnostics, so the other renders continue. A cancelled context ends them all,
// and so does an error about templates that do too much, because others may take as long.
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
