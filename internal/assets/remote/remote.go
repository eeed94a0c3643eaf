// Package remote fetches what templates ask other servers for, and keeps each answer until the user deletes it: a build
// is made of what was fetched once, not of what a server says today. It is reached by resources.GetRemote alone.
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

// Request is what is asked of a server.
type Request struct {
	URL     string
	Method  string // in capitals
	Headers http.Header
	Body    []byte
	Key     string        // names the answer instead of all of the above; "": none
	Timeout time.Duration // of one attempt; 0: that of Options
}

// ID names a request among those whose answers are kept: two with the same ID have the same answer.
func (r Request) ID() string {
	text := r.Key
	if text == "" {
		text = fmt.Sprintf("%q %q %q %q", r.Method, r.URL, r.Headers, r.Body)
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Response is the answer of a server: one of success, or that there is nothing.
type Response struct {
	URL           string // that was asked for
	Method        string
	Code          int // 404, or from 200 to 299
	Status        string
	Header        http.Header
	ContentLength int64
	Encoding      []string // transfer encodings
	Body          []byte
}

// Hash is the hash of the body, as the lock file has it.
func (r *Response) Hash() string {
	sum := sha256.Sum256(r.Body)
	return "sha256-" + hex.EncodeToString(sum[:])
}

// StatusError is the answer of a server that does not give what was asked for.
type StatusError struct{ *Response }

// Error says what the server said.
func (e *StatusError) Error() string {
	return fmt.Sprintf("failed to fetch remote resource from '%s': %s", shown(e.URL), http.StatusText(e.Code))
}

// Options of a Store.
type Options struct {
	Dir       string        // where answers are kept; "": nowhere
	MaxAge    time.Duration // for how long; negative: until they are deleted
	Timeout   time.Duration // of one request with its repetitions
	Offline   bool          // nothing is fetched: what is kept must do
	Lock      *Lock         // what answers must be; nil: anything
	Transport http.RoundTripper
	Public    bool // without Transport: only servers of the public internet are asked
	// Allowed says whether the configuration allows an address, also one that a server leads to.
	Allowed func(url string) error // required
}

// Store fetches and keeps. Several goroutines may use it at once.
type Store struct {
	o      Options
	client *http.Client
	nonce  string // of this Store

	mu    sync.Mutex
	known map[string]*answer // by ID
}

// answer is that of one request in this process.
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

// errOffline says that nothing may be fetched.
var errOffline = errors.New("it is not in the cache, and --offline prevents fetching it")

// Get returns the answer to a request. An error stands for the whole process: nobody waits twice for a server that is
// not there.
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

// Kept returns what is known of the answer to the request with this ID without asking a server, and a hash of it. Where
// nothing is known the hash is another one in each process, so that the server is asked.
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

// read returns what is kept; nil for nothing.
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
		Sum string // of the answer
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
