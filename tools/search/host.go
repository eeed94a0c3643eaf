package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// host serves a folder below /sub/, with a strict policy, and counts.
type host struct {
	url    string
	server *httptest.Server

	mu     sync.Mutex
	bytes  int    // of the index
	broken string // part of addresses that are not there
}

func newHost(dir string) *host {
	h := &host{}
	files := http.StripPrefix("/sub", http.FileServer(http.Dir(dir)))
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		broken := h.broken != "" && strings.Contains(r.URL.Path, h.broken)
		h.mu.Unlock()
		if broken {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:")
		w.Header().Set("Cache-Control", "no-store")
		files.ServeHTTP(&counting{w, h, strings.Contains(r.URL.Path, "/search/") && strings.HasSuffix(r.URL.Path, ".js")}, r)
	}))
	h.url = h.server.URL
	return h
}

func (h *host) close() { h.server.Close() }

// breaks makes addresses that hold a text fail; "" ends that.
func (h *host) breaks(part string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken = part
}

// taken returns how many bytes of the index were sent since it was asked last.
func (h *host) taken() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := h.bytes
	h.bytes = 0
	return n
}

type counting struct {
	http.ResponseWriter
	h      *host
	counts bool
}

func (c *counting) Write(b []byte) (int, error) {
	if c.counts {
		c.h.mu.Lock()
		c.h.bytes += len(b)
		c.h.mu.Unlock()
	}
	return c.ResponseWriter.Write(b)
}
