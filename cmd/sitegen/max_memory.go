package main

import (
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"
)

// memorySize is a number of bytes on the command line; 0 if not set.
type memorySize int64

// units are the allowed suffixes of a number, before an optional "iB" or "B". They are powers of 1,024, as in
// GOMEMLIMIT.
var units = [...]string{"", "K", "M", "G", "T"}

// Set implements pflag.Value.
func (m *memorySize) Set(text string) error {
	number := strings.ToUpper(strings.TrimSpace(text))
	number = strings.TrimSuffix(strings.TrimSuffix(number, "B"), "I")
	factor := 1.0
	for i, unit := range units[1:] {
		if rest, ok := strings.CutSuffix(number, unit); ok {
			number, factor = rest, math.Pow(1024, float64(i+1))
			break
		}
	}
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(n > 0) || n*factor < 1 || n*factor > math.MaxInt64/2 {
		return fmt.Errorf("must be a size, such as 800M or 2G")
	}
	*m = memorySize(n * factor)
	return nil
}

// String implements pflag.Value.
func (m *memorySize) String() string {
	if *m == 0 {
		return ""
	}
	n, unit := int64(*m), 0
	for unit+1 < len(units) && n%1024 == 0 {
		n, unit = n/1024, unit+1
	}
	return fmt.Sprint(n, units[unit])
}

// Type implements pflag.Value.
func (m *memorySize) Type() string { return "size" }

// limitMemory makes the garbage collector keep the program below a number of bytes, if possible: data that the
// site needs stays in memory. The program uses less if it would without a limit. 0 means no limit.
func limitMemory(most memorySize) {
	if most == 0 {
		return
	}
	if ownMemory() { // GOGC or GOMEMLIMIT controls the growth of the heap; this is the upper bound
		debug.SetMemoryLimit(int64(most))
		return
	}
	// One byte less than tuneMemory would set: a limit that tuneMemory did not set tells it to stop.
	limitAfterEachGC(func() int64 { return min(int64(most), heapLimit()) - 1 })
}
