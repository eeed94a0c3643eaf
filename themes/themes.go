// Package themes finds and layers the folders that a site's templates, strings, data and assets come
// from: the project's own first, then those of its themes, then those of an embedded theme. A file of an
// earlier layer takes the place of one at the same path in a later layer.
//
// Two themes are embedded, blog and docs. Both stand on a third, base, which is of no use alone.
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

// Kind is what a folder holds. Its value is the name of the folder in a theme.
type Kind string

const (
	Layouts Kind = "layouts" // templates
	Strings Kind = "i18n"    // translations of the user interface
	Data    Kind = "data"    // data files
	Assets  Kind = "assets"  // files that templates process
)

// Project says where a project keeps its files.
type Project struct {
	Dir string // folder of the project; required
	// Own are the project's own folders: slash paths relative to Dir, or absolute ones.
	Own map[Kind]string
	// ThemesDir is the folder that the themes are in, Themes the names of those in use, the strongest
	// first, or absolute paths of those elsewhere, such as modules. The name of an embedded theme does not
	// belong here: see Embedded.
	ThemesDir string
	Themes    []string
	// Mounts say where the files of a kind are, the strongest first, in place of Own and the folders of
	// themes. A kind that is missing has those.
	Mounts map[Kind][]Mount
}

// Layer is one folder of a kind.
type Layer struct {
	FS    fs.FS
	Shown string // what paths in it begin with, for people
	Dir   string // the folder on disk, or the file; "" for one that is part of the program
	At    string // its folder in FS; "" for all of FS
}

// Name returns a path of FS as people know it.
func (l Layer) Name(p string) string { return path.Join(l.Shown, strings.TrimPrefix(p, l.At)) }

// Path returns where a path of FS is on disk.
func (l Layer) Path(p string) string {
	return filepath.Join(l.Dir, filepath.FromSlash(strings.TrimPrefix(p, l.At)))
}

// Find returns the folders of a kind that exist, the strongest first. A folder that cannot be read is
// left out, and the error says why.
//
// Symbolic links in a folder work as long as they stay in the project (in the folder, when it is
// elsewhere by configuration); one that leads out cannot be read, so no project from another person
// can publish your files.
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

// mounts returns the folders of a kind that there may be.
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

// layer opens a mount; without FS when there is none.
func (p *Project) layer(m Mount) (Layer, *diag.Diagnostic) {
	l := Layer{Shown: filepath.ToSlash(m.Dir), At: m.At}
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

// Folders lists the folders and files that Find and Check read for the given kinds, whether they exist or
// not, as slash paths relative to the project, or absolute.
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

// Names lists the embedded themes that a project can use.
func Names() []string { return []string{"blog", "docs"} }

// FS returns the folder of an embedded theme, which looks like that of any theme; nil for an unknown name.
func FS(theme string) fs.FS {
	if !slices.Contains(Names(), theme) && theme != base {
		return nil
	}
	return below(embedded, path.Join("embedded", theme))
}

// base is what all embedded themes share.
const base = "base"

// Embedded returns the folders of a kind of an embedded theme, the strongest first: its own, and that of
// the theme base. There is none for an unknown name.
func Embedded(theme string, k Kind) []Layer {
	if FS(theme) == nil {
		return nil
	}
	var out []Layer
	for _, name := range []string{theme, base} {
		if fsys := below(FS(name), string(k)); fsys != nil {
			shown := "(theme " + name + ")"
			if k != Layouts {
				shown += "/" + string(k)
			}
			out = append(out, Layer{FS: fsys, Shown: shown})
		}
	}
	return out
}

// BuiltIn returns the templates that every project has behind all others: shortcodes, render hooks and
// partials that Hugo brings, too.
func BuiltIn() Layer {
	return Layer{FS: below(embedded, "embedded/hugo/layouts"), Shown: "(built in)"}
}

// below returns a folder of fsys; nil when there is none.
func below(fsys fs.FS, dir string) fs.FS {
	if st, err := fs.Stat(fsys, dir); err != nil || !st.IsDir() {
		return nil
	}
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		return nil
	}
	return sub
}

// IsEmbedded reports whether a layer is part of the program.
func (l Layer) IsEmbedded() bool { return l.Dir == "" }

// Read calls fn for every file of the layer that want accepts, in path order. What is below a folder that
// want refuses is not read. The error names every file that cannot be read; the others are read all the
// same.
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
