// Package remote fetches resources from other servers for templates, and keeps each response until the user deletes it,
// so a build does not depend on the server's current state. Only resources.GetRemote uses it.
package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/sitegen/sitegen/internal/base/publicnet"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// Request is a request to a server.
type Request struct {
	URL     string
	Method  string // in upper case
	Headers http.Header
	Body    []byte
	Key     string        // identifies the response instead of the fields above; "": not set
	Timeout time.Duration // for one attempt; 0: that of Options
}

// ID identifies a request among the kept responses: requests with the same ID share a response.
func (r Request) ID() string {
	text := r.Key
	if text == "" {
		text = fmt.Sprintf("%q %q %q %q", r.Method, r.URL, r.Headers, r.Body)
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Response is a successful response, or one that the resource does not exist.
type Response struct {
	URL           string // requested URL
	Method        string
	Code          int // 404, or from 200 to 299
	Status        string
	Header        http.Header
	ContentLength int64
	Encoding      []string // transfer encodings
	Body          []byte
}

// Hash returns the hash of the body for the lock file.
func (r *Response) Hash() string {
	sum := sha256.Sum256(r.Body)
	return "sha256-" + hex.EncodeToString(sum[:])
}

// StatusError is an unsuccessful response.
type StatusError struct{ *Response }

// Error returns the message for the user.
func (e *StatusError) Error() string {
	return fmt.Sprintf("failed to fetch remote resource from '%s': %s", shown(e.URL), http.StatusText(e.Code))
}

// Options are the options of a Store.
type Options struct {
	Dir       string        // where responses are kept; "": nowhere
	MaxAge    time.Duration // how long they are kept; negative: until they are deleted
	Timeout   time.Duration // of a request including all attempts
	Offline   bool          // use only kept responses
	Lock      *Lock         // expected responses; nil: any
	Transport http.RoundTripper
	Public    bool // without Transport: connect only to public servers
	// Allowed reports whether the configuration allows a URL, also for redirects. // required
	Allowed func(url string) error // required
}

// Store fetches resources and keeps the responses. Several goroutines may use it at once.
type Store struct {
	o      Options
	client *http.Client
	nonce  string // unique per Store

	mu    sync.Mutex
	known map[string]*answer // by ID
}

// answer is the response to one request in this process.
type answer struct {
	mu       sync.Mutex
	done     bool
	response *Response
	err      error
}

// New returns a store.
func New(o Options) *Store {
	s := &Store{o: o, known: map[string]*answer{}, nonce: strconv.FormatInt(time.Now().UnixNano(), 36)}
	if o.Transport == nil {
		o.Transport = http.DefaultTransport
		if o.Public {
			o.Transport = publicnet.Transport(http.DefaultTransport.(*http.Transport))
		}
	}
	s.client = &http.Client{Transport: o.Transport, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) >= 10 {
			return errors.New("stopped after 10 redirects")
		}
		return o.Allowed(r.URL.String())
	}}
	return s
}

// errOffline says that fetching is disabled.
var errOffline = errors.New("it is not in the cache, and --offline prevents fetching it")

// Get returns the response to a request. An error is kept for the entire process, so an unreachable server is waited
// for only once.
func (s *Store) Get(ctx context.Context, r Request) (*Response, error) {
	if err := s.o.Allowed(r.URL); err != nil {
		return nil, err
	}
	id := r.ID()
	a := s.answer(id)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.done {
		return a.response, a.err
	}
	a.response, a.err = s.answered(ctx, id, r)
	if ctx.Err() == nil {
		a.done = true
	}
	return a.response, a.err
}

func (s *Store) answer(id string) *answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.known[id]
	if a == nil {
		a = &answer{}
		s.known[id] = a
	}
	return a
}

func (s *Store) answered(ctx context.Context, id string, r Request) (*Response, error) {
	res := s.read(id)
	if res == nil {
		if s.o.Offline {
			return nil, fmt.Errorf("fetch %s: %w", shown(r.URL), errOffline)
		}
		var err error
		if res, err = s.fetch(ctx, r); err != nil {
			return nil, err
		}
		if err := s.o.Lock.check(id, res); err != nil {
			return nil, err
		}
		return res, s.write(id, res)
	}
	return res, s.o.Lock.check(id, res)
}

// Kept returns the kept response to the request with this ID, without asking a server, and a hash of it. Without a kept
// response the hash is unique to the process, so that the server is asked.
func (s *Store) Kept(id string) (res *Response, hash string) {
	a := s.answer(id)
	a.mu.Lock()
	defer a.mu.Unlock()
	res, err := a.response, a.err
	if !a.done {
		if res = s.read(id); res == nil {
			return nil, s.nonce
		}
		if err = s.o.Lock.check(id, res); err == nil {
			a.response, a.done = res, true
		}
	}
	if err != nil {
		return nil, "error " + err.Error()
	}
	text, _ := json.Marshal(struct {
		Code   int
		Header http.Header
	}{res.Code, res.Header})
	return res, res.Hash() + " " + string(text)
}

func (s *Store) file(id string) string { return filepath.Join(s.o.Dir, id+".json") }

// read returns a kept response; nil if there is none.
func (s *Store) read(id string) *Response {
	if s.o.Dir == "" || s.o.MaxAge == 0 {
		return nil
	}
	info, err := os.Stat(s.file(id))
	if err != nil || s.o.MaxAge > 0 && time.Since(info.ModTime()) > s.o.MaxAge {
		return nil
	}
	data, err := os.ReadFile(s.file(id))
	if err != nil {
		return nil
	}
	var kept struct {
		Response
		Sum string // of the response
		ID  string // of the request
	}
	if json.Unmarshal(data, &kept) != nil || kept.Sum != kept.Hash() || kept.ID != id {
		return nil // damaged
	}
	return &kept.Response
}

func (s *Store) write(id string, res *Response) error {
	if s.o.Dir == "" {
		return nil
	}
	var b bytes.Buffer
	err := json.NewEncoder(&b).Encode(struct {
		*Response
		Sum, ID string
	}{res, res.Hash(), id})
	if err == nil {
		err = os.MkdirAll(s.o.Dir, 0o777)
	}
	if err == nil {
		err = atomicfile.Write(s.file(id), b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("keep the answer of %s: %w", res.URL, err)
	}
	return nil
}
