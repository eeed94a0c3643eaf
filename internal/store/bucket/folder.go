package bucket

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
	"github.com/sitegen/sitegen/internal/store/disk/lock"
)

// folder is a store on disk, such as one that several machines mount. Its tags are hashes of the bytes.
type folder string

func (d folder) Close() {}

// file returns the file of an object. A name that leads out of the folder is an error: it may come from a store.
func (d folder) file(name string) (string, error) {
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return "", fmt.Errorf("%q is not a path inside the folder", name)
	}
	return filepath.Join(string(d), local), nil
}

// Get reads a file.
func (d folder) Get(ctx context.Context, name string, most int64) ([]byte, string, error) {
	file, err := d.file(name)
	if err != nil {
		return nil, "", err
	}
	data, err := unlessStuck(ctx, func() ([]byte, error) { return read(file, most) })
	if err != nil {
		return nil, "", err
	}
	return data, tagOf(data), nil
}

// read reads a file, of which a byte more than most at most.
func read(file string, most int64) ([]byte, error) {
	f, err := openRegular(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := readAll(f, most)
	return data, plain(err)
}

// openRegular opens a regular file. Folders, pipes, and devices are not objects: the error is fs.ErrNotExist.
func openRegular(file string) (*os.File, error) {
	if info, err := os.Stat(file); err != nil {
		return nil, plain(err)
	} else if !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	f, err := os.Open(file)
	return f, plain(err)
}

// Part reads a part of a file.
func (d folder) Part(ctx context.Context, name string, from, size, _ int64) ([]byte, error) {
	file, err := d.file(name)
	if err != nil {
		return nil, err
	}
	return unlessStuck(ctx, func() ([]byte, error) {
		f, err := openRegular(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		data, err := io.ReadAll(io.NewSectionReader(f, from, size))
		return data, plain(err)
	})
}

// Has also sets the time of the file.
func (d folder) Has(ctx context.Context, name string) (bool, error) {
	file, err := d.file(name)
	if err != nil {
		return false, err
	}
	return unlessStuck(ctx, func() (bool, error) {
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			return false, nil
		}
		now := time.Now()
		_ = os.Chtimes(file, now, now) // else the store may delete it, and it is written again
		return true, nil
	})
}

// Put writes a file in one step.
func (d folder) Put(ctx context.Context, name string, data []byte, o PutOptions) (string, error) {
	file, err := d.file(name)
	if err != nil {
		return "", err
	}
	return unlessStuck(ctx, func() (string, error) {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return "", plain(err)
		}
		next, err := atomicfile.Prepare(file, data)
		if err != nil {
			return "", plain(err)
		}
		if o.Match != "" {
			free, err := d.hold(ctx)
			if err == nil {
				defer free()
				err = matches(file, o.Match)
			}
			if err != nil {
				next.Drop()
				return "", plain(err)
			}
		}
		return tagOf(data), plain(next.Commit())
	})
}

// hold locks the folder against other processes, so that nothing changes between a condition and what is written. On
// systems without locks it does nothing.
func (d folder) hold(ctx context.Context) (free func(), err error) {
	f, err := os.Open(string(d))
	if err != nil {
		return nil, err
	}
	for {
		ok, err := lock.Try(f)
		if err == nil && ok {
			return func() { _ = lock.Free(f) }, nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			f.Close()
			return nil, err
		}
		time.Sleep(time.Millisecond)
	}
}

// matches returns ErrChanged if a file is not as a condition requires.
func matches(file, tag string) error {
	data, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if tag == Absent {
			return nil
		}
	case err != nil:
		return plain(err)
	case tagOf(data) == tag:
		return nil
	}
	return ErrChanged
}

// Delete removes a file, and the folders that become empty with it.
func (d folder) Delete(ctx context.Context, name string) error {
	file, err := d.file(name)
	if err != nil {
		return err
	}
	_, err = unlessStuck(ctx, func() (bool, error) {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, plain(err)
		}
		for dir := filepath.Dir(file); dir != filepath.Clean(string(d)); dir = filepath.Dir(dir) {
			if os.Remove(dir) != nil { // it has other files
				break
			}
		}
		return true, nil
	})
	return err
}

func tagOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
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
