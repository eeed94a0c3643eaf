package html

import (
	"net/url"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// Portables remembers texts of pages as feeds have them, since a page stands in several feeds. The zero value holds nothing;
// several goroutines may use one.
type Portables struct {
	Most int // bytes that may be held

	mu   sync.Mutex
	made map[portableKey]string
	held int // bytes of made
	idle []*Porter
}

// portableKey names a text by its hash and size, at the address of its page.
type portableKey struct {
	hash    uint64
	size    int
	address string
}

// Of is Portable for a page at an absolute address; an error when that is none.
func (f *Portables) Of(text, address string) (string, error) {
	k := portableKey{xxhash.Sum64String(text), len(text), address}
	f.mu.Lock()
	fit, ok := f.made[k]
	porter := new(Porter)
	if n := len(f.idle); n > 0 && !ok {
		porter, f.idle = f.idle[n-1], f.idle[:n-1]
	}
	f.mu.Unlock()
	if ok {
		return fit, nil
	}
	base, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	fit = porter.Portable(text, base)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.idle = append(f.idle, porter)
	if _, there := f.made[k]; !there && f.held+len(fit) <= f.Most {
		if f.made == nil {
			f.made = map[portableKey]string{}
		}
		f.made[k] = strings.Clone(fit) // without the room that was left when it was made
		f.held += len(fit)
	}
	return fit, nil
}
