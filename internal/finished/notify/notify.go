// Package notify tells search engines and hubs which addresses of a site changed: IndexNow, WebSub, and Baidu's
// link submission.
//
// A Service takes such messages. Pending says which of them it has not had, Send sends them, in
// batches, and notes in the State what was accepted, so that a run that was cut short goes on where it stopped. It
// opens connections, as package linkcheck does; nobody calls Send unless a person asked for that.
package notify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Change is an address that a message is about.
type Change struct {
	URL   string `json:"url"`
	Print string `json:"-"` // of what is there, without white space; "" when the page is gone
}

// Site is what there is to tell of.
type Site struct {
	Now   []Change        // all addresses that messages may be about
	Gone  []string        // addresses that are not, and were, as far as the State does not know
	Known map[string]bool // addresses of Now that did not change, as far as the State does not know
}

// Service takes messages about addresses.
type Service interface {
	// Name says who it is, without white space: the State goes by it.
	Name() string
	// Gone reports whether it wants to know which addresses are gone.
	Gone() bool
	// send tells it of the first of some changes, and returns how that went.
	send(ctx context.Context, p *poster, list []Change) outcome
}

// outcome is what became of one request.
type outcome struct {
	accepted []Change // of the list
	refused  []Refusal
	passed   int    // how many of the list are dealt with
	stop     string // why nothing more is to be sent now; "" to go on
	hint     string
}

// Refusal is an address that a service did not take.
type Refusal struct {
	URL string `json:"url"`
	Why string `json:"why"`
}

// Result is what became of the changes that a service was to get.
type Result struct {
	Service  string    `json:"service"`
	Accepted int       `json:"accepted"`
	Left     int       `json:"left"` // not sent, or not accepted: the next run sends them
	Refused  []Refusal `json:"refused,omitempty"`
	Stopped  string    `json:"stopped,omitempty"` // why some are left
	Hint     string    `json:"hint,omitempty"`
}

// Send tells a service of changes. saved is called with the State after each request that was accepted, in the
// middle of a run. The error is that of the context or of saved.
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

// Pending returns what a service has not been told: addresses that it does not know or knew with other content, and
// those that are gone, in order.
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

// status is an answer for people.
func status(code int) string {
	if code == 0 {
		return "no answer"
	}
	return fmt.Sprint(code)
}
