package sitemap

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
)

// Write writes one sitemap to out, for programs without a folder: an HTTP handler, a pipe. If there are more
// entries than a file may contain, Write fails and writes nothing; it also fails for options that require other
// files (Text, Extra, AlwaysIndex, media in separate files). Options.Create is not used.
func Write(out io.Writer, o Options, entries iter.Seq[*Entry]) error {
	switch {
	case out == nil:
		return errors.New("sitemap: no writer")
	case entries == nil:
		return errors.New("sitemap: Write without entries")
	}
	o.Create = func(name string) (io.WriteCloser, error) {
		if name != onlyName(o) {
			return nil, fmt.Errorf("sitemap: one file does not hold everything: %q is needed, too; use NewWriter", name)
		}
		return keepOpen{out}, nil
	}
	w, err := NewWriter(o)
	if err != nil {
		return err
	}
	if o.Text != "" || o.AlwaysIndex || len(o.Extra) > 0 || o.Images == OwnFiles || o.Videos == OwnFiles {
		return errors.New("sitemap: the options ask for more than one file; use NewWriter")
	}
	for e := range entries {
		if err := w.Add(e); err != nil {
			return err
		}
	}
	_, err = w.Close()
	return err
}

// onlyName returns the name of the only file.
func onlyName(o Options) string {
	name := cmp.Or(o.Name, "sitemap.xml")
	if o.Gzip {
		name += ".gz"
	}
	return name
}

// keepOpen ignores Close: the owner of the writer closes it.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// ReadAll reads a sitemap, an index, a feed, or a text list to its end and returns entries that stay valid.
// With an error it returns the entries before it.
func ReadAll(in io.Reader, o ReadOptions) ([]Entry, Format, error) {
	r := NewReader(in, o)
	format, err := r.Format()
	var all []Entry
	for err == nil {
		var e *Entry
		if e, err = r.Next(); err == nil {
			all = append(all, e.clone())
		}
	}
	if err == io.EOF {
		err = nil
	}
	return all, format, err
}

// clone returns a copy that shares no memory with the Reader.
func (e *Entry) clone() Entry {
	c := *e
	c.Alternates, c.Images, c.Videos = slices.Clone(e.Alternates), slices.Clone(e.Images), slices.Clone(e.Videos)
	if e.News != nil {
		news := *e.News
		c.News = &news
	}
	return c
}
