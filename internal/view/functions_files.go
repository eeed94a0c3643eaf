package view

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/filestat"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/view/resource"
)

// addFileFunctions adds the functions that read files of the project:
// https://gohugo.io/functions/os/
func addFileFunctions(t *tmpl.Functions, running func() *Call) {
	t.Add("os", "ReadFile", func(name any) (string, error) {
		text, err := running().ReadFile(tmpl.Text(name))
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil // as in Hugo
		}
		return text, err
	}, "readFile")
	t.Add("os", "FileExists", func(name any) (bool, error) { return running().fileExists(tmpl.Text(name)) }, "fileExists")
	t.Add("os", "ReadDir", func(name any) ([]*FileInfo, error) { return running().readDir(tmpl.Text(name)) }, "readDir")
	t.Add("os", "Stat", func(name any) (*FileInfo, error) { return running().statFile(tmpl.Text(name)) })
	t.Add("os", "Getenv", func(name any) (string, error) { return running().getenv(tmpl.Text(name)) }, "getenv")
}

// hidden reports whether a path is in the output folder or in the folder of what is kept between builds: what a template
// finds there would depend on the build before.
func (s *perSite) hidden(abs string) bool {
	cfg := s.site.Config
	for _, dir := range []string{cfg.PublishDir, ".sitegen"} {
		dir = filepath.FromSlash(dir)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(cfg.Project, dir)
		}
		if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}

// place is a folder in which functions look for files of the project.
type place struct {
	around string // what symbolic links in it must not leave
	dir    string
	at     string // the path that its files have for templates
}

// filePlaces returns the folders in which readFile, fileExists and os.Stat look, in Hugo's order: that of the project, those
// of the themes, and those of the content. os.ReadDir knows the first alone.
func filePlaces(cfg *config.Config) []place {
	out := []place{{cfg.Project, cfg.Project, ""}}
	add := func(dir, at string) {
		dir = filepath.FromSlash(dir)
		around := dir // of a module, or elsewhere by configuration
		if !filepath.IsAbs(dir) {
			if filepath.IsLocal(dir) {
				around = "."
			}
			around, dir = filepath.Join(cfg.Project, around), filepath.Join(cfg.Project, dir)
		}
		out = append(out, place{around, dir, filepath.FromSlash(at)})
	}
	for _, theme := range cfg.Themes {
		if !path.IsAbs(theme) && !filepath.IsAbs(theme) {
			theme = path.Join(filepath.ToSlash(cfg.ThemesDir), theme)
		}
		add(theme, "")
	}
	for _, f := range cfg.ContentOptions().Folders {
		add(f.Dir, f.At)
	}
	return out
}

// projectPath is the absolute path of a file in one of the places; one outside of them, and one that is hidden, does
// not exist.
func (s *perSite) projectPath(name string, in []place) (string, error) {
	clean := filepath.Clean(filepath.FromSlash(strings.TrimPrefix(name, "/")))
	if !filepath.IsLocal(clean) {
		return "", missingFile(name)
	}
	for _, p := range in {
		below, ok := cutFolder(clean, p.at)
		file := filepath.Join(p.dir, below)
		if !ok || s.hidden(file) {
			continue
		}
		_, err := os.Lstat(file)
		if err == nil {
			return resource.InProject(p.around, file)
		}
		if !filestat.Absent(err) {
			return "", fmt.Errorf("read %q: %w", name, diag.Cause(err))
		}
	}
	abs := filepath.Join(s.site.Config.Project, clean)
	if s.hidden(abs) {
		return "", missingFile(name)
	}
	return abs, nil
}

// cutFolder returns a path relative to a folder that it is in; "" is the folder of all.
func cutFolder(name, folder string) (string, bool) {
	if folder == "" || name == folder {
		return strings.TrimPrefix(name, folder), true
	}
	return strings.CutPrefix(name, folder+string(filepath.Separator))
}

// missingFile is the error of a file of the project that is not there.
type missingFile string

func (name missingFile) Error() string { return fmt.Sprintf("file %q does not exist", string(name)) }

// Is reports whether target says the same of any file.
func (name missingFile) Is(target error) bool { return target == fs.ErrNotExist }

// ReadFile is os.ReadFile, of which a missing file is an error: https://gohugo.io/functions/os/readfile/
func (c *Call) ReadFile(name string) (string, error) {
	abs, err := c.Views.projectPath(name, c.Views.places)
	var b []byte
	if err == nil {
		b, err = os.ReadFile(abs)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err != nil {
		c.Recorder.Ask(trace.File, "read\x00"+name, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return "", missingFile(name)
		}
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	c.Recorder.Ask(trace.File, "read\x00"+name, trace.Hash(b))
	return string(b), nil
}

// fileHash names the hash of a file of the project among the answers of a build.
type fileHash string

// AskFile records the content of a file of the project and returns its hash; 0 if it cannot be read. It reads each file
// once per build: every page that builds the same script asks for all files of the script.
func (c *Call) AskFile(name string) uint64 {
	answer := par.OnceFor(&c.Views.answers, fileHash(name), func() uint64 {
		abs, err := c.Views.projectPath(name, c.Views.places)
		if err != nil {
			return 0
		}
		b, err := os.ReadFile(abs)
		if err != nil {
			return 0
		}
		return trace.Hash(b)
	})
	c.Recorder.Ask(trace.File, "read\x00"+name, answer)
	return answer
}

func (c *Call) fileExists(name string) (bool, error) {
	if name == "" {
		return false, nil // Hugo asks for no file, not for the folder of the project
	}
	abs, err := c.Views.projectPath(name, c.Views.places)
	if err == nil {
		_, err = os.Stat(abs)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err != nil && !filestat.Absent(err) {
		return false, fmt.Errorf("look for %q: %w", name, diag.Cause(err))
	}
	c.Recorder.Ask(trace.File, "exists\x00"+name, trace.HashBool(err == nil))
	return err == nil, nil
}

// statFile tells of the file that a path leads to; nil if there is none: https://gohugo.io/functions/os/stat/
func (c *Call) statFile(name string) (*FileInfo, error) {
	abs, err := c.Views.projectPath(name, c.Views.places)
	var st fs.FileInfo
	if err == nil {
		st, err = os.Stat(abs)
	}
	if err != nil {
		c.Recorder.Ask(trace.File, "stat\x00"+name, 0)
		if filestat.Absent(err) {
			return nil, nil
		}
		return nil, fmt.Errorf("stat %q: %w", name, diag.Cause(err))
	}
	c.Recorder.Ask(trace.File, "stat\x00"+name, trace.HashStrings(st.Name(), fmt.Sprint(st.IsDir())))
	return &FileInfo{name: name, st: st}, nil
}

// readDir tells of the files of a folder, in the order of their names, and of symbolic links themselves; of none if
// there is no such folder: https://gohugo.io/functions/os/readdir/
func (c *Call) readDir(name string) ([]*FileInfo, error) {
	abs, err := c.Views.projectPath(name, c.Views.places[:1])
	var entries []fs.DirEntry
	if err == nil {
		entries, err = os.ReadDir(abs)
	}
	if err != nil {
		c.Recorder.Ask(trace.Glob, "folder\x00"+name, 0)
		if filestat.Absent(err) {
			return nil, nil
		}
		return nil, fmt.Errorf("read folder %q: %w", name, err)
	}
	out := make([]*FileInfo, 0, len(entries))
	var names []string
	for _, e := range entries {
		if c.Views.hidden(filepath.Join(abs, e.Name())) {
			continue
		}
		st, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // it went while we looked
		}
		if err != nil {
			return nil, err
		}
		out = append(out, &FileInfo{name: path.Join(name, e.Name()), st: st, entry: true})
		names = append(names, st.Name(), fmt.Sprint(st.IsDir()))
	}
	c.Recorder.Ask(trace.Glob, "folder\x00"+name, trace.HashStrings(names...))
	return out, nil
}

// fileInfo looks again at a file of which a template had read more than its name.
func (c *Call) fileInfo(name string, entry bool) (*FileInfo, error) {
	stat, from, below, in := os.Stat, name, "", c.Views.places
	if entry {
		stat, from, below, in = os.Lstat, path.Dir(name), path.Base(name), in[:1]
	}
	abs, err := c.Views.projectPath(from, in)
	if err != nil {
		return nil, err
	}
	st, err := stat(filepath.Join(abs, below))
	if err != nil {
		return nil, err
	}
	return &FileInfo{name: name, st: st, entry: entry}, nil
}
