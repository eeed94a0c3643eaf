package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// tuneMemory trades memory for time: most of what a build allocates soon becomes garbage. The heap may grow to
// five times the live data, and above floor bytes as memoryLimit allows. GOGC and GOMEMLIMIT override it.
func tuneMemory() {
	if ownMemory() {
		return
	}
	debug.SetGCPercent(usual)
	limitAfterEachGC(heapLimit)
}

// heapLimit returns the current memory limit of the program.
func heapLimit() int64 {
	return memoryLimit(floor, number("/gc/heap/live:bytes"), number("/gc/gogc:percent") == afterRest)
}

// limitAfterEachGC sets the limit, initially floor, after each collection, until other code sets another limit.
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

// ownMemory reports whether the environment sets memory limits.
func ownMemory() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }

// saveMemory is for a program that runs for hours next to others: it uses little more memory than the site
// needs. GOGC overrides it. The returned function is to be called when the program is idle: it collects
// garbage, and then lets the heap grow far once, so the next work ends before the collector interferes.
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

// pace sets how far the heap may grow before the next collection.
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

// collected is called soon after each collection.
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

	few        = 100 // pages
	smallFloor = 64 << 20
	perPage    = 1 << 20
)

// collectLate is for a process that builds once and ends: the first collection happens when the heap has floor
// bytes, which most builds never need.
func collectLate() {
	if debug.SetMemoryLimit(-1) == floor {
		debug.SetGCPercent(-1)
	}
}

// collectSmall is for a process that builds once a site with a number of pages. All that a build of few pages
// allocates fits below floor, and would be its memory: its first collections happen earlier.
func collectSmall(pages int) {
	if lowest := floorFor(pages); lowest < floor && debug.SetMemoryLimit(-1) == floor {
		limitAfterEachGC(func() int64 { return memoryLimit(lowest, number("/gc/heap/live:bytes"), false) })
	}
}

// floorFor is smallFloor for few pages, and grows up to floor with their number.
func floorFor(pages int) int64 { return min(floor, smallFloor+perPage*int64(max(0, pages-few))) }

// memoryLimit returns the memory limit of a program with live bytes of data: at least lowest, three quarters more up to
// much, and beyond that a fifth more. A large site then causes about as many collections as a small one. The limit
// always leaves room: one close to the live data would make the collector run all the time. After a rest it is
// once twice the live data, plus a quarter for fragmentation.
func memoryLimit(lowest int64, live uint64, rested bool) int64 {
	held := int64(live)
	limit := max(lowest, min(held/4*7+16<<20, max(much, held/5*6+112<<20)))
	if rested {
		limit = max(limit, held/4*9)
	}
	return limit
}

// number reads a metric of the runtime; 0 if it does not exist.
func number(name string) uint64 {
	s := []metrics.Sample{{Name: name}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s[0].Value.Uint64()
}

// afterEachGC calls fn after each collection, using the finalizer of an unreachable object.
func afterEachGC(fn func()) {
	type sentinel struct{ _ [16]byte }
	var again func(*sentinel)
	again = func(s *sentinel) {
		fn()
		runtime.SetFinalizer(s, again)
	}
	runtime.SetFinalizer(&sentinel{}, again)
}
