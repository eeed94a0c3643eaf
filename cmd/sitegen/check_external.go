package main

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"time"

	"github.com/spf13/pflag"

	"github.com/sitegen/sitegen/internal/base/publicnet"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/finished/linkcheck"
)

// externalFlags are the flags for requests to other servers.
type externalFlags struct {
	on      bool
	cache   string
	hosts   int
	pause   time.Duration
	timeout time.Duration
	private bool
}

func (f *externalFlags) add(s *pflag.FlagSet) {
	s.BoolVar(&f.on, "external", false, "check the links to other sites by requesting them")
	s.StringVar(&f.cache, "external-cache", "", "`file` that keeps responses for a week, failures for a day")
	s.IntVar(&f.hosts, "external-hosts", 0,
		"`number` of hosts to contact at the same time, with one request each (default: 8)")
	s.DurationVar(&f.pause, "external-pause", 0, "`time` between two requests to a host (default: 1s)")
	s.DurationVar(&f.timeout, "external-timeout", 0, "maximum `time` to wait for a server (default: 20s)")
	s.BoolVar(&f.private, "external-private", false, "also check links to this machine and its network")
}

// asker returns the function that requests external URLs, or nil if that was not requested.
func (f *externalFlags) asker(now time.Time) func(context.Context, []string) ([]check.Answer, error) {
	if !f.on {
		return nil
	}
	return func(ctx context.Context, urls []string) ([]check.Answer, error) {
		cache, err := f.read()
		if err != nil {
			return nil, err
		}
		got, err := linkcheck.Ask(ctx, urls, linkcheck.Options{
			Requests: linkcheck.Requests{
				Transport: f.transport(), Timeout: f.timeout, Agent: "sitegen-check/" + version(), Now: now,
			},
			Hosts: f.hosts, Pause: f.pause, Cache: cache,
		})
		if err != nil {
			return nil, err
		}
		out := make([]check.Answer, len(got))
		for i, a := range got {
			out[i] = check.Answer(a)
		}
		return out, f.write(cache)
	}
}

// transport restricts requests to the public internet, unless a flag permits others, because the URLs come from
// texts of the site.
func (f *externalFlags) transport() http.RoundTripper {
	if f.private {
		return nil
	}
	return publicnet.Transport(http.DefaultTransport.(*http.Transport))
}

func (f *externalFlags) read() (*linkcheck.Cache, error) {
	if f.cache == "" {
		return nil, nil
	}
	in, err := os.Open(f.cache)
	if errors.Is(err, fs.ErrNotExist) {
		return linkcheck.NewCache(), nil
	}
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return linkcheck.ReadCache(in)
}

func (f *externalFlags) write(cache *linkcheck.Cache) error {
	if cache == nil {
		return nil
	}
	return writeFile(f.cache, cache.Write)
}
