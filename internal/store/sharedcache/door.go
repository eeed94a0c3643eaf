package sharedcache

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"

	"github.com/sitegen/sitegen/internal/store/bucket"
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
	// part returns size bytes of an object from an offset, or everything, of which a few bytes more than most at most, if
	// the store cannot return a part.
	part(ctx context.Context, kind, name string, from, size, most int64) ([]byte, error)
	// has reports whether an object exists, and tells the store that it is used.
	has(ctx context.Context, kind, name string) (bool, error)
	put(ctx context.Context, kind, name string, data []byte) error
	close()
}

// doorOf returns the door of a URL.
func doorOf(address, token string, access bucket.Access) (door, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("the URL of the remote cache is not valid") // the error would show a password in it
	}
	switch u.Scheme {
	case "file", "s3":
		b, err := bucket.Open(u, access)
		if !errors.Is(err, bucket.ErrURL) {
			return objects{b, u.Scheme == "s3"}, err
		}
	case "http", "https":
		if u.Host != "" {
			return newServer(u, token), nil
		}
	}
	return nil, fmt.Errorf("the remote cache must be s3://bucket/prefix, file:///folder, http://host/path, or "+
		"https://host/path, not a URL with %q", u.Scheme+":")
}

// objects is a store in a bucket. With once, an object that is named by its hash is never replaced, so an account that
// may only create objects is enough to write. In a folder it is replaced, in case it is damaged.
type objects struct {
	bucket.Bucket
	once bool
}

func (o objects) close() { o.Close() }

func (o objects) get(ctx context.Context, kind, name string, most int64) ([]byte, error) {
	data, _, err := o.Get(ctx, kind+"/"+name, most)
	return data, err
}

func (o objects) part(ctx context.Context, kind, name string, from, size, most int64) ([]byte, error) {
	return o.Part(ctx, kind+"/"+name, from, size, most)
}

func (o objects) has(ctx context.Context, kind, name string) (bool, error) {
	return o.Has(ctx, kind+"/"+name)
}

func (o objects) put(ctx context.Context, kind, name string, data []byte) error {
	var opts bucket.PutOptions
	if kind == content && o.once {
		opts.Match = bucket.Absent
	}
	_, err := o.Put(ctx, kind+"/"+name, data, opts)
	if errors.Is(err, bucket.ErrChanged) {
		return nil // another machine wrote it
	}
	return err
}

// broken is a store that cannot be reached by what is set.
type broken struct{ error }

func (b broken) get(context.Context, string, string, int64) ([]byte, error) { return nil, b.error }

func (b broken) part(context.Context, string, string, int64, int64, int64) ([]byte, error) {
	return nil, b.error
}

func (b broken) has(context.Context, string, string) (bool, error) { return false, b.error }

func (b broken) put(context.Context, string, string, []byte) error { return b.error }

func (b broken) close() {}

// readAll reads everything, or a byte more than most, so that what is too long is not what was put there.
func readAll(r io.Reader, most int64) ([]byte, error) { return io.ReadAll(io.LimitReader(r, most+1)) }
