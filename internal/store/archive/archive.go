// Package archive keeps compressed copies of the outputs of builds in the cache folder. If a build finds the
// records of the previous build but not the output folder, it takes the outputs from the archive instead of
// rendering them again.
//
// An archive wraps the sink of a build: it stores every output that is added, and supplies outputs that the
// folder lacks. Each output is checked by its size and hash; a damaged or missing one is rendered again. The
// archive only saves time: if it cannot be read or written, the build continues without it.
package archive

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Limits of an archive.
const (
	Bytes  = 512 << 20 // on disk; what was unused longest goes first
	Builds = 10        // after which an output that none of them had is dropped
)

// largest limits the compressed size, in bytes, of an archived output that is written in parts.
const largest = 32 << 20

// version changes when the format of the archive does. The record that names the hash of an output already
// depends on the version of the program.
const version = "outputs 1"

// Key returns the blob key of an output, made from its path, its size, and the hash of its bytes.
func Key(path string, size int64, hash uint64) cache.Key {
	k := append([]byte("output\x00"), path...)
	return cache.KeyOf(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(k, uint64(size)), hash))
}

// Folder returns the folder of the archive in a state folder.
func Folder(state string) string { return filepath.Join(state, "outputs") }

// Options of Over.
type Options struct {
	Dir  string // folder of the archive, created if necessary; required
	Jobs int    // number of workers that use the sink; one per processor if 0
	// Source returns where outputs come from that the archive lacks; put adds one. nil: nowhere.
	Source func(put func(k cache.Key, data []byte)) cache.Source
	// SuppliesOnly leaves out what the sink receives: the archive contains only what came from Source.
	SuppliesOnly bool
	// Elsewhere has outputs that need no copy in the archive; nil: none.
	Elsewhere disk.Elsewhere
}

// Archive is an open archive.
type Archive struct {
	store *cache.Store
	enc   *zstd.Encoder
	dec   *zstd.Decoder
}

// Open opens the archive in a folder, which is created if necessary, for a number of workers; 0 means one per processor.
// It returns nil if the archive cannot be used. Call Close when done.
func Open(dir string, jobs int) *Archive {
	store := cache.Open(dir, version, cache.Options{Limit: Bytes, Age: Builds})
	if store.Off() != "" {
		return nil
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
		zstd.WithEncoderConcurrency(max(1, jobs)))
	dec, err2 := zstd.NewReader(nil, zstd.WithDecoderConcurrency(jobs), zstd.WithDecoderMaxMemory(1<<30))
	if errors.Join(err, err2) != nil {
		_ = store.Close()
		return nil
	}
	return &Archive{store, enc, dec}
}

// Close lets other builds use the archive. What was not committed is lost. It may be called more than once.
func (a *Archive) Close() {
	a.dec.Close()
	_ = a.store.Close()
}

// compressed is how blobs begin that are not the bytes of the output (RFC 8878 §3.1.1).
var compressed = []byte{0x28, 0xB5, 0x2F, 0xFD}

// Blob returns the bytes of an output by its key, without checking its size and hash.
func (a *Archive) Blob(k cache.Key) ([]byte, bool) {
	blob, ok := a.store.Blob(k)
	if !ok || !bytes.HasPrefix(blob, compressed) {
		return blob, ok
	}
	data, err := a.dec.DecodeAll(blob, nil)
	return data, err == nil
}

// Put archives the bytes of an output as they are, which takes less time than to compress them.
func (a *Archive) Put(k cache.Key, data []byte) {
	if bytes.HasPrefix(data, compressed) {
		data = a.enc.EncodeAll(data, nil)
	}
	a.store.Put(k, data)
}

// Over returns a sink that wraps out: it archives what out receives, and supplies outputs that out lacks. If the
// archive cannot be used, Over returns out.
func Over(out output.Sink, o Options) output.Sink {
	a := Open(o.Dir, o.Jobs)
	if a == nil {
		return out
	}
	if o.Source != nil {
		a.store.Behind(o.Source(a.Put))
	}
	return &archived{Sink: out, Archive: a, supplies: o.SuppliesOnly, elsewhere: o.Elsewhere}
}

// archived is a sink that adds an archive to another sink.
type archived struct {
	output.Sink
	*Archive
	supplies  bool // only
	elsewhere disk.Elsewhere
}

// Add takes a copy of rendered bytes.
func (a *archived) Add(path string, data []byte, by string) error {
	if err := a.Sink.Add(path, data, by); err != nil {
		return err
	}
	a.put(Key(path, int64(len(data)), xxhash.Sum64(data)), data)
	return nil
}

func (a *archived) put(key cache.Key, data []byte) {
	if !a.supplies && !a.store.Use(key) {
		a.store.Put(key, a.enc.EncodeAll(data, nil))
	}
}

// get returns an archived output, or nil if the archive lacks it.
func (a *archived) get(path string, size int64, hash uint64) []byte {
	blob, ok := a.store.Blob(Key(path, size, hash))
	if !ok {
		return nil
	}
	data := blob
	if bytes.HasPrefix(blob, compressed) {
		var err error
		if data, err = a.dec.DecodeAll(blob, make([]byte, 0, size)); err != nil {
			return nil
		}
	}
	if int64(len(data)) != size || xxhash.Sum64(data) != hash {
		return nil
	}
	return data
}

// Before returns the output of the previous build at path, from the output folder or the archive.
func (a *archived) Before(path string, size int64, hash uint64) []byte {
	if data := a.Sink.Before(path, size, hash); data != nil {
		return data
	}
	return a.get(path, size, hash)
}

// Keep reuses the output of the previous build at path, from the output folder or the archive.
func (a *archived) Keep(path string, size int64, hash uint64, by string) (bool, error) {
	key := Key(path, size, hash)
	if kept, err := a.Sink.Keep(path, size, hash, by); kept || err != nil {
		if kept && err == nil && !a.supplies && !a.store.Use(key) &&
			(a.elsewhere == nil || !a.elsewhere.Has(path, size, hash)) {
			if data := a.Sink.Before(path, size, hash); data != nil {
				a.put(key, data)
			}
		}
		return kept, err
	}
	if data := a.get(path, size, hash); data != nil {
		return true, a.Sink.Add(path, data, by)
	}
	return false, nil
}

// Create begins an output that is written in parts.
func (a *archived) Create(path, by string) output.Parts {
	if a.supplies {
		return a.Sink.Create(path, by)
	}
	p := &parts{Parts: a.Sink.Create(path, by), of: a, path: path}
	p.enc, _ = zstd.NewWriter(&p.kept, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
		zstd.WithEncoderConcurrency(1))
	return p
}

// parts archives an output that is written in parts, unless it is too large.
type parts struct {
	output.Parts
	of   *archived
	path string
	enc  *zstd.Encoder // nil: it is too large
	kept bytes.Buffer
}

// Write takes the next part.
func (p *parts) Write(data []byte) (int, error) {
	if p.enc != nil {
		_, _ = p.enc.Write(data) // into memory
		if p.kept.Len() > largest {
			p.enc, p.kept = nil, bytes.Buffer{}
		}
	}
	return p.Parts.Write(data)
}

// Close adds the output.
func (p *parts) Close() (size int64, hash uint64, err error) {
	size, hash, err = p.Parts.Close()
	if p.enc != nil && p.enc.Close() == nil && err == nil {
		p.of.store.Put(Key(p.path, size, hash), p.kept.Bytes())
	}
	return size, hash, err
}

// Commit commits the outputs and then the archive.
func (a *archived) Commit(ctx context.Context, jobs int) (disk.Changes, error) {
	changes, err := a.Sink.Commit(ctx, jobs)
	if err == nil {
		_ = a.store.Commit() // else it is as it was
	}
	a.Close()
	return changes, err
}

// Discard drops the outputs that were not committed.
func (a *archived) Discard() error {
	a.Close()
	return a.Sink.Discard()
}
