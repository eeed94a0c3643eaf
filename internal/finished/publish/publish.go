// Package publish sends an output folder to a bucket, in the size of what changed.
//
// Nothing is walked or listed on either side. The build's manifest has the path, size, and hash of each output, and an
// object of the target, Manifest, has the same of what was sent there. Only objects that it names are ever deleted.
//
// Before anything changes, the paths that will change are marked in that object, and the marks are taken off now and
// then. So a publication that was killed leaves a list of what is certain, and the next one sends the rest. Files are
// sent in an order in which readers never see a page without what it loads: see step.
//
// The object is written under the condition that it is the one that was read, so two publications at the same time
// notice each other: see save.
package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/store/bucket"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// Options of a publication.
type Options struct {
	Dir     string        // output folder; required
	Outputs []disk.Entry  // what a build left there, sorted by path; required
	Target  bucket.Bucket // required unless only Describe is called
	Types   *media.Types  // required
	Control Control
	Base    string // URL of the site
	// Host has headers and redirects of its own, and no use for the files that configure others (_headers, .htaccess).
	// Otherwise the target is a folder.
	Host   bool
	Adopt  bool // replace files that others put into the target
	DryRun bool // change nothing
	Jobs   int  // requests at the same time; 16 when 0
	// Progress is called after each file that was sent or deleted, by one goroutine at a time; it may be nil.
	Progress func(done, total int)
}

// Result is what a publication did, or would do.
type Result struct {
	Steps     []Step // in order; those without files are left out
	Deleted   []string
	Unchanged int
	Late      int // files that the next publication deletes: see plan
	// Continued says that an earlier publication did not end.
	Continued bool
}

// Step is a group of files that are sent together.
type Step struct {
	What  string   `json:"what"`
	Files []string `json:"files"`
	Bytes int64    `json:"bytes"`
}

// Sent returns the number of files that are sent, and of their bytes.
func (r *Result) Sent() (n int, bytes int64) {
	for _, s := range r.Steps {
		n += len(s.Files)
		bytes += s.Bytes
	}
	return n, bytes
}

// ErrStale says that a file is not what the build wrote.
type ErrStale struct{ File string }

func (e *ErrStale) Error() string {
	return e.File + " was changed or removed since the build"
}

// ErrBusy says that another publication to the same target runs.
var ErrBusy = errors.New("another publication to this target runs at the same time")

// publishing is one publication.
type publishing struct {
	Options
	kinds kinds
	// run identifies this publication: what it is going to leave, and what it found.
	run   uint64
	tag   string // of the manifest in the target; bucket.Absent if there is none
	late  int    // files that the next publication deletes
	total int    // changes

	mu    sync.Mutex // guards the rest
	notes uint64     // that were found in the manifest
	now   []entry    // what is known about the target, by path
	done  []string   // paths that this publication changed
	again []string   // paths that another publication changed
	since int        // changes since the manifest was written
}

// Run makes a target equal to an output folder.
func Run(ctx context.Context, o Options) (*Result, error) {
	p, old, err := begin(ctx, o)
	if err != nil {
		return nil, err
	}
	now, todo, differs := p.plan(old.entries)
	if !differs && p.tag != bucket.Absent {
		return &Result{Unchanged: len(p.Outputs)}, nil
	}
	res := p.report(todo, old.entries)
	if err := p.check(ctx, todo); err != nil || p.DryRun {
		return res, err
	}
	p.now, p.total = now, len(todo)
	if err := p.all(ctx, todo); err != nil {
		return nil, err
	}
	return res, nil
}

// newPublishing sorts the outputs into kinds.
func newPublishing(ctx context.Context, o Options) (p *publishing, err error) {
	if o.Jobs <= 0 {
		o.Jobs = 16
	}
	p = &publishing{Options: o}
	p.Outputs = slices.Clone(p.Outputs)
	if p.Host {
		p.Outputs = slices.DeleteFunc(p.Outputs, func(e disk.Entry) bool { return hosting.ForHosts(e.Path) })
	}
	p.kinds, err = newKinds(p.Outputs, func(e *disk.Entry, text string) (bool, error) { return p.begins(ctx, e, text) })
	return p, err
}

// begin reads the manifest of the target, and hashes copied files whose hashes are not known.
func begin(ctx context.Context, o Options) (*publishing, *target, error) {
	p, err := newPublishing(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	for i := range p.Outputs {
		if strings.HasPrefix(p.Outputs[i].Path, ".sitegen/") {
			return nil, nil, fmt.Errorf("the site contains %s: names below .sitegen/ are reserved", p.Outputs[i].Path)
		}
	}
	old, err := p.read(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrManifest) && p.Adopt:
		if p.tag == "" {
			p.tag = bucket.Absent // a damaged one is replaced instead
		}
		old = &target{}
		if err := p.foreign(ctx); err != nil {
			return nil, nil, err
		}
	case err != nil:
		return nil, nil, fmt.Errorf("read %s of the target: %w", Manifest, err)
	}
	if err := p.hash(ctx, old.entries); err != nil {
		return nil, nil, err
	}
	var w codec.Writer
	w.Text(p.tag)
	for i := range p.Outputs {
		w.Text(p.Outputs[i].Path)
		w.Fixed(p.Outputs[i].Hash)
	}
	p.run = xxhash.Sum64(w.Bytes())
	return p, old, nil
}

// read reads the manifest of the target.
func (p *publishing) read(ctx context.Context) (*target, error) {
	data, tag, err := p.Target.Get(ctx, Manifest, mostPacked)
	if err != nil {
		return nil, err
	}
	p.tag = tag
	return decode(data)
}

// foreign refuses a target without a manifest that has a home page: it was published by other means.
func (p *publishing) foreign(ctx context.Context) error {
	const home = "index.html"
	if p.Adopt || len(p.Outputs) == 0 {
		return nil
	}
	there, err := p.Target.Has(ctx, home)
	if err != nil {
		return fmt.Errorf("look for %s in the target: %w", home, err)
	}
	if there {
		return &ErrForeign{home}
	}
	return nil
}

// begins reports whether an output begins with a text. One without a file is in the target.
func (p *publishing) begins(ctx context.Context, e *disk.Entry, text string) (bool, error) {
	if e.Away && p.Target != nil {
		data, _, err := p.Target.Get(ctx, e.Path, int64(len(text)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("read %s of the target: %w", e.Path, err)
		}
		return strings.HasPrefix(string(data), text), nil
	}
	f, err := os.Open(e.File(p.Dir))
	if err != nil {
		return false, nil // sending it reports the error
	}
	defer f.Close()
	b := make([]byte, len(text))
	_, err = io.ReadFull(f, b)
	return err == nil && string(b) == text, nil
}

// hash fills in the hashes of copied files, which builds need not know. A file that was copied from the same file in
// the same state as what the target has is not read.
func (p *publishing) hash(ctx context.Context, old []entry) error {
	var todo []int
	for i := range p.Outputs {
		o := &p.Outputs[i]
		if o.Hash != 0 {
			continue
		}
		at, found := find(old, o.Path)
		if found && o.Origin != 0 && old[at].origin == o.Origin && old[at].size == o.Size {
			o.Hash = old[at].hash
			continue
		}
		todo = append(todo, i)
	}
	_, err := par.Map(ctx, 0, todo, func(_ context.Context, i int) (bool, error) {
		o := &p.Outputs[i]
		f, err := os.Open(o.File(p.Dir))
		if err != nil {
			return false, &ErrStale{o.File(p.Dir)}
		}
		defer f.Close()
		d := xxhash.New()
		n, err := io.Copy(d, f)
		if err == nil && n != o.Size {
			return false, &ErrStale{o.File(p.Dir)}
		}
		o.Hash = d.Sum64()
		return true, err
	})
	return err
}

// check refuses to begin if a file to send is not what the build wrote.
func (p *publishing) check(ctx context.Context, todo []change) error {
	_, err := par.Map(ctx, 0, todo, func(ctx context.Context, c change) (bool, error) {
		if c.file == nil {
			return true, nil
		}
		file := c.file.File(p.Dir)
		if state, regular := filestat.Regular(file); regular && c.file.State != 0 && state.Sum() == c.file.State {
			return true, nil
		}
		_, err := p.load(ctx, c.file)
		return err == nil, err
	})
	return err
}

// load reads an output, and refuses other bytes than those that the build wrote. One without a file is in the target,
// where only its headers are old.
func (p *publishing) load(ctx context.Context, e *disk.Entry) (data []byte, err error) {
	file := e.File(p.Dir)
	if e.Away && p.Target != nil {
		data, _, err = p.Target.Get(ctx, e.Path, e.Size)
	} else {
		data, err = os.ReadFile(file)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && (int64(len(data)) != e.Size || xxhash.Sum64(data) != e.Hash):
		return nil, &ErrStale{file}
	case err != nil:
		return nil, err
	}
	return data, nil
}

// all makes the changes, and then those that undo what another publication did in the meantime.
func (p *publishing) all(ctx context.Context, todo []change) error {
	for range mostRounds {
		if len(todo) > 0 {
			p.mark(todo)
			if err := p.save(ctx); err != nil {
				return err
			}
			if err := p.make(ctx, todo); err != nil {
				return err
			}
		}
		if err := p.save(ctx); err != nil || len(p.again) == 0 {
			return err
		}
		todo = nil
		for _, path := range p.again {
			at, found := slices.BinarySearchFunc(p.Outputs, path,
				func(o disk.Entry, path string) int { return strings.Compare(o.Path, path) })
			if found {
				todo = append(todo, p.sending(&p.Outputs[at]))
			} else {
				todo = append(todo, p.deleting(path))
			}
		}
		p.again = nil
	}
	return ErrBusy
}

// mostRounds is how often a publication repairs what others do at the same time.
const mostRounds = 10

// mark notes that changes begin.
func (p *publishing) mark(todo []change) {
	var added []entry
	for _, c := range todo {
		e := entry{path: c.next.path, state: unsure}
		if at, found := find(p.now, e.path); found {
			p.now[at] = e
		} else {
			added = append(added, e)
		}
	}
	if len(added) > 0 { // one by one, each would move those after it
		p.now = append(p.now, added...)
		slices.SortFunc(p.now, func(a, b entry) int { return strings.Compare(a.path, b.path) })
		p.now = slices.CompactFunc(p.now, func(a, b entry) bool { return a.path == b.path })
	}
}

// set replaces or adds what is known about an object.
func (p *publishing) set(e entry) {
	at, found := find(p.now, e.path)
	if found {
		p.now[at] = e
	} else {
		p.now = slices.Insert(p.now, at, e)
	}
}

// make makes changes, step by step.
func (p *publishing) make(ctx context.Context, todo []change) error {
	inOrder(todo)
	every := max(leastSaved, len(todo)/16)
	for len(todo) > 0 {
		n := 1
		for n < len(todo) && n < every && todo[n].step == todo[0].step && todo[n].size()/large == todo[0].size()/large {
			n++
		}
		jobs := p.Jobs
		if todo[0].size() >= large {
			jobs = 1
		}
		if _, err := par.Map(ctx, jobs, todo[:n], p.do); err != nil {
			return err
		}
		p.since += n
		if todo = todo[n:]; p.since >= every && len(todo) > 0 {
			if err := p.save(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// leastSaved is the number of changes after which the manifest is written, so that they need not be made again if the
// publication is killed. Of many changes it is a sixteenth.
const leastSaved = 64

// do makes one change.
func (p *publishing) do(ctx context.Context, c change) (bool, error) {
	path := c.next.path
	if c.file == nil {
		if err := p.Target.Delete(ctx, path); err != nil {
			return false, fmt.Errorf("delete %s: %w", path, err)
		}
	} else {
		data, err := p.load(ctx, c.file)
		if err != nil {
			return false, err
		}
		put := bucket.PutOptions{Type: typeOf(p.Types, path, data), Control: p.Control.of(c.step)}
		if p.Host && c.step == pages {
			put.Redirect = redirectOf(p.Base, path, data)
		}
		if _, err := p.Target.Put(ctx, path, data, put); err != nil {
			return false, fmt.Errorf("send %s: %w", path, err)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(c.next)
	p.done = append(p.done, path)
	if p.Progress != nil {
		p.Progress(len(p.done), max(p.total, len(p.done)))
	}
	return true, nil
}

// save writes the manifest, under the condition that it is the one that was written or read last. If it is not, another
// publication began or ended: then that one wins, and gets a note of what this one changed, so that it or the next one
// sends that again.
func (p *publishing) save(ctx context.Context) error {
	for range mostRounds {
		data := (&target{p.run, p.notes, p.now}).encode()
		tag, err := p.Target.Put(ctx, Manifest, data, bucket.PutOptions{Match: p.tag, Control: "no-store"})
		if err == nil {
			p.tag, p.since = tag, 0
			return nil
		}
		if !errors.Is(err, bucket.ErrChanged) {
			return fmt.Errorf("write %s: %w", Manifest, err)
		}
		theirs, err := p.read(ctx)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrManifest):
			return ErrBusy
		case err != nil:
			return fmt.Errorf("read %s: %w", Manifest, err)
		}
		if theirs.run != p.run {
			p.yield(ctx, theirs)
			return ErrBusy
		}
		p.notes = theirs.notes
		p.repair(theirs.entries)
	}
	return ErrBusy
}

// yield notes in the manifest of another publication what this one changed.
func (p *publishing) yield(ctx context.Context, theirs *target) {
	slices.Sort(p.done)
	for range mostRounds {
		if len(p.done) == 0 {
			return
		}
		var all []entry
		i := 0
		for _, path := range slices.Compact(slices.Clone(p.done)) {
			for ; i < len(theirs.entries) && theirs.entries[i].path < path; i++ {
				all = append(all, theirs.entries[i])
			}
			if i < len(theirs.entries) && theirs.entries[i].path == path {
				i++
			}
			all = append(all, entry{path: path, state: unsure})
		}
		all = append(all, theirs.entries[i:]...)
		data := (&target{theirs.run, theirs.notes + 1, all}).encode()
		_, err := p.Target.Put(ctx, Manifest, data, bucket.PutOptions{Match: p.tag, Control: "no-store"})
		if !errors.Is(err, bucket.ErrChanged) {
			return // done, or the store fails
		}
		if theirs, err = p.read(ctx); err != nil {
			return
		}
	}
}

// repair takes over the notes of another publication in our manifest.
func (p *publishing) repair(theirs []entry) {
	for _, e := range theirs {
		at, found := find(p.now, e.path)
		if e.state != unsure || found && p.now[at].state == unsure { // that is still to be done
			continue
		}
		p.set(e)
		p.again = append(p.again, e.path)
	}
}
