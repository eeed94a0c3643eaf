// Package task has the units of work of a build: a job is one render, a plan lists all jobs in order, a task is a job
// in one build, and a record is its result. A record of an earlier build is reused if and only if every question in it
// has the same answer now. Records are never changed; later findings go into a new record.
package task

import (
	"sync"

	"github.com/sitegen/sitegen/internal/site"
)

// Task is a job with its result in this build.
type Task struct {
	*Job
	At     int    // in the plan
	Result Result // once it is done

	mu   sync.Mutex
	done bool
}

// Once does a task on the first call, whether for a worker of the stage or for a request. Later calls wait for the
// result.
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

// Again does a finished task once more.
func (t *Task) Again(do func() (Result, error)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, err := do()
	if err == nil {
		t.Result = r
	}
	return err
}

// Note replaces the record of a finished task when more is known about its files. The old record stays unchanged,
// because a request for the page may be reading it.
func (t *Task) Note(revise func(*Record) *Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Result.Record = revise(t.Result.Record)
}

// IsDone reports whether a task is finished; false while it runs.
func (t *Task) IsDone() bool {
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	return t.done
}

// Result is the result of a job in this build.
type Result struct {
	*Record
	Reads uint64 // what the layout and the body of its page read
}

// Plan lists the jobs to render, in order, with their keys. It is never changed.
type Plan struct {
	Jobs []Job // nil if another process rendered them
	Keys []string
	*places
}

// places finds jobs by key and by file, for all plans with the same keys. It is filled in when it is first used.
type places struct {
	keyed sync.Once
	byKey map[string]int
	filed sync.Once
	files map[string]int
}

// NewPlan lists all jobs. It takes over the keys of the old plan for jobs that are the same at the same position,
// because comparing is faster than hashing. old is nil unless it has the same configuration. wantsMedia reports whether
// sitemaps list the media of a page.
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

// OldPlan is an empty plan that gets only keys, of jobs that another process rendered.
func OldPlan() *Plan { return &Plan{places: &places{}} }

// Find returns the position of a key in the plan.
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

// File returns the position of the job that writes a file.
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

// Like reports whether two plans have the same keys, as when only the text of pages differs.
func (p *Plan) Like(q *Plan) bool { return q != nil && p.places == q.places }
