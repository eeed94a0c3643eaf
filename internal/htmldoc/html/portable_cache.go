package html

import (
	"net/url"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// Portables caches texts of pages for feeds, because several sets of feeds may contain the same page. The
// emissions of a build share one value.
type Portables struct {
	Most int // bytes that may be held; none when 0

	mu   sync.Mutex
	made map[portedText]string
	held int // bytes of made
	idle []*porter
}

// portedText identifies a text by hash and size, and by the URL of its page.
type portedText struct {
	hash    uint64
	size    int
	address string
}

// Of is Portable for a page at a URL. An invalid URL is an error.
func (f *Portables) Of(text, address string) (string, error) {
	k := portedText{xxhash.Sum64String(text), len(text), address}
	f.mu.Lock()
	fit, ok := f.made[k]
	work := new(porter)
	if n := len(f.idle); n > 0 && !ok {
		work, f.idle = f.idle[n-1], f.idle[:n-1]
	}
	f.mu.Unlock()
	if ok {
		return fit, nil
	}
	base, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	fit = work.make(text, base)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.idle = append(f.idle, work)
	if _, there := f.made[k]; !there && f.held+len(fit) <= f.Most {
		if f.made == nil {
			f.made = map[portedText]string{}
		}
		f.made[k] = strings.Clone(fit) // drops the capacity left over from the conversion
		f.held += len(fit)
	}
	return fit, nil
}
