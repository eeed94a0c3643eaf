package notify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/finished/linkcheck"
)

// Options configures how to send. The zero value is useful.
type Options struct {
	linkcheck.Requests     // Timeout is 30 seconds by default, and Patience 2 minutes
	Tries              int // maximum number of attempts if a server asks to wait or fails; default 5
}

// mostReply is the maximum number of bytes read of an answer.
const mostReply = 1 << 20

// poster sends requests and repeats those that may succeed later.
type poster struct {
	o    Options
	http http.Client
}

func newPoster(o Options) *poster {
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.Tries = cmp.Or(o.Tries, 5)
	o.Patience = cmp.Or(o.Patience, 2*time.Minute)
	p := &poster{http: o.Client()}
	p.o = o
	return p
}

// reply is an answer: a status, or the reason why there is none.
type reply struct {
	status int
	body   []byte
	why    string // reason why there is no answer
	wait   time.Duration
}

// trouble returns the error of a reply if it has the same meaning for all services: no answer, rate limit or server
// error; else "".
func (r reply) trouble() string {
	switch {
	case r.status == 0:
		return r.why
	case r.status == http.StatusTooManyRequests && r.wait > 0:
		return fmt.Sprintf("rate limited (429 Too Many Requests); retry after %s", r.wait)
	case r.status == http.StatusTooManyRequests || r.status >= 500:
		return fmt.Sprintf("it returned %d %s", r.status, http.StatusText(r.status))
	}
	return ""
}

// post sends a text. If a server is busy or fails, it retries after the time that the server asks for, or else after 1,
// 2, 4 … seconds. If a server asks for more than Patience, it returns that answer.
func (p *poster) post(ctx context.Context, address, contentType string, body []byte) reply {
	for try := 1; ; try++ {
		r := p.once(ctx, address, contentType, body)
		if ctx.Err() != nil || try == p.o.Tries || r.status != 0 && r.status != http.StatusTooManyRequests && r.status < 500 {
			return r
		}
		if r.wait > p.o.Patience {
			return r
		}
		wait := r.wait
		if wait == 0 {
			wait = min(time.Second<<(try-1), p.o.Patience)
		}
		if p.o.Sleep(ctx, wait) != nil {
			return r
		}
	}
}

func (p *poster) once(ctx context.Context, address, contentType string, body []byte) reply {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(string(body)))
	if err != nil {
		return reply{why: err.Error()}
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("User-Agent", p.o.Agent)
	res, err := p.http.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the URL, which may contain
		}
		return reply{why: "it cannot be reached: " + err.Error()}
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, mostReply))
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return reply{why: "its answer broke off: " + err.Error()}
	}
	return reply{status: res.StatusCode, body: text, wait: linkcheck.RetryAfter(res.Header.Get("Retry-After"), p.o.Now)}
}

// excerpt returns the beginning of an answer for messages.
func (r reply) excerpt() string {
	const most = 200
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(r.body[:min(len(r.body), 4*most)]), "")), " ")
	if cut := []rune(text); len(cut) > most {
		text = string(cut[:most]) + "…"
	}
	if text == "" {
		return ""
	}
	return ": " + text
}

// CheckKey checks that the key file for IndexNow exists and contains the key. It returns the problem, or "".
func CheckKey(ctx context.Context, i IndexNow, o Options) string {
	p := newPoster(o)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, i.KeyLocation, nil)
	if err != nil {
		return err.Error()
	}
	req.Header.Set("User-Agent", p.o.Agent)
	res, err := p.http.Do(req)
	if err != nil {
		return "it cannot be reached"
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return "it returned " + fmt.Sprintf("%d %s", res.StatusCode, http.StatusText(res.StatusCode))
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, 4<<10))
	if err != nil || strings.TrimSpace(string(text)) != i.Key {
		return "it does not contain the key"
	}
	return ""
}
