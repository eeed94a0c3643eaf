package linkcheck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"time"
)

// Cache stores answers between checks.
type Cache struct{ known map[string]known }

type known struct {
	URL string    `json:"url"`
	At  time.Time `json:"at"`
	Answer
}

// Lifetimes of answers: an existing page is not requested again for a week, a missing page for a day, because it may
// come back. Uncertain results are not stored.
const (
	week = 7 * 24 * time.Hour
	day  = 24 * time.Hour
)

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{known: map[string]known{}} }

// ReadCache reads the output of Write. Invalid lines are ignored, and their URLs are requested again.
func ReadCache(r io.Reader) (*Cache, error) {
	c := NewCache()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var k known
		if json.Unmarshal(lines.Bytes(), &k) == nil && k.URL != "" {
			c.known[k.URL] = k
		}
	}
	return c, lines.Err()
}

// Write writes the answers, one per line, in URL order.
func (c *Cache) Write(w io.Writer) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, u := range slices.Sorted(maps.Keys(c.known)) {
		if err := enc.Encode(c.known[u]); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// fresh returns an answer that is still valid.
func (c *Cache) fresh(u string, now time.Time) (Answer, bool) {
	if c == nil {
		return Answer{}, false
	}
	k, ok := c.known[u]
	most := week
	if k.Dead != "" {
		most = day
	}
	age := now.Sub(k.At)
	return k.Answer, ok && k.Unsure == "" && age >= 0 && age < most
}

func (c *Cache) add(u string, a Answer, now time.Time) {
	if c == nil {
		return
	}
	if a.Unsure != "" {
		delete(c.known, u)
		return
	}
	c.known[u] = known{URL: u, At: now.UTC().Truncate(time.Second), Answer: a}
}
