package content

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/foreign"
)

// included is a file of the project that the text of a page includes, with the hash of its text; 0 if there is no such
// file. A page is read again if one of these hashes is different.
type included struct {
	path string // in the project
	hash uint64
}

// hashWith returns the hash of a document, given that of its file and the files that it includes.
func hashWith(hash uint64, all []included) uint64 {
	if len(all) == 0 {
		return hash
	}
	var w codec.Writer
	w.Fixed(hash)
	for _, in := range all {
		w.Text(in.path)
		w.Fixed(in.hash)
	}
	return xxhash.Sum64(w.Bytes())
}

// includer reads the files that pages include.
type includer struct {
	project string
	disk    files
	hashes  sync.Map // of the files that were compared, by path
}

// read returns the text of a file of the project. Symbolic links must not lead out of the project. Hidden files such as
// .env, and the files of git, are never part of a page.
func (i *includer) read(name string) (text []byte, ok bool) {
	if !fs.ValidPath(name) || path.Base(name)[0] == '.' || slices.ContainsFunc(strings.Split(name, "/"), state) {
		return nil, false
	}
	full := filepath.Join(i.project, filepath.FromSlash(name))
	if info, err := i.disk.Stat(full); err != nil || !info.Mode().IsRegular() || info.Size() > foreign.MostConfig {
		return nil, false
	}
	real, err := i.disk.Real(full)
	within, wrong := i.disk.Real(i.project)
	if err != nil || wrong != nil {
		return nil, false
	}
	if rel, err := filepath.Rel(within, real); err != nil || !filepath.IsLocal(rel) {
		return nil, false
	}
	text, _, err = i.disk.read(full, nil)
	return plainfile.Lines(text), err == nil
}

// page returns a page for its tool. The files that it includes are added to list.
func (i *includer) page(d *Document, values map[string]any, list *[]included) *foreign.Page {
	return &foreign.Page{File: d.File, Path: d.Path, Values: values, Read: func(name string) ([]byte, bool) {
		text, ok := i.read(name)
		if !slices.ContainsFunc(*list, func(in included) bool { return in.path == name }) {
			*list = append(*list, included{name, textHash(text, ok)})
		}
		return text, ok
	}}
}

func textHash(text []byte, ok bool) uint64 {
	if !ok {
		return 0
	}
	return max(1, xxhash.Sum64(text))
}

// same reports whether all files are unchanged. It reads each file once.
func (i *includer) same(all []included) bool {
	for _, in := range all {
		hash, known := i.hashes.Load(in.path)
		if !known {
			hash = textHash(i.read(in.path))
			i.hashes.Store(in.path, hash)
		}
		if hash != in.hash {
			return false
		}
	}
	return true
}

// Included returns the absolute paths of the files that pages include, or look for, each once.
func (t *Tree) Included() (out []string) {
	for _, f := range t.kept.files {
		for _, in := range f.included {
			out = append(out, filepath.Join(t.kept.from.project, filepath.FromSlash(in.path)))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
