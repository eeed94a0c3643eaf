package pipeline

import (
	"context"
	"sync"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
)

// task is a job with what became of it in this build. It is done once, by the first that needs it: a worker
// of the stage, or a request for the page.
type task struct {
	*job
	at int // in the plan

	mu     sync.Mutex
	done   bool
	result result
}

// result is what a job gave in this build.
type result struct {
	*record
	reads uint64 // what the layout and the body of its page read
}

// plan is what there is to render, in order, each under its key. It is never changed.
type plan struct {
	jobs []job // nil for what another process rendered
	keys []string
	*places
}

// places says where the jobs of plans with the same keys are. It is filled in when it is first asked.
type places struct {
	keyed sync.Once
	byKey map[string]int
	filed sync.Once
	files map[string]int
}

// find returns the place of a key.
func (p *plan) find(key string) (int, bool) {
	if p == nil {
		return 0, false
	}
	p.keyed.Do(func() {
		p.byKey = make(map[string]int, len(p.keys))
		for i, k := range p.keys {
			p.byKey[k] = i
		}
	})
	i, ok := p.byKey[key]
	return i, ok
}

// file returns the place of the job that is for a file.
func (p *plan) file(path string) (int, bool) {
	p.filed.Do(func() {
		p.files = make(map[string]int, len(p.jobs))
		for i := range p.jobs {
			p.files[p.jobs[i].file()] = i
		}
	})
	i, ok := p.files[path]
	return i, ok
}

// like reports whether two plans have the same keys, as those of sites do that differ in what their pages say.
func (p *plan) like(q *plan) bool { return q != nil && p.places == q.places }

// newPlan lists all that is to be rendered. Keys are those of the plan before where its job at the same place has the same
// one, which is quicker to see than to make.
func (x *rendering) newPlan() *plan {
	p := &plan{jobs: x.jobs(), places: &places{}}
	p.keys = make([]string, len(p.jobs))
	var before []job
	comparable := x.past.plan != nil && x.past.cfg == x.cfg
	if comparable {
		before = x.past.plan.jobs
	}
	same := comparable && len(before) == len(p.jobs)
	for i := range p.jobs {
		if i < len(before) && sameKey(&p.jobs[i], &before[i]) {
			p.keys[i] = x.past.plan.keys[i]
		} else {
			p.keys[i], same = x.key(p.jobs[i]), false
		}
	}
	if same {
		p.keys, p.places = x.past.plan.keys, x.past.plan.places
	}
	return p
}

// plan finds what is to be rendered, the same as before for the same site and theme, and lets others ask for
// single outputs from now on.
func (b *build) plan(context.Context) (diag.List, error) {
	if b.planned = b.old.plan; !b.reusesSiteAndTheme() || b.planned == nil || b.planned.jobs == nil {
		b.planned = b.newPlan()
	}
	b.tasks = make([]task, len(b.planned.jobs))
	for i := range b.tasks {
		b.tasks[i].job, b.tasks[i].at = &b.planned.jobs[i], i
	}
	if m, ok := b.out.(*output.Memory); ok && b.o.Early != nil {
		b.live = newLive(b, m)
		b.o.Early(output.From(b.live), mayRedirect(b))
	}
	b.count()
	if b.old.shards != nil {
		return b.old.shards.Check(stateOf(b)), nil
	}
	return nil, nil
}

// do reuses or renders what a task wants.
func (x *rendering) do(ctx context.Context, w *render.Worker, t *task) (result, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return t.result, nil
	}
	old := x.before(t.at)
	r := x.reuse(ctx, w, *t.job, old)
	if r == nil {
		var like []trace.ID
		if old != nil {
			like = old.asked
		}
		var err error
		if r, err = x.render(ctx, w, *t.job, like); err != nil {
			return result{}, err
		}
	}
	res, err := x.withBody(ctx, w, *t.job, r)
	if err == nil {
		t.result, t.done = res, true
	}
	return res, err
}

// isDone reports whether a task is done; not yet, while it runs.
func (t *task) isDone() bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	return t.done
}

// before returns what the job at a place of the plan gave in the build before; nil: nothing.
func (x *rendering) before(at int) *record {
	if x.planned.like(x.past.plan) {
		return x.past.records[at]
	}
	return x.past.record(x.planned.keys[at])
}
