package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// maxBody is the maximum size of a response in bytes.
const maxBody = 256 << 20

// The pause between attempts grows from the first value to the last.
const (
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
)

// fetch sends a request, and repeats it while the server is temporarily unavailable.
func (s *Store) fetch(ctx context.Context, r Request) (*Response, error) {
	ctx, cancel := context.WithTimeout(ctx, s.o.Timeout)
	defer cancel()
	deadline, _ := ctx.Deadline()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		res, after, err := s.attempt(ctx, r)
		var status *StatusError
		if !errors.As(err, &status) || !passes(status.Code) {
			return res, err
		}
		wait := max(pause, after)
		if time.Now().Add(wait).After(deadline) {
			return nil, fmt.Errorf("%w, still after %s", err, s.o.Timeout)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// shown returns a URL for messages, without user, password, and query, which may contain a token.
func shown(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		head, _, _ := strings.Cut(raw, "?")
		return head
	}
	u.User, u.Fragment = nil, ""
	if u.RawQuery != "" {
		u.RawQuery = "…"
	}
	return u.String()
}

// hidden returns an error of net/http with its URL replaced by that for messages.
func hidden(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return fmt.Errorf("%s %q: %w", u.Op, shown(u.URL), u.Err)
	}
	return err
}

// passes reports whether a status code is temporary.
func passes(code int) bool {
	switch code {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// attempt sends the request once. after is the pause that the server asks for.
func (s *Store) attempt(ctx context.Context, r Request) (res *Response, after time.Duration, err error) {
	if r.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.Timeout)
		defer cancel()
	}
	var body io.Reader
	if r.Body != nil {
		body = bytes.NewReader(r.Body)
	}
	q, err := http.NewRequestWithContext(ctx, r.Method, r.URL, body)
	if err != nil {
		return nil, 0, hidden(err)
	}
	for name, values := range r.Headers {
		for _, v := range values {
			q.Header.Add(name, v)
		}
	}
	if q.Header.Get("User-Agent") == "" {
		q.Header.Set("User-Agent", "sitegen")
	}
	got, err := s.client.Do(q)
	if err != nil {
		return nil, 0, hidden(err)
	}
	defer got.Body.Close()
	data, err := io.ReadAll(io.LimitReader(got.Body, maxBody+1))
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("read %s: %w", shown(r.URL), err)
	case len(data) > maxBody:
		return nil, 0, fmt.Errorf("read %s: it has more than %d MiB", shown(r.URL), maxBody>>20)
	}
	if r.Method == http.MethodHead {
		data = nil
	}
	res = &Response{
		URL: r.URL, Method: r.Method, Code: got.StatusCode, Status: got.Status, Header: got.Header,
		ContentLength: got.ContentLength, Encoding: got.TransferEncoding, Body: data,
	}
	if ok := res.Code == http.StatusNotFound || res.Code/100 == 2; !ok {
		return nil, retryAfter(got.Header.Get("Retry-After")), &StatusError{res}
	}
	return res, 0, nil
}

// retryAfter reads the header of this name (RFC 9110 §10.2.3).
func retryAfter(text string) time.Duration {
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
