package pipeline

import (
	"context"
	"os"
	"strings"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/media/picture"
	"github.com/sitegen/sitegen/internal/render"
	"github.com/sitegen/sitegen/internal/trace"
)

// record is what one render of a layout gave: the questions that it asked and all that came of it. It
// is reused if and only if every question has the same answer, outputs and messages included.
type record struct {
	asked      []trace.ID
	outputs    []written
	found      diag.List
	noTemplate bool
	facts      *discovery.PageFacts // of the page's first HTML output; Reads is what the layout alone read
}

// written is an output of a render without its bytes.
type written struct {
	file, mediaType string
	from            string // absolute path that it is copied from; "" when it was rendered
	size            int64
	hash            uint64

	made  string         // names the recipe of an image: picture.Key; "": it is none
	image *picture.Image // until it is made in the stage of images; nil: it was, or it is none
}

// key names a job among those of another build: what is not asked while it renders, because it is
// given to it.
func (b *build) key(j job) string {
	if j.alias != nil {
		to := ""
		if j.alias.To != nil {
			to = j.alias.To.Key
		}
		return strings.Join([]string{"alias", j.alias.File, j.alias.URL.Abs(), to}, "\x00")
	}
	parts := []string{"page", j.page.Key, j.target.Format.Name, j.target.File, j.target.URL.Abs(), ""}
	if j.page.Targets[0].File == j.target.File {
		parts[5] = "first"
		if b.listing.WantsMedia(j.page) {
			parts[5] = "media"
		}
	}
	return strings.Join(parts, "\x00")
}

// reuse returns what a job gave in the build before, if nothing that it depends on is different and its
// outputs are still there.
func (b *build) reuse(ctx context.Context, w *render.Worker, j job, old *record) *record {
	if old == nil || !w.Same(ctx, old.asked) {
		return nil
	}
	var refused diag.List
	for _, o := range old.outputs {
		kept, found := b.take(o, j)
		if !kept {
			return nil
		}
		refused = append(refused, found...)
	}
	if len(refused) > 0 {
		return nil // rendered again, so that it is told as in a clean build
	}
	return old
}

// take adds an output of the build before to those of this one.
func (b *build) take(o written, j job) (kept bool, found diag.List) {
	if o.from == "" {
		kept, err := b.out.Keep(o.file, o.size, o.hash, j.by())
		return kept, problem(err)
	}
	info, err := os.Stat(o.from)
	if err != nil {
		return false, nil
	}
	return true, problem(b.out.Copy(o.file, o.from, info.Size(), info.ModTime().UnixNano()))
}
