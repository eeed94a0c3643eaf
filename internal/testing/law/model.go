package law

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// model contains a project's own files by slash path, from which edits are made. It excludes the output folder,
// the data that builds keep, and git's files.
type model map[string][]byte

// outside are the folders of a project that the model excludes.
var outside = [...]string{"public", ".sitegen", ".git"}

func isOutside(path string) bool {
	top, _, _ := strings.Cut(path, "/")
	return slices.Contains(outside[:], top)
}

// linkMark begins the contents of a symbolic link in the model; its target follows.
const linkMark = "\x00link "

// isLink reports whether a path is a symbolic link.
func (m model) isLink(path string) bool { return isLink(m[path]) }

func isLink(data []byte) bool { return bytes.HasPrefix(data, []byte(linkMark)) }

// do changes the model as o changes the project.
func (m model) do(o Op) {
	if isOutside(o.Path) && o.Verb != "rename" {
		return
	}
	switch o.Verb {
	case "write":
		m[o.Path] = o.Data
	case "alter":
		if data, ok := m[o.Path]; ok && !m.isLink(o.Path) {
			m[o.Path] = altered(data)
		}
	case "link":
		m[o.Path] = []byte(linkMark + o.To)
	case "remove":
		for _, p := range m.below(o.Path) {
			delete(m, p)
		}
	case "rename":
		for _, p := range m.below(o.Path) {
			data := m[p]
			delete(m, p)
			if to := o.To + strings.TrimPrefix(p, o.Path); !isOutside(to) {
				m[to] = data
			}
		}
	case "swap", "exchange":
		a, ok := m[o.Path]
		b, also := m[o.To]
		if ok && also {
			m[o.Path], m[o.To] = b, a
		}
	}
}

// below returns a file, or the files of a folder.
func (m model) below(path string) []string {
	var out []string
	for _, p := range m.paths() {
		if p == path || strings.HasPrefix(p, path+"/") {
			out = append(out, p)
		}
	}
	return out
}

func (m model) paths() []string { return slices.Sorted(maps.Keys(m)) }

// back returns the operations that restore the state old.
func (m model) back(old model) []Op {
	var ops []Op
	for _, p := range m.paths() {
		if _, ok := old[p]; !ok {
			ops = append(ops, Op{Verb: "remove", Path: p})
		}
	}
	for _, p := range old.paths() {
		if data, ok := m[p]; ok && bytes.Equal(data, old[p]) {
			continue
		}
		if old.isLink(p) {
			ops = append(ops, Op{Verb: "remove", Path: p}, Op{Verb: "link", Path: p, To: string(old[p][len(linkMark):])})
			continue
		}
		ops = append(ops, Op{Verb: "write", Path: p, Data: old[p]})
	}
	return ops
}
