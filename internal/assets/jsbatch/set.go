package jsbatch

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// Set is the batches of one build. What all templates add is certain only when all have run. Until then a template that
// wants the bundles gets those of the build before, or ErrUnknown; when the answer turns out to be another one it runs
// again. Several workers may use a Set at once; nil has no batches, and is certain.
type Set struct {
	mu      sync.Mutex
	batches map[string]*Batch
	asked   map[string]uint64 // answers that were given
	joined  bool              // batches are of a whole build: no other has groups
	certain bool              // nothing will be added
}

// ErrUnknown is the error of a template that wants the bundles of a batch which is not known yet.
var ErrUnknown = errors.New("what templates add to the batch is not known before all pages are rendered")

// Forecast returns the set of a build that begins, by the texts of the parts that each render of the build before
// added; no renders for a first build.
func Forecast(before [][]string) *Set {
	return &Set{batches: join(before), asked: map[string]uint64{}, joined: len(before) > 0}
}

// Batch returns a batch, without groups if nobody adds to it, and nil while that is not known.
func (s *Set) Batch(id string) *Batch {
	if s == nil {
		return &Batch{ID: id}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.batches[id]; b != nil {
		return b
	}
	if s.joined {
		return &Batch{ID: id}
	}
	return nil
}

// Answer is the answer to the question for a batch.
func (s *Set) Answer(id string) uint64 {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := s.answer(id)
	s.asked[id] = answer
	return answer
}

func (s *Set) answer(id string) uint64 {
	b := s.batches[id]
	switch {
	case b != nil:
		return b.Hash
	case s.joined:
		return 1 // of one without groups
	}
	return 0
}

// Asked reports whether a template asked for a batch, so that what is rendered may not count.
func (s *Set) Asked() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked) > 0
}

// Open reports whether a failed render may succeed when more is known.
func (s *Set) Open() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.certain && len(s.asked) > 0
}

// Join takes over what each render of this build added, in the order in which parts count. It returns the questions for
// batches that were answered otherwise, with their new answers. When there are none, or this is the last time, the
// batches are certain.
func (s *Set) Join(renders [][]string, last bool) (changed []trace.Step) {
	batches := join(renders)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches, s.joined = batches, true
	for _, id := range slices.Sorted(maps.Keys(s.asked)) {
		if answer := s.answer(id); answer != s.asked[id] {
			changed = append(changed, trace.Step{Question: trace.Question{Kind: trace.Batch, Key: id}, Answer: answer})
			s.asked[id] = answer
		}
	}
	s.certain = last || len(changed) == 0
	return changed
}
