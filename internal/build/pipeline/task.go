package pipeline

import (
	"sync"

	"github.com/sitegen/sitegen/internal/site"
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
// one, which is quicker to see than to make; old is nil unless it is of the same configuration. wantsMedia tells of which
// pages the images are listed.
func newPlan(jobs []job, old *plan, wantsMedia func(*site.Page) bool) *plan {
	p := &plan{jobs: jobs, places: &places{}}
	p.keys = make([]string, len(p.jobs))
	var before []job
	if old != nil {
		before = old.jobs
	}
	same := old != nil && len(before) == len(p.jobs)
	for i := range p.jobs {
		if i < len(before) && sameKey(&p.jobs[i], &before[i]) {
			p.keys[i] = old.keys[i]
		} else {
			p.keys[i], same = p.jobs[i].key(wantsMedia), false
		}
	}
	if same {
		p.keys, p.places = old.keys, old.places
	}
	return p
}

// isDone reports whether a task is done; not yet, while it runs.
func (t *task) isDone() bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	return t.done
}

// oldPlan is a plan of which only the keys are known: another process rendered what it is about.
func oldPlan(keys []string) *plan { return &plan{keys: keys, places: &places{}} }
