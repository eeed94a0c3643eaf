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

// Cache holds answers between checks.
type Cache struct{ known map[string]known }

type known struct {
	URL string    `json:"url"`
	At  time.Time `json:"at"`
	Answer
}

// How long answers count: a page that is there for a week, a missing one for a day, as it may come back.
// What nobody could tell is asked again.
const (
	week = 7 * 24 * time.Hour
	day  = 24 * time.Hour
)

// NewCache returns a cache without answers.
func NewCache() *Cache { return &Cache{known: map[string]known{}} }

// ReadCache reads what Write wrote. Lines that it does not understand are passed over: they are asked again.
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

// Write writes the answers, one a line, in the order of addresses.
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

// fresh returns an answer that still counts.
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
