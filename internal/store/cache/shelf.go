package cache

// Shelf is a part of a store that keeps texts under keys of any length. Shelves with different names share
// nothing.
type Shelf struct {
	Store *Store
	Name  string
}

// Get returns the text under a key.
func (s Shelf) Get(key []byte) ([]byte, bool) { return s.Store.Blob(s.key(key)) }

// Put stores a text.
func (s Shelf) Put(key, text []byte) { s.Store.Put(s.key(key), text) }

func (s Shelf) key(key []byte) Key { return KeyOf(append([]byte(s.Name+"\x00"), key...)) }
