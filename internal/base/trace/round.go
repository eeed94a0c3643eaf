package trace

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"
)

// ID is the number of a question in a Table.
type ID uint32

// Table numbers the questions of all kept renders and has the answer of each in the last successful build:
// within one build a question has the same answer for everyone. A Table is used by one Round at a time.
type Table struct {
	once      sync.Once
	ids       numbers // once index was called
	questions []Question
	answers   []uint64  // by ID; as of the last Commit
	revisions Revisions // of the inputs that these answers follow from
}

// Load returns the table with these questions and answers, numbered in order. It keeps the slices.
func Load(questions []Question, answers []uint64) *Table {
	return &Table{questions: questions, answers: answers}
}

// index creates the hash table on first use: a build in which nothing is rendered does not need it.
func (t *Table) index() *numbers {
	t.once.Do(func() { t.ids.add(t.questions, 0) })
	return &t.ids
}

// find returns the number of a question.
func (t *Table) find(q Question) (ID, bool) { return t.index().find(q, t.questions) }

// Ready creates the hash table now, so the next build, for which a browser may be waiting, need not. t may be
// nil.
func (t *Table) Ready() {
	if t != nil {
		t.index()
	}
}

// Len returns the number of questions: all IDs are lower.
func (t *Table) Len() int { return len(t.questions) }

// Round is the use of a Table by one build: it asks old questions again, each at most once, and numbers new
// ones. Several workers may use it at the same time. A failed build drops its Round; the Table then still has
// the answers of the last successful build.
type Round struct {
	table *Table
	old   int // questions that the table had at the start

	state []atomic.Uint32 // of the old questions
	now   []uint64        // answers of this round to the old questions; valid if the state is not unknown

	mu      sync.RWMutex
	fresh   []Question // the new questions, from ID old on
	answers []uint64   // of these
	ids     numbers    // of these, counted from 0

	later     []ID // the old questions that are answered afterwards
	revisions Revisions
}

const (
	unknown uint32 = iota
	same
	different
)

// Begin starts the round of a build. now are the revisions of its inputs: a question that depends on none of
// the groups that changed since the last successful build keeps its answer and is not asked.
func (t *Table) Begin(now Revisions) *Round {
	n := len(t.questions)
	r := &Round{table: t, old: n, state: make([]atomic.Uint32, n), now: make([]uint64, n), revisions: now}
	changed := now.changed(t.revisions)
	if changed == everything {
		return r
	}
	for i := range t.questions {
		if durability[t.questions[i].Kind]&changed == 0 {
			r.state[i].Store(same)
			r.now[i] = t.answers[i]
		}
		if durability[t.questions[i].Kind] == afterwards {
			r.later = append(r.later, ID(i))
		}
	}
	return r
}

// Revision returns the revision of a group of inputs in this build.
func (r *Round) Revision(g Group) uint64 { return r.revisions[g] }

// Keep returns the numbers of the questions that a render asked, in order. like has the numbers of a render
// that asked nearly the same, such as the one that this one replaces, or nil.
func (r *Round) Keep(rec Record, like []ID) []ID {
	if len(rec.Steps) == 0 {
		return nil
	}
	out := make([]ID, len(rec.Steps))
	var rest []int // the steps that no round had before
	r.mu.RLock()
	for i, s := range rec.Steps {
		if id, ok := r.among(like, i, s.Question); ok {
			r.Answer(id, s.Answer)
			out[i] = id
		} else if id, ok := r.numbered(s); ok {
			out[i] = id
		} else {
			rest = append(rest, i)
		}
	}
	r.mu.RUnlock()
	if len(rest) == 0 {
		return out
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, i := range rest {
		out[i] = r.add(rec.Steps[i])
	}
	return out
}

// among finds a question among the given numbers, at index at or near the beginning.
func (r *Round) among(ids []ID, at int, q Question) (ID, bool) {
	is := func(id ID) bool { return int(id) < r.old && r.table.questions[id] == q }
	if at < len(ids) && is(ids[at]) {
		return ids[at], true
	}
	for _, id := range ids[:min(len(ids), few)] {
		if is(id) {
			return id, true
		}
	}
	return 0, false
}

// numbered returns the number of a question in the table or in this round. r must be locked for reading.
func (r *Round) numbered(s Step) (ID, bool) {
	if id, ok := r.table.find(s.Question); ok {
		r.Answer(id, s.Answer)
		return id, true
	}
	n, ok := r.ids.find(s.Question, r.fresh)
	return ID(r.old) + n, ok
}

// add returns the number of a question that is new, or was new before r was locked.
func (r *Round) add(s Step) ID {
	if n, ok := r.ids.find(s.Question, r.fresh); ok {
		return ID(r.old) + n
	}
	r.fresh, r.answers = append(r.fresh, s.Question), append(r.answers, s.Answer)
	r.ids.add(r.fresh, len(r.fresh)-1)
	return ID(r.old + len(r.fresh) - 1)
}

// Answer records the answer to a question in this round.
func (r *Round) Answer(id ID, answer uint64) {
	if int(id) >= r.old || r.state[id].Load() != unknown {
		return
	}
	atomic.StoreUint64(&r.now[id], answer)
	if answer == r.table.answers[id] {
		r.state[id].Store(same)
	} else {
		r.state[id].Store(different)
	}
}

// Revise changes the answer of a question that was asked in this round before everything was known. It returns
// the number of the question; ok is false if it was not asked.
func (r *Round) Revise(q Question, answer uint64) (id ID, ok bool) {
	if id, ok = r.table.find(q); ok {
		if r.state[id].Load() == unknown {
			return 0, false
		}
		r.state[id].Store(unknown)
		r.Answer(id, answer)
		return id, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	n, ok := r.ids.find(q, r.fresh)
	if ok {
		r.answers[n] = answer
	}
	return ID(r.old) + n, ok
}

// Same reports whether every question still has the answer in the Table. It asks in order and stops at the
// first that differs. ask answers a question that was not asked in this round yet.
func (r *Round) Same(ids []ID, ask func(Question) (uint64, error)) (bool, error) {
	for _, id := range ids {
		if int(id) >= r.old {
			continue // asked in this round
		}
		st := r.state[id].Load()
		if st == unknown {
			answer, err := ask(r.table.questions[id])
			if err != nil {
				return false, err
			}
			r.Answer(id, answer)
			st = r.state[id].Load()
		}
		if st != same {
			return false, nil
		}
	}
	return true, nil
}

// Known reports whether all numbers are valid in the table; numbers read from a file may not be.
func (t *Table) Known(ids []ID) bool {
	return !slices.ContainsFunc(ids, func(id ID) bool { return int(id) >= len(t.questions) })
}

// Any reports whether is returns true for one of the questions with these numbers.
func (r *Round) Any(ids []ID, is func(Question) bool) bool {
	return slices.ContainsFunc(ids, func(id ID) bool { return is(r.question(id)) })
}

func (r *Round) question(id ID) Question {
	if int(id) < len(r.table.questions) {
		return r.table.questions[id]
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.fresh[int(id)-r.old]
}

// Questions calls yield with every question of the table and every new one.
func (r *Round) Questions(yield func(Question)) {
	for _, q := range r.table.questions {
		yield(q)
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, q := range r.fresh {
		yield(q)
	}
}

// Answered calls yield with the questions of a kind that were answered in this round, and their answers.
func (r *Round) Answered(kind Kind, yield func(q Question, answer uint64)) {
	t := r.table
	for id, q := range t.questions {
		switch {
		case q.Kind != kind:
		case id >= r.old: // it was new in this round
			yield(q, t.answers[id])
		case r.state[id].Load() != unknown:
			yield(q, r.now[id])
		}
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	for i, q := range r.fresh {
		if q.Kind == kind {
			yield(q, r.answers[i])
		}
	}
}

// Commit stores the answers of this round in the Table and ends the round. It returns the numbers of the old
// questions whose answers changed.
func (r *Round) Commit() (changed []ID) {
	t := r.table
	t.revisions = r.revisions
	for id := range r.old {
		if r.state[id].Load() == different {
			t.answers[id] = r.now[id]
			changed = append(changed, ID(id))
		}
	}
	t.take(r)
	// a round stays reachable as long as anything that was rendered in it
	r.fresh, r.answers, r.ids = nil, nil, numbers{}
	return changed
}

// take adds the new questions of a round.
func (t *Table) take(r *Round) {
	index := t.index()
	if len(t.questions) == 0 {
		t.questions, t.answers, *index = r.fresh, r.answers, r.ids
		return
	}
	t.questions, t.answers = append(t.questions, r.fresh...), append(t.answers, r.answers...)
	index.add(t.questions, r.old)
}

// Compact returns a table that contains only the questions of the given records, and replaces the numbers in
// the records. These must be all records that are kept.
func (t *Table) Compact(records iter.Seq[[]ID]) *Table {
	moved := make([]ID, len(t.questions)) // new number + 1
	var order []ID
	for rec := range records {
		for i, id := range rec {
			if moved[id] == 0 {
				order = append(order, id)
				moved[id] = ID(len(order))
			}
			rec[i] = moved[id] - 1
		}
	}
	questions, answers := make([]Question, len(order)), make([]uint64, len(order))
	for i, id := range order {
		questions[i], answers[i] = t.questions[id], t.answers[id]
	}
	out := Load(questions, answers)
	out.revisions = t.revisions
	return out
}
