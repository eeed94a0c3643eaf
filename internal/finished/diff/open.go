package diff

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// Options configures how states are read. The zero value is useful.
type Options struct {
	Base string // URL at which folders are served; default: the base that their canonical links share
	Host string // name of the host (hosting.HostNames); default: a host that accepts every form of a URL
	Jobs int    // number of workers; default: one per processor
}

// Open reads a folder, a sitemap (compressed or not, an index with its sitemaps), a list of URLs, or a file from Save.
func Open(ctx context.Context, path string, o Options) (*Snapshot, error) {
	s, err := open(ctx, path, o, "")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// OpenBoth reads two states. If one is a sitemap and the other a folder, they belong to the same site.
func OpenBoth(ctx context.Context, from, to string, o Options) (*Snapshot, *Snapshot, error) {
	paths := [2]string{from, to}
	order := [2]int{0, 1}
	if is, err := isList(from); err == nil && is {
		order = [2]int{1, 0}
	}
	var out [2]*Snapshot
	prefix := ""
	for _, i := range order {
		var err error
		if out[i], err = open(ctx, paths[i], o, prefix); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", paths[i], err)
		}
		if u, err := url.Parse(out[i].Base); err == nil {
			prefix = u.Path
		}
	}
	return out[0], out[1], nil
}

func open(ctx context.Context, path string, o Options, prefix string) (*Snapshot, error) {
	host, err := hosting.ParseHost(o.Host)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, reason(err)
	}
	if info.IsDir() {
		return readFolder(ctx, path, o, host)
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	defer in.Close()
	text, is, err := savedIn(in)
	if err != nil {
		return nil, err
	}
	if is {
		return load(path, text, host)
	}
	return readList(path, o.Base, prefix, host)
}

// isList reports whether a path is a sitemap.
func isList(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false, err
	}
	in, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer in.Close()
	_, is, err := savedIn(in)
	return !is, err
}

// savedIn reports whether a file was written by Save, and returns its uncompressed text.
func savedIn(in io.Reader) (io.Reader, bool, error) {
	r := bufio.NewReaderSize(in, 64<<10)
	if magic, _ := r.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, false, err
		}
		r = bufio.NewReaderSize(z, 64<<10)
	}
	first, err := r.Peek(len(begin))
	if err != nil && err != io.EOF {
		return nil, false, err
	}
	return r, bytes.HasPrefix(first, []byte(begin)), nil
}

// reason returns an error without the path, which the message of Open already contains.
func reason(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// escaped returns a decoded path in the form of Page.URL.
func escaped(path string) string {
	return (&url.URL{Path: "/" + strings.TrimPrefix(path, "/")}).EscapedPath()
}

// keyOf returns an absolute URL in the form of Page.URL, for a site with a base.
func keyOf(base *url.URL, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	u.Fragment, u.RawFragment = "", ""
	if base != nil && strings.EqualFold(u.Host, base.Host) && u.RawQuery == "" {
		if rest, below := strings.CutPrefix(u.Path, base.Path); below || u.Path == "" {
			return escaped(rest)
		}
	}
	u.RawPath = ""
	return u.String()
}
