package pipeline

import (
	"context"

	"github.com/sitegen/sitegen/internal/build/task"
)

// mostJoins is how often one build joins what templates add to batches. What a template adds does not depend on the
// bundles, so the second time nothing is new.
const mostJoins = 4

// settleBatches joins what the layouts added to batches of scripts (js.Batch), and renders again what shows bundles that
// are different ones now, or was put off.
func (b *build) settleBatches(ctx context.Context) error {
	for n := 1; b.batches.Asked() && n <= mostJoins; n++ {
		var parts [][]string
		for i := range b.tasks {
			if r := b.tasks[i].Result.Record; r != nil {
				parts = append(parts, r.Parts)
			}
		}
		changed := b.batches.Join(parts, n == mostJoins)
		again := b.tasksThat(b.askedForChanged(changed), func(r *task.Record) bool { return r.PutOff })
		if len(again) == 0 {
			return nil
		}
		b.useRun(b.run.With(b.listing))
		if err := b.again(ctx, otherBatches, again); err != nil {
			return err
		}
	}
	return nil
}
