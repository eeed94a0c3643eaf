package rendering

import (
	"context"

	"github.com/sitegen/sitegen/internal/build/task"
)

// mostJoins is how many times one build joins the parts that templates add to batches. The parts do not depend on the
// bundles, so the second join normally finds nothing new.
const mostJoins = 4

// settleBatches joins the parts that layouts added to batches of scripts (js.Batch). It renders pages again if their
// bundles changed or if they were put off.
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
