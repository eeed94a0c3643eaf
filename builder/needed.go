package builder

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/themes"
)

// needed are the files that a site of a few pages is made of: those of the pages and of what they ask about, with
// their translations, what lies in their bundles, and the files of the sections around them.
type needed struct {
	seen   *seen
	dirs   map[string]bool            // folders on the way
	names  map[string]map[string]bool // by folder: names up to the first dot
	bundle map[string]bool            // folders of leaf bundles
	lost   bool                       // a folder was not looked at
}

func newNeeded(e *edit) *needed {
	w := &needed{seen: e.seen, dirs: map[string]bool{}, names: map[string]map[string]bool{}, bundle: map[string]bool{}}
	roots := make([]string, len(e.last.Content))
	for i, r := range e.last.Content {
		roots[i] = themes.Absolute(e.o.Source, r)
		w.dirs[roots[i]] = true
	}
	add := func(key string) {
		root, path, _ := strings.Cut(key, "/")
		if i := int([]rune(root)[0] - '0'); i >= 0 && i < len(roots) {
			w.add(roots[i], filepath.FromSlash(path))
		}
	}
	for _, entry := range e.entries {
		add(entry.file)
		for _, key := range entry.beside {
			add(key)
		}
		for _, q := range entry.asked {
			key, list := subject(q)
			for _, file := range e.nodes[key] {
				add(file)
			}
			if list == "Sections" {
				e.sections(key, add)
			}
		}
	}
	return w
}

// sections adds the files of the sections of a page, or of a language.
func (e *edit) sections(of string, add func(key string)) {
	prefix := strings.TrimSuffix(of, "/") + "/"
	if !strings.Contains(of, ":") {
		prefix = of + ":/"
	}
	for key, files := range e.nodes {
		if rest, below := strings.CutPrefix(key, prefix); below && rest != "" && !strings.Contains(rest, "/") {
			for _, f := range files {
				add(f)
			}
		}
	}
}

// add wants a file by its path below a root.
func (w *needed) add(root, path string) {
	dir, name := filepath.Split(path)
	dir = filepath.Join(root, dir)
	stem := stemOf(name)
	if strings.EqualFold(stem, "index") {
		w.bundle[dir] = true
	}
	if w.names[dir] == nil {
		w.names[dir] = map[string]bool{}
	}
	w.names[dir][stem] = true
	for ; len(dir) > len(root) && !w.dirs[dir]; dir = filepath.Dir(dir) {
		w.dirs[dir] = true
	}
}

func stemOf(name string) string {
	stem, _, _ := strings.Cut(name, ".")
	return stem
}

// entries returns what is wanted of a folder.
func (w *needed) entries(dir string) ([]fs.DirEntry, bool) {
	list, ok := w.seen.Entries(dir)
	if !ok {
		w.lost = true
		return []fs.DirEntry{}, true
	}
	if w.bundle[dir] {
		for _, e := range list {
			if e.IsDir() {
				w.bundle[filepath.Join(dir, e.Name())] = true
			}
		}
		return list, true
	}
	out := []fs.DirEntry{}
	for _, e := range list {
		stem := stemOf(e.Name())
		switch {
		case e.IsDir():
			if !w.dirs[filepath.Join(dir, e.Name())] {
				continue
			}
		case w.names[dir][stem], strings.EqualFold(stem, "index"), strings.EqualFold(stem, "_index"):
		default:
			continue
		}
		out = append(out, e)
	}
	return out, true
}
