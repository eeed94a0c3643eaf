package resource

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// Batch is the result of js.Batch. What a template adds is an output of its rendering, like the files that it
// publishes; the batch of the site is made from all of them: https://gohugo.io/functions/js/batch/
type Batch struct{ id string }

// newBatch implements js.Batch.
func newBatch(id any) (*Batch, error) {
	text, err := funcs.Text("js.Batch", id)
	if err != nil {
		return nil, err
	}
	return &Batch{text}, jsbatch.CheckID("batch", text, true)
}

// Config sets the options of all bundles of the batch; of several settings the first counts (BatchOptions):
// https://gohugo.io/functions/js/batch/#config
func (b *Batch) Config() *BatchOptions {
	return &BatchOptions{part: jsbatch.Part{Batch: b.id, Kind: jsbatch.Config}}
}

// Group is the group with an ID, which becomes one bundle (BatchGroup): https://gohugo.io/functions/js/batch/#group
func (b *Batch) Group(c Scope, id any) (*BatchGroup, error) {
	text, err := batchID("group", id)
	if err != nil {
		return nil, err
	}
	g := &BatchGroup{b, text}
	return g, add(c, &jsbatch.Part{Batch: b.id, Kind: jsbatch.Group, Group: text})
}

// BatchGroup is a group of scripts.
type BatchGroup struct {
	batch *Batch
	id    string
}

// Script adds a script (BatchOptions): https://gohugo.io/functions/js/batch/#script
func (g *BatchGroup) Script(id any) (*BatchOptions, error) {
	return g.part(jsbatch.Script, "*", "script", id)
}

// Runner adds a script that is called with all instances of the group (BatchOptions):
// https://gohugo.io/functions/js/batch/#runner
func (g *BatchGroup) Runner(id any) (*BatchOptions, error) {
	return g.part(jsbatch.Runner, "default", "runner", id)
}

// Instance adds parameters for one use of a script (BatchOptions): https://gohugo.io/functions/js/batch/#instance
func (g *BatchGroup) Instance(script, id any) (*BatchOptions, error) {
	o, err := g.part(jsbatch.Instance, "", "script", script)
	if err != nil {
		return nil, err
	}
	o.part.Instance, err = batchID("instance", id)
	return o, err
}

func (g *BatchGroup) part(kind jsbatch.Kind, export, what string, id any) (*BatchOptions, error) {
	text, err := batchID(what, id)
	return &BatchOptions{part: jsbatch.Part{Batch: g.batch.id, Kind: kind, Group: g.id, ID: text, Export: export}}, err
}

func batchID(what string, id any) (string, error) {
	text, err := funcs.Text("js.Batch", id)
	if err != nil {
		return "", err
	}
	return text, jsbatch.CheckID(what, text, false)
}

// BatchOptions receives the options of a part of a batch: https://gohugo.io/functions/js/batch/#optionssetter
type BatchOptions struct{ part jsbatch.Part }

// SetOptions adds the part with its options; it prints nothing (string). If the options are set several times, on one
// page or on several, the first counts.
func (o *BatchOptions) SetOptions(c Scope, options any) (string, error) {
	m, ok := tmpl.Map(options)
	if !ok {
		return "", fmt.Errorf("SetOptions: options are a map, not %T", options)
	}
	p := o.part
	var err error
	switch p.Kind {
	case jsbatch.Config:
		if p.Params, err = optionsJSON(m); err == nil {
			err = decodeOptions("js.Batch", m, &bundleOptions{})
		}
	case jsbatch.Instance:
		var own struct{ Params map[string]any }
		if err = decodeOptions("SetOptions", m, &own); err == nil {
			p.Params, err = optionsJSON(own.Params)
		}
	default:
		err = scriptOptions(c, m, &p)
	}
	if err != nil {
		return "", err
	}
	return "", add(c, &p)
}

// scriptOptions reads the options of a script or runner.
func scriptOptions(c Scope, m map[string]any, p *jsbatch.Part) error {
	var o struct {
		Resource, ImportContext any
		Export                  string
		Params                  map[string]any
	}
	err := decodeOptions("SetOptions", m, &o)
	if err != nil {
		return err
	}
	r, ok := o.Resource.(*Resource)
	if !ok || r == nil {
		return fmt.Errorf("resource not set: the %s %q has no file", p.Kind, p.ID)
	}
	if p.File, err = r.batchFile(c); err != nil {
		return err
	}
	p.Export = cmp.Or(o.Export, p.Export)
	if o.Params != nil {
		if p.Params, err = optionsJSON(o.Params); err != nil {
			return err
		}
	}
	p.Context, err = importContexts(c, o.ImportContext)
	return err
}

// add adds a part to the outputs of the rendering.
func add(c Scope, p *jsbatch.Part) error {
	text, err := p.Encode()
	if err == nil {
		err = made(c, len(text))
	}
	if err == nil {
		c.Publish(Output{File: p.Key(), Part: text})
	}
	return err
}

// batchFile describes a resource in a part. A text that templates made is included.
func (r *Resource) batchFile(c Scope) (*jsbatch.File, error) {
	f := &jsbatch.File{
		Name: r.name, Original: r.original, Target: r.target, Path: r.shown,
		Suffix: r.MediaType().FirstSuffix().FullSuffix,
	}
	if r.path != "" {
		return f, nil
	}
	data, err := r.bytes(c)
	f.Path, f.Text = "", data
	return f, err
}

// batchResource reverses batchFile.
func (f *Files) batchResource(of jsbatch.File) *Resource {
	r := &Resource{files: f, name: of.Name, original: of.Original, target: of.Target, read: new(atomic.Pointer[fileBytes])}
	if r.source = (source{shown: of.Path, made: of.Text}); of.Path != "" {
		if r.path = filepath.FromSlash(of.Path); !filepath.IsAbs(r.path) {
			r.path = filepath.Join(f.o.Config.Project, r.path)
		}
	}
	return r
}

// importContexts reads the option importContext: a value with resources, or a list of such values.
func importContexts(c Scope, v any) ([]jsbatch.Context, error) {
	var rs Resources
	var out jsbatch.Context
	switch v := v.(type) {
	case nil:
		return nil, nil
	case *Mounted:
		rs, out = v.rs, jsbatch.Context{Mounted: true, Base: v.base, Target: v.target}
	case Resources:
		rs = v
	case *Resource:
		rs = Resources{v}
	default:
		if rv := reflect.ValueOf(v); rv.Kind() == reflect.Slice {
			var all []jsbatch.Context
			for i := range rv.Len() {
				some, err := importContexts(c, rv.Index(i).Interface())
				if err != nil {
					return nil, err
				}
				all = append(all, some...)
			}
			return all, nil
		}
		found, err := c.Running().Executor.Get(c, v, []string{"Resources"})
		if err != nil {
			return nil, fmt.Errorf("importContext: %T has no resources", v)
		}
		rs, _ = found.(Resources)
	}
	for _, e := range rs {
		if r, ok := e.(*Resource); ok {
			f, err := r.batchFile(c)
			if err != nil {
				return nil, err
			}
			out.Files = append(out.Files, *f)
		}
	}
	return []jsbatch.Context{out}, nil
}

// contextResources returns the resources in which the imports of a part are found first.
func (f *Files) contextResources(list []jsbatch.Context) (out []importContext) {
	for _, x := range list {
		rs := make(Resources, len(x.Files))
		for i, file := range x.Files {
			rs[i] = f.batchResource(file)
		}
		if x.Mounted {
			out = append(out, &Mounted{rs, x.Base, x.Target})
		} else {
			out = append(out, rs)
		}
	}
	return out
}

// batchConfig decodes the kept options of a batch.
func batchConfig(text json.RawMessage) (*bundleOptions, error) {
	o := &bundleOptions{SourcesContent: true}
	if text == nil {
		return o, nil
	}
	var m map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // keeps integers
	if err := d.Decode(&m); err != nil {
		return nil, err
	}
	err := decodeOptions("js.Batch", m, o)
	o.NoSourcesContent, o.PublicPath = !o.SourcesContent, ""
	return o, err
}

// errInText is the error for .Build in the text of a page, which several pages may show.
var errInText = errors.New("js.Batch: .Build is called in the text of a page; call it in a layout, best in templates.Defer")
