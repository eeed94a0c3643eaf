// Package task has what a build does piece by piece: a job is one render, a plan all of them in order, a task a job in
// one build, and a record what came of it. A record that a build before left is reused if and only if every question in
// it has the same answer now. It is never changed after it was made: what is found out later is in another one.
package task

import (
	"sync"

	"github.com/sitegen/sitegen/internal/site"
)

// Task is a job with what became of it in this build.
type Task struct {
	*Job
	At     int    // in the plan
	Result Result // once it is done

	mu   sync.Mutex
	done bool
}

// Once does a task, the first time that it is called: a worker of the stage needs it, or a request for the page. Others
// wait for the result.
func (t *Task) Once(do func() (Result, error)) (Result, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return t.Result, nil
	}
	r, err := do()
	if err == nil {
		t.Result, t.done = r, true
	}
	return r, err
}

// Again does a task that was done once more.
func (t *Task) Again(do func() (Result, error)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, err := do()
	if err == nil {
		t.Result = r
	}
	return err
}

// Note replaces the record of a task that is done: something about its files was found out later. A request for the
// page may be reading the one before.
func (t *Task) Note(revise func(*Record) *Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Result.Record = revise(t.Result.Record)
}

// IsDone reports whether a task is done; not yet, while it runs.
func (t *Task) IsDone() bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	return t.done
}

// Result is what a job gave in this build.
type Result struct {
	*Record
	Reads uint64 // what the layout and the body of its page read
}

// Plan is what there is to render, in order, each under its key. It is never changed.
type Plan struct {
	Jobs []Job // nil for what another process rendered
	Keys []string
	*places
}

// places says where the jobs of plans with the same keys are. It is filled in when it is first asked.
type places struct {
	keyed sync.Once
	byKey map[string]int
	filed sync.Once
	files map[string]int
}

// NewPlan lists all that is to be rendered. Keys are those of the plan before where its job at the same place has the
// same one, which is quicker to see than to make; old is nil unless it is of the same configuration. wantsMedia tells
// of which pages the images are listed.
func NewPlan(jobs []Job, old *Plan, wantsMedia func(*site.Page) bool) *Plan {
	p := &Plan{Jobs: jobs, places: &places{}}
	p.Keys = make([]string, len(p.Jobs))
	var before []Job
	if old != nil {
		before = old.Jobs
	}
	same := old != nil && len(before) == len(p.Jobs)
	for i := range p.Jobs {
		if i < len(before) && sameKey(&p.Jobs[i], &before[i]) {
			p.Keys[i] = old.Keys[i]
		} else {
			p.Keys[i], same = p.Jobs[i].Key(wantsMedia), false
		}
	}
	if same {
		p.Keys, p.places = old.Keys, old.places
	}
	return p
}

// OldPlan is a plan of which only the keys are known: another process rendered what it is about.
func OldPlan(keys []string) *Plan { return &Plan{Keys: keys, places: &places{}} }

// Find returns the place of a key.
func (p *Plan) Find(key string) (int, bool) {
	if p == nil {
		return 0, false
	}
	p.keyed.Do(func() {
		p.byKey = make(map[string]int, len(p.Keys))
		for i, k := range p.Keys {
			p.byKey[k] = i
		}
	})
	i, ok := p.byKey[key]
	return i, ok
}

// File returns the place of the job that is for a file.
func (p *Plan) File(path string) (int, bool) {
	p.filed.Do(func() {
		p.files = make(map[string]int, len(p.Jobs))
		for i := range p.Jobs {
			p.files[p.Jobs[i].File()] = i
		}
	})
	i, ok := p.files[path]
	return i, ok
}

// Like reports whether two plans have the same keys, as those of sites do that differ in what their pages say.
func (p *Plan) Like(q *Plan) bool { return q != nil && p.places == q.places }
