package live

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"sync"
)

// Answers are those of a check that was interrupted, by URL, so the next one asks for the rest. They are safe for
// concurrent use.
type Answers struct {
	mu    sync.Mutex
	known map[string]Answer
}

type line struct {
	URL string `json:"url"`
	Answer
}

// NewAnswers returns no answers.
func NewAnswers() *Answers { return &Answers{known: map[string]Answer{}} }

// ReadAnswers reads the output of Write. Invalid lines are ignored, and their URLs are requested again.
func ReadAnswers(r io.Reader) (*Answers, error) {
	a := NewAnswers()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) == nil && l.URL != "" {
			a.known[l.URL] = l.Answer
		}
	}
	return a, lines.Err()
}

// Write writes the answers, one per line, in URL order.
func (a *Answers) Write(w io.Writer) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, u := range slices.Sorted(maps.Keys(a.known)) {
		if err := enc.Encode(line{u, a.known[u]}); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (a *Answers) get(loc string) (Answer, bool) {
	if a == nil {
		return Answer{}, false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	known, ok := a.known[loc]
	return known, ok
}

// add keeps an answer; a URL without one is requested again.
func (a *Answers) add(loc string, answer Answer) {
	if a == nil || answer.Status == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[loc] = answer
}
