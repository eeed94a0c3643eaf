package rendering

import (
	"context"

	"github.com/sitegen/sitegen/internal/build/task"
)

// mostJoins is how often one build joins what templates add to batches. What a template adds does not depend on the
// bundles, so the second time nothing is new.
const mostJoins = 4

// settleBatches joins what the layouts added to batches of scripts (js.Batch), and renders again what shows bundles
// that are different ones now, or was put off.
func (x *Renderer) settleBatches(ctx context.Context) error {
	for n := 1; x.Batches.Asked() && n <= mostJoins; n++ {
		var parts [][]string
		for i := range x.Tasks {
			if r := x.Tasks[i].Result.Record; r != nil {
				parts = append(parts, r.Parts)
			}
		}
		changed := x.Batches.Join(parts, n == mostJoins)
		again := x.tasksThat(x.askedForChanged(changed), func(r *task.Record) bool { return r.PutOff })
		if len(again) == 0 {
			return nil
		}
		x.useRun(x.Run.With(x.Listing))
		if err := x.again(ctx, otherBatches, again); err != nil {
			return err
		}
	}
	return nil
}
