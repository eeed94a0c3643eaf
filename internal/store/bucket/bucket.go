// Package bucket reads and writes the objects of a store: a bucket that speaks the protocol of S3, or a folder, whose
// files are the objects.
//
// The names of objects are paths with slashes. No call outlives its context, and nothing is ever listed: the callers
// know the names of their objects, so a store with a million of them costs no more requests than one with ten.
package bucket

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
)

// Bucket is a store. Its methods may be called by several goroutines.
type Bucket interface {
	// Get returns an object and its tag, or fs.ErrNotExist if it does not exist. Of one with more than most bytes it
	// returns a byte more than most.
	Get(ctx context.Context, name string, most int64) (data []byte, tag string, err error)
	// Part returns size bytes of an object from an offset, or everything, of which a byte more than most at most, if the
	// store cannot return a part.
	Part(ctx context.Context, name string, from, size, most int64) ([]byte, error)
	// Has reports whether an object exists. In a folder it also renews the time of the file, so files that are old are
	// unused.
	Has(ctx context.Context, name string) (bool, error)
	// Put writes an object in one step, and returns its tag. It returns ErrChanged, and writes nothing, if the
	// condition of PutOptions is not met.
	Put(ctx context.Context, name string, data []byte, o PutOptions) (tag string, err error)
	// Delete removes an object. One that does not exist is no error.
	Delete(ctx context.Context, name string) error
	// Close releases the connections. The bucket must not be used again.
	Close()
}

// PutOptions says how an object is written, and what servers send with it. A folder has no place for what servers send.
type PutOptions struct {
	Type     string // Content-Type; "": application/octet-stream
	Control  string // Cache-Control; "": none
	Redirect string // URL or path to which a website of S3 redirects; "": none
	// Match is the condition: the tag that the object has now, or Absent if it must not exist; "": none.
	Match string
}

// Absent is the condition that an object does not exist.
const Absent = "*"

// ErrChanged says that an object is not as PutOptions.Match requires.
var ErrChanged = errors.New("the object was changed")

// ErrURL says that a URL is none of a bucket.
var ErrURL = errors.New("not s3://bucket/prefix or file:///folder")

// Access says how buckets of S3 are reached.
type Access struct {
	Endpoint string // URL of a server that is not of AWS; "": AWS
	Region   string // "": the server is asked for it, or us-east-1 if Endpoint is set
	ID       string // access key; "": requests are not signed
	Secret   string // secret of the access key
	Session  string // token of temporary credentials; "": none

	Attempts  int               // how often a request that failed is made at most; 1 when 0
	Transport http.RoundTripper // nil: connections of its own
}

// FromEnvironment reads the variables that all programs for S3 have in common. Nothing else is read: no files in the
// home folder, and no metadata service.
func FromEnvironment(getenv func(string) string) Access {
	return Access{
		Endpoint: cmp.Or(getenv("AWS_ENDPOINT_URL_S3"), getenv("AWS_ENDPOINT_URL")),
		Region:   cmp.Or(getenv("AWS_REGION"), getenv("AWS_DEFAULT_REGION")),
		ID:       getenv("AWS_ACCESS_KEY_ID"),
		Secret:   getenv("AWS_SECRET_ACCESS_KEY"),
		Session:  getenv("AWS_SESSION_TOKEN"),
	}
}

// Open returns the bucket at s3://bucket/prefix or file:///folder. It makes no request. Its errors don't repeat the
// URL, which may contain a password.
func Open(u *url.URL, a Access) (Bucket, error) {
	switch {
	case u.Scheme == "file" && (u.Host == "" || u.Host == "localhost") && strings.HasPrefix(u.Path, "/"):
		path := u.Path
		if len(path) > 2 && path[2] == ':' {
			path = path[1:] // file:///C:/cache
		}
		return folder(filepath.FromSlash(path)), nil
	case u.Scheme == "s3" && u.Host != "":
		return openS3(u, a)
	}
	return nil, ErrURL
}

// readAll reads everything, or a byte more than most, so that what is too long is not what was put there.
func readAll(r io.Reader, most int64) ([]byte, error) { return io.ReadAll(io.LimitReader(r, most+1)) }
