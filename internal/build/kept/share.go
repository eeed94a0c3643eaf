package kept

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/store/archive"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/store/sharedcache"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// Sets of the shared cache.
const (
	bodySet   = "bodies"
	blobSet   = "blobs" // formulas and highlighted blocks
	termSet   = "terms" // words of pages for the search index
	listSet   = "lists" // search indexes
	outputSet = "outputs"
	imageSet  = "images"
	textSet   = "texts" // of pages, for the excerpts of the search; only of shards
)

// Limits of what is fetched and shared.
const (
	cheapBodies = 32        // missing bodies that are rendered, which takes less time than a request
	cheapTerms  = 32        // missing terms of pages that are read from the pages, likewise
	blindBlobs  = 32        // missing blobs in a build whose cache is not empty: most of them are new
	mostBlobs   = 128 << 20 // bytes of blobs that other machines may need
	smallFrame  = 128 << 10 // bytes that are read at once, unpacked, of sets of which an edit needs few entries
	largeFrame  = 1 << 20   // the same of sets of which it needs some
)

// OpenShared opens the cache that machines share, and fills an empty cache with its records. Whatever else the build
// lacks is fetched when it is needed.
func (m *Memo) OpenShared(ctx context.Context, p *project.Project) {
	if p.SharedCache() == "" || !p.Part.Whole() || m.Shards != nil || m.Store == nil || m.Store.Off() != "" {
		return
	}
	shared := sharedcache.Open(ctx, sharedOptions(p))
	m.Shared = shared
	if m.Store.Empty() {
		all := shared.Records()
		for _, name := range []string{rendersRecord, changesRecord} {
			parts, ok := all[name]
			if !ok {
				continue
			}
			w := m.Store.NewRecord(name)
			for _, part := range parts {
				w.Add(part)
			}
			w.End()
		}
	}
	put := func(k cache.Key, data []byte) { m.Store.Put(k, data) }
	m.Store.Behind(
		shared.Set(sharedcache.SetOptions{Name: bodySet, Cheap: cheapBodies, Put: put}),
		shared.Set(sharedcache.SetOptions{Name: blobSet, Blind: blindBlobs, Put: put}),
		shared.Set(sharedcache.SetOptions{Name: termSet, Cheap: cheapTerms, Put: put}),
		shared.Set(sharedcache.SetOptions{Name: listSet, Put: put}))
}

// sharedOptions returns the options of the cache that machines share.
func sharedOptions(p *project.Project) sharedcache.Options {
	o := p.Options.Shared
	if o.URL == "" {
		o.Token = "" // it is for the server that the user named, not for one that the project names
	}
	return sharedcache.Options{
		URL: p.SharedCache(), Token: o.Token, Access: o.Access, Key: o.Key,
		Timeout: p.Config.Cache.RemoteTimeout,
		Site:    fmt.Sprintf("%q %q %q %q", p.Options.Version, format, p.Config.BaseURL, p.Config.Environment),
	}
}

// Limits of shards in the cache that machines share. A build can do without a cache, but not without a shard.
const (
	shardTime  = 10       // times the time limit of a cache
	shardBytes = 16 << 30 // of packs, unpacked
)

// RemoteShards returns the store through which machines hand over the shards of a build; ok is false if there is none.
// A shard can be found only with the same clock, so builds at the same time don't disturb each other.
func RemoteShards(ctx context.Context, p *project.Project) (r shard.Remote, ok bool) {
	return shard.Remote{
		State: p.StateDir(), Records: []string{rendersRecord},
		Sets: []string{outputSet, bodySet, blobSet, termSet, listSet, textSet},
		Cache: func(number int) *sharedcache.Cache {
			o := sharedOptions(p)
			o.Site += fmt.Sprintf(" shard %d %d", number, p.Options.Clock.UnixNano())
			o.Timeout, o.Most = shardTime*cmp.Or(o.Timeout, sharedcache.DefaultTimeout), shardBytes
			o.Afresh = true // else a damaged shard would stay damaged when its build runs again
			return sharedcache.Open(ctx, o)
		},
	}, p.SharedCache() != ""
}

// OmitBodies removes bodies, and returns the keys of their texts.
func (m *Memo) OmitBodies(names []string) []cache.Key {
	var keys []cache.Key
	for _, name := range names {
		if b := m.Bodies[name]; b != nil {
			keys = append(keys, texts.Key(name, b.Hash()))
			delete(m.Bodies, name)
		}
	}
	return keys
}

// LeaveShard writes a finished shard, without some blobs, into the cache that machines share, and returns what the
// summary says about that.
func (m *Memo) LeaveShard(r shard.Remote, part shard.Part, omitted []cache.Key) (string, error) {
	bodies, outputs := m.bodyKeys(), m.outputKeys()
	terms, lists, texts := m.searchKeys()
	others := without(m.Store.Keys(), slices.Concat(bodies, outputs, terms, lists, texts, omitted))
	c := r.Cache(part.Number)
	defer c.Close()
	err := r.Leave(c, m.Store, part, []sharedcache.Offer{
		{Set: outputSet, Keys: outputs, Read: m.Store.Blob, Frame: largeFrame},
		{Set: bodySet, Keys: bodies, Read: m.Store.Blob, Frame: largeFrame},
		{Set: blobSet, Keys: others, Read: m.Store.Blob},
		{Set: termSet, Keys: terms, Read: m.Store.Blob},
		{Set: listSet, Keys: lists, Read: m.Store.Blob},
		{Set: textSet, Keys: texts, Read: m.Store.Blob},
	})
	return reported(c), err
}

// SharedOutputs returns the source of outputs for the archive; nil if machines share no cache.
func (m *Memo) SharedOutputs() func(put func(cache.Key, []byte)) cache.Source {
	if m.Shared == nil {
		return nil
	}
	return func(put func(cache.Key, []byte)) cache.Source {
		return m.Shared.Set(sharedcache.SetOptions{Name: outputSet, Put: put})
	}
}

// sharedImages returns a function that fetches finished images into a folder; nil if machines share no cache.
func (m *Memo) sharedImages(dir string) func(picture.Key) bool {
	if m.Shared == nil {
		return nil
	}
	set := m.Shared.Set(sharedcache.SetOptions{Name: imageSet, Put: func(k cache.Key, data []byte) {
		if os.MkdirAll(dir, 0o777) == nil {
			_ = atomicfile.Write(imageFile(dir, k), data) // else it is made
		}
	}})
	return func(k picture.Key) bool { return set.Fetch(cache.Key(k)) }
}

func imageFile(dir string, k cache.Key) string { return filepath.Join(dir, picture.Key(k).String()) }

// Share writes what this machine keeps to the cache that machines share, if it may, and returns what the summary says
// about that cache; "" if there is none. The cache on disk must be written before.
func (m *Memo) Share(p *project.Project) string {
	if m.Shared == nil {
		return reported(m.Shards.Caches()...)
	}
	m.Store.Behind() // else entries that the store has would be fetched and written back
	if p.Options.Shared.Write && m.Store.Off() == "" && m.Table != nil {
		m.publish(p)
	}
	return reported(m.Shared)
}

// reported returns what the summary says about caches.
func reported(caches ...*sharedcache.Cache) string {
	var read, written sharedcache.Traffic
	var problems, said []string
	for _, c := range caches {
		r, w, found := c.Report()
		read.Add(r)
		written.Add(w)
		problems = append(problems, found...)
	}
	for _, t := range []struct {
		did string
		sharedcache.Traffic
	}{{"read", read}, {"wrote", written}} {
		if t.Requests > 0 {
			said = append(said, fmt.Sprintf("%s %s in %s", t.did, words.Bytes(t.Bytes),
				words.Count(t.Requests, "request")))
		}
	}
	if len(problems) > 0 {
		slices.Sort(problems)
		said = append(said, "not complete: "+strings.Join(slices.Compact(problems), "; "))
	}
	return strings.Join(said, "; ")
}

// publish writes records and entries.
func (m *Memo) publish(p *project.Project) {
	var records []sharedcache.Record
	for _, name := range []string{rendersRecord, changesRecord} {
		data, ok := m.Store.Record(name)
		if !ok {
			return // the cache could not be written
		}
		records = append(records, sharedcache.Record{Name: name, Data: data})
	}
	outputs := archive.Open(archive.Folder(p.StateDir()), p.Options.Jobs)
	if outputs == nil {
		return // another process uses it
	}
	defer outputs.Close()
	bodies := m.bodyKeys()
	terms, lists, texts := m.searchKeys()
	others := without(m.Store.Keys(), slices.Concat(bodies, terms, lists, texts))
	m.Shared.Publish(records, []sharedcache.Offer{
		{Set: outputSet, Keys: m.outputKeys(), Read: outputs.Blob},
		m.images(imagesDir(p)),
		{Set: blobSet, Keys: others, Read: m.Store.Blob, Most: mostBlobs},
		{Set: termSet, Keys: terms, Read: m.Store.Blob, Most: mostBlobs, Frame: smallFrame},
		{Set: listSet, Keys: lists, Read: m.Store.Blob, Most: mostBlobs, Frame: smallFrame},
		{Set: bodySet, Keys: bodies, Read: m.Store.Blob, Frame: largeFrame},
	})
}

// bodyKeys returns the keys of the texts of all bodies, by name.
func (m *Memo) bodyKeys() []cache.Key {
	var list []cache.Key
	for _, name := range slices.Sorted(maps.Keys(m.Bodies)) {
		list = append(list, texts.Key(name, m.Bodies[name].Hash()))
	}
	return list
}

// searchKeys returns the keys of the terms of pages, by name, of the indexes that are made of them, as far as this
// machine has them, and of the texts of pages for excerpts. The texts are not shared, since the outputs have them twice
// already: in the pages, and in the excerpt files.
func (m *Memo) searchKeys() (terms, lists, texts []cache.Key) {
	for _, name := range slices.Sorted(maps.Keys(m.Beside)) {
		r := m.Beside[name]
		if r.Terms != nil {
			terms = append(terms, r.Terms.Key())
		}
		if r.Texts.Size > 0 {
			texts = append(texts, r.Texts.Key())
		}
		lists = append(lists, r.Index.Keys(m.Store)...)
	}
	return terms, lists, texts
}

// outputKeys returns the keys of all outputs, by path.
func (m *Memo) outputKeys() []cache.Key {
	var all []task.Written
	for _, r := range m.Records {
		all = append(all, r.Outputs...)
	}
	for _, r := range m.Beside {
		all = append(all, r.Outputs...)
	}
	slices.SortFunc(all, func(a, b task.Written) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Size, b.Size), cmp.Compare(a.Hash, b.Hash))
	})
	list := make([]cache.Key, len(all))
	for i, o := range all {
		list[i] = archive.Key(o.File, o.Size, o.Hash)
	}
	return slices.Compact(list)
}

// images offers the finished images: those in the folder, and those that the site shows.
func (m *Memo) images(dir string) sharedcache.Offer {
	names := map[string]bool{}
	if entries, err := os.ReadDir(dir); err == nil {
		for _, e := range entries {
			names[e.Name()] = true
		}
	}
	for _, r := range m.Records {
		for _, o := range r.Outputs {
			names[o.Made] = true
		}
	}
	offer := sharedcache.Offer{Set: imageSet, Read: func(k cache.Key) ([]byte, bool) {
		data, err := os.ReadFile(imageFile(dir, k))
		return data, err == nil
	}}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if k, ok := picture.KeyOf(name); ok {
			offer.Keys = append(offer.Keys, cache.Key(k))
		}
	}
	return offer
}

// without returns the keys of a list that are not in another one.
func without(list, others []cache.Key) []cache.Key {
	not := make(map[cache.Key]bool, len(others))
	for _, k := range others {
		not[k] = true
	}
	return slices.DeleteFunc(list, func(k cache.Key) bool { return not[k] })
}
