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
	return c, ReadLines(r, func(k known) {
		if k.URL != "" {
			c.known[k.URL] = k
		}
	})
}

// ReadLines calls add for each line that is a value in JSON; other lines are ignored.
func ReadLines[T any](r io.Reader, add func(T)) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v T
		if json.Unmarshal(lines.Bytes(), &v) == nil {
			add(v)
		}
	}
	return lines.Err()
}

// WriteLines writes values in JSON, one per line, in the order of their keys.
func WriteLines[T any](w io.Writer, values map[string]T) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := enc.Encode(values[key]); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Write writes the answers, one per line, in URL order.
func (c *Cache) Write(w io.Writer) error { return WriteLines(w, c.known) }

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
