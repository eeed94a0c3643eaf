package serve

import (
	"fmt"
	"net/http"
	"time"
)

// heartbeat is the interval of messages on an idle connection, so no proxy considers it dead.
const heartbeat = 20 * time.Second

// events streams states as Server-Sent Events: first the current state, then each new one. A slow client misses
// states but never the last one; its `after` shows that it missed some.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not buffer events
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
			_, _ = w.Write(st.message) // Flush reports errors
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

// listen returns a channel that receives a signal for each state; see wake.
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

// Streams returns the number of open event streams, which is one per browser.
func (s *Server) Streams() int { return int(s.streams.Load()) }
