package main

import (
	"runtime"
	"slices"
	"testing"
	"time"
)

func TestMemoryLimit(t *testing.T) {
	for _, tt := range []struct {
		live uint64
		want int64
	}{
		{0, floor},
		{100 << 20, floor},
		{200 << 20, 366 << 20},
		{450 << 20, much},
		{5 << 30, 6<<30 + 112<<20},
	} {
		if got := memoryLimit(tt.live); got != tt.want {
			t.Errorf("%d MB held: %d MB, want %d", tt.live>>20, got>>20, tt.want>>20)
		}
	}
}

func TestAfterEachGC(t *testing.T) {
	called := make(chan uint64, 10)
	afterEachGC(func() {
		select {
		case called <- liveHeap():
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

// The collection after a rest lets the heap grow once; the one after that saves again.
func TestPace(t *testing.T) {
	var set []int
	p := &pace{percent: saving, set: func(percent int) { set = append(set, percent) }}
	p.collected()
	p.rested.Store(true)
	p.collected()
	p.rested.Store(true)
	p.collected() // nothing was built between
	p.collected()
	p.collected()
	if want := []int{afterRest, saving}; !slices.Equal(set, want) {
		t.Errorf("it was set to %v, want %v", set, want)
	}
}
