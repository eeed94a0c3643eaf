package shard

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/store/archive"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/store/sharedcache"
)

// Rule is the rule of all messages about shards.
const Rule = "shard"

// Joined are all shards of a site, in order.
type Joined struct {
	shards  []*folder
	caches  []*sharedcache.Cache // that they are read from; nil: folders
	fetched string               // folder for what is read from caches; "": none
}

// folder is one shard.
type folder struct {
	Part
	State
	dir   string
	store *cache.Store
	cache *sharedcache.Cache // nil: a folder
}

// Open opens the shards in folders. A folder is a shard, or contains folders of shards. Together they must be all
// shards of a site, each once; else the error is a diag.List. The caller must call Close.
func Open(dirs ...string) (*Joined, error) {
	j := &Joined{}
	var found diag.List
	for _, dir := range dirs {
		all, err := within(dir)
		if err != nil {
			found = append(found, complaint(fmt.Sprintf("the shards in %s cannot be read: %v", dir, diag.Cause(err)),
				"name the folders of the shards"))
		}
		for _, dir := range all {
			f := open(dir)
			if f == nil {
				found = append(found, complaint(dir+" does not hold a finished shard of this version of sitegen",
					"run its build again: it failed, was killed, or is not done yet"))
				continue
			}
			j.shards = append(j.shards, f)
		}
	}
	if len(found) == 0 && len(j.shards) == 0 {
		found = diag.List{complaint("no shards found in "+strings.Join(dirs, ", "),
			"build them with --shard, and bring their folders here")}
	} else if len(found) == 0 {
		found = j.complete("run their builds again, and bring their folders here")
	}
	if len(found) > 0 {
		return nil, errors.Join(found, j.Close())
	}
	return j, nil
}

func complaint(message, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: Rule, Message: message, Hint: hint}
}

// within lists the folders in dir if it contains nothing else; otherwise dir itself is a shard.
func within(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, e := range entries {
		if !e.IsDir() {
			return []string{dir}, nil
		}
		all = append(all, filepath.Join(dir, e.Name()))
	}
	return all, nil
}

// open opens a shard; nil if the folder has none.
func open(dir string) *folder {
	f := &folder{dir: dir, store: cache.Open(dir, version, cache.Options{ReadOnly: true})}
	if !f.read() {
		_ = f.store.Close()
		return nil
	}
	return f
}

// read reads the record of a shard, and reports whether its store has one.
func (f *folder) read() bool {
	data, ok := f.store.Record(record)
	body, err := codec.Unseal(format, data)
	r := codec.NewReader(body)
	f.Part = Part{Number: r.Int(), Of: r.Int()}
	f.State = loadState(r)
	return ok && err == nil && r.End() == nil && f.Check() == nil
}

// complete sorts the shards and reports those that are missing, with a hint, duplicated, or of another number of
// shards.
func (j *Joined) complete(hint string) (found diag.List) {
	slices.SortStableFunc(j.shards, func(a, b *folder) int { return a.Number - b.Number })
	first := j.shards[0]
	by := map[int]*folder{}
	for _, f := range j.shards {
		if f.Of != first.Of {
			return diag.List{complaint(fmt.Sprintf("%s is shard %s and %s is shard %s: they belong to different numbers of shards", first.dir, first.Part, f.dir, f.Part), "remove those of an earlier build")}
		}
		if other := by[f.Number]; other != nil {
			found = append(found, complaint(fmt.Sprintf("shard %s exists twice: %s and %s", f.Part, other.dir, f.dir),
				"remove one of them"))
		}
		by[f.Number] = f
	}
	var missing []string
	for n := range first.Of {
		if by[n+1] == nil {
			missing = append(missing, strconv.Itoa(n+1))
		}
	}
	if len(missing) > 0 {
		found = append(found, complaint(fmt.Sprintf("missing shards of %d: %s", first.Of, strings.Join(missing, ", ")), hint))
	}
	return found
}

// Check reports the shards that were built from other inputs than those of the build that joins them.
func (j *Joined) Check(now *State) (found diag.List) {
	for _, f := range j.shards {
		if how := f.other(now); how != "" {
			found = append(found, complaint(fmt.Sprintf("shard %s in %s %s", f.Part, f.dir, how),
				"build and join all shards from the same files, with the same options, program and --clock"))
		}
	}
	return found
}

// Stores returns the stores of the shards, in order.
func (j *Joined) Stores() []*cache.Store {
	var all []*cache.Store
	for _, f := range j.shards {
		all = append(all, f.store)
	}
	return all
}

// Blob returns a blob that one of the shards has. j may be nil.
func (j *Joined) Blob(k cache.Key) ([]byte, bool) {
	if j != nil {
		for _, f := range j.shards {
			if data, ok := f.store.Blob(k); ok {
				return data, true
			}
		}
	}
	return nil, false
}

// Over returns a sink that keeps the outputs of the shards as if the build before had left them in out. j may be nil.
func (j *Joined) Over(out output.Sink) output.Sink {
	if j == nil {
		return out
	}
	return &over{out, j}
}

type over struct {
	output.Sink
	*Joined
}

// Keep keeps an output that the build before or a shard left under a path.
func (o *over) Keep(path string, size int64, hash uint64, by string) (bool, error) {
	if kept, err := o.Sink.Keep(path, size, hash, by); kept || err != nil {
		return kept, err
	}
	for _, f := range o.shards {
		if data, ok := f.store.Blob(archive.Key(path, size, hash)); ok && int64(len(data)) == size &&
			xxhash.Sum64(data) == hash {
			return true, o.Add(path, data, by)
		}
	}
	return false, nil
}

// Caches returns the caches that the shards are read from, for their reports. j may be nil.
func (j *Joined) Caches() []*sharedcache.Cache {
	if j == nil {
		return nil
	}
	return j.caches
}

// Close closes the shards. j may be nil.
func (j *Joined) Close() error {
	if j == nil {
		return nil
	}
	var errs []error
	for _, f := range j.shards {
		errs = append(errs, f.store.Close())
	}
	for _, c := range j.caches {
		c.Close()
	}
	if j.fetched != "" {
		errs = append(errs, os.RemoveAll(j.fetched))
	}
	return errors.Join(errs...)
}
