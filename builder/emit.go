package builder

import (
	"context"

	"github.com/sitegen/sitegen/internal/diag"
)

// seal makes the listing final with what the rendered pages say of themselves.
func (b *build) seal(context.Context) (diag.List, error) { return nil, nil }

// emit writes sitemaps, feeds and robots.txt from the listing.
func (b *build) emit(context.Context) (diag.List, error) { return nil, nil }
