// Package linkcheck checks whether URLs on other servers respond. It is polite: one request at a time per host, with a
// pause in between, HEAD before GET, waiting when a server asks for it, and no requests for recent answers.
//
// It is the only package that opens connections for a check, and it is called only if a user asked for that.
package linkcheck

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/par"
)

// Options configures the requests. The zero value is polite.
type Options struct {
	Requests
	Hosts int           // number of hosts in parallel; default 8
	Pause time.Duration // between two requests to a host; default 1 second
	Cache *Cache        // earlier answers, used according to Now; new ones are added; nil: none
}

// Requests says how a program sends requests.
type Requests struct {
	Agent    string        // User-Agent header
	Timeout  time.Duration // of one request; default 20 seconds
	Patience time.Duration // maximum wait that a server may ask for (Retry-After); default 1 minute
	Now      time.Time     // reference time for dates of servers; zero: they are not compared with it

	Transport http.RoundTripper                                // default: http.DefaultTransport
	Sleep     func(ctx context.Context, d time.Duration) error // waits; default: with a timer
}

// Client sets the defaults, and returns a client that does not follow redirects.
func (r *Requests) Client() http.Client {
	r.Timeout = cmp.Or(r.Timeout, 20*time.Second)
	r.Patience = cmp.Or(r.Patience, time.Minute)
	if r.Sleep == nil {
		r.Sleep = sleep
	}
	return http.Client{
		Transport: r.Transport, Timeout: r.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// sleep waits, or returns the error of the context.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Answer is the result for a URL. The zero Answer means that the page exists.
type Answer struct {
	Dead   string `json:"dead,omitempty"`   // reason why it does not exist
	Moved  string `json:"moved,omitempty"`  // new URL, if it moved permanently
	Unsure string `json:"unsure,omitempty"` // reason why the result is unknown
}

// mostHops is the maximum number of redirects to follow.
const mostHops = 10

// tries is the maximum number of requests for a URL if its server asks to wait.
const tries = 3

// Ask checks URLs (http or https, without fragments) and returns the answers in the same order. The error is that of
// the context.
func Ask(ctx context.Context, urls []string, o Options) ([]Answer, error) {
	o.Hosts = cmp.Or(o.Hosts, 8)
	o.Pause = cmp.Or(o.Pause, time.Second)
	answers := make([]Answer, len(urls))
	type host struct{ of []int } // indexes into urls
	var hosts []*host
	byName := map[string]*host{}
	for i, raw := range urls {
		if a, ok := o.Cache.fresh(raw, o.Now); ok {
			answers[i] = a
			continue
		}
		u, err := url.Parse(raw)
		if err != nil || u.Host == "" {
			answers[i] = Answer{Dead: "it is not a valid URL"}
			continue
		}
		name := strings.ToLower(u.Host)
		if byName[name] == nil {
			byName[name] = &host{}
			hosts = append(hosts, byName[name])
		}
		byName[name].of = append(byName[name].of, i)
	}
	// start with the longest queue, which takes the most time
	slices.SortStableFunc(hosts, func(a, b *host) int { return len(b.of) - len(a.of) })
	_, err := par.Map(ctx, o.Hosts, hosts, func(ctx context.Context, h *host) (struct{}, error) {
		return struct{}{}, askHost(ctx, urls, h.of, answers, o)
	})
	if err != nil {
		return nil, err
	}
	for _, h := range hosts {
		for _, i := range h.of {
			o.Cache.add(urls[i], answers[i], o.Now)
		}
	}
	return answers, nil
}

// askHost requests all URLs of one host, one after the other.
func askHost(ctx context.Context, urls []string, of []int, answers []Answer, o Options) error {
	c := client{http: o.Client()}
	c.o = o
	for n, i := range of {
		if c.tired != "" {
			answers[i] = Answer{Unsure: c.tired}
			continue
		}
		if n > 0 {
			if err := o.Sleep(ctx, o.Pause); err != nil {
				return err
			}
		}
		var err error
		if answers[i], err = c.ask(ctx, urls[i]); err != nil {
			return err
		}
	}
	return nil
}

// client sends the requests to one host.
type client struct {
	o     Options
	http  http.Client
	tired string // reason why the host gets no more requests
}

// ask requests a URL and follows its redirects. The error is that of the context.
func (c *client) ask(ctx context.Context, raw string) (Answer, error) {
	at, forGood := raw, true
	for range mostHops {
		res, err := c.request(ctx, at)
		if ctx.Err() != nil {
			return Answer{}, ctx.Err()
		}
		if err != nil {
			return failure(err), nil
		}
		location := res.Header.Get("Location")
		if res.StatusCode < 300 || res.StatusCode >= 400 || location == "" {
			return c.verdict(res, raw, at, forGood), nil
		}
		next, err := res.Request.URL.Parse(location)
		if err != nil || next.Scheme != "http" && next.Scheme != "https" {
			return Answer{Dead: fmt.Sprintf("with a redirect to %q, which is not a page", location)}, nil
		}
		next.Fragment = ""
		forGood = forGood && (res.StatusCode == http.StatusMovedPermanently || res.StatusCode == http.StatusPermanentRedirect)
		at = next.String()
		if at == raw {
			return Answer{Dead: "with redirects in a circle"}, nil
		}
	}
	return Answer{Dead: fmt.Sprintf("with more than %d redirects", mostHops)}, nil
}

// verdict returns the answer for a status.
func (c *client) verdict(res *http.Response, raw, at string, forGood bool) Answer {
	status := fmt.Sprintf("%d %s", res.StatusCode, http.StatusText(res.StatusCode))
	switch code := res.StatusCode; {
	case code < 400 && at != raw && forGood:
		return Answer{Moved: at}
	case code < 400:
		return Answer{}
	case code == http.StatusNotFound, code == http.StatusGone:
		return Answer{Dead: status}
	case code == http.StatusTooManyRequests:
		c.tired = "its server asks to come back later"
	}
	return Answer{Unsure: status} // many servers reject robots with other codes
}

// failure returns the answer for an error.
func failure(err error) Answer {
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	var timeout interface{ Timeout() bool }
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return Answer{Dead: "nothing: the host does not exist"}
	case errors.As(err, &cert):
		return Answer{Dead: "with a certificate that is not valid"}
	case errors.As(err, &timeout) && timeout.Timeout():
		return Answer{Unsure: "the server took too long"}
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return Answer{Unsure: err.Error()}
}

// request sends HEAD, and then GET if the server returns an error. It waits as long as the server asks for, up to
// Patience.
func (c *client) request(ctx context.Context, at string) (*http.Response, error) {
	for try := 1; ; try++ {
		res, err := c.once(ctx, http.MethodHead, at)
		if err == nil && res.StatusCode >= 400 && !later(res.StatusCode) {
			if err := c.o.Sleep(ctx, c.o.Pause); err != nil {
				return nil, err
			}
			res, err = c.once(ctx, http.MethodGet, at)
		}
		if err != nil || !later(res.StatusCode) || try == tries {
			return res, err
		}
		wait := RetryAfter(res.Header.Get("Retry-After"), c.o.Now)
		if wait > c.o.Patience {
			return res, nil
		}
		if err := c.o.Sleep(ctx, max(wait, c.o.Pause)); err != nil {
			return nil, err
		}
	}
}

func later(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// RetryAfter parses a Retry-After header: seconds or a date (RFC 9110 §10.2.3); 0 if it is neither.
func RetryAfter(value string, now time.Time) time.Duration {
	if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 1<<20 {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil && !now.IsZero() {
		return max(0, at.Sub(now))
	}
	return 0
}

func (c *client) once(ctx context.Context, method, at string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, at, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", c.o.Agent)
	req.Header.Set("Accept", "*/*")
	res, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	return res, res.Body.Close() // only the status counts
}
