package discovery

import (
	"net/url"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/html"
)

// portables remembers texts of pages as feeds have them, since a page stands in several sets. The emissions of one
// build share one.
type portables struct {
	mu   sync.Mutex
	made map[portable]string
	held int // bytes of made
	most int // that may be held
	idle []*html.Porter
}

// portable names a text by its hash and size, at the address of its page.
type portable struct {
	hash    uint64
	size    int
	address string
}

// How many bytes are held at most: archived feeds have all texts of a site. A feed without a limit has the
// summaries of all pages.
const (
	portablesLeast = 8 << 20
	portablesPage  = 1 << 10
)

// of is html.Portable for a page at an address.
func (f *portables) of(text, address string) (string, error) {
	k := portable{xxhash.Sum64String(text), len(text), address}
	f.mu.Lock()
	fit, ok := f.made[k]
	porter := new(html.Porter)
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
	if _, there := f.made[k]; !there && f.held+len(fit) <= f.most {
		if f.made == nil {
			f.made = map[portable]string{}
		}
		f.made[k] = strings.Clone(fit) // without the room that was left when it was made
		f.held += len(fit)
	}
	return fit, nil
}
