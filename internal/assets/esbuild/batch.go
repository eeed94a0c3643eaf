package esbuild

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Batch is several scripts that are bundled together. Code that they share becomes separate files (code splitting). The
// paths of its scripts are not files; imports from assets and node_modules are found as for an Entry.
// https://gohugo.io/functions/js/batch/
type Batch struct {
	Entries []string           // paths of the scripts that become bundles
	Scripts map[string]*Source // by path: the entries, and scripts that only they import
	// Virtual is the prefix of paths of scripts. Their relative imports are resolved in assets, from the rest of the
	// path.
	Virtual string
	Project string // absolute path of the folder with node_modules

	Asset func(name string) (content []byte, shown string, ok bool) // see Entry
	// Context returns the script that a name means in the importing script's own list of files, with its path. That
	// script sees the same list. It may be called from several goroutines.
	Context func(of *Source, name string) (path string, s *Source)
}

// Source is a script of a batch.
type Source struct {
	Shown   string // for messages
	Content []byte
	Params  json.RawMessage // value of the import @params; nil: none
	Files   any             // for Batch.Context; nil: none
}

// Bundles is the result of a batch.
type Bundles struct {
	Files []Bundled // by name

	Assets []string // names for which Asset was called, sorted
	Read   []string // paths of other files in the bundles, relative to Project, sorted
}

// Bundled is a file of Bundles.
type Bundled struct {
	Name    string // its path
	Content []byte
}

// Hugo's names, which appear in comments and in the names of shared files.
const (
	scriptSpace     = "ns-hugo-imp-func"
	batchAssetSpace = "ns-hugo-imp"
	configParams    = "@params/config"
)

// BuildBatch bundles a batch.
func BuildBatch(of *Batch, o *Options) (*Bundles, error) {
	e := &Entry{Project: of.Project, Asset: of.Asset}
	b := &batch{bundle: newBundle(e, o), Batch: of, shown: map[string]string{}}
	build, err := o.build(e)
	if err != nil {
		return nil, err
	}
	if o.Format != "" && !strings.EqualFold(o.Format, "esm") {
		return nil, errors.New("format: a batch is bundled as esm only")
	}
	if b.params, err = params(o.Params); err != nil {
		return nil, err
	}
	build.Stdin, build.EntryPoints, build.Splitting, build.Format = nil, of.Entries, true, api.FormatESModule
	if err := b.inject(&build); err != nil {
		return nil, err
	}
	build.Plugins = []api.Plugin{{Name: "batch", Setup: b.setup}}
	made := api.Build(build)
	if len(made.Errors) > 0 {
		return nil, b.message(made.Errors[0])
	}
	return b.result(&made)
}

// batch is one run of esbuild for a Batch.
type batch struct {
	*bundle
	*Batch
	shown map[string]string // names of assets by their names in messages; guarded by mu, as Scripts is
}

func (b *batch) setup(build api.PluginBuild) {
	of := func(a api.OnResolveArgs) string {
		if a.Path == configParams {
			return configParams
		}
		return a.Importer
	}
	b.connect(build, b.resolve, of, func(name string) []byte {
		if name == configParams {
			return b.params
		}
		if s := b.script(name); s != nil && s.Params != nil {
			return s.Params
		}
		return []byte("{}")
	})
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: scriptSpace},
		func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			s := b.script(a.Path)
			return b.loaded(s.Content, batchAssetSpace, a.Path, cmp.Or(s.Shown, a.Path))
		})
	build.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: batchAssetSpace},
		func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			b.mu.Lock()
			name := b.shown[a.Path]
			b.mu.Unlock()
			content, shown, ok := b.asset(name)
			if !ok {
				return api.OnLoadResult{}, fmt.Errorf("file not found: assets/%s", name)
			}
			return b.loaded(content, batchAssetSpace, a.Path, shown)
		})
}

// script returns a script by its path; nil if there is none.
func (b *batch) script(at string) *Source {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Scripts[at]
}

// resolve finds an import among the scripts of the batch, the files that only the importing script sees, and the
// assets. esbuild itself looks for the rest.
func (b *batch) resolve(a api.OnResolveArgs) (api.OnResolveResult, error) {
	name, from, replaced := a.Path, "", false
	if other, ok := b.options.Shims[name]; ok {
		name, replaced = other, true
	}
	if slices.Contains(b.options.Externals, name) {
		return api.OnResolveResult{Path: name, External: true}, nil
	}
	if at, ok := b.known(a, name); ok {
		return api.OnResolveResult{Path: at, Namespace: scriptSpace}, nil
	}
	switch {
	case slices.Contains(b.options.Inject, a.Path) && a.Kind == api.ResolveEntryPoint:
	case a.Namespace == scriptSpace && strings.HasPrefix(a.Importer, b.Virtual):
		from = path.Dir(strings.TrimPrefix(a.Importer, b.Virtual))
	case a.Namespace == batchAssetSpace:
		b.mu.Lock()
		from = path.Dir(b.shown[a.Importer])
		b.mu.Unlock()
	case !replaced:
		return api.OnResolveResult{}, nil
	}
	isStyle := a.Kind == api.ResolveCSSImportRule || a.Kind == api.ResolveCSSURLToken
	names := candidates(from, name, isStyle)
	for _, n := range names {
		if n != name {
			if at, ok := b.known(a, n); ok {
				return api.OnResolveResult{Path: at, Namespace: scriptSpace}, nil
			}
		}
	}
	for _, n := range names {
		if found, ok := b.find(strings.TrimPrefix(path.Clean("/"+n), "/"), isStyle); ok {
			_, shown, _ := b.asset(found)
			b.mu.Lock()
			b.shown[shown] = found
			b.mu.Unlock()
			return api.OnResolveResult{Path: shown, Namespace: batchAssetSpace}, nil
		}
	}
	return api.OnResolveResult{}, nil
}

// known finds a script of the batch, or a file that the importing script sees.
func (b *batch) known(a api.OnResolveArgs, name string) (at string, ok bool) {
	if b.script(name) != nil {
		return name, true
	}
	by := b.script(a.Importer)
	if by == nil || by.Files == nil {
		return "", false
	}
	for _, n := range variants(name, false) {
		if at, s := b.Context(by, n); s != nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.Scripts[at] = s
			return at, true
		}
	}
	return "", false
}

// result collects the output of esbuild.
func (b *batch) result(made *api.BuildResult) (*Bundles, error) {
	r := &Bundles{Assets: b.lookedFor()}
	for _, f := range made.OutputFiles {
		name, err := filepath.Rel(b.Project, f.Path)
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, Bundled{filepath.ToSlash(name), f.Contents})
	}
	var err error
	r.Read, err = filesRead(made, scriptSpace, batchAssetSpace, paramsSpace, varsSpace)
	return r, err
}

// message turns a message of esbuild into an error with a position in the project.
func (b *batch) message(m api.Message) error {
	if m.Location == nil {
		return errors.New(m.Text)
	}
	file := m.Location.File
	if at, ok := strings.CutPrefix(file, scriptSpace+":"); ok {
		if s := b.script(at); s != nil && s.Shown != "" {
			file = s.Shown
		}
	}
	return fmt.Errorf("%s:%d:%d: %s", strings.TrimPrefix(file, batchAssetSpace+":"), m.Location.Line, m.Location.Column+1,
		m.Text)
}
