package law

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/build/project"
)

// world is the project of a running case.
type world struct {
	bench   Bench
	site    site
	mode    Mode
	dir     string // holds everything
	project string
	output  string // its output folder
	moves   int
	o       project.Options // without folders
	files   model
	foreign map[string][]byte // files in the output that no build made
	blocks  []string          // folders that are where outputs were
	kept    *kept             // the project as it was at some time

	b      Builder // nil: the next build needs a new one
	builds int
	fresh  bool     // b has built nothing without errors yet
	out    tree     // the output as the last build left it
	paths  []string // what the last build without errors wrote
	good   model    // the project's own files then
	failed int      // builds with errors since then
	err    error    // of the last build
	broken []string // files that the first of these steps broke, as far as known
	last   string   // the file that was edited last

	cancel      time.Duration // delay after which the next build is canceled; 0 for never
	interrupted bool          // a canceled build may have written a part of its output

	early  *early // requests during builds; nil if impossible
	shared *store // of the mode Machines; nil: not made yet

	done      []Step
	afterKill bool // the contents of the output folder before the build are unknown
}

func (b Bench) newWorld(name string, mode Mode) (*world, error) {
	s, err := siteNamed(name)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(b.Temp, "law-")
	if err != nil {
		return nil, err
	}
	w := &world{
		bench: b, site: s, mode: mode, dir: dir,
		o: project.Options{Clock: start, Jobs: 2, Version: "law"}, foreign: map[string][]byte{}, out: tree{},
	}
	w.settleIn(filepath.Join(dir, s.parent, "project"))
	if err := s.make(b.Repo, w.project, &w.o); err != nil {
		w.close()
		return nil, err
	}
	err = w.readFiles()
	w.good = maps.Clone(w.files)
	return w, err
}

// readFiles fills the model.
func (w *world) readFiles() error {
	disk, err := readTree(w.project)
	w.files = model{}
	for p, f := range disk {
		if !isOutside(p) {
			w.files[p] = f.data
		}
	}
	return err
}

// settleIn sets the path of the project.
func (w *world) settleIn(project string) {
	w.project, w.output = project, w.outputOf(project)
}

// outputOf returns the output folder of a project.
func (w *world) outputOf(project string) string {
	return filepath.Join(project, filepath.FromSlash(cmp.Or(w.site.output, "public")))
}

func (w *world) close() {
	w.drop()
	os.RemoveAll(w.dir)
}

// apply applies the operations of a step.
func (w *world) apply(ctx context.Context, s Step) error {
	for _, o := range s.Ops {
		if o.Verb == "alter" && w.mode == Memory && path.Ext(o.Path) == ".png" {
			continue // a preview makes images on request: its builds do not notice a damaged one
		}
		if err := w.do(ctx, o); err != nil {
			return fmt.Errorf("%s: %w", o, err)
		}
		w.files.do(o)
		if o.Verb == "write" && !isOutside(o.Path) {
			w.last = o.Path
		}
		if err := w.note(o); err != nil {
			return err
		}
	}
	return nil
}

// note records files in the output folder that no build made.
func (w *world) note(o Op) error {
	if o.Verb == "remove" && o.Path == ".sitegen" {
		w.paths = nil // nobody knows what builds wrote
		return w.findForeign()
	}
	rel, inside := strings.CutPrefix(o.Path+"/", "public/")
	if !inside {
		return nil
	}
	rel = strings.TrimSuffix(rel, "/")
	switch _, ours := w.out[rel]; {
	case o.Verb == "write" && !ours:
		w.foreign[rel] = o.Data
	case o.Verb == "block":
		w.blocks = append(w.blocks, rel)
		return w.findForeign()
	case o.Verb == "remove":
		w.blocks = slices.DeleteFunc(w.blocks, func(p string) bool { return under(p, rel) })
		maps.DeleteFunc(w.foreign, func(p string, _ []byte) bool { return under(p, rel) })
	}
	return nil
}

// under reports whether a path is a folder or in it; "" contains everything.
func under(path, folder string) bool {
	return folder == "" || path == folder || strings.HasPrefix(path, folder+"/")
}

func (w *world) do(ctx context.Context, o Op) error {
	switch o.Verb {
	case "process":
		return w.drop()
	case "cancel":
		d, err := time.ParseDuration(o.Path)
		w.cancel = d
		return err
	case "rest":
		d, err := time.ParseDuration(o.Path)
		time.Sleep(d)
		return err
	case "clock":
		when, err := time.Parse(time.RFC3339, o.Path)
		if err != nil {
			return err
		}
		w.o.Clock = when
		if c, ok := w.b.(interface{ SetClock(time.Time) }); ok {
			c.SetClock(when)
			return nil
		}
		return w.drop()
	case "jobs":
		n, err := strconv.Atoi(o.Path)
		w.o.Jobs = n
		return errors.Join(err, w.drop())
	case "option":
		return errors.Join(w.option(o.Path, o.To), w.drop())
	case "keep":
		return w.keep()
	case "restore":
		return w.restore(o.Path, o.To)
	case "moved":
		if err := w.drop(); err != nil {
			return err
		}
		w.moves++
		return w.move(filepath.Join(w.dir, fmt.Sprintf("elsewhere-%d", w.moves), "project"))
	}
	return o.onDisk(ctx, w.project, w.output)
}

func (w *world) option(name, value string) error {
	on := value == "true"
	switch name {
	case "drafts":
		w.o.Drafts = on
	case "future":
		w.o.Future = on
	case "expired":
		w.o.Expired = on
	case "minify":
		w.o.Minify = on
	case "strict":
		w.o.Strict = on
	case "environment":
		w.o.Environment = value
	case "environ":
		w.o.Environ = strings.Fields(value)
	default:
		return fmt.Errorf("no option %q", name)
	}
	return nil
}

// move moves the project to another folder, as the cache of a build service does: all files, including kept
// data, get distinct new times.
func (w *world) move(to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(w.project)); err != nil {
		return err
	}
	when := start.AddDate(0, 0, w.moves)
	err := filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		when = when.Add(time.Second)
		return os.Chtimes(name, when, when)
	})
	if err != nil {
		return err
	}
	if err := os.RemoveAll(w.project); err != nil {
		return err
	}
	w.settleIn(to)
	w.out = nil // times and inodes mean nothing now
	if w.site.output != "" {
		w.paths, w.foreign, w.blocks = nil, map[string][]byte{}, nil // the output stays in place
	}
	return nil
}

// options returns the builder's options for a project folder.
func (w *world) options(project string) project.Options {
	o := w.o
	o.Source = project
	return o
}

// builder returns the builder under test for the next build.
func (w *world) builder() (Builder, error) {
	if w.b != nil && w.mode != Processes && w.mode != Rested && w.mode != Machines {
		return w.b, nil
	}
	err := w.drop()
	if err != nil {
		return nil, err
	}
	o := w.options(w.project)
	if w.mode == Shards {
		w.fresh = true
		return w.sharing(o), nil
	}
	if w.mode == Machines {
		if err := w.newMachine(&o); err != nil {
			return nil, err
		}
	}
	if o.Memory = w.mode == Memory; o.Memory {
		w.early = &early{}
		o.Early = w.early.ask
	}
	w.b, err = w.bench.builder(o)
	w.fresh = true
	return w.b, err
}

// drop ends the builder, as the end of its process would.
func (w *world) drop() error {
	b := w.b
	w.b = nil
	if c, ok := b.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// touch tells a builder which files changed.
func (w *world) touch(s Step) {
	t, ok := w.b.(interface{ Touch(...string) })
	if !ok || w.mode != Touched {
		return
	}
	at := func(p string) string { return diskPath(w.project, w.output, p) }
	paths := []string{at("nothing-was-ever-here")} // an empty list would mean that anything may have changed
	for _, o := range s.Ops {
		switch o.Verb {
		case "write", "remove", "touch", "link", "alter":
			paths = append(paths, at(o.Path))
		case "rename", "swap", "exchange":
			paths = append(paths, at(o.Path), at(o.To))
		}
		if isOutside(o.Path) || slices.Contains([]string{"commit", "amend", "reword", "restore", "ledger"}, o.Verb) {
			t.Touch() // no watcher sees that: look at everything
			return
		}
	}
	t.Touch(paths...)
}
