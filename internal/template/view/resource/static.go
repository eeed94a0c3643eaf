package resource

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
)

// GetStatic implements resources.GetStatic: a file of the static folders, by its path on the site; nil if there is
// none. The error is for a file that cannot be read. It exists only in sitegen: templates of Hugo cannot read these
// files.
func GetStatic(c Scope, name string) (*Resource, error) {
	name = strings.TrimPrefix(path.Clean("/"+filepath.ToSlash(name)), "/")
	r, err := c.Resources().static(name)
	if err != nil {
		c.Ask(trace.Glob, "static\x00"+name, trace.HashString(err.Error()))
		return nil, err
	}
	if r == nil {
		c.Ask(trace.Glob, "static\x00"+name, 0)
	} else {
		c.Ask(trace.Glob, "static\x00"+name, trace.HashString(r.shown))
	}
	return r, nil
}

// staticKey identifies a file of the static folders.
type staticKey string

// static returns a file of the static folders, of which earlier ones take precedence; nil for none.
func (f *Files) static(name string) (*Resource, error) {
	if name == "" {
		return nil, nil
	}
	found := par.OnceFor(&f.made, staticKey(name), func() foundStatic {
		r, err := f.findStatic(name)
		return foundStatic{r, err}
	})
	return found.file, found.err
}

// foundStatic is the result for a name.
type foundStatic struct {
	file *Resource
	err  error
}

func (f *Files) findStatic(name string) (*Resource, error) {
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
		info, err := os.Stat(file)
		if err != nil && !filestat.Absent(err) {
			return nil, fmt.Errorf("%s cannot be read: %w", shown, diag.Cause(err))
		}
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		_, err = projectfile.Inside(cfg.Project, file)
		if errors.Is(err, projectfile.ErrOutside) {
			continue // it is not copied either
		}
		if err != nil {
			return nil, err
		}
		a := f.assets()
		return &Resource{
			files: f, name: "/" + name, original: name, title: "/" + name, mediaType: KnownType(a.types.Of(name), name),
			target: name, url: a.base.At("/" + name), source: source{
				shown: shown,
				path:  file,
			}, withPage: true, kept: true, shared: true,
			read: new(atomic.Pointer[fileBytes]),
		}, nil
	}
	return nil, nil
}
