package live

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/finished/linkcheck"
)

// client sends requests to one host.
type client struct {
	o    Options
	http http.Client

	mu      sync.Mutex
	tired   string // why the host gets no more requests for pages
	failing int    // requests in a row without an answer
}

// Limits of the requests.
const (
	mostBytes   = 52_428_800 // of a file: the limit of a sitemap (rule U2)
	tries       = 3          // for a URL whose server asks to wait
	mostFailing = 5          // requests in a row without an answer
)

// reply is the answer to a request.
type reply struct {
	status   int
	header   http.Header
	location *url.URL // of a redirect
	body     []byte   // without the compression of gzip
	err      error    // no answer, or one that cannot be read
	again    bool     // the server asks to wait for longer than Options.Patience
}

// trouble says what is wrong with an answer that has no content.
func (r *reply) trouble() string {
	if r.err != nil {
		return r.err.Error()
	}
	return strings.TrimSpace(fmt.Sprintf("status %d %s", r.status, http.StatusText(r.status)))
}

// get asks for a file. The error is that of the context.
func (c *client) get(ctx context.Context, loc string, header http.Header) (*reply, error) {
	return c.patient(ctx, http.MethodGet, loc, header)
}

// head asks for the header of a file; if the host refuses that, for the file.
func (c *client) head(ctx context.Context, loc string) (*reply, error) {
	r, err := c.patient(ctx, http.MethodHead, loc, nil)
	if err != nil || r.again || r.err == nil && r.status < 400 {
		return r, err
	}
	return c.patient(ctx, http.MethodGet, loc, nil)
}

// patient sends a request again if the server asks to wait (RFC 9110 §10.2.3, RFC 6585 §4).
func (c *client) patient(ctx context.Context, method, loc string, header http.Header) (*reply, error) {
	for try := 1; ; try++ {
		r := c.once(ctx, method, loc, header)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		busy := r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable
		wait := c.o.Pause
		if busy {
			wait = max(wait, linkcheck.RetryAfter(r.header.Get("Retry-After"), c.o.Now))
		}
		if busy && (wait > c.o.Patience || try == tries) {
			r.again = true
		}
		c.note(r)
		if r.again {
			return r, nil
		}
		if err := c.o.Sleep(ctx, wait); err != nil {
			return nil, err
		}
		if !busy {
			return r, nil
		}
	}
}

// note stops the check of a host that asks for it or does not answer.
func (c *client) note(r *reply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failing++; r.err == nil {
		c.failing = 0
	}
	switch {
	case c.tired != "":
	case r.again:
		c.tired = "the host asks to wait: " + r.trouble()
	case c.failing == mostFailing:
		c.tired = "the host stopped answering: " + r.trouble()
	}
}

// stopped returns why the host gets no more requests for pages; "" if it does.
func (c *client) stopped() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tired
}

// once sends a request.
func (c *client) once(ctx context.Context, method, loc string, header http.Header) *reply {
	r := &reply{}
	req, err := http.NewRequestWithContext(ctx, method, loc, nil)
	if err != nil {
		r.err = err
		return r
	}
	for key, values := range header {
		req.Header[key] = values
	}
	if req.Header.Get("Accept-Encoding") == "" {
		req.Header.Set("Accept-Encoding", "identity") // keeps the ETag and the length those of the file
	}
	req.Header.Set("User-Agent", c.o.Agent)
	res, err := c.http.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		r.err = err
		return r
	}
	defer res.Body.Close()
	r.status, r.header = res.StatusCode, res.Header
	if to := res.Header.Get("Location"); to != "" && res.StatusCode >= 300 && res.StatusCode < 400 {
		r.location, r.err = req.URL.Parse(to)
	}
	if method == http.MethodGet && res.StatusCode == http.StatusOK && r.err == nil {
		r.body, r.err = readLimited(res.Body)
		if r.err == nil {
			r.body, r.err = unpacked(r.body)
		}
	}
	return r
}

// mediaType returns the type of a Content-Type header, without parameters.
func mediaType(h http.Header) string {
	t, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		t, _, _ = strings.Cut(h.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(t))
}

var errLong = errors.New("it is longer than 50 MB")

func readLimited(in io.Reader) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	if err == nil && len(b) > mostBytes {
		err = errLong
	}
	return b, err
}

// unpacked returns a file without the compression of gzip.
func unpacked(file []byte) ([]byte, error) {
	if !bytes.HasPrefix(file, []byte{0x1f, 0x8b}) {
		return file, nil
	}
	in, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	return readLimited(in)
}
