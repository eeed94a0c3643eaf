// Package par is the ordered, bounded parallel map: the only home of go statements outside serve.
package par

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Start calls fn beside the caller, and returns how to wait for its end.
func Start(fn func()) (wait func()) {
	var wg sync.WaitGroup
	wg.Go(fn)
	return wg.Wait
}

// Map calls fn for every item with at most jobs calls at once (0 means GOMAXPROCS) and returns the
// results in the order of the items. On an error no further item is started; the error returned is
// the first by item order among those that ran. A cancelled context ends the map with its error.
func Map[T, R any](ctx context.Context, jobs int, items []T, fn func(context.Context, T) (R, error)) ([]R, error) {
	return MapWith(ctx, jobs, items, func() struct{} { return struct{}{} },
		func(ctx context.Context, _ struct{}, item T) (R, error) { return fn(ctx, item) })
}

// MapWith is Map with a state of type W for each worker: newWorker is called once in each, and no
// two calls share a W at the same time. It is for buffers and template sets that are expensive to make.
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

// Once returns what slot holds, made by build when it holds nothing. Two callers may build at the same
// time; one result is kept, so build must give equal values.
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

// OnceFor is Once for what stands under a key.
func OnceFor[K comparable, V any](m *sync.Map, key K, build func() V) V {
	v, ok := m.Load(key)
	if !ok {
		v, _ = m.LoadOrStore(key, build())
	}
	return v.(V)
}

// Ticker returns a function that counts one more of total items, and reports how many are done at each hundredth of
// them. Several workers may call it at once; reports come one after the other.
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
