// Package notify tells search engines and hubs which URLs of a site changed, through IndexNow, WebSub and Baidu's link
// submission.
//
// A Service receives the changes. Pending returns the changes that a service does not have yet. Send sends them in
// batches and records in the State what was accepted, so an interrupted run continues where it stopped. The package
// opens connections, like package linkcheck; Send is called only if a user asked for it.
package notify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Change is a URL that was added, changed or removed.
type Change struct {
	URL   string `json:"url"`
	Print string `json:"-"` // hash of the content, without white space; "" if the page was removed
}

// Site is the current state of a site, for Pending.
type Site struct {
	Now   []Change        // all URLs that may be sent
	Gone  []string        // removed URLs that the State may not contain
	Known map[string]bool // URLs of Now that did not change, for those that the State does not contain
}

// Service is a search engine or hub that accepts changed URLs.
type Service interface {
	// Name identifies the service, without white space; the State uses it as a key.
	Name() string
	// Gone reports whether the service accepts removed URLs.
	Gone() bool
	// send sends the first changes of a list and returns the result.
	send(ctx context.Context, p *poster, list []Change) outcome
}

// outcome is the result of one request.
type outcome struct {
	accepted []Change // of the list
	refused  []Refusal
	passed   int    // number of changes that are processed
	stop     string // reason to send nothing more now; "" to continue
	hint     string
}

// Refusal is a URL that a service did not accept.
type Refusal struct {
	URL string `json:"url"`
	Why string `json:"why"`
}

// Result is the result of Send.
type Result struct {
	Service  string    `json:"service"`
	Accepted int       `json:"accepted"`
	Left     int       `json:"left"` // not sent or not accepted; the next run sends them
	Refused  []Refusal `json:"refused,omitempty"`
	Stopped  string    `json:"stopped,omitempty"` // reason why some are left
	Hint     string    `json:"hint,omitempty"`
}

// Send sends changes to a service. After each accepted request it calls saved, which should save the State. The error
// is that of the context or of saved.
func Send(ctx context.Context, s Service, list []Change, state *State, o Options, saved func() error) (Result, error) {
	p := newPoster(o)
	res := Result{Service: s.Name()}
	for rest := list; len(rest) > 0; {
		out := s.send(ctx, p, rest)
		if err := ctx.Err(); err != nil {
			return res, err
		}
		res.Refused = append(res.Refused, out.refused...)
		if len(out.accepted) > 0 {
			res.Accepted += len(out.accepted)
			state.add(s.Name(), out.accepted)
			if err := saved(); err != nil {
				return res, err
			}
		}
		rest = rest[out.passed:]
		if out.stop != "" {
			res.Stopped, res.Hint = out.stop, out.hint
			break
		}
	}
	res.Left = len(list) - res.Accepted
	return res, nil
}

// Pending returns the changes that a service does not have yet: URLs that are new to it or have other content, and
// removed URLs, in order.
func Pending(s Service, site Site, state *State) []Change {
	told := state.told[s.Name()]
	var out []Change
	there := make(map[string]bool, len(site.Now))
	for _, c := range site.Now {
		there[c.URL] = true
		print, known := told[c.URL]
		if known && print != c.Print || !known && !site.Known[c.URL] {
			out = append(out, c)
		}
	}
	if s.Gone() {
		for url, print := range told {
			if !there[url] && print != gone {
				out = append(out, Change{URL: url})
			}
		}
		for _, url := range site.Gone {
			if _, known := told[url]; !known && !there[url] {
				out = append(out, Change{URL: url})
			}
		}
	}
	slices.SortFunc(out, func(a, b Change) int {
		return cmp.Or(strings.Compare(a.URL, b.URL),
			strings.Compare(a.Print, b.Print))
	})
	return slices.Compact(out)
}

// status returns a status code for messages.
func status(code int) string {
	if code == 0 {
		return "no answer"
	}
	return fmt.Sprint(code)
}
