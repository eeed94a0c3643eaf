package jsbatch

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// Set is the batches of one build. Their content is certain only when all templates have run. Until then, a template
// that needs the bundles gets those of the previous build, or ErrUnknown; if the answer changes later, it runs again.
// Several workers may use a Set at once. A nil Set has no batches and is certain.
type Set struct {
	mu      sync.Mutex
	batches map[string]*Batch
	asked   map[string]uint64 // answers given so far, by batch
	joined  bool              // batches come from a complete build, so no other groups exist
	certain bool              // nothing will be added anymore
}

// ErrUnknown is returned to a template that needs the bundles of a batch before they are known.
var ErrUnknown = errors.New("what templates add to the batch is not known before all pages are rendered")

// Forecast returns the set for a new build from the parts that each render of the previous build added. Pass nil for a
// first build.
func Forecast(before [][]string) *Set {
	return &Set{batches: join(before), asked: map[string]uint64{}, joined: len(before) > 0}
}

// Batch returns a batch, without groups if no template adds to it; nil if it is not known yet.
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

// Answer returns the hash of a batch, for records.
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
		return 1 // no groups
	}
	return 0
}

// Asked reports whether a template asked for a batch, so that its output may have to be rendered again.
func (s *Set) Asked() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked) > 0
}

// Open reports whether a failed render may succeed later.
func (s *Set) Open() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.certain && len(s.asked) > 0
}

// Join takes over the parts of each render of this build, in order of precedence. It returns the batches whose answers
// changed, with the new answers. If there are none, or last is true, the batches are certain.
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
