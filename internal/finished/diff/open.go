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

// Options says how states are read. The zero value is useful.
type Options struct {
	Base string // address at which folders are served; "": what their canonical links agree on
	Host string // name of the host (hosting.HostNames); "": one that takes every form of an address
	Jobs int    // workers; as many as processors when 0
}

// Open reads a folder, a sitemap (packed or not, an index with what it names) or list of addresses, or what Save
// wrote. An error is for what cannot be read.
func Open(ctx context.Context, path string, o Options) (*Snapshot, error) {
	s, err := open(ctx, path, o, "")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// OpenBoth reads two states; a sitemap is taken as one of the site whose folder the other is.
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

// isList reports whether a path is that of a sitemap.
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

// savedIn reports whether a file was written by Save, and returns its text.
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

// reason is an error without the path, which Open names.
func reason(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}

// escaped is a decoded path as a URL of Page.
func escaped(path string) string {
	return (&url.URL{Path: "/" + strings.TrimPrefix(path, "/")}).EscapedPath()
}

// keyOf is an absolute address as a URL of Page, of a site at a base.
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
