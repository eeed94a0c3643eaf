package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// tuneMemory trades memory for time: what a build allocates is mostly soon garbage. The heap may grow to
// five times what is held, and above floor bytes as memoryLimit says. GOGC and GOMEMLIMIT override it.
func tuneMemory() {
	if ownMemory() {
		return
	}
	debug.SetGCPercent(usual)
	limitAfterEachGC(func() int64 { return memoryLimit(liveHeap()) })
}

// limitAfterEachGC sets the limit, floor at first, again after each collection, until other code sets another one.
func limitAfterEachGC(limit func() int64) {
	last, over := min(limit(), floor), false
	debug.SetMemoryLimit(last)
	afterEachGC(func() {
		if over = over || debug.SetMemoryLimit(-1) != last; !over {
			last = limit()
			debug.SetMemoryLimit(last)
		}
	})
}

// ownMemory reports whether the environment sets limits for memory.
func ownMemory() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }

// saveMemory is for a program that runs for hours beside others: little more than what the site needs is
// held. GOGC overrides it. It returns what is to be called when nobody waits for the program: that
// collects what lies about, and lets the heap grow to twice its size once, so that the work that comes next is done
// before the collector gets in its way.
func saveMemory() (rest func()) {
	if os.Getenv("GOGC") != "" {
		return nil
	}
	debug.SetGCPercent(saving)
	p := &pace{percent: saving, set: func(percent int) { debug.SetGCPercent(percent) }}
	afterEachGC(p.collected)
	return func() {
		p.rested.Store(true)
		runtime.GC()
	}
}

// pace says how far the heap may grow before the next collection.
type pace struct {
	rested  atomic.Bool // the collection that is to come, or at work, is that of a rest
	percent int         // that is set
	set     func(percent int)
}

// collected is called after each collection.
func (p *pace) collected() {
	want := saving
	if p.rested.Swap(false) {
		want = afterRest
	}
	if want != p.percent {
		p.percent = want
		p.set(want)
	}
}

const (
	usual     = 400
	saving    = 35
	afterRest = 100
	floor     = 236 << 20
	much      = 690 << 20
)

// collectLate is for a process that builds once and ends: nothing is collected before the heap has floor
// bytes, which most builds never need.
func collectLate() {
	if debug.SetMemoryLimit(-1) == floor {
		debug.SetGCPercent(-1)
	}
}

// memoryLimit is how much a program that holds so many bytes may use: three quarters more up to much, and beyond that a
// fifth more. The collector runs about as often for a large site as for a small one then, which allocates less. It
// always leaves room: a limit near what is held would have the collector run all the time.
func memoryLimit(live uint64) int64 {
	held := int64(live)
	return max(floor, min(held/4*7+16<<20, max(much, held/5*6+112<<20)))
}

// liveHeap is how much the last collection left.
func liveHeap() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}

// afterEachGC calls fn after each collection, by way of an object that nobody holds.
func afterEachGC(fn func()) {
	type sentinel struct{ _ [16]byte }
	var again func(*sentinel)
	again = func(s *sentinel) {
		fn()
		runtime.SetFinalizer(s, again)
	}
	runtime.SetFinalizer(&sentinel{}, again)
}
