package resource

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/trace"
)

// getStatic is resources.GetStatic: a file of the static folders, by the path that it has on the site; nil when there
// is none. Hugo has nothing like it: its templates do not see these files.
func GetStatic(c Scope, name string) *Resource {
	name = strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(name)), "/")
	r := c.Resources().static(name)
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
func (f *Files) static(name string) *Resource {
	if name == "" {
		return nil
	}
	return par.OnceFor(&f.made, staticKey(name), func() *Resource { return f.findStatic(name) })
}

func (f *Files) findStatic(name string) *Resource {
	cfg := f.o.Config
	for _, m := range cfg.Component("static", cfg.StaticDirs...) {
		below, mounted := strings.CutPrefix(name, m.At)
		if !mounted || !m.Filter().Match(strings.TrimPrefix(below, "/"), false) {
			continue
		}
		shown := path.Join(filepath.ToSlash(m.Dir), below)
		file := filepath.FromSlash(shown)
		if !filepath.IsAbs(file) {
			file = filepath.Join(cfg.Project, file)
		}
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if real, err := InProject(cfg.Project, file); err != nil || real == "" {
			continue // it is not copied either
		}
		a := f.assets()
		return &Resource{
			files: f, name: "/" + name, original: name, title: "/" + name, mediaType: KnownType(a.types.Of(name), name),
			target: name, url: a.base.At("/" + name), shown: shown, path: file, beside: true, kept: true, shared: true,
			read: new(atomic.Pointer[fileBytes]),
		}
	}
	return nil
}

// InProject returns the path of a file with its symbolic links resolved; one that lies outside of the
// project then is an error.
func InProject(project, abs string) (string, error) {
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return abs, nil // not there: the caller says so
	}
	base, err := filepath.EvalSymlinks(project)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(base, real); err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s leads out of the project through a symbolic link", filepath.Base(abs))
	}
	return real, nil
}
