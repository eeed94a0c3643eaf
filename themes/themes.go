// Package themes finds and layers the folders of a site's templates, strings, data, and assets: the project's
// own first, then those of its themes, then those of an embedded theme. A file in an earlier layer replaces the
// file with the same path in later layers.
//
// Two themes are embedded, blog and docs. Both are based on a third, base, which cannot be used alone.
package themes

import (
	"embed"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
)

// Kind is the kind of files in a folder. Its value is the name of the folder in a theme.
type Kind string

const (
	Layouts Kind = "layouts" // templates
	Strings Kind = "i18n"    // translations of the user interface
	Data    Kind = "data"    // data files
	Assets  Kind = "assets"  // files that templates process
)

// Project contains the folders of a project.
type Project struct {
	Dir string // folder of the project; required
	// Own are the project's own folders: slash paths relative to Dir, or absolute paths.
	Own map[Kind]string
	// ThemesDir is the folder of themes, and Themes are the names of those in use, highest precedence first, or
	// absolute paths of themes elsewhere, such as modules. Embedded themes are not listed here: see Embedded.
	ThemesDir string
	Themes    []string
	// Mounts replace Own and the folders of themes for the kinds that they contain, highest precedence first.
	Mounts map[Kind][]Mount
	// Shown returns how messages name a folder; nil: as it is named in the project.
	Shown func(dir string) string
}

// Layer is one folder of a kind.
type Layer struct {
	FS    fs.FS
	Shown string // what paths in it begin with, for people
	Dir   string // the folder or file on disk; "" if it is embedded
	At    string // its folder in FS; "" for all of FS
}

// Name returns a path of FS in the form that messages use.
func (l Layer) Name(p string) string { return path.Join(l.Shown, strings.TrimPrefix(p, l.At)) }

// Path returns the path on disk of a path of FS.
func (l Layer) Path(p string) string {
	return filepath.Join(l.Dir, filepath.FromSlash(strings.TrimPrefix(p, l.At)))
}

// Find returns the existing folders of a kind, highest precedence first. A folder that cannot be read is left
// out, and the error gives the reason.
//
// Symbolic links are followed within the project (within the folder, if it is configured elsewhere). A link
// that leads outside cannot be read, so a project from another person cannot publish your files.
func (p *Project) Find(k Kind) ([]Layer, error) {
	var out []Layer
	var problems diag.List
	for _, m := range p.mounts(k) {
		l, problem := p.layer(m)
		if problem != nil {
			problems = append(problems, problem)
		}
		if l.FS != nil {
			out = append(out, l)
		}
	}
	return out, problems.Err()
}

// folder returns the folder of a theme.
func (p *Project) folder(theme string) string {
	if filepath.IsAbs(theme) {
		return filepath.ToSlash(theme)
	}
	return path.Join(p.ThemesDir, theme)
}

// mounts returns the possible folders of a kind.
func (p *Project) mounts(k Kind) []Mount {
	if list, ok := p.Mounts[k]; ok {
		return list
	}
	var out []Mount
	if dir := p.Own[k]; dir != "" {
		out = append(out, Mount{Dir: dir})
	}
	for _, theme := range p.Themes {
		out = append(out, Mount{Dir: path.Join(p.folder(theme), string(k))})
	}
	return out
}

// layer opens a mount; FS is nil if it does not exist.
func (p *Project) layer(m Mount) (Layer, *diag.Diagnostic) {
	l := Layer{Shown: filepath.ToSlash(m.Dir), At: m.At}
	if p.Shown != nil {
		l.Shown = p.Shown(l.Shown)
	}
	abs, fsys, problem := p.open(m.Dir)
	l.Dir = abs
	if fsys != nil && len(m.Files) > 0 {
		filter, err := glob.NewFilter(m.Files)
		if err != nil {
			return l, unreadable(m.Dir, err)
		}
		fsys = chosen{fsys, filter}
	}
	if fsys != nil && m.At != "" {
		fsys = mounted{fsys, ".", m.At}
	}
	if fsys == nil && problem == nil && m.At != "" { // a single file
		_, dir, _ := p.open(path.Dir(filepath.ToSlash(m.Dir)))
		if dir != nil {
			info, err := fs.Stat(dir, path.Base(filepath.ToSlash(m.Dir)))
			if err != nil {
				return l, unreadable(m.Dir, err)
			}
			if info.Mode().IsRegular() {
				fsys = mounted{dir, path.Base(filepath.ToSlash(m.Dir)), m.At}
			}
		}
	}
	l.FS = fsys
	return l, problem
}

// Folders returns the folders and files that Find and Check read for the given kinds, existing or not, as slash
// paths relative to the project, or absolute paths.
func (p *Project) Folders(kinds ...Kind) []string {
	var out []string
	for _, k := range kinds {
		for _, m := range p.mounts(k) {
			out = append(out, m.Dir)
		}
	}
	for _, theme := range p.Themes {
		out = append(out, path.Join(p.folder(theme), themeFile))
	}
	return out
}

//go:embed all:embedded
var embedded embed.FS

// Names returns the embedded themes that a project can use.
func Names() []string { return []string{"blog", "docs"} }

// FS returns the folder of an embedded theme, which has the form of any theme, or nil for an unknown name.
func FS(theme string) fs.FS {
	if !slices.Contains(Names(), theme) && theme != base {
		return nil
	}
	return subfolder(embedded, path.Join("embedded", theme))
}

// base is the theme that the other embedded themes share.
const base = "base"

// Embedded returns the folders of a kind of an embedded theme, highest precedence first: its own, and that of
// the theme base. It returns nil for an unknown name.
func Embedded(theme string, k Kind) []Layer {
	if FS(theme) == nil {
		return nil
	}
	var out []Layer
	for _, name := range []string{theme, base} {
		if fsys := subfolder(FS(name), string(k)); fsys != nil {
			shown := "(theme " + name + ")"
			if k != Layouts {
				shown += "/" + string(k)
			}
			out = append(out, Layer{FS: fsys, Shown: shown})
		}
	}
	return out
}

// BuiltIn returns the templates that every project has after all others, including Hugo's shortcodes, render
// hooks, and partials.
func BuiltIn() Layer {
	return Layer{FS: subfolder(embedded, "embedded/hugo/layouts"), Shown: "(built in)"}
}

// subfolder returns a folder of fsys, or nil.
func subfolder(fsys fs.FS, dir string) fs.FS {
	if st, err := fs.Stat(fsys, dir); err != nil || !st.IsDir() {
		return nil
	}
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		return nil
	}
	return sub
}

// IsEmbedded reports whether a layer is embedded in the program.
func (l Layer) IsEmbedded() bool { return l.Dir == "" }

// Read calls fn for every file of the layer that want accepts, in path order. Folders that want rejects are not
// read. The error names all unreadable files; the others are read anyway.
func (l Layer) Read(want func(name string, e fs.DirEntry) bool, fn func(name string, text []byte)) error {
	var problems diag.List
	_ = fs.WalkDir(l.FS, ".", func(name string, e fs.DirEntry, err error) error {
		var text []byte
		switch {
		case err != nil:
		case e.IsDir():
			if name != "." && !want(name, e) {
				return fs.SkipDir
			}
			return nil
		case !want(name, e):
			return nil
		default:
			text, err = fs.ReadFile(l.FS, name)
		}
		if err == nil {
			fn(name, text)
		} else if problem := unreadable(l.Name(name), err); problem != nil {
			problems = append(problems, problem)
		}
		return nil
	})
	return problems.Err()
}
