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

// Over returns a sink that wraps out: it archives in the folder dir what out receives, and supplies outputs
// that out lacks. The folder is created if necessary. jobs is the number of workers that use the sink; 0 means
// one per processor. If the archive cannot be used, Over returns out.
func Over(out output.Sink, dir string, jobs int) output.Sink {
	store := cache.Open(dir, version, cache.Options{Limit: Bytes, Age: Builds})
	if store.Off() != "" {
		return out
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
		zstd.WithEncoderConcurrency(max(1, jobs)))
	dec, err2 := zstd.NewReader(nil, zstd.WithDecoderConcurrency(jobs), zstd.WithDecoderMaxMemory(1<<30))
	if errors.Join(err, err2) != nil {
		_ = store.Close()
		return out
	}
	return &archived{Sink: out, store: store, enc: enc, dec: dec}
}

// archived is a sink that adds an archive to another sink.
type archived struct {
	output.Sink
	store *cache.Store
	enc   *zstd.Encoder
	dec   *zstd.Decoder
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
	if !a.store.Use(key) {
		a.store.Put(key, a.enc.EncodeAll(data, nil))
	}
}

// get returns an archived output, or nil if the archive lacks it.
func (a *archived) get(path string, size int64, hash uint64) []byte {
	blob, ok := a.store.Blob(Key(path, size, hash))
	if !ok {
		return nil
	}
	data, err := a.dec.DecodeAll(blob, make([]byte, 0, size))
	if err != nil || int64(len(data)) != size || xxhash.Sum64(data) != hash {
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
		if kept && err == nil && !a.store.Use(key) {
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
	a.end()
	return changes, err
}

// Discard drops the outputs that were not committed.
func (a *archived) Discard() error {
	a.end()
	return a.Sink.Discard()
}

// end lets other builds use the archive. It may be called more than once.
func (a *archived) end() {
	a.dec.Close()
	_ = a.store.Close() // nothing of it is wanted that was not committed
}
