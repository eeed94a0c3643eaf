package resource

import (
	"sync"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// minified keeps what resources.Minify made. Themes join the same scripts on every page (resources.Concat,
// resources.FromString), which gives a new resource each time: only their bytes tell that they are the same.
type minified struct {
	mu   sync.Mutex
	made map[minifiedKey][]byte
}

// minifiedKey stands for content of a media type.
type minifiedKey struct {
	mediaType string
	size      int
	hash      uint64
}

// Content of fewer bytes than leastMinified is cheap to minify and mostly that of one page. mostMinified is how many
// results are kept.
const (
	leastMinified = 2048
	mostMinified  = 100
)

// minify minifies content, unless the same was minified before. Without Options.Minify it returns the content.
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
