package shard

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/sharedcache"
)

// Remote is a store through which machines hand over their shards: each shard is a shared cache with the records and
// blobs that its folder would have.
type Remote struct {
	State   string                              // state folder of the project
	Records []string                            // names of the records, in addition to the shard's own
	Sets    []string                            // names of the sets of blobs
	Cache   func(number int) *sharedcache.Cache // opens the cache of a shard
}

// mostRemote is the number of shards that a store can have. It bounds what a store without a key makes a build do.
const mostRemote = 10_000

// inStore is where messages say that a shard is.
const inStore = "the remote cache"

// Leave writes a finished shard, which is the store s, into its cache c. what has its blobs, by set.
func (r Remote) Leave(c *sharedcache.Cache, s *cache.Store, p Part, what []sharedcache.Offer) error {
	var records []sharedcache.Record
	for _, name := range append([]string{record}, r.Records...) {
		data, _ := s.Record(name)
		records = append(records, sharedcache.Record{Name: name, Data: data})
	}
	if c.Publish(records, what) {
		return nil
	}
	_, _, problems := c.Report()
	return diag.List{complaint(fmt.Sprintf("shard %s could not be written to %s: %s", p, inStore,
		strings.Join(problems, "; ")), "run the build again; for more time, raise cache.remoteTimeout")}
}

// Fetch opens the shards that machines left in the store. It reads their records; blobs are read when they are needed,
// into a folder that Close removes. The first shard says how many there are.
func (r Remote) Fetch(ctx context.Context) (*Joined, error) {
	j := &Joined{fetched: filepath.Join(r.State, "fetched")}
	if err := errors.Join(disk.MakeState(r.State), os.RemoveAll(j.fetched)); err != nil {
		return nil, fmt.Errorf("make the folder for shards: %w", err)
	}
	var found diag.List
	add := func(numbers ...int) {
		list, _ := par.Map(ctx, 0, numbers, func(_ context.Context, n int) (*folder, error) {
			return r.fetch(filepath.Join(j.fetched, strconv.Itoa(n)), n), nil
		})
		for i, f := range list {
			j.caches = append(j.caches, f.cache)
			switch _, _, problems := f.cache.Report(); {
			case f.Number == numbers[i]:
				j.shards = append(j.shards, f)
			case len(problems) > 0:
				found = append(found, complaint(fmt.Sprintf("shard %d cannot be read from %s: %s", numbers[i], inStore,
					strings.Join(problems, "; ")), "run its build again"))
			case numbers[i] == 1:
				found = append(found, complaint("shard 1 is not in "+inStore,
					"build all shards with --remoteCache, --remoteCacheWrite, and the same --clock, --baseURL, and --environment"))
			}
		}
	}
	add(1)
	if len(j.shards) == 1 && j.shards[0].Of <= mostRemote {
		var others []int
		for n := 2; n <= j.shards[0].Of; n++ {
			others = append(others, n)
		}
		add(others...)
	}
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	if len(found) == 0 {
		found = j.complete("run their builds again")
	}
	if len(found) > 0 {
		return nil, errors.Join(found, j.Close())
	}
	return j, nil
}

// fetch opens a shard, with a store in a folder. If the store does not have it, its Number is 0.
func (r Remote) fetch(dir string, number int) *folder {
	f := &folder{dir: inStore, cache: r.Cache(number)}
	all := f.cache.Records()
	f.store = cache.Open(dir, version, cache.Options{Limit: math.MaxInt64})
	for _, name := range append([]string{record}, r.Records...) {
		w := f.store.NewRecord(name)
		for _, part := range all[name] {
			w.Add(part)
		}
		w.End()
	}
	if len(all) > 0 && (!f.read() || f.Number != number) {
		f.Part = Part{}
	}
	var behind []cache.Source
	for _, name := range r.Sets {
		behind = append(behind, f.cache.Set(sharedcache.SetOptions{
			Name: name, Put: func(k cache.Key, data []byte) { f.store.Put(k, data) },
		}))
	}
	f.store.Behind(behind...)
	return f
}
