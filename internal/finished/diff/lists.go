package diff

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/sitemap"
)

// lists reads sitemaps and the files that indexes name, which must be in the same folder.
type lists struct {
	root  *os.Root
	seen  map[string]bool
	entry func(*sitemap.Entry)
	files int // number of files with entries
}

// find returns the file of a URL: the longest suffix of its path that is a file, because the site may be served below a
// path.
func (l *lists) find(loc string) (string, bool) {
	u, err := url.Parse(loc)
	if err != nil {
		return "", false
	}
	for rest := strings.TrimPrefix(u.Path, "/"); rest != ""; {
		name := filepath.FromSlash(rest)
		if filepath.IsLocal(name) {
			if info, err := l.root.Stat(name); err == nil && info.Mode().IsRegular() {
				return name, true
			}
		}
		_, rest, _ = strings.Cut(rest, "/")
	}
	return "", false
}

// file reads a sitemap, or an index and the sitemaps that it names.
func (l *lists) file(name string) error {
	if l.seen[name] {
		return nil
	}
	l.seen[name] = true
	in, err := l.root.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	r := sitemap.NewReader(in, sitemap.ReadOptions{})
	format, err := r.Format()
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.ToSlash(name), err)
	}
	if format != sitemap.Index {
		l.files++
	}
	for {
		e, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.ToSlash(name), err)
		}
		if format != sitemap.Index {
			l.entry(e)
		} else if child, ok := l.find(e.Loc); ok {
			if err := l.file(child); err != nil {
				return err
			}
		} else {
			return fmt.Errorf("%s: the file of %s, which the index names, does not exist", filepath.ToSlash(name), e.Loc)
		}
	}
}

// list copies the values of a sitemap entry to its page.
func list(p *Page, base *url.URL, e *sitemap.Entry) {
	p.Listed = true
	if !e.LastMod.IsZero() {
		p.LastMod = e.LastMod.Format(time.RFC3339)
		if e.DateOnly {
			p.LastMod = p.LastMod[:len(time.DateOnly)]
		}
	}
	if len(p.Versions) > 0 {
		return
	}
	for _, a := range e.Alternates {
		p.Versions = append(p.Versions, Version{strings.ToLower(a.Lang), keyOf(base, a.Href)})
	}
}

// readList reads a sitemap without its site. The base is the given one, or else the host of most URLs, with the prefix
// if all of these are below it.
func readList(path, given, prefix string, host hosting.Host) (*Snapshot, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var entries []sitemap.Entry
	l := lists{root: root, seen: map[string]bool{}, entry: func(e *sitemap.Entry) {
		entries = append(entries, copied(e))
	}}
	if err := l.file(filepath.Base(path)); err != nil {
		return nil, err
	}
	s := &Snapshot{Name: path, List: true, listed: true, Base: given}
	if s.Base == "" {
		s.Base = baseOf(entries, prefix)
	}
	base, err := url.Parse(s.Base)
	if err != nil {
		return nil, err
	}
	base.Path = strings.TrimSuffix(base.Path, "/") + "/"
	for i := range entries {
		p := Page{URL: keyOf(base, entries[i].Loc)}
		list(&p, base, &entries[i])
		s.Pages = append(s.Pages, p)
	}
	return s, s.seal(host)
}

// baseOf returns the base URL of most entries.
func baseOf(entries []sitemap.Entry, prefix string) string {
	votes, below := map[string]int{}, map[string]int{}
	best := ""
	for i := range entries {
		u, err := url.Parse(entries[i].Loc)
		if err != nil || u.Host == "" {
			continue
		}
		root := u.Scheme + "://" + u.Host
		votes[root]++
		if strings.HasPrefix(u.Path, prefix) {
			below[root]++
		}
		if n := votes[root]; best == "" || n > votes[best] || n == votes[best] && root < best {
			best = root
		}
	}
	if best != "" && prefix != "" && below[best] == votes[best] {
		return best + prefix
	}
	if best == "" {
		return ""
	}
	return best + "/"
}
