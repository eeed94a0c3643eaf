package serve

import (
	"fmt"
	"net/http"
	"time"
)

// heartbeat is how often a silent connection gives a sign of life, so that nothing between takes it for
// dead.
const heartbeat = 20 * time.Second

// events is the stream of news: first the current state, then each that follows. A client that is slow
// misses states but never the last one, and sees by its `after` that it missed some.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy before us must not gather events
	wake := s.listen(true)
	defer s.leave(wake)
	s.streams.Add(1)
	defer s.streams.Add(-1)
	fmt.Fprint(w, "retry: 500\n\n")
	beat := s.o.After(heartbeat)
	for sent := ""; ; {
		deadline(w, eventTime)
		if st := s.now.Load(); st.id != sent {
			sent = st.id
			_, _ = w.Write(st.message) // Flush tells of errors
		} else {
			fmt.Fprint(w, ": still here\n\n")
		}
		if control.Flush() != nil {
			return
		}
		select {
		case <-wake:
		case <-beat:
			beat = s.o.After(heartbeat)
		case <-r.Context().Done():
			return
		case <-s.done:
			return
		}
	}
}

// listen returns a channel that gets a signal for each state; see tell.
func (s *Server) listen(stream bool) chan struct{} {
	wake := make(chan struct{}, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.listeners[wake] = stream
	return wake
}

func (s *Server) leave(wake chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.listeners, wake)
}

// Streams returns how many event streams are open: one for each browser.
func (s *Server) Streams() int { return int(s.streams.Load()) }
