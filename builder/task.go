package builder

import (
	"context"
	"sync"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/themes"
)

// task is a job with what became of it in this build. It is done once, by whoever comes first: a worker
// of the stage, or somebody who wants to see the page now.
type task struct {
	job
	key string

	mu     sync.Mutex
	done   bool
	result result
}

// result is what a job gave in this build.
type result struct {
	*record
	reads uint64 // what the layout and the body of its page read
}

// plan lists what is to be rendered, and lets others ask for single outputs from now on.
func (b *build) plan(context.Context) (diag.List, error) {
	b.planned = b.jobs()
	b.tasks = make([]*task, len(b.planned))
	for i, j := range b.planned {
		b.tasks[i] = &task{job: j, key: b.key(j)}
	}
	if m, ok := b.out.(*memory); ok && b.o.Early != nil {
		b.live = newLive(b, m)
		b.o.Early(&Outputs{live: b.live})
	}
	return nil, nil
}

// do reuses or renders what a task wants.
func (b *build) do(ctx context.Context, w *themes.Worker, t *task) (result, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return t.result, nil
	}
	r := b.reuse(ctx, w, t.job, t.key)
	if r == nil {
		var err error
		if r, err = b.render(ctx, w, t.job); err != nil {
			return result{}, err
		}
		r.key = t.key
	}
	res, err := b.withBody(ctx, w, t.job, r)
	if err == nil {
		t.result, t.done = res, true
	}
	return res, err
}
