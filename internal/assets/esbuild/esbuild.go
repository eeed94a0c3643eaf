// Package esbuild bundles scripts and style sheets. The entry is a text. Its imports are files of assets, which the
// caller finds, or of the project's node_modules, which esbuild finds as Node does. BuildBatch bundles several texts
// together and writes their shared code to separate files. https://gohugo.io/functions/js/build/
package esbuild

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// Entry is a script or style sheet to bundle.
type Entry struct {
	Name    string // path below assets, from which imports are resolved
	Content string
	Style   bool   // it is a style sheet, not a script
	Project string // absolute path of the folder with node_modules
	Output  string // name of the result, for the comment with the source map

	// Asset returns the content of an asset by its path, with its path on disk or another unique name. It is called by
	// one goroutine at a time.
	Asset func(name string) (content []byte, shown string, ok bool)
}

// Result is a bundle.
type Result struct {
	Content []byte
	Map     []byte            // source map as a separate file; nil for none
	Files   map[string][]byte // files that style sheets refer to, by name

	Assets []string // names for which Asset was called, sorted
	Read   []string // paths of other files in the bundle, relative to Project, sorted
}

const (
	assetSpace  = "asset"
	paramsSpace = "ns-hugo-params" // a name of Hugo: it is in comments of the output
	varsSpace   = "ns-hugo-vars"
)

// scriptExtensions can be left out of the name of an imported script.
var scriptExtensions = []string{".js", ".ts", ".tsx", ".jsx"}

// Build bundles an entry.
func Build(e *Entry, o *Options) (*Result, error) {
	b := newBundle(e, o)
	of := isScript
	if e.Style {
		of = isStyle
	}
	if err := b.check(b.shown(e.Name), stdin, e.Content, of); err != nil {
		return nil, err
	}
	build, err := o.build(e)
	if err != nil {
		return nil, err
	}
	if b.params, err = params(o.Params); err != nil {
		return nil, err
	}
	if err := b.inject(&build); err != nil {
		return nil, err
	}
	build.Plugins = []api.Plugin{{Name: "assets", Setup: b.setup}}
	made := api.Build(build)
	if len(made.Errors) > 0 {
		return nil, b.message(made.Errors[0])
	}
	return b.result(&made)
}

// params returns the value of the import @params.
func params(of any) ([]byte, error) {
	if of == nil {
		return []byte("{}"), nil
	}
	text, err := json.Marshal(of)
	if err != nil {
		return nil, fmt.Errorf("params: %w", err)
	}
	return text, nil
}

// inject sets up the scripts of assets that are imported everywhere.
func (b *bundle) inject(build *api.BuildOptions) error {
	for _, name := range b.options.Inject {
		if _, ok := b.find(strings.TrimPrefix(path.Clean("/"+name), "/"), false); !ok {
			return fmt.Errorf("inject: file not found: assets/%s", name)
		}
	}
	build.Inject = b.options.Inject
	return nil
}

// bundle is one run of esbuild. Its callbacks are called from several goroutines.
type bundle struct {
	entry   *Entry
	options *Options
	params  []byte

	mu     sync.Mutex
	assets map[string]bool // names that were asked for
	read   int             // bytes of all files
	sheets sheets
}

func newBundle(e *Entry, o *Options) *bundle {
	return &bundle{
		entry: e, options: o, assets: make(map[string]bool),
		sheets: sheets{make(map[string][]string), make(map[string]int), make(map[string]int)},
	}
}

func (b *bundle) asset(name string) ([]byte, string, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.assets[name] = true
	return b.entry.Asset(name)
}

func (b *bundle) setup(build api.PluginBuild) {
	b.connect(build, b.resolve, func(api.OnResolveArgs) string { return "@params" },
		func(string) []byte { return b.params })
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: assetSpace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		content, shown, ok := b.asset(a.Path)
		if !ok {
			return api.OnLoadResult{}, fmt.Errorf("file not found: assets/%s", a.Path)
		}
		return b.loaded(content, assetSpace, a.Path, shown)
	})
}

// connect sets up what entries and batches share. paramsOf returns the name of the parameters that a script imports, and
// params returns their values.
func (b *bundle) connect(
	build api.PluginBuild, resolve func(api.OnResolveArgs) (api.OnResolveResult, error),
	paramsOf func(api.OnResolveArgs) string, params func(name string) []byte,
) {
	build.OnResolve(api.OnResolveOptions{Filter: `^@params(/config)?$`},
		func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: paramsOf(a), Namespace: paramsSpace}, nil
		})
	build.OnResolve(api.OnResolveOptions{Filter: `^hugo:vars(/|$)`},
		func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: a.Path, Namespace: varsSpace}, nil
		})
	b.countImports(build)
	build.OnResolve(api.OnResolveOptions{Filter: `.*`}, resolve)
	keepInside(build, b.entry.Project, b)
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: paramsSpace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		text := string(params(a.Path))
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJSON}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: varsSpace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		text := b.options.variables(strings.TrimPrefix(strings.TrimPrefix(a.Path, "hugo:vars"), "/"))
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderCSS}, nil
	})
}

// loaded returns the text of a script or asset in a namespace; shown is its name in messages. Its own imports may be in
// the node_modules of the project, wherever the asset itself is.
func (b *bundle) loaded(content []byte, space, name, shown string) (api.OnLoadResult, error) {
	text := string(content)
	if err := b.check(shown, space+":"+name, text, b.options.kindOf(name)); err != nil {
		return api.OnLoadResult{}, err
	}
	return api.OnLoadResult{Contents: &text, ResolveDir: b.entry.Project, Loader: b.loader(name)}, nil
}

// resolve finds imported assets. esbuild itself looks for everything else.
func (b *bundle) resolve(a api.OnResolveArgs) (api.OnResolveResult, error) {
	name := a.Path
	other, replaced := b.options.Shims[name]
	if replaced {
		name = other
	}
	if slices.Contains(b.options.Externals, name) {
		return api.OnResolveResult{Path: name, External: true}, nil
	}
	from := path.Dir(b.entry.Name)
	switch {
	case slices.Contains(b.options.Inject, a.Path) && a.Kind == api.ResolveEntryPoint:
		from = ""
	case a.Importer == stdin:
	case a.Namespace == assetSpace:
		from = path.Dir(a.Importer)
	case a.Kind == api.ResolveEntryPoint, !replaced:
		return api.OnResolveResult{}, nil
	}
	isStyle := a.Kind == api.ResolveCSSImportRule || a.Kind == api.ResolveCSSURLToken
	for _, n := range candidates(from, name, isStyle) {
		if at, ok := b.find(strings.TrimPrefix(path.Clean("/"+n), "/"), isStyle); ok {
			return api.OnResolveResult{Path: at, Namespace: assetSpace}, nil
		}
	}
	return api.OnResolveResult{}, nil
}

// candidates returns the paths below assets that an import in a file of the folder from may mean.
func candidates(from, name string, isStyle bool) []string {
	switch {
	case strings.HasPrefix(name, "."):
		return []string{path.Join(from, name)}
	case isStyle && !strings.HasPrefix(name, "/"):
		return []string{path.Join(from, name), name}
	}
	return []string{name}
}

// find looks for an asset. The extension of a script may be left out: a/b may be a/b.ts or a/b/index.js.
func (b *bundle) find(name string, exact bool) (string, bool) {
	tries := []string{name}
	if !exact {
		tries = variants(name, true)
	}
	for _, n := range tries {
		if _, _, ok := b.asset(n); ok {
			return n, true
		}
	}
	return "", false
}

// variants returns the file names that the import of a script may mean; the name of a folder means its index.
func variants(name string, folders bool) []string {
	tries := append(withExtensions(name), name)
	if path.Base(name) == "index" {
		tries = slices.Concat(withExtensions(name), withExtensions(name+".esm"), []string{name})
	}
	if folders {
		tries = slices.Concat(tries, withExtensions(path.Join(name, "index")), withExtensions(path.Join(name, "index.esm")))
	}
	if script, ok := strings.CutSuffix(name, ".js"); ok { // TypeScript files are imported by the name of their result
		tries = append(tries, withExtensions(script)...)
	}
	return tries
}

func withExtensions(name string) (names []string) {
	for _, ext := range scriptExtensions {
		if !strings.HasSuffix(name, ext) {
			names = append(names, name+ext)
		}
	}
	return names
}

// result collects the output of esbuild.
func (b *bundle) result(made *api.BuildResult) (*Result, error) {
	r := &Result{Files: make(map[string][]byte)}
	for _, f := range made.OutputFiles {
		switch name := path.Base(filepath.ToSlash(f.Path)); {
		case strings.HasSuffix(name, ".map"):
			r.Map = f.Contents
		case strings.HasPrefix(name, "stdin."):
			r.Content = f.Contents
		default:
			r.Files[name] = f.Contents
		}
	}
	if r.Content == nil {
		return nil, fmt.Errorf("esbuild wrote no output for %s", b.entry.Name)
	}
	if r.Map != nil && b.options.SourceMap == "linked" {
		r.Content = mapComment.ReplaceAll(r.Content, []byte("sourceMappingURL="+b.entry.Output+".map"))
	}
	r.Assets = b.lookedFor()
	var err error
	r.Read, err = filesRead(made, assetSpace, paramsSpace, varsSpace)
	return r, err
}

// lookedFor returns the names of assets that were asked for, sorted.
func (b *bundle) lookedFor() []string { return slices.Sorted(maps.Keys(b.assets)) }

// filesRead returns the files of the project in the bundles, sorted: all inputs outside of the given namespaces.
func filesRead(made *api.BuildResult, spaces ...string) (read []string, err error) {
	var meta struct{ Inputs map[string]json.RawMessage }
	if err := json.Unmarshal([]byte(made.Metafile), &meta); err != nil {
		return nil, err
	}
	for name := range meta.Inputs {
		if space, _, ok := strings.Cut(name, ":"); name != stdin && (!ok || !slices.Contains(spaces, space)) {
			read = append(read, name)
		}
	}
	slices.Sort(read)
	return read, nil
}

// message turns a message of esbuild into an error with a position in the assets.
func (b *bundle) message(m api.Message) error {
	if m.Location == nil {
		return fmt.Errorf("%s", m.Text)
	}
	file := strings.TrimPrefix(m.Location.File, assetSpace+":")
	if file == stdin {
		file = b.entry.Name
	}
	return fmt.Errorf("%s:%d:%d: %s", b.shown(file), m.Location.Line, m.Location.Column+1, m.Text)
}

// shown returns the name of an asset for messages.
func (b *bundle) shown(name string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, shown, ok := b.entry.Asset(name); ok {
		return shown
	}
	return name
}

// mapComment matches the end of a bundle that has a source map.
var mapComment = pattern.New(`sourceMappingURL=\S*stdin\.(js|css)\.map`)

// stdin is esbuild's name for an entry given as text.
const stdin = "<stdin>"
