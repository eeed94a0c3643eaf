package bucket

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// connections is how many connections to a server stay open while they are not used.
const connections = 32

// s3 is a bucket of S3, or of a server that speaks its protocol.
type s3 struct {
	client *minio.Core
	close  func()
	bucket string
	prefix string // "", or ends with a slash
	// free is set when the server knows no conditions for writing. Then they are checked before, by another request.
	free  atomic.Bool
	plain atomic.Bool // the server knows no redirects
}

// openS3 returns the bucket at s3://bucket/prefix.
func openS3(u *url.URL, a Access) (Bucket, error) {
	if u.User != nil || u.RawQuery != "" || u.Port() != "" || u.Fragment != "" {
		return nil, errors.New("s3://bucket/prefix must not contain anything else: credentials and the endpoint " +
			"come from the environment")
	}
	if err := s3utils.CheckValidBucketName(u.Host); err != nil {
		return nil, fmt.Errorf("%q is not a valid name of a bucket", u.Host)
	}
	o := &minio.Options{Region: a.Region, Secure: true, MaxRetries: max(1, a.Attempts)}
	host := "s3.amazonaws.com"
	if a.Endpoint != "" {
		e, err := url.Parse(a.Endpoint)
		if err != nil || e.Host == "" || e.Scheme != "http" && e.Scheme != "https" || strings.Trim(e.Path, "/") != "" ||
			e.User != nil || e.RawQuery != "" {
			return nil, errors.New("the endpoint of S3 (AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL) must be https://host")
		}
		host, o.Secure, o.BucketLookup = e.Host, e.Scheme == "https", minio.BucketLookupPath
		if o.Region == "" {
			o.Region = "us-east-1" // what such servers expect, or accept
		}
	}
	signature := credentials.SignatureV4
	if a.ID == "" {
		signature = credentials.SignatureAnonymous
	}
	o.Creds = credentials.NewStatic(a.ID, a.Secret, a.Session, signature)
	s := &s3{bucket: u.Host, close: func() {}}
	if s.prefix = strings.Trim(u.Path, "/"); s.prefix != "" {
		s.prefix += "/"
	}
	o.Transport = a.Transport
	if o.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost, t.DisableCompression = connections, true
		o.Transport, s.close = t, t.CloseIdleConnections
	}
	var err error
	if s.client, err = minio.NewCore(host, o); err != nil {
		return nil, errors.New("the endpoint of S3 (AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL) is not valid")
	}
	s.client.SetAppInfo("sitegen", "1")
	return s, nil
}

func (s *s3) Close() { s.close() }

// Get reads an object.
func (s *s3) Get(ctx context.Context, name string, most int64) ([]byte, string, error) {
	return s.get(ctx, name, most, minio.GetObjectOptions{})
}

// Part reads a part of an object.
func (s *s3) Part(ctx context.Context, name string, from, size, most int64) ([]byte, error) {
	var o minio.GetObjectOptions
	if err := o.SetRange(from, from+size-1); err != nil {
		return nil, err
	}
	data, _, err := s.get(ctx, name, most, o)
	return data, err
}

func (s *s3) get(ctx context.Context, name string, most int64, o minio.GetObjectOptions) ([]byte, string, error) {
	body, info, _, err := s.client.GetObject(ctx, s.bucket, s.prefix+name, o)
	if err != nil {
		return nil, "", said(err)
	}
	defer body.Close()
	data, err := readAll(body, most)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("an answer of the store ends too early")
	}
	return data, info.ETag, said(err)
}

// Has asks for the header of an object.
func (s *s3) Has(ctx context.Context, name string) (bool, error) {
	_, err := s.client.StatObject(ctx, s.bucket, s.prefix+name, minio.StatObjectOptions{})
	if err = said(err); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Put writes an object by one request.
func (s *s3) Put(ctx context.Context, name string, data []byte, o PutOptions) (string, error) {
	put := minio.PutObjectOptions{ContentType: o.Type, CacheControl: o.Control, DisableContentSha256: true}
	if o.Match != "" && s.free.Load() {
		if err := s.matches(ctx, name, o.Match); err != nil {
			return "", err
		}
		o.Match = ""
	}
	switch o.Match {
	case "":
	case Absent:
		put.SetMatchETagExcept(Absent)
	default:
		put.SetMatchETag(o.Match)
	}
	if o.Redirect != "" && !s.plain.Load() {
		put.WebsiteRedirectLocation = o.Redirect
	}
	// The request is signed with the hash of the object, so the server refuses what was damaged on the way.
	info, err := s.client.PutObject(ctx, s.bucket, s.prefix+name, bytes.NewReader(data), int64(len(data)), "",
		tagOf(data), put)
	r := new(minio.ErrorResponse)
	if !errors.As(err, r) {
		return info.ETag, said(err)
	}
	switch conditional := o.Match != ""; {
	case conditional && (r.StatusCode == http.StatusConflict || r.StatusCode == http.StatusPreconditionFailed),
		conditional && r.Code == minio.NoSuchKey: // If-Match of an object that does not exist
		return "", ErrChanged
	case conditional && r.StatusCode == http.StatusNotImplemented && !s.free.Swap(true),
		put.WebsiteRedirectLocation != "" && r.StatusCode == http.StatusNotImplemented && !s.plain.Swap(true):
		return s.Put(ctx, name, data, o)
	}
	return "", said(err)
}

// matches returns ErrChanged if an object is not as a condition requires.
func (s *s3) matches(ctx context.Context, name, tag string) error {
	info, err := s.client.StatObject(ctx, s.bucket, s.prefix+name, minio.StatObjectOptions{})
	switch err = said(err); {
	case errors.Is(err, fs.ErrNotExist):
		if tag == Absent {
			return nil
		}
	case err != nil:
		return err
	case info.ETag == tag:
		return nil
	}
	return ErrChanged
}

// Delete removes an object.
func (s *s3) Delete(ctx context.Context, name string) error {
	err := said(s.client.RemoveObject(ctx, s.bucket, s.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// code matches the codes of errors that are shown: a server could send any text.
var code = regexp.MustCompile(`^[A-Za-z]{1,50}$`)

// said returns what a server answered, in words of ours, or fs.ErrNotExist.
func said(err error) error {
	r, e := new(minio.ErrorResponse), new(url.Error)
	switch {
	case errors.As(err, r) && r.Code == minio.NoSuchBucket:
		return errors.New("the bucket does not exist")
	case errors.As(err, r) && r.StatusCode == http.StatusNotFound:
		return fs.ErrNotExist
	case errors.As(err, r) && r.StatusCode != 0:
		text := strings.TrimSpace(fmt.Sprintf("%d %s", r.StatusCode, http.StatusText(r.StatusCode)))
		if code.MatchString(r.Code) {
			text += " (" + r.Code + ")"
		}
		return errors.New("the server answers " + text)
	case errors.As(err, &e) && strings.HasPrefix(e.Err.Error(), "Connection closed by foreign host"):
		return errors.New("the server closed the connection") // what minio makes of io.EOF also has the URL
	case errors.As(err, &e):
		return e.Err // the rest is the URL, which is different for each object
	}
	return err
}
