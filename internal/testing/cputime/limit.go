package cputime

import (
	"sync"
	"time"
)

// reference is how long a fast processor takes for the multiplications of pace.
const reference = 9 * time.Millisecond

// Limit returns d on a fast processor, and more on a slower one, so no test fails only because a machine is slow.
func Limit(d time.Duration) time.Duration { return time.Duration(pace() * float64(d)) }

// pace returns how much slower than a fast processor this one is, at least 1: by the time for 10 million multiplications,
// each of which needs the result of the one before. It is the least of ten, since other processes only make it longer.
var pace = sync.OnceValue(func() float64 {
	least := time.Hour
	n := uint64(1)
	for range 10 {
		began := time.Now()
		for range 10_000_000 {
			n = n*6364136223846793005 + 1442695040888963407
			n ^= n >> 17
		}
		least = min(least, time.Since(began))
	}
	if n == 0 { // never; without it the loop could be left out
		return 1
	}
	return max(1, float64(least)/float64(reference))
})
