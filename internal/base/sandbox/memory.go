package sandbox

import "github.com/tetratelabs/wazero/experimental"

// memory is the memory of an instance. It doubles when it is full. wazero itself appends to a slice, which makes a
// quarter more: a program that asks for page after page leaves up to four times its final size to the collector.
type memory struct {
	bytes []byte
	most  uint64
}

// allocate returns memory that can grow to most bytes.
func allocate(size, most uint64) experimental.LinearMemory {
	return &memory{make([]byte, 0, size), most}
}

// Reallocate implements experimental.LinearMemory. The memory never becomes smaller, so all bytes beyond its length are
// zero.
func (m *memory) Reallocate(size uint64) []byte {
	if size > uint64(cap(m.bytes)) {
		grown := make([]byte, size, max(size, min(m.most, 2*uint64(cap(m.bytes)))))
		copy(grown, m.bytes)
		m.bytes = grown
	}
	m.bytes = m.bytes[:size]
	return m.bytes
}

// Free implements experimental.LinearMemory: the collector frees the memory.
func (m *memory) Free() {}
