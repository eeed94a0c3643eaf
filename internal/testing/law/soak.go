package law

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/par"
)

// Soak is a long run of random cases.
type Soak struct {
	Seed   uint64
	Steps  int            // over all cases
	Length int            // steps of a case; 25 when 0
	Sites  []string       // all when nil
	Modes  []Mode         // all when nil
	Jobs   int            // cases at once; as many as processors when 0
	Shrink int            // builds that may be spent on making a failure small
	Often  *regexp.Regexp // kinds of edits that occur much more often; nil for none
	First  bool           // no case is begun after the first failure

	// Tell, if not nil, is called after each case; calls do not overlap.
	Tell func(Plan, Figures, *Failure)
}

// Failure is a case that broke the law.
type Failure struct {
	Plan  Plan
	Case  Case  // as small as it became
	First error // the violation as it was found
	Err   error // the violation in Case; nil if it could not be reproduced
}

func (f *Failure) Error() string {
	if f.Err != nil {
		return fmt.Sprintf("%v\nsite %s, mode %s, seed %d, skip %d; %d steps are enough", f.Err, f.Plan.Site, f.Plan.Mode,
			f.Plan.Seed, f.Plan.Skip, len(f.Case.Steps))
	}
	return fmt.Sprintf("%v\nsite %s, mode %s, seed %d, skip %d; another run of the same steps found nothing", f.First,
		f.Plan.Site, f.Plan.Mode, f.Plan.Seed, f.Plan.Skip)
}

// plans divides the steps into cases, so every site occurs in every mode.
func (s Soak) plans() []Plan {
	length := cmp.Or(s.Length, 25)
	sites, modes := s.Sites, s.Modes
	if sites == nil {
		sites = dealt()
	}
	if modes == nil {
		modes = Modes()
	}
	var out []Plan
	for at := 0; at < s.Steps; at += length {
		i := len(out)
		out = append(out, Plan{
			Site: sites[i%len(sites)], Mode: modes[(i+i/len(sites))%len(modes)], Seed: s.Seed, Skip: at, Steps: min(length,
				s.Steps-at), Often: s.Often,
		})
	}
	return out
}

// Soak runs cases until the steps are done or ctx ends, and returns the figures and the failures in the order
// of the plans.
func (b Bench) Soak(ctx context.Context, s Soak) (Figures, []*Failure, error) {
	var total Figures
	lock := make(chan struct{}, 1)
	var broken atomic.Bool
	var failures []*Failure
	_, err := par.Map(ctx, s.Jobs, s.plans(), func(ctx context.Context, p Plan) (struct{}, error) {
		if s.First && broken.Load() {
			return struct{}{}, nil
		}
		c, f, err := b.Random(ctx, p)
		var v *Violation
		if err != nil && !errors.As(err, &v) {
			return struct{}{}, fmt.Errorf("site %s, mode %s, seed %d, skip %d: %w", p.Site, p.Mode, p.Seed, p.Skip, err)
		}
		var failure *Failure
		if v != nil {
			failure = &Failure{Plan: p, Case: c, First: v}
			if s.Shrink > 0 {
				failure.Case = b.Shrink(ctx, c, s.Shrink)
			}
			failure.Err = b.Replay(ctx, failure.Case, true)
		}
		lock <- struct{}{}
		defer func() { <-lock }()
		total.Add(f)
		if failure != nil {
			failures = append(failures, failure)
		}
		if s.Tell != nil {
			s.Tell(p, f, failure)
		}
		broken.Store(broken.Load() || failure != nil)
		return struct{}{}, nil
	})
	slices.SortFunc(failures, func(x, y *Failure) int { return cmp.Compare(x.Plan.Skip, y.Plan.Skip) })
	return total, failures, err
}
