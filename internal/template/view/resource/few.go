package resource

import "sync"

// few caches results by key for all pages. It is emptied when it is full, since templates may compute the keys. The
// zero value is empty.
type few[K comparable, V any] struct {
	mu   sync.Mutex
	made map[K]V
}

// mostKept limits the results in a cache.
const mostKept = 256

// of returns the result for a key, made by build if it is not in the cache. Errors are not cached.
func (f *few[K, V]) of(key K, build func() (V, error)) (V, error) {
	f.mu.Lock()
	v, ok := f.made[key]
	f.mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := build()
	if err != nil {
		return v, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.made == nil || len(f.made) >= mostKept {
		f.made = make(map[K]V)
	}
	f.made[key] = v
	return v, nil
}
