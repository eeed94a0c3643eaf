package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sight is the result of a look at a path.
type sight struct {
	fileState
	real string // of a folder whose contents count
}

const (
	maxHops  = 40 // links one after the other, as the kernel allows
	maxLinks = 4  // links to folders below one another on one path
)

// sight examines a path the way it was found: through its folder, or from the root of the file system for a
// root.
func (t *tree) sight(path string) sight {
	if t.isRoot(path) {
		return t.lookRoot(path)
	}
	parent, ok := t.known[filepath.Dir(path)]
	if !ok || parent.in == nil {
		return sight{}
	}
	return t.look(path, withSeparator(parent.in.real)+filepath.Base(path))
}

// look examines a path that is at real, in a watched folder.
func (t *tree) look(path, real string) sight {
	if t.isRoot(path) {
		return t.lookRoot(path)
	}
	info, err := os.Lstat(real)
	switch {
	case err != nil:
		t.unasked(path)
		return sight{}
	case info.Mode()&fs.ModeSymlink == 0:
		t.unasked(path)
		return t.plain(info, real)
	}
	defer t.renew(path)()
	return t.link(path, filepath.Dir(real), info)
}

func (t *tree) plain(info fs.FileInfo, real string) sight {
	s := sight{fileState: stateOf(info, t.now)}
	if s.kind == folder {
		s.real = real
	}
	return s
}

// link follows a link in the folder dir. A link that is dangling, or leads out of the project or to a folder
// above it, counts as a file.
func (t *tree) link(path, dir string, info fs.FileInfo) sight {
	own := sight{fileState: stateOf(info, t.now)}
	own.link = own.mtime
	target, real := t.way(path, dir, []string{info.Name()}, t.project)
	if target == nil || !t.mayFollow(real) {
		return own
	}
	s := t.plain(target, real)
	if s.kind == folder && !t.opens(path, real) {
		return own
	}
	s.link = own.mtime
	return s
}

// mayFollow reports whether the target of a link may be watched.
func (t *tree) mayFollow(real string) bool {
	if t.project != "" {
		return inside(t.project, real)
	}
	for _, r := range t.roots {
		if e := t.known[r]; e.in != nil && inside(e.in.real, real) || inside(r, real) {
			return true
		}
	}
	return false
}

// opens reports whether a link at path to the folder real is entered. It is not if it leads to a folder above,
// or if too many such links are above, which could multiply endlessly.
func (t *tree) opens(path, real string) bool {
	links := 0
	for p := filepath.Dir(path); ; p = filepath.Dir(p) {
		e, ok := t.known[p]
		if !ok || e.in == nil {
			return true
		}
		if e.link != 0 {
			links++
		}
		if e.in.real == real || links >= maxLinks {
			return false
		}
		if filepath.Dir(p) == p {
			return true
		}
	}
}

// lookRoot examines a root, which may be behind links or missing.
func (t *tree) lookRoot(root string) sight {
	defer t.renew(root)()
	first := filepath.VolumeName(root) + string(filepath.Separator)
	parts := components(root[len(first):])
	if len(parts) == 0 {
		info, err := os.Lstat(root)
		if err != nil {
			return sight{}
		}
		return t.plain(info, root)
	}
	info, real := t.way(root, first, parts, t.project)
	if info == nil {
		return sight{}
	}
	s := t.plain(info, real)
	if l, err := os.Lstat(root); err == nil && l.Mode()&fs.ModeSymlink != 0 {
		s.link = l.ModTime().UnixNano()
	}
	return s
}

// way follows the components of a path from the real folder dir through links. The path is examined again if
// one of the components in the folder base, the last one, or the first missing one changes. It returns the last
// component and its real path, or nil if one is missing.
func (t *tree) way(path, dir string, parts []string, base string) (fs.FileInfo, string) {
	var info fs.FileInfo
	for hops := 0; len(parts) > 0; {
		name := parts[0]
		if name == ".." {
			dir, parts = filepath.Dir(dir), parts[1:]
			continue
		}
		real := withSeparator(dir) + name
		asked := len(parts) == 1 || (base != "" && inside(base, dir))
		if asked {
			t.ask(path, dir, name)
		}
		var err error
		if info, err = os.Lstat(real); err != nil && !asked {
			t.ask(path, dir, name)
			info, err = os.Lstat(real) // it may have come before the watch
		}
		if err != nil {
			return nil, ""
		}
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			if !asked {
				t.ask(path, dir, name)
			}
			target, err := os.Readlink(real)
			if hops++; err != nil || hops > maxHops {
				return nil, ""
			}
			if filepath.IsAbs(target) {
				dir = filepath.VolumeName(target) + string(filepath.Separator)
				target = target[len(dir):]
			}
			parts = append(components(target), parts[1:]...)
			if len(parts) == 0 { // a link to "/" or "."
				info, err = os.Lstat(dir)
				if err != nil {
					return nil, ""
				}
				return info, dir
			}
		case info.IsDir():
			dir, parts = real, parts[1:]
		case len(parts) > 1:
			return nil, "" // a file where a folder should be
		default:
			return info, real
		}
	}
	if info, err := os.Lstat(dir); err == nil {
		return info, dir
	}
	return nil, ""
}

// components splits a path. ".." is kept because its meaning depends on links before it.
func components(path string) []string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
	out := parts[:0]
	for _, p := range parts {
		if p != "." {
			out = append(out, p)
		}
	}
	return out
}
