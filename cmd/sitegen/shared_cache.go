package main

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/sharedcache"
)

// Environment variables of the shared cache. Flags override the first two. The key and the token are no flags, because
// other users of a machine can read the flags of a process.
const (
	sharedCacheURL   = "SITEGEN_REMOTE_CACHE"
	sharedCacheWrite = "SITEGEN_REMOTE_CACHE_WRITE"
	sharedCacheKey   = "SITEGEN_REMOTE_CACHE_KEY"
	sharedCacheToken = "SITEGEN_REMOTE_CACHE_TOKEN"
)

// sharedCache returns the options of the cache that machines share.
func (a *app) sharedCache() (project.SharedCache, error) {
	s := project.SharedCache{
		URL: cmp.Or(a.flags.remoteCache, a.getenv(sharedCacheURL)), Write: a.flags.remoteCacheWrite,
		Key: a.getenv(sharedCacheKey), Token: a.getenv(sharedCacheToken),
		Access: bucket.FromEnvironment(a.getenv),
	}
	if s.URL != "" {
		if err := sharedcache.CheckURL(s.URL, s.Access); err != nil {
			return s, err
		}
	}
	if v := a.getenv(sharedCacheWrite); v != "" && !s.Write {
		write, err := strconv.ParseBool(v)
		if err != nil {
			return s, fmt.Errorf("%s must be true or false, not %q", sharedCacheWrite, v)
		}
		s.Write = write
	}
	return s, nil
}
