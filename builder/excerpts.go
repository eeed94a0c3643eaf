package builder

import (
	"io"
	"os"

	"github.com/sitegen/sitegen/internal/diag"
)

// maxExcerptSource bounds how much of a file is read for the line that a message shows.
const maxExcerptSource = 1 << 20

// excerpts adds the source line to the diagnostics that name a line of a project's file and do not
// show it. A file that cannot be read, or is none, adds nothing.
func (b *build) excerpts(list diag.List) {
	name, src := "", []byte(nil)
	for _, d := range list {
		if d.Line == 0 || d.Excerpt != "" || d.File == "" || b.cfg == nil {
			continue
		}
		if d.File != name {
			name, src = d.File, head(b.at(d.File))
		}
		d.Excerpt = diag.Line(src, d.Line)
	}
}

// head returns the beginning of a file, nil when it cannot be read.
func head(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxExcerptSource))
	if err != nil {
		return nil
	}
	return src
}
