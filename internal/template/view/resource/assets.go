package resource

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/themes"
)

// assetFiles are the files of assets/ of the project, its themes, and the embedded ones. The project takes precedence.
type assetFiles struct {
	byName map[string]*Resource // by path in lower case
	list   Resources            // in path order
	types  *media.Types
	base   *site.Base
	unread error // for the first folder that could not be read
}

func (f *Files) readAssets() *assetFiles {
	a := &assetFiles{byName: make(map[string]*Resource), types: mediaTypes(f.o.Config), base: f.o.Base, unread: f.o.Unread}
	for _, l := range f.o.Assets {
		if l.IsEmbedded() {
			a.embedded(f, l)
		} else {
			a.walk(f, l)
		}
	}
	for _, r := range a.byName {
		a.list = append(a.list, r)
	}
	slices.SortFunc(a.list, func(x, y any) int { return compareAssets(x.(*Resource).name, y.(*Resource).name) })
	return a
}

// compareAssets orders paths as Hugo walks them: folders before files, folders by name, files by extension from z to a
// and then by name.
func compareAssets(x, y string) int {
	a, b := strings.Split(x, "/"), strings.Split(y, "/")
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] && i < len(a)-1 && i < len(b)-1 {
			continue
		}
		switch folder, other := i < len(a)-1, i < len(b)-1; {
		case folder && other:
			return strings.Compare(a[i], b[i])
		case folder:
			return -1
		case other:
			return 1
		}
		return cmp.Or(
			strings.Compare(path.Ext(b[i]), path.Ext(a[i])), strings.Compare(strings.ToLower(a[i]),
				strings.ToLower(b[i])), strings.Compare(a[i], b[i]),
		)
	}
	return len(a) - len(b)
}

func (a *assetFiles) walk(f *Files, from themes.Layer) {
	_ = fs.WalkDir(from.FS, ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			a.unread = cmp.Or(a.unread, fmt.Errorf("%s cannot be read: %w", from.Name(p), diag.Cause(err)))
			return nil
		}
		if e.IsDir() || !e.Type().IsRegular() {
			return nil
		}
		key := cleanName(p)
		if a.byName[key] == nil {
			a.byName[key] = &Resource{
				files: f, name: "/" + p, original: p, title: "/" + p, mediaType: KnownType(a.types.Of(p), p),
				target: p, url: a.base.At("/" + p), source: source{shown: from.Name(p), path: from.Path(p)},
				read: new(atomic.Pointer[fileBytes]), kept: true, shared: true,
			}
		}
		return nil
	})
}

// embedded adds the assets of an embedded theme. Their content is part of the program, so it is part of the answer to
// the question for them. Large ones are compressed: `mermaid.min.js.gz` is mermaid.min.js.
func (a *assetFiles) embedded(f *Files, from themes.Layer) {
	_ = fs.WalkDir(from.FS, ".", func(p string, e fs.DirEntry, err error) error {
		file := p
		p, packed := strings.CutSuffix(p, ".gz")
		key := cleanName(p)
		if err != nil || e.IsDir() || a.byName[key] != nil {
			return err
		}
		data, err := fs.ReadFile(from.FS, file)
		if err != nil {
			return err
		}
		a.byName[key] = &Resource{
			files: f, name: "/" + p, original: p, title: "/" + p, mediaType: KnownType(a.types.Of(p), p),
			target: p, url: a.base.At("/" + p),
			source: source{
				shown: path.Join(from.Shown, p) + "#" + strconv.FormatUint(trace.Hash(data), 36), made: data,
				packed: packed,
			},
			read: new(atomic.Pointer[fileBytes]), kept: true, shared: true,
		}
		return nil
	})
}

// mediaTypes returns the media types by file name: the project's first.
func mediaTypes(cfg *config.Config) *media.Types {
	var own []media.Type
	for _, name := range slices.Sorted(maps.Keys(cfg.MediaTypes)) {
		if m := cfg.MediaTypes[name]; m.Type != "application/javascript" {
			own = append(own, media.Type{Name: m.Type, Suffixes: m.Suffixes})
		}
	}
	return media.NewTypes(own)
}

// known returns the files of assets/ for a template. If some could not be read, the rendering has an error.
func (f *Files) known(c Scope) *assetFiles {
	a := f.assets()
	if a.unread != nil {
		c.Warn(diag.Error, "", a.unread.Error())
	}
	return a
}

// Asset returns a file of assets/, recording whether it exists; nil if it does not. A name may begin with the folder
// itself, "../assets/a.png", as pages of themes that were written for an editor do.
func (f *Files) Asset(c Scope, name string) *Resource {
	a := f.known(c)
	name = strings.TrimPrefix(filepath.ToSlash(name), "../assets/")
	r := a.byName[cleanName(path.Clean("/"+filepath.ToSlash(name)))]
	if r == nil {
		c.Ask(trace.Glob, "asset\x00"+cleanName(name), trace.HashBool(a.unread != nil)) // else 0
	} else {
		c.Ask(trace.Glob, "asset\x00"+cleanName(name), trace.HashString(r.shown))
	}
	return r
}

// AskAboutAssets repeats a question of assetsLike about the files of assets/.
func (f *Files) AskAboutAssets(c Scope, question string) {
	if kind, ok := strings.CutPrefix(question, typeQuestion); ok {
		assetsByType(c, kind)
	} else {
		_, _ = f.assetsMatching(c, question)
	}
}

// typeQuestion is the prefix of the question for the files of assets/ of a type.
const typeQuestion = "type\x00"

// assetsLike returns the matching files of assets/, recording which they are. It searches once per build for all
// templates with the same question.
func (f *Files) assetsLike(c Scope, question string, match func(*Resource) bool) Resources {
	a := f.known(c)
	found, _ := f.searches.of(question, func() (assetsFound, error) { return a.like(match), nil })
	c.Ask(trace.Glob, "assets\x00"+question, found.answer)
	return found.list
}

// assetsFound is the result of a question for files of assets/.
type assetsFound struct {
	list   Resources
	answer uint64 // hash of the list of files
}

func (a *assetFiles) like(match func(*Resource) bool) assetsFound {
	var out Resources
	var found []string
	for _, v := range a.list {
		if r := v.(*Resource); match(r) {
			out = append(out, r)
			found = append(found, r.shown)
		}
	}
	if a.unread != nil {
		found = append(found, a.unread.Error())
	}
	return assetsFound{slices.Clip(out), trace.HashStrings(found...)}
}

func (f *Files) assetsMatching(c Scope, pattern string) (Resources, error) {
	g, err := f.pattern(cleanName(path.Clean(pattern))) // "img//*.png" means "img/*.png"
	if err != nil {
		return nil, err
	}
	return f.assetsLike(c, pattern, func(r *Resource) bool { return g.Match(cleanName(r.original)) }), nil
}
