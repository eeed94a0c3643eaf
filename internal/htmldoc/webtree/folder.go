package webtree

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// Folder is a tree on disk.
type Folder struct {
	Dir   string
	Files []File
	Odd   []Odd // entries that are not files of the tree
}

// Odd is an entry of a folder that is not followed.
type Odd struct {
	Path string // slash path in the tree
	Why  string // "a symbolic link that leads out of the folder"
}

// Open lists the files below a folder. Files for tools and hosts are left out: see hidden. A symbolic link to a
// file in the folder counts as that file; others are not followed.
func Open(ctx context.Context, dir string) (*Folder, error) {
	// so "." works like other folders, and the targets of links can be compared with it
	root, err := filepath.Abs(dir)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	f := &Folder{Dir: dir}
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if file == root {
			return err
		}
		rel := filepath.ToSlash(file[len(strings.TrimSuffix(root, string(filepath.Separator)))+1:])
		if err != nil {
			f.Odd = append(f.Odd, Odd{rel, reason(err)})
			return nil
		}
		if hidden(d.Name(), d.IsDir()) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		return f.entry(root, file, rel, d)
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// tools are prefixes of the names of folders and files that hosts do not serve, or that are not part of a site.
var tools = []string{
	".sitegen", ".git", ".svn", ".hg", ".DS_Store", "._", ".cache", ".idea", ".vscode", ".netlify", ".vercel", ".wrangler",
	".firebase", ".Trash",
}

// hidden reports whether an entry is not part of a site. Hosts serve folders whose names begin with a dot, such
// as that of the tag ".NET", and dot files with an extension, but settings such as .nojekyll and .htaccess are
// not pages.
func hidden(name string, folder bool) bool {
	if name[0] != '.' {
		return false
	}
	if !folder && !strings.Contains(name[1:], ".") {
		return true
	}
	return slices.ContainsFunc(tools, func(tool string) bool { return strings.HasPrefix(name, tool) })
}

// reason returns the text of a read error without the path.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

func (f *Folder) entry(root, file, rel string, d fs.DirEntry) error {
	odd := func(why string) error {
		f.Odd = append(f.Odd, Odd{rel, why})
		return nil
	}
	if d.IsDir() {
		return nil
	}
	info, err := d.Info()
	if err != nil {
		return odd(reason(err))
	}
	switch {
	case d.Type().IsRegular():
	case d.Type()&fs.ModeSymlink != 0:
		to, err := filepath.EvalSymlinks(file)
		if err != nil {
			return odd("a symbolic link that leads nowhere")
		}
		if within, err := filepath.Rel(root, to); err != nil || !filepath.IsLocal(within) {
			return odd("a symbolic link that leads out of the folder")
		}
		if info, err = os.Stat(to); err != nil {
			return odd(reason(err))
		}
		if !info.Mode().IsRegular() {
			return odd("a symbolic link to something other than a file")
		}
	default:
		return odd("neither a file nor a folder")
	}
	f.Files = append(f.Files, File{rel, info.Size(), filestat.Of(info)})
	return nil
}

// Read implements Source.
func (f *Folder) Read(path string, buf []byte, most int64) ([]byte, bool, error) {
	in, err := os.Open(filepath.Join(f.Dir, filepath.FromSlash(path)))
	if err != nil {
		return buf, false, err
	}
	defer in.Close()
	for start := len(buf); ; {
		if len(buf) == cap(buf) {
			buf = append(buf, make([]byte, max(cap(buf), 64<<10))...)[:len(buf)]
		}
		room := min(int64(cap(buf)-len(buf)), most+1-int64(len(buf)-start))
		n, err := in.Read(buf[len(buf) : len(buf)+int(room)])
		buf = buf[:len(buf)+n]
		if int64(len(buf)-start) > most {
			return buf[:start+int(most)], true, nil
		}
		if err == io.EOF {
			return buf, false, nil
		}
		if err != nil {
			return buf, false, err
		}
	}
}
