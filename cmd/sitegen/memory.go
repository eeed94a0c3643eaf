package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// tuneMemory trades memory for time: what a build allocates is mostly soon garbage. The heap may grow to
// five times what is held, and above floor bytes as memoryLimit says. GOGC and GOMEMLIMIT override it.
func tuneMemory() {
	if ownMemory() {
		return
	}
	debug.SetGCPercent(usual)
	limitAfterEachGC(heapLimit)
}

// heapLimit is how much memory the program may use now.
func heapLimit() int64 {
	return memoryLimit(number("/gc/heap/live:bytes"), number("/gc/gogc:percent") == afterRest)
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
// collects what lies about, and lets the heap grow far once, so that the work that comes next is done
// before the collector gets in its way.
func saveMemory() (rest func()) {
	if os.Getenv("GOGC") != "" {
		return nil
	}
	p := &pace{
		set:   func(percent int) { debug.SetGCPercent(percent) },
		cycle: func() uint64 { return number("/gc/cycles/total:gc-cycles") },
	}
	p.use(saving)
	afterEachGC(p.collected)
	return func() { p.rest(runtime.GC) }
}

// pace says how far the heap may grow before the next collection.
type pace struct {
	set   func(percent int)
	cycle func() uint64 // number of the latest collection

	mu      sync.Mutex
	percent int    // that is set
	resting bool   // the collections that come are those of a rest
	rested  uint64 // the latest of these
}

// rest collects garbage, and lets the heap grow far until the next collection.
func (p *pace) rest(collect func()) {
	p.mu.Lock()
	p.resting = true
	p.use(afterRest)
	p.mu.Unlock()
	collect()
	p.mu.Lock()
	p.resting, p.rested = false, p.cycle()
	p.mu.Unlock()
}

// collected is called after each collection, if not always at once.
func (p *pace) collected() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.resting && p.cycle() != p.rested {
		p.use(saving)
	}
}

func (p *pace) use(percent int) {
	if p.percent != percent {
		p.percent = percent
		p.set(percent)
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
// always leaves room: a limit near what is held would have the collector run all the time. After a rest it is twice
// what is held, for once, and a quarter for what lies between objects.
func memoryLimit(live uint64, rested bool) int64 {
	held := int64(live)
	limit := max(floor, min(held/4*7+16<<20, max(much, held/5*6+112<<20)))
	if rested {
		limit = max(limit, held/4*9)
	}
	return limit
}

// number reads a metric of the runtime; 0: it does not have it.
func number(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
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
