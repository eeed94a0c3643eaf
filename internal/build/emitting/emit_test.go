package emitting

import (
	"context"
	"errors"
	"testing"

	"github.com/sitegen/sitegen/internal/site"
)

// A cancelled build makes no more texts for a feed, since a feed without a limit has all pages of a site.
func TestCancelledEmissionMakesNoTexts(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none := emitting{ctx: ctx}
	for _, text := range []func(*site.Page) error{
		func(p *site.Page) error { _, err := none.Content(p); return err },
		func(p *site.Page) error { _, err := none.Summary(p); return err },
	} {
		if err := text(&site.Page{}); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
	}
}
