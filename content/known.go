package content

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/codec"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
)

// Known is what a Load read of every file, for the next one: a file that is still the same is not read
// again, and what was said about it is said again. It is never changed, and may be used by any number
// of loads.
type Known struct {
	reading uint64 // hash of the configuration that reading a file depends on
	walking uint64 // hash of the configuration that the walk depends on
	roots   []Root
	files   []*file // by root and path

	// What only a Load in the same process left behind.
	tops   []*folder // of each root; nil: walk again
	tree   *Tree
	walked diag.List // what was said about folders,
	read   diag.List // about single files,
	across diag.List // and about documents of several roots
	newest int64     // the newest time of change seen, nanoseconds since 1970
}

// file is a file that the walk keeps, and what was read of it. It is never changed after Load returns.
type file struct {
	found
	key      fileKey
	settled  bool   // the key is old enough to be trusted
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
	read  bool        // whatever its key says
	info  fs.FileInfo // what was seen of it shortly before; nil: nothing
}

func byPlace(a, b *file) int {
	return cmp.Or(cmp.Compare(a.root, b.root), strings.Compare(a.path, b.path))
}

// readingOptions hashes the configuration that reading a file depends on.
func readingOptions(cfg *config.Config) uint64 {
	var w codec.Writer
	w.Texts(cfg.AllowRaw)
	for _, m := range mediaTypes(cfg) {
		w.Text(m.Name)
		w.Texts(m.Suffixes)
	}
	for _, l := range cfg.Languages {
		w.Text(l.Lower)
		w.Bool(l.HasCJKLanguage)
	}
	return xxhash.Sum64(w.Bytes())
}

// walkingOptions hashes the configuration that the walk depends on.
func walkingOptions(cfg *config.Config) uint64 {
	var w codec.Writer
	w.Bool(cfg.Bare)
	w.Texts(cfg.IgnoreFiles)
	w.Texts(cfg.IgnoreGlobs)
	w.Texts(cfg.DisabledLanguages)
	for _, l := range cfg.Languages {
		w.Text(l.Lower)
	}
	return xxhash.Sum64(w.Bytes())
}

// usable returns what of k counts for a load: all, only what was read, or nothing.
func (k *Known) usable(reading, walking uint64, roots []Root) *Known {
	same := func(a, b Root) bool { return a.Rel == b.Rel && a.Lang == b.Lang }
	switch {
	case k == nil, k.reading != reading, !slices.EqualFunc(k.roots, roots, same):
		return &Known{}
	case k.walking != walking, !slices.Equal(k.roots, roots):
		return &Known{files: k.files, tree: k.tree, newest: k.newest}
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
