package cache

// Blocks keeps highlighted code in a store.
type Blocks struct{ Store *Store }

// Block returns a block as it was kept.
func (b Blocks) Block(key []byte) ([]byte, bool) { return b.Store.Blob(blockKey(key)) }

// KeepBlock keeps a block.
func (b Blocks) KeepBlock(key, text []byte) { b.Store.Put(blockKey(key), text) }

func blockKey(key []byte) Key { return KeyOf(append([]byte("block\x00"), key...)) }
