package sitemap

import (
	"errors"
	"fmt"
	"io"
	"iter"
)

// Walk yields the pages of a sitemap, or of all sitemaps in an index, in order. fetch opens the file with an
// absolute URL; Walk closes it. A problem with one file (it cannot be fetched or read to its end, or is an
// index inside of an index, rule I3) is yielded as an error with a nil entry, and the next file follows. An
// entry is valid until the next one.
func Walk(loc string, fetch func(loc string) (io.ReadCloser, error), o ReadOptions) iter.Seq2[*Entry, error] {
	return func(yield func(*Entry, error) bool) {
		if fetch == nil {
			yield(nil, errors.New("sitemap: Walk without a function that fetches"))
			return
		}
		var children []string
		if !walkFile(loc, fetch, o, yield, &children) {
			return
		}
		seen := map[string]bool{loc: true}
		for _, child := range children {
			if seen[child] {
				continue
			}
			seen[child] = true
			if !walkFile(child, fetch, o, yield, nil) {
				return
			}
		}
	}
}

// walkFile yields the pages of one file; the sitemaps of an index are added to children, which is nil inside of
// an index.
func walkFile(loc string, fetch func(string) (io.ReadCloser, error), o ReadOptions, yield func(*Entry, error) bool,
	children *[]string,
) bool {
	f, err := fetch(loc)
	if err == nil && f == nil {
		err = errors.New("it gave nothing to read")
	}
	if err != nil {
		return yield(nil, fmt.Errorf("fetch %s: %w", loc, err))
	}
	defer f.Close()
	r := NewReader(f, o)
	format, err := r.Format()
	if err != nil {
		return yield(nil, fmt.Errorf("read %s: %w", loc, err))
	}
	if format == Index && children == nil {
		return yield(nil, Violation{Rule: "I3", Field: "sitemap", Value: loc})
	}
	for {
		e, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return true
		case err != nil:
			return yield(nil, fmt.Errorf("read %s: %w", loc, err))
		case format == Index && len(*children) == MaxURLs:
			return yield(nil, Violation{Rule: "I2", Field: "sitemap", Value: loc})
		case format == Index:
			*children = append(*children, e.Loc)
		case !yield(e, nil):
			return false
		}
	}
}
