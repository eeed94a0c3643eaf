package watch

import (
	"fmt"
	"testing"
	"time"
)

// late is a source that watches folders a moment after it is asked to, as on a machine with much other work: another
// folder may be at the path by then.
func late() (*source, error) {
	s, err := openSource()
	if err != nil {
		return nil, err
	}
	add, n := s.add, 0
	s.add = func(real string) error {
		n++
		time.Sleep(time.Duration(n%4) * 50 * time.Microsecond)
		return add(real)
	}
	return s, nil
}

// TestStressLate is TestStress with pauses between changes, so looks happen between them.
func TestStressLate(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			sys := realSystem()
			sys.open = late
			stress(t, seed, 0, time.Millisecond, sys)
		})
	}
}
