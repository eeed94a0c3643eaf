package content

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// kept contains the results of a Load for each file, so the next Load can reuse those of unchanged files, including
// their problems. It is immutable, and several loads may use it.
type kept struct {
	reading uint64 // hash of the configuration that reading a file depends on
	walking uint64 // hash of the configuration that the walk depends on
	roots   []Root
	files   []*file // by root and path
	from    *origin // nil: read by UnmarshalBinary

	// Only available from a Load in the same process.
	tops        []*folder         // of each root; nil: walk again
	attached    []*file           // files that pages link to: see attach
	attachments map[place][]place // and the documents that do
	tree        *Tree
	walked      diag.List // problems with folders
	read        diag.List // problems with single files
	across      diag.List // problems with documents of several roots
	newest      int64     // the newest time of change seen, nanoseconds since 1970
}

// origin contains the arguments of a Load.
type origin struct {
	project string
	options Options
	disk    files
	heads   *heads
}

// file is a file that the walk keeps, with the results of reading it. It does not change after Load returns.
type file struct {
	found
	state    filestat.State
	settled  bool   // the state can be trusted
	whole    bool   // the file could be read
	hash     uint64 // xxhash of the bytes of a content file
	included []included
	document *Document
	resource *Resource
	problems diag.List
}

// task is a file to look at.
type task struct {
	file  *file       // to be filled in
	known *file       // earlier result for the file; nil: none
	read  bool        // read the file even if its state is unchanged
	entry fs.DirEntry // entry of its folder; nil: not listed
}

func byPlace(a, b *file) int {
	return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(a.path, b.path))
}

// writeTool writes the settings of the other tool, which affect how pages are read.
func (o *Options) writeTool(w *codec.Writer) {
	d := o.dialect()
	if w.Bool(d != nil); d != nil {
		w.Text(d.Name)
		w.Text(d.Base)
		w.Text(fmt.Sprintf("%q", d.Settings)) // of any types; maps are sorted
	}
}

// reading hashes the options that reading a file depends on.
func (o *Options) reading() uint64 {
	var w codec.Writer
	w.Texts(o.AllowContent)
	o.writeTool(&w)
	w.Bool(o.ExactLists)
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
	w.Bool(o.FolderSections)
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

// usable returns the parts of t that the next load can use: all of them, only the results of reading, or none.
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

// match sets the earlier result of each task's file; both lists are sorted.
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
