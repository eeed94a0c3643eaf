package content

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/foreign"
)

// included is a file of the project that the text of a page includes, with the hash of its text; 0 if the file does not
// exist. A page is read again if one of these hashes is different.
type included struct {
	// path is in the project. After headsOf, it is a folder whose foreign.Heads the page asked for, after parsedOf
	// one whose foreign.Parsed it asked for, after publishedAt a time that the page compared with the clock.
	path string
	hash uint64
}

// headsOf is the start of a path that stands for foreign.Heads. No path of a file contains it.
const headsOf = "\x00"

// parsedOf is the start of a path that stands for foreign.Parsed: the folder and the extensions, with a space between.
const parsedOf = "\x02"

// publishedAt is the start of a path that stands for the answer of foreign.Page.Published.
const publishedAt = "\x01"

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
	hidden  []string // Dialect.Hidden
	hashes  sync.Map // of the files that were compared, by path
	heads   *heads   // shared by all pages that were loaded together
	now     time.Time
}

// read returns the text of a file of the project, or of the git repository that contains the project: ../../src/a.py.
// Symbolic links must not lead out of it. Hidden files such as .env, except those that the tool names, and the files of
// git are never part of a page. The error is that of a file that exists but cannot be read.
func (i *includer) read(name string) (text []byte, ok bool, err error) {
	base, below := path.Base(name), name
	for range mostUp {
		below = strings.TrimPrefix(below, "../")
	}
	if !fs.ValidPath(below) || base[0] == '.' && !slices.Contains(i.hidden, base) ||
		slices.ContainsFunc(strings.Split(below, "/"), state) {
		return nil, false, nil
	}
	root := i.project
	if below != name {
		if root = i.repository(); root == "" || strings.Contains("/"+below, "/.") {
			return nil, false, nil
		}
	}
	full := filepath.Join(i.project, filepath.FromSlash(name))
	info, err := i.disk.Stat(full)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > foreign.MostConfig) {
		return nil, false, nil
	}
	var real, within string
	if err == nil {
		real, err = i.disk.Real(full)
	}
	if err == nil {
		within, err = i.disk.Real(root)
	}
	if err == nil {
		rel, wrong := filepath.Rel(within, real)
		if wrong != nil || !filepath.IsLocal(rel) || slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), state) {
			return nil, false, nil
		}
		text, _, err = i.disk.read(full, nil)
	}
	if filestat.Absent(err) {
		return nil, false, nil
	}
	return plainfile.Lines(text), err == nil, err
}

// mostUp is the maximum number of folders between a file that a page includes and the project.
const mostUp = 3

// repository returns the nearest folder above the project that contains .git; "" if there is none.
func (i *includer) repository() string {
	for dir := i.project; ; {
		up := filepath.Dir(dir)
		if _, err := i.disk.Lstat(filepath.Join(dir, ".git")); err == nil || up == dir {
			if err != nil {
				return ""
			}
			return dir
		}
		dir = up
	}
}

// reading is what a page includes.
type reading struct {
	files []included
	seen  map[string]bool
	wrong diag.List // files that cannot be read
	out   bool      // the page is left out

	past, future time.Time // the latest and the earliest time on both sides of the clock that the page asked for
}

// page returns a page for its tool, and records the files that it includes.
func (i *includer) page(d *Document, values map[string]any, to *reading) *foreign.Page {
	return &foreign.Page{
		File: d.File, Path: d.Path, Values: values,
		Read: func(name string) ([]byte, bool) {
			text, ok, err := i.read(name)
			if to.note(name, textHash(text, ok)) && err != nil {
				to.wrong = append(to.wrong, unreadable(name, err)...)
			}
			return text, ok
		},
		Heads: func(folder string) *foreign.Heads {
			h := i.headsIn(folder)
			to.note(headsOf+folder, h.Hash)
			return h
		},
		Parsed: func(folder string, ends []string, parse func(file string, text []byte) any) *foreign.Parsed {
			list := strings.Join(ends, " ")
			p := i.parsedIn(folder, list, parse)
			to.note(parsedOf+folder+" "+list, p.Hash)
			return p
		},
		Published: func(at time.Time) bool {
			published := i.now.IsZero() || !at.After(i.now)
			to.compared(at, published)
			return published
		},
	}
}

// note records what a page includes, and reports whether that is new.
func (r *reading) note(path string, hash uint64) bool {
	if r.seen[path] {
		return false
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[path] = true
	r.files = append(r.files, included{path, hash})
	return true
}

// compared records that a page compared a time with the clock. Only the nearest times on both sides count.
func (r *reading) compared(at time.Time, past bool) {
	nearest := &r.future
	if past {
		nearest = &r.past
	}
	if !nearest.IsZero() && at.After(*nearest) != past {
		return
	}
	next := included{publishedAt + at.UTC().Format(time.RFC3339Nano), answerHash(past)}
	before := publishedAt + nearest.UTC().Format(time.RFC3339Nano)
	known := slices.IndexFunc(r.files, func(in included) bool { return !nearest.IsZero() && in.path == before })
	if *nearest = at; known >= 0 {
		r.files[known] = next
	} else {
		r.files = append(r.files, next)
	}
}

func answerHash(past bool) uint64 {
	if past {
		return 1
	}
	return 2
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
		if folder, ok := strings.CutPrefix(in.path, headsOf); ok {
			hash, known = i.headsIn(folder).Hash, true
		} else if asked, ok := strings.CutPrefix(in.path, parsedOf); ok {
			folder, ends, _ := strings.Cut(asked, " ")
			hash, known = i.parsedIn(folder, ends, nil).Hash, true
		} else if text, ok := strings.CutPrefix(in.path, publishedAt); ok {
			at, _ := time.Parse(time.RFC3339Nano, text)
			hash, known = answerHash(i.now.IsZero() || !at.After(i.now)), true
		}
		if !known {
			text, ok, _ := i.read(in.path)
			hash = textHash(text, ok)
			i.hashes.Store(in.path, hash)
		}
		if hash != in.hash {
			return false
		}
	}
	return true
}

// Included returns the absolute paths of the files that pages include, or look for, each once. Files whose front matter
// a page asked for are in a folder of the content, and times are no files.
func (t *Tree) Included() (out []string) {
	for _, f := range t.kept.files {
		for _, in := range f.included {
			if strings.IndexAny(in.path, headsOf+parsedOf+publishedAt) != 0 {
				out = append(out, filepath.Join(t.kept.from.project, filepath.FromSlash(in.path)))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
