package mkdocs

import (
	"bytes"
	"sync"

	"github.com/sitegen/sitegen/internal/foreign"
)

// memo keeps what was made of files that many pages read. A value must not be changed.
type memo[T any] struct {
	mu    sync.Mutex
	known map[string]made[T]
}

type made[T any] struct {
	text  []byte
	value T
}

// of returns what parse makes of a file; the zero value if there is none.
func (m *memo[T]) of(p *foreign.Page, file string, parse func(file string, text []byte) T) (out T) {
	if p.Read == nil {
		return out
	}
	text, ok := p.Read(file)
	if !ok {
		return out
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	old, ok := m.known[file]
	if !ok || !bytes.Equal(old.text, text) {
		if m.known == nil {
			m.known = map[string]made[T]{}
		}
		old = made[T]{bytes.Clone(text), parse(file, text)}
		m.known[file] = old
	}
	return old.value
}
