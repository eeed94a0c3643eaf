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

// state is what the server shows from one build to the next. Frozen.
type state struct {
	id       string
	site     *Site // nil: no build was good so far
	good     *Site // of the last good build; site is another one while a build shows itself early
	problems diag.List
	event    event
	changed  []string // addresses of outputs that differ from the last good build's
	all      bool     // any may
	message  []byte   // event, as a stream has it
}

// event tells pages about a state.
type event struct {
	ID       string    `json:"id"`
	After    string    `json:"after"`              // id of the state before it
	Changed  []string  `json:"changed"`            // addresses of outputs that differ; null: look for yourself
	Go       string    `json:"go,omitempty"`       // address of the page to show
	Problems []problem `json:"problems,omitempty"` // of a failed build
}

// problem is a diagnostic as the overlay shows it.
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

// mostProblems is how many problems the overlay shows; the terminal has the rest.
const mostProblems = 30

// next makes the state that follows the current one and tells it.
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
	s.tell()
}

// A crowd of streams gets a state in turns, between which requests are answered.
const (
	crowd     = 100
	crowdRest = 5 * time.Millisecond
)

// tell wakes who listens: requests that wait at once, then the streams. s.mu is held.
func (s *Server) tell() {
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

// early reports whether the site of a state is that of a build which is not done.
func (st *state) early() bool { return st.site != st.good }

// following waits for the state after one; nil when the context ends before.
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

// failedVersion stands for the page that is shown while no build was good.
func (st *state) failedVersion() string {
	text, err := json.Marshal(st.event.Problems)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return "failed-" + strconv.FormatUint(trace.Hash(text), 16)
}
