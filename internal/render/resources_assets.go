package render

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/media"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/themes"
)

// assetFiles are the files of assets/ of the project, its themes and the embedded ones, the project's
// winning.
type assetFiles struct {
	byName map[string]*Resource // by path in lower case
	list   Resources            // in path order
	types  *media.Types
	base   *site.Base
}

func (r *Run) assetFiles() *assetFiles {
	return once(&r.assets, func() *assetFiles {
		cfg := r.o.Site.Config
		a := &assetFiles{byName: make(map[string]*Resource), types: mediaTypes(r), base: r.base()}
		layers, _ := projectOf(cfg).Find(themes.Assets) // a folder that leads out of the project is left out
		for _, l := range layers {
			a.walk(r, l)
		}
		for _, l := range themes.Embedded(r.theme.embedded, themes.Assets) {
			a.embedded(r, l)
		}
		for _, f := range a.byName {
			a.list = append(a.list, f)
		}
		slices.SortFunc(a.list, func(x, y any) int {
			return strings.Compare(x.(*Resource).name, y.(*Resource).name)
		})
		return a
	})
}

func (a *assetFiles) walk(r *Run, from themes.Layer) {
	_ = fs.WalkDir(from.FS, ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !e.Type().IsRegular() {
			return nil
		}
		key := cleanName(p)
		if a.byName[key] == nil {
			a.byName[key] = &Resource{
				run: r, name: "/" + p, original: p, title: "/" + p, mediaType: knownType(a.types.Of(p), p),
				target: p, url: a.base.At("/" + p), shown: path.Join(from.Shown, p),
				path: filepath.Join(from.Dir, filepath.FromSlash(p)), read: new(atomic.Pointer[fileBytes]), kept: true, shared: true,
			}
		}
		return nil
	})
}

// embedded adds the assets of an embedded theme. Their content is part of the program, so it is part of
// the answer to the question for them. Large ones are packed: `mermaid.min.js.gz` is mermaid.min.js.
func (a *assetFiles) embedded(r *Run, from themes.Layer) {
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
			run: r, name: "/" + p, original: p, title: "/" + p, mediaType: knownType(a.types.Of(p), p),
			target: p, url: a.base.At("/" + p), shown: path.Join(from.Shown, p) + "#" + strconv.FormatUint(trace.Hash(data), 36),
			made: data, packed: packed, read: new(atomic.Pointer[fileBytes]), kept: true, shared: true,
		}
		return nil
	})
}

// mediaTypes are the media types by file name: the project's first.
func mediaTypes(r *Run) *media.Types {
	var own []media.Type
	cfg := r.o.Site.Config
	for _, name := range sortedKeys(cfg.MediaTypes) {
		if m := cfg.MediaTypes[name]; m.Type != "application/javascript" {
			own = append(own, media.Type{Name: m.Type, Suffixes: m.Suffixes})
		}
	}
	return media.NewTypes(own)
}

// base is where the site is served.
func (r *Run) base() *site.Base {
	for _, e := range r.o.Site.Editions {
		if e.Home != nil && e.Home.URL.Base() != nil {
			return e.Home.URL.Base()
		}
	}
	return site.NewBase(r.o.Site.Config.BaseURL)
}

// asset returns a file of assets/, recording whether there is one; nil when there is none.
func (r *Run) asset(c *Call, name string) *Resource {
	f := r.assetFiles().byName[cleanName(path.Clean("/"+filepath.ToSlash(name)))]
	if f == nil {
		c.ask(trace.Glob, "asset\x00"+cleanName(name), 0)
	} else {
		c.ask(trace.Glob, "asset\x00"+cleanName(name), hashString(f.shown))
	}
	return f
}

// askAboutAssets asks again which files of assets/ there are for a question of assetsLike.
func (r *Run) askAboutAssets(c *Call, question string) {
	if kind, ok := strings.CutPrefix(question, typeQuestion); ok {
		assetsByType(c, kind)
	} else {
		_, _ = r.assetsMatching(c, question)
	}
}

// typeQuestion begins the question for the files of assets/ of a type.
const typeQuestion = "type\x00"

// assetsLike returns the files of assets/ that match says, recording which they are.
func (r *Run) assetsLike(c *Call, question string, match func(*Resource) bool) Resources {
	var out Resources
	var found []string
	for _, f := range r.assetFiles().list {
		if f := f.(*Resource); match(f) {
			out = append(out, f)
			found = append(found, f.shown)
		}
	}
	c.ask(trace.Glob, "assets\x00"+question, trace.HashStrings(found...))
	return out
}

func (r *Run) assetsMatching(c *Call, pattern string) (Resources, error) {
	g, err := c.w.pattern(cleanName(pattern))
	if err != nil {
		return nil, err
	}
	return r.assetsLike(c, pattern, func(f *Resource) bool { return g.Match(cleanName(f.original)) }), nil
}
