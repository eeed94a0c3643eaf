package diag

import (
	"bytes"
	"slices"

	"github.com/sitegen/sitegen/internal/base/plainfile"
)

// maxExcerptSource is the maximum number of bytes read of a file to show one of its lines.
const maxExcerptSource = 1 << 20

// Excerpts returns the diagnostics with excerpts added to those that name a line of a file, or a text in it,
// and have none, except those of the rule except. path returns the path of a file on disk. A file that cannot
// be read adds nothing. The diagnostics in l stay unchanged: records keep them and compare them field by field.
func (l List) Excerpts(except string, path func(file string) string) List {
	var buf []byte
	name, src := "", lines{}
	out := slices.Clone(l)
	for i, d := range l {
		if d.Line == 0 && d.About == "" || d.Excerpt != "" || d.File == "" || d.Rule == except {
			continue
		}
		if d.File != name {
			var err error
			if buf, _, err = plainfile.Head(path(d.File), buf, maxExcerptSource); err != nil {
				buf = buf[:0]
			}
			name, src = d.File, linesOf(buf)
		}
		shown := *d
		if shown.Find(src.src); shown.Line > 0 {
			shown.Excerpt = src.line(shown.Line)
		}
		out[i] = &shown
	}
	return out
}

// lines splits a text for callers that request lines mostly in ascending order: every line of a long file may
// have a problem.
type lines struct {
	src, rest []byte
	at        int // line that rest begins with
}

func linesOf(src []byte) lines { return lines{src, src, 1} }

// line returns line n (from 1), or "".
func (l *lines) line(n int) string {
	if n < l.at {
		l.rest, l.at = l.src, 1
	}
	for ; l.at < n; l.at++ {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 {
			l.rest, l.at = nil, n
			return ""
		}
		l.rest = l.rest[i+1:]
	}
	return Line(l.rest, 1)
}

// Shown returns the diagnostics with their texts as shown returns them. The diagnostics in l stay unchanged, as with
// Excerpts.
func (l List) Shown(shown func(text string) string) List {
	out := slices.Clone(l)
	for i, d := range l {
		is := *d
		is.File, is.Message, is.Hint, is.Callers = shown(d.File), shown(d.Message), shown(d.Hint), shown(d.Callers)
		if is != *d {
			out[i] = &is
		}
	}
	return out
}
