package sharedcache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
)

// server is a store that speaks the HTTP cache protocol of Bazel. A user name and a password in the URL are sent as
// basic authentication, and its query with each request, as the signed URLs of object stores need.
type server struct {
	base   url.URL
	token  string
	client *http.Client
}

func newServer(u *url.URL, token string) *server {
	base := *u
	base.Path, base.RawPath, base.Fragment = strings.TrimSuffix(u.Path, "/"), "", ""
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost, transport.DisableCompression = requests, true
	return &server{base, token, &http.Client{Transport: transport, CheckRedirect: redirected}}
}

// redirected allows redirects of reads, such as to the server that has the bytes, but not from HTTPS to HTTP. What is
// written goes only to the server that was named.
func redirected(r *http.Request, via []*http.Request) error {
	first := via[0]
	if len(via) > 5 || first.Method == http.MethodPut || first.URL.Scheme == "https" && r.URL.Scheme != "https" {
		return http.ErrUseLastResponse
	}
	return nil
}

func (s *server) close() { s.client.CloseIdleConnections() }

// do makes a request; body is nil to read. span is the part of the object that is read, such as "5-9"; "": everything.
func (s *server) do(ctx context.Context, method, kind, name, span string, body []byte) (*http.Response, error) {
	u := s.base
	u.Path += "/" + kind + "/" + name
	var from io.Reader // an interface without a value, not one with a nil reader
	if body != nil {
		from = bytes.NewReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, method, u.String(), from)
	if err != nil {
		return nil, errors.New("the URL of the remote cache is not valid")
	}
	r.Header.Set("User-Agent", "sitegen")
	if span != "" {
		r.Header.Set("Range", "bytes="+span)
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/octet-stream")
		if strings.HasSuffix(u.Hostname(), ".blob.core.windows.net") {
			r.Header.Set("x-ms-blob-type", "BlockBlob") // Azure requires it
		}
	}
	res, err := s.client.Do(r)
	var e *url.Error
	if errors.As(err, &e) {
		err = e.Err // the rest is the URL, which may contain a password
	}
	return res, err
}

// get reads an object.
func (s *server) get(ctx context.Context, kind, name string, most int64) ([]byte, error) {
	return s.read(ctx, kind, name, "", most)
}

// part reads a part of an object. Servers without ranges send everything.
func (s *server) part(ctx context.Context, kind, name string, from, size, most int64) ([]byte, error) {
	return s.read(ctx, kind, name, fmt.Sprintf("%d-%d", from, from+size-1), most)
}

func (s *server) read(ctx context.Context, kind, name, span string, most int64) ([]byte, error) {
	res, err := s.do(ctx, http.MethodGet, kind, name, span, nil)
	if err != nil {
		return nil, err
	}
	defer end(res)
	switch {
	case res.StatusCode == http.StatusNotFound:
		return nil, fs.ErrNotExist
	case res.StatusCode != http.StatusOK && (span == "" || res.StatusCode != http.StatusPartialContent):
		return nil, errors.New("the server answers " + status(res))
	}
	data, err := readAll(res.Body, most)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("an answer of the server ends too early")
	}
	return data, err
}

// has asks for the header of an object, which counts as a use for servers that delete unused ones.
func (s *server) has(ctx context.Context, kind, name string) (bool, error) {
	res, err := s.do(ctx, http.MethodHead, kind, name, "", nil)
	if err != nil {
		return false, err
	}
	defer end(res)
	switch {
	case res.StatusCode == http.StatusOK:
		return true, nil
	case res.StatusCode == http.StatusNotFound:
		return false, nil
	}
	return false, errors.New("the server answers " + status(res))
}

// put writes an object.
func (s *server) put(ctx context.Context, kind, name string, data []byte) error {
	res, err := s.do(ctx, http.MethodPut, kind, name, "", data)
	if err != nil {
		return err
	}
	defer end(res)
	if res.StatusCode/100 != 2 {
		return errors.New("the server refuses to write: " + status(res))
	}
	return nil
}

// end reads what is left of a short answer, so that the connection can be used again.
func end(res *http.Response) {
	_, _ = io.CopyN(io.Discard, res.Body, 1<<12)
	res.Body.Close()
}

// status returns the status of an answer in words of ours: the server could send any text.
func status(res *http.Response) string {
	text, _, _ := strings.Cut(res.Status, " ")
	return strings.TrimSpace(text + " " + http.StatusText(res.StatusCode))
}
