package markdown

// blockKey is all that the HTML of a highlighted block depends on.
type blockKey struct {
	formatter formatterKey
	style     string
	code      string
}

// blockCacheBytes bounds each of the two generations of a blockCache.
const blockCacheBytes = 4 << 20

// blockCache keeps highlighted blocks in two generations: when the young one is full the old one
// is dropped, so what is asked for again and again stays. The zero value is empty.
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
		return // one block must not push out all others
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
