package markdown

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// Blocks keeps highlighted blocks between processes, since highlighting is several times as expensive as the rest of a
// page. Several workers may use it at once. Missing blocks are made again.
type Blocks interface {
	Get(key []byte) (text []byte, ok bool)
	Put(key, text []byte)
}

// KeepBlocks sets the cache for highlighted blocks. Call it before the Converter is used.
func (c *Converter) KeepBlocks(b Blocks) { c.light.kept = b }

// bytes returns the key for Blocks.
func (k blockKey) bytes() []byte {
	return fmt.Appendf(nil, "%#v\x00%s\x00%s", k.formatter, k.style, k.code)
}

// load reads a block that another process highlighted.
func (h *highlighter) load(key blockKey) (b block, ok bool) {
	if h.kept == nil {
		return b, false
	}
	text, ok := h.kept.Get(key.bytes())
	if !ok {
		return b, false
	}
	r := codec.NewReader(text)
	low, high, wrapped := r.Uvarint(), r.Uvarint(), r.Rest()
	if r.Err() != nil || low > high || high > uint64(len(wrapped)) {
		return b, false
	}
	return block{wrapped, int(low), int(high)}, true
}

// keep adds a block to the memory and, for other processes, to Blocks.
func (h *highlighter) keep(key blockKey, b block) {
	h.mu.Lock()
	h.blocks.put(key, b)
	h.mu.Unlock()
	if h.kept != nil {
		var w codec.Writer
		w.Uvarint(uint64(b.low))
		w.Uvarint(uint64(b.high))
		w.RawText(b.wrapped)
		h.kept.Put(key.bytes(), w.Bytes())
	}
}

// blockKey has everything that the HTML of a highlighted block depends on.
type blockKey struct {
	formatter formatterKey
	style     string
	code      string
}

// blockCacheBytes limits each of the two generations of a blockCache.
const blockCacheBytes = 4 << 20

// blockCache keeps highlighted blocks in two generations. When the young one is full, the old one is dropped, so blocks
// in frequent use stay. The zero value is empty.
type blockCache struct {
	young, old map[blockKey]block
	bytes      int // of young
}

func (c *blockCache) get(key blockKey) (block, bool) {
	if b, ok := c.young[key]; ok {
		return b, true
	}
	b, ok := c.old[key]
	if ok {
		c.put(key, b)
	}
	return b, ok
}

func (c *blockCache) put(key blockKey, b block) {
	size := len(key.code) + len(b.wrapped) + 200
	if size > blockCacheBytes/16 {
		return // one large block must not push out all others
	}
	if c.bytes+size > blockCacheBytes {
		c.old, c.young, c.bytes = c.young, nil, 0
	}
	if c.young == nil {
		c.young = map[blockKey]block{}
	}
	c.young[key] = b
	c.bytes += size
}
