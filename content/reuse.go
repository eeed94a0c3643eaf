package content

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// kept is what a Load read of every file, for the next one: a file that is still the same is not read
// again, and what was said about it is said again. It is never changed, and may be used by any number
// of loads.
type kept struct {
	reading uint64 // hash of the configuration that reading a file depends on
	walking uint64 // hash of the configuration that the walk depends on
	roots   []Root
	files   []*file // by root and path
	from    *origin // nil: read by UnmarshalBinary

	// What only a Load in the same process left behind.
	tops        []*folder         // of each root; nil: walk again
	attached    []*file           // files that pages link to: see attach
	attachments map[place][]place // and which do
	tree        *Tree
	walked      diag.List // what was said about folders,
	read        diag.List // about single files,
	across      diag.List // and about documents of several roots
	newest      int64     // the newest time of change seen, nanoseconds since 1970
}

// origin is what a Load was told.
type origin struct {
	project string
	options Options
	disk    files
}

// file is a file that the walk keeps, and what was read of it. It is never changed after Load returns.
type file struct {
	found
	state    filestat.State
	settled  bool   // the state can be trusted
	whole    bool   // the file could be read
	hash     uint64 // xxhash of the bytes of a content file
	document *Document
	resource *Resource
	problems diag.List
}

// task is a file to look at.
type task struct {
	file  *file       // to be filled in
	known *file       // what is known of it; nil: nothing
	read  bool        // whatever its state says
	entry fs.DirEntry // what its folder says of it; nil: nothing
}

func byPlace(a, b *file) int {
	return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(a.path, b.path))
}

// writeTool writes what decides how the pages of another tool are read.
func (o *Options) writeTool(w *codec.Writer) {
	d := o.dialect()
	if w.Bool(d != nil); d != nil {
		w.Text(d.Name)
		w.Text(d.Base)
		w.Value(d.Settings)
	}
}

// reading hashes the options that reading a file depends on.
func (o *Options) reading() uint64 {
	var w codec.Writer
	w.Texts(o.AllowContent)
	o.writeTool(&w)
	w.Bool(o.Lenient)
	w.Bool(o.WikiLinks)
	w.Texts(o.External)
	for _, m := range o.mediaTypes() {
		w.Text(m.Name)
		w.Texts(m.Suffixes)
	}
	for _, l := range o.Languages {
		w.Text(lower(l.Key))
		w.Bool(l.CJK)
	}
	return xxhash.Sum64(w.Bytes())
}

// walking hashes the options that the walk depends on.
func (o *Options) walking() uint64 {
	var w codec.Writer
	w.Bool(o.Bare)
	w.Bool(o.IndexPages)
	w.Texts(o.External)
	o.writeTool(&w)
	w.Texts(o.IgnoreFiles)
	w.Texts(o.Ignore)
	w.Texts(o.Keep)
	for _, f := range o.Folders {
		w.Texts(f.Files)
	}
	for _, l := range o.Languages {
		w.Text(lower(l.Key))
		w.Bool(l.Disabled)
	}
	return xxhash.Sum64(w.Bytes())
}

// usable returns what of t counts for the load that is to give next: all, only what was read, or nothing.
func (t *Tree) usable(next *kept) *kept {
	if t == nil || t.kept == nil {
		return &kept{}
	}
	k := t.kept
	same := func(a, b Root) bool { return a.Rel == b.Rel && a.Lang == b.Lang && a.At == b.At }
	switch {
	case k.reading != next.reading, !slices.EqualFunc(k.roots, next.roots, same):
		return &kept{}
	case k.walking != next.walking, !slices.Equal(k.roots, next.roots):
		return &kept{files: k.files, newest: k.newest}
	}
	return k
}

// match tells each task what is known of its file; both lists are sorted.
func match(tasks []task, known []*file) {
	for i := range tasks {
		t := &tasks[i]
		for len(known) > 0 && byPlace(known[0], t.file) < 0 {
			known = known[1:]
		}
		if t.known == nil && len(known) > 0 && byPlace(known[0], t.file) == 0 {
			t.known = known[0]
		}
	}
}
