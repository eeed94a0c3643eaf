package live

import (
	"io"
	"sync"

	"github.com/sitegen/sitegen/internal/finished/linkcheck"
)

// Answers are those of a check that was interrupted, by URL, so the next one asks for the rest. They are safe for
// concurrent use.
type Answers struct {
	mu    sync.Mutex
	known map[string]line
}

type line struct {
	URL string `json:"url"`
	Answer
}

// NewAnswers returns no answers.
func NewAnswers() *Answers { return &Answers{known: map[string]line{}} }

// ReadAnswers reads the output of Write. Invalid lines are ignored, and their URLs are requested again.
func ReadAnswers(r io.Reader) (*Answers, error) {
	a := NewAnswers()
	return a, linkcheck.ReadLines(r, func(l line) {
		if l.URL != "" {
			a.known[l.URL] = l
		}
	})
}

// Write writes the answers, one per line, in URL order.
func (a *Answers) Write(w io.Writer) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return linkcheck.WriteLines(w, a.known)
}

func (a *Answers) get(loc string) (Answer, bool) {
	if a == nil {
		return Answer{}, false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	known, ok := a.known[loc]
	return known.Answer, ok
}

// add keeps an answer; a URL without one is requested again.
func (a *Answers) add(loc string, answer Answer) {
	if a == nil || answer.Status == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[loc] = line{loc, answer}
}
