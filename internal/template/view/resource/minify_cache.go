package resource

import (
	"sync"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// minified caches the results of resources.Minify. Themes join the same scripts on every page (resources.Concat,
// resources.FromString), which makes a new resource each time, so only their bytes show that they are the same.
type minified struct {
	mu   sync.Mutex
	made map[minifiedKey][]byte
}

// minifiedKey identifies content of a media type.
type minifiedKey struct {
	mediaType string
	size      int
	hash      uint64
}

// Content smaller than leastMinified is cheap to minify and usually used on one page. mostMinified limits the results
// in the cache.
const (
	leastMinified = 2048
	mostMinified  = 100
)

// minify minifies content, or returns a cached result. Without Options.Minify it returns the content.
func (f *Files) minify(mediaType string, data []byte) ([]byte, error) {
	switch {
	case f.o.Minify == nil:
		return data, nil
	case len(data) < leastMinified:
		return f.o.Minify(mediaType, data)
	}
	m, key := &f.minified, minifiedKey{mediaType, len(data), trace.Hash(data)}
	m.mu.Lock()
	out, ok := m.made[key]
	m.mu.Unlock()
	if ok {
		return out, nil
	}
	out, err := f.o.Minify(mediaType, data)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.made == nil || len(m.made) >= mostMinified {
		m.made = map[minifiedKey][]byte{}
	}
	m.made[key] = out
	return out, nil
}
