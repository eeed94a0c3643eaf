package themes

import (
	"bytes"
	"fmt"
	htmltemplate "html/template"
	"io"
	"slices"
	"strconv"
	texttemplate "text/template"
	"text/template/parse"
)

// unit is one template that a worker can execute: a file, in a base template or not, with every
// template that it may call by name.
type unit struct {
	file *file
	base *file // nil for none
	text bool
	used []*file // every file whose text it may execute: its own, its base's, those of defines that it calls
	html *htmltemplate.Template
	txt  *texttemplate.Template
}

type unitKey struct{ file, base *file }

func (u *unit) execute(w io.Writer, dot any) error {
	if u.text {
		return u.txt.Execute(w, dot)
	}
	return u.html.Execute(w, dot)
}

// unit returns this worker's copy of a template, made when it is first wanted: most sites use few
// of the templates that they have.
func (w *Worker) unit(f, base *file) (*unit, error) {
	key := unitKey{f, base}
	if u, ok := w.units[key]; ok {
		return u, nil
	}
	u, err := w.assemble(f, base)
	if err != nil {
		return nil, w.run.cannotEscape(f, err)
	}
	w.units[key] = u
	return u, nil
}

// trees collects what a template calls by name: its own defines, then those of its base, then those
// that other files have.
type trees struct {
	store    *store
	file     *file
	base     *file
	main     *parse.Tree
	byName   map[string]*parse.Tree
	order    []string
	involved []*file
	paths    [][]string // name paths by number
}

func (t *trees) involve(f *file) {
	if !slices.Contains(t.involved, f) {
		t.involved = append(t.involved, f)
	}
}

// named returns the template that a call by name means.
func (t *trees) named(name string) *parse.Tree {
	own := t.file.defines[name]
	if t.base != nil {
		// An empty define does not hide what the base template has under that name.
		if inBase := t.base.defines[name]; inBase != nil && (own == nil || parse.IsEmptyTree(own.Root)) {
			own = inBase
		}
	}
	if own != nil {
		return own
	}
	if d, ok := t.store.defines[name]; ok {
		t.involve(d.file)
		return d.tree
	}
	if f := t.store.byPath[name]; f != nil {
		t.involve(f)
		return f.main
	}
	return nil
}

// start collects the templates that the main one leads to.
func (t *trees) start() {
	t.byName = make(map[string]*parse.Tree)
	t.involve(t.file)
	if t.base != nil {
		t.involve(t.base)
	}
	t.follow(t.main)
}

func (t *trees) follow(tree *parse.Tree) {
	walk(tree.Root, func(n parse.Node) {
		call, ok := n.(*parse.TemplateNode)
		if !ok || t.byName[call.Name] != nil {
			return
		}
		if next := t.named(call.Name); next != nil {
			t.byName[call.Name] = next
			t.order = append(t.order, call.Name)
			t.follow(next)
		}
	})
}

// assemble copies the trees of a template into a set of its own.
func (w *Worker) assemble(f, base *file) (*unit, error) {
	t := &trees{store: w.run.theme.store, file: f, base: base, main: f.main, paths: w.run.theme.paths.paths}
	if base != nil && parse.IsEmptyTree(f.main.Root) {
		// Text outside of the defines makes the file a page of its own, base template or not.
		t.main = base.main
	}
	t.start()
	u := &unit{file: f, base: base, text: f.descriptor.text, used: t.involved}
	return u, u.build(w, f.path, t)
}

// build makes the executable set of u.
func (u *unit) build(w *Worker, name string, t *trees) error {
	funcs := w.functionsOf(t.involved, t.paths)
	if u.text {
		set := texttemplate.New(name).Funcs(funcs)
		for _, n := range t.order {
			if _, err := set.AddParseTree(n, t.byName[n].Copy()); err != nil {
				return err
			}
		}
		var err error
		u.txt, err = set.AddParseTree(name, t.main.Copy())
		return err
	}
	set := htmltemplate.New(name).Funcs(funcs)
	copies := make([]*parse.Tree, 0, len(t.order)+1)
	for _, n := range t.order {
		tree := t.byName[n].Copy()
		copies = append(copies, tree)
		if _, err := set.AddParseTree(n, tree); err != nil {
			return err
		}
	}
	main := t.main.Copy()
	var err error
	if u.html, err = set.AddParseTree(name, main); err != nil {
		return err
	}
	if err := escape(u.html, name); err != nil {
		return err
	}
	f := &fuser{worker: w, paths: t.paths, funcs: make(map[string]any)}
	for _, tree := range append(copies, main) {
		f.list(tree.Root)
	}
	u.html.Funcs(f.funcs)
	return nil
}

// escape makes html/template escape a set now, without executing anything of it.
func escape(set *htmltemplate.Template, name string) error {
	const prime = "_prime"
	tree, err := parse.Parse(prime, `{{ if false }}{{ template `+strconv.Quote(name)+` . }}{{ end }}`, "", "")
	if err != nil {
		return err
	}
	t, err := set.AddParseTree(prime, tree[prime])
	if err != nil {
		return err
	}
	return t.Execute(io.Discard, nil)
}

// functionsOf returns the functions that the files call, bound to this worker.
func (w *Worker) functionsOf(files []*file, paths [][]string) map[string]any {
	out := make(map[string]any)
	for _, f := range files {
		for _, name := range f.funcs {
			if fn, ok := w.functions[name]; ok {
				out[name] = fn
			} else if kind, number, ok := pathFunction(name); ok {
				out[name] = w.bindPath(kind, paths[number])
			}
		}
	}
	return out
}

// exec executes u in the call c and returns what it printed, and the value that it returned, if it did.
func (w *Worker) exec(c *Call, u *unit, dot any) (out string, value any, returned bool, err error) {
	buf, value, returned, err := w.into(c, u, dot)
	if buf == nil {
		return "", value, returned, err
	}
	out = buf.String()
	w.release(buf)
	return out, nil, false, nil
}

// into executes u and returns the buffer that it printed into, to be released; nil when there is an error or
// a value.
func (w *Worker) into(c *Call, u *unit, dot any) (buf *bytes.Buffer, value any, returned bool, err error) {
	if c.depth >= maxDepth {
		return nil, nil, false, fmt.Errorf("template %s calls itself without end", u.file.shown)
	}
	if err := c.ctx.Err(); err != nil {
		return nil, nil, false, err
	}
	c.askTemplate(u)
	buf = w.buffer()
	before, unitBefore, outBefore := w.call, c.unit, w.out
	w.call, c.unit, w.out = c, u, buf
	c.depth++
	err = u.execute(buf, dot)
	c.depth--
	w.call, c.unit, w.out = before, unitBefore, outBefore
	given := w.result
	w.result = nil
	if err == nil && given != nil {
		w.release(buf)
		return nil, given.value, true, nil
	}
	if err != nil {
		w.release(buf)
		if v, ok := returnedValue(err); ok {
			return nil, v, true, nil
		}
		return nil, nil, false, c.explain(u, err)
	}
	return buf, nil, false, nil
}

// buffer lends a buffer; nested executions each have their own.
func (w *Worker) buffer() *bytes.Buffer {
	if n := len(w.buffers); n > 0 {
		b := w.buffers[n-1]
		w.buffers = w.buffers[:n-1]
		return b
	}
	return new(bytes.Buffer)
}

// keepBuffer bounds what a buffer may hold on to between executions.
const keepBuffer = 1 << 20

func (w *Worker) release(b *bytes.Buffer) {
	if b.Cap() <= keepBuffer {
		b.Reset()
		w.buffers = append(w.buffers, b)
	}
}
