// Package serve is the preview: it builds again when files change, serves the outputs from memory as a host
// would, and notifies browsers.
//
// It has two halves that share one value. The Loop turns changes of files into builds; the result of every
// successful build is an immutable Site. The Server has a current Site behind an atomic pointer, answers
// requests from it, and notifies pages through Server-Sent Events. After a failed build the server still serves
// the same Site, with the problems shown over it.
//
// Live reload, overlay, and badge are one script that is inserted into HTML responses here; built files do not
// contain it. Everything that it needs is below /__sitegen/.
package serve

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/publicnet"
)

// Options configures a Server.
type Options struct {
	// required: differs from the ID of any earlier server at this URL, so pages notice a restart
	ID      string
	Hosts   []string // valid names in Host headers, in addition to localhost and IP addresses
	Project string   // absolute folder that the file names in diagnostics are relative to
	Editor  string   // URL that opens an editor, with {path}, {line}, and {column}; "" for no links

	NoReload  bool // do not insert the script: no live reload, overlay, or badge
	NoOverlay bool // show no problems over pages
	NoCache   bool // forbid browsers to cache anything; else they revalidate on each request

	// After is time.After, replaced in tests; it times the heartbeats of idle connections.
	After func(time.Duration) <-chan time.Time
}

// Server answers requests from the current Site. Several goroutines may call its methods.
type Server struct {
	o     Options
	now   atomic.Pointer[state]
	ready chan struct{} // closed when there is a state
	done  chan struct{} // closed when the server ends
	zips  sync.Pool     // of gzip writers
	types *media.Types

	public http.RoundTripper // for rewrites to servers on the public internet

	streams atomic.Int64

	mu        sync.Mutex
	count     int // of states
	news      news
	listeners map[chan struct{}]bool // whether it is a stream
}

// New returns a server that delays requests until the first Show or Fail.
func New(o Options) *Server {
	if o.After == nil {
		o.After = time.After
	}
	s := &Server{
		o: o, ready: make(chan struct{}), done: make(chan struct{}), listeners: map[chan struct{}]bool{},
		types:  media.NewTypes(nil),
		public: publicnet.Transport(http.DefaultTransport.(*http.Transport)),
	}
	s.zips.New = func() any {
		z, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		if err != nil {
			panic(err) // the level is a constant of the package
		}
		return z
	}
	return s
}

// Start runs a loop and serves on a listener, until the context ends or the listener fails. The returned
// function waits until both have ended.
func (s *Server) Start(ctx context.Context, l net.Listener, loop *Loop) (wait func() error) {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	var failed error
	running.Go(func() { loop.Run(ctx) })
	running.Go(func() {
		defer stop()
		failed = s.Serve(ctx, l)
	})
	return func() error {
		running.Wait()
		return failed
	}
}

// Serve serves on a listener until the context ends, and closes it.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{Handler: s, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: mostHeader}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	close(s.done) // event streams end by this, not by Shutdown
	patience, stop := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer stop()
	if err := srv.Shutdown(patience); err != nil {
		srv.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Limits of a connection: the time without a request, the time to send or read one, and the size of the
// request's headers in bytes.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute
	answerTime = 10 * time.Minute // for a video on a slow network
	eventTime  = 30 * time.Second // for one event
	mostHeader = 64 << 10
)

// deadline closes a connection if the client does not read the response within d.
func deadline(w http.ResponseWriter, d time.Duration) {
	// In tests, the writer has no connection and supports no deadlines.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(d))
}

// own is the path prefix of the preview itself.
const own = "/__sitegen/"

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.hostAllowed(r.Host) {
		refuse(w, http.StatusForbidden,
			fmt.Sprintf("The preview refuses requests for the host name %q, so other sites can't read it (DNS rebinding).\nIf the name is correct, start the preview with it: sitegen serve --baseURL http://%s/\n", r.Host, r.Host))
		return
	}
	if !s.fromHere(r) {
		refuse(w, http.StatusForbidden,
			fmt.Sprintf("The preview refuses requests from pages of %q, so other sites can't read it.\n",
				cmp.Or(r.Header.Get("Origin"), "other origins")))
		return
	}
	if r.ContentLength != 0 {
		w.Header().Set("Connection", "close") // do not wait for a slow request body
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, "The preview serves files: GET and HEAD only.\n")
		return
	}
	if !cleanPath(r.URL.Path) {
		refuse(w, http.StatusBadRequest, "This path is not valid.\n")
		return
	}
	select {
	case <-s.ready:
		deadline(w, answerTime)
	case <-r.Context().Done():
		return
	}
	now := s.now.Load()
	switch {
	case r.URL.Path == own+"events":
		s.events(w, r)
	case r.URL.Path == own+"version":
		s.version(w, r, now)
	case r.URL.Path == own+"preview.js":
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(client))
	case strings.HasPrefix(r.URL.Path, own):
		refuse(w, http.StatusNotFound, "The preview has nothing here.\n")
	default:
		s.respond(w, r, now)
	}
}

// cleanPath reports whether a decoded path contains nothing that file names of a site do not: "..", including
// one sent as %2e%2e, ".", backslashes, and zero bytes.
func cleanPath(p string) bool {
	if !strings.HasPrefix(p, "/") || strings.ContainsAny(p, "\\\x00") {
		return false
	}
	for part := range strings.SplitSeq(p, "/") {
		if part == ".." || part == "." {
			return false
		}
	}
	return true
}

// refuse answers with a text for people who open the URL themselves.
func refuse(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	io.WriteString(w, text)
}

// Show makes a site the current one after a successful build. changed are the output paths that differ from the
// previous successful build, or nil if unknown; goTo is the output that visible browsers should open, or "".
func (s *Server) Show(site *Site, changed []string, goTo string) {
	s.next(func(st *state) {
		st.changed, st.all = addresses(site, changed)
		if st.event.Changed = st.changed; st.early() || st.good != nil && !maps.Equal(st.good.badges, site.badges) {
			st.event.Changed = nil // pages may differ although their output does not, or may have been shown early
		}
		st.site, st.good, st.problems = site, site, nil
		if goTo != "" {
			st.event.Go = site.page(goTo)
		}
	})
}

// ShowEarly makes the site of a running build the current one: requested pages are rendered first. Show or Fail
// must follow.
func (s *Server) ShowEarly(site *Site) {
	s.next(func(st *state) { st.site = site })
}

// Fail shows problems over the last successful site, which replaces one shown by ShowEarly.
func (s *Server) Fail(problems diag.List) {
	s.next(func(st *state) {
		st.problems = problems.Errors()
		if st.event.Changed = []string{}; st.early() {
			st.event.Changed = nil // pages come back
		}
		st.site = st.good
	})
}
