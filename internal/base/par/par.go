// Package par has the ordered, bounded parallel map. It is the only place with go statements outside of the
// preview.
package par

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Start calls fn in a goroutine, and returns a function that waits for its end.
func Start(fn func()) (wait func()) {
	var wg sync.WaitGroup
	wg.Go(fn)
	return wg.Wait
}

// Map calls fn for every item, with at most jobs calls at the same time (0 means GOMAXPROCS), and returns the
// results in the order of the items. After an error no more items are started; the returned error is the first
// by item order among those that ran. A canceled context ends the map with its error.
func Map[T, R any](ctx context.Context, jobs int, items []T, fn func(context.Context, T) (R, error)) ([]R, error) {
	return MapWith(ctx, jobs, items, func() struct{} { return struct{}{} },
		func(ctx context.Context, _ struct{}, item T) (R, error) { return fn(ctx, item) })
}

// MapWith is Map with a state of type W for each worker: newWorker is called once per worker, and no two
// concurrent calls share a W. Use it for buffers and template sets that are expensive to create.
func MapWith[T, R, W any](ctx context.Context, jobs int, items []T, newWorker func() W,
	fn func(context.Context, W, T) (R, error),
) ([]R, error) {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, len(items))
	results := make([]R, len(items))
	errs := make([]error, len(items))
	var next atomic.Int64
	var failed atomic.Bool
	var wg sync.WaitGroup
	for range jobs {
		wg.Go(func() {
			w := newWorker()
			for !failed.Load() && ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(items) {
					return
				}
				if results[i], errs[i] = fn(ctx, w, items[i]); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, ctx.Err()
}

// Once returns the value in slot, or stores and returns a new one from build. Two callers may build at the same
// time; one result is kept, so build must return equal values.
func Once[T any](slot *atomic.Pointer[T], build func() *T) *T {
	if v := slot.Load(); v != nil {
		return v
	}
	v := build()
	if slot.CompareAndSwap(nil, v) {
		return v
	}
	return slot.Load()
}

// OnceFor is Once for the value under a key.
func OnceFor[K comparable, V any](m *sync.Map, key K, build func() V) V {
	v, ok := m.Load(key)
	if !ok {
		v, _ = m.LoadOrStore(key, build())
	}
	return v.(V)
}

// Ticker returns a function that counts one of total items as done, and calls report with the number after each
// hundredth of them. Several workers may call it at the same time; the calls of report do not overlap.
func Ticker(total int, report func(done int)) func() {
	var mu sync.Mutex
	done, step := 0, max(1, total/100)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if done++; done%step == 0 || done == total {
			report(done)
		}
	}
}
