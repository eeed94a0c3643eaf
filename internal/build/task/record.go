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

// Record is the result of one render of a layout: the questions that it asked, its outputs and its messages. A build
// reuses it if and only if every question still has the same answer.
type Record struct {
	Asked      []trace.ID
	Early      []trace.Question // may have another answer after sealing; only without a round
	Outputs    []Written
	Found      diag.List
	Facts      *listing.PageFacts // of the page's first HTML output
	ReadsAlone uint64             // what the layout alone read, if it has facts
	Emitted    *emission.Emitted  // of an emission
	Terms      *search.Terms      // of a page in the search index
	Texts      search.Texts       // of such a page
	Excerpts   []string           // of pages in the search index that share excerpt files: the names of these
	Parts      []string           // parts that it adds to batches of scripts
	NoTemplate bool
	PutOff     bool         // it failed, perhaps because a batch is not known yet
	Index      *search.Kept // index of the terms of a language
}

// Written is an output of a render without its bytes.
type Written struct {
	File, MediaType string
	From            string // absolute path that it is copied from; "" when it was rendered
	Size            int64
	Hash            uint64
	Lost            bool // another task writes other bytes under the path: see settle

	Made  string         // recipe of an image (picture.Key); "" if it is not an image
	Image *picture.Image // until it is made in the stage of images; otherwise nil
}

// Take adds the outputs of a record of the build before to this build. If one no longer exists or is refused, Take
// removes them all again and returns false. The task is then done again, so the messages are those of a clean build; a
// render before sealing may give other bytes.
func (r *Record) Take(out output.Sink, by string) bool {
	taken := true
	for _, o := range r.Outputs {
		if o.Lost {
			continue
		}
		kept, err := o.Take(out, by)
		if taken = taken && kept && err == nil; !kept {
			break
		}
	}
	if !taken {
		r.Forget(out, by)
	}
	return taken
}

// Forget removes the rendered outputs of a record that by staged. Copied files and images stay, because every task
// writes the same bytes.
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

// WithImages returns the record with finished images. made fills in the result of one, and returns false if it does not
// know it; found are the problems with the images once all are made.
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

// Take adds an output of the build before to this build; kept is false if it no longer exists or is refused.
func (o Written) Take(out output.Sink, by string) (kept bool, err error) {
	if o.From == "" {
		return out.Keep(o.File, o.Size, o.Hash, by)
	}
	info, err := os.Stat(o.From)
	if err != nil {
		return false, nil
	}
	return true, out.Copy(o.File, o.From, info.Size(), info.ModTime().UnixNano())
}

// IsBeside reports whether a key is one of Records, which begin with a word, and not that of a job.
func IsBeside(key string) bool { return !strings.HasPrefix(key, "#") }

// Records are the records of tasks that don't render pages (emissions and the search index), by key. Several workers
// may use them at once.
type Records struct {
	Round *trace.Round       // nil: nothing is kept
	Old   map[string]*Record // of the build before

	mu  sync.Mutex
	Now map[string]*Record
}

// Before returns the record of a task in the build before; nil if there is none.
func (r *Records) Before(key string) *Record {
	if r.Round == nil {
		return nil
	}
	return r.Old[key]
}

// Same reports whether every question that a task asked in the build before still has the same answer.
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

// Note keeps the record of a task with the questions that it asked; old is its record in the build before, or nil.
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

// WithLost returns a copy of the record in which an output has lost its path, or not.
func (r *Record) WithLost(at int, lost bool) *Record {
	out := *r
	out.Outputs = slices.Clone(r.Outputs)
	out.Outputs[at].Lost = lost
	return &out
}

// NoteEarly stores the questions of a render whose answers may change after sealing, for builds that keep no questions.
func (r *Record) NoteEarly(asked trace.Record) {
	for _, s := range asked.Steps {
		if s.Kind == trace.Batch || s.Kind == trace.Modified || s.Kind == trace.Listed || s.Kind == trace.Projection {
			r.Early = append(r.Early, s.Question)
		}
	}
}

// Same reports whether two outputs of one path have the same bytes. Images are compared by recipe, because their bytes
// are not known before they are made.
func (o *Written) Same(p *Written) bool {
	if o.Made != "" || p.Made != "" {
		return o.Made == p.Made
	}
	return o.Hash == p.Hash && o.Size == p.Size && o.From == p.From
}

// Written lists the outputs of the tasks whose keys start with a prefix, in no particular order.
func (r *Records) Written(prefix string) (out []Written) {
	for key, rec := range r.Now {
		if strings.HasPrefix(key, prefix) {
			out = append(out, rec.Outputs...)
		}
	}
	return out
}
