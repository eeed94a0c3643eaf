package content

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/foreign"
)

// includedBy returns the files that a document was made of, those that were read again with their new hashes.
func (t *Tree) includedBy(d *Document, again []included) []included {
	i, ok := slices.BinarySearchFunc(t.kept.files, d, func(f *file, d *Document) int { return -d.compare(f.root, f.path) })
	if !ok {
		return again
	}
	all := slices.Clone(t.kept.files[i].included)
	for _, in := range again {
		at := slices.IndexFunc(all, func(known included) bool { return known.path == in.path })
		if at < 0 {
			return again
		}
		all[at] = in
	}
	return all
}

// SourceHash returns a hash that changes if the file of a document changes or is read with other options. d may be from
// an earlier Tree, as for Body.
func (t *Tree) SourceHash(d *Document) uint64 {
	return t.Current(d).Hash ^ t.reading
}

// isRead reports whether a dialect reads the text of a document.
func (d *Document) isRead(dialect *foreign.Dialect) bool {
	return d.Markup == "markdown" || d.Markup == "html" && dialect.IsHTML(lower(d.Ext))
}

// Body reads the body of d again into buf and returns it with the line in the file on which it begins. The result
// starts at the beginning of buf, or of a larger buffer, and may be passed as buf in the next call. Bytes that are not
// UTF-8 are replaced by U+FFFD. A file that changed since Load is an error. d may be from an earlier Tree; the state of
// its file in this tree counts.
func (t *Tree) Body(d *Document, buf []byte) (body []byte, line int, err error) {
	d = t.Current(d)
	if d.Adapter != nil {
		return append(buf[:0], d.text...), 1, nil
	}
	text, _, err := t.kept.from.disk.read(t.Name(&d.Source), buf)
	if err != nil {
		return nil, 0, fmt.Errorf("read %s: %w", d.File, diag.Cause(err))
	}
	text = plainfile.Lines(text)
	hash := xxhash.Sum64(text)
	text = t.dialect.Opened(text)
	body = text[:copy(text, text[min(d.Front.Body, len(text)):])]
	var in reading
	if d.isRead(t.dialect) {
		from := includer{
			project: t.kept.from.project, disk: t.kept.from.disk, heads: t.kept.from.heads, now: t.kept.from.options.Now,
		}
		if t.dialect != nil {
			from.hidden = t.dialect.Hidden
		}
		page := from.page(d, d.Values(), &in)
		page.Bare = d.Front.Format == frontmatter.None
		body, _ = t.dialect.ReadText(page, body)
	}
	if hashWith(hash, t.includedBy(d, in.files)) != d.Hash {
		return nil, 0, fmt.Errorf("%s changed while the site was built", d.File)
	}
	if !utf8.Valid(body) {
		body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	}
	return body, d.Front.BodyLine, nil
}

// Places returns a function that finds the line and column in the file of d, from 1, of a place in the text that Body
// returns, whose lines count from that of Body; the column is 0 if it is not known. about is a part of the file that the
// place is about, such as the destination of a link. It returns nil if no reader of another tool changed the text. d may
// be from an earlier Tree, as for Body.
func (t *Tree) Places(d *Document) func(line, column int, about string) (int, int) {
	d = t.Current(d)
	if d.Adapter != nil || !d.isRead(t.dialect) {
		return nil
	}
	text, _, err := t.kept.from.disk.read(t.Name(&d.Source), nil)
	if err != nil {
		return nil
	}
	text = t.dialect.Opened(plainfile.Lines(text))
	source := string(text[min(d.Front.Body, len(text)):])
	made, first, err := t.Body(d, nil)
	if err != nil || string(made) == source {
		return nil
	}
	places := foreign.NewPlaces(source, string(made))
	return func(line, column int, about string) (int, int) {
		if line < first {
			return line, column
		}
		line, column = places.Of(line-first+1, column, about)
		return line + first - 1, column
	}
}
