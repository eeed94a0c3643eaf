package resource

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/assets/esbuild"
	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/base/trace"
)

// BatchPackage is a batch that was built: https://gohugo.io/functions/js/batch/#build
type BatchPackage struct{ groups map[string]Resources }

// Groups are the bundles of each group: its scripts and style sheets (map).
func (p *BatchPackage) Groups() map[string]Resources { return p.groups }

// Build bundles the parts that all templates of the site added (BatchPackage):
// https://gohugo.io/functions/js/batch/#build
func (b *Batch) Build(c Scope) (*BatchPackage, error) {
	if c.InText() {
		return nil, errInText
	}
	f := c.Resources()
	c.Ask(trace.Batch, b.id, f.o.Batches.Answer(b.id))
	batch := f.o.Batches.Batch(b.id)
	switch {
	case batch == nil:
		return nil, jsbatch.ErrUnknown
	case len(batch.Groups) == 0:
		return &BatchPackage{}, nil
	}
	made, err := f.bundleBatch(c, batch)
	if err != nil {
		return nil, fmt.Errorf("js.Batch %q: %w", b.id, err)
	}
	return f.batchPackage(c, batch, made)
}

// bundleBatch bundles a batch, or returns an earlier result for the same parts.
func (f *Files) bundleBatch(c Scope, batch *jsbatch.Batch) (*transformed, error) {
	key := transformKey{function: "js.Batch", name: batch.ID, content: batch.Hash}
	return f.transformOnce(c, key, func(asset assetFunc) (*transformed, error) {
		o, err := batchConfig(batch.Config)
		if err != nil {
			return nil, err
		}
		in := &batchInput{f: f, used: map[string]*Resource{}}
		of := &esbuild.Batch{
			Scripts: map[string]*esbuild.Source{}, Virtual: jsbatch.Virtual, Project: f.o.Config.Project, Asset: asset,
			Context: in.find,
		}
		t := &transformed{attached: map[string][]byte{}}
		if err = in.fill(of, batch); err == nil {
			err = bundleInto(t, of, o)
		}
		t.files = slices.SortedFunc(maps.Values(in.used),
			func(x, y *Resource) int { return strings.Compare(x.shown, y.shown) })
		return t, err
	})
}

func bundleInto(t *transformed, of *esbuild.Batch, o *bundleOptions) error {
	made, err := esbuild.BuildBatch(of, &o.Options)
	if err != nil {
		return err
	}
	t.assets, t.imported = made.Assets, append(made.Read, "")
	for _, file := range made.Files {
		t.attached[file.Name] = file.Content
		t.order = append(t.order, file.Name)
	}
	return nil
}

// batchInput reads the scripts of a batch, and records the files that it reads.
type batchInput struct {
	f    *Files
	mu   sync.Mutex
	used map[string]*Resource // by their names in messages
}

// fill adds the scripts of a batch to esbuild's input.
func (in *batchInput) fill(of *esbuild.Batch, batch *jsbatch.Batch) error {
	for _, g := range batch.Groups {
		for _, p := range slices.Concat(g.Scripts, g.Runners) {
			s, err := in.source(in.f.batchResource(*p.File))
			if err != nil {
				return err
			}
			s.Params = json.RawMessage(p.Params)
			if contexts := in.f.contextResources(p.Context); len(contexts) > 0 {
				s.Files = contexts
			}
			of.Scripts[g.ImportOf(p)] = s
			if p.Kind == jsbatch.Runner {
				of.Entries = append(of.Entries, g.ImportOf(p))
			}
		}
		text, err := g.Source()
		if err != nil {
			return err
		}
		of.Scripts[g.Entry()] = &esbuild.Source{Content: []byte(text)}
		of.Entries = append(of.Entries, g.Entry())
	}
	return nil
}

func (in *batchInput) source(r *Resource) (*esbuild.Source, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if r.path != "" {
		in.used[r.shown] = r
	}
	data, err := r.bytes(unrecorded{})
	return &esbuild.Source{Shown: r.shown, Content: data}, err
}

// find finds an import in the import context of a script.
func (in *batchInput) find(of *esbuild.Source, name string) (string, *esbuild.Source) {
	for _, x := range of.Files.([]importContext) {
		found, err := x.Get(lookup{files: in.f}, name)
		if r, ok := found.(*Resource); ok && r != nil && err == nil {
			s, err := in.source(r)
			if err != nil {
				continue
			}
			s.Files, s.Params = of.Files, of.Params
			return jsbatch.Virtual + path.Clean("/"+r.target), s
		}
	}
	return "", nil
}

// importContext finds resources by the names in imports.
type importContext interface {
	Get(c Scope, name any) (any, error)
}

// lookup is a Scope for finding resources by name.
type lookup struct {
	unrecorded
	files *Files
}

// Resources returns the resources of the build.
func (l lookup) Resources() *Files { return l.files }

// batchPackage publishes the shared files of the bundles, and returns the bundles of each group.
func (f *Files) batchPackage(c Scope, batch *jsbatch.Batch, made *transformed) (*BatchPackage, error) {
	groups := map[string]string{} // group IDs by the paths of their bundles without extension
	for _, g := range batch.Groups {
		groups["/"+g.ID] = g.ID
		for _, p := range g.Runners {
			at := g.ImportOf(p)
			groups[strings.TrimSuffix(at, path.Ext(at))] = g.ID
		}
	}
	p := &BatchPackage{groups: map[string]Resources{}}
	for _, name := range made.order {
		r := f.newResource(path.Join(batch.ID, name), made.attached[name], "")
		id, ok := groups["/"+strings.TrimSuffix(name, path.Ext(name))]
		if ok && r.mediaType != "" {
			p.groups[id] = append(p.groups[id], r)
		} else if _, err := r.Publish(c); err != nil {
			return nil, err
		}
	}
	return p, nil
}
