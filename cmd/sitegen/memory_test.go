package main

import (
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"
)

func TestMemoryLimit(t *testing.T) {
	for _, tt := range []struct {
		live       uint64
		want, rest int64
	}{
		{0, floor, floor},
		{80 << 20, floor, floor},
		{200 << 20, 366 << 20, 450 << 20},
		{450 << 20, much, 450 << 20 / 4 * 9},
		{4 << 30, 4<<30/5*6 + 112<<20, 9 << 30},
	} {
		if got := memoryLimit(floor, tt.live, false); got != tt.want {
			t.Errorf("%d MB held: %d MB, want %d", tt.live>>20, got>>20, tt.want>>20)
		}
		if got := memoryLimit(floor, tt.live, true); got != tt.rest {
			t.Errorf("%d MB held, after a rest: %d MB, want %d", tt.live>>20, got>>20, tt.rest>>20)
		}
	}
}

// A process that builds a site with few pages collects early; one with many pages, or with its own limit, does not.
func TestCollectSmall(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for _, tt := range []struct {
		pages         int
		limit, lowest int64
	}{
		{0, floor, smallFloor},
		{few, floor, smallFloor},
		{few + 50, floor, smallFloor + 50*perPage},
		{few + 200, floor, floor},
		{1, 800 << 20, 800 << 20},
	} {
		want := func() int64 { // the tests before leave data, and a collection may find less of it
			return min(tt.limit, memoryLimit(tt.lowest, number("/gc/heap/live:bytes"), false))
		}
		debug.SetMemoryLimit(tt.limit)
		before := want()
		collectSmall(tt.pages)
		got, after := debug.SetMemoryLimit(-1), want()
		if got < min(before, after) || got > max(before, after) {
			t.Errorf("%d pages, limit %d MB: %d MB, want %d", tt.pages, tt.limit>>20, got>>20, after>>20)
		}
	}
}

func TestAfterEachGC(t *testing.T) {
	called := make(chan uint64, 10)
	afterEachGC(func() {
		select {
		case called <- number("/gc/heap/live:bytes"):
		default:
		}
	})
	for range 3 {
		runtime.GC()
		select {
		case live := <-called:
			if live == 0 {
				t.Error("the live heap is not known")
			}
		case <-time.After(10 * time.Second):
			t.Fatal("not called after a collection")
		}
	}
}

// A rest lets the heap grow once, whenever its collection and the one before it are reported; the next one saves again.
func TestPace(t *testing.T) {
	var set []int
	cycle := uint64(7)
	p := &pace{set: func(percent int) { set = append(set, percent) }, cycle: func() uint64 { return cycle }}
	p.use(saving)
	p.collected()
	rest := func() {
		p.rest(func() {
			cycle++ // one that was at work
			p.collected()
			cycle++
		})
		p.collected()
	}
	rest()
	rest() // nothing was built between
	cycle++
	p.collected()
	cycle++
	p.collected()
	if want := []int{saving, afterRest, saving}; !slices.Equal(set, want) {
		t.Errorf("it was set to %v, want %v", set, want)
	}
}
