package view

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/trace"
)

// getStatic is resources.GetStatic: a file of the static folders, by the path that it has on the site; nil when there
// is none. Hugo has nothing like it: its templates do not see these files.
func getStatic(c *Call, name string) *Resource {
	name = strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(name)), "/")
	r := c.Views.static(name)
	if r == nil {
		c.Ask(trace.Glob, "static\x00"+name, 0)
	} else {
		c.Ask(trace.Glob, "static\x00"+name, trace.HashString(r.shown))
	}
	return r
}

// staticKey names a file of the static folders.
type staticKey string

// static returns a file of the static folders, of which an earlier one is stronger; nil for none.
func (v *Views) static(name string) *Resource {
	if name == "" {
		return nil
	}
	return remember(&v.answers, staticKey(name), func() *Resource { return v.findStatic(name) })
}

func (v *Views) findStatic(name string) *Resource {
	cfg := v.site.Config
	dirs := cfg.StaticDirs
	for _, theme := range cfg.Themes {
		dirs = append(dirs[:len(dirs):len(dirs)], path.Join(cfg.ThemesDir, theme, "static"))
	}
	for _, dir := range dirs {
		shown := path.Join(filepath.ToSlash(dir), name)
		file := filepath.FromSlash(shown)
		if !filepath.IsAbs(file) {
			file = filepath.Join(cfg.Project, file)
		}
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if real, err := inProject(cfg, file); err != nil || real == "" {
			continue // it is not copied either
		}
		a := v.assets()
		return &Resource{
			views: v, name: "/" + name, original: name, title: "/" + name, mediaType: knownType(a.types.Of(name), name),
			target: name, url: a.base.At("/" + name), shown: shown, path: file, beside: true, kept: true, shared: true,
			read: new(atomic.Pointer[fileBytes]),
		}
	}
	return nil
}

// inProject returns the path of a file with its symbolic links resolved; one that lies outside of the
// project then is an error.
func inProject(cfg *config.Config, abs string) (string, error) {
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return abs, nil // not there: the caller says so
	}
	project, err := filepath.EvalSymlinks(cfg.Project)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(project, real); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s leads out of the project through a symbolic link", filepath.Base(abs))
	}
	return real, nil
}
