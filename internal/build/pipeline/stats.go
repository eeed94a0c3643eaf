package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// statsFile has the names of elements, classes and IDs that the pages use, for tools that remove unused rules from
// style sheets: https://gohugo.io/configuration/build/. It is an output that the next build may read: if it changes,
// the pages that depend on it are built once more, so the result is that of a build that knew it from the start.
const statsFile = "hugo_stats.json"

// mostStats is how many times one Build runs again because the file changed. Style sheets change no class of a page, so
// one run is enough for those.
const mostStats = 2

// writeStats writes the file if it changed.
func (b *State) writeStats(ctx context.Context) (diag.List, error) {
	tags, classes, ids := b.Config.Stats()
	if !tags && !classes && !ids {
		return nil, nil
	}
	var all html.Elements
	for i := range b.Pages.Tasks {
		for _, o := range b.Pages.Tasks[i].Result.Outputs {
			if o.From != "" || !strings.HasSuffix(o.File, ".html") {
				continue
			}
			doc, err := b.Result.read(ctx, o.File)
			if errors.Is(err, fs.ErrNotExist) {
				continue // a copy of another host, or an output that was deleted since
			}
			if err != nil {
				return nil, fmt.Errorf("read %s for %s: %w", o.File, statsFile, err)
			}
			all.Add(doc)
		}
	}
	text, err := all.JSON(tags, classes, ids)
	if err != nil {
		return nil, err
	}
	file := b.At(statsFile)
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
		return nil, nil
	}
	if err := atomicfile.Write(file, text); err != nil {
		return diag.List{{
			Rule: "stats", Severity: diag.Warning,
			Message: fmt.Sprintf("%s is not written: %v", statsFile, err),
		}}, nil
	}
	b.otherStats = !b.lastRun
	return nil, nil
}

// read returns the bytes of an output.
func (r *Result) read(ctx context.Context, file string) ([]byte, error) {
	if r.Outputs == nil {
		return os.ReadFile(filepath.Join(r.Destination, filepath.FromSlash(file)))
	}
	return r.Outputs.Read(ctx, file)
}
