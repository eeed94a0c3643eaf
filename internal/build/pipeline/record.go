package pipeline

import (
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/listing/discovery"
	"github.com/sitegen/sitegen/internal/store/output"
)

// record is what one render of a layout gave: the questions that it asked and all that came of it. It
// is reused if and only if every question has the same answer, outputs and messages included.
type record struct {
	asked      []trace.ID
	early      []trace.Question // those that may have another answer after sealing; only without a round
	outputs    []written
	found      diag.List
	facts      *listing.PageFacts // of the page's first HTML output
	readsAlone uint64             // what the layout alone read, if it has facts
	emitted    *listing.Emitted   // of an emission
	terms      *search.Terms      // of a page in the search index
	parts      []string           // what it adds to batches of scripts
	noTemplate bool
	putOff     bool          // it failed, perhaps because a batch is not known yet
	index      *search.Index // of the terms of a language; nil: another process made it
}

// written is an output of a render without its bytes.
type written struct {
	file, mediaType string
	from            string // absolute path that it is copied from; "" when it was rendered
	size            int64
	hash            uint64
	lost            bool // another task writes other bytes under the path: see settle

	made  string         // names the recipe of an image: picture.Key; "": it is none
	image *picture.Image // until it is made in the stage of images; nil: it was, or it is none
}

// take adds the outputs of a record of the build before to those of this one; false when one is not there any more,
// or refused: the task is done again then, so that the report is that of a clean build. None of them is left then: a render
// before sealing may give other bytes.
func (r *record) take(out output.Sink, by string) bool {
	taken := true
	for _, o := range r.outputs {
		if o.lost {
			continue
		}
		kept, err := o.take(out, by)
		if taken = taken && kept && err == nil; !kept {
			break
		}
	}
	if !taken {
		r.forget(out, by)
	}
	return taken
}

// forget takes back the pages that by staged from a record: files and images are the same from every task.
func (r *record) forget(out output.Sink, by string) {
	for _, o := range r.outputs {
		if o.from == "" && o.made == "" {
			out.Forget(o.file, by)
		}
	}
}

// takeImages takes over images that were made for an earlier render of the same task.
func (r *record) takeImages(from *record) {
	for i := range r.outputs {
		o := &r.outputs[i]
		n := slices.IndexFunc(from.outputs, func(have written) bool { return have.file == o.file && have.image == nil })
		if o.image != nil && n >= 0 {
			have := &from.outputs[n]
			o.image, o.made, o.size, o.hash = nil, have.made, have.size, have.hash
		}
	}
	for _, d := range from.found {
		if d.Rule == "image" && !slices.Contains(r.found, d) {
			r.found = append(r.found, d)
		}
	}
}

func (o written) take(out output.Sink, by string) (kept bool, err error) {
	if o.from == "" {
		return out.Keep(o.file, o.size, o.hash, by)
	}
	info, err := os.Stat(o.from)
	if err != nil {
		return false, nil
	}
	return true, out.Copy(o.file, o.from, info.Size(), info.ModTime().UnixNano())
}

// records are those of tasks beside the rendering of pages, by their keys: emissions and the search index. Several
// workers may use them at once.
type records struct {
	round *trace.Round       // nil: nothing is kept
	old   map[string]*record // of the build before

	mu  sync.Mutex
	now map[string]*record
}

// before returns what a task gave in the build before; nil: nothing.
func (r *records) before(key string) *record {
	if r.round == nil {
		return nil
	}
	return r.old[key]
}

// same reports whether everything that a task asked in the build before has the same answer now.
func (r *records) same(old *record, ask func(trace.Question) (uint64, error)) bool {
	if old == nil {
		return false
	}
	same, err := r.round.Same(old.asked, ask)
	return err == nil && same
}

// keep keeps the record of a task for the next build.
func (r *records) keep(key string, rec *record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now == nil {
		r.now = map[string]*record{}
	}
	r.now[key] = rec
}

// note keeps the record of a task that asked something; old is what it gave in the build before, nil for nothing.
func (r *records) note(key string, rec, old *record, asked trace.Record) {
	if r.round != nil {
		var like []trace.ID
		if old != nil {
			like = old.asked
		}
		rec.asked = r.round.Keep(asked, like)
	}
	r.keep(key, rec)
}

// noteEarly notes what a render asked that may have another answer after sealing, where no record of questions is kept.
func (r *record) noteEarly(asked trace.Record) {
	for _, s := range asked.Steps {
		if s.Kind == trace.Batch || s.Kind == trace.Modified || s.Kind == trace.Listed || s.Kind == trace.Projection {
			r.early = append(r.early, s.Question)
		}
	}
}

// same reports whether two outputs under one path have the same bytes. Those of an image are not known before it is
// made.
func (o *written) same(p *written) bool {
	if o.made != "" || p.made != "" {
		return o.made == p.made
	}
	return o.hash == p.hash && o.size == p.size && o.from == p.from
}

// written lists what the tasks with keys of a prefix wrote, in no order.
func (r *records) written(prefix string) (out []written) {
	for key, rec := range r.now {
		if strings.HasPrefix(key, prefix) {
			out = append(out, rec.outputs...)
		}
	}
	return out
}
