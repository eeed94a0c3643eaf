package sharedcache

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// Kinds of objects, as in Bazel's protocol: the name of a content-addressed object is the SHA-256 of its bytes.
const (
	content = "cas"
	action  = "ac"
)

// door is a way into a store. No call outlives its context.
type door interface {
	// get returns an object, or fs.ErrNotExist if there is none. Of one with more than most bytes it returns a few more.
	get(ctx context.Context, kind, name string, most int64) ([]byte, error)
	// has reports whether an object exists, and tells the store that it is used.
	has(ctx context.Context, kind, name string) (bool, error)
	put(ctx context.Context, kind, name string, data []byte) error
	close()
}

// doorOf returns the door of a URL.
func doorOf(address, token string) (door, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the URL of the remote cache is not valid") // the error would show a password in it
	}
	switch {
	case u.Scheme == "file" && (u.Host == "" || u.Host == "localhost") && strings.HasPrefix(u.Path, "/"):
		path := u.Path
		if len(path) > 2 && path[2] == ':' {
			path = path[1:] // file:///C:/cache
		}
		return folder(filepath.FromSlash(path)), nil
	case (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		return newServer(u, token), nil
	}
	return nil, fmt.Errorf("the remote cache must be file:///folder, http://host/path, or https://host/path, not a URL "+
		"with %q", u.Scheme+":")
}

// folder is a store on disk, such as one that several machines mount.
type folder string

func (d folder) file(kind, name string) string { return filepath.Join(string(d), kind, name) }

func (d folder) close() {}

// get reads a file.
func (d folder) get(ctx context.Context, kind, name string, most int64) ([]byte, error) {
	return unlessStuck(ctx, func() ([]byte, error) {
		if info, err := os.Stat(d.file(kind, name)); err != nil {
			return nil, plain(err)
		} else if !info.Mode().IsRegular() {
			return nil, fs.ErrNotExist
		}
		f, err := os.Open(d.file(kind, name))
		if err != nil {
			return nil, plain(err)
		}
		defer f.Close()
		return readAll(f, most)
	})
}

// has also sets the time of the file, so that files that are old are unused.
func (d folder) has(ctx context.Context, kind, name string) (bool, error) {
	return unlessStuck(ctx, func() (bool, error) {
		file := d.file(kind, name)
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			return false, nil
		}
		now := time.Now()
		_ = os.Chtimes(file, now, now) // else the store may delete it, and it is written again
		return true, nil
	})
}

// put writes a file in one step.
func (d folder) put(ctx context.Context, kind, name string, data []byte) error {
	_, err := unlessStuck(ctx, func() (bool, error) {
		if err := os.MkdirAll(filepath.Join(string(d), kind), 0o777); err != nil {
			return false, plain(err)
		}
		return true, plain(atomicfile.Write(d.file(kind, name), data))
	})
	return err
}

// unlessStuck calls fn, but returns early if the context ends: a call to a mounted folder whose server is gone does not
// return.
func unlessStuck[T any](ctx context.Context, fn func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	if ctx.Err() == nil {
		par.Start(func() {
			v, err := fn()
			done <- result{v, err}
		})
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// plain returns an error without the path, which is different for each object.
func plain(err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fs.ErrNotExist
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}

// readAll reads everything, or a byte more than most, so that what is too long is not what was put there.
func readAll(r io.Reader, most int64) ([]byte, error) { return io.ReadAll(io.LimitReader(r, most+1)) }
