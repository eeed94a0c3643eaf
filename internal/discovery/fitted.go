package discovery

import (
	"net/url"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/html"
)

// Fitted remembers texts of pages as feeds have them: a page stands in several sets, and most of the texts
// are the same in the next build. Several emissions may use one at once.
type Fitted struct {
	mu   sync.Mutex
	old  map[fitting]string // of the build before
	now  map[fitting]string // those that this build used
	held int                // bytes of now
	most int                // that may be held
}

// fitting is a text by its hash and size, at the address of its page.
type fitting struct {
	hash    uint64
	size    int
	address string
}

// How many bytes are held at most: archived feeds have all texts of a site. A feed without a limit has the
// summaries of all pages.
const (
	fittedLeast = 8 << 20
	fittedPage  = 1 << 10
)

// Next returns what the next build, of so many pages, may use: what this one used. f may be nil.
func (f *Fitted) Next(pages int) *Fitted {
	next := &Fitted{most: max(fittedLeast, pages*fittedPage)}
	if f != nil {
		next.old = f.now
	}
	return next
}

// portable is html.Portable for a page at an address. f may be nil.
func (f *Fitted) portable(text, address string) (string, error) {
	k := fitting{xxhash.Sum64String(text), len(text), address}
	if fit, ok := f.find(k); ok {
		return fit, nil
	}
	base, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	fit := html.Portable(text, base)
	f.keep(k, fit)
	return fit, nil
}

func (f *Fitted) find(k fitting) (fit string, ok bool) {
	if f == nil {
		return "", false
	}
	f.mu.Lock()
	fit, ok = f.now[k]
	if !ok {
		fit, ok = f.old[k]
	}
	f.mu.Unlock()
	if ok {
		f.keep(k, fit)
	}
	return fit, ok
}

func (f *Fitted) keep(k fitting, fit string) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.now[k]; ok || f.held+len(fit) > f.most {
		return
	}
	if f.now == nil {
		f.now = map[fitting]string{}
	}
	f.now[k] = fit
	f.held += len(fit)
}
