package task

import (
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Record is what one render of a layout gave: the questions that it asked and all that came of it. It
// is reused if and only if every question has the same answer, outputs and messages included.
type Record struct {
	Asked      []trace.ID
	Early      []trace.Question // those that may have another answer after sealing; only without a round
	Outputs    []Written
	Found      diag.List
	Facts      *listing.PageFacts // of the page's first HTML output
	ReadsAlone uint64             // what the layout alone read, if it has facts
	Emitted    *emission.Emitted  // of an emission
	Terms      *search.Terms      // of a page in the search index
	Parts      []string           // what it adds to batches of scripts
	NoTemplate bool
	PutOff     bool          // it failed, perhaps because a batch is not known yet
	Index      *search.Index // of the terms of a language; nil: another process made it
}

// Written is an output of a render without its bytes.
type Written struct {
	File, MediaType string
	From            string // absolute path that it is copied from; "" when it was rendered
	Size            int64
	Hash            uint64
	Lost            bool // another task writes other bytes under the path: see settle

	Made  string         // names the recipe of an image: picture.Key; "": it is none
	Image *picture.Image // until it is made in the stage of images; nil: it was, or it is none
}

// Take adds the outputs of a record of the build before to those of this one; false when one is not there any more,
// or refused: the task is done again then, so that the report is that of a clean build. None of them is left then: a
// render before sealing may give other bytes.
func (r *Record) Take(out output.Sink, by string) bool {
	taken := true
	for _, o := range r.Outputs {
		if o.Lost {
			continue
		}
		kept, err := o.take(out, by)
		if taken = taken && kept && err == nil; !kept {
			break
		}
	}
	if !taken {
		r.Forget(out, by)
	}
	return taken
}

// Forget takes back the pages that by staged from a record: files and images are the same from every task.
func (r *Record) Forget(out output.Sink, by string) {
	for _, o := range r.Outputs {
		if o.From == "" && o.Made == "" {
			out.Forget(o.File, by)
		}
	}
}

// TakeImages returns the record with the images that were made for an earlier render of the same task.
func (r *Record) TakeImages(from *Record) *Record {
	made := func(o *Written) bool {
		n := slices.IndexFunc(from.Outputs, func(have Written) bool { return have.File == o.File && have.Image == nil })
		if n >= 0 {
			have := &from.Outputs[n]
			o.Image, o.Made, o.Size, o.Hash = nil, have.Made, have.Size, have.Hash
		}
		return n >= 0
	}
	var found diag.List
	for _, d := range from.Found {
		if d.Rule == "image" && !slices.Contains(r.Found, d) {
			found = append(found, d)
		}
	}
	return r.WithImages(made, &found)
}

// WithImages returns a record whose images are made: made tells what became of one, and false when it does not know;
// found are the problems with them, when all were asked for.
func (r *Record) WithImages(made func(o *Written) bool, found *diag.List) *Record {
	var own []Written
	for i := range r.Outputs {
		if r.Outputs[i].Image == nil {
			continue
		}
		o := r.Outputs[i]
		if !made(&o) {
			continue
		}
		if own == nil {
			own = slices.Clone(r.Outputs)
		}
		own[i] = o
	}
	if own == nil && len(*found) == 0 {
		return r
	}
	out := *r
	if own != nil {
		out.Outputs = own
	}
	out.Found = slices.Concat(r.Found, *found)
	return &out
}

func (o Written) take(out output.Sink, by string) (kept bool, err error) {
	if o.From == "" {
		return out.Keep(o.File, o.Size, o.Hash, by)
	}
	info, err := os.Stat(o.From)
	if err != nil {
		return false, nil
	}
	return true, out.Copy(o.File, o.From, info.Size(), info.ModTime().UnixNano())
}

// IsBeside reports whether a key is one of Records: those have a NUL after their first word.
func IsBeside(key string) bool { return strings.ContainsRune(key, 0) }

// Records are those of tasks beside the rendering of pages, by their keys: emissions and the search index. Several
// workers may use them at once.
type Records struct {
	Round *trace.Round       // nil: nothing is kept
	Old   map[string]*Record // of the build before

	mu  sync.Mutex
	Now map[string]*Record
}

// Before returns what a task gave in the build before; nil: nothing.
func (r *Records) Before(key string) *Record {
	if r.Round == nil {
		return nil
	}
	return r.Old[key]
}

// Same reports whether everything that a task asked in the build before has the same answer now.
func (r *Records) Same(old *Record, ask func(trace.Question) (uint64, error)) bool {
	if old == nil {
		return false
	}
	same, err := r.Round.Same(old.Asked, ask)
	return err == nil && same
}

// Keep keeps the record of a task for the next build.
func (r *Records) Keep(key string, rec *Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Now == nil {
		r.Now = map[string]*Record{}
	}
	r.Now[key] = rec
}

// Note keeps the record of a task that asked something; old is what it gave in the build before, nil for nothing.
func (r *Records) Note(key string, rec, old *Record, asked trace.Record) {
	if r.Round != nil {
		var like []trace.ID
		if old != nil {
			like = old.Asked
		}
		rec.Asked = r.Round.Keep(asked, like)
	}
	r.Keep(key, rec)
}

// WithLost returns a record in which an output did not get its path, or got it.
func (r *Record) WithLost(at int, lost bool) *Record {
	out := *r
	out.Outputs = slices.Clone(r.Outputs)
	out.Outputs[at].Lost = lost
	return &out
}

// NoteEarly notes what a render asked that may have another answer after sealing, where no record of questions is kept.
func (r *Record) NoteEarly(asked trace.Record) {
	for _, s := range asked.Steps {
		if s.Kind == trace.Batch || s.Kind == trace.Modified || s.Kind == trace.Listed || s.Kind == trace.Projection {
			r.Early = append(r.Early, s.Question)
		}
	}
}

// Same reports whether two outputs under one path have the same bytes. Those of an image are not known before it is
// made.
func (o *Written) Same(p *Written) bool {
	if o.Made != "" || p.Made != "" {
		return o.Made == p.Made
	}
	return o.Hash == p.Hash && o.Size == p.Size && o.From == p.From
}

// Written lists what the tasks with keys of a prefix wrote, in no order.
func (r *Records) Written(prefix string) (out []Written) {
	for key, rec := range r.Now {
		if strings.HasPrefix(key, prefix) {
			out = append(out, rec.Outputs...)
		}
	}
	return out
}
