// Package texts keeps the HTML of bodies: the first ones in memory, the others in the cache, by name and hash, or in a
// temporary file.
package texts

import (
	"encoding/binary"
	"errors"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// Reader is the Reader of a body: see render.
type Reader = func(name string, hash uint64, low, high int) (string, error)

// Keep returns a function that stores the texts of bodies: in the cache or, if the cache refuses one, in the spool. As
// many as fit into the memory of the spool are read from there: some layouts read the texts of all pages on each page,
// for example to leave those without a text out of a menu. Without a cache, all texts are in the spool.
func Keep(store *cache.Store, spool *disk.Spool) func(name string, hash uint64, text string) Reader {
	if store == nil {
		return func(_ string, _ uint64, text string) Reader { return Spooled(spool, text) }
	}
	cached := Cached(store)
	return func(name string, hash uint64, text string) Reader {
		stored := store.PutText(Key(name, hash), text)
		if read := spool.Hold(text); read != nil {
			return func(_ string, _ uint64, low, high int) (string, error) { return read(low, high) }
		}
		if stored {
			return cached
		}
		return Spooled(spool, text)
	}
}

// Spooled writes a text into a spool and returns its Reader.
func Spooled(spool *disk.Spool, text string) Reader {
	read := spool.Add(text)
	return func(_ string, _ uint64, low, high int) (string, error) { return read(low, high) }
}

// errLost is the error for a text that is no longer in the cache. The body is rendered again.
var errLost = errors.New("it is damaged")

// Cached returns a Reader for texts in the cache.
func Cached(store *cache.Store) Reader {
	return func(name string, hash uint64, low, high int) (string, error) {
		text, ok := store.Part(Key(name, hash), low, high)
		if !ok {
			return "", errLost
		}
		return text, nil
	}
}

// Key returns the cache key of the text of a body.
func Key(name string, hash uint64) cache.Key {
	var k cache.Key
	binary.LittleEndian.PutUint64(k[:], trace.HashString(name))
	binary.LittleEndian.PutUint64(k[8:], hash)
	return k
}
