package config

import (
	"net/url"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Cache is the cache that machines share.
type Cache struct {
	Remote        string        // URL of the store; "" (default): none
	RemoteTimeout time.Duration // for all that is read, and for all that is written; default 10 s
}

// readCache reads [cache].
func readCache(r reader) Cache {
	c := Cache{RemoteTimeout: 10 * time.Second}
	s := r.sub("cache")
	s.str("remote", &c.Remote)
	s.duration("remoteTimeout", &c.RemoteTimeout, time.Second)
	if c.Remote != "" && !isStore(c.Remote) {
		p := s.problem("remote", diag.Error, "cache.remote is not the URL of a store") // it may contain a password
		p.Rule = "config-value"
		p.Hint = "use s3://bucket/prefix, file:///folder, http://host/path, or https://host/path"
		c.Remote = ""
	}
	return c
}

// isStore reports whether sharedcache.Open accepts a URL.
func isStore(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "file":
		return (u.Host == "" || u.Host == "localhost") && strings.HasPrefix(u.Path, "/")
	case "s3": // credentials come from the environment
		return u.Host != "" && u.User == nil && u.Port() == "" && u.RawQuery == "" && u.Fragment == ""
	case "http", "https":
		return u.Host != ""
	}
	return false
}
