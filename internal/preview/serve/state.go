package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
)

// state is what the server shows from one build to the next. It is immutable.
type state struct {
	id       string
	site     *Site // nil: no build was good so far
	good     *Site // of the last successful build; site differs while a build is shown early
	problems diag.List
	event    event
	changed  []string // URLs of outputs that differ from those of the last successful build
	all      bool     // any may
	message  []byte   // event, as a stream has it
}

// event notifies pages of a state.
type event struct {
	ID    string `json:"id"`
	After string `json:"after"` // id of the state before it
	// URLs of outputs that differ; null if pages must check by themselves
	Changed  []string  `json:"changed"`
	Go       string    `json:"go,omitempty"`       // URL of the page to open
	Problems []problem `json:"problems,omitempty"` // of a failed build
}

// problem is a diagnostic in the overlay.
type problem struct {
	Place   string `json:"place,omitempty"` // file:line:col
	Link    string `json:"link,omitempty"`  // opens the editor there
	Message string `json:"message"`
	Rule    string `json:"rule,omitempty"`
	Hint    string `json:"hint,omitempty"`
	Line    int    `json:"line,omitempty"`
	Col     int    `json:"col,omitempty"`
	Excerpt string `json:"excerpt,omitempty"`
}

// mostProblems is the maximum number of problems in the overlay; the terminal shows all.
const mostProblems = 30

// next replaces the current state by its successor and notifies pages.
func (s *Server) next(change func(*state)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.now.Load()
	var st state
	if before != nil {
		st.site, st.good, st.problems = before.site, before.good, before.problems
		st.event.After = before.id
	}
	change(&st)
	s.count++
	st.id = s.o.ID + "-" + strconv.Itoa(s.count)
	st.event.ID = st.id
	st.event.Problems = s.problems(st.problems)
	message, err := json.Marshal(st.event)
	if err != nil {
		panic(err) // strings and numbers only
	}
	st.message = slices.Concat([]byte("data: "), message, []byte("\n\n")) // JSON has no line breaks
	s.news.add(&st)
	s.now.Store(&st)
	if before == nil {
		close(s.ready)
	}
	s.wake()
}

// Many streams are notified in batches, and requests are answered in between.
const (
	crowd     = 100
	crowdRest = 5 * time.Millisecond
)

// wake wakes the listeners: waiting requests at once, then the streams. s.mu must be held.
func (s *Server) wake() {
	var streams []chan struct{}
	for wake, stream := range s.listeners {
		if stream {
			streams = append(streams, wake)
		} else {
			rouse(wake)
		}
	}
	first := min(len(streams), crowd)
	for _, wake := range streams[:first] {
		rouse(wake)
	}
	if rest := streams[first:]; len(rest) > 0 {
		go s.tellRest(rest)
	}
}

func (s *Server) tellRest(streams []chan struct{}) {
	for some := range slices.Chunk(streams, crowd) {
		select {
		case <-s.o.After(crowdRest):
		case <-s.done:
			return
		}
		for _, wake := range some {
			rouse(wake)
		}
	}
}

func rouse(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default: // it has not looked yet, and will see this state
	}
}

// early reports whether the site of a state belongs to a build that is still running.
func (st *state) early() bool { return st.site != st.good }

// following waits for the next state. It returns nil if the context ends first.
func (s *Server) following(ctx context.Context, st *state) *state {
	wake := s.listen(false)
	defer s.leave(wake)
	for {
		if now := s.now.Load(); now != st {
			return now
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return nil
		case <-s.done:
			return nil
		}
	}
}

func (s *Server) problems(list diag.List) []problem {
	var out []problem
	for _, d := range list[:min(len(list), mostProblems)] {
		place := *d
		place.Message = ""
		at := place.Error()
		if len(at) > 2 {
			at = at[:len(at)-2] // ": "
		}
		p := problem{Place: at, Link: s.editorLink(d), Message: d.Message, Rule: d.Rule, Hint: d.Hint}
		if d.Excerpt != "" && d.Line > 0 {
			p.Line, p.Col, p.Excerpt = d.Line, d.Col, d.Excerpt
		}
		out = append(out, p)
	}
	if rest := len(list) - len(out); rest > 0 {
		out = append(out, problem{Message: fmt.Sprintf("… and %d more, in the terminal", rest)})
	}
	return out
}

// failedVersion identifies the page that is shown until a build succeeds.
func (st *state) failedVersion() string {
	text, err := json.Marshal(st.event.Problems)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return "failed-" + strconv.FormatUint(trace.Hash(text), 16)
}
