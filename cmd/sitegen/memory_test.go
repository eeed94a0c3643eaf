package main

import (
	"runtime"
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
		{2 << 30, 7<<29 + 16<<20},
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
