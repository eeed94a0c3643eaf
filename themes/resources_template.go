package themes

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/diag"
)

// sourceKey names a template that is no file of layouts/.
type sourceKey struct {
	name string
	hash uint64
}

// sourceFile is such a template, parsed, with name paths of its own after the theme's.
type sourceFile struct {
	file     *file
	paths    *pathTable
	problems diag.List
}

// executeSource executes a text as a plain-text template and returns what it printed. name is that
// of the text for errors.
func (c *Call) executeSource(name, src string, dot any) (string, error) {
	s := c.run.source(name, src)
	if err := s.problems.Err(); err != nil {
		return "", err
	}
	u, err := c.w.sourceUnit(s)
	if err != nil {
		return "", err
	}
	out, _, _, err := c.w.exec(c, u, dot)
	return out, err
}

func (r *Run) source(name, src string) *sourceFile {
	key := sourceKey{name, hashString(src)}
	if s, ok := r.sources.Load(key); ok {
		return s.(*sourceFile)
	}
	t := r.theme
	s := &sourceFile{
		file:  &file{path: name, shown: name, src: src, hash: key.hash},
		paths: &pathTable{paths: slices.Clone(t.paths.paths), index: maps.Clone(t.paths.index)},
	}
	s.problems = (&parser{vocabulary: t.vocabulary, paths: s.paths}).parse(s.file)
	if s.problems.Err() == nil && len(s.file.sides) > 0 {
		s.problems = diag.From(fmt.Errorf("%s: try is not supported in a resource that is executed as a template", name))
	}
	v, _ := r.sources.LoadOrStore(key, s)
	return v.(*sourceFile)
}

// sourceUnit returns this worker's copy of s.
func (w *Worker) sourceUnit(s *sourceFile) (*unit, error) {
	key := unitKey{s.file, nil}
	if u, ok := w.units[key]; ok {
		return u, nil
	}
	t := &trees{store: w.run.theme.store, file: s.file, main: s.file.main, paths: s.paths.paths}
	t.start()
	u := &unit{file: s.file, text: true, used: slices.DeleteFunc(slices.Clone(t.involved), func(f *file) bool { return f == s.file })}
	if err := u.build(w, s.file.path, t); err != nil {
		return nil, err
	}
	w.units[key] = u
	return u, nil
}
